import { gzipSync } from "node:zlib";
import { RANGE_READINGS } from "../../src/input/column-style.js";
import type { DecisionsOptions } from "../../src/input/decisions-options.js";
import { rowsOf, textIn } from "../../src/input/file-rows.js";
import { NUMBER_STYLES } from "../../src/input/number-style.js";
import type { Problem } from "../../src/input/problem.js";
import { cellAt, type RawRows, type RawTable } from "../../src/input/raw-table.js";
import type { FileReading } from "../../src/input/reading.js";
import type { Column, Table } from "../../src/input/table.js";
import type { Random } from "../../src/math/random.js";
import { encode, must } from "./fuzzing.js";
import { chance, junkText, mutatedBytes, mutatedText, pick, times } from "./mutations.js";

const NAMES = ["id", "income", "debt", "city", "approved", "w", "field", "new_value", "__proto__", "", "a b", "é"];
const WORDS = ["Ulm", "Bonn", "x", "?", "", "NA", " a ", "1,5", 'say "so"', "é", "=1+1", "a\nb", "\u00a0", "'"];
const NUMBERS = ["", "?", "5e-324", "1e100", "-0", "+7", "1.", ".5", "1e3", "007", "2.50", "1e-400"];
const CELLS = [
  ...["yes", "no", "1", "0", "2.5", "-3e2", "?", "", "NA", "Infinity", "NaN", "1e999", "1e100", "5e-324", "x"],
  ...["Ulm", " p1 ", "1,5", '"', "1 000", "1.234,5", "12%", "+3", "-", "0x10", "1e", "sep=;"],
  ...["€ 1.234,50", "$5", "1,234", "18-24", ">60%", "31.12.2019", "01/02/2020", "(5)", "\u22123", "45k", "1'000"],
];

/** What is put into a text of cells. */
export const CELL_EDITS = [...CELLS, ...[",", "\n", "\r\n", "\r", '"', ";", "\0", "\uFEFF", ",,", '""', "\t", "\n\n"]];

export interface WrittenTable {
  readonly header: readonly string[];
  readonly lines: readonly (readonly string[])[];
  readonly delimiter: string;
  readonly text: string;
}

/** A table of cells, mostly well-formed, with a decision column that is often binary; written as CSV. */
export function randomTable(random: Random): WrittenTable {
  const names = NAMES.filter(() => chance(random, 0.35));
  const header = names.includes("approved") ? names : [...names, "approved"];
  const values = pick(random, [
    ["yes", "no"],
    ["yes", "no"],
    ["yes", "no"],
    ["yes", "yes", "no", "no", "", "2"],
  ]);
  const columns = header.map((name) => (name === "id" ? null : randomCells(random)));
  const lines = times(10 + random.integer(21), (i) =>
    header.map((name, j) => {
      if (name === "approved") return pick(random, values);
      const cells = columns[j] ?? null;
      return cells === null ? `p${i}` : cells[i % cells.length]!;
    }),
  );
  return writeTable(random, header, lines);
}

/** A table that no reader of decisions may refuse: both decisions, ids, and columns of numbers or of words. */
export function wholeTable(random: Random): WrittenTable {
  const names = ["income", "debt", "city", "a b", "é", "constructor", "__proto__"].filter(() => chance(random, 0.5));
  const words = WORDS.filter((word) => word.trim() !== "");
  const number = () => (chance(random, 0.1) ? "" : String((random.uniform() - 0.5) * 10 ** (random.integer(40) - 20)));
  const columns = ["income", ...names.filter((name) => name !== "income")];
  const lines = times(14 + random.integer(17), (i) => [
    `p${i}`,
    ...columns.map((name) => (name === "income" || name === "debt" ? number() : pick(random, words))),
    i < 12 ? (i % 2 === 0 ? "yes" : "no") : pick(random, ["yes", "no"]),
  ]);
  return writeTable(random, ["id", ...columns, "approved"], lines);
}

export function judgeWritten({ columns, rows }: RawTable, written: readonly (readonly string[])[]): void {
  const [header = [], ...lines] = written;
  must(
    sameList(
      columns.map(({ name }) => name),
      header,
    ),
    "columns are named as written",
  );
  must(rows === lines.length, "there are as many rows as were written");
  for (const [j, column] of columns.entries()) {
    for (const [i, line] of lines.entries()) must(cellAt(column, i) === line[j], "each cell is as it was written");
  }
}

