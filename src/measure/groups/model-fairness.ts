import { AuditError } from "../../errors.js";
import type {
  AttributeModelFairness,
  ConditionalDistances,
  GroupModelFairness,
  ModelFairness,
  SurrogateRange,
} from "../../findings/model-fairness.js";
import { LEAST_GROUP } from "../../math/group-size.js";
import { type Estimate, measureShare, Z_95 } from "../../math/interval.js";
import { seededRandom } from "../../math/random.js";
import type { NeedsTwo } from "../../options.js";
import { requireInteger } from "../../options.js";
import type { Side } from "./compared.js";
import { type Grouping, sumByGroup } from "./groups.js";
import {
  collectResiduals,
  compareRates,
  correctedRate,
  equalizedOdds,
  type ModelRates,
  modelRates,
  type Residuals,
  spreadOf,
} from "./model-rates.js";
import { comparePopulation, type PopulationSide } from "./population-comparisons.js";
import { scoreDistances } from "./score-distances.js";
import { orderByScore, poolScores } from "./score-pool.js";

export const scoresNeedTwo: NeedsTwo = {
  what: "score distances (DTIDP, DTIEO) and equalized odds",
  reason: "they need one score per person; the distance over the ordered classes takes their place",
};

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
  /** Whether people were picked by their decision: then, without weights, their errors say nothing of a population. */
  readonly balancedByDesign: boolean;
  /** Comparisons already made of the same groups, to be corrected for. @default 0 */
  readonly otherTests?: number;
  /** Other surrogates the evidence does not rule out, on the same people or on their sample in `consistentRows`. */
  readonly consistent: readonly { readonly name: string; readonly decisions: Uint8Array }[];
  /** The people scored on whom `consistent` decides; null for all of them. */
  readonly consistentRows: Int32Array | null;
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

export interface ObservedPeople {
  /** By the same attributes as the people scored; groups are matched by label. */
  readonly groupings: readonly Grouping[];
  readonly decisions: Uint8Array;
  /** Share of the repeats in which the surrogate accepted the person, out of fold. */
  readonly outOfFold: Float64Array;
  readonly weights: Float64Array | null;
}

/** Differences between groups as a rebuilt model shows them; no attributes, no findings. */
export function modelFairness(given: ModelFairnessInput): ModelFairness {
  checkInput(given);
  const observed = { ...given.observed, weights: scaled(given.observed.weights) };
  const input = { ...given, observed, weights: scaled(given.weights) };
  const order = orderByScore(input.scores, input.weights);
  const compared = input.groupings.map((grouping) => compareByAttribute(input, grouping, order));
  const single = compared.map(({ entry, corrected }) => (entry.columns.length === 1 ? corrected : []));
  const comparisons = comparePopulation(single, input.otherTests ?? 0);
  return {
    method: input.method,
    scored: input.scored,
    n: input.scores.length,
    weighted: input.weights !== null,
    attributes: compared.map(({ entry, corrected }, k) => ({
      ...entry,
      groups: entry.groups.map((group) => {
        const place = corrected.findIndex((side) => side?.group === group.group);
        return { ...group, correctedComparison: comparisons[k]?.[place] ?? null };
      }),
    })),
  };
}

/** Weights over the greatest of them, so that squares do not overflow. */
function scaled(weights: Float64Array | null): Float64Array | null {
  const most = weights?.reduce((greatest, weight) => Math.max(greatest, weight), 0) ?? 0;
  return weights === null || most === 0 ? weights : weights.map((weight) => weight / most);
}

interface ComparedAttribute {
  readonly entry: AttributeModelFairness;
  readonly corrected: readonly (PopulationSide | null)[];
}

