import { describe, expect, it } from "vitest";
import { type Answers, guessRoles } from "../../../src/input/guess/guess-roles.js";

/** Thirty people with an income and savings, as these functions write them. */
function guess(income: (k: number) => string, savings: (k: number) => string, answers: Answers = {}) {
  const rows = Array.from({ length: 30 }, (_, k) => [`p${k}`, income(k), savings(k), k % 2 ? "yes" : "no"].join(";"));
  return guessRoles({ decisions: ["id;income;savings;approved", ...rows].join("\n"), letters: null }, answers);
}

const styles = ({ numbers }: ReturnType<typeof guess>) =>
  Object.fromEntries(numbers.map(({ value, confidence }) => [value.column, [value.style, confidence]]));
const asked = ({ questions }: ReturnType<typeof guess>) => questions.map(({ column, choices }) => [column, choices]);

const pointed = (k: number) => `${2 + k}.${100 + k}`;
const commas = (k: number) => `${2 + k},${100 + k}`;

describe("numbers whose cells do not tell", () => {
  it("are written as those of the other columns that do", () => {
    const german = guess((k) => `${40 + k}.000,50`, pointed);
    expect(styles(german)).toEqual({ income: ["de", "high"], savings: ["de", "medium"] });
    expect(german.numbers[1]?.reason).toContain("'2.100' is 2100, as the other columns write their numbers");
    expect(asked(german)).toEqual([]);
    expect(styles(guess((k) => `$${40 + k},500`, commas))).toMatchObject({ savings: ["en", "medium"] });
  });

  it("are asked about where no column tells, or two disagree", () => {
    const plain = (k: number) => `${1000 + 7 * k}`;
    expect(asked(guess(plain, commas))).toEqual([["savings", ["en", "de"]]]);
    expect(asked(guess(plain, pointed))).toEqual([["savings", ["plain", "de"]]]);
    const answered = guess(plain, pointed, { "numbers savings": "de" } as Answers);
    expect([styles(answered), asked(answered)]).toEqual([{ savings: ["de", "high"] }, []]);
    const kept = guess(plain, pointed, { "numbers savings": "plain" } as Answers);
    expect([styles(kept), asked(kept)]).toEqual([{ savings: ["plain", "high"] }, []]);
  });

  it("are left alone where they have another number of digits after the point", () => {
    const plain = (k: number) => `${1000 + 7 * k}`;
    expect(guess(plain, (k) => `${2 + k}.${10 + k}`)).toMatchObject({ numbers: [], questions: [] });
    expect(guess(plain, (k) => `0.${100 + k}`)).toMatchObject({ numbers: [], questions: [] });
    expect(guess(plain, (k) => (k === 9 ? "1234.567" : pointed(k)))).toMatchObject({ numbers: [], questions: [] });
  });
});
