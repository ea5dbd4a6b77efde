import { describe, expect, it } from "vitest";
import { parseDecisions } from "../../src/input/decisions.js";
import { inspectLetters, type LettersOptions, noLettersProblem, parseLetters } from "../../src/input/letters.js";
import type { Column, Table } from "../../src/input/table.js";
import { DECISIONS, errorOf, onlyProblem, withCell } from "./samples.js";

const file = "letters.csv";
const decisions = parseDecisions(DECISIONS, { file: "people.csv", sensitive: ["sex"], immutable: ["sex"] });
const parse = (text: string, options: LettersOptions = {}) => parseLetters(text, decisions, { file, ...options });
const inspect = (text: string, options: LettersOptions = {}) => inspectLetters(text, decisions, { file, ...options });

function cell(column: Column | undefined, i: number): number | string | null {
  if (column?.type === "number") return column.values[i] ?? null;
  return column?.levels[column.codes[i] ?? -1] ?? null;
}

const row = (table: Table, i: number) => table.columns.map((column) => cell(column, i));

describe("letters as full rows", () => {
  it("pairs them by id, whatever the order of columns and rows", () => {
    const letters = parse("city,id,sex,debt,income\nUlm,p3,f,15,2900\nBonn,p1,f,10,2800\n");
    expect(letters).toMatchObject({
      form: "rows",
      rows: 2,
      letterOf: Int32Array.of(2, 0),
      rowNumbers: Int32Array.of(2, 3),
    });
    expect(row(letters.table, 0)).toEqual([2900, 15, "Ulm", "f"]);
    expect(row(letters.table, 1)).toEqual([2800, 10, "Bonn", "f"]);
    expect(letters.problems).toEqual([]);
  });

  it("takes the person's own value for a column or a cell left out", () => {
    const letters = parse("id,income,city\np3,2900,?\np1,2800,Bonn\n");
    expect(row(letters.table, 0)).toEqual([2900, 15, "Ulm", "f"]);
    expect(row(letters.table, 1)).toEqual([2800, 10, "Bonn", "f"]);
    expect(onlyProblem(letters.problems, "LETTER_VALUE_MISSING")).toMatchObject({
      severity: "note",
      count: 1,
      rows: [2],
    });
  });

  it("allows new levels, other known columns and several letters to one person", () => {
    const letters = parse("id,approved,income,debt,city,sex\np1,yes,2800,10,Köln,f\np1,yes,2700,5,Ulm,f\n");
    expect(letters.letterOf).toEqual(Int32Array.of(0, 0));
    expect(row(letters.table, 0)).toEqual([2800, 10, "Köln", "f"]);
  });

  it("uses letters without ids unpaired, with a note", () => {
    const text = "income,debt,city,sex\n2900,15,Ulm,f\n2800,?,Bonn,m\n";
    const letters = parse(text);
    expect(letters.letterOf).toEqual(Int32Array.of(-1, -1));
    expect(row(letters.table, 1)).toEqual([2800, Number.NaN, "Bonn", "m"]);
    expect(onlyProblem(letters.problems, "LETTER_UNPAIRED")).toMatchObject({
      severity: "note",
      count: 2,
      rows: [2, 3],
    });
    const mixed = parse("id,income,debt,city,sex\n,2900,15,Ulm,f\np2,2800,1,Bonn,m\n");
    expect(mixed.letterOf).toEqual(Int32Array.of(-1, 1));
    expect(onlyProblem(mixed.problems, "LETTER_UNPAIRED")).toMatchObject({ count: 1, rows: [2], column: "id" });
  });

  it("refuses letters without ids that lack a feature", () => {
    const error = errorOf(() => parse("income,city,sex\n2900,Ulm,f\n"));
    expect(error).toMatchObject({ code: "COLUMN_MISSING", place: { file, column: "debt", row: 2 } });
    expect(error.message).toContain("letters.csv has no column 'debt'");
  });

  it("names a letter for nobody with file, row and id", () => {
    const error = errorOf(() => parse("id,income\np1,2800\np99,2900\n"));
    expect(error).toMatchObject({ code: "LETTER_WITHOUT_PERSON", place: { file, column: "id", row: 3 } });
    expect(error.message).toContain("letters.csv, column 'id', row 3: nobody in people.csv has the id 'p99'");
  });

  it("leaves out letters to people left out of the decisions", () => {
    const some = parseDecisions(`${DECISIONS}\np13,1,1,Ulm,f,?`, { file: "people.csv" });
    const letters = parseLetters("id,income\np13,3000\np1,2800\n", some, { file });
    expect(letters.letterOf).toEqual(Int32Array.of(0));
    expect(onlyProblem(letters.problems, "LETTER_TO_EXCLUDED")).toMatchObject({
      severity: "warning",
      count: 1,
      rows: [2],
    });
  });

  it("refuses unknown columns unless they are ignored", () => {
    const text = "id,income,letter_text\np1,2800,Dear madam\n";
    const error = errorOf(() => parse(text));
    expect(error).toMatchObject({ code: "LETTER_FIELD_UNKNOWN", place: { file, column: "letter_text", row: 1 } });
    expect(error.message).toContain("people.csv has no column 'letter_text'");
    expect(parse(text, { ignore: ["letter_text"] }).letterOf).toEqual(Int32Array.of(0));
  });

  it.each(["4,000", "lots", "Infinity", "NaN", "+500"])("refuses the number %j with file, column and row", (value) => {
    const error = errorOf(() => parse(`id,income\np1,2800\np2,"${value}"\n`));
    expect(error).toMatchObject({ code: "LETTER_VALUE_UNPARSABLE", place: { file, column: "income", row: 3 } });
    expect(error.message).toContain(`letters.csv, column 'income', row 3: '${value}' is not a decimal number`);
  });

  it("takes an id column under another name", () => {
    expect(parse("case,income\np2,2800\n", { id: "case" }).letterOf).toEqual(Int32Array.of(1));
    expect(errorOf(() => parse("id,income\np2,2800\n", { id: "case" }))).toMatchObject({ code: "COLUMN_UNKNOWN" });
  });
});

