import { describe, expect, it } from "vitest";
import { parseDecisions } from "../../src/input/decisions.js";
import type { DecisionsOptions } from "../../src/input/decisions-options.js";
import type { Evidence } from "../../src/input/evidence.js";
import { joinEvidence } from "../../src/input/join.js";
import { inspectLetters, type LettersOptions, parseLetters } from "../../src/input/letters.js";
import { DECISIONS, errorOf, onlyProblem } from "./samples.js";

const file = "letters.csv";
const roles: DecisionsOptions = { file: "people.csv", sensitive: ["sex"], immutable: ["sex"] };
const people = (options: DecisionsOptions = {}, text = DECISIONS) => parseDecisions(text, { ...roles, ...options });
const parse = (text: string, options: DecisionsOptions = {}, letters: LettersOptions = {}) =>
  parseLetters(text, people(options), { file, ...letters });
const evidenceOf = (text: string, options: DecisionsOptions = {}) =>
  joinEvidence(people(options), parse(text, options));
/** "p1 income +" for each reason. */
const given = ({ reasons, ids }: Evidence) =>
  Array.from(reasons?.personOf ?? [], (person, k) => {
    const name = reasons?.names[reasons.nameOf[k] ?? -1]?.name;
    const way = reasons?.direction[k];
    return `${ids?.[person]} ${name} ${way === 1 ? "+" : way === -1 ? "-" : "0"}`;
  });
const names = ({ reasons }: Evidence) =>
  Object.fromEntries((reasons?.names ?? []).map((one) => [one.name, one.features]));

/** The decisions with more columns; the accepted have nothing in them. */
function withReasons(header: string, cells: readonly string[], accepted = ""): string {
  const [first = "", ...lines] = DECISIONS.split("\n");
  const none = header.replace(/[^,]/g, "");
  const rows = lines.map((line, i) => `${line},${i < 6 ? (cells[i] ?? none) : accepted || none}`);
  return [`${first},${header}`, ...rows].join("\n");
}

describe("reasons in a letters file", () => {
  it("reads one per row, as columns or in plain words, with their directions", () => {
    const text = "id,reason\np1,income\np1,Debt too high\np2,insufficient Incomes\np3,CITY\np4,zu hohe\n";
    const error = errorOf(() => parse(text));
    expect(error.code).toBe("REASON_UNKNOWN");
    const evidence = evidenceOf(text.replace("zu hohe", "Income zu niedrig"));
    expect(given(evidence)).toEqual(["p1 debt -", "p1 income 0", "p2 income +", "p3 city 0", "p4 income +"]);
    expect(names(evidence)).toEqual({ city: ["city"], debt: ["debt"], income: ["income"] });
    expect(evidence.letters.rows).toBe(0);
  });

  it("reads several columns, a column of directions, and reasons that are none or other", () => {
    const text = "id,reason-1,reason-2,direction\np1,income,,too low\np2,debt,other,lower\np3,none,,\np4,Autre,,\n";
    const evidence = evidenceOf(text);
    expect(given(evidence)).toEqual(["p1 income +", "p2 debt -", "p2 other -", "p4 other 0"]);
    expect(names(evidence)).toEqual({ city: ["city"], debt: ["debt"], income: ["income"], other: [] });
  });

  it("reads a field and its direction without a value as a reason", () => {
    expect(given(evidenceOf("id,field,direction\np1,income,higher\np2,debt,zu hoch\n"))).toEqual([
      "p1 income +",
      "p2 debt -",
    ]);
    const mixed = evidenceOf("id,field,new_value,direction\np1,income,3000,higher\np2,debt,,lower\n");
    expect(given(mixed)).toEqual(["p2 debt -"]);
    expect(Array.from(mixed.letterOf)).toEqual([0]);
  });

  it("reads reasons beside full rows and beside changes, for some people or for all", () => {
    const rows = evidenceOf("id,income,reason\np1,3000,debt\np2,2500,\np3,,income\n");
    expect(given(rows)).toEqual(["p1 debt 0", "p3 income 0"]);
    expect(Array.from(rows.letterOf)).toEqual([0, 1]);
    const long = evidenceOf("id,field,new_value,reason\np1,income,3000,\np1,,,debt\np2,,,income\n");
    expect(given(long)).toEqual(["p1 debt 0", "p2 income 0"]);
    expect(Array.from(long.letterOf)).toEqual([0]);
  });

  it("counts a reason once, and a direction only where all agree", () => {
    const text = "id,reason,direction\np1,income,\np1,income,higher\np2,debt,lower\np2,debt,higher\n";
    expect(given(evidenceOf(text))).toEqual(["p1 income +", "p2 debt 0"]);
  });

  it("gives the same evidence whatever the order of the rows", () => {
    const lines = ["p1,income", "p2,debt", "p1,other", "p3,city"];
    const [ahead, back] = [lines, lines.toReversed()].map((all) => evidenceOf(`id,reason\n${all.join("\n")}\n`));
    expect(back?.reasons).toEqual(ahead?.reasons);
  });

  it("leaves out reasons to accepted people, and warns of those that are never cited", () => {
    const { problems } = parse("id,reason\np1,income\np7,income\np2,sex\n");
    expect(onlyProblem(problems, "REASON_TO_ACCEPTED")).toMatchObject({ severity: "warning", rows: [3], count: 1 });
    expect(onlyProblem(problems, "REASON_NEVER_CITED")).toMatchObject({ severity: "warning", rows: [4] });
    const evidence = evidenceOf("id,reason\np1,income\np7,income\np2,sex\n");
    expect(given(evidence)).toEqual(["p1 income 0", "p2 sex 0"]);
    expect(Object.keys(names(evidence))).toEqual(["city", "debt", "income", "sex"]);
    expect(Object.keys(names(evidenceOf("id,reason\np1,income\n", { neverCited: ["city"] })))).toEqual([
      "debt",
      "income",
      "sex",
    ]);
    expect(Object.keys(names(evidenceOf("id,reason\np1,income\n", { neverCited: [] })))).toHaveLength(4);
  });

  it("warns of a direction that is none, and asks for ids", () => {
    const { problems } = parse("id,reason,direction\np1,income,sideways\n");
    expect(onlyProblem(problems, "REASON_DIRECTION_UNKNOWN")).toMatchObject({ column: "direction", rows: [2] });
    expect(errorOf(() => parse("reason\nincome\n")).code).toBe("ID_MISSING");
    expect(errorOf(() => parse("id,reason\np99,income\n")).code).toBe("LETTER_WITHOUT_PERSON");
  });

  it("takes a column by its name where the header does not say that it holds reasons", () => {
    const letters = parse("id,why\np1,income\n", {}, { reasonColumns: ["why"] });
    expect(letters.form).toBe("reasons");
    expect(letters.reasons?.reasons.map(({ name }) => name)).toEqual(["income"]);
    expect(errorOf(() => parse("id,why\np1,income\n", {}, { reasonColumns: ["who"] })).code).toBe("COLUMN_UNKNOWN");
  });
});