function randomCells(random: Random): string[] {
  const kind = random.integer(9);
  const size = 2 + random.integer(23);
  if (kind < 4) return times(size, () => randomNumber(random));
  if (kind < 8) return times(1 + random.integer(12), () => pick(random, WORDS));
  return times(1 + random.integer(12), () => (chance(random, 0.2) ? junkText(random, 6) : pick(random, CELLS)));
}

function randomNumber(random: Random): string {
  const kind = random.integer(17);
  if (kind === 0) return pick(random, NUMBERS);
  if (kind < 9) return String(random.integer(105) - 5);
  return String((random.uniform() - 0.5) * 10 ** (random.integer(200) - 100));
}

function writeTable(random: Random, header: readonly string[], lines: readonly (readonly string[])[]): WrittenTable {
  const delimiter = pick(random, [",", ";", "\t", "|"]);
  const newline = pick(random, ["\n", "\n", "\r\n", "\r"]);
  const isQuoted = chance(random, 0.3);
  const quote = (cell: string) =>
    isQuoted || /[",;\t|\r\n]/.test(cell) || cell !== cell.trim() ? `"${cell.replaceAll('"', '""')}"` : cell;
  const written = [header, ...lines].map((line) => line.map(quote).join(delimiter));
  const end = chance(random, 0.5) ? newline : "";
  return { header, lines, delimiter, text: `${chance(random, 0.1) ? "\uFEFF" : ""}${written.join(newline)}${end}` };
}

/** The cells of a table as a reader must give them: trimmed, lines of nothing but one blank cell left out. */
export function cellsWritten({ header, lines }: WrittenTable): string[][] {
  const trimmed = [header, ...lines].map((line) => line.map((cell) => cell.trim()));
  return trimmed.filter((line) => line.length > 1 || line[0] !== "");
}

/** A text as a file may hold it: as it is, in UTF-16, in Latin-1, gzipped, or with damaged bytes. */
export function asFile(random: Random, text: string): Uint8Array {
  const kind = random.integer(24);
  if (kind === 0) return new Uint8Array(gzipSync(encode(text), { level: 1 }));
  if (kind === 1) return mutatedBytes(random, new Uint8Array(gzipSync(encode(text), { level: 1 })));
  if (kind === 2) return utf16(text, chance(random, 0.5));
  if (kind === 3) return Uint8Array.from(text, (character) => character.charCodeAt(0) & 0xff);
  return kind === 4 ? mutatedBytes(random, encode(text)) : encode(text);
}

function utf16(text: string, little: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(2 * text.length + 2));
  view.setUint16(0, 0xfeff, little);
  for (let k = 0; k < text.length; k++) view.setUint16(2 + 2 * k, text.charCodeAt(k), little);
  return new Uint8Array(view.buffer);
}

/** A random table, a damaged one, a damaged `sample`, or no table. */
export function randomText(random: Random, sample: string): string {
  const kind = random.integer(10);
  if (kind < 4) return mutatedText(random, sample, CELL_EDITS);
  if (kind < 6) return mutatedText(random, randomTable(random).text, CELL_EDITS);
  return kind < 7 ? junkText(random, 120) : randomTable(random).text;
}

