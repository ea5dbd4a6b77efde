import { amount, count, people } from "../../document/format.js";
import type { HowEntry } from "./how.js";

/** How facts about decisions and letters are computed. */
export const howFacts: Readonly<Record<string, HowEntry>> = {
  wilson: {
    title: "95 % interval of a share (Wilson)",
    text:
      "For k of n people, with p = k / n and z = 1.96: (p + z²/2n ± z·√(p(1 − p)/n + z²/4n²)) / (1 + z²/n). It " +
      "never leaves 0 to 100 %, and it has width even at 0 of n. Wilson (1927).",
    here: null,
    docs: ["docs/fairness.md"],
  },
  "selection-rate": {
    title: "Rate of favourable decisions",
    text:
      "People of the group with the favourable decision, over people of the group whose decision is known. People " +
      "without a value of the attribute are in no group and are listed apart. Interval as in A.1.",
    here: ({ evidence }) => `n = ${count(evidence.observations)}.`,
    docs: ["docs/fairness.md"],
  },
  "impact-ratio": {
    title: "Impact ratio",
    text:
      "Rate of a group over the highest rate of the measured groups; 1 for the highest itself. The interval joins " +
      "the Wilson intervals of both rates (Donner & Zou 2012), and is widened for having picked the highest group " +
      "after looking.",
    here: null,
    docs: ["docs/fairness.md"],
  },
  "parity-difference": {
    title: "Highest minus lowest rate (demographic-parity difference)",
    text:
      "Over the measured groups of an attribute. The interval joins the Wilson intervals of both rates (Newcombe " +
      "1998, method 10). With more than two groups z is that of the studentised range, because both groups were " +
      "picked after looking.",
    here: null,
    docs: ["docs/fairness.md"],
  },
  tests: {
    title: "Tests of each group against the rest",
    text:
      "Two-sided: Fisher’s exact test, or the pooled two-proportion z test where every expected count is large. " +
      "Holm’s correction then holds the chance of any false indication among all tests of the report at 5 %. A " +
      "two-group attribute is one test, not two.",
    here: ({ facts }) => `${amount(facts.tests, "test is", "tests are")} corrected together.`,
    docs: ["docs/fairness.md"],
  },
  power: {
    title: "What a file of this size can show",
    text:
      "For the reference group and the largest other measured group, at the reference’s rate: the largest impact " +
      "ratio that a two-sided test at 5 % finds with 80 % probability, and the people needed in each of two equal " +
      "groups to find 0.80. Normal approximation; Fleiss, Levin & Paik (2003), chapter 4.",
    here: null,
    docs: ["docs/fairness.md"],
  },
  "unknown-groups": {
    title: "Bounds over unknown group membership",
    text:
      "Least and greatest rate, and ratio to the highest rate, over every way the people of unknown group could " +
      "belong to groups. These are bounds, not an interval: they hold whatever the truth is. For one attribute " +
      "they are exact; for a pair they are outer limits, since somebody whose one attribute is known is still " +
      "counted everywhere.",
    here: ({ facts }) => {
      const counts = facts.attributes.flatMap(({ unknown }) => (unknown === null ? [] : [unknown.n]));
      return counts.length === 0
        ? "Nobody’s group is unknown."
        : `At most ${people(Math.max(...counts))} of unknown group in one attribute.`;
    },
    docs: ["docs/fairness.md"],
  },
  "small-cells": {
    title: "Groups of fewer than ten people",
    text:
      "They are shown with their counts and their (wide) interval, labelled “insufficient”, and left out of " +
      "highest, lowest, ratios and tests.",
    here: null,
    docs: ["docs/fairness.md"],
  },
  "weighted-rates": {
    title: "Rates with sampling weights",
    text:
      "Weight of the people with the favourable decision over the weight of all. The ends of Wilson’s interval of " +
      "the plain rate are carried over by the mean weights of the two decisions, with fewer people counted where " +
      "weights are uneven; with equal weights it is A.1. Weights change rates and score distances, here and in " +
      "section 7, and nothing else: fits, tests and agreement count everybody once.",
    here: ({ evidence }) => (evidence.weighted ? "The file has weights." : "The file has no weights."),
    docs: ["docs/fairness.md"],
  },
  "balanced-sample": {
    title: "Whether the sample looks balanced by design",
    text:
      "Said when there are 40 decisions or more and the two decisions differ by no more than 1 % of all. A sample " +
      "drawn half from each decision has a rate of one half whatever the system does.",
    here: ({ evidence }) => `${count(evidence.accepted)} favourable, ${count(evidence.rejected)} not.`,
    docs: ["docs/fairness.md"],
  },
  "letter-changes": {
    title: "What letters change",
    text:
      "A letter is compared with its own person’s row, field by field; letters whose person is not known, or was " +
      "accepted, are not compared. Sizes are differences in the column’s own units; quartiles are over the letters " +
      "that change the field. Shares have the interval of A.1.",
    here: ({ letters }) =>
      letters === null
        ? "There are no letters."
        : `${count(letters.compared)} of ${amount(letters.letters, "letter is", "letters are")} compared.`,
    docs: ["docs/letters.md"],
  },
  contradictions: {
    title: "Letters that do not fit together",
    text:
      "Certain: the offered row is the very row of somebody who was rejected. Indications: a rejected person has " +
      "at least what a letter asks, in the direction in which letters ask; letters ask some people for more of a " +
      "field and others for less; one person got two letters, of which one asks strictly more.",
    here: null,
    docs: ["docs/letters.md"],
  },
  burden: {
    title: "What letters ask of each group",
    text:
      "Distance: Euclidean, from the person’s row to the offer in scaled columns (a number’s unit is its 5–95 % " +
      "range under the default scaling; a category counts as a whole step). Means over people with bootstrap-t " +
      "intervals, medians with percentile intervals; people are drawn anew, with all their letters. The interval " +
      "of the gap allows for having looked at every pair of groups.",
    here: ({ settings, letters }) =>
      letters === null
        ? "There are no letters."
        : `${count(letters.compared)} letters; ${count(settings.resamples)} resamples; seed ${settings.seed}.`,
    docs: ["docs/letters.md"],
  },
};
