import { describe, expect, it } from "vitest";
import { inspectTable } from "../../src/input/csv.js";
import { inspectDecisions, parseDecisions } from "../../src/input/decisions.js";
import type { DecisionsOptions } from "../../src/input/decisions-options.js";
import { rowsOf } from "../../src/input/file-rows.js";
import { inspectLetters } from "../../src/input/letters.js";
import { DECISIONS, errorOf, onlyProblem, withCell } from "./samples.js";

const file = "people.csv";
const inspect = (text: string, options: DecisionsOptions = {}) => inspectDecisions(text, { file, ...options });
const errors = (text: string, options: DecisionsOptions = {}) =>
  inspect(text, options).problems.filter(({ severity }) => severity === "error");

describe("a file without a header", () => {
  it("calls columns by their place and counts the first row as a person", () => {
    const bare = DECISIONS.split("\n").slice(1).join("\n");
    const read = parseDecisions(bare, { file, header: false, decision: "column 6", id: "column 1" });
    expect(read.ids?.slice(0, 2)).toEqual(["p1", "p2"]);
    expect(Array.from(read.rowNumbers.subarray(0, 2))).toEqual([1, 2]);
    expect(read.schema.features.map(({ name }) => name)).toEqual(["column 2", "column 3", "column 4", "column 5"]);
    expect(read.problems.map(({ code }) => code)).not.toContain("HEADER_LIKE_ROW");
  });
});

describe("text that is not UTF-8", () => {
  const bytes = Buffer.concat([Buffer.from("größe,preis\n", "latin1"), Buffer.of(0x80, 0x2c, 0x93, 0x0a)]);

  it("is read as Windows-1252, which is said unless it was asked for", async () => {
    const text = "größe,preis\n€,“\n";
    const { rows } = await rowsOf(bytes, file);
    expect(rows).toEqual({ text, readAs: { encoding: "Windows-1252" } });
    expect(await rowsOf(bytes, file, undefined, { encoding: "latin-1" })).toMatchObject({ rows: text, bytes: 16 });
    const { table, problems } = inspectTable(rows, { file, delimiter: null });
    expect(table?.columns.map(({ name, levels }) => [name, ...levels])).toEqual([
      ["größe", "€"],
      ["preis", "“"],
    ]);
    expect(problems).toMatchObject([{ severity: "note", code: "ENCODING_GUESSED", file, count: 1 }]);
    expect(problems[0]?.message).toContain("is not UTF-8 and was read as Windows-1252");
  });

  it.each(["größe,preis\n1,2\n", "имя,цена\nИван,2\nПётр,3\n"])(
    "is read as UTF-16 without a mark: %j",
    async (text) => {
      const little = Buffer.from(text, "utf16le");
      const big = Buffer.from(little).swap16();
      for (const given of [little, big]) {
        expect((await rowsOf(given, file)).rows).toEqual({ text, readAs: { encoding: "UTF-16" } });
        expect((await rowsOf(given, file, undefined, { encoding: "utf-16" })).rows).toBe(text);
      }
      const marked = Buffer.concat([Buffer.of(0xff, 0xfe), little]);
      expect((await rowsOf(marked, file)).rows).toBe(text); // a mark leaves no doubt
    },
  );

  it("reaches the problems of whoever reads the file", async () => {
    const given = Buffer.from(DECISIONS.replaceAll("Ulm", "Köln"), "latin1");
    const read = parseDecisions((await rowsOf(given, file)).rows, { file });
    expect(onlyProblem(read.problems, "ENCODING_GUESSED").severity).toBe("note");
  });

  it("is refused where it is no text in any encoding", async () => {
    await expect(rowsOf(Buffer.of(0xff, 0x01, 0x02, 0x61), file)).rejects.toMatchObject({ code: "FILE_NOT_TEXT" });
    await expect(rowsOf(Buffer.of(0xff, 0, 0, 0x61), file)).rejects.toMatchObject({ code: "FILE_NOT_TEXT" });
  });

  it("leaves UTF-8 alone, and stays refused where it is no text", async () => {
    expect(await rowsOf(Buffer.from("größe\n"), file, undefined, { encoding: "latin-1" })).toMatchObject({
      rows: "größe\n",
    });
    const picture = rowsOf(Buffer.of(0x89, 0x50, 0, 0, 0xff), file, undefined, { encoding: "latin-1" });
    await expect(picture).rejects.toMatchObject({ code: "FILE_NOT_TEXT" });
  });
});

