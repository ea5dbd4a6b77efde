import type { Matrix } from "../math/matrix.js";
import { exp, log } from "../math/special.js";
import type { SinkhornProblem, SinkhornSolution } from "./kernels.js";

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

/** Blur in diameters past which the divergence is its limit to all digits that the arithmetic has. */
const LEAST_BLUR = 1e-6;
const LARGEST_BLUR = 1e3;

/**
 * Solves a problem of any size at a diameter between 1 and 2. Points and blur are multiplied by a power of two, S by
 * its square: this rounds nothing, and neither huge nor tiny numbers overflow. All points in one place: S is 0 and
 * nothing pulls.
 */
export function atUnitScale(
  problem: SinkhornProblem,
  solve: (scaled: SinkhornProblem, diameter: number) => SinkhornSolution,
): SinkhornSolution {
  const { x, y, blur } = problem;
  const diameter = diameterOf(x, y);
  if (diameter === 0) {
    const none = (cloud: Matrix) => [new Float64Array(cloud.values.length), new Float64Array(cloud.rows)] as const;
    const [[xGradient, xPotential], [yGradient, yPotential]] = [none(x), none(y)];
    return { value: 0, xGradient, yGradient, xPotential, yPotential };
  }
  let scale = 1;
  while (diameter * scale >= 2) scale /= 2;
  while (diameter * scale < 1) scale *= 2;
  const unit = diameter * scale;
  const scaled = (cloud: Matrix) => ({ ...cloud, values: cloud.values.map((value) => value * scale) });
  const within = Math.min(unit * LARGEST_BLUR, Math.max(unit * LEAST_BLUR, blur * scale));
  const solution = solve({ ...problem, x: scaled(x), y: scaled(y), blur: within }, unit);
  const once = (value: number) => value * (1 / scale);
  const twice = (value: number) => value / scale / scale;
  return {
    value: twice(solution.value),
    xGradient: solution.xGradient.map(once),
    yGradient: solution.yGradient.map(once),
    xPotential: solution.xPotential.map(twice),
    yPotential: solution.yPotential.map(twice),
  };
}