describe("a map of reasons", () => {
  const map = {
    1: { field: "debt", direction: "lower" },
    3: { fields: ["income", "city"] },
    "Too young": "sex",
    9: "other",
    10: "none",
  } as const;

  it("says what codes mean, each a name of its own", () => {
    const evidence = evidenceOf("id,reason\np1,1\np1,3.0\np2,9\np3,10\np4,too_young\n", { reasons: map });
    expect(given(evidence)).toEqual(["p1 1 -", "p1 3 0", "p2 9 0", "p4 Too young 0"]);
    expect(names(evidence)).toEqual({ 1: ["debt"], 3: ["income", "city"], 9: [], "Too young": ["sex"] });
  });

  it("adds columns that are named beside it", () => {
    const evidence = evidenceOf("id,reason\np1,1\np2,income\n", { reasons: map });
    expect(given(evidence)).toEqual(["p1 1 -", "p2 income 0"]);
    expect(Object.keys(names(evidence))).toEqual(["1", "3", "9", "Too young", "city", "income"]);
  });

  it("counts a column that is no feature as something that is not in the file", () => {
    const evidence = evidenceOf("id,reason\np1,7\n", { reasons: { 7: "city" }, ignore: ["city"] });
    expect(names(evidence)).toEqual({ 7: [] });
  });

  it("calls reasons by the names it gives them, with their codes", () => {
    const reasons = {
      1: { name: "debts", field: "debt", direction: "lower" },
      2: { name: "papers missing" },
      3: { name: "papers missing" },
    } as const;
    const evidence = evidenceOf("id,reason\np1,1\np2,2\np3,3\n", { reasons });
    expect(given(evidence)).toEqual(["p1 debts (1) -", "p2 papers missing (2) 0", "p3 papers missing (3) 0"]);
    expect(names(evidence)).toEqual({ "debts (1)": ["debt"], "papers missing (2)": [], "papers missing (3)": [] });
  });

  it("lists unknown codes by number, with a map to copy", () => {
    const text = "id,reason\np1,4\np2,7\np3,4\np4,Length of income\n";
    const { problems } = inspectLetters(text, people(), { file });
    const problem = onlyProblem(problems, "REASON_UNKNOWN");
    expect(problem).toMatchObject({ severity: "error", column: "reason", count: 4 });
    expect(problem.message).toContain("'4' (2 times), '7' (once), 'Length of income' (once) match no column");
    expect(problem.message).toContain('reasons: {"4": other, "7": other, "Length of income": income}');
  });

  it.each([
    [{ 1: "incom" }, "Did you mean 'income'?"],
    [{ 1: { field: "nothing like it" } }, "has no column 'nothing like it'"],
    [{ 1: { fields: ["debt", "constructor"] } }, "has no column 'constructor'"],
  ])("refuses %j, which names no column", (reasons, words) => {
    const error = errorOf(() => people({ reasons }));
    expect(error.code).toBe("COLUMN_UNKNOWN");
    expect(error.message).toContain(words);
  });

  it.each([
    [{ 1: {} }],
    [{ 1: { fields: [] } }],
    [{ 1: "" }],
    [{ 1: { field: "debt", direction: "up" } }],
    [[]],
    [{ 1: 5 }],
  ])("refuses %j, which is no map", (reasons) => {
    expect(errorOf(() => people({ reasons: reasons as never })).code).toBe("INVALID_OPTION");
  });

  it("is not fooled by names that every object has", () => {
    for (const code of ["constructor", "__proto__", "toString", "hasOwnProperty"]) {
      expect(errorOf(() => parse(`id,reason\np1,${code}\n`)).code).toBe("REASON_UNKNOWN");
      const reasons = JSON.parse(`{ "${code}": "debt" }`);
      expect(given(evidenceOf(`id,reason\np1,${code}\n`, { reasons }))).toEqual([`p1 ${code} 0`]);
    }
  });

  it("lists few of a great many words, and soon", () => {
    const ids = ["p1", "p2", "p3"];
    const lines = Array.from({ length: 200_000 }, (_, i) => `${ids[i % 3]},word ${i} ${"x".repeat(i % 50)}`);
    const { problems } = inspectLetters(`id,reason\n${lines.join("\n")}\n`, people(), { file });
    const { message, count } = onlyProblem(problems, "REASON_UNKNOWN");
    expect(count).toBe(200_000);
    expect(message).toContain("and 199988 more");
    expect(message.length).toBeLessThan(3000);
  });
});

