import type { AuditConfiguration } from "../../../src/folder/configuration.js";
import { fitPreset, type Preset, shippedPreset, suggestedPreset } from "../../../src/folder/presets.js";
import { cutSource, guessSources } from "./cut-source.js";
import { proposedConfiguration } from "./proposal.js";
import type { Source } from "./session.js";

/** A preset that the decisions have the columns of. */
export interface PresetOffer {
  readonly name: string;
  readonly title: string;
  readonly about: readonly string[];
}

async function readPreset(name: string): Promise<Preset> {
  const { parsePreset } = await import("../../../src/folder/parse-config.js"); // it loads a reader of YAML
  return { ...parsePreset(shippedPreset(name), name), name };
}

/** The configuration that `recast init --preset` writes for these files. */
export async function presetConfiguration(
  name: string,
  decisions: Source,
  letters: Source | null,
): Promise<AuditConfiguration> {
  const preset = await readPreset(name);
  const reading = preset.roles;
  const { table } = cutSource(decisions, "decisions", reading);
  if (table === null) return {};
  const { guess, fitted } = fitPreset(preset, guessSources(decisions, letters, reading), table, decisions.name);
  const { roles, bins = {}, method, identity, report } = fitted;
  const cuts = Object.keys(bins).length === 0 ? {} : { bins };
  return { ...proposedConfiguration(guess), ...roles, ...cuts, ...method, ...identity, ...report };
}

/** The preset to offer; null where none fits, or what it says of the decision is in force. */
export async function presetOffer(
  decisions: Source,
  letters: Source | null,
  configuration: AuditConfiguration,
): Promise<PresetOffer | null> {
  const columns = cutSource(decisions, "decisions", configuration).table?.columns.map(({ name }) => name) ?? [];
  const suggested = suggestedPreset(columns);
  if (suggested === null) return null;
  const { name, title } = suggested;
  const proposed = await presetConfiguration(name, decisions, letters);
  const decided = ({ decision, favourable, notDecided }: AuditConfiguration) =>
    JSON.stringify([decision, favourable, notDecided]);
  if (decided(proposed) === decided(configuration)) return null;
  return { name, title, about: (await readPreset(name)).about };
}
