import { describe, expect, it } from "vitest";
import { type CsvBatch, csvReader, inspectCsv } from "../../src/input/csv.js";
import { inspectDecisions, parseDecisions } from "../../src/input/decisions.js";
import { guessRoles } from "../../src/input/guess/guess-roles.js";
import { inspectLetters } from "../../src/input/letters.js";
import { parsePopulation } from "../../src/input/population.js";
import type { RawTable } from "../../src/input/raw-table.js";
import { DECISIONS } from "./samples.js";

const read = (text: string, delimiter: string | null = null) => inspectCsv(text, { file: "people.csv", delimiter });

function cells(table: RawTable | null): string[][] {
  if (table === null) return [];
  return Array.from({ length: table.rows }, (_, i) =>
    table.columns.map(({ codes, levels }) => levels[codes[i] ?? -1] ?? "?"),
  );
}

describe("lines above the header", () => {
  const TABLE = "id,age,income,approved\n1,30,2000,yes\n2,40,1000,no\n3,50,1500,yes\n";
  const inspect = (text: string) => inspectCsv(text, { file: "d.csv", delimiter: null });

  it("are left out, with a note, where they are narrow and the rows below are alike", () => {
    for (const above of [
      "Loans 2025\n",
      "Loans 2025, first quarter\n\n",
      "Loans 2025\nprinted in May\n\n",
      "Loans,2025,,\n",
    ]) {
      const { table, problems } = inspect(above + TABLE);
      const isSkipped = !above.includes(",,");
      expect(table?.columns[0]?.name).toBe(isSkipped ? "id" : "Loans");
      if (isSkipped) expect(table?.rows).toBe(3);
      expect(problems.map(({ code, severity }) => [code, severity])).toEqual(
        isSkipped ? [["TITLE_SKIPPED", "note"]] : [],
      );
    }
    expect(inspect(`Loans 2025\n\n${TABLE}`).table?.rowNumbers[0]).toBe(4);
  });

  it("are never taken from a table that has none", () => {
    expect(inspect(TABLE).problems).toEqual([]);
    expect(inspect("a,b\n1,2\n3,4,5,6\n3,4,5,6\n").problems.map(({ code }) => code)).toEqual(["ROW_RAGGED"]);
    expect(inspect("a\n1\n2\n3\n4\n").table?.rows).toBe(4);
    const wide = `a,b\n${"1,2,3,4\n".repeat(2)}`;
    expect(inspect(wide).problems.map(({ code }) => code)).toEqual(["ROW_RAGGED"]);
  });
});

describe("inspectCsv", () => {
  it("cuts the text into trimmed columns with distinct levels", () => {
    const { table, problems } = read("age, job \n39, State-gov\n50,State-gov \n39,  Private\n");
    expect(problems).toEqual([]);
    expect(table?.columns.map(({ name }) => name)).toEqual(["age", "job"]);
    expect(table?.columns[1]?.levels).toEqual(["State-gov", "Private"]);
    expect(cells(table)).toEqual([
      ["39", "State-gov"],
      ["50", "State-gov"],
      ["39", "Private"],
    ]);
    expect(table?.rowNumbers).toEqual(Int32Array.of(2, 3, 4));
  });

  it("keeps every row of a table that outgrows its first buffers", () => {
    const rows = Array.from({ length: 5000 }, (_, i) => `${i},${i % 7}`);
    const { table } = read(`a,b\n${rows.join("\n")}`);
    expect(cells(table).map((row) => row.join(","))).toEqual(rows);
    expect(table?.rowNumbers.at(-1)).toBe(5001);
  });

  it.each([
    ["", "FILE_EMPTY", "people.csv is empty"],
    ["\uFEFF", "FILE_EMPTY", "people.csv is empty"],
    [" \n\r\n \n", "FILE_EMPTY", "people.csv is empty"],
    ["a,b\n", "FILE_NO_ROWS", "people.csv has a header but no rows"],
    ["a,b\n\n\n", "FILE_NO_ROWS", "people.csv has a header but no rows"],
    ["PK\u0003\0\0,x\n", "FILE_NOT_TEXT", "people.csv is not CSV: it contains NUL characters"],
  ])("answers %j with %s", (text, code, message) => {
    const { table, problems } = read(text);
    expect(table?.rows ?? 0).toBe(0);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ severity: "error", code, file: "people.csv" });
    expect(problems[0]?.message).toContain(message);
  });

  it("counts ragged rows, names the first five and leaves them out", () => {
    const rows = ["1,2", "3", "4,5", "6,7,8", "9", "1", "2", "3"];
    const { table, problems } = read(`a,b\n${rows.join("\n")}\n`);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ severity: "error", code: "ROW_RAGGED", count: 6, rows: [3, 5, 6, 7, 8] });
    expect(problems[0]?.message).toContain(
      "people.csv, rows 3, 5, 6, 7, 8 and 1 more: 1 cell where the header has 2 columns",
    );
    expect(cells(table)).toEqual([
      ["1", "2"],
      ["4", "5"],
    ]);
  });

  it("reports an unclosed quote with its row", () => {
    const { problems } = read('a,b\n1,2\n3,"4\n5,6\n');
    expect(problems[0]).toMatchObject({ severity: "error", code: "QUOTE_UNCLOSED", count: 1, rows: [3] });
    expect(problems[0]?.message).toContain("people.csv, row 3: a quote");
  });

  it("warns of characters that were lost in decoding", () => {
    const { table, problems } = read("name,b\nJos\uFFFD,1\n\uFFFDa,2\n");
    expect(problems).toEqual([expect.objectContaining({ severity: "warning", code: "FILE_NOT_TEXT", count: 2 })]);
    expect(table?.rows).toBe(2);
  });
});

