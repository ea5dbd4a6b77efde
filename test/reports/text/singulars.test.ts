import { describe, expect, it } from "vitest";
import { measureShare } from "../../../src/math/interval.js";
import { en } from "../../../src/reports/text/en.js";

const share = (n: number) => measureShare(Math.min(1, n), Math.max(1, n)) ?? expect.fail("a share of nobody");
const least = { holds: 1, of: 2 };

/** Sentences with a number of things in them. */
const SENTENCES: Readonly<Record<string, (n: number) => string>> = {
  "people and letters at a glance": (n) => en.glance.evidence(n, n, n),
  "respects in which letters do not fit": (n) => en.glance.letters(null, n, null),
  "letters that exclude each other": (n) => en.letters.contradictions(n, 0),
  "letters that do not fit together": (n) => en.letters.contradictions(0, n),
  "letters of both kinds": (n) => en.letters.contradictions(1, n),
  "observed decisions": (n) => en.evidence.counts(n, n, 0),
  "letters, persons known": (n) => en.evidence.letters(n, n, n, n),
  "letters, persons unknown": (n) => en.evidence.letters(n, 0, 0, n),
  "letters, some persons known": (n) => en.evidence.letters(n + 2, n, n, n + 2),
  "people of the population": (n) => en.evidence.population(n),
  "rows left out": (n) => en.evidence.leftOut(n),
  "missing values": (n) => en.evidence.missing("age", n, 0.1),
  "letters compared": (n) => en.letters.compared(n, n),
  "letters compared of more": (n) => en.letters.compared(n, n + 1),
  tests: (n) => en.facts.tested("sex", [], 2, n),
  "groups that differ": (n) =>
    en.facts.tested(
      "sex",
      Array.from({ length: n }, (_, k) => `group ${String.fromCharCode(97 + k)}`),
      5,
      n,
    ),
  "people of unknown group": (n) => en.facts.unknown(n, "sex"),
  "people needed": (n) => en.facts.power(0.7, n, "male", "female"),
  "small groups": (n) => en.facts.limits.few(n),
  refits: (n) => en.identify.determined(share(3), n, "ridge"),
  "refits behind a mean": (n) => en.identify.stability(0.1, n),
  "people asked about": (n) => en.fairness.scored("ridge", n, false),
  "people of the population asked about": (n) => en.fairness.scored("ridge", n, true),
  "models that agree as well": (n) => en.fairness.range("sex", 0.1, 0.2, n),
  "models that agree as well, at a glance": (n) =>
    en.glance.fairness("sex", {
      difference: { value: 0.1, low: 0, high: 0.2 },
      range: { low: 0.1, high: 0.2, surrogates: n },
      observed: 0.1,
      weighted: true,
    }),
  "people behind Shapley values": (n) => en.surrogate.shapleyExact(n),
  choices: (n) => en.sensitivity.variants(n, 0.1, "without income"),
  "choices about RECAST": (n) => en.sensitivity.others(n),
  "statements that hold": (n) => en.sensitivity.held(n, n),
  "statements of which none holds": (n) => en.sensitivity.held(0, n),
  "statements of which one does not hold": (n) => en.sensitivity.held(n, n + 1),
  "statements at a glance": (n) => en.glance.sensitivity(n, n, n, least),
  "statements at a glance that fail": (n) => en.glance.sensitivity(0, n, n, least),
  "statements at a glance, one fails": (n) => en.glance.sensitivity(n, n + 1, n, least),
  "rows shown": (n) => en.frame.cells.shortened(n, n, "methods"),
  "people of unknown category": (n) => en.localLaw144.unknown(n, "sex"),
  "decisions under the law": (n) => en.localLaw144.says(n),
  "columns of the model card": (n) => en.modelCard.says("ridge", n),
  "folds of the model card": (n) => en.modelCard.evaluatedOnValue(n, n),
};

const NOUNS =
  "choice|column|decision|fold|group|letter|model|order|refit|respect|row|rule|statement|test|change|variant|other choice|more change|observed decision|observed person|rejected person|rebuilt model|person";
const MANY = NOUNS.replaceAll("person", "people").replaceAll(/(?<!people)(?=\||$)/g, "s");
const WRONG = {
  one: new RegExp(`(?<![\\d,.])1 (?:${MANY})\\b|(?<![\\d,.])1 \\S+ (?:were|are|have|say|hold|differ|answer)\\b`),
  many: new RegExp(
    `(?<![\\d,.])[02] (?:${NOUNS})\\b|(?<![\\d,.])[02] \\S+s (?:was|is|has|says|holds|differs|answers)\\b`,
  ),
};

describe("numbers and the words they count", () => {
  it("finds what is wrong", () => {
    expect("1 letters say").toMatch(WRONG.one);
    expect("1 kind were found").toMatch(WRONG.one);
    expect("2 letter").toMatch(WRONG.many);
    expect("0 letters says").toMatch(WRONG.many);
    expect("1 letter says, 11 letters say, of 0.1 people").not.toMatch(WRONG.one);
  });

  it.each(Object.entries(SENTENCES))("%s", (_name, sentence) => {
    for (const n of [0, 1, 2]) {
      const words = sentence(n).replaceAll("\u00a0", " ");
      expect(words).not.toMatch(WRONG.one);
      expect(words).not.toMatch(WRONG.many);
      expect(words).not.toMatch(/ {2}|NaN|undefined/);
    }
  });
});
