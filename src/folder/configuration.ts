import * as v from "valibot";
import { AuditError, issuePath } from "../errors.js";
import type { DecisionsOptions } from "../input/decisions-options.js";
import type { LettersOptions } from "../input/letters.js";
import { type Given, type NamesIn, settingsIn } from "../settings/settings.js";

/** Roles of the columns, and how the files are read. */
export type RoleSettings = Given<Exclude<NamesIn<"roles">, keyof EmbedderSettings>>;

/** Where texts are embedded. */
export type EmbedderSettings = Given<"embedder" | "embedderModel" | "embedderKey">;

/** How the audit is computed; what is left out has the default of `audit`. */
export type MethodSettings = Given<NamesIn<"method" | "bins">>;

/** What the report says about the audit itself, and which report it is. */
export type ReportSettings = Given<NamesIn<"identity" | "report">>;

/**
 * Everything that shapes an audit but the files themselves: recorded in the certificate, and enough to run it again. Only what was
 * said is there.
 */
export interface AuditConfiguration extends RoleSettings, EmbedderSettings, MethodSettings, ReportSettings {}

/** The configuration in a manifest, which anybody may have written; what its values mean is checked where they are used. */
const recordedConfiguration = v.strictObject(
  Object.fromEntries(
    settingsIn("roles", "bins", "method", "identity", "report")
      .filter(([, { flag }]) => flag !== null)
      .map(([name, { kind }]) => [name, v.optional(kind.data)]),
  ),
);

/**
 * The configuration a manifest records, checked; MANIFEST_INVALID when it cannot be one. It is the data itself: a parsed copy would lose columns
 * named like `constructor`.
 */
export function checkConfiguration(data: unknown): AuditConfiguration {
  const [issue] = v.safeParse(recordedConfiguration, data).issues ?? [];
  if (issue !== undefined) throw unusable(`its configuration at '${issuePath(issue.path).slice(1)}': ${issue.message}`);
  return data as AuditConfiguration;
}

/** MANIFEST_INVALID for a manifest whose audit cannot be made again. */
export function unusable(reason: string): AuditError {
  return new AuditError("MANIFEST_INVALID", `manifest.json cannot be run again: ${reason}`);
}

/** The reader's options for the decisions file, which messages call `file`. */
export function decisionsOptions(settings: RoleSettings, file: string): DecisionsOptions {
  const { decision, favourable, classes, sensitive, id, outcome, favourableOutcome, weight } = settings;
  const { ignore, immutable, type, missing, delimiter } = settings;
  const roles = { decision, favourable, classes, sensitive, id, outcome, favourableOutcome, weight };
  const given = { ...roles, ignore, immutable, missing, delimiter };
  return { ...present(given), ...present({ types: type }), file };
}

/** The reader's options for the letters file. */
export function lettersOptions(settings: RoleSettings, file: string): LettersOptions {
  const { lettersId, lettersIgnore, delimiter } = settings;
  return { ...present({ id: lettersId, ignore: lettersIgnore, delimiter }), file };
}

type Present<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> };

/** The entries that were given. */
export function present<T extends object>(entries: T): Present<T> {
  return Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== undefined)) as Present<T>;
}
