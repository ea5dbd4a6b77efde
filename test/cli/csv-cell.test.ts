import fc from "fast-check";
import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import { csvCell } from "../../src/cli/csv-cell.js";

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
