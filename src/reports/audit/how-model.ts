import { amount, count, people } from "../../document/format.js";
import type { HowEntry } from "./how.js";

/** How numbers about the rebuilt model are computed. */
export const howModel: Readonly<Record<string, HowEntry>> = {
  agreement: {
    title: "Agreement with decisions not seen in the fit",
    text:
      "People are dealt into folds, each decision by itself; a held-out person takes their letters along. Every " +
      "method is fitted on the other folds, encoder included, and asked about the held-out people. The share that " +
      "gets the decision it got has the interval of A.1.",
    here: ({ settings, evidence }) =>
      `${amount(settings.folds, "fold")}, dealt ` +
      `${settings.repeats === 1 ? "once" : `${count(settings.repeats)} times`}; ` +
      `n = ${count(evidence.observations)}; seed ${settings.seed}.`,
    docs: ["docs/identify.md"],
  },
  "letter-consistency": {
    title: "Agreement with the letters",
    text:
      "Letter consistency: of the letters to rejected people, held out of the fit, the share whose person the " +
      "model rejects and whose offer it accepts. Offers accepted: of all letters, the share whose offer it accepts.",
    here: ({ evidence }) => `${amount(evidence.letters, "letter")}, ${count(evidence.paired)} with a known person.`,
    docs: ["docs/identify.md"],
  },
  recommendation: {
    title: "Which method is recommended",
    text:
      "Methods within one standard error of the highest agreement count as equal to it, the error being that of " +
      "the difference over the same people. Among equals, the more frequent decision for everybody comes first " +
      "(then nothing was learnt), then bracket, then the simplest.",
    here: ({ methods }) => `${amount(methods.length, "method was", "methods were")} asked for.`,
    docs: ["docs/identify.md", "docs/surrogate.md"],
  },
  prototypes: {
    title: "Prototypes, λ and distances",
    text:
      "For each decision the prototype is the barycentre between its people and the letters under the squared " +
      "Wasserstein distance W₂², with weight λ on the letters: λ = B / (A + 2B) from the distances of the three " +
      "clouds. A person gets the decision of the nearer prototype.",
    here: ({ settings }) => `Solver ${settings.solver}; scaling ${settings.scaling}.`,
    docs: ["docs/prototypes.md", "docs/transport.md"],
  },
  "linear-weights": {
    title: "Weights in the columns’ own units",
    text:
      "The rule’s coefficients divided by each column’s scale: points per one unit of the number, or per level " +
      "against the most frequent level. Only rules that add up points have them.",
    here: ({ attributions }) => `Method ${attributions.method}.`,
    docs: ["docs/explain.md"],
  },
  permutation: {
    title: "Shuffling a column",
    text:
      "The column’s values are dealt anew among the people; the share of people whose answer changes, as a mean " +
      "over deals. The interval is Wilson’s for that many people, which is rather too wide for a mean over several " +
      "deals.",
    here: ({ attributions: { sizes }, settings }) =>
      `${people(sizes.shuffledPeople)}, ${amount(sizes.shuffles, "deal")} per column; seed ${settings.seed}.`,
    docs: ["docs/explain.md"],
  },
  shapley: {
    title: "Shares in the score (Shapley)",
    text:
      "The score’s difference from its mean is divided among the columns: each gets its mean contribution over all " +
      "orders in which columns are taken from a background person to this one (Shapley 1953). The table gives the " +
      "mean size over people, with a bootstrap interval over them.",
    here: ({ attributions: { shapley } }) =>
      `${people(shapley.people)}; ${amount(shapley.background, "background row")}; ` +
      `${shapley.exact ? "all sets of columns" : `${amount(shapley.samples, "order")} per person`}.`,
    docs: ["docs/explain.md"],
  },
  "partial-dependence": {
    title: "Setting a column to one value for everybody",
    text:
      "Mean score and share accepted when everybody gets one value and keeps the rest (Friedman 2001). " +
      "Combinations that nobody has are scored too, which is the weakness of this curve.",
    here: ({ attributions: { sizes } }) => `${people(sizes.partialDependencePeople)} behind each point.`,
    docs: ["docs/explain.md"],
  },
  projection: {
    title: "The plane of the drawing",
    text:
      "First two principal components of the scaled rows of people and letters. Prototypes, the midpoint of the " +
      "geodesic between them and the decision line are drawn in the same plane.",
    here: null,
    docs: ["docs/identify.md"],
  },
  determined: {
    title: "Determined and not determined",
    text:
      "The recommended method is fitted again on people drawn anew (bootstrap within each decision, letters with " +
      "their person). Only refits that had not seen a person are asked about them. Determined: at least 95 % of " +
      "those give one answer.",
    here: ({ identification: { stability }, settings }) =>
      `${amount(stability.refits, "refit")} of ${stability.method}; seed ${settings.seed}.`,
    docs: ["docs/identify.md"],
  },
  "lambda-band": {
    title: "The band over mixing weights",
    text:
      "For all (λ₀, λ₁) from 0 to ½: the margin is separable and quadratic in each λ, so its extremes lie at 0, at " +
      "½ or at the stationary point. The band is exact, without a grid. λ above ½ cannot come out of the formula.",
    here: null,
    docs: ["docs/identify.md"],
  },
  lens: {
    title: "Certificates",
    text:
      "Every distribution within ε of a decision’s people and δ of the letters has its distance to a person within " +
      "known limits. A person’s certificate is the smallest ε for which the limits of both decisions overlap. The " +
      "tolerance is √(variance / people): about how far evidence of this size errs by chance.",
    here: null,
    docs: ["docs/identify.md"],
  },
  stability: {
    title: "Stability when people are drawn anew",
    text:
      "Over the refits of the entry on determined people: the share of answers that differ from the model fitted " +
      "on all evidence, among people a refit had not seen; and the share of people who get one answer in at least " +
      "95 % of the refits.",
    here: ({ identification: { stability } }) => `${amount(stability.refits, "refit")}.`,
    docs: ["docs/identify.md"],
  },
  abstention: {
    title: "Answering only the surest",
    text:
      "People are sorted by the size of the margin out of fold. Those as sure as the last one answered are " +
      "answered too, so that ties are not broken by chance. Interval as in A.1.",
    here: ({ evidence }) => `n = ${count(evidence.observations)} at full answering.`,
    docs: ["docs/identify.md"],
  },
  "model-rates": {
    title: "Rates of the rebuilt model",
    text:
      "Share of a group’s people whom the rebuilt model accepts: observed people by fits that had not seen them, " +
      "people of a population file by the fit on all evidence. Intervals as in A.1; ratios and differences as for " +
      "observed decisions, by sampling weight where there are weights.",
    here: ({ fairness: [model] }) =>
      model === undefined
        ? "No group was compared."
        : `n = ${count(model.n)}, ${model.scored === "population" ? "population file" : "observed people"}.`,
    docs: ["docs/model-fairness.md"],
  },
  "score-distance": {
    title: "Score distances (DTIDP, DTIEO)",
    text:
      "W₁ = ∫ |F_a − F_b|, the area between the distribution functions of two groups’ scores (DTIDP), and the same " +
      "among people alike in the outcome, or in the decision where there is no outcome (DTIEO). The worst pair is " +
      "the headline. Intervals by drawing people anew within their groups, with the lower limit moved down by the " +
      "distance that chance alone produces (Fang & Santos 2019).",
    here: ({ settings }) => `Up to ${count(settings.resamples)} resamples; seed ${settings.seed}.`,
    docs: ["docs/model-fairness.md", "docs/transport.md"],
  },
  "equalized-odds": {
    title: "Equalized-odds differences",
    text:
      "Share accepted among people with the favourable outcome (true positives) and among the others (false " +
      "positives), highest minus lowest over groups with ten such people; the larger of the two is the " +
      "equalized-odds difference. Differences take people by their sampling weight where there are weights; the " +
      "rates by group count everybody once.",
    here: null,
    docs: ["docs/model-fairness.md"],
  },
  "consistent-range": {
    title: "Range over the models that agree about as well",
    text:
      "The difference of rates is computed for every method tried whose agreement is within one standard error of " +
      "the best, and for every refit of the recommended one. Least and greatest are given. The audited system is " +
      "not among these models: its own difference may lie outside, and so may that of models of other kinds.",
    here: ({ fairness: [model] }) => {
      const sizes = model?.attributes.flatMap(({ range }) => (range === null ? [] : [range.surrogates])) ?? [];
      return sizes.length === 0
        ? "No other model tried agrees about as well."
        : `${amount(Math.max(...sizes), "model")}.`;
    },
    docs: ["docs/model-fairness.md"],
  },
  "corrected-rates": {
    title: "Corrected (prediction-powered) rates",
    text:
      "Mean answer of the rebuilt model on the population, plus the mean of (observed decision − out-of-fold " +
      "answer) on the observed people of the group. Right on average whatever the model’s errors, if the observed " +
      "people are a random sample (Angelopoulos et al. 2023).",
    here: ({ files }) =>
      files.population === null
        ? "There is no population file."
        : `${people(files.population.rows)} in the population file.`,
    docs: ["docs/model-fairness.md"],
  },
  sensitivity: {
    title: "One choice at a time",
    text:
      "Scaling, half of the people, each column left out (of more than fifteen those that matter most), and noise " +
      "on the evidence: for each the recommended method is fitted again (noise on the people leaves the fit as it " +
      "is) and asked about the same people. A statement holds in a variant if it would have been written there " +
      "too. RECAST’s mixing weights are changed as well; that is about RECAST, and does not count in the " +
      "statements about another method.",
    here: ({ sensitivity }) => {
      if (sensitivity === null) return "The stage was turned off.";
      const variants = sensitivity.variants.filter(({ method }) => method === sensitivity.method);
      return `${amount(variants.length, "variant")} of ${sensitivity.method}.`;
    },
    docs: ["docs/sensitivity.md"],
  },
  files: {
    title: "Counts and hashes of files",
    text:
      "Rows below the header; rows without a decision are left out and counted. SHA-256 of the bytes as they are " +
      "on the disk.",
    here: ({ files }) => `${count(files.decisions.rows)} rows in the decisions file.`,
    docs: ["docs/evidence.md"],
  },
  reproduction: {
    title: "The same bytes again",
    text:
      "No clock, no locale, no network, and random numbers from one seed through generators of the tool’s own. " +
      "recast verify runs the audit again from the recorded configuration and compares every output’s hash with " +
      "the manifest.",
    here: ({ settings, version, kernels }) => `Version ${version}; kernels ${kernels}; seed ${settings.seed}.`,
    docs: ["docs/certificate.md", "docs/cli.md"],
  },
};
