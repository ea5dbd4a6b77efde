import { describe, expect, it } from "vitest";
import { parseDecisions } from "../../src/input/decisions.js";
import { joinClassEvidence, joinEvidence } from "../../src/input/join.js";
import { type Amount, parseAmount, spokenNumber } from "../../src/input/letter-amount.js";
import { inspectLetters, parseLetters } from "../../src/input/letters.js";
import { DECISIONS, errorOf, onlyProblem, withCell } from "./samples.js";

const file = "letters.csv";
const decisions = parseDecisions(DECISIONS, { file: "people.csv", sensitive: ["sex"], immutable: ["sex"] });
const parse = (text: string) => parseLetters(text, decisions, { file });
const inspect = (text: string) => inspectLetters(text, decisions, { file });
const numbers = (text: string, f: number) => {
  const column = parse(text).table.columns[f];
  return column?.type === "number" ? Array.from(column.values) : [];
};
const [INCOME, DEBT] = [0, 1];

describe("amounts in words", () => {
  const value = (amount: number): Amount => ({ value: amount, relative: null, bound: null });
  const difference = (amount: number): Amount => ({ value: amount, relative: "difference", bound: null });
  const percent = (amount: number): Amount => ({ value: amount, relative: "percent", bound: null });
  const least = (amount: number): Amount => ({ value: amount, relative: null, bound: "least" });
  const most = (amount: number): Amount => ({ value: amount, relative: null, bound: "most" });

  it.each([
    ["+4000", difference(4000)],
    ["−500", difference(-500)],
    ["4,000 higher", difference(4000)],
    ["higher by 4,000", difference(4000)],
    ["by 500", difference(500)],
    ["increase of 2", difference(2)],
    ["$4,000 more", difference(4000)],
    ["45k less", difference(-45000)],
    ["-10 %", percent(-10)],
    ["10% lower", percent(-10)],
    ["4.000 höher", difference(4000)],
    ["um 4.000 € niedriger", difference(-4000)],
    ["12,5 mehr", difference(12.5)],
    ["4 000 de plus", difference(4000)],
    ["plus élevé de 4 000", difference(4000)],
    ["2 de moins", difference(-2)],
    ["1.000 más", difference(1000)],
    ["3 menos", difference(-3)],
    ["2.000 in più", difference(2000)],
    ["2.000 hoger", difference(2000)],
    ["2 000 wyższy", difference(2000)],
    ["o 2 000 mniej", difference(-2000)],
    ["at least 30,000", least(30000)],
    [">= 30000", least(30000)],
    ["≥ 30000", least(30000)],
    ["mindestens 30.000", least(30000)],
    ["au moins 30 000", least(30000)],
    ["al menos 30.000", least(30000)],
    ["almeno 30.000", least(30000)],
    ["minstens 30.000", least(30000)],
    ["co najmniej 30 000", least(30000)],
    ["30,000 or more", least(30000)],
    ["at least -5", least(-5)],
    ["at most 12", most(12)],
    ["<= 0.35", most(0.35)],
    ["höchstens 12", most(12)],
    ["max. 12", most(12)],
    ["up to 12", most(12)],
    ["at most 36 %", most(36)],
    ["to 5000", value(5000)],
    ["increase to 5,000", value(5000)],
    ["> 12", { value: 12, relative: null, bound: "above" }],
    ["less than 12", { value: 12, relative: null, bound: "below" }],
    ["at least 500 more", { value: 500, relative: "difference", bound: "least" }],
  ] satisfies [string, Amount][])("reads %s", (cell, amount) => {
    expect(parseAmount(cell)).toEqual(amount);
  });

  it.each(["30,000", "10 %", "about 500", "5 or 6 more", "higher", "", "constructor 5", "at least at most 5"])(
    "does not guess at %j",
    (cell) => {
      expect(parseAmount(cell)).toBeUndefined();
    },
  );

  it("reads numbers by the language around them", () => {
    expect([spokenNumber("1.234", true), spokenNumber("1.234", false)]).toEqual([1.234, 1234]);
    expect([spokenNumber("1,234", true), spokenNumber("1,234", false)]).toEqual([1234, 1.234]);
    expect([spokenNumber("1.234,50", true), spokenNumber("1,234.50", false)]).toEqual([1234.5, 1234.5]);
    expect(spokenNumber("1.2.3", true)).toBeUndefined();
  });

  it("takes a long cell for no amount without much work", () => {
    const long = "at least ".repeat(200_000);
    const start = performance.now();
    expect(parseAmount(`${long}5`)).toBeUndefined();
    expect(performance.now() - start).toBeLessThan(200);
  });
});

