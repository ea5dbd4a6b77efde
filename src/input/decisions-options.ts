import { AuditError } from "../errors.js";
import { refuseOption, requireOneOf, withDefaults } from "../options.js";
import { RANGE_READINGS, type RangeReading } from "./column-style.js";
import { NUMBER_STYLES, type NumberStyle } from "./number-style.js";
import {
  READING_DEFAULTS,
  type ReadingOptions,
  requireReading,
  requireTextList,
  requireTextOrNull,
} from "./reading.js";
import { isReasonMeaning, type ReasonMap } from "./reason-map.js";
import type { ColumnType } from "./table.js";
import { MISSING_MARKERS } from "./values.js";

/** What the columns of a decisions file are for, and how to read them. Columns are named as in the header. */
export interface DecisionsOptions extends ReadingOptions {
  /** The column with the target's decision. @default guessed from an unmistakable name such as `approved` */
  readonly decision?: string | null;
  /**
   * The value of that column that is good for the person, or several where values are merged into two. @default guessed
   * from an unmistakable word such as `yes`
   */
  readonly favourable?: string | readonly string[] | null;
  /**
   * The values that are not, where more than two are merged into two: then every value must be in one of the lists.
   * @default none
   */
  readonly unfavourable?: string | readonly string[] | null;
  /** Values that decide nothing about the person, such as `withdrawn`: their rows are left out. @default none */
  readonly notDecided?: string | readonly string[] | null;
  /** What to call the two decisions, the unfavourable one first. @default as the file writes them */
  readonly decisionNames?: readonly string[] | null;
  /** Where a decision has more than two values: all of them, the least favourable first. @default two values */
  readonly classes?: readonly string[] | null;
  /** Attributes to compare groups by. They are features too, unless also in `ignore`. @default none */
  readonly sensitive?: readonly string[];
  /** What later happened, where it is known; not a feature. @default none */
  readonly outcome?: string | null;
  /**
   * The value of that column that is good for the person; differences of error rates need it. @default guessed from an
   * unmistakable word such as `repaid`
   */
  readonly favourableOutcome?: string | null;
  /** Person id, pairs letters with people; not a feature. @default a column called id, if its values are unique */
  readonly id?: string | null;
  /** Sampling weight, finite and ≥ 0; not a feature. @default none */
  readonly weight?: string | null;
  /** Columns the rebuilt model may not look at. @default none */
  readonly ignore?: readonly string[];
  /** Features a letter should never ask to change. @default none */
  readonly immutable?: readonly string[];
  /**
   * Columns with the reasons that refused people were given; not features. @default those named like `denial_reason-1`
   */
  readonly reasonColumns?: readonly string[] | null;
  /** What codes and words for reasons mean. @default none: reasons are names of columns */
  readonly reasons?: ReasonMap;
  /** Columns that notices never name as a reason. @default all sensitive and immutable ones */
  readonly neverCited?: readonly string[] | null;
  /** Types that differ from what the values look like. @default inferred */
  readonly types?: Readonly<Record<string, ColumnType>>;
  /** How a column writes its numbers, where its cells do not tell, or mislead. @default found from the cells */
  readonly numbers?: Readonly<Record<string, NumberStyle>>;
  /** Whether ranges such as `18-24` are numbers or categories. @default numbers where every cell is one or a number */
  readonly ranges?: Readonly<Record<string, RangeReading>>;
  /** Cells that mean "missing"; an empty cell always does. @default ?, NA, N/A */
  readonly missing?: readonly string[];
  /** Name of the file, for messages. @default "decisions" */
  readonly file?: string;
}

export type ResolvedDecisionsOptions = Required<DecisionsOptions>;

const DEFAULTS: ResolvedDecisionsOptions = {
  decision: null,
  favourable: null,
  unfavourable: null,
  notDecided: null,
  decisionNames: null,
  classes: null,
  sensitive: [],
  outcome: null,
  favourableOutcome: null,
  id: null,
  weight: null,
  ignore: [],
  immutable: [],
  reasonColumns: null,
  reasons: {},
  neverCited: null,
  types: {},
  numbers: {},
  ranges: {},
  missing: MISSING_MARKERS,
  ...READING_DEFAULTS,
  file: "decisions",
};

