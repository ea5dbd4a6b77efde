import { compareText } from "../math/compare.js";
import { type Section, settingsIn } from "../settings/settings.js";
import type { AuditConfiguration } from "./configuration.js";
import type { ByRole, InputPlace } from "./sources.js";

/**
 * The `audit.yaml` that makes the audit again: the configuration as it was used, and where its inputs are from the
 * audit folder.
 */
export async function configurationText(
  inputs: ByRole<InputPlace>,
  configuration: AuditConfiguration,
): Promise<string> {
  const { stringify } = await import("yaml");
  const under = (...sections: readonly Section[]) =>
    settingsIn(...sections).map(
      ([name, { yaml = name }]) => [yaml, configuration[name as keyof AuditConfiguration]] as const,
    );
  const contents = {
    decisions: placeOf(inputs.decisions),
    ...(inputs.letters && { letters: placeOf(inputs.letters) }),
    ...(inputs.population && { population: placeOf(inputs.population) }),
    ...heading("roles", under("roles")),
    ...heading("bins", Object.entries(configuration.bins ?? {})),
    ...heading("method", under("method")),
    ...heading("identity", under("identity")),
    ...sorted(given(under("report"))),
  };
  const title = "# The audit in this folder as it was made. To make it again: recast audit audit.yaml --out again";
  return `${title}\n${stringify(contents)}`;
}

/** A file that is not near the folder is looked for beside this file, under its name. */
function placeOf({ recorded, name }: InputPlace): string {
  return recorded ?? name;
}

type Entries = readonly (readonly [string, unknown])[];

/** What was said, in the order of its names; nothing where nothing was said. */
function heading(name: string, entries: Entries): object {
  const said = given(entries);
  return said.length === 0 ? {} : { [name]: sorted(said) };
}

function given(entries: Entries): Entries {
  return entries.filter(([, value]) => value !== undefined);
}

function sorted(entries: Entries): object {
  return Object.fromEntries([...entries].sort(([a], [b]) => compareText(a, b)));
}
