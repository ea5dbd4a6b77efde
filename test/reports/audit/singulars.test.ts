import { describe, expect, it } from "vitest";
import { documentMarkdown } from "../../../src/document/markdown.js";
import { measureShare } from "../../../src/math/interval.js";
import { auditDocument } from "../../../src/reports/audit/audit-document.js";
import { lettersSentence } from "../../../src/reports/audit/evidence.js";
import { fewGroups, powerSentence, unknownSentence } from "../../../src/reports/audit/facts.js";
import { determinedSentence } from "../../../src/reports/audit/identify.js";
import { comparedSentence, contradictionsSentence } from "../../../src/reports/audit/letters.js";
import { shapleySentence } from "../../../src/reports/audit/researchers.js";
import { effectSentence, heldSentence, othersSentence } from "../../../src/reports/audit/sensitivity-words.js";
import { leftOutSentence } from "../../../src/reports/leak/leak-chapters.js";
import { littleKnown } from "../samples/little-known.js";
import { samples } from "../samples/named-samples.js";

const share = measureShare(1, 3) ?? expect.fail("a share of nobody");

/** So many findings, of which the first `holding` hold everywhere. */
const findings = (n: number, holding: number) => Array.from({ length: n }, (_, k) => followed(k < holding ? 2 : 1, 2));

const followed = (holds: number, of: number) => ({ code: "GAP_SIGN", attribute: "sex", holds, of }) as const;

/** Sentences with a number of things in them. */
const SENTENCES: Readonly<Record<string, (n: number) => string>> = {
  "letters that the decisions contradict": (n) => contradictionsSentence(n),
  "letters, persons known": (n) => lettersSentence({ letters: n, paired: n, rejectedWithLetter: n, rejected: n }),
  "letters, persons unknown": (n) => lettersSentence({ letters: n, paired: 0, rejectedWithLetter: 0, rejected: n }),
  "letters, some persons known": (n) =>
    lettersSentence({ letters: n + 2, paired: n, rejectedWithLetter: n, rejected: n + 2 }),
  "letters compared of more": (n) => comparedSentence(n, n + 1),
  "people of unknown group": (n) => unknownSentence(n, "sex"),
  "people needed": (n) =>
    powerSentence({ detectableRatio: 0.7, neededPerGroup: n, reference: "male", group: "female" }),
  "small groups": fewGroups,
  refits: (n) => determinedSentence(share, { refits: n }, null),
  "people behind Shapley values": (n) => shapleySentence({ exact: true, people: n, samples: 0 }),
  choices: (n) => effectSentence(n, 0.1, "without income"),
  "choices about RECAST": othersSentence,
  "findings that hold": (n) => heldSentence(findings(n, n)),
  "findings of which none holds": (n) => heldSentence(findings(n, 0)),
  "findings of which one does not hold": (n) => heldSentence(findings(n + 1, n)),
  variations: (n) => heldSentence([followed(n, n)]),
  "fields left out of a leakage report": leftOutSentence,
};

const NOUNS =
  "choice|column|decision|fold|group|letter|model|order|refit|more time|respect|row|rule|finding|test|change|variation|other choice|more change|observed decision|observed person|refused person|rebuilt model|person";
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

  it.each(Object.entries({ ...samples, "little known": littleKnown }))("the report of %s", (_name, make) => {
    const words = documentMarkdown(auditDocument(make(), "model-card")).replaceAll("\u00a0", " ");
    const prose = words.split("\n").filter((line) => !line.startsWith("|"));
    for (const line of prose) {
      expect(line).not.toMatch(WRONG.one);
      expect(line).not.toMatch(WRONG.many);
    }
  });
});
