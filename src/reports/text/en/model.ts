import {
  amount,
  count,
  list,
  measured,
  number,
  numberEstimate,
  percent,
  points,
  pointsEstimate,
} from "../../../document/format.js";
import type { Estimate, MeasuredShare } from "../../../math/interval.js";
import { named, quoted } from "../name.js";
import { modelsAlike } from "./glance.js";

export interface Split {
  readonly accepted: MeasuredShare;
  readonly rejected: MeasuredShare;
  readonly contested: MeasuredShare;
}

/** Section 5: the rebuilt model. */
export const surrogate = {
  title: "The rebuilt model",
  recommended: (method: string, agreement: MeasuredShare) =>
    `The rebuilt model (method ${method}) gives people it was not fitted on the decision they got in ${measured(agreement)} of cases.`,
  majority: (share: MeasuredShare) =>
    `Giving everybody the more frequent decision would reach ${percent(share.share)}; that is what to compare with.`,
  letters: (sentence: string) => `On what the letters add: ${sentence}.`,
  notMeasured: (method: string) =>
    `The recommended method, ${method}, was not measured on people it was not fitted on.`,
  consistency: (share: MeasuredShare) =>
    `For ${measured(share)} of the letters held out of a fit, it rejects the person and accepts the offer, as the letter says.`,
  methodsHeading: "Methods side by side",
  methodsChart: "Agreement with decisions a method was not fitted on",
  methodsChartWords: (rows: readonly (readonly [string, MeasuredShare])[]) =>
    `${rows.map(([method, share]) => `${method}: ${percent(share.share)}`).join("; ")}.`,
  partsTitle: "Agreement by decision, and agreement with the letters",
  prototypesHeading: "Prototypes and mixing weights",
  prototypes: (rejected: number, accepted: number) =>
    `RECAST describes each decision by a prototype that lies between the people who got it and the letters. The weight of the letters is λ₀ = ${number(rejected)} for rejected and λ₁ = ${number(accepted)} for accepted people; 0 would leave the letters out, ½ would count them as much as the people.`,
  noPrototypes: (reason: string) => `Prototypes could not be computed: ${reason}.`,
  projectionChart: "People, letters and both prototypes on a plane",
  projectionWords: (shares: readonly [number, number], axes: readonly [readonly string[], readonly string[]]) =>
    `The first two principal components of the scaled columns. The horizontal axis carries ${percent(shares[0])} of the variance (mostly ${list(axes[0].map(named))}), the vertical ${percent(shares[1])} (mostly ${list(axes[1].map(named))}). What lies apart in other directions can coincide here.`,
  looksHeading: "What the rebuilt model seems to look at",
  looks: (features: readonly string[], first: Estimate) =>
    `The rebuilt model’s answers hang most on ${list(features.map(quoted))}: shuffling ${quoted(features[0] ?? "")} changes ${percent(first.value)} of them (95 % interval ${percent(first.low)} to ${percent(first.high)}).`,
  looksNot:
    "This describes the rebuilt model. Another model consistent with the same evidence may look at other columns.",
  weights: (unit: "log-odds" | "squared distance") =>
    `The rule adds points and accepts at 0 or above. A point is ${unit === "log-odds" ? "a unit of the log-odds of acceptance" : "a unit of squared scaled distance, of which the sign alone matters"}.`,
  noWeights: (reason: "not linear" | "rank scaling" | null) =>
    reason === "rank scaling"
      ? "Numbers were scaled by rank, so there are no points per unit."
      : "The rule is not a sum of points, so there are no weights to print.",
  shapleyExact: (people: number) =>
    `Exact Shapley values over all sets of columns, averaged over ${amount(people, "person", "people")}.`,
  shapleySampled: (people: number, samples: number) =>
    `Shapley values from ${count(samples)} random orders of the columns per person, averaged over ${amount(people, "person", "people")}.`,
  importanceChart: "How much each column matters to the rebuilt model",
  importanceWords: (rows: readonly (readonly [string, number])[]) =>
    `Share of answers that change when the column is shuffled: ${rows.map(([feature, value]) => `${feature} ${percent(value)}`).join("; ")}.`,
  shapleyChart: "Mean size of each column’s share in the score",
  shapleyWords: (rows: readonly (readonly [string, number])[]) =>
    `${rows.map(([feature, value]) => `${feature} ${number(value)}`).join("; ")}.`,
  dependenceHeading: "How scores move with one column",
  dependenceChart: (feature: string) => `Mean score by ${named(feature)}`,
  dependenceReads: "Each curve sets one column to a value for everybody and keeps the rest.",
  dependenceWords: (points: readonly { readonly value: number | string; readonly score: number }[]) => {
    const [first, last] = [points[0], points.at(-1)];
    const value = (given: number | string) => (typeof given === "number" ? number(given) : named(given));
    return first === undefined || last === undefined
      ? ""
      : `From ${number(first.score)} at ${value(first.value)} to ${number(last.score)} at ${value(last.value)}.`;
  },
  limits: {
    agreement:
      "Agreement is measured on people like those in the file. For others it can be lower, and nothing here shows by how much.",
    rebuilt: "The rebuilt model is not the audited system. It is one rule that decides much as the system did.",
  },
};