describe("reasons in the decisions file", () => {
  it("takes columns named like reasons for a refusal, and uses none as a feature", () => {
    const text = withReasons("denial_reason-1,denial_reason-2", ["1,3", "3,", "1.0,", ",", "9,", "10,"], "10,");
    const reasons = { 1: "debt", 3: "income", 9: "other", 10: "none" };
    const decisions = people({ reasons }, text);
    expect(decisions.schema.features.map(({ name }) => name)).toEqual(["income", "debt", "city", "sex"]);
    expect(decisions.schema.ignored).toEqual(["denial_reason-1", "denial_reason-2"]);
    expect(decisions.problems.some(({ code, message }) => code === "ROLE_GUESSED" && /reasons/.test(message))).toBe(
      true,
    );
    expect(given(joinEvidence(decisions, null))).toEqual(["p1 1 0", "p1 3 0", "p2 3 0", "p3 1 0", "p5 9 0"]);
    const codes = errorOf(() => people({}, text));
    expect(codes.code).toBe("REASON_UNKNOWN");
    expect(codes.message).toContain(
      "people.csv, rows 2, 3, 4, 6, 7 and 6 more: '10' (7 times), '1' (2 times), '3' (2 times)",
    );
    expect(codes.message).toContain('reasons: {"10": other, "1": other, "3": other, "9": other}');
  });

  it("takes the columns that are named, and none that is left out", () => {
    const text = withReasons("reason", ["debt", "income"]);
    expect(people({}, text).schema.features.map(({ name }) => name)).toContain("reason"); // a reason to apply, perhaps
    const decisions = people({ reasonColumns: ["reason"] }, text);
    expect(given(joinEvidence(decisions, null))).toEqual(["p1 debt 0", "p2 income 0"]);
    expect(people({ reasonColumns: [] }, withReasons("denial_reason", ["debt"])).reasons).toBeNull();
    expect(people({ ignore: ["denial_reason"] }, withReasons("denial_reason", ["?"])).reasons).toBeNull();
    expect(errorOf(() => people({ reasonColumns: ["reasn"] }, text)).message).toContain("Did you mean 'reason'?");
    expect(errorOf(() => people({ reasonColumns: ["sex"] }, text)).code).toBe("INVALID_OPTION");
  });

  it("joins them with those of the letters", () => {
    const decisions = people({}, withReasons("denial_reason", ["debt too high", "income"]));
    const letters = parseLetters("id,reason\np1,debt\np2,debt\np3,city\n", decisions, { file });
    expect(given(joinEvidence(decisions, letters))).toEqual(["p1 debt -", "p2 debt 0", "p2 income 0", "p3 city 0"]);
  });
});
