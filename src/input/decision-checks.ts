import { looksBalanced } from "../math/balanced.js";
import {
  describeRows,
  isNot,
  listValues,
  noSightings,
  type ProblemList,
  plural,
  quoteValue,
  sight,
} from "./problem.js";
import { rowsIn, rowsWhere } from "./raw-table.js";
import { noteReading } from "./reading-notes.js";
import type { Roles } from "./roles.js";
import { countMissing, presentLevels, type ReadColumn, sizeLimit } from "./values.js";

/** A class needs this many rows for a cloud, a fold or a rate to mean anything. */
const LEAST_ROWS_PER_CLASS = 5;

/** More levels than this in one feature make it an identifier rather than a category. */
export const MOST_CATEGORIES = 1000;

const LEAST_ROWS_TO_LOOK_LIKE_ID = 20;
const MOST_DISTINCT_SHARE = 0.5; // above it a category tells people apart rather than describing them
const LEAST_LIKE_THOUSANDS = 10; // different cells; measured decimals of three places would hardly all end in no zero
const MOSTLY_NUMERIC = 0.8; // share of numeric rows from which a text cell is probably a slip

export interface Decided {
  readonly decisions: Uint8Array;
  /** Row of each decision as a spreadsheet counts it. */
  readonly rowNumbers: Int32Array;
  readonly names: readonly string[];
  readonly column: string;
}

/**
 * The features that can be used, in file order. Reports values that cannot be read in features and sensitive columns,
 * columns that are empty (left out), constant, too varied, mixed, or equal to the decision.
 */
export function checkFeatures(
  roles: Roles,
  columns: ReadonlyMap<string, ReadColumn>,
  decided: Decided,
  problems: ProblemList,
): readonly ReadColumn[] {
  const { rowNumbers } = decided;
  const features: ReadColumn[] = [];
  const candidates = new Set(roles.features);
  for (const name of new Set([...roles.features, ...roles.sensitive])) {
    const column = columns.get(name);
    if (column === undefined) continue;
    checkValues(column, rowNumbers, problems);
    const usable = checkVariety(column, rowNumbers.length, candidates.has(name), problems);
    if (!usable || !candidates.has(name)) continue;
    features.push(column);
    checkLeak(column, decided, problems);
  }
  if (features.length === 0) {
    const words = "no column is left for the model to use. Ignore fewer columns (--ignore), or add some";
    problems.report("error", "NO_FEATURES", {}, words);
  }
  return features;
}

/** The same for columns that groups are compared by and nothing is rebuilt from. */
export function checkAttributes(columns: readonly ReadColumn[], rowNumbers: Int32Array, problems: ProblemList): void {
  for (const column of columns) {
    checkValues(column, rowNumbers, problems);
    checkVariety(column, rowNumbers.length, false, problems);
  }
}

function checkValues(column: ReadColumn, rowNumbers: Int32Array, problems: ProblemList): void {
  const { raw, missing, numbers, type } = column;
  const texts = rowsWhere(raw, rowNumbers, (code) => missing[code] === 0 && Number.isNaN(numbers[code]));
  if (type === "category") {
    checkMixed(column, texts, problems);
    return;
  }
  const advice = "Correct it, mark it as missing (--missing), or read the column as a category (--type)";
  const infinite = rowsWhere(raw, rowNumbers, (code) => numbers[code] === Number.POSITIVE_INFINITY);
  const size = sizeLimit(infinite.cells);
  const unusable = `${listValues(infinite.cells, 5)} cannot be used as a number${size}. ${advice}`;
  problems.report("error", "VALUE_NOT_FINITE", infinite, unusable);
  const isPlain = column.style === "plain";
  const not = isNot(texts.cells.length, isPlain ? "decimal number" : "number");
  const words = `${listValues(texts.cells, 5)} ${not}${isPlain ? "" : ` as the column writes them (${column.style})`}`;
  const said = `${words}, but the column is set to hold numbers. ${advice}`;
  problems.report("error", "VALUE_UNPARSABLE", texts, said);
  if (isPlain) checkThousands(column, rowNumbers, problems);
  noteReading(column, rowNumbers, problems);
}

