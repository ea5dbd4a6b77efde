import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { inspectTable } from "../../src/input/csv.js";
import { dateText, parseDate } from "../../src/input/date-cells.js";
import { parseDecisions } from "../../src/input/decisions.js";
import { PORTABLE, rowsOf } from "../../src/input/file-rows.js";
import type { SheetRows } from "../../src/input/raw-table.js";
import { lyingZip } from "../support/hostile-files.js";
import { odsFile, textRows, xlsxFile } from "../support/spreadsheets.js";

const read = async (bytes: Uint8Array, sheet?: string) =>
  (await rowsOf(bytes, "f.xlsx", PORTABLE, sheet === undefined ? {} : { sheet })).rows as SheetRows;
const refusal = async (bytes: Uint8Array, sheet?: string) =>
  read(bytes, sheet).then(
    () => null,
    ({ code, message }) => ({ code, message }),
  );
const fixture = (name: string) => readFileSync(`test/fixtures/spreadsheets/${name}`);
const one = (rows: string, rest: Partial<Parameters<typeof xlsxFile>[0]> = {}) =>
  xlsxFile({ sheets: { Data: rows }, ...rest });
const HEADER = '<row r="1"><c t="inlineStr"><is><t>a</t></is></c><c t="inlineStr"><is><t>b</t></is></c></row>';

describe("cells of an .xlsx file", () => {
  it("are values, whatever they are stored as", async () => {
    const cells = [
      '<c r="A2" t="s"><v>1</v></c><c r="B2"><v>0.10000000000000001</v></c>',
      '<c r="A3" t="str"><f>A2</f><v>text</v></c><c r="B3"><f>1+1</f><v>2</v></c>',
      '<c r="A4" t="b"><v>1</v></c><c r="B4" t="e"><v>#N/A</v></c>',
      '<c r="A5" t="inlineStr"><is><r><t>a</t></r><r><t xml:space="preserve"> b</t></r></is></c><c r="B5" t="d"><v>2020-01-31</v></c>',
      '<c r="A6" s="1"><v>43861</v></c><c r="B6" s="2"><v>43861.75</v></c>',
      '<c r="A7" s="3"><v>0.5</v></c><c r="B7" s="4"><v>12.5</v></c>',
    ];
    const rows = cells.map((own, k) => `<row r="${k + 2}">${own}</row>`).join("");
    const file = one(HEADER + rows, {
      strings: ["<t>x</t>", "<r><t>sh</t></r><r><t>ared &amp; &#228;</t></r><rPh><t>no</t></rPh>"],
      formats: [0, 14, "dd/mm/yyyy hh:mm", 20, "&quot;days &quot;0.0[Red]"],
    });
    const { records, rowNumbers, readAs } = await read(file);
    expect(records).toEqual([
      ["a", "b"],
      ["shared & ä", "0.1"],
      ["text", "2"],
      ["TRUE", ""],
      ["a b", "2020-01-31"],
      ["2020-01-31", "2020-01-31 18:00:00"],
      ["0.5", "12.5"],
    ]);
    expect(rowNumbers).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(readAs).toEqual({});
  });

  it("count days from 1900 or 1904, with the day that 1900 did not have", async () => {
    const rows = (...serials: number[]) =>
      serials.map((serial) => `<row><c s="0"><v>${serial}</v></c><c><v>1</v></c></row>`).join("");
    const days = async (workbookPr: string, ...serials: number[]) =>
      (await read(one(HEADER + rows(...serials), { formats: [14], workbookPr }))).records.slice(1).map(([day]) => day);
    expect(await days("", 1, 59, 61, 25_569)).toEqual(["1900-01-01", "1900-02-28", "1900-03-01", "1970-01-01"]);
    expect(await days('<workbookPr date1904="1"/>', 0, 24_107)).toEqual(["1904-01-01", "1970-01-01"]);
    for (let day = -30_000; day < 60_000; day += 997) expect(parseDate(dateText(day), "date")).toBe(day);
  });

  it("are counted where a formula has no value", async () => {
    const rows =
      '<row r="2"><c r="A2"><f>B2</f></c><c r="B2"><v>1</v></c></row><row r="3"><c r="A3"><f>B2</f><v/></c></row>';
    const given = await read(one(HEADER + rows));
    expect(given.readAs).toEqual({ unvalued: 2 });
    const { problems } = inspectTable(given, { file: "f.xlsx", delimiter: null });
    expect(problems).toMatchObject([{ severity: "warning", code: "FORMULA_UNVALUED", count: 2 }]);
  });

  it("keep their rows; blank rows and columns are left out, and merged cells leave blanks", async () => {
    const rows =
      '<row r="4"><c r="C4" t="inlineStr"><is><t>a</t></is></c><c r="E4" t="inlineStr"><is><t>b</t></is></c></row>' +
      '<row r="6" hidden="1"><c r="C6"><v>1</v></c><c r="E6"/></row><row r="9"><c r="C9"><v>2</v></c><c r="E9"><v>3</v></c></row>';
    const given = await read(one(rows));
    expect(given.records).toEqual([
      ["a", "b"],
      ["1", ""],
      ["2", "3"],
    ]);
    const { table } = inspectTable(given, { file: "f.xlsx", delimiter: null });
    expect(Array.from(table?.rowNumbers ?? [])).toEqual([6, 9]);
    const bare = inspectTable(given, { file: "f.xlsx", delimiter: null, header: false }).table;
    expect(bare?.columns.map(({ name }) => name)).toEqual(["column 1", "column 2"]);
    expect(bare?.rows).toBe(3);
  });
});