/** Section 6: what the evidence determines. */
export const identify = {
  title: "What the evidence determines",
  determined: (contested: MeasuredShare, refits: number, method: string) =>
    refits === 0
      ? `The method ${method} could not be fitted again on people drawn anew, so for whom its answer is settled is not known.`
      : `Refitting the method ${method} ${refits === 1 ? "once" : `${count(refits)} times`} on people drawn anew settles the answer for ${percent(1 - contested.share)} of the observed people; for ${measured(contested)} it is not determined.`,
  agreement: (inside: MeasuredShare | null, outside: MeasuredShare | null) =>
    [
      inside === null ? "" : `Where it is determined, it agrees with the observed decision in ${measured(inside)}`,
      outside === null
        ? ""
        : `${inside === null ? "Where it is not determined, it agrees" : "; where it is not, "}${inside === null ? " with the observed decision " : ""}in ${measured(outside)}`,
      ".",
    ].join(""),
  band: (contested: MeasuredShare) =>
    `Over every mixing weight RECAST’s formula can produce, RECAST’s answer changes for ${measured(contested)} of the people.`,
  /** Beside whatever is settled for RECAST alone. */
  recast: (agreement: MeasuredShare | null, other: { readonly method: string; readonly share: number } | null) =>
    agreement === null
      ? "How often RECAST agrees with decisions it was not fitted on was not measured: what is settled for RECAST need not be right."
      : `RECAST agrees with ${measured(agreement)} of the decisions it was not fitted on${other === null ? "" : `, ${other.method} with ${percent(other.share)}`}: what is settled for RECAST need not be right.`,
  noBand: (reason: string) => `The band over mixing weights could not be computed: ${reason}.`,
  population: (n: number, contested: number) =>
    `Of ${count(n)} people looked at in the population file, the answer is not determined for ${count(contested)} (${percent(contested / n)}).`,
  stability: (changed: number, refits: number) =>
    `On average, ${percent(changed)} of the people get another answer when the model is refitted on people drawn anew (${amount(refits, "refit", "refits")}).`,
  determinedChart: "People accepted, rejected, or not determined",
  determinedWords: ({ accepted, rejected, contested }: Split) =>
    `Over all refits: accepted ${percent(accepted.share)}, rejected ${percent(rejected.share)}, not determined ${percent(contested.share)}.`,
  contestedChart: (attribute: string) => `Share not determined by ${named(attribute)}`,
  contestedWords: (groups: readonly (readonly [string, MeasuredShare])[]) =>
    `${groups.map(([group, share]) => `${group}: ${percent(share.share)} of ${count(share.n)}`).join("; ")}.`,
  refitsTitle: "Settled over all refits",
  bandTitle: "Settled over all mixing weights",
  abstentionWords:
    "Towards the left fewer people are answered: agreement should rise there if the model knows where it is sure.",
  determinedHeading: "Determined and not determined",
  groupHeading: "By group",
  bandHeading: "The band over mixing weights",
  bandChart: "How far RECAST’s margin moves over all mixing weights",
  bandChartWords:
    "One vertical line per person, in order of the margin. A line that crosses zero is a person whose answer from RECAST depends on the mixing weights.",
  abstentionHeading: "Answering only the surest",
  abstentionChart: "Agreement when only the surest people are answered",
  abstention: (all: MeasuredShare, half: { readonly answered: number; readonly agreement: MeasuredShare }) =>
    `Answering everybody, the rebuilt model agrees with ${percent(all.share)} of the decisions; answering only the surest ${percent(half.answered)}, with ${percent(half.agreement.share)} (95 % interval ${percent(half.agreement.low)} to ${percent(half.agreement.high)}; n = ${count(half.agreement.n)}).`,
  lensHeading: "How large an error of the evidence may be",
  lensTitle: "Certificates above the tolerance",
  lens: (certain: MeasuredShare, tolerance: number, median: number) =>
    `A person’s certificate is the smallest error of the evidence, in scaled units, that would let the nearer of the two classes change for them, in RECAST’s geometry; half of all certificates are ${number(median)} or more. Evidence of this size errs by about ${number(tolerance)} by chance, and ${measured(certain)} of the people have a certificate above that.`,
  noLens: (reason: string) => `Certificates could not be computed: ${reason}.`,
  limits: {
    within:
      "“Determined” means settled among the models tried here. A model of another kind may be consistent with the same evidence and answer otherwise.",
    observed: "Shares are about the people in the files. Where nobody was observed, nothing is determined.",
  },
};

