import type { Table } from "../../input/table.js";
import { quantile } from "../../math/quantile.js";
import { presentNumbers } from "./observed-values.js";

export function pooledNumbers(tables: readonly Table[], feature: string): Float64Array {
  return Float64Array.from(tables.flatMap((table) => [...presentNumbers(table, feature)])).sort();
}

/**
 * Steps to round a number by: `step` is at least a hundredth of the 5–95 % range (of `whole`, where that range is
 * empty) and not finer than the values are written; `finest` is as they are written, or `step` where that would be
 * below 10⁻⁶.
 */
export function stepsOf(
  sorted: Float64Array,
  whole = sorted.length === 0 ? 0 : sorted.at(-1)! - sorted[0]!,
): { readonly step: number; readonly finest: number } {
  if (sorted.length === 0) return { step: 1, finest: 1 };
  const range = quantile(sorted, 0.95) - quantile(sorted, 0.05) || whole;
  const written = writtenStep(sorted, range);
  const step = Math.max(written ?? 0, powerOfTenUpTo(range / 100));
  return { step, finest: written ?? step };
}

/** The largest power of ten that is not above `size`, from 10⁻¹⁵ to 10¹⁵; 1 when the size is not above 0. */
export function powerOfTenUpTo(size: number): number {
  if (!(size > 0)) return 1;
  let power = 1;
  while (power > size && power > 1e-15) power = tenth(power);
  while (10 * power <= size && power < 1e15) power = 10 * power;
  return power;
}

/** A tenth of a power of ten, as the double nearest to it: repeated division would drift. */
function tenth(power: number): number {
  return power > 1 ? power / 10 : 1 / (10 * Math.round(1 / power));
}

/** The largest power of ten up to `most` that divides every value; null when even 10⁻⁶ is too coarse. */
export function writtenStep(values: Float64Array, most: number): number | null {
  for (let power = powerOfTenUpTo(most); power > 5e-7; power = tenth(power)) {
    const step = power;
    if (values.every((value) => roundTo(value, step) === value)) return step;
  }
  return null;
}

/** The multiple of a power of ten nearest to `value`, as the double nearest to that decimal number. */
export function roundTo(value: number, step: number): number {
  return multiple(Math.round(quotient(value, step)), step);
}

/** The nearest multiple of `step` that is at least as far from `start` as `value` is, on the same side. */
export function roundAway(value: number, start: number, step: number): number {
  if (roundTo(value, step) === value) return value;
  const exact = quotient(value, step);
  return multiple(value >= start ? Math.ceil(exact) : Math.floor(exact), step);
}

/** Dividing by 10⁻³ is multiplying by 1000, which is exact where the other is not. */
function quotient(value: number, step: number): number {
  return step < 1 ? value * Math.round(1 / step) : value / step;
}

function multiple(count: number, step: number): number {
  return (step < 1 ? count / Math.round(1 / step) : count * step) + 0;
}
