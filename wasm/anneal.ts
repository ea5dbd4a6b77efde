// The annealed loop on a pair, and what is read off it: potentials, value, gradients.
import { Pair } from "./pair";
import { expScalar, logScalar } from "./special";
import { NEGLIGIBLE, peakStep, step } from "./softmin";

/** Writes the temperatures for a box of this diameter and returns how many; `out` must hold `scheduleLength`. */
export function schedule(diameter: f64, blur: f64, scaling: f64, out: usize): i32 {
  const first = 2 * logScalar(diameter);
  const last = 2 * logScalar(blur);
  const h = 2 * logScalar(scaling);
  const count = max<i32>(0, <i32>ceil((last - first) / h));
  store<f64>(out, diameter * diameter);
  for (let k = 0; k < count; k++) store<f64>(out + (<usize>(k + 1) << 3), expScalar(first + <f64>k * h));
  store<f64>(out + (<usize>(count + 1) << 3), blur * blur);
  return count + 2;
}

/** An upper bound on the number of temperatures for any diameter up to 1e30. */
export function scheduleLength(blur: f64, scaling: f64): i32 {
  return 4 + <i32>ceil((logScalar(blur) - logScalar(1e30)) / logScalar(scaling));
}

/**
 * Anneals from the potentials now in f and g, which serve as the argument of the first, plain update; then one averaged
 * Jacobi update per temperature; then the extrapolation, left in nextF and nextG with peaks and sums for the gradient.
 */
export function anneal(pair: Pair, temperatures: usize, count: i32): void {
  step(pair, load<f64>(temperatures));
  take(pair.f, pair.nextF, pair.rows, false);
  if (!pair.symmetric) take(pair.g, pair.nextG, pair.columns, false);
  for (let k = 0; k < count; k++) {
    step(pair, load<f64>(temperatures + (<usize>k << 3)));
    take(pair.f, pair.nextF, pair.rows, true);
    if (!pair.symmetric) take(pair.g, pair.nextG, pair.columns, true);
  }
  peakStep(pair, load<f64>(temperatures + (<usize>(count - 1) << 3)));
}

/** Anneals a symmetric pair from zero potentials. */
export function annealSelf(pair: Pair, temperatures: usize, count: i32): void {
  memory.fill(pair.f, 0, <usize>pair.columns << 2);
  anneal(pair, temperatures, count);
}

/** potential ← next, or the mean of both. A symmetric pair's padding past its rows stays as it was set. */
function take(potential: usize, next: usize, padded: i32, averaged: bool): void {
  for (let at: usize = 0; at < <usize>padded << 2; at += 16) {
    const value = v128.load(next + at);
    const mixed = averaged ? f32x4.mul(f32x4.add(v128.load(potential + at), value), f32x4.splat(0.5)) : value;
    v128.store(potential + at, mixed);
  }
}

/** Σ weight · potential in double precision, over double-precision weights. */
export function weighted(weights: usize, potential: usize, count: i32): f64 {
  let sum: f64 = 0;
  for (let i = 0; i < count; i++) {
    sum += load<f64>(weights + (<usize>i << 3)) * <f64>load<f32>(potential + (<usize>i << 2));
  }
  return sum;
}

/**
 * out[i] += scale · Σⱼ wᵢⱼ (yⱼ − xᵢ), with wᵢⱼ the row-normalised weights of the last extrapolation. Differences from
 * xᵢ keep single precision honest when a row's weight sits on one neighbour.
 */
export function pullRows(pair: Pair, epsilon: f64, x: usize, y: usize, d: i32, scale: f32, out: usize): void {
  const inverse = <f32>(1.0 / epsilon);
  for (let i = 0; i < pair.n; i++) {
    const peak = load<f32>(pair.rowPeak + (<usize>i << 2));
    const factor = scale / load<f32>(pair.rowSum + (<usize>i << 2));
    const costs = pair.cost + (<usize>(i * pair.columns) << 2);
    const floor = peak + NEGLIGIBLE * <f32>epsilon;
    const floors = f32x4.splat(floor);
    for (let j = 0; j < pair.m; j += 4) {
      const at = <usize>j << 2;
      const along = f32x4.sub(v128.load(pair.columnSide + at), v128.load(costs + at));
      if (!v128.any_true(f32x4.gt(along, floors))) continue;
      const last = min(pair.m, j + 4);
      for (let k = j; k < last; k++) {
        const value = load<f32>(pair.columnSide + (<usize>k << 2)) - load<f32>(costs + (<usize>k << 2));
        if (value <= floor || (x == y && i == k)) continue; // a point does not pull itself
        const weight = factor * <f32>expScalar(<f64>((value - peak) * inverse));
        pull(x + (<usize>(i * d) << 2), y + (<usize>(k * d) << 2), d, weight, out + (<usize>(i * d) << 2));
      }
    }
  }
}

/** The same for the columns: out[j] += scale · Σᵢ wᵢⱼ (xᵢ − yⱼ) with column-normalised weights. */
export function pullColumns(pair: Pair, epsilon: f64, x: usize, y: usize, d: i32, scale: f32, out: usize): void {
  const inverse = <f32>(1.0 / epsilon);
  for (let i = 0; i < pair.n; i++) {
    const side = load<f32>(pair.rowSide + (<usize>i << 2));
    const costs = pair.cost + (<usize>(i * pair.columns) << 2);
    for (let j = 0; j < pair.m; j++) {
      const at = <usize>j << 2;
      const below = (side - load<f32>(costs + at) - load<f32>(pair.columnPeak + at)) * inverse;
      if (below <= NEGLIGIBLE) continue;
      const weight = (scale / load<f32>(pair.columnSum + at)) * <f32>expScalar(<f64>below);
      pull(y + (<usize>(j * d) << 2), x + (<usize>(i * d) << 2), d, weight, out + (<usize>(j * d) << 2));
    }
  }
}

/** out += weight · (to − from). */
// @ts-ignore: decorator
@inline
function pull(from: usize, to: usize, d: i32, weight: f32, out: usize): void {
  const lanes = <usize>(d & ~3) << 2;
  const bytes = <usize>d << 2;
  const w = f32x4.splat(weight);
  let at: usize = 0;
  for (; at < lanes; at += 16) {
    const difference = f32x4.sub(v128.load(to + at), v128.load(from + at));
    v128.store(out + at, f32x4.add(v128.load(out + at), f32x4.mul(w, difference)));
  }
  for (; at < bytes; at += 4) {
    store<f32>(out + at, load<f32>(out + at) + weight * (load<f32>(to + at) - load<f32>(from + at)));
  }
}