describe("thresholds", () => {
  it.each([
    ["at_least", "3000"],
    ["minimum", "3000"],
    ["Mindestens", "3000"],
    ["threshold", "3000"],
    ["new_value", "at least 3,000"],
    ["new_value", ">= 3000"],
    ["new_value", "mindestens 3.000"],
    ["change", "at least 2000 more"],
    ["new_value", "> 2999"], // everybody's income is a whole number
  ])("reads %s: %s as the smallest change that reaches it", (name, cell) => {
    const letters = parse(`id;field;${name}\np1;income;${cell}\n`);
    expect(letters.problems).toEqual([]);
    expect(letters.isThreshold).toEqual(Uint8Array.of(1));
    expect(numbers(`id;field;${name}\np1;income;${cell}\n`, INCOME)).toEqual([3000]);
    expect(joinEvidence(decisions, letters).isThreshold).toEqual(Uint8Array.of(1));
  });

  it("reads the most that is allowed, and ranges in one row or in two", () => {
    expect(numbers("id,field,at_most\np1,debt,8\n", DEBT)).toEqual([8]);
    const range = parse("id,field,at_least,at_most\np1,debt,12,20\np4,debt,12,20\n");
    expect(range.table.columns[DEBT]).toMatchObject({ values: Float64Array.of(12, 20) });
    expect(range.isThreshold).toEqual(Uint8Array.of(1, 1));
    expect(numbers("id,field,at_least,at_most\np1,debt,12,\np1,debt,,20\n", DEBT)).toEqual([12]);
  });

  it("marks only letters whose every change is a threshold, and whose person's own value is known", () => {
    const text = "id,field,new_value,at_least\np1,income,,3000\np1,city,Bonn,\np2,income,,3000\np3,income,2500,\n";
    expect(parse(text).isThreshold).toEqual(Uint8Array.of(0, 1, 0));
    const same = parse("id,field,new_value,at_least\np1,income,,3000\np1,city,Ulm,\n"); // lives there already
    expect(same.isThreshold).toEqual(Uint8Array.of(1));
    const unknown = parseDecisions(withCell(DECISIONS, 2, "debt", "?"));
    expect(parseLetters("id,field,at_most\np1,debt,8\n", unknown).isThreshold).toEqual(Uint8Array.of(0));
    expect(joinEvidence(decisions, parse("id,field,new_value\np1,income,3000\n")).isThreshold).toBeUndefined();
  });

  it("leaves out what the person meets already, with the letter if nothing else is in it", () => {
    const { problems, letterOf, isThreshold } = parse(
      "id,field,at_least\np1,income,3000\np2,income,1500\np3,income,3000\n",
    );
    expect(onlyProblem(problems, "LETTER_MEETS_THRESHOLD")).toMatchObject({
      severity: "warning",
      column: "at_least",
      rows: [3],
    });
    expect(Array.from(letterOf)).toEqual([0, 2]);
    expect(isThreshold).toEqual(Uint8Array.of(1, 1));
  });

  it("refuses a file whose thresholds most people meet", () => {
    const error = errorOf(() => parse("id,field,at_most\np1,income,3000\np2,income,3000\np3,income,1000\n"));
    expect(error.code).toBe("LETTER_MEETS_THRESHOLD");
    expect(error.message).toContain("not swapped");
  });

  it.each([
    ["at_least", "p1,city,Bonn", "LETTER_VALUE_UNPARSABLE", "'city' is a category"],
    ["at_least", "p1,income,a lot", "LETTER_VALUE_UNPARSABLE", "'a lot' is not a decimal number"],
    ["at_least", "p1,income,at most 5", "LETTER_VALUE_UNPARSABLE", "'at most 5' is not a decimal number"],
    ["new_value", "p1,income,> 1000.5", "LETTER_VALUE_UNPARSABLE", "do not say which 'income' is enough"],
    ["at_least", "p1,income,3000\np1,income,3100", "LETTER_CONTRADICTS", "in a column 'option'"],
  ])("refuses %s: %s", (name, lines, code, words) => {
    const error = errorOf(() => parse(`id,field,${name}\n${lines}\n`));
    expect(error.code).toBe(code);
    expect(error.message).toContain(words);
  });

  it("refuses a range that is empty, and a new value beside another threshold", () => {
    const twice = (line: string) => errorOf(() => parse(`id,field,new_value,at_least,at_most\n${line}\n`)).code;
    expect(twice("p1,income,,3000,2000")).toBe("LETTER_CONTRADICTS");
    expect(twice("p1,income,3500,3000,")).toBe("LETTER_CONTRADICTS");
    expect(twice("p1,income,3500,,\np1,income,,3000,")).toBe("LETTER_CONTRADICTS");
    const same = parse("id,field,new_value,at_least\np1,income,3000,3000\n");
    expect(same.isThreshold).toEqual(Uint8Array.of(1));
  });
});