describe("what is left out instead of being refused", () => {
  it("leaves out broken rows, but not a quote that is never closed", () => {
    const broken = `${DECISIONS}\np13,1,2\n`;
    expect(errors(broken)).toMatchObject([{ code: "ROW_RAGGED", rows: [14] }]);
    expect(errors(broken, { skip: ["broken"] })).toEqual([]);
    expect(onlyProblem(inspect(broken, { skip: ["broken"] }).problems, "ROW_RAGGED")).toMatchObject({
      severity: "warning",
      message: "people.csv, row 14: 3 cells where the header has 6 columns; left out",
    });
    expect(errors(DECISIONS.replace("Ulm", '"Ulm'), { skip: ["broken"] })).toMatchObject([{ code: "QUOTE_UNCLOSED" }]);
  });

  it("reads a copy of a column once, and refuses columns that only share the name", () => {
    const twice = DECISIONS.split("\n").map((line) => `${line},${line.split(",")[3]}`);
    expect(errors(twice.join("\n"))).toMatchObject([{ code: "COLUMN_DUPLICATE", column: "city" }]);
    expect(errors(twice.join("\n"), { skip: ["copies"] })).toEqual([]);
    const other = twice.map((line, k) => (k === 4 ? `${line}!` : line));
    expect(errors(other.join("\n"), { skip: ["copies"] })).toMatchObject([{ code: "COLUMN_DUPLICATE" }]);
  });

  it("keeps the first row of each id", () => {
    const repeated = withCell(DECISIONS, 9, "id", "p2");
    expect(errors(repeated, { id: "id" })).toMatchObject([{ code: "ID_DUPLICATE" }]);
    const read = parseDecisions(repeated, { file, id: "id", skip: ["repeated"] });
    expect(read.ids?.filter((id) => id === "p2")).toHaveLength(1);
    expect(Array.from(read.rowNumbers)).not.toContain(9);
    expect(read.decisions).toHaveLength(11);
    expect(read.observations.rows).toBe(11);
    expect(onlyProblem(read.problems, "ID_DUPLICATE")).toMatchObject({ severity: "warning", rows: [9], count: 1 });
  });

  it("leaves out people with a number that is none, with their letters", () => {
    const odd = withCell(withCell(DECISIONS, 3, "income", "much"), 9, "debt", "1e999");
    const options: DecisionsOptions = { id: "id", types: { income: "number" }, skip: ["unreadable"] };
    expect(errors(odd, { ...options, skip: [] }).map(({ code }) => code)).toEqual([
      "VALUE_UNPARSABLE",
      "VALUE_NOT_FINITE",
    ]);
    const read = parseDecisions(odd, { file, ...options });
    expect(Array.from(read.rowNumbers)).toEqual([2, 4, 5, 6, 7, 8, 10, 11, 12, 13]);
    expect(read.observations.columns[0]).toMatchObject({ values: expect.objectContaining({ 1: 1200 }) });
    expect(read.problems.filter(({ code }) => code === "VALUE_UNPARSABLE")).toMatchObject([
      { severity: "warning", column: "income", rows: [3] },
      { severity: "warning", column: "debt", rows: [9] },
    ]);
    const letters = inspectLetters("id,income\np2,2800\np1,2900\n", read, { file: "letters.csv" });
    expect(letters.draft?.table.rows).toBe(1);
    expect(onlyProblem(letters.problems, "LETTER_TO_EXCLUDED").message).toContain("'p2' is left out of people.csv");
  });

  it("leaves out weights that are none", () => {
    const weighed = DECISIONS.split("\n").map((line, k) => `${line},${k === 0 ? "w" : k === 4 ? "-1" : "2"}`);
    const read = parseDecisions(weighed.join("\n"), { file, weight: "w", skip: ["unreadable"] });
    expect(read.weights).toEqual(new Float64Array(11).fill(2));
    expect(onlyProblem(read.problems, "WEIGHT_INVALID")).toMatchObject({ severity: "warning", rows: [5] });
  });

  it("leaves out letters to nobody, in both forms", () => {
    const people = parseDecisions(DECISIONS, { file, id: "id" });
    for (const text of [
      "id,income\np1,2800\np99,2900\n",
      "id,field,new_value\np1,income,2800\np99,income,3\n,debt,4\n",
    ]) {
      const strict = inspectLetters(text, people).problems.filter(({ severity }) => severity === "error");
      expect(strict.map(({ code }) => code)).toContain("LETTER_WITHOUT_PERSON");
      const read = inspectLetters(text, people, { skip: ["unmatched"] });
      expect(read.problems.filter(({ severity }) => severity === "error")).toEqual([]);
      expect(read.draft?.table.rows).toBe(1);
    }
  });

  it("leaves out whole letters with a value that cannot be read", () => {
    const people = parseDecisions(DECISIONS, { file, id: "id" });
    const long =
      "id,field,new_value\np1,income,2800\np2,income,much\np2,city,Rom\np3,debt,\np4,debt,1\np4,debt,2\np5,debt,3\n";
    for (const [text, codes] of [
      [long, ["LETTER_VALUE_UNPARSABLE", "LETTER_CONTRADICTS", "LETTER_VALUE_UNPARSABLE"]],
      ["id,income,city\np1,2800,\np2,much,Rom\np5,+3,\np6,2700,\n", ["LETTER_VALUE_UNPARSABLE"]],
    ] as const) {
      const strict = inspectLetters(text, people).problems.filter(({ severity }) => severity === "error");
      expect(strict.map(({ code }) => code)).toEqual(codes);
      const read = inspectLetters(text, people, { skip: ["unreadable"] });
      expect(read.problems.filter(({ severity }) => severity === "error")).toEqual([]);
      expect(read.problems.filter(({ message }) => message.endsWith("Left out: the whole letter"))).toHaveLength(
        codes.length,
      );
      expect(read.draft?.table.rows).toBe(2);
      expect(read.draft?.letterOf).toHaveLength(2);
      const city = read.draft?.table.columns.find(({ name }) => name === "city");
      expect(city).toMatchObject({ levels: expect.not.arrayContaining(["Rom"]) });
    }
  });

  it("refuses a kind it does not know", () => {
    const skip = ["everything"] as unknown as DecisionsOptions["skip"];
    expect(errorOf(() => inspect(DECISIONS, { skip: skip ?? [] })).message).toContain("skip must be one of");
    const header = "no" as unknown as boolean;
    expect(errorOf(() => inspect(DECISIONS, { header })).code).toBe("INVALID_OPTION");
  });
});