function compareByAttribute(input: ModelFairnessInput, grouping: Grouping, order: Int32Array): ComparedAttribute {
  const { scores, decisions, weights, y, resamples, seed } = input;
  const { attribute, columns, labels, groupOf } = grouping;
  const known = knownGroups(input, grouping);
  const rates = modelRates(labels, groupOf, decisions, weights);
  const sides = rates.sides.map((side, k) => (known[k] === true ? side : null));
  const compared = compareRates(sides);
  const comparing = { ...grouping, groupOf: groupOf.map((group) => (known[group] === true ? group : -1)) };
  const random = (part: string) => seededRandom(seed, `model-fairness/${input.method}/${attribute}/${part}`);
  const outcomes = y?.kind === "outcome" && y.favourable !== null ? { ...y, favourable: y.favourable } : null;
  const comparable = compared.reference !== null;
  const people = { order, scores, weights };
  const errors = errorsBy(input, grouping);
  const corrected = correctSides(input, grouping, sides, errors);
  const entry = {
    attribute,
    columns,
    groups: describeGroups(input, grouping, { ...rates, sides, errors, corrected, ratios: compared.ratios }),
    dtidp: scoreDistances(poolScores(people, comparing), labels, resamples, random("all")),
    dtieo:
      y?.labels.flatMap((label, code): ConditionalDistances[] => {
        const pool = poolScores(people, comparing, (i) => y.codes[i] === code);
        const n = pool.scores.length;
        if (n === 0) return [];
        return [{ y: label, n, distances: scoreDistances(pool, labels, resamples, random(`y/${label}`)) }];
      }) ?? [],
    conditionedOn: y === null ? null : { column: y.column, kind: y.kind },
    equalizedOdds: outcomes !== null && comparable ? equalizedOdds(comparing, decisions, weights, outcomes) : null,
    parityDifference: compared.parityDifference,
    range: rangeOver(input, comparing),
  };
  return { entry, corrected };
}

/** Groups with people the model was fitted on: in a population, with at least ten observed; the others are guesses. */
function knownGroups({ scored, observed }: ModelFairnessInput, { attribute, labels }: Grouping): boolean[] {
  const own = observed.groupings.find((grouping) => grouping.attribute === attribute);
  if (scored === "observations" || own === undefined) return labels.map(() => true);
  const sizes = sumByGroup(own.groupOf, own.labels.length, () => 1);
  return labels.map((label) => (sizes[own.labels.indexOf(label)] ?? 0) >= LEAST_GROUP);
}

/** What is known of the groups of an attribute, in their order. */
interface GroupNumbers extends ModelRates {
  readonly errors: readonly GroupErrors[];
  readonly corrected: readonly (Side | null)[];
  /** Rates over the highest of them. */
  readonly ratios: readonly (Estimate | null)[];
}

function describeGroups(input: ModelFairnessInput, grouping: Grouping, rates: GroupNumbers): GroupModelFairness[] {
  const { errors, corrected, ratios } = rates;
  const means = meanScores(input, grouping);
  const correctedRatios = compareRates(corrected).ratios;
  return grouping.labels.flatMap((group, k) => {
    const rate = rates.plain[k];
    if (rate === undefined || rate === null) return [];
    const own = errors[k];
    return {
      group,
      n: rate.n,
      observed: own?.n ?? 0,
      status: rates.sides[k] ? "measured" : "insufficient",
      rate,
      weightedRate: rates.weighted[k] ?? null,
      meanScore: means[k]!,
      impactRatio: ratios[k] ?? null,
      agreement: own === undefined ? null : measureShare(own.agreed, own.n),
      correctedRate: corrected[k]?.rate(Z_95) ?? null,
      correctedRatio: boundedOrNull(correctedRatios[k]),
      correctedComparison: null, // all attributes are compared together
    };
  });
}

/** Mean score of each group, by weight where there are weights that are not all 0. */
function meanScores({ scores, weights }: ModelFairnessInput, { labels, groupOf }: Grouping): Float64Array {
  const sums = (value: (i: number) => number) => sumByGroup(groupOf, labels.length, value);
  const [n, sum] = [sums(() => 1), sums((i) => scores[i]!)];
  const [mass, weighted] = weights ? [sums((i) => weights[i]!), sums((i) => weights[i]! * scores[i]!)] : [n, sum];
  return Float64Array.from(labels, (_, k) => Math.min(1, mass[k]! > 0 ? weighted[k]! / mass[k]! : sum[k]! / n[k]!));
}

/** Groups whose population rate can be corrected: enough people scored and observed, not picked by their decision. */
function correctSides(
  { scored, observed, balancedByDesign, weights }: ModelFairnessInput,
  { labels, groupOf }: Grouping,
  sides: readonly (Side | null)[],
  errors: readonly Residuals[],
): (PopulationSide | null)[] {
  const masses = sumByGroup(groupOf, labels.length, (i) => weights?.[i] ?? 1);
  const possible = scored === "population" && (observed.weights !== null || !balancedByDesign);
  return sides.map((side, k): PopulationSide | null => {
    const own = errors[k];
    if (!possible || side === null || own === undefined || own.n < LEAST_GROUP || own.mass === 0) return null;
    return { group: side.group, n: own.n, mass: masses[k]!, rate: (z) => correctedRate(side.rate(z), own, z) };
  });
}

