import { quantile } from "../../math/quantile.js";
import { exp, log } from "../../math/special.js";

/** Places on [0, 1] where densities are given: 0, 0.01, …, 1. */
export const DENSITY_GRID: readonly number[] = Array.from({ length: 101 }, (_, k) => k / 100);

// Scores that are all but equal would make a bar of no width: no bandwidth is below half a step of the grid.
const LEAST_BANDWIDTH = 0.005;

/**
 * Silverman's bandwidth 0.9 · min(sd, interquartile range / 1.34) · n^(−1/5), at least 0.005. A range of 0 says only
 * that half of the values are equal: there the standard deviation counts alone.
 */
export function silvermanBandwidth(values: Float64Array): number {
  const n = values.length;
  if (n < 2) return LEAST_BANDWIDTH;
  let mean = 0;
  for (const value of values) mean += value / n;
  let squares = 0;
  for (const value of values) squares += (value - mean) * (value - mean);
  const sd = Math.sqrt(squares / (n - 1));
  const sorted = values.slice().sort();
  const range = (quantile(sorted, 0.75) - quantile(sorted, 0.25)) / 1.34;
  const width = range > 0 ? Math.min(sd, range) : sd;
  return Math.max(LEAST_BANDWIDTH, 0.9 * width * exp(-log(n) / 5));
}

/**
 * Gaussian kernel density of scores in [0, 1] at the places of the grid. What a kernel puts outside is reflected at 0
 * and 1, f(x) = (1 / nh) Σᵢ φ((x − sᵢ)/h) + φ((x + sᵢ)/h) + φ((x − 2 + sᵢ)/h), so that the mass stays inside, apart
 * from tails longer than the interval itself. Null without scores.
 */
export function scoreDensity(scores: Float64Array): number[] | null {
  const n = scores.length;
  if (n === 0) return null;
  const h = silvermanBandwidth(scores);
  const factor = 1 / (n * h * Math.sqrt(2 * Math.PI));
  return DENSITY_GRID.map((x) => {
    let sum = 0;
    for (const score of scores) {
      sum += kernel((x - score) / h) + kernel((x + score) / h) + kernel((x - 2 + score) / h);
    }
    return sum * factor;
  });
}

function kernel(z: number): number {
  return exp(-0.5 * z * z);
}
