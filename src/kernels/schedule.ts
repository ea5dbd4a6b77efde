import type { Matrix } from "../math/matrix.js";
import { exp, log } from "../math/special.js";

/** Length of the diagonal of the axis-aligned box around both clouds. */
export function diameterOf(x: Matrix, y: Matrix): number {
  let sum = 0;
  for (let k = 0; k < x.columns; k++) {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (const cloud of [x, y]) {
      for (let at = k; at < cloud.values.length; at += cloud.columns) {
        low = Math.min(low, cloud.values[at]!);
        high = Math.max(high, cloud.values[at]!);
      }
    }
    sum += (high - low) * (high - low);
  }
  return Math.sqrt(sum);
}

/**
 * The temperatures of the annealed loop: D², then D²·s²ᵏ from k = 0 while above blur², then blur² itself.
 * The head appears twice, as in GeomLoss; the last value is exactly blur².
 */
export function epsilonSchedule(diameter: number, blur: number, scaling: number): number[] {
  const first = 2 * log(diameter);
  const last = 2 * log(blur);
  const step = 2 * log(scaling);
  const count = Math.max(0, Math.ceil((last - first) / step));
  const schedule = [diameter * diameter];
  for (let k = 0; k < count; k++) schedule.push(exp(first + k * step));
  schedule.push(blur * blur);
  return schedule;
}
