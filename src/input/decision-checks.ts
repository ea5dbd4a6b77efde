import { looksBalanced } from "../math/balanced.js";
import { describeRows, EXAMPLE_ROWS, isNot, listValues, type ProblemList, plural, quoteValue } from "./problem.js";
import { rowsWhere } from "./raw-table.js";
import type { Roles } from "./roles.js";
import { hasDecimalComma, presentLevels, type ReadColumn } from "./values.js";

/** A class needs this many rows for a cloud, a fold or a rate to mean anything. */
export const LEAST_ROWS_PER_CLASS = 5;

/** More levels than this in one feature make it an identifier rather than a category. */
export const MOST_CATEGORIES = 1000;

const LEAST_ROWS_TO_LOOK_LIKE_ID = 20;
const MOST_DISTINCT_SHARE = 0.5; // above it a category tells people apart rather than describing them
const LEAST_LIKE_THOUSANDS = 10; // different cells; measured decimals of three places would hardly all end in no zero
const MOSTLY_NUMERIC = 0.8; // share of numeric rows from which a text cell is probably a slip

/** The rows whose decision is known. */
export interface Decided {
  readonly decisions: Uint8Array;
  /** Row of each decision as a spreadsheet counts it. */
  readonly rowNumbers: Int32Array;
  /** Names of the decisions, by number. */
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
    checkLeak(column, decided, roles, problems);
  }
  if (features.length === 0) {
    problems.add(
      "error",
      "NO_FEATURES",
      `${problems.file}: no column is left for the model to look at; use one that is ignored now, or add features`,
    );
  }
  return features;
}

function checkValues({ raw, missing, numbers, type }: ReadColumn, rowNumbers: Int32Array, problems: ProblemList): void {
  const { name, levels } = raw;
  if (type === "number") {
    const infinite = rowsWhere(raw, rowNumbers, (code) => numbers[code] === Number.POSITIVE_INFINITY);
    if (infinite.count > 0) {
      const found = levels.filter((_, code) => numbers[code] === Number.POSITIVE_INFINITY);
      problems.add(
        "error",
        "VALUE_NOT_FINITE",
        `${problems.file}, column '${name}', ${describeRows(infinite)}: ` +
          `${listValues(found, 5)} cannot be used as a number; ` +
          "correct it, list it as a missing marker, or make the column a category",
        { column: name, ...infinite },
      );
    }
    const isText = (code: number) => missing[code] === 0 && Number.isNaN(numbers[code]);
    const texts = rowsWhere(raw, rowNumbers, isText);
    if (texts.count > 0) {
      const found = levels.filter((_, code) => isText(code));
      const comma = found.some(hasDecimalComma) ? "write numbers with a decimal point, " : "";
      problems.add(
        "error",
        "VALUE_UNPARSABLE",
        `${problems.file}, column '${name}', ${describeRows(texts)}: ${listValues(found, 5)} ` +
          `${isNot(found.length, "decimal number")}, but the column was said to hold numbers; ` +
          `${comma}correct it, list it as a missing marker, or make the column a category`,
        { column: name, ...texts },
      );
    }
    checkThousands({ raw, missing, numbers, type }, rowNumbers, problems);
    return;
  }
  checkMixed({ raw, missing, numbers, type }, rowNumbers, problems);
}

/** Warns of 3.667 beside 950: a point that separates thousands is read as a decimal point. */
function checkThousands(column: ReadColumn, rowNumbers: Int32Array, problems: ProblemList): void {
  const { raw, missing } = column;
  const { name, levels } = raw;
  const present = presentLevels(column);
  const pointed = present.filter((cell) => cell.includes("."));
  if (pointed.length < LEAST_LIKE_THOUSANDS || pointed.length === present.length) return;
  if (!present.every((cell) => /^-?(?:[1-9]\d{0,2}\.\d{3}|\d{1,3})$/.test(cell.trim()))) return;
  const found = rowsWhere(raw, rowNumbers, (code) => missing[code] === 0 && levels[code]!.includes("."));
  problems.add(
    "warning",
    "NUMBERS_LIKE_THOUSANDS",
    `${problems.file}, column '${name}', ${describeRows(found)}: ` +
      `${listValues(pointed, 3)} are read as decimals, but all have three digits after the point, ` +
      "and the other numbers are whole and below 1,000; if the point separates thousands, write the numbers without it",
    { column: name, ...found },
  );
}

/** Warns when a column became a category because of a few texts among numbers, or of decimal commas. */
function checkMixed({ raw, missing, numbers }: ReadColumn, rowNumbers: Int32Array, problems: ProblemList): void {
  const { name, levels } = raw;
  const present = rowsWhere(raw, rowNumbers, (code) => missing[code] === 0).count;
  const isText = (code: number) => missing[code] === 0 && Number.isNaN(numbers[code]);
  const texts = rowsWhere(raw, rowNumbers, isText);
  if (texts.count === 0 || present === 0) return;
  const found = levels.filter((_, code) => isText(code));
  if (present - texts.count >= MOSTLY_NUMERIC * present) {
    problems.add(
      "warning",
      "COLUMN_MIXED",
      `${problems.file}, column '${name}' is read as a category because of ${listValues(found, 5)} in ` +
        `${describeRows(texts)}; ` +
        "if it holds numbers, correct these cells or list them as missing markers",
      { column: name, ...texts },
    );
  } else if (found.every(hasDecimalComma)) {
    problems.add(
      "warning",
      "COLUMN_MIXED",
      `${problems.file}, column '${name}' is read as a category because its numbers have a decimal comma ` +
        `(${quoteValue(found[0] ?? "")}); write a decimal point`,
      { column: name, ...texts },
    );
  }
}

