import type { Validated } from "./trust.js";

/**
 * Whether `other` misses the agreement of `best` by no more than one standard error of the difference over the same
 * people, and one person. The error is small where two methods answer alike, and counts move by whole people, so a lead
 * of one or two says nothing however many were asked.
 */
export function withinOneError(other: Validated, best: Validated): boolean {
  const n = best.agreed.length;
  let sum = 0;
  let squares = 0;
  for (let i = 0; i < n; i++) {
    const difference = best.agreed[i]! - other.agreed[i]!;
    sum += difference;
    squares += difference * difference;
  }
  const variance = n > 1 ? Math.max(0, squares - (sum * sum) / n) / (n - 1) : 0;
  return sum <= Math.sqrt(variance * n) + 1;
}
