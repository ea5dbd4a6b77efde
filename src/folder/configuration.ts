import * as v from "valibot";
import { AuditError, issuePath } from "../errors.js";
import type { DecisionsOptions } from "../input/decisions-options.js";
import type { LettersOptions } from "../input/letters.js";
import type { FileRole, ReadingOptions } from "../input/reading.js";
import type { RepairSettings } from "../input/repairs.js";
import { flagName } from "../settings/setting-words.js";
import {
  defaultSettings,
  type Given,
  type NamesIn,
  type SettingName,
  type SettingsInForce,
  settings,
  settingsIn,
} from "../settings/settings.js";

export type RoleSettings = Given<Exclude<NamesIn<"roles">, keyof EmbedderSettings>>;

export type EmbedderSettings = Given<"embedder" | "embedderModel" | "embedderKey">;

/** How the audit is computed; what is left out has the default of `audit`. */
export type MethodSettings = Given<NamesIn<"method" | "bins">>;

export type ReportSettings = Given<NamesIn<"identity" | "report">>;

/**
 * Everything that shapes an audit except the files: recorded in the certificate, and enough to run it again. It has
 * only what the user chose.
 */
export interface AuditConfiguration extends RoleSettings, EmbedderSettings, MethodSettings, ReportSettings {}

/**
 * The configuration in a manifest, which anybody may have written; what its values mean is checked where they are
 * used.
 */
const recordedConfiguration = v.strictObject(
  Object.fromEntries(
    settingsIn("roles", "bins", "method", "identity", "report")
      .filter(([, { flag }]) => flag !== null)
      .map(([name, { kind }]) => [name, v.optional(kind.data)]),
  ),
);

const recordedSettings = v.strictObject(
  Object.fromEntries(
    Object.keys(defaultSettings()).map((name) => [name, v.optional(settings[name as SettingName].kind.data)]),
  ),
);

/**
 * The configuration a manifest records, checked; MANIFEST_INVALID when it cannot be one. It is the data itself: a
 * parsed copy would lose columns named like `constructor`.
 */
export function checkConfiguration(data: unknown): AuditConfiguration {
  requireRecorded("configuration", recordedConfiguration, data);
  return data as AuditConfiguration;
}

/** The settings in force that a manifest records, checked in the same way. */
export function checkSettings(data: unknown): SettingsInForce {
  requireRecorded("settings", recordedSettings, data);
  return data as SettingsInForce;
}

function requireRecorded(words: string, schema: v.GenericSchema, data: unknown): void {
  const [issue] = v.safeParse(schema, data).issues ?? [];
  if (issue !== undefined) throw unusable(`its ${words} at '${issuePath(issue.path).slice(1)}': ${issue.message}`);
}

/** MANIFEST_INVALID for a manifest whose audit cannot be made again. */
export function unusable(reason: string): AuditError {
  return new AuditError("MANIFEST_INVALID", `the configuration in manifest.json cannot be run: ${reason}`);
}

/** The reader's options for the decisions file, which messages call `file`. */
export function decisionsOptions(settings: RoleSettings, file: string): DecisionsOptions {
  const { decision, favourable, unfavourable, classes, sensitive, id, outcome, favourableOutcome, weight } = settings;
  const { ignore, immutable, type, numbers, ranges, missing, notDecided, decisionNames } = settings;
  const { reasonColumns, reasons, neverCited } = settings;
  const roles = { decision, favourable, unfavourable, classes, sensitive, id, outcome, favourableOutcome, weight };
  const cells = { missing, types: type, numbers, ranges, reasonColumns, reasons, neverCited };
  const given = { ...roles, notDecided, decisionNames, ignore, immutable, ...cells };
  return { ...present(given), ...readingOptions(settings, "decisions"), file };
}

/** The reader's options for the letters file. */
export function lettersOptions(settings: RoleSettings, file: string): LettersOptions {
  const { lettersId, lettersIgnore = [], lettersReasons, classes, lettersTo, lettersFrom } = settings;
  // columns that say which classes a letter lies between are no features
  const saying = classes === undefined ? [] : [lettersTo, lettersFrom].filter((name) => name !== undefined);
  const ignore = [...lettersIgnore, ...saying];
  return {
    ...present({ id: lettersId, ignore, reasonColumns: lettersReasons }),
    ...readingOptions(settings, "letters"),
    file,
  };
}

/** What a setting needs beside it to have an effect. */
const NEEDS: readonly (readonly [needed: SettingName, ...settings: SettingName[]])[] = [
  ["letters", "lettersId", "lettersSheet", "lettersIgnore", "lettersReasons", "lettersTo", "lettersFrom"],
  ["classes", "lettersTo", "lettersFrom"],
  ["outcome", "favourableOutcome"],
  ["text", "embedder", "embedderModel", "embedderKey"],
];

/** Refuses a setting that could have no effect, because another is not given: it would be ignored without a word. */
export function refuseIdleSettings(given: Given<SettingName>): void {
  for (const [needed, ...names] of NEEDS) {
    const idle = given[needed] === undefined ? names.find((name) => given[name] !== undefined) : undefined;
    if (idle === undefined) continue;
    const [flag, other] = [flagName(settings[idle].flag), flagName(settings[needed].flag)];
    throw new AuditError(
      "INVALID_OPTION",
      `${flag} has no effect without ${other}. Add ${other}, or leave ${flag} out`,
    );
  }
}

/** How one of the files is read, whatever is in it. */
export function readingOptions(settings: RoleSettings, role: FileRole): ReadingOptions {
  const { delimiter, encoding, skip, headerless, lettersSheet } = settings;
  const header = headerless?.includes(role) === true ? false : undefined;
  const sheet = { decisions: settings.sheet, letters: lettersSheet, population: undefined }[role];
  return present({ delimiter, encoding, skip, header, sheet });
}

/** The settings with a repair: lists and what is said by column are added, the others take their place. */
export function withRepair(settings: AuditConfiguration, repair: RepairSettings): AuditConfiguration {
  const { type, numbers, ...others } = repair;
  const changed = Object.entries(others).map(([name, value]) => {
    const before = settings[name as keyof RepairSettings];
    const isList = Array.isArray(value) || Array.isArray(before);
    return [name, isList ? [...new Set([before ?? [], value].flat())] : value];
  });
  return {
    ...settings,
    ...Object.fromEntries(changed),
    ...(type === undefined ? {} : { type: { ...settings.type, ...type } }),
    ...(numbers === undefined ? {} : { numbers: { ...settings.numbers, ...numbers } }),
  };
}

type Present<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> };

export function present<T extends object>(entries: T): Present<T> {
  return Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== undefined)) as Present<T>;
}
