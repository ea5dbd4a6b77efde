import type { Decisions } from "./decisions.js";
import { draftOfLetters, type LetterDraft, personLookup, reportStrangers } from "./letter-draft.js";
import { describeRows, listValues, type ProblemList, plural } from "./problem.js";
import type { RawColumn, RawTable } from "./raw-table.js";
import { nameColumns } from "./roles.js";

/** Letters from full rows: a cell that is missing, or a column left out, keeps the person's own value. */
export function lettersFromRows(
  table: RawTable,
  decisions: Decisions,
  idName: string | null,
  ignored: ReadonlySet<string>,
  problems: ProblemList,
): LetterDraft {
  const { file } = table;
  const columns = nameColumns(table, ignored, problems);
  const isMissing = missingTest(decisions);
  checkHeader(columns, decisions, idName, ignored, file, problems);
  const ids = findIds(columns, decisions, idName, file, problems);
  const pairing = pairLetters(table, ids, decisions, isMissing, problems);
  const draft = draftOfLetters(pairing.letterOf, pairing.rowNumbers, decisions, file, problems);
  let kept = 0;
  const keptRows: number[] = [];
  for (const [f, { name }] of decisions.schema.features.entries()) {
    const column = ignored.has(name) ? undefined : columns.get(name);
    if (column === undefined) {
      checkUnpaired(name, pairing, file, problems);
      continue;
    }
    for (let k = 0; k < pairing.source.length; k++) {
      const cell = column.levels[column.codes[pairing.source[k]!]!]!;
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
      `${file}: ${plural(kept, "missing cell")} in letters taken as "unchanged": the person's own value is kept`,
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

function pairLetters(
  table: RawTable,
  ids: RawColumn | null,
  decisions: Decisions,
  isMissing: (cell: string) => boolean,
  problems: ProblemList,
): Pairing {
  const lookup = personLookup(decisions);
  const source: number[] = [];
  const letterOf: number[] = [];
  const strangers: { row: number; id: string }[] = [];
  for (let i = 0; i < table.rows; i++) {
    const id = ids === null ? "" : ids.levels[ids.codes[i]!]!;
    const person = ids === null || isMissing(id) ? -1 : lookup.get(id);
    if (person === undefined) strangers.push({ row: table.rowNumbers[i]!, id });
    else {
      source.push(i);
      letterOf.push(person);
    }
  }
  if (ids !== null) reportStrangers(strangers, ids.name, decisions, table.file, problems);
  const rowNumbers = Int32Array.from(source, (i) => table.rowNumbers[i]!);
  const unpaired = rowNumbers.filter((_, k) => letterOf[k] === -1);
  if (unpaired.length > 0) {
    const found = { count: unpaired.length, rows: Array.from(unpaired.subarray(0, 5)) };
    problems.add(
      "note",
      "LETTER_UNPAIRED",
      ids === null
        ? `${table.file} has no column with person ids: its letters are used, but not as answers to certain people`
        : `${table.file}, column '${ids.name}', ${describeRows(found)}: no id; ` +
            "the letter is used, but not as an answer to a certain person",
      ids === null ? found : { column: ids.name, ...found },
    );
  }
  return { source: Int32Array.from(source), letterOf: Int32Array.from(letterOf), rowNumbers };
}

/** A feature column left out is fine only where the person, and so the person's own value, is known. */
function checkUnpaired(name: string, { letterOf, rowNumbers }: Pairing, file: string, problems: ProblemList): void {
  const rows = rowNumbers.filter((_, k) => letterOf[k] === -1);
  if (rows.length === 0) return;
  problems.add(
    "error",
    "COLUMN_MISSING",
    `${file} has no column '${name}', and without a person id its value cannot be taken from the decisions; ` +
      "add the column or the ids",
    { column: name, count: rows.length, rows: Array.from(rows.subarray(0, 5)) },
  );
}

function checkHeader(
  columns: ReadonlyMap<string, RawColumn>,
  decisions: Decisions,
  idName: string | null,
  ignored: ReadonlySet<string>,
  file: string,
  problems: ProblemList,
): void {
  const known = new Set(decisions.columns.map(({ name }) => name));
  for (const name of columns.keys()) {
    if (known.has(name) || ignored.has(name) || name === idName) continue;
    problems.add(
      "error",
      "LETTER_FIELD_UNKNOWN",
      `${file}, row 1: column '${name}' is not a column of ${decisions.file}; ` +
        `rename it to one of ${listValues([...known], 30)}, or delete it`,
      { column: name, rows: [1] },
    );
  }
}

function findIds(
  columns: ReadonlyMap<string, RawColumn>,
  decisions: Decisions,
  idName: string | null,
  file: string,
  problems: ProblemList,
): RawColumn | null {
  if (idName !== null && !columns.has(idName)) {
    problems.add("error", "COLUMN_UNKNOWN", `${file} has no column '${idName}' (named as id)`, { column: idName });
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
