import type { EqualizedOdds } from "../../findings/model-fairness.js";
import { LEAST_GROUP } from "../../math/group-size.js";
import { type Estimate, type MeasuredShare, measureShare, Z_95 } from "../../math/interval.js";
import { type Comparison, compareSides, type Side } from "./compared.js";
import { type Grouping, sumByGroup } from "./groups.js";
import { type Counted, rateWith, ratioOf, scoreRatio } from "./proportions.js";
import { countWeighed, type WeighedPeople, weighPeople, weightedRate } from "./weighted-rates.js";

export interface ModelRates {
  /** Everybody counted once; null for nobody. */
  readonly plain: readonly (MeasuredShare | null)[];
  /** By weight; null without weights or where all of a group's are 0. */
  readonly weighted: readonly (Estimate | null)[];
  /** The rate that comparisons use; null for groups of fewer than ten people with a weight that is not 0. */
  readonly sides: readonly (Side | null)[];
}

type CountedSide = Side & { readonly counted: Counted };

/** Rates of the groups of some people; people of group −1 are left out. */
export function modelRates(
  labels: readonly string[],
  groupOf: Int32Array,
  decisions: Uint8Array,
  weights: Float64Array | null,
): ModelRates {
  const sizes = sumByGroup(groupOf, labels.length, () => 1);
  const successes = sumByGroup(groupOf, labels.length, (i) => decisions[i]!);
  const plain = labels.map((_, k) => measureShare(successes[k]!, sizes[k]!));
  if (weights === null) {
    const sides = labels.map((group, k): CountedSide | null => {
      const counted = { n: sizes[k]!, successes: successes[k]! };
      return counted.n < LEAST_GROUP ? null : { group, n: counted.n, counted, rate: (z) => rateWith(counted, z) };
    });
    return { plain, weighted: labels.map(() => null), sides };
  }
  const weighed = weighPeople(groupOf, labels.length, decisions, weights);
  const everybody = addUp(weighed);
  const rate = (own: WeighedPeople) => (z: number) => weightedRate(own, everybody, z);
  return {
    plain,
    weighted: weighed.map((own) => (countWeighed(own) === 0 ? null : rate(own)(Z_95))),
    sides: weighed.map((own, k) =>
      countWeighed(own) < LEAST_GROUP ? null : { group: labels[k]!, n: countWeighed(own), rate: rate(own) },
    ),
  };
}

/** Groups against the highest of them: counted shares by a score test, any others by the intervals of both. */
export function compareRates(sides: readonly (Side | null)[]): Comparison<Side> {
  return compareSides(sides, (side, reference, z) =>
    isCounted(side) && isCounted(reference)
      ? scoreRatio(side.counted, reference.counted, z)
      : ratioOf(side.rate(z), reference.rate(z)),
  );
}

/** Highest minus lowest rate of the sides that are not null; null with fewer than two. */
export function spreadOf(sides: readonly (Side | null)[]): number | null {
  const rates = sides.flatMap((side) => (side === null ? [] : [side.rate(Z_95).value]));
  return rates.length < 2 ? null : Math.max(...rates) - Math.min(...rates);
}

function isCounted(side: Side): side is CountedSide {
  return "counted" in side;
}

function addUp(groups: readonly WeighedPeople[]): WeighedPeople {
  const add = (part: keyof WeighedPeople) =>
    groups.reduce<readonly [number, number]>((sum, { [part]: own }) => [sum[0] + own[0], sum[1] + own[1]], [0, 0]);
  return { n: add("n"), sums: add("sums"), squares: add("squares") };
}

/**
 * How differently people with the same outcome are accepted: true positive rates among people with the favourable
 * outcome, false positive rates among the others. Differences are highest minus lowest over the groups with at least
 * ten such people. The outcome of person i is `labels[codes[i]]`, −1 where it is not known.
 */
