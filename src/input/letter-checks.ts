import { checkCategoryCount, MOST_CATEGORIES } from "./decision-checks.js";
import type { Decisions } from "./decisions.js";
import type { CompletedLetters } from "./letter-draft.js";
import { describeRows, listValues, type ProblemList, plural } from "./problem.js";
import type { Column } from "./table.js";

/** Warns of letters that are odd as explanations: to accepted people, without a change, or changing the immutable. */
export function checkLetters(letters: CompletedLetters, decisions: Decisions, problems: ProblemList): void {
  const { letterOf, rowNumbers, table } = letters;
  checkNewCategories(letters, decisions, problems);
  const toAccepted: number[] = [];
  const best = (decisions.classes?.length ?? 2) - 1;
  const unchanged: number[] = [];
  const immutable = decisions.schema.features.filter((feature) => feature.immutable);
  const immutableRows = new Map(immutable.map(({ name }): [string, number[]] => [name, []]));
  const sameCell = table.columns.map((column, f) => cellComparison(column, decisions.observations.columns[f]));
  for (let k = 0; k < letterOf.length; k++) {
    const person = letterOf[k]!;
    if (person < 0) continue;
    const row = rowNumbers[k]!;
    if (decisions.decisions[person] === best) toAccepted.push(row);
    let changes = 0;
    for (const [f, { name }] of decisions.schema.features.entries()) {
      if (sameCell[f]?.(k, person)) continue;
      changes++;
      immutableRows.get(name)?.push(row);
    }
    if (changes === 0) unchanged.push(row);
  }
  if (toAccepted.length > 0) {
    const found = { count: toAccepted.length, rows: toAccepted };
    problems.add(
      "warning",
      "LETTER_TO_ACCEPTED",
      `${problems.file}, ${describeRows(found)}: ${plural(found.count, "letter")} to people whose decision was ` +
        `'${decisions.schema.decision.favourable}' already; a letter should answer a rejection`,
      found,
    );
  }
  if (unchanged.length > 0) {
    const found = { count: unchanged.length, rows: unchanged };
    problems.add(
      "warning",
      "LETTER_WITHOUT_CHANGE",
      `${problems.file}, ${describeRows(found)}: the letter changes no feature of the person it answers`,
      found,
    );
  }
  for (const [name, rows] of immutableRows) {
    if (rows.length === 0) continue;
    const found = { count: rows.length, rows };
    problems.add(
      "warning",
      "LETTER_CHANGES_IMMUTABLE",
      `${problems.file}, column '${name}', ${describeRows(found)}: ` +
        `${plural(rows.length, "letter")} ${rows.length === 1 ? "asks" : "ask"} for a change of ` +
        `${listValues([name])}, which was said to be immutable`,
      { column: name, ...found },
    );
  }
}

/** Refuses a feature that only the letters' new values give too many levels. */
function checkNewCategories({ table }: CompletedLetters, decisions: Decisions, problems: ProblemList): void {
  for (const [f, column] of table.columns.entries()) {
    const observed = decisions.observations.columns[f];
    if (column.type !== "category" || observed?.type !== "category" || observed.levels.length > MOST_CATEGORIES)
      continue;
    const levels = new Set([...observed.levels, ...column.levels]);
    checkCategoryCount(column.name, levels.size, `${decisions.file} with ${problems.file}`, problems);
  }
}

/** Whether cell `k` of the letters' column equals cell `person` of the observed one. */
function cellComparison(letters: Column, observed: Column | undefined): (k: number, person: number) => boolean {
  if (letters.type === "number" && observed?.type === "number") {
    return (k, person) => Object.is(letters.values[k]! + 0, observed.values[person]! + 0);
  }
  if (letters.type === "category" && observed?.type === "category") {
    const position = new Map(observed.levels.map((level, code) => [level, code]));
    const recode = letters.levels.map((level) => position.get(level) ?? -2);
    return (k, person) => {
      const code = letters.codes[k]!;
      return (code === -1 ? -1 : recode[code]) === observed.codes[person];
    };
  }
  return () => false;
}
