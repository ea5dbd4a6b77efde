import type { AuditConfiguration } from "../../../src/folder/configuration.js";
import type { Guess, RolesGuess } from "../../../src/input/guess/guess-roles.js";
import { settings, settingsIn } from "../../../src/settings/settings.js";

/** The configuration that follows from the guesses, as `recast init` writes it; questions are left out. */
export function proposedConfiguration(guess: RolesGuess): AuditConfiguration {
  const open = new Set<string>(guess.questions.map(({ setting }) => setting));
  const single = (setting: string, found: Guess<string> | null) =>
    found === null || open.has(setting) ? {} : { [setting]: found.value };
  const several = (setting: string, found: readonly Guess<string>[]) =>
    found.length === 0 ? {} : { [setting]: found.map(({ value }) => value) };
  return {
    ...single("decision", guess.decision),
    ...(guess.decision === null ? {} : single("favourable", guess.favourable)),
    ...several("sensitive", guess.sensitive),
    ...single("id", guess.id),
    ...single("outcome", guess.outcome),
    ...single("favourableOutcome", guess.favourableOutcome),
    ...single("weight", guess.weight),
    ...several("ignore", guess.ignore),
    ...several("reasonColumns", guess.reasonColumns),
    ...several("immutable", guess.immutable),
    ...(guess.types.length === 0
      ? {}
      : { type: Object.fromEntries(guess.types.map(({ value }) => [value.column, value.type])) }),
    ...(guess.numbers.length === 0
      ? {}
      : { numbers: Object.fromEntries(guess.numbers.map(({ value }) => [value.column, value.style])) }),
    ...(guess.ranges.length === 0
      ? {}
      : { ranges: Object.fromEntries(guess.ranges.map(({ value }) => [value.column, value.reading])) }),
    ...(guess.missing === null
      ? {}
      : { missing: [...new Set([...(settings.missing.default ?? []), ...guess.missing.value])] }),
    ...single("lettersId", guess.lettersId),
    ...several("lettersIgnore", guess.lettersIgnore),
  };
}

const READING_KEYS: readonly string[] = ["delimiter", "encoding", "headerless", "skip", "sheet", "lettersSheet"];
const LETTER_KEYS: readonly string[] = ["lettersId", "lettersIgnore", "lettersReasons", "lettersTo", "lettersFrom"];
const TEXT_KEYS: readonly string[] = ["text", "embedder", "embedderModel", "embedderKey"];
const ROLE_KEYS = settingsIn("roles", "bins")
  .map(([name]): string => name)
  .filter((name) => ![READING_KEYS, LETTER_KEYS, TEXT_KEYS].flat().includes(name));

/** What a configuration says besides the roles of columns, and how files are read. */
export function withoutRoles(configuration: AuditConfiguration): AuditConfiguration {
  const roles = [...ROLE_KEYS, ...READING_KEYS, ...LETTER_KEYS];
  return Object.fromEntries(Object.entries(configuration).filter(([key]) => !roles.includes(key)));
}

/**
 * The configuration to go on with after files changed: roles and the way to read stay where the files still have every
 * column that is named, and are guessed otherwise; settings of the method and words about the audit stay.
 */
export function matchedConfiguration(
  guess: RolesGuess,
  current: AuditConfiguration,
  { lettersColumns, keepsReading }: { readonly lettersColumns: readonly string[]; readonly keepsReading: boolean },
): AuditConfiguration {
  const proposed = proposedConfiguration(guess);
  const names = new Set(guess.columns.map(({ name }) => name));
  const fits = current.decision !== undefined && namedColumns(current).every((name) => names.has(name));
  const inLetters = namedInLetters(current);
  const lettersFit = fits && inLetters.length > 0 && inLetters.every((name) => lettersColumns.includes(name));
  const replaced = new Set([
    ...(lettersFit ? [] : LETTER_KEYS),
    ...(fits ? [] : ROLE_KEYS),
    ...(fits || keepsReading ? [] : READING_KEYS),
  ]);
  const kept = Object.entries(current).filter(([key]) => !replaced.has(key));
  const taken = Object.entries(proposed).filter(([key]) => replaced.has(key));
  return Object.fromEntries([...kept, ...taken]);
}

function namedColumns({ decision, id, outcome, weight, ...others }: AuditConfiguration): readonly string[] {
  const { sensitive = [], ignore = [], immutable = [], reasonColumns = [], neverCited = [] } = others;
  const { type = {}, numbers = {}, ranges = {}, bins = {} } = others;
  const single = [decision, id, outcome, weight].filter((name) => name !== undefined);
  const byColumn = [type, numbers, ranges, bins].flatMap((given) => Object.keys(given));
  return [...single, ...sensitive, ...ignore, ...immutable, ...reasonColumns, ...neverCited, ...byColumn];
}

function namedInLetters({ lettersId, lettersTo, lettersFrom, ...lists }: AuditConfiguration) {
  const { lettersIgnore = [], lettersReasons = [] } = lists;
  return [lettersId, lettersTo, lettersFrom, ...lettersIgnore, ...lettersReasons].filter((name) => name !== undefined);
}