describe("a text that was inspected before", () => {
  const LETTERS = "id,field,new_value\np1,income,2600\np2,debt,x\n";
  const cut = (text: string, file: string) => inspectCsv(text, { file, delimiter: null });

  it("is read as the text is, again and again, and stays as it was", () => {
    const decisions = cut(DECISIONS, "decisions");
    const letters = cut(LETTERS, "letters");
    const people = cut(DECISIONS, "population");
    const before = structuredClone([decisions, letters, people]);
    const draft = parseDecisions(DECISIONS);
    for (const type of ["number", "category", "number"] as const) {
      const options = { types: { income: type }, sensitive: ["sex"], ignore: ["debt"] };
      expect(inspectDecisions(decisions, options)).toEqual(inspectDecisions(DECISIONS, options));
      expect(inspectLetters(letters, draft)).toEqual(inspectLetters(LETTERS, draft));
      expect(parsePopulation(people, draft)).toEqual(parsePopulation(DECISIONS, draft));
      expect(guessRoles({ decisions, letters })).toEqual(guessRoles({ decisions: DECISIONS, letters: LETTERS }));
    }
    expect([decisions, letters, people]).toEqual(before);
  });

  it("keeps its own problems and its own name", () => {
    const { problems, draft } = inspectDecisions(cut("a,b\n1\n", "mine.csv"), { file: "other.csv" });
    expect(draft).toBeNull();
    expect(problems).toMatchObject([{ code: "ROW_RAGGED", file: "mine.csv" }]);
  });
});

function readAll(pieces: readonly string[], delimiter: string | null = null) {
  const reader = csvReader({ file: "people.csv", delimiter });
  const batches: CsvBatch[] = [...pieces.map((piece) => reader.push(piece)), reader.end()];
  return {
    records: batches.flatMap((batch) => batch.records),
    rows: batches.flatMap((batch) => batch.rows),
    badQuotes: batches.flatMap((batch) => [...batch.badQuotes]),
    delimiter: reader.delimiter,
  };
}

