import { AuditError } from "../errors.js";
import type { RangeReading } from "../input/column-style.js";
import type { Guess, RolesGuess } from "../input/guess/guess-roles.js";
import type { NumberStyle } from "../input/number-style.js";
import { listValues } from "../input/problem.js";
import type { RawTable } from "../input/raw-table.js";
import { matchValue } from "../input/roles.js";
import type { ColumnType } from "../input/table.js";
import type { Given, NamesIn } from "../settings/settings.js";
import type { PresetFile } from "./parse-config.js";
import { SHIPPED_PRESETS, type ShippedPreset } from "./shipped-presets.js";

/** A preset, and what it is called. */
export interface Preset extends PresetFile {
  readonly name: string;
}

/** What a preset says about one file: only columns and values that the file has. */
export interface FittedPreset {
  readonly name: string;
  readonly title: string;
  readonly about: readonly string[];
  /** Settings of roles that no guess holds, by their names in an audit.yaml. */
  readonly roles: Readonly<Record<string, unknown>>;
  readonly bins: Given<"bins">["bins"];
  readonly method: Given<NamesIn<"method">>;
  readonly identity: Given<NamesIn<"identity">>;
  readonly report: Given<NamesIn<"report">>;
}

/** The text of a preset that comes with Recast; INVALID_OPTION with the names there are. */
export function shippedPreset(name: string): string {
  const found = SHIPPED_PRESETS.find((preset) => preset.name === name);
  if (found !== undefined) return found.text;
  const names = listValues(SHIPPED_PRESETS.map((preset) => preset.name));
  const own = `Name a file of your own by its path (./${name}.yaml)`;
  throw new AuditError("INVALID_OPTION", `there is no preset '${name}'. There are ${names}. ${own}`);
}

/** The preset that a file with these columns seems to be for. */
export function suggestedPreset(columns: readonly string[]): ShippedPreset | null {
  return SHIPPED_PRESETS.find(({ match }) => match.every((name) => columns.includes(name))) ?? null;
}

/** Columns in settings of roles: lists of them, and maps that have them as keys. */
const COLUMN_LISTS: readonly string[] = ["sensitive", "ignore", "immutable", "reasonColumns", "neverCited"];
const COLUMN_MAPS: readonly string[] = ["types", "numbers", "ranges"];
const VALUE_LISTS: readonly string[] = ["favourable", "unfavourable", "notDecided"];
const GUESSED_LISTS: readonly string[] = ["sensitive", "ignore", "immutable", "reasonColumns"];
const GUESSED: readonly string[] = ["decision", "id", "outcome", "favourableOutcome", "weight"];

/**
 * The guesses with the preset's word before them, and what else it says. Columns and values that the file does not have
 * are left out: a preset knows the whole of a register, and a file may be a part of it. Throws COLUMN_UNKNOWN for a
 * file without the preset's decision.
 */
