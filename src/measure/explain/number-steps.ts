import type { Table } from "../../input/table.js";
import { quantile } from "../../math/quantile.js";
import { presentNumbers } from "./observed-values.js";
import { powerOfTenUpTo, writtenStep } from "./rounding.js";

/** All values of a number in several tables, ascending. */
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
