import type { ComputedBy } from "../../document/document.js";
import { amount, count, people } from "../../document/format.js";
import type { AuditFile } from "../../findings/audit-file.js";
import { REASON_ENTRIES } from "./how-reasons.js";
import { SAMPLE_ENTRIES } from "./how-sample.js";

/** How one kind of number was computed: in words, with the formula; and the sizes, seeds and counts this audit used. */
type HowEntry = readonly [title: string, text: string, here?: (file: AuditFile) => string];

export const HOW_INTRO =
  "Every table and every headline number of the report carries a reference such as A.1 to an entry here. “In " +
  "this audit” gives the counts, seeds and resamples that were used.";

/** The appendix in its order: how each number was computed. `how-${key}` is an entry's anchor, and stays. */
export function howEntries(file: AuditFile): ComputedBy[] {
  const entries = Object.entries(ENTRIES).filter(
    ([key]) =>
      (file.reasons !== null || !Object.hasOwn(REASON_ENTRIES, key)) &&
      (file.sample !== null || !Object.hasOwn(SAMPLE_ENTRIES, key)),
  );
  return entries.map(([key, [title, text, here]], k) => {
    const docs = Object.keys(PAGES).filter((page) => PAGES[page]?.split(" ").includes(key));
    return { key, reference: `A.${k + 1}`, title, text, here: here?.(file) ?? null, docs };
  });
}

/** Which entries each page of the documentation explains. */
const PAGES: Readonly<Record<string, string>> = {
  "docs/fairness.md":
    "wilson selection-rate impact-ratio parity-difference tests power unknown-groups small-cells weighted-rates " +
    "balanced-sample",
  "docs/letters.md": "letter-changes contradictions burden",
  "docs/reasons.md": "reasons reason-check reason-worth",
  "docs/identify.md":
    "agreement letter-consistency error-direction recommendation letter-worth projection determined lambda-band lens " +
    "stability abstention sample outside-sample learning-curve",
  "docs/surrogate.md": "recommendation",
  "docs/prototypes.md": "prototypes",
  "docs/explain.md": "linear-weights permutation shapley partial-dependence",
  "docs/model-fairness.md": "model-rates score-distance equalized-odds consistent-range corrected-rates",
  "docs/transport.md": "prototypes score-distance",
  "docs/sensitivity.md": "sensitivity",
  "docs/evidence.md": "files",
  "docs/certificate.md": "reproduction",
  "docs/cli.md": "reproduction",
};

