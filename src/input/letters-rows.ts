import type { Decisions } from "./decisions.js";
import { draftOfLetters, type LetterDraft, type LettersSource, personLookup, reportStrangers } from "./letter-draft.js";
import { describeRows, listValues, type ProblemList, plural } from "./problem.js";
import { cellAt, type RawColumn } from "./raw-table.js";
import { nameColumns } from "./roles.js";

/** Letters from full rows: a cell that is missing, or a column left out, keeps the person's own value. */
export function lettersFromRows(source: LettersSource, problems: ProblemList): LetterDraft {
  const { table, decisions, ignored } = source;
  const columns = nameColumns(table, ignored, problems);
  const isMissing = missingTest(decisions);
  checkHeader(columns, source, problems);
  const pairing = pairLetters(source, findIds(columns, source, problems), problems);
  const draft = draftOfLetters(pairing, decisions, problems);
  let kept = 0;
  const keptRows: number[] = [];
  for (const [f, { name }] of decisions.schema.features.entries()) {
    const column = ignored.has(name) ? undefined : columns.get(name);
    if (column === undefined) {
      checkUnpaired(name, pairing, problems);
      continue;
    }
    for (let k = 0; k < pairing.source.length; k++) {
      const cell = cellAt(column, pairing.source[k]!);
      const row = pairing.rowNumbers[k]!;
      if (!isMissing(cell)) draft.set(k, f, cell, row);
      else if (pairing.letterOf[k]! >= 0 && isPresent(decisions, f, pairing.letterOf[k]!)) {
        kept++;
        keptRows.push(row);
      }
    }
  }
  if (kept > 0) {
    problems.add(
      "note",
      "LETTER_VALUE_MISSING",
      `${problems.file}: ${plural(kept, "missing cell")} in letters taken as "unchanged": ` +
        "the person's own value is kept",
      { count: kept, rows: [...new Set(keptRows)].sort((a, b) => a - b) },
    );
  }
  return draft;
}

/** Whether a cell means "missing" in the decisions file. */
export function missingTest(decisions: Decisions): (cell: string) => boolean {
  const markers = new Set(decisions.missing);
  return (cell) => cell === "" || markers.has(cell);
}

interface Pairing {
  /** Row of the table each letter comes from. */
  readonly source: Int32Array;
  readonly letterOf: Int32Array;
  readonly rowNumbers: Int32Array;
}

function pairLetters({ table, decisions }: LettersSource, ids: RawColumn | null, problems: ProblemList): Pairing {
  const isMissing = missingTest(decisions);
  const lookup = personLookup(decisions);
  const source: number[] = [];
  const letterOf: number[] = [];
  const strangers: { row: number; id: string }[] = [];
  for (let i = 0; i < table.rows; i++) {
    const id = ids === null ? "" : cellAt(ids, i);
    const person = ids === null || isMissing(id) ? -1 : lookup.get(id);
    if (person === undefined) strangers.push({ row: table.rowNumbers[i]!, id });
    else {
      source.push(i);
      letterOf.push(person);
    }
  }
  if (ids !== null) reportStrangers(strangers, ids.name, decisions, problems);
  const rowNumbers = Int32Array.from(source, (i) => table.rowNumbers[i]!);
  const unpaired = rowNumbers.filter((_, k) => letterOf[k] === -1);
  if (unpaired.length > 0) {
    const found = { count: unpaired.length, rows: Array.from(unpaired.subarray(0, 5)) };
    problems.add(
      "note",
      "LETTER_UNPAIRED",
      ids === null
        ? `${problems.file} has no column with person ids: its letters are used, but not as answers to certain people`
        : `${problems.file}, column '${ids.name}', ${describeRows(found)}: no id; ` +
            "the letter is used, but not as an answer to a certain person",
      ids === null ? found : { column: ids.name, ...found },
    );
  }
  return { source: Int32Array.from(source), letterOf: Int32Array.from(letterOf), rowNumbers };
}

/** A feature column left out is fine only where the person, and so the person's own value, is known. */
function checkUnpaired(name: string, { letterOf, rowNumbers }: Pairing, problems: ProblemList): void {
  const rows = rowNumbers.filter((_, k) => letterOf[k] === -1);
  if (rows.length === 0) return;
  problems.add(
    "error",
    "COLUMN_MISSING",
    `${problems.file} has no column '${name}', and without a person id its value cannot be taken from the decisions; ` +
      "add the column or the ids",
    { column: name, count: rows.length, rows: Array.from(rows.subarray(0, 5)) },
  );
}

function checkHeader(
  columns: ReadonlyMap<string, RawColumn>,
  { decisions, idName, ignored }: LettersSource,
  problems: ProblemList,
): void {
  const known = new Set(decisions.columns.map(({ name }) => name));
  for (const name of columns.keys()) {
    if (known.has(name) || ignored.has(name) || name === idName) continue;
    problems.add(
      "error",
      "LETTER_FIELD_UNKNOWN",
      `${problems.file}, row 1: column '${name}' is not a column of ${decisions.file}; ` +
        `rename it to one of ${listValues([...known], 30)}, or delete it`,
      { column: name, rows: [1] },
    );
  }
}

function findIds(
  columns: ReadonlyMap<string, RawColumn>,
  { decisions, idName }: LettersSource,
  problems: ProblemList,
): RawColumn | null {
  if (idName !== null && !columns.has(idName)) {
    problems.add("error", "COLUMN_UNKNOWN", `${problems.file} has no column '${idName}' (named as id)`, {
      column: idName,
    });
    return null;
  }
  if (decisions.ids === null) return null;
  return columns.get(idName ?? decisions.schema.id ?? "") ?? null;
}

function isPresent(decisions: Decisions, feature: number, person: number): boolean {
  const column = decisions.observations.columns[feature];
  if (column === undefined) return false;
  return column.type === "number" ? !Number.isNaN(column.values[person]) : column.codes[person] !== -1;
}
