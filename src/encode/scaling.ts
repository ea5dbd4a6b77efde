import { quantile } from "../math/quantile.js";
import type { RankScale, Scale } from "./encoder-data.js";

export const SCALINGS = ["robust", "zscore", "minmax", "rank"] as const;

/** How numbers are brought to a common scale. */
export type Scaling = (typeof SCALINGS)[number];

/** A way to scale, or "none": numbers that share a unit, such as the pixels of an image, are taken as they are. */
export type EncoderScaling = Scaling | "none";

export const ENCODER_SCALINGS = [...SCALINGS, "none"] as const;

/** A scale, and whether so many values are equal that the 5–95 % range was too small to divide by. */
export interface FittedScale {
  readonly scale: Scale;
  readonly degenerate: boolean;
}

/** Encoded numbers are kept within ±FARTHEST, so that squared distances stay finite even in single precision. */
export const FARTHEST = 1e9;

const MOST_KNOTS = 1001;
const LEAST_RANGE = 0.1; // of a standard deviation: below it the range says nothing of values other than the median

/** Fits a scale to values sorted in ascending order; no values give the identity, a constant the divisor 1. */
export function fitScale(sorted: Float64Array, scaling: EncoderScaling): FittedScale {
  if (scaling === "none") return linear(0, 1);
  const least = sorted[0] ?? 0;
  const greatest = sorted.at(-1) ?? 0;
  if (scaling === "rank" && sorted.length > 0) return { scale: rankScale(sorted), degenerate: false };
  if (least === greatest) return linear(least, 1);
  if (scaling === "minmax") return linear(least, greatest - least);
  const { mean, deviation } = moments(sorted);
  if (scaling === "zscore") return linear(mean, deviation);
  const range = quantile(sorted, 0.95) - quantile(sorted, 0.05);
  const median = quantile(sorted, 0.5);
  const degenerate = range === 0 || (range < LEAST_RANGE * deviation && shareEqual(sorted, median) >= 0.5);
  return { ...linear(median, degenerate ? deviation : range), degenerate };
}

export function applyScale(scale: Scale, value: number): number {
  if (scale.kind === "rank") return interpolate(scale.values, scale.shares, value);
  const encoded = (value - scale.center) / scale.scale;
  return Math.max(-FARTHEST, Math.min(FARTHEST, encoded));
}

export function invertScale(scale: Scale, encoded: number): number {
  if (scale.kind === "rank") return interpolate(scale.shares, scale.values, encoded);
  return scale.center + encoded * scale.scale;
}

function linear(center: number, scale: number): FittedScale {
  return { scale: { kind: "linear", center: center + 0, scale }, degenerate: false }; // + 0 turns −0 into 0
}

function shareEqual(sorted: Float64Array, value: number): number {
  const first = sorted.indexOf(value);
  return first === -1 ? 0 : (sorted.lastIndexOf(value) - first + 1) / sorted.length;
}

/** Mean and population standard deviation; divides by the largest deviation first so that no square overflows. */
function moments(sorted: Float64Array): { mean: number; deviation: number } {
  let sum = 0;
  for (let i = 0; i < sorted.length; i++) sum += sorted[i]!;
  const mean = sum / sorted.length;
  const unit = Math.max(mean - sorted[0]!, sorted.at(-1)! - mean);
  if (!(unit > 0)) return { mean, deviation: sorted.at(-1)! - sorted[0]! };
  let squares = 0;
  for (let i = 0; i < sorted.length; i++) {
    const part = (sorted[i]! - mean) / unit;
    squares += part * part;
  }
  return { mean, deviation: unit * Math.sqrt(squares / sorted.length) };
}

/** Knots at the distinct values; when there are too many, at evenly spaced ones with both ends. */
function rankScale(sorted: Float64Array): RankScale {
  const values: number[] = [];
  const shares: number[] = [];
  for (let i = 0; i < sorted.length; ) {
    let end = i;
    while (end < sorted.length && sorted[end] === sorted[i]) end++;
    values.push(sorted[i]! + 0);
    shares.push((i + end) / 2 / sorted.length);
    i = end;
  }
  if (values.length <= MOST_KNOTS) return { kind: "rank", values, shares };
  const picks = Array.from({ length: MOST_KNOTS }, (_, k) => Math.round((k * (values.length - 1)) / (MOST_KNOTS - 1)));
  return { kind: "rank", values: picks.map((k) => values[k]!), shares: picks.map((k) => shares[k]!) };
}

/** The line through the knots (from, to) at `x`, constant beyond the ends. */
function interpolate(from: readonly number[], to: readonly number[], x: number): number {
  let low = 0;
  let high = from.length - 1;
  if (!(x > from[low]!)) return to[low]!;
  if (x >= from[high]!) return to[high]!;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (from[middle]! <= x) low = middle;
    else high = middle;
  }
  const t = (x - from[low]!) / (from[high]! - from[low]!);
  return t < 0.5 ? to[low]! + (to[high]! - to[low]!) * t : to[high]! - (to[high]! - to[low]!) * (1 - t);
}