export function equalizedOdds(
  { labels, groupOf }: Pick<Grouping, "labels" | "groupOf">,
  decisions: Uint8Array,
  weights: Float64Array | null,
  outcomes: { readonly labels: readonly string[]; readonly codes: Int32Array; readonly favourable: string },
): EqualizedOdds {
  const { codes, favourable } = outcomes;
  const code = outcomes.labels.indexOf(favourable);
  const among = (wanted: boolean) => {
    const own = groupOf.map((group, i) => (codes[i]! >= 0 && (codes[i] === code) === wanted ? group : -1));
    const { plain, sides } = modelRates(labels, own, decisions, weights);
    const spread = compareRates(sides).parityDifference;
    return { rates: plain, difference: spread && { value: spread.value, low: spread.low, high: spread.high } };
  };
  const positive = among(true);
  const negative = among(false);
  return {
    favourableOutcome: favourable,
    truePositiveDifference: positive.difference,
    falsePositiveDifference: negative.difference,
    difference: larger(positive.difference, negative.difference),
    groups: labels.map((group, k) => ({
      group,
      truePositiveRate: positive.rates[k] ?? null,
      falsePositiveRate: negative.rates[k] ?? null,
    })),
  };
}

/** The larger of the two, with limits that hold whichever it is; null unless both are known. */
function larger(a: Estimate | null, b: Estimate | null): Estimate | null {
  if (a === null || b === null) return null;
  return { value: Math.max(a.value, b.value), low: Math.max(a.low, b.low), high: Math.max(a.high, b.high) };
}

/** Errors d − d̂ of a surrogate on the observed people of one group: observed decision minus out-of-fold one. */
export interface Residuals {
  n: number;
  /** Σw: what the group's weights sum to. */
  mass: number;
  /** Σw², Σw·r, Σw²·r and Σw²·r² of residuals r with weights w. */
  squares: number;
  sum: number;
  squaredSum: number;
  squaredSquares: number;
}

/** People whose decision is known; `outOfFold` is the share of deals that accepted each. */
interface DecidedPeople {
  readonly decisions: Uint8Array;
  readonly outOfFold: Float64Array;
  readonly weights: Float64Array | null;
}

/** One entry per group; people of unknown group (−1) are in none. */
export function collectResiduals(groups: number, groupOf: Int32Array, people: DecidedPeople): Residuals[] {
  const { decisions, outOfFold, weights } = people;
  const none: Residuals = { n: 0, mass: 0, squares: 0, sum: 0, squaredSum: 0, squaredSquares: 0 };
  const all = Array.from({ length: groups }, () => ({ ...none }));
  for (let i = 0; i < groupOf.length; i++) {
    const own = all[groupOf[i]!];
    if (own === undefined) continue;
    const weight = weights === null ? 1 : weights[i]!;
    const residual = decisions[i]! - outOfFold[i]!;
    own.n += 1;
    own.mass += weight;
    own.squares += weight * weight;
    own.sum += weight * residual;
    own.squaredSum += weight * weight * residual;
    own.squaredSquares += weight * weight * residual * residual;
  }
  return all;
}

/**
 * The rate of a population whose decisions are not known, from the rate `predicted` of a surrogate's decisions there
 * and its errors on people whose decisions are: mean decision plus mean residual, with an interval of z standard errors
 * (Angelopoulos, Bates, Fannjiang, Jordan & Zrnic 2023, "Prediction-powered inference"). The two are independent, so
 * the squares of their distances to the limits add up. Estimate and limits are cut at 0 and 1.
 */
export function correctedRate(predicted: Estimate, residuals: Residuals, z: number): Estimate {
  const error = meanResidual(residuals, z);
  const value = predicted.value + error.value;
  const squareSum = (a: number, b: number) => a * a + b * b;
  const below = squareSum(predicted.value - predicted.low, error.value - error.low);
  const above = squareSum(predicted.high - predicted.value, error.high - error.value);
  const within = (share: number) => Math.min(1, Math.max(0, share));
  return { value: within(value), low: within(value - Math.sqrt(below)), high: within(value + Math.sqrt(above)) };
}

/**
 * The mean residual, with an interval that has width even where no error was seen: half a person of average weight is
 * added who is wrong one way, and half a person wrong the other way (after Agresti & Min 2005, "Simple improved
 * confidence intervals for comparing matched proportions"; here with weights, and residuals averaged over deals).
 */
export function meanResidual({ mass, squares, sum, squaredSum, squaredSquares }: Residuals, z: number): Estimate {
  const weight = squares / mass; // of an average unit of mass: 1 without weights
  const total = mass + weight;
  const centre = sum / total;
  const seen = squaredSquares - 2 * centre * squaredSum + centre * centre * squares;
  const variance = (Math.max(0, seen) + weight * weight * (1 + centre * centre)) / (total * total);
  const half = z * Math.sqrt(variance);
  const value = sum / mass;
  return { value, low: Math.min(value, centre - half), high: Math.max(value, centre + half) };
}
