import { describe, expect, it } from "vitest";
import { parseDecisions } from "../../src/input/decisions.js";
import { inspectLetters } from "../../src/input/letters.js";
import { DECISIONS, onlyProblem } from "./samples.js";

const decisions = parseDecisions(DECISIONS, { file: "people.csv" });
const problems = (text: string, of = decisions) => inspectLetters(text, of, { file: "letters.csv" }).problems;

describe("values that nobody has", () => {
  it("warns of numbers beyond everybody's, and of none within", () => {
    const found = onlyProblem(
      problems("id,field,new_value\np1,income,90000\np2,income,3500\np3,debt,10\n"),
      "LETTER_VALUE_UNUSUAL",
    );
    expect(found).toMatchObject({ severity: "warning", column: "income", count: 1, rows: [2] });
    expect(found.message).toContain("'90000', which nobody in people.csv has (1000 to 3500)");
    expect(problems("id,field,new_value\np1,income,3500\np2,debt,10\n")).toEqual([]);
    const near = onlyProblem(problems("id,field,new_value\np1,income,3600\n"), "LETTER_VALUE_UNUSUAL");
    expect(near.severity).toBe("note");
  });

  it("warns of categories, with the one that was meant", () => {
    const found = onlyProblem(problems("id,field,new_value\np1,city,bonn\n"), "LETTER_VALUE_UNUSUAL");
    expect(found).toMatchObject({ severity: "warning", column: "city" });
    expect(found.message).toContain("nobody in people.csv has the city 'bonn'. Did you mean 'Bonn'?");
  });
});

describe("numbers that look like another form", () => {
  it("takes new values for differences where most are too small, and fit as such", () => {
    const text = "id,field,new_value\np1,income,500\np2,income,800\np3,income,700\np4,income,1200\n";
    const found = onlyProblem(problems(text), "LETTER_LOOKS_LIKE_OTHER_FORM");
    expect(found).toMatchObject({ severity: "warning", column: "income", count: 3, rows: [2, 3, 4] });
    expect(found.message).toContain("They look like differences to the old values");
  });

  it("takes differences for new values where most lead too far", () => {
    const text = "id,field,difference\np1,income,3000\np2,income,3100\np3,income,3200\n";
    const found = onlyProblem(problems(text), "LETTER_LOOKS_LIKE_OTHER_FORM");
    expect(found.message).toContain("name the column 'new_value'");
  });

  it("says nothing about few", () => {
    const found = problems("id,field,new_value\np1,income,500\np2,income,800\n").map(({ code }) => code);
    expect(found).toEqual(["LETTER_VALUE_UNUSUAL"]);
  });
});

describe("ids that nobody has", () => {
  const ids = (spelled: (k: number) => string) =>
    `id,field,new_value\n${[1, 2, 3].map((k) => `${spelled(k)},debt,${k}`).join("\n")}\n`;
  const numbers = DECISIONS.replaceAll("\np", "\n");
  const numbered = parseDecisions(numbers, { file: "people.csv" });
  const padded = parseDecisions(numbers.replace("\n2,", "\n01,"), { file: "people.csv" });

  it.each([
    [decisions, (k: number) => `P${k}`, "capital letters: 'P1' is probably 'p1'"],
    [numbered, (k: number) => `${k}.0`, "a decimal point: '1.0' is probably '1'"],
    [numbered, (k: number) => `case ${k}`, "what stands before the number: 'case 1' is probably '1'"],
    [decisions, (k: number) => `p-${k}`, "blanks and dashes: 'p-1' is probably 'p1'"],
  ])("says in what they differ", (of, spelled, words) => {
    const { message } = onlyProblem(problems(ids(spelled), of), "LETTER_WITHOUT_PERSON");
    expect(message).toContain(`They differ from people's ids only in ${words}`);
  });

  it("are people's without the leading zeros, where that leaves no doubt, and a note says so", () => {
    const read = inspectLetters(
      ids((k) => `000${k}`),
      numbered,
      { file: "letters.csv" },
    );
    expect([...read.draft!.letterOf]).toEqual([0, 1, 2]);
    expect(onlyProblem(read.problems, "IDS_READ")).toMatchObject({
      severity: "note",
      message: expect.stringContaining(": 3 ids such as '0001' read as '1' in people.csv: only leading zeros differ"),
    });
    const one = problems("id,field,new_value\n1,debt,2\n02,debt,3\n", numbered);
    expect(onlyProblem(one, "IDS_READ").message).toContain("row 3: the id '02' read as '2'");
  });

  it.each([
    ["two ids of one person", "1,debt,2\n01,debt,3", numbered, "'01'"],
    ["an id of two people", "001,debt,2", padded, "'001'"],
    ["an id of nobody", "01,debt,2\n02,debt,3\n03,debt,2\n04,debt,3\n99,debt,2", numbered, "'01', '02'"],
  ])("stay a problem with leading zeros where there is doubt: %s", (_, rows, of, named) => {
    const found = onlyProblem(problems(`id,field,new_value\n${rows}\n`, of), "LETTER_WITHOUT_PERSON");
    expect(found).toMatchObject({ severity: "error", message: expect.stringContaining(`has the id ${named}`) });
  });

  it("are left out with the person, whatever zeros they have", () => {
    const without = parseDecisions(numbers.replace(/^1,(.*),\w+$/m, "1,$1,"), {});
    const found = problems("id,field,new_value\n01,debt,2\n02,debt,3\n", without);
    expect(onlyProblem(found, "LETTER_TO_EXCLUDED")).toMatchObject({ count: 1, rows: [2] });
  });

  it("does not guess where ids are simply others", () => {
    const { message } = onlyProblem(problems(ids((k) => `x${k}y`)), "LETTER_WITHOUT_PERSON");
    expect(message).not.toContain("differ");
  });
});