describe("cells of an .ods file", () => {
  it("are values, repeated as often as they say", async () => {
    const text = (cell: string, more = "") =>
      `<table:table-cell office:value-type="string"${more}><text:p>${cell}</text:p></table:table-cell>`;
    const number = (value: string, type = "float", more = "") =>
      `<table:table-cell office:value-type="${type}" office:value="${value}"${more}><text:p>shown</text:p></table:table-cell>`;
    const rows = [
      '<table:table-row table:number-rows-repeated="3"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>',
      `<table:table-row>${["a", "b", "c", "d"].map((name) => text(name)).join("")}</table:table-row>`,
      `<table:table-row table:number-rows-repeated="2">${number("1.50")}${number("0.25", "percentage", ' table:number-columns-repeated="2"')}${number("7", "currency")}</table:table-row>`,
      '<table:table-row><table:table-cell office:value-type="date" office:date-value="2020-01-31T00:00:00"/>' +
        '<table:table-cell office:value-type="boolean" office:boolean-value="true"/>' +
        '<table:table-cell office:value-type="string" calcext:value-type="error" table:formula="of:=NA()"><text:p>#N/A</text:p></table:table-cell>' +
        `<table:table-cell office:value-type="string"><office:annotation><text:p>note</text:p></office:annotation><text:p>x<text:s text:c="2"/>y</text:p><text:p>z</text:p></table:table-cell></table:table-row>`,
      '<table:table-row><table:table-cell table:formula="of:=1"/><table:covered-table-cell/>' +
        `${text("&lt;e&gt;")}</table:table-row>`,
    ];
    const given = await read(odsFile({ Blatt1: rows.join("") }));
    expect(given).toEqual({
      records: [
        ["a", "b", "c", "d"],
        ["1.5", "0.25", "0.25", "7"],
        ["1.5", "0.25", "0.25", "7"],
        ["2020-01-31", "TRUE", "", "x  y\nz"],
        ["", "", "<e>", ""],
      ],
      rowNumbers: [4, 5, 6, 7, 8],
      readAs: { unvalued: 1 },
    });
  });
});

describe("sheets", () => {
  const table = textRows([
    ["a", "b"],
    ["1", "2"],
  ]);
  const other = textRows([
    ["c", "d"],
    ["3", "4"],
  ]);

  it("are taken by name, else the first with a table, which is said", async () => {
    const files = [
      xlsxFile({ sheets: { Cover: textRows([["Applications"]]), Data: table, More: other } }),
      odsFile({
        Cover: "<table:table-row><table:table-cell><text:p>Applications</text:p></table:table-cell></table:table-row>",
        ...Object.fromEntries(
          Object.entries({ Data: ["a", "b", "1", "2"], More: ["c", "d", "3", "4"] }).map(([name, cells]) => [
            name,
            [0, 2]
              .map((k) => cells.slice(k, k + 2))
              .map(
                (row) =>
                  `<table:table-row>${row.map((cell) => `<table:table-cell><text:p>${cell}</text:p></table:table-cell>`).join("")}</table:table-row>`,
              )
              .join(""),
          ]),
        ),
      }),
    ];
    for (const file of files) {
      const first = await read(file);
      expect(first.records[0]).toEqual(["a", "b"]);
      expect(first.readAs).toEqual({ sheet: "Data", sheets: ["Cover", "Data", "More"] });
      const { problems } = inspectTable(first, { file: "f.xlsx", delimiter: null });
      expect(problems).toMatchObject([{ severity: "note", code: "SHEET_CHOSEN" }]);
      expect(await read(file, "More")).toMatchObject({
        records: [
          ["c", "d"],
          ["3", "4"],
        ],
        readAs: {},
      });
      expect(await refusal(file, "Datta")).toEqual({
        code: "SHEET_UNKNOWN",
        message: expect.stringContaining(
          "f.xlsx has no sheet 'Datta'. Its sheets are 'Cover', 'Data' and 'More' (--sheet",
        ),
      });
    }
  });

  it("without a table make the file empty", async () => {
    const given = await read(xlsxFile({ sheets: { A: "", B: "" } }));
    expect(inspectTable(given, { file: "f.xlsx", delimiter: null }).problems.map(({ code }) => code)).toContain(
      "FILE_EMPTY",
    );
  });
});