/** Roles for some columns of a table, mostly such that a file could have them. */
export function randomRoles(random: Random, header: readonly string[]): DecisionsOptions {
  const others = header.filter((name) => name !== "" && name !== "approved" && name !== "id");
  const some = (names: readonly string[]) => names.filter(() => chance(random, 0.2));
  if (chance(random, 0.8)) {
    const types = some(others).map((name) => [name, pick(random, ["number", "category"] as const)] as const);
    const roles = { sensitive: some(others), ignore: some(others), immutable: some(others) };
    const numbers = some(others).map((name) => [name, pick(random, NUMBER_STYLES)] as const);
    const ranges = some(others).map((name) => [name, pick(random, RANGE_READINGS)] as const);
    return {
      ...roles,
      ...(chance(random, 0.2) && { types: Object.fromEntries(types) }),
      ...(chance(random, 0.2) && { numbers: Object.fromEntries(numbers) }),
      ...(chance(random, 0.2) && { ranges: Object.fromEntries(ranges) }),
    };
  }
  const any: Record<string, unknown> = {
    decision: pick(random, ["approved", "approved", "city"]),
    favourable: pick(random, ["yes", "yes", "no", "1"]),
    id: pick(random, ["id", "id", "debt"]),
    weight: "w",
    outcome: pick(random, ["city", "debt"]),
    missing: some(["?", "x", "no", "0"]),
    delimiter: pick(random, [",", ";"]),
    header: chance(random, 0.5),
    skip: some(["broken", "copies", "repeated", "unmatched", "unreadable"]),
    encoding: "latin-1",
    classes: pick(random, [
      ["no", "yes"],
      ["no", "2", "yes"],
    ]),
  };
  return Object.fromEntries(Object.entries(any).filter(() => chance(random, 0.25)));
}

/** The rows of a case's file; refuses as the reader of files does. */
export async function rowsIn(bytes: Uint8Array, options: FileReading): Promise<string | RawRows> {
  const { rows } = await rowsOf(bytes, "file.csv", undefined, options);
  return textIn(rows) ?? (rows as RawRows);
}

/** A record of a text, and its row as a spreadsheet counts it. */
interface StrictRecord {
  readonly row: number;
  readonly cells: readonly string[];
}

/**
 * The records of a text that is CSV to the letter (RFC 4180, any delimiter, one kind of line end): an independent
 * reader of twenty lines. Null for any other text, on which readers may differ.
 */
export function strictRecords(text: string, delimiter: string): StrictRecord[] | null {
  const body = text.replace(/^\uFEFF/, "").replace(/[\r\n]+$/, "");
  if (/\0|\uFFFD|^"?sep=/i.test(body) || delimiter.length !== 1) return null;
  let newline = ""; // the first one decides
  const records: StrictRecord[] = [];
  let cells: string[] = [];
  for (let at = 0, row = 1; ; ) {
    let cell = "";
    if (body[at] === '"') {
      for (at++; ; at++) {
        if (at >= body.length) return null;
        if (body[at] === '"' && body[++at] !== '"') break;
        cell += body[at];
      }
    } else {
      const start = at;
      while (at < body.length && body[at] !== delimiter && body[at] !== "\n" && body[at] !== "\r") at++;
      cell = body.slice(start, at);
      if (cell.includes('"')) return null;
    }
    cells.push(cell.trim());
    if (at < body.length && body[at] === delimiter) {
      at++;
      continue;
    }
    newline ||= body.startsWith("\r\n", at) ? "\r\n" : (body[at] ?? "");
    if (at < body.length && (!/^[\r\n]/.test(newline) || !body.startsWith(newline, at))) return null;
    if (cells.length > 1 || cells[0] !== "") records.push({ row, cells });
    if (at >= body.length) return records;
    [at, row, cells] = [at + newline.length, row + 1, []];
  }
}

/** The cells a reader took from a text must be the ones that are there. */
export function judgeCells(text: string | RawRows, table: RawTable, hasHeader: boolean): StrictRecord[] | null {
  const records = typeof text === "string" ? strictRecords(text, table.delimiter) : null;
  if (records === null) return null;
  const above = hasHeader ? titlesAbove(records, table) : 0;
  const [first, ...others] = records.slice(above);
  const names = hasHeader ? (first?.cells ?? []) : (first?.cells ?? []).map((_, j) => `column ${j + 1}`);
  must(
    sameList(
      table.columns.map(({ name }) => name),
      names,
    ),
    "columns are named as in the first row, or the first below short lines",
  );
  const width = names.length;
  const rows = (hasHeader ? others : records).filter(({ cells }) => cells.length === width);
  must(
    sameList(
      [...table.rowNumbers],
      rows.map(({ row }) => row),
    ),
    "rows are counted as in the file",
  );
  for (const [j, { codes, levels }] of table.columns.entries()) {
    for (const [i, { cells }] of rows.entries()) must(levels[codes[i]!] === cells[j], "each cell is as written");
  }
  return rows;
}

/** The lines above the row that names the columns, if they are all at most half as wide; otherwise 0. */
function titlesAbove(records: readonly StrictRecord[], { columns }: RawTable): number {
  const isHeader = ({ cells }: StrictRecord) =>
    sameList(
      columns.map(({ name }) => name),
      cells,
    );
  const place = records.slice(0, 6).findIndex(isHeader);
  const isShort = ({ cells }: StrictRecord) => 2 * cells.length <= columns.length;
  return records.slice(0, Math.max(0, place)).every(isShort) ? Math.max(0, place) : 0;
}

export function sameList<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((item, k) => Object.is(item, b[k]));
}

