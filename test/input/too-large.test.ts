import { describe, expect, it } from "vitest";
import { inspectDecisions, parseDecisions } from "../../src/input/decisions.js";
import { parseLetters } from "../../src/input/letters.js";
import { parsePopulation } from "../../src/input/population.js";
import { readColumn } from "../../src/input/values.js";
import { DECISIONS, errorOf, withCell } from "./samples.js";

const LIMIT = "(the largest that can be used is 1e+100)";
const ROWS = Array.from({ length: 12 }, (_, i) => i + 2);

/** The sample with this cell in every row of a column. */
const everyRow = (column: string, cell: string) =>
  ROWS.reduce((text, row) => withCell(text, row, column, cell), DECISIONS);

const decisions = parseDecisions(DECISIONS, { file: "people.csv", sensitive: ["sex"] });

describe("numbers too large to use", () => {
  it.each(["1e999", "-1e999", "1e101"])("are an error when every row has %s, and no category", (cell) => {
    const error = errorOf(() => parseDecisions(everyRow("income", cell), { file: "people.csv" }));
    expect(error).toMatchObject({ code: "VALUE_NOT_FINITE", place: { file: "people.csv", column: "income", row: 2 } });
    expect(error.message).toContain(`rows 2, 3, 4, 5, 6 and 7 more: '${cell}' cannot be used as a number ${LIMIT}`);
    expect(error.message).toContain(
      "Correct it, mark it as missing (--missing), or read the column as a category (--type)",
    );
  });

  it("are an error in some rows, in a sensitive column and beside missing cells", () => {
    const some = withCell(withCell(DECISIONS, 4, "debt", "1e400"), 9, "debt", "-1e400");
    const error = errorOf(() => parseDecisions(some, { file: "people.csv" }));
    expect(error).toMatchObject({ code: "VALUE_NOT_FINITE", place: { column: "debt", row: 4 } });
    expect(error.message).toContain(`rows 4 and 9: '1e400' and '-1e400' cannot be used as a number ${LIMIT}`);
    const half = ROWS.filter((row) => row % 2 === 0).reduce(
      (text, row) => withCell(text, row, "income", "?"),
      everyRow("income", "1e999"),
    );
    const options = { sensitive: ["income"], ignore: ["debt"] };
    expect(errorOf(() => parseDecisions(half, options))).toMatchObject({ code: "VALUE_NOT_FINITE" });
  });

  it("can be told to be missing, or a category, as the message says", () => {
    const text = everyRow("income", "1e999");
    for (const options of [{ missing: ["1e999"] }, { types: { income: "category" as const } }]) {
      const codes = inspectDecisions(text, options).problems.map(({ code }) => code);
      expect(codes).not.toContain("VALUE_NOT_FINITE");
    }
  });

  it("are told from words: a column of NaN alone holds none, and numbers of a Parquet file count as written", () => {
    const codes = Int32Array.of(0);
    expect(readColumn({ name: "x", levels: ["NaN"], codes }, new Set(), undefined).type).toBe("category");
    const column = { name: "x", levels: ["1.7e308"], codes, numbers: Float64Array.of(1.7e308) };
    expect(readColumn(column, new Set(), undefined).type).toBe("number");
  });

  it("are an error in letters, as new values and as differences", () => {
    const parse = (text: string) => parseLetters(text, decisions, { file: "letters.csv" });
    const row = errorOf(() => parse("id,income\np1,2800\np2,-1e999\n"));
    expect(row).toMatchObject({ code: "LETTER_VALUE_UNPARSABLE", place: { column: "income", row: 3 } });
    expect(row.message).toContain(`letters.csv, column 'income', row 3: '-1e999' cannot be used as a number ${LIMIT}`);
    const long = errorOf(() => parse("id,field,difference\np1,income,+500\np2,income,+1e999\n"));
    expect(long).toMatchObject({ code: "LETTER_VALUE_UNPARSABLE", place: { column: "difference", row: 3 } });
    expect(long.message).toContain(`'+1e999' cannot be used as a number ${LIMIT}`);
  });

  it("are an error in every row of a population", () => {
    const text = "sex,city,income,debt\nf,Ulm,1e999,1\nm,Bonn,1e999,1\n";
    const error = errorOf(() => parsePopulation(text, decisions, { file: "everybody.csv" }));
    expect(error).toMatchObject({
      code: "VALUE_UNPARSABLE",
      place: { file: "everybody.csv", column: "income", row: 2 },
    });
    expect(error.message).toContain(`'1e999' cannot be read as a number ${LIMIT}`);
  });
});