/** Fills in the defaults and refuses what no file could satisfy: wrong kinds, one column in two exclusive roles. */
export function resolveDecisionsOptions(given: DecisionsOptions = {}): ResolvedDecisionsOptions {
  const options = withDefaults("decisions", DEFAULTS, given);
  for (const key of ["decision", "outcome", "favourableOutcome", "id", "weight"] as const) {
    requireTextOrNull(key, options[key]);
  }
  for (const key of ["favourable", "unfavourable", "notDecided"] as const) requireValues(key, options[key]);
  for (const key of ["sensitive", "ignore", "immutable", "missing"] as const) requireTextList(key, options[key]);
  for (const key of ["reasonColumns", "neverCited"] as const) {
    if (options[key] !== null) requireTextList(key, options[key]);
  }
  requireReasons(options.reasons);
  requireClassNames(options);
  requireDecisionNames(options);
  requireByColumn("types", options.types, ["number", "category"]);
  requireByColumn("numbers", options.numbers, NUMBER_STYLES);
  requireByColumn("ranges", options.ranges, RANGE_READINGS);
  requireReading(options);
  if (typeof options.file !== "string") refuseOption("file", "a text", options.file);
  refuseClashes(options);
  refuseIdle(options);
  return options;
}

function requireValues(name: string, value: unknown): void {
  if (Array.isArray(value)) requireTextList(name, value);
  else requireTextOrNull(name, value);
}

function requireClassNames({ classes, favourable, unfavourable }: ResolvedDecisionsOptions): void {
  if (classes === null) return;
  requireTextList("classes", classes);
  if (classes.length < 2 || classes.length > 255 || new Set(classes).size < classes.length || classes.includes("")) {
    refuseOption("classes", "2 to 255 different values, the least favourable first", classes.join(", "));
  }
  if (favourable !== null || unfavourable !== null) {
    const message = "classes are listed from least to most favourable already; leave favourable and unfavourable out";
    throw new AuditError("INVALID_OPTION", message);
  }
}

function requireDecisionNames({ decisionNames, classes }: ResolvedDecisionsOptions): void {
  if (decisionNames === null) return;
  requireTextList("decisionNames", decisionNames);
  const [bad = "", good = "", ...more] = decisionNames.map((name) => name.trim());
  if (bad === "" || good === "" || bad === good || more.length > 0 || classes !== null) {
    refuseOption("decisionNames", "two different words, the unfavourable one first", decisionNames.join(", "));
  }
}

function requireReasons(reasons: unknown): void {
  if (typeof reasons !== "object" || reasons === null || Array.isArray(reasons))
    refuseOption("reasons", "code: column pairs", reasons);
  for (const [code, meaning] of Object.entries(reasons)) {
    if (isReasonMeaning(meaning)) continue;
    const form = "a column's name, { field, direction }, { fields, direction }, { name }, other or none";
    refuseOption(`reasons['${code}']`, form, JSON.stringify(meaning));
  }
}

function requireByColumn(name: string, given: unknown, words: readonly string[]): void {
  if (typeof given !== "object" || given === null || Array.isArray(given))
    refuseOption(name, "column: type pairs", given);
  for (const [column, word] of Object.entries(given)) requireOneOf(`${name}['${column}']`, String(word), words);
}

function refuseIdle({ outcome, favourableOutcome, types, numbers, ranges }: ResolvedDecisionsOptions): void {
  const isCategory = (column: string) => Object.hasOwn(types, column) && types[column] === "category";
  const said = [...Object.keys(numbers), ...Object.keys(ranges).filter((column) => ranges[column] === "middle")];
  const column = said.find(isCategory);
  if (column !== undefined) {
    const message = `column '${column}' is set to be a category, so nothing can be said about its numbers`;
    throw new AuditError("INVALID_OPTION", `${message}. Leave out one of the two (--type, --numbers, --ranges)`, {
      column,
    });
  }
  if (favourableOutcome === null || outcome !== null) return;
  const message = `a favourable outcome ('${favourableOutcome}') needs the column with what later happened`;
  throw new AuditError("INVALID_OPTION", `${message}. Name it (--outcome), or leave the favourable outcome out`);
}

function refuseClashes(options: ResolvedDecisionsOptions): void {
  const exclusive = ["decision", "id", "weight", "outcome"] as const;
  for (const [i, role] of exclusive.entries()) {
    const column = options[role];
    if (column === null) continue;
    const other = exclusive.slice(0, i).find((earlier) => options[earlier] === column);
    if (other !== undefined) refuseRoles(column, other, role);
    if (role !== "outcome" && options.sensitive.includes(column)) refuseRoles(column, role, "sensitive");
    if (options.reasonColumns?.includes(column)) refuseRoles(column, role, "reasons");
  }
  const both = options.reasonColumns?.find((column) => options.sensitive.includes(column));
  if (both !== undefined) refuseRoles(both, "reasons", "sensitive");
}

function refuseRoles(column: string, first: string, second: string): never {
  const message = `column '${column}' cannot be both ${first} and ${second}; name another column for one of them`;
  throw new AuditError("INVALID_OPTION", message, { column });
}
