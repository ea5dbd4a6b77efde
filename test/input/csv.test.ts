import { describe, expect, it } from "vitest";
import { inspectCsv } from "../../src/input/csv.js";
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
    ["PK\u0003\0\0,x\n", "FILE_NOT_TEXT", "people.csv contains NUL characters"],
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
