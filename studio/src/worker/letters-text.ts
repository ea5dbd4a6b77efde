import { addDecimals } from "../../../src/input/change-cells.js";
import type { Decisions } from "../../../src/input/decisions.js";
import type { RowsFile } from "../../../src/input/file-rows.js";
import { longHeader } from "../../../src/input/letter-header.js";
import type { Letters } from "../../../src/input/letters.js";
import { cellAt, type RawTable } from "../../../src/input/raw-table.js";
import { parseNumber } from "../../../src/input/values.js";

export interface LetterForm {
  readonly form: Letters["form"];
  readonly delimiter: string;
  readonly header: readonly string[];
  /** The column with the person's id; null where letters stand for themselves. */
  readonly id: string | null;
  /** The columns of the long form. */
  readonly field: string | null;
  readonly value: string | null;
  /** Fields whose cells say by how much they change, not to what. */
  readonly differences: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();

/** A letter to be written: the person's id and row as they are, and what is to change. */
export interface LetterToWrite {
  readonly id: string;
  readonly own: ReadonlyMap<string, string>;
  readonly changes: ReadonlyMap<string, string>;
}

/** The form of a letters file that was cut into cells. */
export function formOf(
  table: RawTable,
  decisions: Decisions,
  idName: string | null,
  ignored: readonly string[],
): LetterForm {
  const header = table.columns.map(({ name }) => name);
  const long = longHeader({ table, decisions, idName, ignored: new Set(ignored), skip: [], reasons: null });
  const { delimiter } = table;
  if (long !== null) {
    const numbers = decisions.schema.features.filter(({ type }) => type === "number").map(({ name }) => name);
    const [first] = long.values;
    const differences = first.says === "difference" || first.says === "unclear" ? new Set(numbers) : NONE;
    const columns = { id: long.id.name, field: long.field.name, value: first.column.name };
    return { form: "long", delimiter, header, ...columns, differences };
  }
  const id = decisions.ids === null ? null : (idName ?? decisions.schema.id);
  const found = id !== null && header.includes(id) ? id : null;
  return { form: "rows", delimiter, header, id: found, field: null, value: null, differences: NONE };
}

/** The form of a new letters file: one change per line where people have ids, full rows where not. */
export function newForm({ ids, schema }: Decisions, delimiter = ","): LetterForm {
  const names = schema.features.map(({ name }) => name);
  const [field, value] = ["field", "new_value"];
  if (ids !== null && schema.id !== null && !names.includes(field) && !names.includes(value)) {
    return {
      form: "long",
      delimiter,
      header: [schema.id, field, value],
      id: schema.id,
      field,
      value,
      differences: NONE,
    };
  }
  const header = schema.id === null ? names : [schema.id, ...names];
  return { form: "rows", delimiter, header, id: schema.id, field: null, value: null, differences: NONE };
}

type Lines = Pick<LetterForm, "header" | "delimiter">;

export function headerLine({ header, delimiter }: Lines): string {
  return lineOf(header, delimiter);
}

/** The lines of a letter in the file's form. */
export function linesOf(form: LetterForm, { id, own, changes }: LetterToWrite): string[] {
  const { header, delimiter } = form;
  if (form.form === "rows") {
    const cells = header.map((name) => (name === form.id ? id : (changes.get(name) ?? own.get(name) ?? "")));
    return [lineOf(cells, delimiter)];
  }
  return [...changes].map(([field, value]) => {
    const change = form.differences.has(field) ? differenceText(own.get(field) ?? "", value) : value;
    const cells = header.map((name) =>
      name === form.id ? id : name === form.field ? field : name === form.value ? change : "",
    );
    return lineOf(cells, delimiter);
  });
}

/** The step from one number to another with its sign; the new value as it is where there is none. */
function differenceText(from: string, to: string): string {
  const [old, next] = [parseNumber(from), parseNumber(to)];
  if (old === undefined || next === undefined) return to;
  const step = addDecimals(next, -old);
  return step > 0 ? `+${step}` : String(step);
}

/** The rows of a cut file as lines of the form, columns matched by name; other columns are left out. */
export function linesOfTable(form: Lines, table: RawTable, isKept: (i: number) => boolean = () => true): string[] {
  const columns = form.header.map((name) => table.columns.find((column) => column.name === name));
  const lines: string[] = [];
  for (let i = 0; i < table.rows; i++) {
    if (!isKept(i)) continue;
    const cells = columns.map((column) => (column === undefined ? "" : cellAt(column, i)));
    lines.push(lineOf(cells, form.delimiter));
  }
  return lines;
}

/** The rows of a file as text that can be added to: the file's own, or columns written as CSV. */
export function textOfRows(given: RowsFile["rows"]): string {
  if (typeof given === "string") return given;
  if ("text" in given) return given.text;
  if ("records" in given) return `${given.records.map((record) => lineOf(record, ",")).join("\n")}\n`;
  const { rows, columns } = given;
  const header = lineOf(
    columns.map(({ name }) => name),
    ",",
  );
  const lines = Array.from({ length: rows }, (_, i) =>
    lineOf(
      columns.map((column) => cellAt(column, i)),
      ",",
    ),
  );
  return `${[header, ...lines].join("\n")}\n`;
}

/** The text with the lines after it. */
export function withLines(text: string, lines: readonly string[]): string {
  if (lines.length === 0) return text;
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  const start = text === "" || text.endsWith("\n") ? text : `${text}${newline}`;
  return `${start}${lines.join(newline)}${newline}`;
}

/** Cells as a line of CSV: in quotes where they hold the delimiter, a quote, a new line, or spaces at an end. */
function lineOf(cells: readonly string[], delimiter: string): string {
  const written = cells.map((cell) => {
    const isPlain = !cell.includes(delimiter) && !/["\n\r]/.test(cell) && cell.trim() === cell;
    return isPlain ? cell : `"${cell.replaceAll('"', '""')}"`;
  });
  const line = written.join(delimiter);
  return line === "" ? '""' : line; // an empty line would not be a row
}
