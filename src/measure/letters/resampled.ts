import type { Estimate } from "../../math/interval.js";
import { quantile } from "../../math/quantile.js";
import type { Random } from "../../math/random.js";
import { exp } from "../../math/special.js";
import { studentQuantile } from "../../math/student-t.js";

/** The sum over one person's letters; resampling draws people. */
export interface PersonSums {
  readonly sums: Float64Array;
  readonly letters: Float64Array;
}

/** A mean per letter with its standard error, and both again for every resample of people. */
export interface ResampledMean {
  readonly people: number;
  readonly value: number;
  readonly error: number;
  /** Resampled mean minus `value`. */
  readonly deviations: Float64Array;
  /** Standard error of each resample; `error` where it would be 0. */
  readonly errors: Float64Array;
}

/**
 * Draws people with all their letters, with replacement. The mean m = Σ sᵢ / Σ cᵢ over people with sums sᵢ and letters
 * cᵢ has the standard error √(n/(n−1) · Σ (sᵢ − m cᵢ)²) / Σ cᵢ. With `unit` > 0 two made-up people of average letters,
 * one unit above and one below the mean, are drawn among the others and counted in the error: whole numbers that hardly
 * vary then keep an interval of positive length, as Agresti and Coull's added counts do for shares.
 */
export function resampleMean(
  { sums, letters }: PersonSums,
  resamples: number,
  random: Random,
  unit = 0,
): ResampledMean {
  const n = sums.length;
  const total = letters.reduce((sum, count) => sum + count, 0);
  const value = sums.reduce((sum, own) => sum + own, 0) / total;
  const added = unit > 0 ? 2 : 0;
  const counts = new Float64Array(n + added).fill(total / n);
  counts.set(letters);
  const residuals = new Float64Array(n + added); // sᵢ − m cᵢ
  for (let i = 0; i < n; i++) residuals[i] = sums[i]! - value * letters[i]!;
  if (added > 0) {
    residuals[n] = (unit * total) / n;
    residuals[n + 1] = (-unit * total) / n;
  }
  const floor = added > 0 ? 2 * residuals[n]! * residuals[n]! : 0;
  const inflation = n / (n - 1);
  let squares = floor;
  for (let i = 0; i < n; i++) squares += residuals[i]! * residuals[i]!;
  const error = Math.sqrt(inflation * squares) / total;

  const deviations = new Float64Array(resamples);
  const errors = new Float64Array(resamples);
  for (let b = 0; b < resamples; b++) {
    let r = 0;
    let c = 0;
    let rr = 0;
    let rc = 0;
    let cc = 0;
    for (let draw = 0; draw < n; draw++) {
      const i = random.integer(n + added);
      const residual = residuals[i]!;
      const count = counts[i]!;
      r += residual;
      c += count;
      rr += residual * residual;
      rc += residual * count;
      cc += count * count;
    }
    const deviation = r / c;
    const spread = rr - 2 * deviation * rc + deviation * deviation * cc; // Σ (rᵢ − deviation · cᵢ)²
    deviations[b] = deviation;
    const squared = floor + (spread > 1e-12 * rr ? spread : 0); // rounding leaves a little where there is nothing
    errors[b] = squared > 0 ? Math.sqrt(inflation * squared) / c : error;
  }
  return { people: n, value, error, deviations, errors };
}

/** Standard errors counted for one. */
const WIDER = 1.15;

/**
 * The 95 % interval of the mean of something ≥ 0, cut at `most`. Its lower end is Student's on the scale of logarithms,
 * which no mean above 0 takes to 0; its upper end the further out of Student's on that scale and of the bootstrap-t
 * (Efron 1981), which follows the long upper tail that burdens have. Plain percentiles are too short for both. Audits
 * whose target is known showed that letters vary a little more than their sample tells: hence `WIDER`.
 */
export function meanInterval({ people, value, error, deviations, errors }: ResampledMean, most: number): Estimate {
  const studentised = deviations.map((deviation, b) => (deviation === 0 ? 0 : deviation / errors[b]!)).sort();
  const high = value - quantile(studentised, 0.025) * WIDER * error;
  if (value === 0) return { value, low: 0, high: Math.max(0, Math.min(most, high)) };
  const factor = exp((studentQuantile(0.95, people - 1) * WIDER * error) / value);
  return { value, low: value / factor, high: Math.max(value, Math.min(most, Math.max(high, value * factor))) };
}

/**
 * The gap between the largest and the smallest of several means, with an interval that allows for having looked at
 * every pair: 95 % of resamples have no pair whose studentised difference strays further than q, so all true
 * differences lie within q standard errors of the measured ones at once. An interval that begins below 0 leaves open
 * which of the two is larger. Exact for two means, cautious for more. Needs at least two.
 */
export function gapOfMeans(means: readonly ResampledMean[]) {
  const values = means.map(({ value }) => value);
  const highest = values.indexOf(Math.max(...values));
  const lowest = values.indexOf(Math.min(...values));
  const resamples = means[0]?.deviations.length ?? 0;
  const furthest = new Float64Array(resamples);
  for (const [g, a] of means.entries()) {
    for (const b of means.slice(g + 1)) {
      for (let k = 0; k < resamples; k++) {
        const difference = Math.abs(a.deviations[k]! - b.deviations[k]!);
        const error = hypotenuse(a.errors[k]!, b.errors[k]!);
        if (difference > furthest[k]! * error) furthest[k] = error > 0 ? difference / error : 0;
      }
    }
  }
  const [most, least] = [means[highest]!, means[lowest]!];
  const value = most.value - least.value;
  const reach = quantile(furthest.sort(), 0.95) * hypotenuse(most.error, least.error);
  return { value, low: value - reach, high: value + reach, highest, lowest };
}

function hypotenuse(a: number, b: number): number {
  return Math.sqrt(a * a + b * b);
}

/** Values of people: `owners[k]` in [0, people) says whose `values[k]` is. */
type OwnedValues = { readonly values: Float64Array; readonly owners: Int32Array; readonly people: number };

/** The median with its 95 % bootstrap percentile interval; people are drawn with all their values. */
export function medianInterval({ values, owners, people }: OwnedValues, resamples: number, random: Random): Estimate {
  const order = Int32Array.from(values, (_, k) => k).sort((a, b) => values[a]! - values[b]! || a - b);
  const sorted = values.toSorted();
  const ownerOf = order.map((k) => owners[k]!);
  const times = new Int32Array(people);
  const medians = new Float64Array(resamples);
  for (let b = 0; b < resamples; b++) {
    times.fill(0);
    for (let draw = 0; draw < people; draw++) times[random.integer(people)]! += 1;
    let total = 0;
    for (let k = 0; k < ownerOf.length; k++) total += times[ownerOf[k]!]!;
    medians[b] = (valueAt((total + 1) >> 1) + valueAt((total >> 1) + 1)) / 2;
  }
  medians.sort();
  return { value: quantile(sorted, 0.5), low: quantile(medians, 0.025), high: quantile(medians, 0.975) };

  /** The value at the 1-based `position` among the values drawn, each as often as its owner was. */
  function valueAt(position: number): number {
    let seen = 0;
    let k = -1;
    while (seen < position) seen += times[ownerOf[++k]!]!;
    return sorted[k]!;
  }
}
