import { log } from "../../math/special.js";

/** Where values stand between the two ends of an axis, and what is written beside it. */
export interface Axis {
  readonly label: string;
  readonly ticks: readonly Tick[];
  /** 0 at the low end, 1 at the high end; values beyond an end stand at it. */
  place(value: number): number;
}

export interface Tick {
  readonly value: number;
  readonly label: string;
}

/** An axis from `low` to `high` or a little beyond, with about `about` round steps. */
export function linearAxis(label: string, low: number, high: number, about = 5): Axis {
  const step = roundStep((high > low ? high - low : Math.abs(high) || 1) / about);
  const first = Math.floor(low / step + 1e-9);
  const last = Math.max(first + 1, Math.ceil(high / step - 1e-9));
  const decimals = decimalsOf(step);
  const ticks = Array.from({ length: last - first + 1 }, (_, k) => {
    const value = (first + k) * step;
    return { value, label: (Math.abs(value) < step / 2 ? 0 : value).toFixed(decimals) };
  });
  return { label, ticks, place: (value) => clamp((value - first * step) / ((last - first) * step)) };
}

/** An axis with the given values as ticks, equally far apart, whatever they are; between them a value stands in proportion. */
export function stepAxis(label: string, values: readonly number[], describe: (value: number) => string = String): Axis {
  const sorted = [...new Set(values)].sort((a, b) => a - b);
  const gaps = Math.max(1, sorted.length - 1);
  return {
    label,
    ticks: sorted.map((value) => ({ value, label: describe(value) })),
    place(value) {
      const next = sorted.findIndex((tick) => tick >= value);
      if (next < 0) return 1;
      if (next === 0) return sorted.length === 1 ? 0.5 : 0;
      const below = sorted[next - 1]!;
      return (next - 1 + (value - below) / (sorted[next]! - below)) / gaps;
    },
  };
}

/** A logarithmic axis over the given values, which are its ticks; all must be above 0. */
export function logAxis(label: string, values: readonly number[], describe: (value: number) => string = String): Axis {
  const sorted = [...new Set(values)].sort((a, b) => a - b);
  const low = log(sorted[0] ?? 1);
  const high = log(sorted.at(-1) ?? 2);
  return {
    label,
    ticks: sorted.map((value) => ({ value, label: describe(value) })),
    place: (value) => (high > low ? clamp((log(value) - low) / (high - low)) : 0.5),
  };
}

/** A share as an axis: from a tenth at or below `least` to 1. */
export function shareAxis(label: string, least: number): Axis {
  const tenths = Math.max(0, Math.min(9, Math.floor(least * 10 + 1e-9)));
  const low = tenths / 10;
  const ticks = Array.from({ length: 11 - tenths }, (_, k) => (tenths + k) / 10);
  return {
    label,
    ticks: ticks.map((value) => ({ value, label: value.toFixed(1) })),
    place: (value) => clamp((value - low) / (1 - low)),
  };
}

function clamp(share: number): number {
  return Math.min(1, Math.max(0, share));
}

/** 1, 2 or 5 times a power of ten, at least as large as asked for. */
function roundStep(wanted: number): number {
  let power = 1;
  while (power * 10 <= wanted) power *= 10;
  while (power > wanted) power /= 10;
  const factor = [1, 2, 5, 10].find((candidate) => candidate * power >= wanted * (1 - 1e-9)) ?? 10;
  return factor * power;
}

function decimalsOf(step: number): number {
  let decimals = 0;
  for (let scaled = step; scaled < 0.999 && decimals < 9; scaled *= 10) decimals++;
  return decimals;
}
