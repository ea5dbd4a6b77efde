import { rowsOf } from "../../../src/input/file-rows.js";
import type { SheetRows } from "../../../src/input/raw-table.js";
import { MOST_CELLS } from "../../../src/input/unpack.js";
import { odsFile, textRows, xlsxFile } from "../../support/spreadsheets.js";
import { encode, fuzzTarget, must } from "../fuzzing.js";
import { chance, mutatedBytes, mutatedText, pick } from "../mutations.js";

const WORDS = ["<row", "<c ", 'r="XFD1048576"', "&amp;", "<!DOCTYPE a>", "</row>", "1e400", "<v>", "-1", '"', ">"];
const PUT = [...WORDS, "PK\u0003\u0004", "PK\u0001\u0002"].map(encode);

const RECORDS = [
  ["id", "income", "decision"],
  ["p1", "1.234,50", "granted"],
  ["p2", "a < b & c", "refused"],
];

const CELLS =
  '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="str"><v>x</v></c></row>' +
  '<row r="3"><c r="A3" s="1"><v>43861</v></c><c r="B3"><f>1</f><v>2</v></c></row>';

const ROWS = RECORDS.map(
  (record) =>
    `<table:table-row>${record
      .map(
        (cell) =>
          `<table:table-cell><text:p>${cell.replace("&", "&amp;").replace("<", "&lt;")}</text:p></table:table-cell>`,
      )
      .join("")}</table:table-row>`,
).join("");

/** Each part of a file as it is written from its XML, so that XML can be damaged behind intact sums. */
const WRITERS: readonly ((damage: (xml: string) => string) => Buffer)[] = [
  (damage) => xlsxFile({ sheets: { Cover: "", Data: damage(textRows(RECORDS)) } }),
  (damage) => xlsxFile({ sheets: { Data: damage(CELLS) }, strings: ["<t>id</t>"], formats: [0, 14] }),
  (damage) => odsFile({ Data: damage(ROWS) }),
];

const EXPECTED: readonly (readonly (readonly string[])[])[] = [
  RECORDS,
  [
    ["id", "x"],
    ["2020-01-31", "2"],
  ],
  RECORDS,
];

export const spreadsheetTarget = fuzzTarget<SheetRows, readonly (readonly string[])[]>(
  "spreadsheet",
  "the records that were written",
  () => ({
    make(random) {
      const k = pick(random, [0, 1, 2]);
      const write = WRITERS[k]!;
      if (chance(random, 0.05)) return { bytes: write((xml) => xml), expected: EXPECTED[k]! };
      if (chance(random, 0.5)) return { bytes: write((xml) => mutatedText(random, xml, WORDS)) };
      return {
        bytes: mutatedBytes(
          random,
          write((xml) => xml),
          PUT,
        ),
      };
    },
    async read(bytes) {
      const { rows } = await rowsOf(bytes, "people.xlsx");
      // a damaged beginning may make it a text, which another target reads
      return "records" in Object(rows) ? (rows as SheetRows) : { records: [], rowNumbers: [], readAs: {} };
    },
    judge({ records, rowNumbers }, { expected }) {
      must(records.length === rowNumbers.length, "a row for every record");
      const width = records[0]?.length ?? 0;
      must(
        records.every((record) => record.length === width),
        "records of one width",
      );
      must(records.length * width <= MOST_CELLS, "no more cells than may be read");
      must(
        rowNumbers.every((row, k) => row > (rowNumbers[k - 1] ?? 0)),
        "rows in their order",
      );
      must(
        records.every((record) => record.some((cell) => cell.trim() !== "")),
        "no blank record",
      );
      if (expected !== undefined) must(JSON.stringify(records) === JSON.stringify(expected), "what was written");
    },
  }),
);