describe("csvReader", () => {
  it.each([
    [",", "a,b\n1,2\n"],
    [";", "a;b\n1,5;2,5\n"],
    ["\t", "a\tb\n1\t2\n"],
    ["|", "a|b\n1|2\n"],
  ])("detects %j", (delimiter, text) => {
    const read = readAll([text]);
    expect(read.delimiter).toBe(delimiter);
    expect(read.records.map((record) => record.length)).toEqual([2, 2]);
  });

  it("takes a comma when nothing can be detected, and obeys a given delimiter", () => {
    expect(readAll(["a\n1\n"]).delimiter).toBe(",");
    expect(readAll(["a;b,c\n1;2,3\n"], ";").records).toEqual([
      ["a", "b,c"],
      ["1", "2,3"],
    ]);
  });

  it.each([
    [";", "sep=;\na;b\n1;2\n"],
    ["\t", "\uFEFFSEP=\t\r\na\tb\r\n1\t2\r\n"],
    ["|", '"sep=|"\ra|b\r1|2\r'],
    [",", "sep=,\na,b\n1,2"],
  ])("takes %j from a first line that says so, and does not count that line", (delimiter, text) => {
    for (const given of [null, delimiter]) {
      const read = readAll([...text], given);
      expect(read.delimiter).toBe(delimiter);
      expect(read.records.map((record) => record.map((cell) => cell.trim()))).toEqual([
        ["a", "b"],
        ["1", "2"],
      ]);
      expect(read.rows).toEqual([1, 2]);
    }
  });

  it("detects nothing else in a file whose first line says the delimiter, and takes such words elsewhere as they are", () => {
    expect(readAll(["sep=;\na,b;c\n1,5;2\n"]).records[0]).toEqual(["a,b", "c"]);
    expect(readAll(["sep=;\n"])).toMatchObject({ records: [], rows: [] });
    expect(readAll(["sep=;,b\n1,2\n"]).records[0]).toEqual(["sep=;", "b"]);
    expect(readAll(["a;b\nsep=;\n"]).records[1]).toEqual(["sep=", ""]);
    expect(readAll(["sep=;\n1,2\n"], ",").records[0]).toEqual(["sep=;"]);
  });

  it("skips a byte-order mark and understands every kind of line end", () => {
    for (const end of ["\n", "\r\n", "\r"]) {
      const { records } = readAll([`\uFEFFa,b${end}1,"x${end}y"${end}`]);
      expect(records.map((record) => record.map((cell) => cell.trim()))).toEqual([
        ["a", "b"],
        ["1", `x${end}y`],
      ]);
    }
  });

  it("reads quotes, doubled quotes and delimiters inside quotes", () => {
    expect(readAll(['a,b\n"x, y","say ""hi"""\n']).records[1]).toEqual(["x, y", 'say "hi"']);
    expect(readAll(['a,b\r\n1,"x"\r']).records[1]).toEqual(["1", "x"]);
  });

  it("takes a line feed within quotes for no line end where lines end in CR", () => {
    const { table, problems } = read('a,b\r1,"x\ny"\r2,z\r');
    expect(problems).toEqual([]);
    expect(cells(table)).toEqual([
      ["1", "x\ny"],
      ["2", "z"],
    ]);
  });

  it("counts rows as a spreadsheet does: blank lines count, line ends inside quotes do not", () => {
    const read = readAll(['a,b\n\n"1\n1",2\n  \n3,4\n']);
    expect(read.records).toEqual([
      ["a", "b"],
      ["1\n1", "2"],
      ["3", "4"],
    ]);
    expect(read.rows).toEqual([1, 3, 5]);
  });

  it("gives the same records however the text is cut, also before the delimiter is known", () => {
    const text = `\uFEFFname;note\r\n${Array.from({ length: 9 }, (_, i) => `p${i};"a;""b""\r\n${i}"`).join("\r\n")}\r\n`;
    const whole = readAll([text]);
    expect(whole.records).toHaveLength(10);
    for (const size of [1, 2, 3, 7, 50]) {
      const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, k) =>
        text.slice(k * size, (k + 1) * size),
      );
      expect(readAll(pieces)).toEqual(whole);
    }
  });

  it("gives the same records when the text is longer than what it detects from", () => {
    const rows = Array.from({ length: 40_000 }, (_, i) => (i % 3 === 0 ? `${i},"x ""${i}""\n,"` : `${i},y`));
    const text = `a,b\n${rows.join("\n")}\n`;
    expect(text.length).toBeGreaterThan(1 << 18);
    const whole = readAll([text]);
    expect(whole.records).toHaveLength(rows.length + 1);
    const pieces = Array.from({ length: Math.ceil(text.length / 9973) }, (_, k) =>
      text.slice(k * 9973, (k + 1) * 9973),
    );
    expect(readAll(pieces)).toEqual(whole);
  });

  it("names the row of a quote that is left open or followed by text", () => {
    expect(readAll(['a,b\n1,2\n3,"4\n5,6\n']).badQuotes).toEqual([3]);
    expect(readAll(['a,b\n\n"1"x,2\n3,4\n']).badQuotes).toEqual([3]);
    expect(readAll(['a,b\n1,"x"\n']).badQuotes).toEqual([]);
  });

  it("gives up on a quote left open in a long file instead of filling the memory", () => {
    const reader = csvReader({ file: "people.csv", delimiter: null });
    reader.push('a,b\n1,2\n3,"');
    const piece = "x,".repeat(1 << 19);
    const fill = () => {
      for (let k = 0; k < 40; k++) reader.push(piece);
    };
    expect(fill).toThrow(
      expect.objectContaining({ code: "QUOTE_UNCLOSED", place: { file: "people.csv", row: 3 } }) as unknown as Error,
    );
  });
});