describe("letters in the long form", () => {
  it("merges the changes of a person on top of the person's own row", () => {
    const letters = parse("id,field,new_value\np3,income,2900\np1,city,Köln\np3,debt,5\n");
    expect(letters).toMatchObject({
      form: "long",
      rows: 3,
      letterOf: Int32Array.of(2, 0),
      rowNumbers: Int32Array.of(2, 3),
    });
    expect(row(letters.table, 0)).toEqual([2900, 5, "Ulm", "f"]);
    expect(row(letters.table, 1)).toEqual([1000, 10, "Köln", "f"]);
  });

  it("gives the same rows as the full form", () => {
    const full = parse("id,income,debt,city,sex\np3,2900,5,Ulm,f\np1,1000,10,Köln,f\n");
    const long = parse("ID;Feature;New Value;old_value\np3;income;2900;1200\np3;debt;5;15\np1;city;Köln;Ulm\n");
    expect(long.table).toEqual(full.table);
    expect(long.letterOf).toEqual(full.letterOf);
  });

  it.each([
    ["p99,income,1", "LETTER_WITHOUT_PERSON", "id", "nobody in people.csv has the id 'p99'"],
    [",income,1", "ID_MISSING", "id", "no id, so nobody knows who was offered the change"],
    ["p1,salary,1", "LETTER_FIELD_UNKNOWN", "field", "people.csv has no column 'salary'"],
    ["p1,income,much", "LETTER_VALUE_UNPARSABLE", "income", "'much' is not a decimal number"],
    ["p1,income,", "LETTER_VALUE_UNPARSABLE", "new_value", "the new value of 'income' is missing"],
  ])("refuses %s with %s", (line, code, column, message) => {
    const error = errorOf(() => parse(`id,field,new_value\np2,income,2800\n${line}\n`));
    expect(error).toMatchObject({ code, place: { file, column, row: 3 } });
    expect(error.message).toContain(`letters.csv, column '${column}', row 3: ${message}`);
  });

  it("speaks of several values as several", () => {
    const read = (lines: string) =>
      inspect(`id,field,new_value\n${lines}`)
        .problems.map(({ message }) => message)
        .join();
    expect(read("p1,salary,1\np1,wage,1\n")).toContain("people.csv has no columns 'salary' and 'wage'");
    expect(read("p1,income,much\np2,income,more\n")).toContain("'much' and 'more' are not decimal numbers.");
    expect(read("p1,approved,yes\np1,id,p2\n")).toContain("'approved' and 'id' are not features, so");
  });

  it("reads a change stated twice once, and leaves out a change to what is no feature", () => {
    const letters = parse("id,field,new_value\np2,income,2800\np2,income,2800.0\np2,approved,yes\n");
    expect(row(letters.table, 0)[0]).toBe(2800);
    expect(onlyProblem(letters.problems, "LETTER_FIELD_REPEATED")).toMatchObject({ severity: "note", rows: [3] });
    expect(onlyProblem(letters.problems, "LETTER_FIELD_UNUSED")).toMatchObject({ severity: "warning", rows: [4] });
  });

  it.each([
    ["p2,income,2800\np2,income,2700\n", "'income'"],
    ["p2,income,2700\np2,income,2800\n", "'income'"],
    ["p2,city,Ulm\np2,city,Köln\n", "'city'"],
  ])("refuses two different new values for a person, in whichever order: %j", (lines, field) => {
    const error = errorOf(() => parse(`id,field,new_value\n${lines}`));
    expect(error).toMatchObject({ code: "LETTER_CONTRADICTS", place: { file, column: "new_value", row: 3 } });
    expect(error.message).toContain(`row 3: an earlier row gives the same person another new value of ${field}`);
  });

  it("needs the ids of the decisions", () => {
    const anonymous = parseDecisions(DECISIONS.replace("id,", "key,"), { ignore: ["key"] });
    const read = () => parseLetters("id,field,new_value\np1,income,1\n", anonymous, { file });
    expect(errorOf(read)).toMatchObject({ code: "ID_MISSING" });
  });
});