export function fitPreset(
  preset: Preset,
  guess: RolesGuess,
  table: RawTable,
  file: string,
): { readonly guess: RolesGuess; readonly fitted: FittedPreset } {
  const columns = new Map(table.columns.map((column) => [column.name, column]));
  const { name, title, about, match: _, roles, bins = {}, method, identity, ...report } = preset;
  const said = fittedRoles(roles, new Set(columns.keys()));
  const decision = columns.get(roles.decision ?? guess.decision?.value ?? "");
  if (decision === undefined) {
    const named = `${file} has no column '${roles.decision ?? ""}', which the preset '${name}' takes for the decision`;
    throw new AuditError("COLUMN_UNKNOWN", `${named}. Name another preset, or leave it out (--preset)`, { file });
  }
  if (said["outcome"] === undefined) delete said["favourableOutcome"];
  for (const setting of VALUE_LISTS) {
    const values = [said[setting] ?? []].flat().map(String);
    const found = values.filter((value) => matchValue(value, decision.levels) !== null);
    if (found.length > 0) said[setting] = found;
    else delete said[setting];
  }
  const isNew = (column: string) => !namedBy(said).has(column);
  const reason = `preset ${name}`;
  const one = (setting: string, guessed: Guess<string> | null): Guess<string> | null => {
    const value = said[setting];
    if (typeof value === "string") return { value, confidence: "high", reason };
    return guessed !== null && isNew(guessed.value) ? guessed : null;
  };
  const several = (setting: string, guessed: readonly Guess<string>[]): readonly Guess<string>[] => [
    ...[said[setting] ?? []].flat().map((value) => ({ value: String(value), confidence: "high" as const, reason })),
    ...guessed.filter(({ value }) => isNew(value)),
  ];
  const map = <Value>(setting: string) => Object.entries((said[setting] ?? {}) as Readonly<Record<string, Value>>);
  const sure = <Value>(value: Value): Guess<Value> => ({ value, confidence: "high", reason });
  const missing = [...new Set([...((said["missing"] ?? []) as readonly string[]), ...(guess.missing?.value ?? [])])];
  const held = new Set([...GUESSED, ...GUESSED_LISTS, ...COLUMN_MAPS, "missing"]);
  return {
    guess: {
      ...guess,
      decision: { value: decision.name, confidence: "high", reason },
      favourable: said["favourable"] === undefined ? guess.favourable : null,
      outcome: one("outcome", guess.outcome),
      favourableOutcome: one("favourableOutcome", guess.favourableOutcome),
      id: one("id", guess.id),
      weight: one("weight", guess.weight),
      sensitive: several("sensitive", guess.sensitive),
      immutable: several("immutable", guess.immutable),
      ignore: several("ignore", guess.ignore),
      reasonColumns: several("reasonColumns", guess.reasonColumns),
      types: [
        ...map<ColumnType>("types").map(([column, type]) => sure({ column, type })),
        ...guess.types.filter(({ value }) => isNew(value.column)),
      ],
      numbers: [
        ...map<NumberStyle>("numbers").map(([column, style]) => sure({ column, style })),
        ...guess.numbers.filter(({ value }) => isNew(value.column)),
      ],
      ranges: [
        ...map<RangeReading>("ranges").map(([column, read]) => sure({ column, reading: read })),
        ...guess.ranges.filter(({ value }) => isNew(value.column)),
      ],
      missing: missing.length === 0 ? null : { value: missing, confidence: "high", reason },
      lettersId: said["lettersId"] === undefined ? guess.lettersId : null,
      lettersIgnore: said["lettersIgnore"] === undefined ? guess.lettersIgnore : [],
      questions: guess.questions.filter(({ setting, column }) =>
        column === undefined ? said[setting] === undefined : isNew(column),
      ),
    },
    fitted: {
      name,
      title,
      about,
      roles: Object.fromEntries(Object.entries(said).filter(([setting]) => !held.has(setting))),
      bins: Object.fromEntries(Object.entries(bins).filter(([column]) => columns.has(column))),
      method,
      identity,
      report,
    },
  };
}

/** The settings of roles without columns that the file does not have. */
function fittedRoles(roles: PresetFile["roles"], columns: ReadonlySet<string>): Record<string, unknown> {
  const entries = Object.entries<unknown>(roles).flatMap(([setting, value]): [string, unknown][] => {
    if (COLUMN_LISTS.includes(setting)) {
      const found = (value as readonly string[]).filter((name) => columns.has(name));
      return found.length === 0 ? [] : [[setting, found]];
    }
    if (COLUMN_MAPS.includes(setting)) {
      const found = Object.entries(value as object).filter(([name]) => columns.has(name));
      return found.length === 0 ? [] : [[setting, Object.fromEntries(found)]];
    }
    if (setting === "reasons") return [[setting, fittedReasons(value as Reasons, columns)]];
    const isColumn = setting !== "favourableOutcome" && GUESSED.includes(setting);
    return isColumn && !columns.has(String(value)) ? [] : [[setting, value]];
  });
  return Object.fromEntries(entries);
}

type Reasons = Readonly<Record<string, string | Readonly<Record<string, unknown>>>>;

/** Reasons that are about no column of the file are about something else, and keep their names. */
function fittedReasons(reasons: Reasons, columns: ReadonlySet<string>): Reasons {
  const fitted = Object.entries(reasons).map(([code, meaning]): [string, Reasons[string]] => {
    if (typeof meaning === "string") return [code, meaning];
    const fields = [meaning["fields"] ?? meaning["field"] ?? []].flat().map(String);
    const found = fields.filter((name) => columns.has(name));
    const { field: _, fields: __, ...others } = meaning;
    if (found.length > 0) return [code, { fields: found, ...others }];
    return [code, others["name"] === undefined ? "other" : { name: others["name"] }];
  });
  return Object.fromEntries(fitted);
}

/** All columns that have a role by these settings. */
function namedBy(said: Readonly<Record<string, unknown>>): ReadonlySet<string> {
  const lists = COLUMN_LISTS.flatMap((setting) => [said[setting] ?? []].flat().map(String));
  const maps = COLUMN_MAPS.flatMap((setting) => Object.keys((said[setting] ?? {}) as object));
  return new Set([...lists, ...maps, ...GUESSED.flatMap((setting) => [said[setting] ?? []].flat().map(String))]);
}