/** Warns of 3.667 in a column with 950: a point that separates thousands is read as a decimal point. */
function checkThousands(column: ReadColumn, rowNumbers: Int32Array, problems: ProblemList): void {
  const { raw, missing } = column;
  const present = presentLevels(column);
  const pointed = present.filter((cell) => cell.includes("."));
  if (pointed.length < LEAST_LIKE_THOUSANDS || pointed.length === present.length) return;
  if (!present.every((cell) => /^-?(?:[1-9]\d{0,2}\.\d{3}|\d{1,3})$/.test(cell.trim()))) return;
  const found = rowsWhere(raw, rowNumbers, (code) => missing[code] === 0 && raw.levels[code]!.includes("."));
  const words =
    `${listValues(pointed, 3)} are read as decimals, but all have three digits after the point, ` +
    `and the other numbers are whole and below 1,000. If the point separates thousands: --numbers ${raw.name}=de`;
  problems.report("warning", "NUMBERS_LIKE_THOUSANDS", found, words);
}

/** Warns when a column became a category because of a few texts among numbers. */
function checkMixed(column: ReadColumn, texts: ReturnType<typeof rowsWhere>, problems: ProblemList): void {
  const present = rowsIn(column.raw) - countMissing(column);
  const { cells, count } = texts;
  if (count === 0) return;
  const because = `${problems.file}, column '${column.raw.name}' is read as a category because`;
  if (present - count >= MOSTLY_NUMERIC * present) {
    const advice = "If it holds numbers, correct these cells or mark them as missing (--missing)";
    const message = `${because} of ${listValues(cells, 5)} in ${describeRows(texts)}. ${advice}`;
    problems.add("warning", "COLUMN_MIXED", message, texts);
  }
}

/** False when the column is empty and cannot be a feature. */
function checkVariety(column: ReadColumn, rows: number, isFeature: boolean, problems: ProblemList): boolean {
  const { name } = column.raw;
  const { numbers, type } = column;
  const place = `${problems.file}, column '${name}'`;
  const levels = presentLevels(column);
  const [only] = levels;
  if (only === undefined) {
    const message = `${place} is empty and left out`;
    problems.add("warning", "COLUMN_EMPTY", message, { column: name, count: rows });
    return false;
  }
  const first = numbers[column.raw.levels.indexOf(only)];
  const isSame = (value: number) => Number.isNaN(value) || value === first;
  if (levels.length === 1 || (type === "number" && numbers.every(isSame))) {
    const same = `has the same value ${quoteValue(only)} in every row, so it says nothing about the decision`;
    problems.add("warning", "COLUMN_CONSTANT", `${place} ${same}`, { column: name, count: rows });
  }
  if (type !== "category" || !isFeature) return true;
  if (!checkCategoryCount(name, levels.length, problems.file, problems)) return true;
  if (rows >= LEAST_ROWS_TO_LOOK_LIKE_ID && levels.length > MOST_DISTINCT_SHARE * rows) {
    const message =
      `${place} has ${levels.length} different values in ${rows} rows, so it tells people apart ` +
      "rather than describing them. Leave it out (--ignore), or name it as the id (--id)";
    problems.add("warning", "COLUMN_LIKE_ID", message, { column: name, count: levels.length });
  }
  return true;
}

/** False, with an error, when a category feature has more levels than can be encoded. */
export function checkCategoryCount(name: string, levels: number, place: string, problems: ProblemList): boolean {
  if (levels <= MOST_CATEGORIES) return true;
  const message =
    `${place}, column '${name}' has ${levels} different values, more than the ${MOST_CATEGORIES} ` +
    "a category may have. Leave it out (--ignore), name it as the id (--id), or read it as a number (--type)";
  problems.add("error", "TOO_MANY_CATEGORIES", message, { column: name, count: levels });
  return false;
}

