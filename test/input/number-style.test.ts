import { describe, expect, it } from "vitest";
import { settleReading } from "../../src/input/column-style.js";
import { parseDate } from "../../src/input/date-cells.js";
import { inspectDecisions, parseDecisions } from "../../src/input/decisions.js";
import { featureReader } from "../../src/input/feature-reader.js";
import { parseLetters } from "../../src/input/letters.js";
import { type NumberStyle, parseStyled } from "../../src/input/number-style.js";
import { parsePopulation } from "../../src/input/population.js";
import { isDivision, middleOf, parseRange } from "../../src/input/range-cells.js";
import { parseNumber, readColumn } from "../../src/input/values.js";
import { batchesOf } from "./raw-cells.js";
import { DECISIONS, errorOf, onlyProblem } from "./samples.js";

describe("parseStyled", () => {
  it.each<[NumberStyle, string, number]>([
    ["de", "1.234,50", 1234.5],
    ["de", "€ 61.800,00", 61800],
    ["de", "61.800 €", 61800],
    ["de", "1.234.567", 1234567],
    ["de", "-0,5", -0.5],
    ["de", "1.200,00-", -1200],
    ["de", "61.800,– €", 61800],
    ["de", "32,9 %", 32.9],
    ["en", "1,234.50", 1234.5],
    ["en", "$61,800", 61800],
    ["en", "-$61,800.25", -61800.25],
    ["en", "(1,200)", -1200],
    ["en", "($1,200.50)", -1200.5],
    ["en", "45k", 45000],
    ["en", "4.7k", 4700],
    ["en", "1.2M", 1200000],
    ["en", "12,34,567", 1234567],
    ["en", "1 234.5", 1234.5],
    ["fr", "1 234", 1234],
    ["fr", "1\u00a0234,50", 1234.5],
    ["fr", "1\u202f234\u202f567,5 €", 1234567.5],
    ["fr", "61 800 EUR", 61800],
    ["ch", "1'234.50", 1234.5],
    ["ch", "CHF 1’200.–", 1200],
    ["en", "\u2212 12.5", -12.5],
    ["en", "–3", -3],
    ["fr", "+4 000", 4000],
    ["plain", "1234.5", 1234.5],
    ["date", "1970-01-02", 1],
    ["date-dmy", "31.12.1969", -1],
  ])("reads %s %j as %d", (style, cell, value) => expect(parseStyled(cell, style)).toBe(value));

  it.each<[NumberStyle, string]>([
    ["de", "1.5"],
    ["de", "1,234.50"],
    ["en", "1.234,50"],
    ["en", "1,5"],
    ["fr", "12 34"],
    ["ch", "1'23"],
    ["en", "12 kg"],
    ["en", "$"],
    ["en", "k"],
    ["en", "1,2,3"],
    ["en", "$5 €"],
    ["fr", "+49 170 123 456"],
    ["fr", "030 123 456"],
    ["en", "01234"],
    ["plain", "1,234"],
    ["en", "((1))"],
    ["de", ""],
  ])("finds no number of style %s in %j", (style, cell) => expect(parseStyled(cell, style)).toBeUndefined());

  it("has no minus zero, and refuses what is too large", () => {
    expect(Object.is(parseStyled("(0)", "en"), 0)).toBe(true);
    expect(parseStyled("NaN", "de")).toBe(Number.POSITIVE_INFINITY);
  });

  it("takes time linear in the cell", () => {
    const started = performance.now();
    for (const style of ["en", "de", "fr", "ch"] as const) {
      expect(parseStyled(`${"1".repeat(200_000)}x`, style)).toBeUndefined();
      expect(parseStyled(`${"1,".repeat(19)}x`, style)).toBeUndefined();
    }
    expect(parseRange(`${"1-".repeat(100_000)}`, "en")).toBeUndefined();
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});

describe("parseDate", () => {
  it("counts days as the calendar does", () => {
    for (const iso of ["1970-01-01", "2000-02-29", "1900-03-01", "2100-12-31", "1600-02-29", "2024-02-29"]) {
      expect(parseDate(iso, "date")).toBe(Date.parse(iso) / 86_400_000);
    }
    expect(parseDate("2020-01-31 12:00", "date")).toBe(Date.parse("2020-01-31") / 86_400_000 + 0.5);
    expect(parseDate("2020-01-31T06:00:00.000Z", "date")).toBe(Date.parse("2020-01-31") / 86_400_000 + 0.25);
    expect(parseDate("31/01/2020", "date-dmy")).toBe(parseDate("2020-01-31", "date"));
    expect(parseDate("1/31/2020", "date-mdy")).toBe(parseDate("2020-01-31", "date"));
  });

  it.each(["2019-02-29", "2020-13-01", "2020-00-01", "2020-01-32", "20-01-01", "2020-01-01 25:00", "2020-01/01"])(
    "finds no date in %s",
    (cell) => expect(parseDate(cell, "date")).toBeUndefined(),
  );

  it("does not take 31/12 for a month", () => {
    expect(parseDate("31/12/2020", "date-mdy")).toBeUndefined();
    expect(parseDate("12/31/2020", "date-dmy")).toBeUndefined();
  });
});

describe("parseRange", () => {
  it.each<[string, number]>([
    ["20%-<30%", 25],
    ["30%-<36%", 33],
    ["50%-60%", 55],
    ["<20%", 20],
    [">60%", 60],
    ["18-24", 21],
    ["18 – 24", 21],
    ["65+", 65],
    ["65 and over", 65],
    ["under 18", 18],
    ["$10,000 to $19,999", 14999.5],
    ["(10, 20]", 15],
    ["[10,20)", 15],
    ["-10--5", -7.5],
  ])("puts %s at %d", (cell, middle) => {
    const range = parseRange(cell, "en");
    expect(range && middleOf(range)).toBe(middle);
  });

  it.each(["24-18", "2020-01-31", "01-05", "a-b", "-5", "to 5", "18-", "(10, 20)", "+"])("finds none in %s", (cell) =>
    expect(parseRange(cell, "en")).toBeUndefined(),
  );

  it("knows ranges that divide a quantity from pairs of numbers", () => {
    const ranges = (...cells: string[]) => cells.map((cell) => parseRange(cell, "en")!);
    expect(isDivision(ranges("<20", "20-<30", "30-36", ">60"))).toBe(true);
    expect(isDivision(ranges("555-1234", "556-4321"))).toBe(false);
    expect(isDivision(ranges("<=50k", ">50k"))).toBe(false); // both would be 50,000
  });
});

describe("settleReading", () => {
  const styleOf = (...cells: string[]) => {
    const { style, ranges, rival, unread } = settleReading(cells);
    return { style, ranges, rival, unread };
  };
  const found = (style: NumberStyle, ranges = false) => ({ style, ranges, rival: null, unread: 0 });

  it("finds the one convention that reads every cell", () => {
    expect(styleOf("1.234,50", "950")).toEqual(found("de"));
    expect(styleOf("1,234", "2,345.5")).toEqual(found("en"));
    expect(styleOf("1 234", "950")).toEqual(found("fr"));
    expect(styleOf("1 234.5", "950")).toEqual(found("en"));
    expect(styleOf("1'234", "950")).toEqual(found("ch"));
    expect(styleOf("0,123", "0,456")).toEqual(found("de"));
    expect(styleOf("32,9 %", "5 %")).toEqual(found("de"));
    expect(styleOf("2019-12-31")).toEqual(found("date"));
    expect(styleOf("31.12.2019", "01.02.2020")).toEqual(found("date-dmy"));
    expect(styleOf("12/31/2019", "01/02/2020")).toEqual(found("date-mdy"));
  });

  it("takes three digits for thousands in amounts of money, and asks elsewhere", () => {
    expect(styleOf("$61,800", "$900")).toEqual(found("en"));
    expect(styleOf("€ 61.800", "€ 900")).toEqual(found("de"));
    expect(styleOf("1,234", "950")).toEqual({ style: "en", ranges: false, rival: "de", unread: 0 });
    expect(styleOf("01/02/2020")).toMatchObject({ style: "date-dmy", rival: "date-mdy" });
  });

  it("reads nothing where currencies, conventions or codes are mixed", () => {
    expect(styleOf("$100", "€100").unread).toBe(2);
    expect(styleOf("1.234,5", "1,234.5").unread).toBe(1);
    expect(styleOf("01 234", "12 345").unread).toBe(1);
    expect(styleOf("red", "blue")).toMatchObject({ style: "plain", unread: 2 });
  });

  it("reads ranges among numbers where they divide the quantity", () => {
    expect(styleOf("36", "37", "20%-<30%", ">60%")).toEqual(found("en", true));
    expect(styleOf("36", "37", ">60%").unread).toBe(1); // one range may be a slip
    expect(settleReading(["36", ">60%"], { ranges: "middle" })).toMatchObject({ ranges: true, numbers: [36, 60] });
    expect(settleReading(["36", "20-30", ">60"], { ranges: "category" }).unread).toBe(2);
  });
});

describe("readColumn", () => {
  const raw = (levels: string[]) => ({ name: "x", levels, codes: Int32Array.from(levels, (_, i) => i) });

  it("reads plain columns as ever, whatever their digits could mean elsewhere", () => {
    const levels = ["1.234", "2.500", "007", "1e3", "-0"];
    const column = readColumn(raw(levels), new Set(), undefined);
    expect(column).toMatchObject({ type: "number", style: "plain", ranges: false, rival: null });
    expect(Array.from(column.numbers)).toEqual(levels.map((level) => parseNumber(level)));
  });

  it("reads what is set, and leaves a category alone", () => {
    const set = readColumn(raw(["1.234", "2.500"]), new Set(), "number", { style: "de" });
    expect(Array.from(set.numbers)).toEqual([1234, 2500]);
    expect(readColumn(raw(["1,5", "2,5"]), new Set(), "category").type).toBe("category");
  });
});

describe("a decisions file with numbers as people write them", () => {
  const file = "people.csv";
  const euros = (text: string) => text.replaceAll(",", ";").replaceAll(/;(\d)(\d{3});/g, ";€ $1.$2,00;");

  it("reads the same evidence, and says how", () => {
    const plain = parseDecisions(DECISIONS, { file });
    const read = parseDecisions(euros(DECISIONS), { file });
    expect(read.observations).toEqual(plain.observations);
    const note = onlyProblem(read.problems, "NUMBERS_READ");
    expect(note).toMatchObject({ severity: "note", column: "income", count: 12 });
    expect(note.message).toBe(
      "people.csv, column 'income': 12 cells such as '€ 1.000,00' read as 1000, " +
        "with a decimal comma and points between thousands, without the currency",
    );
    expect(read.schema.features[0]).toEqual({ name: "income", type: "number", immutable: false, numbers: "de" });
    expect(plain.schema.features[0]).toEqual({ name: "income", type: "number", immutable: false });
  });

  it("asks what cannot be told, and takes the answer", () => {
    const text = DECISIONS.replaceAll(",", ";").replaceAll(/;(\d)(\d{3});/g, ";$1,$2;");
    const error = errorOf(() => parseDecisions(text, { file }));
    expect(error).toMatchObject({ code: "NUMBERS_AMBIGUOUS", place: { file, column: "income" } });
    expect(error.message).toBe(
      "people.csv, column 'income': is '1,000' 1000 with commas between thousands (--numbers income=en), " +
        "or 1 with a decimal comma (--numbers income=de)? No cell tells: say which",
    );
    const income = (style: NumberStyle) =>
      parseDecisions(text, { file, numbers: { income: style } }).observations.columns[0];
    expect(income("en")).toEqual(parseDecisions(DECISIONS, { file }).observations.columns[0]);
    expect(income("de")).toMatchObject({ values: expect.objectContaining({ 0: 1, 1: 1.5 }) });
    expect(parseDecisions(text, { file, ignore: ["income"] }).schema.ignored).toEqual(["income"]);
  });

  it("asks about a cell that both styles read, and says where one reads none", () => {
    const cells = ["18-24", "2.5", ">60%", "2.5", "12%", "1", "1", "1.234,5"];
    const rows = cells.map((cell, i) => `p${i}\t${cell}\t${i % 2 === 0 ? "yes" : "no"}`);
    const text = ["id\tw\tapproved", ...rows, ...rows].join("\n");
    const { problems } = inspectDecisions(text, { file, ignore: ["id"], ranges: { w: "middle" } });
    const found = onlyProblem(problems, "NUMBERS_AMBIGUOUS");
    expect(found.message).toContain(
      "is '2.5' 2.5 with a decimal point (--numbers w=en), or no number (--numbers w=de)?",
    );
  });

  it("refuses a style for a column that is none, and beside a type that is none", () => {
    const numbers = { incom: "de" } as const;
    expect(errorOf(() => parseDecisions(DECISIONS, { file, numbers })).code).toBe("COLUMN_UNKNOWN");
    const both = { numbers: { city: "de" }, types: { city: "category" } } as const;
    expect(errorOf(() => parseDecisions(DECISIONS, { file, ...both })).code).toBe("INVALID_OPTION");
    const wrong = { numbers: { income: "nl" as "de" } };
    expect(errorOf(() => parseDecisions(DECISIONS, wrong)).code).toBe("INVALID_OPTION");
    const error = errorOf(() => parseDecisions(DECISIONS, { file, numbers: { city: "de" } }));
    expect(error.message).toContain("'Ulm' and 'Bonn' are not numbers as the column writes them (de)");
  });

  it("reads ranges at their middle, unless groups are compared by them or they are to be categories", () => {
    const bands: Readonly<Record<string, string>> = { "10": "<12", "11": "<12", "12": "12-<16", "15": "12-<16" };
    const text = DECISIONS.replaceAll(/,(\d\d),/g, (_, debt: string) => `,${bands[debt] ?? debt},`);
    const debt = (options: object) => parseDecisions(text, { file, ...options });
    const read = debt({});
    expect(read.observations.columns[1]).toMatchObject({
      values: Float64Array.of(12, 20, 14, 30, 14, 12, 12, 20, 14, 30, 14, Number.NaN),
    });
    expect(onlyProblem(read.problems, "RANGES_READ").message).toBe(
      "people.csv, column 'debt': 7 cells with ranges such as '12-<16' at their middle, 14, " +
        "open ones such as '<12' at their bound, 12. To keep them as categories: --ranges debt=category",
    );
    for (const options of [{ sensitive: ["debt"] }, { ranges: { debt: "category" } }]) {
      expect(debt(options).observations.columns[1]).toMatchObject({ type: "category" });
    }
  });

  it("says nothing of dates and ranges that are not there", () => {
    const numbers = { city: "date" } as const;
    const { problems } = inspectDecisions(DECISIONS, { file, numbers, ranges: { sex: "middle" } });
    const codes = problems.filter(({ column }) => column === "city" || column === "sex").map(({ code }) => code);
    expect(new Set(codes)).toEqual(new Set(["VALUE_UNPARSABLE", "COLUMN_CONSTANT"]));
  });

  it("reads dates as days", () => {
    const text = DECISIONS.replaceAll(/,(\d\d),/g, ",$1.01.1970,");
    const read = parseDecisions(text, { file });
    expect(read.observations.columns[1]).toMatchObject({ type: "number", values: expect.objectContaining({ 0: 9 }) });
    expect(onlyProblem(read.problems, "NUMBERS_READ").message).toBe(
      "people.csv, column 'debt': 11 dates such as '10.01.1970' read as days since 1970-01-01 (9), with the day first",
    );
  });
});

describe("files beside decisions with euros", () => {
  const text = DECISIONS.replaceAll(",", ";").replaceAll(/;(\d)(\d{3});/g, ";€ $1.$2,00;");
  const decisions = parseDecisions(text, { file: "people.csv" });
  const plain = parseDecisions(DECISIONS, { file: "people.csv" });
  const income = ({ table }: { readonly table: { readonly columns: readonly object[] } }) => table.columns[0];
  const letters = (rows: string, own = decisions) => parseLetters(rows, own, { file: "letters.csv" });

  it("reads letters as the decisions are written, or as they are written themselves", () => {
    const wanted = income(letters("id,field,new_value\np1,income,2800\np3,income,3100.5\n", plain));
    for (const cells of [
      ["2.800,00 €", "3.100,50 €"],
      ["2800", "3100.5"],
      ["$2,800", "$3,100.50"],
    ]) {
      expect(income(letters(`id;field;new_value\np1;income;${cells[0]}\np3;income;${cells[1]}\n`))).toEqual(wanted);
      expect(income(letters(`id;income\np1;${cells[0]}\np3;${cells[1]}\n`))).toEqual(wanted);
    }
    const other = letters("id;income\np1;2.800,00\np3;3.100,50\n", plain);
    expect(income(other)).toEqual(wanted);
    expect(onlyProblem(other.problems, "NUMBERS_READ")).toMatchObject({ file: "letters.csv", count: 2 });
  });

  it("adds differences that are written so, and takes no percentage for a value", () => {
    const wanted = income(letters("id,field,difference\np1,income,+1800\n", plain));
    expect(income(letters("id;field;difference\np1;income;+1.800,00\n"))).toEqual(wanted);
    const relative = () => letters("id;field;new_value\np1;income;10 %\n");
    expect(errorOf(relative).code).toBe("LETTER_VALUE_UNPARSABLE");
    expect(errorOf(() => letters("id,field,new_value\np1,income,10 %\n", plain)).code).toBe("LETTER_VALUE_UNPARSABLE");
  });

  it("reads a population alike", () => {
    const rows = (cell: string) => `income;debt;city;sex\n${cell};1;Ulm;f\n`;
    for (const cell of ["€ 2.800,50", "2800.5"]) {
      const [column] = parsePopulation(rows(cell), decisions).people.columns;
      expect(column).toEqual({ name: "income", type: "number", values: Float64Array.of(2800.5) });
    }
  });

  it("reads the rows of predict as the model's own, and says which it cannot", async () => {
    const [batch] = await batchesOf("income;debt;city;sex\n€ 2.800,50;1;Ulm;f\n2800.5;1;Ulm;f\n");
    const names = batch?.columns.map(({ name }) => name) ?? [];
    const reader = featureReader(decisions.schema.features, names);
    const { table, unreadable } = reader.read(batch!);
    expect(table.columns[0]).toMatchObject({ values: Float64Array.of(2800.5, Number.NaN) });
    expect(Array.from(unreadable)).toEqual([0, 1]);
  });
});
