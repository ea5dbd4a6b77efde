import type { Decisions } from "./decisions.js";
import { DECISION_NAMES, plainName } from "./guess-words.js";
import { UNCHANGED } from "./letter-cells.js";
import type { LettersSource } from "./letter-header.js";
import { listValues, noSightings, type ProblemList, plural, sight } from "./problem.js";
import { cellAt, type RawColumn } from "./raw-table.js";
import { matchValue } from "./roles.js";
import { missingTest, parseNumber } from "./values.js";

/** Names under which libraries save what their model says about a counterfactual. */
const OUTCOME_NAMES: readonly string[] = [
  ...DECISION_NAMES,
  ..."label target class outcome prediction predicted y y_pred pred".split(" "),
];

type Columns = ReadonlyMap<string, RawColumn>;

/**
 * The column of full rows that says what each of them leads to: as a library names it, named as the decision is, or one
 * that the decisions do not have, by its name and its cells. Null without one; with more than two classes it is read
 * elsewhere.
 */
export function outcomeColumn(columns: Columns, { table, decisions, ignored }: LettersSource): RawColumn | null {
  if (decisions.classes !== null) return null;
  const { features, decision } = decisions.schema;
  const usable = (name: string | null) => (name === null || ignored.has(name) ? null : (columns.get(name) ?? null));
  const named = usable(table.library?.outcome ?? null);
  if (named !== null && !features.some(({ name }) => name === named.name)) return named;
  const own = usable(decision.column);
  if (own !== null) return own;
  const known = new Set(decisions.columns.map(({ name }) => name));
  const others = [...columns.values()].filter(({ name }) => !known.has(name) && !ignored.has(name));
  const isOutcome = (column: RawColumn) => {
    const sides = meanings(column, decisions);
    return OUTCOME_NAMES.includes(plainName(column.name)) && sides?.some((side) => side !== null);
  };
  return others.find(isOutcome) ?? null;
}

/**
 * Marks the rows that are no letters: their own model still refuses them, or they are empty, as a library leaves what
 * it did not find. Reports how many; an error where none is left.
 */
export function failedRows(
  columns: Columns,
  source: LettersSource,
  people: Int32Array,
  problems: ProblemList,
): Uint8Array {
  const { table, decisions } = source;
  const failed = emptyRows(columns, source);
  // beside reasons, an empty row or a refusal is a notice, which says no more than its reason
  const isNotice = source.reasons !== null;
  const empty = noSightings();
  for (const [i, row] of table.rowNumbers.entries()) if (failed[i] === 1) sight(empty, row);
  const isAll = empty.count === table.rows;
  const which = isAll ? "no row has" : `${plural(empty.count, "row")} without`;
  const without = `${which} a value, as where a library found nothing`;
  const severity = isAll ? "error" : "warning";
  if (!isNotice) problems.report(severity, "LETTER_FAILED", empty, isAll ? without : `${without}; left out`);
  const outcome = outcomeColumn(columns, source);
  if (outcome === null) return failed;
  const sides = meanings(outcome, decisions);
  if (sides === null) {
    if (table.library?.outcome === outcome.name && outcome.levels.length > 1)
      reportUnclear(outcome, decisions, problems);
    return failed;
  }
  const isTurned = sides.some((side) => side === "code 0" || side === "code 1") && codesAreTurned(source, people);
  const refused = noSightings();
  let left = 0;
  for (const [i, row] of table.rowNumbers.entries()) {
    if (failed[i] === 1) continue;
    const side = sides[outcome.codes[i]!] ?? null;
    const isGood = side === null || side === "favourable" || side === (isTurned ? "code 0" : "code 1");
    if (isGood) left++;
    else {
      failed[i] = 1;
      sight(refused, row, cellAt(outcome, i));
    }
  }
  if (!isNotice) reportRefused({ column: outcome.name, ...refused }, { left, decisions }, problems);
  return failed;
}

type Meaning = "favourable" | "unfavourable" | "code 0" | "code 1" | null;

