import { AuditError } from "../errors.js";
import { type Estimate, measureShare } from "../math/interval.js";
import { ratioOf } from "../math/mover.js";
import { seededRandom } from "../math/random.js";
import { requireInteger } from "../options.js";
import { collectResiduals, correctedRate, correctedRatios, type Residuals } from "./corrected-rates.js";
import { equalizedOdds } from "./equalized-odds.js";
import type { Grouping } from "./groups.js";
import type {
  AttributeModelFairness,
  ConditionalDistances,
  GroupModelFairness,
  ModelFairness,
  SurrogateRange,
} from "./model-fairness-types.js";
import { differenceWithin, extremes, isMeasured, plainRate, rateOf, type Tally, tallyGroups } from "./model-rates.js";
import { scoreDistances } from "./score-distances.js";
import { orderByScore, poolScores } from "./score-pool.js";

/** What a rebuilt model answered, and for whom. */
export interface ModelFairnessInput {
  /** Name of the rebuilt model. */
  readonly method: string;
  /** Whose rows were scored. */
  readonly scored: "observations" | "population";
  /** Groups of the people scored. */
  readonly groupings: readonly Grouping[];
  /** Scores in [0, 1] of the people scored; out of fold for observations. */
  readonly scores: Float64Array;
  /** Decisions of the rebuilt model for them; out of fold for observations. */
  readonly decisions: Uint8Array;
  /** Sampling weights of the people scored. */
  readonly weights: Float64Array | null;
  /** What people are alike in for DTIEO; null where nothing of the kind is known about the people scored. */
  readonly y: ConditioningValue | null;
  /** The people whose decisions were observed. */
  readonly observed: ObservedPeople;
  /** Whether the observed people were picked by their decision, so that without weights their errors say nothing of a population's. */
  readonly balancedByDesign: boolean;
  /** Other surrogates that the evidence does not rule out, on the same people. */
  readonly consistent: readonly { readonly name: string; readonly decisions: Uint8Array }[];
  /** Draws behind each interval of a distance. */
  readonly resamples: number;
  readonly seed: number;
}

/** A column of the people scored: `labels[codes[i]]`, −1 where it is not known. */
export interface ConditioningValue {
  readonly column: string;
  readonly kind: "outcome" | "decision";
  readonly labels: readonly string[];
  readonly codes: Int32Array;
  /** The favourable outcome, where it is known which that is. */
  readonly favourable: string | null;
}

/** People whose decisions are known. */
export interface ObservedPeople {
  /** By the same attributes as the people scored; groups are matched by label. */
  readonly groupings: readonly Grouping[];
  readonly decisions: Uint8Array;
  /** Share of the repeats in which the surrogate accepted the person, out of fold. */
  readonly outOfFold: Float64Array;
  readonly weights: Float64Array | null;
}

/** Differences between groups as a rebuilt model shows them; no attributes, no findings. */
export function modelFairness(input: ModelFairnessInput): ModelFairness {
  checkInput(input);
  const order = orderByScore(input.scores, input.weights);
  return {
    method: input.method,
    scored: input.scored,
    n: input.scores.length,
    weighted: input.weights !== null,
    attributes: input.groupings.map((grouping) => compareByAttribute(input, grouping, order)),
  };
}

function compareByAttribute(input: ModelFairnessInput, grouping: Grouping, order: Int32Array): AttributeModelFairness {
  const { scores, decisions, weights, y, resamples, seed } = input;
  const { attribute, columns, labels, groupOf } = grouping;
  const tallies = tallyGroups(labels.length, groupOf, decisions, weights);
  const random = (part: string) => seededRandom(seed, `model-fairness/${input.method}/${attribute}/${part}`);
  const outcomes = y?.kind === "outcome" && y.favourable !== null ? { ...y, favourable: y.favourable } : null;
  const comparable = tallies.filter(isMeasured).length > 1;
  return {
    attribute,
    columns,
    groups: describeGroups(input, grouping, tallies),
    dtidp: scoreDistances(poolScores(order, scores, weights, grouping), labels, resamples, random("all")),
    dtieo:
      y?.labels.map((label, code): ConditionalDistances => {
        const pool = poolScores(order, scores, weights, grouping, (i) => y.codes[i] === code);
        const n = pool.people.reduce((sum, people) => sum + people, 0);
        return { y: label, n, distances: scoreDistances(pool, labels, resamples, random(`y/${code}`)) };
      }) ?? [],
    conditionedOn: y === null ? null : { column: y.column, kind: y.kind },
    equalizedOdds: outcomes !== null && comparable ? equalizedOdds(grouping, decisions, weights, outcomes) : null,
    parityDifference: parityOf(labels, tallies),
    range: rangeOver(input, grouping, tallies),
  };
}

function describeGroups(
  input: ModelFairnessInput,
  grouping: Grouping,
  tallies: readonly Tally[],
): GroupModelFairness[] {
  const { labels, groupOf } = grouping;
  const { scores, weights } = input;
  const meanScores = new Float64Array(labels.length);
  const plainMeans = new Float64Array(labels.length);
  groupOf.forEach((group, i) => {
    if (group < 0) return;
    meanScores[group]! += scores[i]! * (weights === null ? 1 : weights[i]!);
    plainMeans[group]! += scores[i]!;
  });
  const residuals = residualsBy(input, grouping);
  const correcting = input.scored === "population" && (input.observed.weights !== null || !input.balancedByDesign);
  const corrected = tallies.map((tally, k) => {
    const own = residuals[k];
    return correcting && own !== undefined ? correctedRate(tally, own) : null;
  });
  const ratios = correctedRatios(corrected);
  const reference = extremes(ratesOf(labels, tallies))?.highest;
  return labels.flatMap((group, k) => {
    const tally = tallies[k];
    const rate = tally === undefined ? null : plainRate(tally);
    if (tally === undefined || rate === null) return [];
    const weighted = rateOf(tally);
    const own = residuals[k];
    return {
      group,
      n: tally.n,
      observed: own?.n ?? 0,
      status: isMeasured(tally) ? "measured" : "insufficient",
      rate,
      weightedRate: weights === null ? null : weighted,
      meanScore: tally.mass > 0 ? meanScores[k]! / tally.mass : plainMeans[k]! / tally.n,
      impactRatio: isMeasured(tally) ? impactRatio(group, weighted, reference) : null,
      agreement: own === undefined ? null : measureShare(own.agreed, own.n),
      correctedRate: corrected[k] ?? null,
      correctedRatio: ratios[k] ?? null,
    };
  });
}