/** Warns when each decision goes with one value of the column, and no two with the same. */
function checkLeak({ raw, missing }: ReadColumn, { decisions, names, column }: Decided, problems: ProblemList): void {
  const codeOf = names.map(() => -1);
  for (let i = 0; i < decisions.length; i++) {
    const code = raw.codes[i]!;
    const decision = decisions[i]!;
    if (missing[code] === 1) return;
    if (codeOf[decision] === -1) codeOf[decision] = code;
    if (codeOf[decision] !== code) return;
  }
  if (new Set(codeOf).size < names.length || codeOf.includes(-1)) return;
  const message =
    `${problems.file}, column '${raw.name}' says the same as the decision column '${column}' in every row. ` +
    "Leave it out (--ignore), unless it was known before the decision";
  problems.add("warning", "COLUMN_LEAKS", message, { column: raw.name, count: decisions.length });
}

/** Refuses classes too small to learn from, and notes a sample of two that looks balanced by design. */
export function checkClasses({ decisions, names, column }: Decided, weighted: boolean, problems: ProblemList): void {
  const counts = names.map((_, c) => decisions.reduce((sum, decision) => sum + (decision === c ? 1 : 0), 0));
  for (const [c, count] of counts.entries()) {
    if (count >= LEAST_ROWS_PER_CLASS) continue;
    const only = `only ${plural(count, "row")} with the decision ${quoteValue(names[c] ?? "")}`;
    const needed = `Add rows: an audit needs at least ${LEAST_ROWS_PER_CLASS} of each decision`;
    problems.add("error", "CLASS_TOO_SMALL", `${problems.file}, column '${column}': ${only}. ${needed}`, {
      column,
      count,
    });
  }
  const [rejected = 0, accepted = 0] = counts;
  if (weighted || names.length !== 2 || !looksBalanced(accepted, decisions.length)) return;
  const message =
    `${problems.file}: ${accepted} favourable and ${rejected} unfavourable decisions. ` +
    "If the sample was balanced on purpose, rates by group mean nothing without weights (--weight)";
  problems.add("note", "CLASSES_BALANCED", message, { column, count: decisions.length });
}

/** Notes rows that repeat an earlier one, and warns of equal features with different decisions. */
export function checkDuplicateRows(
  features: readonly ReadColumn[],
  { decisions, rowNumbers, names: { length: classes } }: Decided,
  problems: ProblemList,
): void {
  if (features.length === 0) return;
  const group = groupRows(features, decisions.length);
  const counts = new Int32Array(classes * decisions.length); // rows of each group with each decision
  const repeats = noSightings();
  for (let i = 0; i < decisions.length; i++) {
    const cell = classes * group[i]! + decisions[i]!;
    if (counts[cell]! > 0) sight(repeats, rowNumbers[i]!);
    counts[cell]! += 1;
  }
  const contradictions = noSightings();
  for (let i = 0; i < decisions.length; i++) {
    const own = counts.subarray(classes * group[i]!, classes * (group[i]! + 1));
    if (own.reduce((sum, count) => sum + (count > 0 ? 1 : 0), 0) >= 2) sight(contradictions, rowNumbers[i]!);
  }
  const alike = "same features and decision as an earlier row; kept, as different people may be alike";
  problems.report("note", "ROWS_DUPLICATE", repeats, alike);
  const other = `the same features as another of these rows but ${classes === 2 ? "the other" : "another"} decision`;
  const words = `${other}; no rule on these columns can explain both`;
  problems.report("warning", "ROWS_CONTRADICT", contradictions, words);
}

/**
 * A group number per row, equal exactly for rows with equal cells in all columns. Varied columns first: soon all rows
 * differ.
 */
function groupRows(columns: readonly ReadColumn[], rows: number): Int32Array {
  const [first, ...others] = columns.map(({ raw }) => raw).sort((a, b) => b.levels.length - a.levels.length);
  const group = Int32Array.from(first?.codes ?? []);
  let groups = first?.levels.length ?? 0;
  for (const { codes, levels } of others) {
    if (groups === rows) break;
    const next = new Map<number, number>();
    for (let i = 0; i < rows; i++) {
      const key = group[i]! * levels.length + codes[i]!;
      let g = next.get(key);
      if (g === undefined) {
        g = next.size;
        next.set(key, g);
      }
      group[i] = g;
    }
    groups = next.size;
  }
  return group;
}