describe("files that other programs wrote", () => {
  it.each(["openpyxl.xlsx", "odfpy.ods"])("%s has the people that were put into it", async (name) => {
    const given = await read(fixture(name));
    const decisions = parseDecisions(given, { file: name, favourable: "granted" });
    expect(decisions.rows).toBe(12);
    const columns = new Map(decisions.observations.columns.map((column) => [column.name, column]));
    expect(columns.get("income")).toMatchObject({ values: expect.objectContaining({ 0: 20000, 6: 62400.5 }) });
    expect(columns.get("born")).toMatchObject({ type: "number", values: expect.objectContaining({ 0: 3653 }) });
    expect(columns.get("debt")).toMatchObject({ type: "number", values: expect.objectContaining({ 0: 1200.5 }) });
    expect(columns.get("city")).toMatchObject({ levels: ["Bonn", "Köln"] });
    expect(columns.get("owner")).toMatchObject({ levels: ["FALSE", "TRUE"] });
    expect(decisions.rowNumbers[0]).toBe(4);
  });

  it("openpyxl.xlsx has formulas without values, an error and a sheet of letters", async () => {
    const given = await read(fixture("openpyxl.xlsx"));
    expect(given.readAs).toEqual({ sheet: "Data", sheets: ["Cover", "Data", "Letters"], unvalued: 1 });
    expect(given.records.slice(1, 5).map((record) => record.at(-1))).toEqual(["0", "", "", "0.75"]);
    expect((await read(fixture("openpyxl.xlsx"), "Letters")).records).toEqual([
      ["id", "field", "new_value"],
      ["p1", "income", "70000"],
      ["p2", "income", "65000"],
      ["p3", "city", "Bonn"],
    ]);
  });

  it("numbers-as-text.xlsx has numbers", async () => {
    const decisions = parseDecisions(await read(fixture("numbers-as-text.xlsx")), { favourable: "granted" });
    expect(decisions.observations.columns).toMatchObject([{ name: "income", type: "number" }]);
  });
});