/** Null where the rate compared with may be 0, so that nothing bounds the ratio. */
function boundedOrNull(ratio: Estimate | null | undefined): Estimate | null {
  return ratio && Number.isFinite(ratio.high) ? ratio : null;
}

type GroupErrors = Residuals & { readonly agreed: number };

/** Errors and agreement of the observed people, by the groups of the people scored; empty without such an attribute. */
function errorsBy({ observed }: ModelFairnessInput, { attribute, labels }: Grouping): GroupErrors[] {
  const own = observed.groupings.find((candidate) => candidate.attribute === attribute);
  if (own === undefined) return [];
  const place = new Map(labels.map((label, k) => [label, k]));
  const groupOf = own.groupOf.map((group) => (group < 0 ? -1 : (place.get(own.labels[group] ?? "") ?? -1)));
  const { decisions, outOfFold } = observed;
  const agreed = sumByGroup(groupOf, labels.length, (i) => (decisions[i] === 1 ? outOfFold[i]! : 1 - outOfFold[i]!));
  return collectResiduals(labels.length, groupOf, observed).map((residuals, k) => ({
    ...residuals,
    agreed: Math.min(residuals.n, Math.max(0, agreed[k]!)),
  }));
}

/** Parity differences of this surrogate and of all others the evidence does not rule out, on the same people. */
function rangeOver(input: ModelFairnessInput, { labels, groupOf }: Grouping): SurrogateRange | null {
  const { method, decisions, weights, consistent, consistentRows: rows } = input;
  if (consistent.length === 0) return null;
  const groups = rows === null ? groupOf : Int32Array.from(rows, (i) => groupOf[i]!);
  const masses = rows === null || weights === null ? weights : Float64Array.from(rows, (i) => weights[i]!);
  const own = rows === null ? decisions : Uint8Array.from(rows, (i) => decisions[i]!);
  const all = [{ name: method, decisions: own }, ...consistent].flatMap((surrogate) => {
    const value = spreadOf(modelRates(labels, groups, surrogate.decisions, masses).sides);
    return value === null ? [] : [{ name: surrogate.name, value }];
  });
  const [first] = all;
  if (first === undefined) return null;
  const lowest = all.reduce((least, next) => (next.value < least.value ? next : least), first);
  const highest = all.reduce((most, next) => (next.value > most.value ? next : most), first);
  return { low: lowest.value, high: highest.value, surrogates: all.length, lowest: lowest.name, highest: highest.name };
}

function checkInput(input: ModelFairnessInput): void {
  const { scores, observed, consistentRows: rows } = input;
  requireInteger("resamples", input.resamples, 1);
  requireInteger("seed", input.seed, 0);
  const require = (
    name: string,
    values: ArrayLike<number> | undefined,
    like: string,
    { length }: ArrayLike<number>,
  ) => {
    if (values === undefined || values.length === length) return;
    const counts = `${values.length} entries and ${like} ${length}`;
    throw new AuditError("SHAPE_MISMATCH", `${name} has ${counts}; pass one for each person`);
  };
  const asScores = (name: string, values?: ArrayLike<number>) => require(name, values, "scores", scores);
  const asObserved = (name: string, values?: ArrayLike<number>) =>
    require(name, values, "the observed decisions", observed.decisions);
  asScores("decisions", input.decisions);
  asScores("weights", input.weights ?? undefined);
  asScores("y", input.y?.codes);
  for (const { attribute, groupOf } of input.groupings) asScores(`groups of '${attribute}'`, groupOf);
  for (const { name, decisions } of input.consistent) {
    require(`decisions of ${name}`, decisions, rows === null ? "scores" : "consistentRows", rows ?? scores);
  }
  asObserved("outOfFold", observed.outOfFold);
  asObserved("observed weights", observed.weights ?? undefined);
  for (const { attribute, groupOf } of observed.groupings) asObserved(`observed groups of '${attribute}'`, groupOf);
  const bad = scores.findIndex((score) => !(score >= 0 && score <= 1));
  if (bad >= 0) throw new AuditError("NOT_FINITE", `scores[${bad}] is ${scores[bad]}; scores must be in [0, 1]`);
}