/** False when the column is empty and cannot be a feature. */
function checkVariety(column: ReadColumn, rows: number, isFeature: boolean, problems: ProblemList): boolean {
  const { name } = column.raw;
  const levels = presentLevels(column);
  const [only] = levels;
  if (only === undefined) {
    problems.add("warning", "COLUMN_EMPTY", `${problems.file}, column '${name}' has no values and is left out`, {
      column: name,
      count: rows,
    });
    return false;
  }
  const { numbers } = column;
  const first = numbers[column.raw.levels.indexOf(only)];
  const isConstant =
    levels.length === 1 ||
    (column.type === "number" && numbers.every((value) => Number.isNaN(value) || value === first));
  if (isConstant) {
    problems.add(
      "warning",
      "COLUMN_CONSTANT",
      `${problems.file}, column '${name}' has the same value ${quoteValue(only)} in every row, ` +
        "so it says nothing about the decision",
      { column: name, count: rows },
    );
  }
  if (column.type === "category" && isFeature) {
    if (!checkCategoryCount(name, levels.length, problems.file, problems)) return true;
    if (rows >= LEAST_ROWS_TO_LOOK_LIKE_ID && levels.length > MOST_DISTINCT_SHARE * rows) {
      problems.add(
        "warning",
        "COLUMN_LIKE_ID",
        `${problems.file}, column '${name}' has ${levels.length} different values in ${rows} rows, ` +
          "so it tells people apart rather than describing them; " +
          "put it in ignore, or name it as the id",
        { column: name, count: levels.length },
      );
    }
  }
  return true;
}

/** False, with an error, when a category feature has more levels than can be encoded. */
export function checkCategoryCount(name: string, levels: number, place: string, problems: ProblemList): boolean {
  if (levels <= MOST_CATEGORIES) return true;
  problems.add(
    "error",
    "TOO_MANY_CATEGORIES",
    `${place}, column '${name}' has ${levels} different values, more than the ${MOST_CATEGORIES} ` +
      "a category may have; " +
      "put it in ignore, name it as the id, or make it a number if it is one",
    { column: name, count: levels },
  );
  return false;
}

/** Warns when each decision goes with one value of the column, and no two with the same. */
function checkLeak(
  { raw, missing }: ReadColumn,
  { decisions, names }: Decided,
  roles: Roles,
  problems: ProblemList,
): void {
  const codeOf = names.map(() => -1);
  for (let i = 0; i < decisions.length; i++) {
    const code = raw.codes[i]!;
    const decision = decisions[i]!;
    if (missing[code] === 1) return;
    if (codeOf[decision] === -1) codeOf[decision] = code;
    if (codeOf[decision] !== code) return;
  }
  if (new Set(codeOf).size < names.length || codeOf.includes(-1)) return;
  problems.add(
    "warning",
    "COLUMN_LEAKS",
    `${problems.file}, column '${raw.name}' says the same as the decision column '${roles.decision}' in every row; ` +
      "put it in ignore unless it was known before the decision",
    { column: raw.name, count: decisions.length },
  );
}

/** Refuses classes too small to learn from, and notes a sample of two that looks balanced by design. */
export function checkClasses({ decisions, names, column }: Decided, weighted: boolean, problems: ProblemList): void {
  const counts = names.map((_, c) => decisions.reduce((sum, decision) => sum + (decision === c ? 1 : 0), 0));
  for (const [c, count] of counts.entries()) {
    if (count >= LEAST_ROWS_PER_CLASS) continue;
    problems.add(
      "error",
      "CLASS_TOO_SMALL",
      `${problems.file}, column '${column}': only ${plural(count, "row")} with decision ` +
        `${quoteValue(names[c] ?? "")}; ` +
        `at least ${LEAST_ROWS_PER_CLASS} of each decision are needed`,
      { column, count },
    );
  }
  const [rejected = 0, accepted = 0] = counts;
  if (!weighted && names.length === 2 && looksBalanced(accepted, decisions.length)) {
    problems.add(
      "note",
      "CLASSES_BALANCED",
      `${problems.file}: ${accepted} favourable and ${rejected} unfavourable decisions; ` +
        "if the sample was balanced by design, selection rates mean nothing without a weight column",
      { column, count: decisions.length },
    );
  }
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
  const repeatRows: number[] = [];
  let repeats = 0;
  for (let i = 0; i < decisions.length; i++) {
    const cell = classes * group[i]! + decisions[i]!;
    if (counts[cell]! > 0 && ++repeats <= EXAMPLE_ROWS) repeatRows.push(rowNumbers[i]!);
    counts[cell]! += 1;
  }
  const contradictionRows: number[] = [];
  let contradictions = 0;
  for (let i = 0; i < decisions.length; i++) {
    const own = counts.subarray(classes * group[i]!, classes * (group[i]! + 1));
    if (own.reduce((sum, count) => sum + (count > 0 ? 1 : 0), 0) < 2) continue;
    if (++contradictions <= EXAMPLE_ROWS) contradictionRows.push(rowNumbers[i]!);
  }
  if (repeats > 0) {
    const found = { count: repeats, rows: repeatRows };
    problems.add(
      "note",
      "ROWS_DUPLICATE",
      `${problems.file}, ${describeRows(found)}: same features and decision as an earlier row; ` +
        "kept, as different people may be alike",
      found,
    );
  }
  if (contradictions > 0) {
    const found = { count: contradictions, rows: contradictionRows };
    problems.add(
      "warning",
      "ROWS_CONTRADICT",
      `${problems.file}, ${describeRows(found)}: the same features as another of these rows but ` +
        `${classes === 2 ? "the other" : "another"} decision; no rule on these columns can explain both`,
      found,
    );
  }
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
