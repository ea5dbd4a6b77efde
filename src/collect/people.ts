import { unwrittenWords } from "../document/csv.js";
import { AuditError } from "../errors.js";
import { asGiven, PLAIN_READING } from "../input/column-style.js";
import { inspectTable, type TableSource } from "../input/csv.js";
import type { DecisionsOptions } from "../input/decisions-options.js";
import type { FeatureSchema } from "../input/evidence.js";
import { listValues, problemList, throwFirstError } from "../input/problem.js";
import type { RawTable } from "../input/raw-table.js";
import { guessId, nameColumns } from "../input/roles.js";
import type { Table } from "../input/table.js";
import { MISSING_MARKERS, type ReadColumn, readColumn, toColumn } from "../input/values.js";
import { withDefaults } from "../options.js";

/**
 * What the columns of a people file are for: of the id only that it is not sent (without one, the row), ignored columns
 * are kept but not sent, and a letter must leave immutable ones alone.
 */
export type PeopleOptions = Pick<
  DecisionsOptions,
  "id" | "ignore" | "immutable" | "types" | "missing" | "delimiter" | "file"
>;

export interface People {
  readonly file: string;
  /** Columns that are sent, in file order. */
  readonly features: readonly FeatureSchema[];
  /** One row per person, features only. */
  readonly table: Table;
  /** One per person, all different. */
  readonly ids: readonly string[];
  /** Name of the id column; one that the file does not have when the rows were numbered. */
  readonly idName: string;
  /** Everything in the file, as written. */
  readonly raw: RawTable;
}

const DEFAULTS: Required<PeopleOptions> = {
  id: null,
  ignore: [],
  immutable: [],
  types: {},
  missing: MISSING_MARKERS,
  delimiter: null,
  file: "people",
};

export function readPeople(rows: TableSource, given: PeopleOptions = {}): People {
  const options = withDefaults("people", DEFAULTS, given);
  const { file } = options;
  const problems = problemList(file);
  const { table, problems: csvProblems } = inspectTable(rows, options);
  throwFirstError(csvProblems);
  if (table === null) throw new Error("a CSV text without errors has a table");
  refuseUnwritten(table, file);
  const columns = nameColumns(table, { ignored: new Set(options.ignore), skip: [] }, problems);
  throwFirstError(problems.all);
  const named = [...options.ignore, ...options.immutable, ...Object.keys(options.types)];
  for (const name of options.id === null ? named : [options.id, ...named]) {
    if (columns.has(name)) continue;
    const message = `${file} has no column '${name}'. Its columns are ${listValues([...columns.keys()], 30)}`;
    throw new AuditError("COLUMN_UNKNOWN", message, { file, column: name });
  }
  const ignored = new Set(options.ignore);
  const id = options.id ?? guessId(columns, ignored, problems);
  const markers = new Set(options.missing);
  const asWritten = asGiven(PLAIN_READING); // what is sent is what the file says
  const read = [...columns]
    .filter(([name]) => name !== id && !ignored.has(name))
    .map(([name, column]) => readColumn(column, markers, options.types[name], asWritten));
  for (const column of read) refuseTexts(column, file);
  if (read.length === 0) {
    throw new AuditError("NO_FEATURES", `${file} has no column left to send. Ignore fewer columns (--ignore)`, {
      file,
    });
  }
  return {
    file,
    features: read.map(({ raw, type }) => ({ name: raw.name, type, immutable: options.immutable.includes(raw.name) })),
    table: { rows: table.rows, columns: read.map(toColumn) },
    ids: id === null ? Array.from(table.rowNumbers, (row) => `row-${row}`) : readIds(table, id, file),
    idName: id ?? freeName(["id", "person_id", "recast_id"], columns),
    raw: table,
  };
}

/** Everything here is written to decisions.csv again, which other formats have texts for that it cannot carry. */
function refuseUnwritten({ columns }: RawTable, file: string): void {
  for (const { name, levels } of columns) {
    const place = { file, column: name };
    for (const text of [name, ...levels]) {
      const words = unwrittenWords(text);
      if (words === null) continue;
      const message = `${file}, column '${name}': a cell ${words}. Take the character out`;
      throw new AuditError("FILE_NOT_TEXT", message, place);
    }
  }
}

function readIds(table: RawTable, id: string, file: string): readonly string[] {
  const column = table.columns.find(({ name }) => name === id);
  const ids = Array.from(column?.codes ?? [], (code) => column?.levels[code] ?? "");
  const seen = new Set<string>();
  for (const [i, text] of ids.entries()) {
    const place = { file, column: id, row: table.rowNumbers[i] ?? 0 };
    const where = `${file}, row ${place.row}`;
    if (text === "") {
      throw new AuditError("ID_MISSING", `${where}: the id is empty. Add it, or name another id column (--id)`, place);
    }
    if (seen.has(text)) {
      const advice = "Keep one row per person, or name another id column (--id)";
      const message = `${where}: the id '${text}' occurs twice. ${advice}`;
      throw new AuditError("ID_DUPLICATE", message, place);
    }
    seen.add(text);
  }
  return ids;
}

function refuseTexts({ raw, type, numbers, missing }: ReadColumn, file: string): void {
  if (type !== "number") return;
  const bad = raw.levels.filter((_, code) => missing[code] === 0 && !Number.isFinite(numbers[code]!));
  if (bad.length === 0) return;
  const wrong = `${file}, column '${raw.name}': ${listValues(bad)} cannot be read as a number`;
  const message = `${wrong}. Correct the cells, or mark them as missing (--missing)`;
  throw new AuditError("VALUE_UNPARSABLE", message, { file, column: raw.name });
}

function freeName(names: readonly string[], taken: ReadonlyMap<string, unknown>): string {
  const free = names.find((name) => !taken.has(name));
  if (free !== undefined) return free;
  const message = `the answers need an id column, and the names ${names.join(", ")} are taken. Name one (--id)`;
  throw new AuditError("COLUMN_DUPLICATE", message);
}