describe("changes", () => {
  it.each([
    ["change", "+2000"],
    ["change", "200 %  more"],
    ["change", "2,000 higher"],
    ["Änderung", "um 2.000 höher"],
    ["new_value", "2,000 higher"],
    ["new_value", "+200 %"],
    ["new_value", "3000"],
    ["new_value", "to 3,000"],
  ])("reads %s: %s", (name, cell) => {
    expect(numbers(`id;field;${name}\np1;income;${cell}\n`, INCOME)).toEqual([3000]);
  });

  it("takes per cent of the old value, without noise", () => {
    const tenths = parseDecisions(withCell(DECISIONS, 2, "debt", "0.3"));
    const { table } = parseLetters("id,field,change\np1,debt,+10 %\n", tenths);
    expect(table.columns[DEBT]).toMatchObject({ values: Float64Array.of(0.33) });
  });

  it("reads new values as differences where every one has a sign and one is a plus, and says so", () => {
    const { table, problems } = parse("id,field,new_value\np1,income,+2000\np2,debt,-15\np3,city,Bonn\n");
    expect(table.columns[INCOME]).toMatchObject({ values: Float64Array.of(3000, 1500, 1200) });
    expect(table.columns[DEBT]).toMatchObject({ values: Float64Array.of(10, 5, 15) });
    expect(onlyProblem(problems, "LETTER_READ_AS_DIFFERENCE")).toMatchObject({ severity: "note", column: "new_value" });
    const { problems: minus } = inspect("id,field,new_value\np2,debt,-15\n");
    expect(minus.some(({ code }) => code === "LETTER_READ_AS_DIFFERENCE")).toBe(false);
  });
});

describe("options", () => {
  it.each(["option", "Alternative", "opcja"])("tells letters to one person apart by '%s'", (name) => {
    const text = `id,${name},field,new_value\np1,a,income,3000\np1,b,debt,5\np1,a,city,Bonn\np2,a,debt,5\n`;
    const letters = parse(text);
    expect(Array.from(letters.letterOf)).toEqual([0, 0, 1]);
    expect(Array.from(letters.rowNumbers)).toEqual([2, 3, 5]);
    expect(letters.table.columns[INCOME]).toMatchObject({ values: Float64Array.of(3000, 1000, 1500) });
    expect(letters.table.columns[DEBT]).toMatchObject({ values: Float64Array.of(10, 5, 5) });
  });

  it("knows what each option offers where there are several decisions", () => {
    const named = parseDecisions(DECISIONS, { classes: ["no", "yes"] });
    const text = "id,option,field,new_value\np3,1,debt,5\np3,2,approved,yes\np3,2,income,4000\n";
    const { classes } = joinClassEvidence(named, parseLetters(text, named));
    expect(Array.from(classes.letterTo)).toEqual([-1, 1]);
  });

  it("proposes the column where rows contradict each other", () => {
    const error = errorOf(() => parse("id,field,new_value\np1,income,3000\np1,income,4000\n"));
    expect(error.code).toBe("LETTER_CONTRADICTS");
    expect(error.message).toContain("number them in a column 'option'");
  });
});
