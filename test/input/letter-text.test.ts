import { describe, expect, it } from "vitest";
import { understoodCsv } from "../../src/folder/understood-csv.js";
import { parseDecisions } from "../../src/input/decisions.js";
import { guessRoles } from "../../src/input/guess/guess-roles.js";
import { joinEvidence } from "../../src/input/join.js";
import { textReader } from "../../src/input/letter-text.js";
import { inspectLetters, parseLetters } from "../../src/input/letters.js";
import { letterWords } from "../../src/input/understood-text.js";
import { DECISIONS, onlyProblem } from "./samples.js";

const decisions = parseDecisions(DECISIONS, { file: "people.csv", sensitive: ["sex"] });
const read = textReader(decisions);
/** What a letter to p1 (income 1000, debt 10, Ulm) says, in words. */
const understood = (text: string) => {
  const statements = read(text, 0);
  return letterWords({ row: 2, id: "p1", text, statements }).replace("row 2 to p1: ", "");
};

describe("letters in free text", () => {
  it.each([
    ["Dear p1, your income would have to be 3000.", "income 3000"],
    ["Please lower your debt to 5.", "debt 5"],
    ["If your income had been 4,000 higher, we would have said yes.", "income +4000"],
    ["Your income is 4,000 too low.", "income +4000"],
    ["You need an income of at least 30,000 and a debt of at most 5.", "income at least 30000, debt at most 5"],
    ["Reduce your debt by 500 or raise your income by 10 %.", "debt -500, or income +10 %"],
    ["With 4,000 more income you would be granted the loan.", "income +4000"],
    ["Raise your income from 1000 to 3000.", "income 3000"],
    ["Your debt is too high.", "debt is too high (a reason)"],
    ["Declined because of insufficient income.", "income is too low (a reason)"],
    ["Reasons: income, debt.", "income (a reason), debt (a reason)"],
    ["Hätten Sie in Bonn gewohnt, wäre es anders.", "city Bonn"],
    ["… wenn Ihr Einkommen 4.000 höher gewesen wäre.", "income +4000"],
    ["Ihr Einkommen müsste mindestens 30.000 € betragen.", "income at least 30000"],
    ["Ihre Schulden sind zu hoch.", "debt is too high (a reason)"],
    ["Si votre revenu était de 4 000 de plus, …", "income +4000"],
    ["Sus ingresos deben ser al menos 3.000.", "income at least 3000"],
    ["Il suo reddito deve essere almeno 3.000.", "income at least 3000"],
    ["Uw inkomen moet minstens 3.000 zijn.", "income at least 3000"],
    ["Dochód musi wynosić co najmniej 3 000.", "income at least 3000"],
    ["max. 5 debt", "debt at most 5"],
  ])("understands %s", (text, words) => {
    expect(understood(text)).toBe(words);
  });

  it.each([
    "We regret to inform you that your application of 1 March 2026 was declined.",
    "Thank you for telling us about your income.",
    "You live in Ulm.",
    "Call 0800 12345 within 30 days.",
    "",
  ])("does not guess at %j", (text) => {
    expect(read(text, 0)).toEqual([]);
  });

  it("reads the words of longer names, but none that two columns share", () => {
    const text = DECISIONS.replace("income,debt", "annual_income,debt_ratio");
    const long = textReader(parseDecisions(text));
    expect(long("Your income must be at least 3000", 0)).toMatchObject([{ field: "annual_income" }]);
    const shared = textReader(parseDecisions(DECISIONS.replace("income,debt", "income_now,income_before")));
    expect(shared("Your income must be at least 3000", 0)).toEqual([]);
  });

  it("takes long and hostile letters in no time", () => {
    const start = performance.now();
    for (const part of ["income at least ", "1,", "a", "- ", "at least or more ", "5 5 5 "])
      read(part.repeat(100_000), 0);
    expect(performance.now() - start).toBeLessThan(2000);
  });
});

describe("a file of letters in free text", () => {
  const file = "letters.csv";
  const text = [
    "id,letter",
    'p1,"If your income had been 2,000 higher, we would have approved it."',
    'p2,"Your debt may be at most 5, or your income at least 3,000."',
    "p3,Your debt is too high.",
    "p4,We are sorry to say no.",
  ].join("\n");

  it("is refused until somebody has checked what was understood", () => {
    const { problems, understood: found, draft } = inspectLetters(text, decisions, { file });
    expect(draft).toBeNull();
    const problem = onlyProblem(problems, "LETTER_TEXT_UNCONFIRMED");
    expect(problem).toMatchObject({ severity: "error", column: "letter" });
    expect(problem.message).toContain("3 of 4 letters were understood (row 2 to p1: income +2000;");
    expect(problem.message).toContain("Not understood: row 5");
    expect(found?.letters.map(({ statements }) => statements.length)).toEqual([1, 2, 1, 0]);
  });

  it("is written in the other forms, which read as what was understood", () => {
    const { understood: found } = inspectLetters(text, decisions, { file });
    const csv = understoodCsv(found!, "id");
    const letters = parseLetters(csv, decisions, { file: "letters-understood.csv" });
    expect(Array.from(letters.letterOf)).toEqual([0, 1, 1]);
    expect(letters.table.columns[0]).toMatchObject({ values: Float64Array.of(3000, 1500, 3000) });
    expect(letters.table.columns[1]).toMatchObject({ values: Float64Array.of(10, 5, 20) });
    expect(letters.isThreshold).toEqual(Uint8Array.of(0, 1, 1));
    const { reasons } = joinEvidence(decisions, letters);
    expect(reasons).toMatchObject({ personOf: Int32Array.of(2), direction: Int8Array.of(-1) });
  });

  it("is not left unread by a guess", () => {
    expect(guessRoles({ decisions: DECISIONS, letters: text }).lettersIgnore).toEqual([]);
    const beside = "id,income,letter\np1,3000,We are sorry to say no\n";
    expect(guessRoles({ decisions: DECISIONS, letters: beside }).lettersIgnore).toMatchObject([{ value: "letter" }]);
  });
});