const ENTRIES: Readonly<Record<string, HowEntry>> = {
  wilson: [
    "95 % interval of a share (Wilson)",
    "For k of n people, with p = k / n and z = 1.96: (p + z²/2n ± z·√(p(1 − p)/n + z²/4n²)) / (1 + z²/n). It " +
      "never leaves 0 to 100 %, and it has width even at 0 of n. Wilson (1927).",
  ],
  "selection-rate": [
    "Rate of favourable decisions",
    "People of the group with the favourable decision, over people of the group whose decision is known. People " +
      "without a value of the attribute are in no group and are listed apart. Interval as in A.1.",
    ({ evidence }) => `n = ${count(evidence.observations)}.`,
  ],
  "impact-ratio": [
    "Impact ratio",
    "Rate of a group over the highest rate of the measured groups; 1 for the highest itself. The interval joins " +
      "the Wilson intervals of both rates (Donner & Zou 2012), and is widened for having picked the highest group " +
      "after looking.",
  ],
  "parity-difference": [
    "Highest minus lowest rate (demographic-parity difference)",
    "Over the measured groups of an attribute. The interval joins the Wilson intervals of both rates (Newcombe " +
      "1998, method 10). With more than two groups z comes from the studentised range, because both groups were " +
      "picked after looking.",
  ],
  tests: [
    "Tests of each group against the rest",
    "Two-sided: Fisher’s exact test, or the pooled two-proportion z test where every expected count is large. " +
      "Holm’s correction then holds the chance of any false indication among all tests of the report at 5 %. A " +
      "two-group attribute is one test, not two.",
    ({ facts }) => `${amount(facts.tests, "test is", "tests are")} corrected together.`,
  ],
  power: [
    "What a file of this size can show",
    "For the reference group and the largest other measured group, at the reference’s rate: the largest impact " +
      "ratio that a two-sided test at 5 %, shared among all comparisons, finds with 80 % probability, and the people " +
      "needed in each of two equal groups to find 0.80. Normal approximation; Fleiss, Levin & Paik (2003), chapter 4.",
  ],
  "unknown-groups": [
    "Bounds over unknown group membership",
    "Least and greatest rate, and ratio to the highest rate, over every way the people of unknown group could " +
      "belong to groups. These are bounds, not an interval: they hold whatever the truth is. For one attribute " +
      "they are exact; for a pair they are outer limits, since somebody whose one attribute is known is still " +
      "counted everywhere.",
    ({ facts }) => {
      const counts = facts.attributes.flatMap(({ unknown }) => (unknown === null ? [] : [unknown.n]));
      return counts.length === 0
        ? "Nobody’s group is unknown."
        : `At most ${people(Math.max(...counts))} of unknown group in one attribute.`;
    },
  ],
  "small-cells": [
    "Groups of fewer than ten people",
    "They are shown with their counts and their (wide) interval, labelled “insufficient”, and left out of " +
      "highest, lowest, ratios and tests.",
  ],
  "weighted-rates": [
    "Rates with sampling weights",
    "Weight of the people with the favourable decision over the weight of all. The ends of Wilson’s interval of " +
      "the plain rate are carried over by the mean weights of the two decisions, with fewer people counted where " +
      "weights are uneven; with equal weights it is A.1. Weights change rates and score distances, of " +
      "the decisions and of the rebuilt model, and nothing else: fits, tests and agreement count everybody once.",
    ({ evidence }) => (evidence.weighted ? "The file has weights." : "The file has no weights."),
  ],
  "balanced-sample": [
    "Whether the sample looks balanced by design",
    "Said when there are 40 decisions or more and the two decisions differ by no more than 1 % of all. A sample " +
      "drawn half from each decision has a rate of one half whatever the system does.",
    ({ evidence }) => `${count(evidence.accepted)} favourable, ${count(evidence.rejected)} not.`,
  ],
  "letter-changes": [
    "What letters change",
    "A letter is compared with its own person’s row, field by field; letters whose person is not known, or was " +
      "accepted, are not compared. Sizes are differences in the column’s own units; quartiles are over the letters " +
      "that change the field. Shares have the interval of A.1.",
    ({ letters }) =>
      letters === null
        ? "There are no letters."
        : `${count(letters.compared)} of ${amount(letters.letters, "letter is", "letters are")} compared.`,
  ],
  contradictions: [
    "Letters that the decisions contradict",
    "Contradicted: the offered row is the very row of another person, who was refused. Patterns that are no " +
      "contradiction: a refused person has at least what a letter asks, in the direction in which letters ask; " +
      "letters ask some people for more of a field and others for less; one person got two letters, of which one " +
      "asks strictly more. A letter that changes nothing counts as neither.",
  ],
  burden: [
    "What letters ask of each group",
    "Distance: Euclidean, from the person’s row to the offer in scaled columns (a number’s unit is its 5–95 % " +
      "range over people and offers under the default scaling; a category counts as a whole step). Means over people " +
      "with Student’s intervals on the scale of logarithms, the standard error taken 1.15 times, the upper end at " +
      "least the bootstrap-t’s; medians with percentile intervals; people are drawn at random, with all their " +
      "letters. The interval of the gap allows for having looked at every pair of groups.",
    ({ settings, letters }) =>
      letters === null
        ? "There are no letters."
        : `${count(letters.compared)} letters; ${count(settings.resamples)} resamples; seed ${settings.seed}.`,
  ],
  ...REASON_ENTRIES,
  ...SAMPLE_ENTRIES,
  agreement: [
    "Right about people it has not seen",
    "People are dealt into folds, each decision by itself; a held-out person takes their letters along. Every " +
      "method is fitted on the other folds, encoder included, and asked about the held-out people. The share counts " +
      "their answers. The interval is for the model in this folder, which was fitted on everybody and errs a little " +
      "less: with k folds, it takes errors ((k − 1) / k)^0.4 times. That model is one fit of many possible ones, so " +
      "the interval is Wilson’s for n / 1.6 people, and for n / 3 among people with one decision. These numbers were " +
      "chosen on audits whose target is known.",
    ({ settings, evidence, sample }) =>
      `${amount(settings.folds, "fold")}, dealt ` +
      `${settings.repeats === 1 ? "once" : `${count(settings.repeats)} times`}; ` +
      `n = ${count(sample?.people ?? evidence.observations)}${sample ? ", the sample" : ""}; seed ${settings.seed}.`,
  ],
  "letter-consistency": [
    "Agreement with the letters",
    "Letter consistency: of the letters to refused people, held out of the fit, the share whose person the " +
      "model rejects and whose offer it accepts. Offers accepted: of all letters, the share whose offer it accepts.",
    ({ evidence }) => `${amount(evidence.letters, "letter")}, ${count(evidence.paired)} with a known person.`,
  ],
  "error-direction": [
    "On which side the rebuilt model errs",
    "Observed and rebuilt rate are of the same people, each answered by a model that had not seen them, so the " +
      "difference is (wrongly accepted − wrongly refused) / people, by weight where there are weights; with a known " +
      "acceptance rate, accepted and refused people weigh as it says. The interval is Agresti & Min’s (2005) for " +
      "matched pairs, widened by the variance of the rate over the refits: the model in the folder is one fit, and " +
      "its rate differs from the mean over fits.",
    ({ identification, sample }) =>
      sample === null
        ? `${amount(identification.stability.refits, "refit")}.`
        : "The one model in the folder was asked about everybody outside its sample, so nothing was widened.",
  ],
  recommendation: [
    "Which method is recommended",
    "Methods within one standard error and one person of the highest agreement count as equal to it, where " +
      "the error is of the difference over the same people. Among equals, the more common answer for everybody comes " +
      "first (then nothing was learnt), then bracket, then the simplest.",
    ({ methods }) => `${amount(methods.length, "method was", "methods were")} asked for.`,
  ],
  "letter-worth": [
    "Whether letters help",
    "One method is fitted with and without the letters on the same folds, encoder included, and the two are compared " +
      "on each person, whom neither fit had seen. The variance of the mean difference is taken 1 + k/(k − 1) times " +
      "for k folds, because fits share people and the model is one fit (after Nadeau and Bengio 2003). “Help”: the " +
      "whole interval is above 0. “Do not help”: the whole interval is below 2 points. Otherwise it is not clear.",
    ({ letterWorth, settings }) =>
      letterWorth === null
        ? "Not measured."
        : `Method ${letterWorth.method}, without letters ${letterWorth.withoutLetters}; ${people(letterWorth.n)}, ` +
          `${amount(settings.folds, "fold")}, ${amount(settings.repeats, "repeat")}; seed ${settings.seed}.`,
  ],
  prototypes: [
    "Prototypes, λ and distances",
    "For each decision the prototype is the barycentre between its people and the letters under the squared " +
      "Wasserstein distance W₂², with weight λ on the letters: λ = B / (A + 2B) from the distances of the three " +
      "clouds. A person gets the decision of the nearer prototype.",
    ({ settings }) => `Solver ${settings.solver}; scaling ${settings.scaling}.`,
  ],
  "linear-weights": [
    "Weights in the columns’ own units",
    "The rule’s coefficients divided by each column’s scale: points per one unit of the number, or per level " +
      "against the most frequent level. Only rules that add up points have them.",
    ({ attributions }) => `Method ${attributions.method}.`,
  ],
  permutation: [
    "Shuffling a column",
    "The column’s values are shuffled among the people; the share of people whose answer changes, as a mean " +
      "over deals. The interval is Wilson’s for that many people, which is rather too wide for a mean over several " +
      "deals.",
    ({ attributions: { sizes }, settings }) =>
      `${people(sizes.shuffledPeople)}, ${amount(sizes.shuffles, "deal")} per column; seed ${settings.seed}.`,
  ],
  shapley: [
    "Shares in the score (Shapley)",
    "The score’s difference from its mean is divided among the columns: each gets its mean contribution over all " +
      "orders in which columns are taken from a background person to this one (Shapley 1953). The table gives the " +
      "mean size over people, with a bootstrap interval over them.",
    ({ attributions: { shapley } }) =>
      `${people(shapley.people)}; ${amount(shapley.background, "background row")}; ` +
      `${shapley.exact ? "all sets of columns" : `${amount(shapley.samples, "order")} per person`}.`,
  ],
  "partial-dependence": [
    "Setting a column to one value for everybody",
    "Mean score and share accepted when everybody gets one value and keeps the rest (Friedman 2001). " +
      "Combinations that nobody has are scored too, which is the weakness of this curve.",
    ({ attributions: { sizes } }) => `${people(sizes.partialDependencePeople)} behind each point.`,
  ],
  projection: [
    "The plane of the drawing",
    "First two principal components of the scaled rows of people and letters. Prototypes, the midpoint of the " +
      "geodesic between them and the decision line are drawn in the same plane.",
  ],
  determined: [
    "Clear and open",
    "The recommended method is fitted again on people drawn at random (bootstrap within each decision, letters with " +
      "their person). Only refits that had not seen a person are asked about them. Clear: at least 95 % of " +
      "those give one answer. Open: fewer do. Intervals are Wilson’s for n / 1.4 people, since the share varies with " +
      "the fits too. If no rule could be rebuilt, everybody’s answer is open.",
    ({ identification: { stability }, settings }) =>
      `${amount(stability.refits, "refit")} of ${stability.method}; seed ${settings.seed}.`,
  ],
  "lambda-band": [
    "The band over mixing weights",
    "For all (λ₀, λ₁) from 0 to ½: the margin is separable and quadratic in each λ, so its extremes lie at 0, at " +
      "½ or at the stationary point. The band is exact, without a grid. λ above ½ cannot come out of the formula.",
  ],
  lens: [
    "Certificates",
    "Every distribution within ε of a decision’s people and δ of the letters has its distance to a person within " +
      "known limits. A person’s certificate is the smallest ε for which the limits of both decisions overlap. The " +
      "tolerance is √(variance / people): about how far evidence of this size errs by chance.",
  ],
  stability: [
    "Stability under refits",
    "Over the refits of the entry on clear and open answers: the share of answers that differ from the model fitted " +
      "on all evidence, among people a refit had not seen; and the share of people who get one answer in at least " +
      "95 % of the refits.",
    ({ identification: { stability } }) => `${amount(stability.refits, "refit")}.`,
  ],
  abstention: [
    "Answering only the surest",
    "People are sorted by the size of the margin out of fold. Those as sure as the last one answered are " +
      "answered too, so that ties are not broken by chance. Interval as for everybody, but without an upper end: " +
      "fits on fewer people judge their own sureness worse than the model delivered does.",
    ({ evidence, sample }) => `n = ${count(sample?.people ?? evidence.observations)} at full answering.`,
  ],
  "model-rates": [
    "Rates of the rebuilt model",
    "Share of a group’s people whom the rebuilt model accepts: observed people by fits that had not seen them, " +
      "people of a population file by the fit on all evidence. Intervals as in A.1; ratios and differences as for " +
      "observed decisions, by sampling weight where there are weights.",
    ({ fairness: [model] }) =>
      model === undefined
        ? "No group was compared."
        : `n = ${count(model.n)}, ${model.scored === "population" ? "population file" : "observed people"}.`,
  ],
  "score-distance": [
    "Score distances (DTIDP, DTIEO)",
    "W₁ = ∫ |F_a − F_b|, the area between the distribution functions of two groups’ scores (DTIDP), and the same " +
      "among people alike in the outcome, or in the decision where there is no outcome (DTIEO). The worst pair is " +
      "the headline. Intervals by drawing people at random within their groups, with the lower limit moved down by " +
      "the distance that chance alone produces (Fang & Santos 2019).",
    ({ settings }) => `Up to ${count(settings.resamples)} resamples; seed ${settings.seed}.`,
  ],
  "equalized-odds": [
    "Equalized-odds differences",
    "Share accepted among people with the favourable outcome (true positives) and among the others (false " +
      "positives), highest minus lowest over groups with ten such people; the larger of the two is the " +
      "equalized-odds difference. Differences take people by their sampling weight where there are weights; the " +
      "rates by group count everybody once.",
  ],
  "consistent-range": [
    "Range over the models that are right about as often",
    "The difference of rates is computed for every method tried whose agreement is within one standard error and one " +
      "person of the best, and for every refit of the recommended one. The ends are the least and the greatest. The " +
      "system is none of these models: its own difference may lie outside.",
    ({ fairness: [model] }) => {
      const sizes = model?.attributes.flatMap(({ range }) => (range === null ? [] : [range.surrogates])) ?? [];
      return sizes.length === 0
        ? "No other model tried is right about as often."
        : `${amount(Math.max(...sizes), "model")}.`;
    },
  ],
  "corrected-rates": [
    "Corrected (prediction-powered) rates",
    "Mean answer of the rebuilt model on the population, plus the mean of (observed decision − out-of-fold " +
      "answer) on the observed people of the group. Right on average whatever the model’s errors, if the observed " +
      "people are a random sample (Angelopoulos et al. 2023).",
    ({ files }) =>
      files.population === null
        ? "There is no population file."
        : `${people(files.population.rows)} in the population file.`,
  ],
  sensitivity: [
    "One choice at a time",
    "Scaling, half of the people, each column left out (of more than ten, the ten that matter most), and noise " +
      "on the evidence. People are dealt into folds, other ones than the audit’s, and for each choice the " +
      "recommended method is fitted again without each fold (noise on the people leaves the fits as they are); " +
      "then the people left out are asked. Only clear findings are followed: a difference between groups if the " +
      "decisions show it and neither the rebuilt nor the corrected rates contradict it. It holds in a variation " +
      "if the held-out answers show it there too; a variation that changes no answer is not counted. RECAST’s " +
      "mixing weights are changed as well; that is about RECAST, and does not count for the findings.",
    ({ sensitivity }) => {
      if (sensitivity === null) return "The stage was turned off.";
      const variants = sensitivity.variants.filter(({ method }) => method === sensitivity.method);
      const folds = sensitivity.folds === null ? "" : `, each in ${amount(sensitivity.folds, "fold")}`;
      return `${amount(variants.length, "variation")} of ${sensitivity.method}${folds}, other folds alone among them.`;
    },
  ],
  files: [
    "Counts and hashes of files",
    "Rows below the header; rows without a decision are left out and counted. SHA-256 of the bytes as they are " +
      "on the disk.",
    ({ files }) => `${count(files.decisions.rows)} rows in the decisions file.`,
  ],
  reproduction: [
    "The same bytes again",
    "No clock, no locale, no network, and random numbers from one seed through generators of the tool’s own. " +
      "recast verify runs the audit again from the recorded configuration and compares every output’s hash with " +
      "the manifest.",
    ({ settings, version, kernels }) => `Version ${version}; kernels ${kernels}; seed ${settings.seed}.`,
  ],
};