/** What each level of an outcome column means, null for a missing one; null where some cannot be told. */
function meanings({ levels }: RawColumn, { schema, missing }: Decisions): readonly Meaning[] | null {
  const isMissing = missingTest(missing);
  const { favourable, unfavourable } = schema.decision;
  const isWord = (level: string, side: string) => matchValue(level, [side, ...side.split(" or ")]) !== null;
  const inWords = levels.map((level): Meaning | undefined => {
    if (isMissing(level)) return null;
    if (isWord(level, favourable)) return "favourable";
    return isWord(level, unfavourable) || level === UNCHANGED ? "unfavourable" : undefined;
  });
  if (inWords.every((side) => side !== undefined)) return inWords;
  const asCodes = levels.map((level): Meaning | undefined => {
    if (isMissing(level)) return null;
    if (level === UNCHANGED) return "unfavourable";
    const code = codeOf(level);
    return code === undefined ? undefined : code === 1 ? "code 1" : "code 0";
  });
  return asCodes.every((side) => side !== undefined) ? asCodes : null;
}

/** 0 or 1; a probability is the nearer of the two, and a truth value 1 where it is true. */
function codeOf(cell: string): 0 | 1 | undefined {
  const lower = cell.toLowerCase();
  const value = lower === "true" ? 1 : lower === "false" ? 0 : parseNumber(cell);
  if (value === undefined || value < 0 || value > 1) return undefined;
  return value >= 0.5 ? 1 : 0;
}

/** Whether 0 is the favourable code: the library's model gives it to the people who were accepted. */
function codesAreTurned({ table, decisions }: LettersSource, people: Int32Array): boolean {
  const { library } = table;
  const column = library?.start.find(({ name }) => name === library.outcome);
  if (column === undefined) return false;
  let agreeing = 0;
  for (const [i, person] of people.entries()) {
    const code = codeOf(cellAt(column, i));
    if (person >= 0 && code !== undefined) agreeing += code === decisions.decisions[person] ? 1 : -1;
  }
  return agreeing < 0;
}

/** Rows in which every column that is a feature is empty. */
function emptyRows(columns: Columns, { table, decisions, ignored }: LettersSource): Uint8Array {
  const isMissing = missingTest(decisions.missing);
  const fields = decisions.schema.features.flatMap(({ name }) => (ignored.has(name) ? [] : (columns.get(name) ?? [])));
  // one NaN alone is a value to refuse
  const isNothing = (level: string) => isMissing(level) || (fields.length > 1 && level.toLowerCase() === "nan");
  const isEmpty = fields.map(({ levels }) => levels.map(isNothing));
  return Uint8Array.from({ length: table.rows }, (_, i) =>
    fields.length > 0 && fields.every(({ codes }, c) => isEmpty[c]?.[codes[i]!] === true) ? 1 : 0,
  );
}

function reportUnclear({ name, levels }: RawColumn, { schema, file }: Decisions, problems: ProblemList): void {
  const { favourable, unfavourable } = schema.decision;
  const words =
    `which of ${listValues(levels, 5)} is ${listValues([favourable])} in ${file}? ` +
    `Write ${listValues([favourable])} and ${listValues([unfavourable])}, or 1 and 0, or leave the column unread to ` +
    "use every row (--letters-ignore)";
  problems.report("error", "LETTER_OUTCOME_UNCLEAR", { column: name }, words);
}

function reportRefused(
  refused: ReturnType<typeof noSightings> & { readonly column: string },
  { left, decisions }: { readonly left: number; readonly decisions: Decisions },
  problems: ProblemList,
): void {
  const { favourable, unfavourable } = decisions.schema.decision;
  const means = listValues([unfavourable]);
  const ends = refused.count === 1 ? "ends" : "end";
  const rows = `${plural(refused.count, "row")} ${ends} in ${listValues(refused.cells, 3)}`;
  if (left > 0) {
    const words = `${rows}, which is ${means}, so the change does not lead to ${listValues([favourable])}; left out`;
    problems.report("warning", "LETTER_FAILED", refused, words);
    return;
  }
  const words =
    `every row ends in ${listValues(refused.cells, 3)}, which is ${means}, so no letter leads to ` +
    `${listValues([favourable])}. If the column has the decision that people got, leave it unread (--letters-ignore)`;
  problems.report("error", "LETTER_FAILED", refused, words);
}