interface LabelledRate {
  readonly group: string;
  readonly rate: Estimate;
}

/** Rates of the measured groups. */
function ratesOf(labels: readonly string[], tallies: readonly Tally[]): LabelledRate[] {
  return tallies.flatMap((tally, k) => {
    const rate = rateOf(tally);
    return rate !== null && isMeasured(tally) ? [{ group: labels[k] ?? "", rate }] : [];
  });
}

function impactRatio(group: string, rate: Estimate | null, reference: LabelledRate | undefined): Estimate | null {
  if (rate === null || reference === undefined || reference.rate.value === 0) return null;
  return group === reference.group ? { value: 1, low: 1, high: 1 } : ratioOf(rate, reference.rate);
}

function parityOf(labels: readonly string[], tallies: readonly Tally[]): AttributeModelFairness["parityDifference"] {
  const ends = extremes(ratesOf(labels, tallies));
  if (ends === null) return null;
  const { highest, lowest } = ends;
  return { ...differenceWithin(highest.rate, lowest.rate), highest: highest.group, lowest: lowest.group };
}

/** Errors and agreement of the observed people, by the groups of the people scored; empty when they have no such attribute. */
function residualsBy(
  { observed }: ModelFairnessInput,
  { attribute, labels }: Grouping,
): (Residuals & { readonly agreed: number })[] {
  const own = observed.groupings.find((candidate) => candidate.attribute === attribute);
  if (own === undefined) return [];
  const place = new Map(labels.map((label, k) => [label, k]));
  const groupOf = own.groupOf.map((group) => (group < 0 ? -1 : (place.get(own.labels[group] ?? "") ?? -1)));
  const agreed = new Float64Array(labels.length);
  groupOf.forEach((group, i) => {
    if (group < 0) return;
    agreed[group]! += observed.decisions[i] === 1 ? observed.outOfFold[i]! : 1 - observed.outOfFold[i]!;
  });
  const { decisions, outOfFold, weights } = observed;
  return collectResiduals(labels.length, groupOf, decisions, outOfFold, weights).map((residuals, k) => ({
    ...residuals,
    agreed: Math.min(residuals.n, Math.max(0, agreed[k]!)),
  }));
}

/** Parity differences of this surrogate and of all others the evidence does not rule out. */
function rangeOver(input: ModelFairnessInput, grouping: Grouping, tallies: readonly Tally[]): SurrogateRange | null {
  const { labels, groupOf } = grouping;
  const own = parityOf(labels, tallies);
  if (own === null || input.consistent.length === 0) return null;
  const others = input.consistent.flatMap(({ name, decisions }) => {
    const parity = parityOf(labels, tallyGroups(labels.length, groupOf, decisions, input.weights));
    return parity === null ? [] : [{ name, value: parity.value }];
  });
  const all = [{ name: input.method, value: own.value }, ...others];
  const lowest = all.reduce((least, next) => (next.value < least.value ? next : least));
  const highest = all.reduce((most, next) => (next.value > most.value ? next : most));
  return {
    low: lowest.value,
    high: highest.value,
    surrogates: all.length,
    lowest: lowest.name,
    highest: highest.name,
  };
}

function checkInput({
  scores,
  decisions,
  weights,
  groupings,
  y,
  observed,
  consistent,
  resamples,
  seed,
}: ModelFairnessInput) {
  requireInteger("resamples", resamples, 1);
  requireInteger("seed", seed, 0);
  const people = scores.length;
  requireLength("decisions", decisions, people, "scores");
  if (weights !== null) requireLength("weights", weights, people, "scores");
  if (y !== null) requireLength("y", y.codes, people, "scores");
  for (const { attribute, groupOf } of groupings) requireLength(`groups of '${attribute}'`, groupOf, people, "scores");
  for (const { name, decisions: other } of consistent) requireLength(`decisions of ${name}`, other, people, "scores");
  const seen = observed.decisions.length;
  requireLength("outOfFold", observed.outOfFold, seen, "the observed decisions");
  if (observed.weights !== null) requireLength("observed weights", observed.weights, seen, "the observed decisions");
  for (const { attribute, groupOf } of observed.groupings) {
    requireLength(`observed groups of '${attribute}'`, groupOf, seen, "the observed decisions");
  }
  const bad = scores.findIndex((score) => !(score >= 0 && score <= 1));
  if (bad >= 0) throw new AuditError("NOT_FINITE", `scores[${bad}] is ${scores[bad]}; scores must be in [0, 1]`);
}

function requireLength(name: string, values: ArrayLike<number>, length: number, like: string): void {
  if (values.length === length) return;
  throw new AuditError(
    "SHAPE_MISMATCH",
    `${name} has ${values.length} entries and ${like} ${length}; pass one for each person`,
  );
}