describe("more than two decisions made into two", () => {
  const three = withCell(withCell(DECISIONS, 2, "approved", "later"), 8, "approved", "maybe");

  it("takes the values of both sides as they are named, and says so", () => {
    const read = parseDecisions(three, { file, favourable: ["yes", "maybe"], unfavourable: ["no", "later"] });
    expect(Array.from(read.decisions)).toEqual([0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1]);
    expect(read.schema.decision).toEqual({
      column: "approved",
      favourable: "maybe or yes",
      unfavourable: "later or no",
    });
    expect(read.problems.filter(({ code }) => code === "DECISIONS_MERGED").map(({ message }) => message)).toEqual([
      "people.csv, column 'approved': 'later' and 'no' count as one unfavourable decision",
      "people.csv, column 'approved': 'maybe' and 'yes' count as one favourable decision",
    ]);
  });

  it("merges nothing that was not named", () => {
    const codes = (options: DecisionsOptions) => errors(three, options).map(({ code }) => code);
    expect(codes({ favourable: "yes" })).toEqual(["DECISION_NOT_BINARY"]);
    expect(codes({ favourable: ["yes", "perhaps"] })).toEqual(["DECISION_NOT_BINARY"]);
    expect(codes({ favourable: "yes,perhaps" })).toEqual(["DECISION_NOT_BINARY"]);
    expect(errors(three, { favourable: "yes", unfavourable: ["no", "later"] })[0]?.message).toContain(
      "'maybe' is neither favourable nor unfavourable",
    );
    expect(codes({ favourable: [], unfavourable: ["yes", "maybe", "no", "later"] })).toEqual(["FAVOURABLE_UNKNOWN"]);
  });

  it("counts the others as unfavourable where several are favourable", () => {
    for (const favourable of [["yes", "maybe"], "yes,maybe", " maybe , yes", ["yes,maybe"]]) {
      const read = parseDecisions(three, { file, favourable });
      expect(read.schema.decision).toMatchObject({ favourable: "maybe or yes", unfavourable: "later or no" });
      expect(read.problems.filter(({ code }) => code === "DECISIONS_MERGED").map(({ message }) => message)).toEqual([
        `${file}, column 'approved': 'later' and 'no' count as one unfavourable decision`,
        `${file}, column 'approved': 'maybe' and 'yes' count as one favourable decision`,
      ]);
    }
  });

  it("leaves out, and counts, what is no decision", () => {
    const read = parseDecisions(three, { file, notDecided: ["later", "maybe"] });
    expect(read.schema.decision).toMatchObject({ favourable: "yes", unfavourable: "no" });
    expect(read.observations.rows).toBe(read.rows - 2);
    expect(read.problems.find(({ code }) => code === "DECISION_NONE")).toMatchObject({ severity: "note", count: 2 });
    expect(read.excludedIds.size).toBe(2);
    const misspelt = errors(three, { notDecided: "latr" })[0];
    expect(misspelt).toMatchObject({ code: "FAVOURABLE_UNKNOWN" });
    expect(misspelt?.message).toContain("no row has the decision 'latr', named as none");
  });

  it("calls the two decisions what it is told", () => {
    const read = parseDecisions(three, { file, favourable: "yes,maybe", decisionNames: ["refused", "granted"] });
    expect(read.schema.decision).toEqual({ column: "approved", favourable: "granted", unfavourable: "refused" });
    for (const decisionNames of [["one"], ["a", "a"], ["a", ""], ["a", "b", "c"]]) {
      expect(() => parseDecisions(three, { file, favourable: "yes,maybe", decisionNames })).toThrow("decisionNames");
    }
  });

  it("takes a value with a comma as one", () => {
    const decisions = ['"yes, later"', "yes", "no", "later"];
    const rows = ["n,decision", ...Array.from({ length: 24 }, (_, i) => `${i},${decisions[i % 4]}`)].join("\n");
    const read = parseDecisions(rows, { file, favourable: ["yes, later", "yes"] });
    expect(read.schema.decision).toMatchObject({ favourable: "yes or yes, later", unfavourable: "later or no" });
  });

  it("takes two values with both sides named as they are", () => {
    const read = parseDecisions(DECISIONS, { file, favourable: "no", unfavourable: "yes" });
    expect(read.schema.decision).toMatchObject({ favourable: "no", unfavourable: "yes" });
    expect(read.decisions[0]).toBe(1);
  });
});