describe("letters with many new categories", () => {
  const rows = Array.from({ length: 2000 }, (_, i) => `p${i},c${i % 900},${i % 7},${i % 2 === 0 ? "yes" : "no"}`);
  const people = parseDecisions(`id,street,years,approved\n${rows.join("\n")}\n`, { file: "people.csv" });
  const letters = (count: number) =>
    `id,street\n${Array.from({ length: count }, (_, i) => `p${2 * i + 1},new ${i}`).join("\n")}\n`;

  it("counts those of the decisions and of the letters together", () => {
    expect(parseLetters(letters(100), people).table.rows).toBe(100);
    const error = errorOf(() => parseLetters(letters(101), people, { file }));
    expect(error).toMatchObject({ code: "TOO_MANY_CATEGORIES", place: { file, column: "street" } });
    expect(error.message).toContain("people.csv with letters.csv, column 'street' has 1001 different values");
  });
});

describe("letters that are odd as explanations", () => {
  it("warns of letters to accepted people, with their number, and keeps them", () => {
    const letters = parse("id,income\np7,9000\np8,9000\np1,2800\n");
    const warning = onlyProblem(letters.problems, "LETTER_TO_ACCEPTED");
    expect(warning).toMatchObject({ severity: "warning", count: 2, rows: [2, 3] });
    expect(warning.message).toContain("2 letters go to people who already got 'yes'");
    expect(letters.letterOf).toEqual(Int32Array.of(6, 7, 0));
  });

  it("sees a new level given to somebody whose own was missing as a change", () => {
    const gaps = parseDecisions(withCell(DECISIONS, 2, "city", "?"));
    expect(parseLetters("id,city\np1,Köln\n", gaps).problems.map(({ code }) => code)).toEqual(["LETTER_VALUE_UNUSUAL"]);
    const same = parseLetters("id,income\np1,1000\np2,2000\n", gaps);
    expect(onlyProblem(same.problems, "LETTER_WITHOUT_CHANGE").rows).toEqual([2]);
  });

  it("warns of letters that change nothing or something immutable", () => {
    const { problems } = inspect("id,income,city,sex\np1,1000.0,Ulm,f\np2,2800,Bonn,f\n");
    expect(onlyProblem(problems, "LETTER_WITHOUT_CHANGE")).toMatchObject({ severity: "warning", rows: [2] });
    expect(onlyProblem(problems, "LETTER_CHANGES_IMMUTABLE")).toMatchObject({ column: "sex", count: 1, rows: [3] });
  });
});

describe("files without letters", () => {
  it("says in plain words what is lost", () => {
    const { message, ...warning } = noLettersProblem();
    expect(warning).toMatchObject({ severity: "warning", code: "NO_LETTERS", file: null });
    expect(message).toContain("there are no letters, so the model is rebuilt from the decisions alone");
  });

  it("works with a header alone, and refuses an empty file", () => {
    const letters = parse("id,income\n");
    expect(letters.table.rows).toBe(0);
    expect(onlyProblem(letters.problems, "NO_LETTERS")).toMatchObject({ severity: "warning", file });
    expect(errorOf(() => parse(""))).toMatchObject({ code: "FILE_EMPTY", place: { file } });
  });

  it.each([
    ["ROW_RAGGED", "id,income\np1\n"],
    ["QUOTE_UNCLOSED", 'id,income\n"p1,1\n'],
    ["COLUMN_DUPLICATE", "id,income,income\np1,1,2\n"],
    ["COLUMN_DUPLICATE", "id,field,new_value,new_value\np1,income,1,2\n"],
    ["FILE_NOT_TEXT", "id,income\n\0,1\n"],
  ])("refuses the text with %s", (code, text) => {
    expect(errorOf(() => parse(text))).toMatchObject({ code, place: { file } });
    expect(onlyProblem(inspect(text).problems, code).severity).toBe("error");
  });

  it("refuses unknown options", () => {
    expect(errorOf(() => parse("id\n", { sensitive: ["x"] } as LettersOptions)).message).toContain(
      "letters has no option 'sensitive'; known options: delimiter, encoding, file, header, id, ignore, " +
        "reasonColumns, sheet, skip",
    );
  });
});