/** Section 7: differences between groups through the rebuilt model. */
export const fairness = {
  title: "Differences between groups through the rebuilt model",
  none: "No column was named as sensitive, so groups are not compared through the rebuilt model.",
  scored: (method: string, n: number, population: boolean) =>
    population
      ? `The rebuilt model (method ${method}) was asked about ${amount(n, "person", "people")} of the population file.`
      : `The rebuilt model (method ${method}) was asked about the ${amount(n, "observed person", "observed people")}, each by a fit that had not seen them.`,
  difference: (attribute: string, difference: Estimate, highest: string, lowest: string, weighted: boolean) =>
    `By ${named(attribute)}, it accepts ${quoted(highest)} most often and ${quoted(lowest)} least often: a difference of ${pointsEstimate(difference)}${weighted ? ", by sampling weight" : ""}.`,
  observed: (difference: number) => `In the observed decisions that difference is ${points(difference)} points.`,
  range: (attribute: string, low: number, high: number, surrogates: number) =>
    `Over ${modelsAlike(surrogates)}, that difference by ${named(attribute)} runs from ${points(low)} to ${points(high)} points.`,
  notCorrected:
    "Rates of the population are not corrected: the observed people look picked half from each decision and have no sampling weights, so the model’s errors on them say nothing about the population.",
  distance: (attribute: string, a: string, b: string | null, distance: Estimate) =>
    `The scores of ${quoted(a)} and ${b === null ? "everybody else" : quoted(b)} differ most (by ${named(attribute)}): a score distance (DTIDP) of ${numberEstimate(distance)}, where 0 is alike and 1 as different as scores can be.`,
  notComparable: (attribute: string) => `Fewer than two groups of ${named(attribute)} can be compared.`,
  conditioned: (column: string, kind: "outcome" | "decision") =>
    kind === "outcome"
      ? `DTIEO compares people alike in the observed outcome, ${quoted(column)}.`
      : `There is no outcome column, so DTIEO compares people alike in the decision, ${quoted(column)}; it then says how scores differ among people with the same decision.`,
  odds: (difference: Estimate, outcome: string, weighted: boolean) =>
    `Among people with the same outcome, shares accepted differ by at most ${pointsEstimate(difference)} between groups${weighted ? ", by sampling weight" : ""} (favourable outcome: ${quoted(outcome)}).`,
  densityChart: (attribute: string) => `Scores of the rebuilt model by ${named(attribute)}`,
  densityWords: (groups: readonly string[]) =>
    `Smoothed distribution of scores from 0 (rejected) to 1 (accepted) for ${list(groups)}.${groups.length < 2 ? "" : " Curves that lie apart are what the score distance measures."}`,
  overviewHeading: "All models side by side",
  overviewTitle: "Differences of rates: the recommended method, and RECAST beside it",
  worstTitle: "Largest score distance of each attribute (DTIDP)",
  ratesTitle: (attribute: string, observed: boolean) =>
    `Rates of the rebuilt model, ${observed ? "observed people" : "population file"}: ${named(attribute)}`,
  weightedNote: "By sampling weight. The CSV has the rates with everybody counted once too.",
  noneComparable: "No attribute has two groups that can be compared, so differences are not given.",
  agreementHeading: "Agreement by group",
  agreementTitle: "How often the rebuilt model agrees with the observed decisions",
  distancesChart: "Score distances between groups",
  distancesReads: "0 is alike, 1 as different as scores can be; the worst pair of each attribute.",
  correctedTitle: (attribute: string) => `Corrected rates: ${named(attribute)}`,
  distancesTitle: (attribute: string) => `Score distances, observed people: ${named(attribute)}`,
  oddsTitle: (attribute: string, weighted: boolean) =>
    `True and false positive rates, observed people${weighted ? ", everybody counted once" : ""}: ${named(attribute)}`,
  limits: {
    instead:
      "These numbers describe the rebuilt model. Where it disagrees with the audited system, they can differ from the system’s own; “Agreement by group” says how often the two agree.",
    correctedBecause:
      "Corrected rates are right on average only if the observed people are a random sample of the population, or carry weights that make them one.",
  },
};