describe("hostile spreadsheets", () => {
  const damaged = { code: "FILE_UNREADABLE" };
  const sheet = (text: string) =>
    lyingZip([
      ["xl/workbook.xml", '<workbook><sheets><sheet name="A" r:id="r1"/></sheets></workbook>'],
      [
        "xl/_rels/workbook.xml.rels",
        '<Relationships><Relationship Id="r1" Target="worksheets/a.xml"/></Relationships>',
      ],
      ["xl/worksheets/a.xml", text],
    ]);

  it("that unpack too far are refused before they do", async () => {
    const zeros = new Uint8Array(64 << 20);
    const tools = { ...PORTABLE, mostBytes: 16 << 20 };
    const bomb = xlsxFile({ sheets: { A: "" }, more: [["xl/worksheets/sheet1.xml", zeros]] });
    await expect(rowsOf(bomb, "bomb.xlsx", tools)).rejects.toMatchObject({ code: "TOO_LARGE" });
    // lies about its size
    const lying = lyingZip([["xl/workbook.xml", zeros, 100]]);
    await expect(rowsOf(lying, "lying.xlsx", tools)).rejects.toMatchObject(damaged);
    const many = Array.from({ length: 40 }, (_, k) => [`S${k}`, " ".repeat(1 << 20)]);
    const sum = xlsxFile({ sheets: Object.fromEntries(many) });
    await expect(rowsOf(sum, "sum.xlsx", tools)).rejects.toMatchObject({ code: "TOO_LARGE" });
  });

  it("with entities, a document type or an end that is missing are refused", async () => {
    const laughs = '<!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><worksheet>&b;</worksheet>';
    expect(await refusal(sheet(laughs))).toMatchObject(damaged);
    expect(await refusal(sheet("<worksheet><sheetData>"))).toMatchObject(damaged);
    expect(await refusal(sheet("<worksheet><a></b></worksheet>"))).toMatchObject(damaged);
    expect(await refusal(sheet(`<worksheet>${"x".repeat(17 << 20)}</worksheet>`))).toMatchObject(damaged);
  });

  it("with a million sheets, or the same one again and again, take no longer than others", async () => {
    const list = '<sheet name="A" r:id="rId1"/>'.repeat(200_000);
    const file = lyingZip([
      ["xl/workbook.xml", `<workbook><sheets>${list}</sheets></workbook>`],
      [
        "xl/_rels/workbook.xml.rels",
        '<Relationships><Relationship Id="rId1" Target="worksheets/a.xml"/></Relationships>',
      ],
      ["xl/worksheets/a.xml", "<worksheet/>"],
    ]);
    expect((await read(file)).records).toEqual([]);
  });

  it("with cells at the end of the sheet, out of order or nowhere are read or refused", async () => {
    const far = '<row r="1048576"><c r="XFD1048576"><v>9</v></c></row>';
    expect((await read(one(HEADER + far))).records).toEqual([
      ["a", "b", ""],
      ["", "", "9"],
    ]);
    const rows = (...numbers: string[]) => numbers.map((r) => `<row r="${r}"><c><v>1</v></c></row>`).join("");
    for (const r of ["0", "-1", "1e9", "1.5", "x"]) expect(await refusal(one(rows(r)))).toMatchObject(damaged);
    expect(await refusal(one(rows("3", "2")))).toMatchObject(damaged);
    expect(await refusal(one('<row><c r="1A"><v>1</v></c></row>'))).toMatchObject(damaged);
    expect(await refusal(one('<row><c t="s"><v>7</v></c></row>'))).toMatchObject(damaged);
    const wide = Array.from({ length: 5000 }, (_, k) => `<row><c r="${["A", "XFD"][k % 2]}1"><v>1</v></c></row>`);
    expect((await read(one(wide.join("")))).records).toHaveLength(5000);
  });

  it("with cells that repeat without end are refused", async () => {
    const cell = (rows: string, columns: string) =>
      `<table:table-row table:number-rows-repeated="${rows}"><table:table-cell office:value-type="float" office:value="1" table:number-columns-repeated="${columns}"/></table:table-row>`;
    expect(await refusal(odsFile({ A: cell("1048576", "16384") }))).toMatchObject({ code: "TOO_LARGE" });
    expect(await refusal(odsFile({ A: cell("1", "1000000") }))).toMatchObject(damaged);
    expect(await refusal(odsFile({ A: cell("1e30", "1") }))).toMatchObject(damaged);
  });

  it("read nothing outside of themselves", async () => {
    const rels = '<Relationships><Relationship Id="r1" Target="../../../etc/passwd"/></Relationships>';
    const file = lyingZip([
      ["xl/workbook.xml", '<workbook><sheets><sheet name="A" r:id="r1"/></sheets></workbook>'],
      ["xl/_rels/workbook.xml.rels", rels],
    ]);
    expect((await read(file)).records).toEqual([]);
  });

  it("with a password, of older programs, or of other kinds say what to do", async () => {
    const compound = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, ...new Uint8Array(600)]);
    expect(await refusal(compound)).toEqual({
      code: "FILE_NOT_TEXT",
      message: "f.xlsx is an old Excel workbook (.xls). Save it as .xlsx or as CSV (UTF-8)",
    });
    const locked = Buffer.concat([compound, Buffer.from("EncryptedPackage", "utf16le")]);
    const password = { code: "FILE_UNREADABLE", message: "f.xlsx is password-protected. Save it without a password" };
    expect(await refusal(locked)).toEqual(password);
    const manifest = "<manifest><file-entry><encryption-data/></file-entry></manifest>";
    expect(await refusal(odsFile({ A: "" }, [["META-INF/manifest.xml", manifest]]))).toEqual(password);
    expect((await refusal(lyingZip([["a.csv", "a,b\n1,2\n"]])))?.message).toContain(
      "is an archive, and no spreadsheet",
    );
    expect((await refusal(lyingZip([["xl/workbook.bin", "x"]])))?.message).toContain("Save it as .xlsx");
    expect(await refusal(Buffer.from("PK\u0003\u0004 and no more"))).toMatchObject(damaged);
  });
});