/** Whether anybody could read a cell as this number. */
export function couldBe(cell: string, value: number): boolean {
  const isNear = (one: number) => Math.abs(one - value) <= 1e-9 * Math.abs(one);
  return value === Number(cell) || possibleNumbers(cell).some(isNear);
}

/** Every number that anybody could see in a cell, whatever its marks mean: a number, the middle of two, a date. */
function possibleNumbers(cell: string): number[] {
  const parts = cell.match(/\d[\d.,' \u00a0\u202f]*(?:[eE][+-]?\d+)?/g) ?? [];
  const factor = /\dk|\d k/i.test(cell) ? 1e3 : /\d ?M/.test(cell) ? 1e6 : 1;
  const seen = parts.map((part) => {
    const whole = Number(part.replace(/[^\d]/g, ""));
    const last = Math.max(part.lastIndexOf("."), part.lastIndexOf(","));
    const [before, after] = [part.slice(0, last), part.slice(last + 1)].map((side) => side.replace(/[^\d]/g, ""));
    const decimal = last === -1 ? whole : Number(`${before}.${after}`);
    return [whole, decimal, Number(part)].flatMap((size) => [size, -size, size * factor, -size * factor]);
  });
  const [first = [], second = []] = seen;
  const middles = first.flatMap((a) => second.map((b) => (a + b) / 2));
  const [a = 0, b = 0, c = 0] = (cell.match(/\d+/g) ?? []).map(Number);
  const dates = [Date.UTC(a, b - 1, c), Date.UTC(c, b - 1, a), Date.UTC(c, a - 1, b)].map((time) => time / 86_400_000);
  return [...first, ...second, ...middles, ...dates];
}

/** The value of a typed column in a row must be the cell of that column in the file. */
export function judgeColumn(column: Column, i: number, cell: string, missing: readonly string[]): void {
  const isMissing = cell === "" || missing.includes(cell);
  if (column.type === "number") {
    const value = column.values[i]!;
    must(isMissing ? Number.isNaN(value) : couldBe(cell, value), `'${cell}' was read as ${value}`);
  } else {
    const level = column.levels[column.codes[i]!];
    must(isMissing ? column.codes[i] === -1 : level === cell, `'${cell}' was read as '${level}'`);
  }
}

export function judgeProblems(problems: readonly Problem[]): void {
  for (const { rows, count, message } of problems) {
    must(rows.length <= 5 && rows.every((row) => Number.isSafeInteger(row) && row >= 1), "up to five rows >= 1");
    must(Number.isSafeInteger(count) && count >= 0, "count is whole");
    must(!/\bundefined\b|\[object/.test(message.replace(/'[^']*'|"[^"]*"/g, "")), message);
  }
}

export function judgeTable({ rows, columns }: Table): void {
  for (const column of columns) {
    if (column.type === "number") {
      const { values } = column;
      must(values.length === rows, "a number per row");
      must(
        values.every((value) => Math.abs(value) < 1e101 || Number.isNaN(value)),
        "numbers are finite or missing",
      );
    } else {
      const { codes, levels } = column;
      must(codes.length === rows, "a code per row");
      must(
        codes.every((code) => code >= -1 && code < levels.length),
        "codes are levels or missing",
      );
      must(
        levels.every((level, k) => k === 0 || levels[k - 1]! < level),
        "levels are sorted",
      );
    }
  }
}

/** JSON of a case's options; anything else means none. */
export function optionsIn<T extends object>(bytes: Uint8Array): T {
  try {
    const found: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return (typeof found === "object" && found !== null ? found : {}) as T;
  } catch {
    return {} as T;
  }
}
