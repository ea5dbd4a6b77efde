import type { Decisions } from "./decisions.js";
import type { CompletedLetters } from "./letter-draft.js";
import { nearestName } from "./nearest-name.js";
import { listValues, noSightings, type ProblemList, plural, type Sightings, sight } from "./problem.js";
import type { CategoryColumn, NumberColumn } from "./table.js";

/** Fewer changed values say nothing about what a column means. */
const LEAST_CHANGES = 3;
/** Share of the values of a field that must look like something else. */
const MOST = 0.5;

/** Numbers beyond people's by less than this share of their range are told, and warned of only when further away. */
const NEAR = 0.5;

/** Warns of new values that nobody in the decisions has, and of numbers that look like another form. */
export function checkPlausible(letters: CompletedLetters, decisions: Decisions, problems: ProblemList): void {
  for (const [f, column] of letters.table.columns.entries()) {
    const own = decisions.observations.columns[f];
    const words =
      column.type === "number" && own?.type === "number"
        ? oddNumbers(column, own, letters)
        : column.type === "category" && own?.type === "category"
          ? oddCategories(column, own, letters)
          : null;
    if (words === null) continue;
    const { found, said, isForm, isNear } = words;
    const code = isForm ? "LETTER_LOOKS_LIKE_OTHER_FORM" : "LETTER_VALUE_UNUSUAL";
    problems.report(isNear ? "note" : "warning", code, { column: column.name, ...found }, said(decisions.file));
  }
}

interface Odd {
  readonly found: Sightings;
  /** The words, given what the decisions file is called. */
  readonly said: (file: string) => string;
  /** Whether the numbers seem to mean something else. */
  readonly isForm: boolean;
  /** Whether the numbers are not far from what people have. */
  readonly isNear: boolean;
}

/** Numbers beyond what anybody has; where most are, and would fit as differences or as new values, that they may be. */
function oddNumbers(column: NumberColumn, own: NumberColumn, { letterOf, rowNumbers }: CompletedLetters): Odd | null {
  const { least, most } = extent(own.values);
  if (!(least <= most)) return null;
  const margin = NEAR * (most - least);
  let isNear = true;
  const outside = noSightings();
  let changes = 0;
  let likeDifferences = 0;
  let likeValues = 0;
  for (const [k, person] of letterOf.entries()) {
    const value = column.values[k]!;
    const before = person < 0 ? Number.NaN : own.values[person]!;
    if (Number.isNaN(value) || value === before) continue;
    changes++;
    if (value >= least && value <= most) continue;
    sight(outside, rowNumbers[k]!, String(value));
    isNear &&= isWithin(value, least - margin, most + margin);
    const step = value - before;
    if (isWithin(before + value, least, most) && Math.abs(value) < Math.abs(before)) likeDifferences++;
    if (isWithin(step, least, most) && Math.abs(step) < Math.abs(value)) likeValues++;
  }
  if (outside.count === 0) return null;
  const { name } = column;
  const range = `${least} to ${most}`;
  const isMost = (count: number) => changes >= LEAST_CHANGES && count > MOST * changes;
  const asks = `${plural(outside.count, "letter")} ${outside.count === 1 ? "asks" : "ask"} for ${name}`;
  const beyond = (file: string) => `${asks} ${listValues(outside.cells, 3)}, which nobody in ${file} has (${range})`;
  if (isMost(likeDifferences)) {
    const words = "They look like differences to the old values: if they are, name the column 'difference'";
    return { found: outside, said: (file) => `${beyond(file)}. ${words}`, isForm: true, isNear: false };
  }
  if (isMost(likeValues)) {
    const words = "The changes look like new values: if they are, name the column 'new_value'";
    return { found: outside, said: (file) => `${beyond(file)}. ${words}`, isForm: true, isNear: false };
  }
  return { found: outside, said: (file) => `${beyond(file)}. Check the numbers and their unit`, isForm: false, isNear };
}

function isWithin(value: number, least: number, most: number): boolean {
  return value >= least && value <= most;
}

function extent(values: Float64Array): { readonly least: number; readonly most: number } {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return { least, most };
}

/** Categories that nobody has, with the one that was probably meant. */
function oddCategories(
  column: CategoryColumn,
  own: CategoryColumn,
  { letterOf, rowNumbers }: CompletedLetters,
): Odd | null {
  const known = new Set(own.levels);
  const found = noSightings();
  for (const k of letterOf.keys()) {
    const level = column.levels[column.codes[k]!];
    if (level !== undefined && !known.has(level)) sight(found, rowNumbers[k]!, level);
  }
  if (found.count === 0) return null;
  const [first = ""] = found.cells;
  const near = first.length > 60 ? null : nearestName(first, own.levels);
  const meant = near === null ? "Check the words" : `Did you mean '${near}'?`;
  return {
    found,
    said: (file) => `nobody in ${file} has the ${column.name} ${listValues(found.cells, 5)}. ${meant}`,
    isForm: false,
    isNear: false,
  };
}
