import fc from "fast-check";
import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import { csvCell, safeCsvCell, unsafeText } from "../../src/document/csv.js";

describe("csvCell", () => {
  it("quotes only what must be quoted", () => {
    expect(["plain", "a,b", 'say "no"', "two\nlines", " edge", "=1+1", ""].map(csvCell)).toEqual([
      "plain",
      '"a,b"',
      '"say ""no"""',
      '"two\nlines"',
      '" edge"',
      "=1+1",
      "",
    ]);
  });

  it("reads back to the same text", () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 2, maxLength: 4 }), (cells) => {
        const line = cells.map(csvCell).join(",");
        expect(Papa.parse(line, { delimiter: ",", newline: "\n" }).data).toEqual([cells]);
      }),
    );
  });
});

describe("safeCsvCell", () => {
  it.each([
    ["=1+1", "'=1+1"],
    ["+49 30", "'+49 30"],
    ["-2", "'-2"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["\t=1", "'\t=1"],
    ["\r=1", '"\'\r=1"'],
    ["\n=1", '"\'\n=1"'],
    ["＝1", "'＝1"],
    ["＋1", "'＋1"],
    ["－1", "'－1"],
    ["＠a", "'＠a"],
    [" =1", "' =1"],
    ["'=1", "''=1"],
    ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
  ])("puts an apostrophe before %j", (given, written) => {
    expect(safeCsvCell(given)).toBe(written);
  });

  it.each(["income", "a=b", "'quoted'", "", "é", "18-25", "'tis"])("leaves %j alone", (given) => {
    expect(safeCsvCell(given)).toBe(given);
  });

  it("never writes two texts alike", () => {
    const text = fc.string({ unit: fc.constantFrom("'", "=", "\t", " ", "a", "-") });
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(safeCsvCell(a) === safeCsvCell(b)).toBe(a === b);
      }),
    );
  });

  it("can be taken back", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("'", "=", "\t", " ", "a", "-") }), (text) => {
        const cell = safeCsvCell(text);
        const unquoted = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
        expect(unsafeText(unquoted)).toBe(text);
      }),
    );
  });
});
