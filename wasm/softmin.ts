// One Jacobi update of both potentials of a pair. While the costs span less than 60 ε the kernel exp(−C/ε) is kept as a
// matrix and an update is one pass of products; at smaller ε nearly all terms vanish beside the largest of their line,
// so a first pass finds the largest and a second pays for an exponential only where it can be seen.
import { expLanes, logLanes } from "./special";
import { isExhausted } from "./arena";
import { newPair, Pair } from "./pair";

/** Largest span of exponents for which products of kernel and scalings stay far from underflow in single precision. */
const KERNEL_SPAN: f64 = 60;
/** Largest cost, in ε, at which rounding in the factors of `linkLines` stays near 1e-5. */
const LINKED_SPAN: f64 = 400;
/** Terms this far below the largest of their line are left out: e^−16 = 1.1e-7, one unit of single precision. */
export const NEGLIGIBLE: f32 = -16;

/** nextF = softmin(ε, C, logB + g/ε) and nextG = softmin(ε, Cᵀ, logA + f/ε). */
export function step(pair: Pair, epsilon: f64): void {
  if (<f64>(pair.high - pair.low) < KERNEL_SPAN * epsilon) kernelStep(pair, epsilon);
  else peakStep(pair, epsilon);
}

function kernelStep(pair: Pair, epsilon: f64): void {
  const gTop = scalings(pair.g, pair.b, pair.m, pair.columns, epsilon, pair.columnSide);
  const fTop = pair.symmetric ? gTop : scalings(pair.f, pair.a, pair.n, pair.rows, epsilon, pair.rowSide);
  const ratio = pair.kernelEpsilon / epsilon;
  const isFourth = abs(ratio - 4) < 1e-9; // exp(−C/(ε/4)) is the fourth power of exp(−C/ε)
  if (!isFourth && abs(ratio - 1) > 1e-12) fillKernel(pair, epsilon);
  pair.kernelEpsilon = epsilon;
  if (pair.symmetric) rowProducts(pair, isFourth);
  else if (isFourth) bothProducts(pair, true);
  else bothProducts(pair, false);
  const inverse = <f32>-epsilon;
  finish(pair.rowSum, pair.nextF, pair.rows, inverse, pair.low - gTop);
  if (!pair.symmetric) finish(pair.columnSum, pair.nextG, pair.columns, inverse, pair.low - fTop);
}

/** out = weight · exp((potential − largest)/ε); returns the largest potential of a point. */
function scalings(potential: usize, weights: usize, count: i32, padded: i32, epsilon: f64, out: usize): f32 {
  let top: f32 = -f32.MAX_VALUE;
  for (let i = 0; i < count; i++) top = max(top, load<f32>(potential + (<usize>i << 2)));
  const inverse = f32x4.splat(<f32>(1.0 / epsilon));
  const tops = f32x4.splat(top);
  for (let at: usize = 0; at < <usize>padded << 2; at += 16) {
    const t = f32x4.pmin(f32x4.mul(f32x4.sub(v128.load(potential + at), tops), inverse), f32x4.splat(0));
    v128.store(out + at, f32x4.mul(v128.load(weights + at), expLanes(t)));
  }
  return top;
}

/** kernel = exp((low − cost)/ε). */
function fillKernel(pair: Pair, epsilon: f64): void {
  const cells = <usize>(pair.rows * pair.columns) << 2;
  const low = f32x4.splat(pair.low);
  const inverse = f32x4.splat(<f32>(1.0 / epsilon));
  for (let at: usize = 0; at < cells; at += 16) {
    v128.store(pair.kernel + at, expLanes(f32x4.mul(f32x4.sub(low, v128.load(pair.cost + at)), inverse)));
  }
}

/** The kernel's four entries at `place`, raised to the fourth power first and stored back when asked. */
// @ts-ignore: decorator
@inline
function kernelLanes(place: usize, isFourth: bool): v128 {
  let k = v128.load(place);
  if (isFourth) {
    k = f32x4.mul(k, k);
    k = f32x4.mul(k, k);
    v128.store(place, k);
  }
  return k;
}

/** rowSum = K · columnSide and columnSum = Kᵀ · rowSide, four rows at a time. */
// @ts-ignore: decorator
@inline
function bothProducts(pair: Pair, isFourth: bool): void {
  const stride = <usize>pair.columns << 2;
  memory.fill(pair.columnSum, 0, stride);
  for (let i: usize = 0; i < <usize>pair.rows; i += 4) {
    const k0 = pair.kernel + i * stride;
    const k1 = k0 + stride;
    const k2 = k1 + stride;
    const k3 = k2 + stride;
    const side = pair.rowSide + (i << 2);
    const u0 = v128.load32_splat(side);
    const u1 = v128.load32_splat(side, 4);
    const u2 = v128.load32_splat(side, 8);
    const u3 = v128.load32_splat(side, 12);
    let r0 = f32x4.splat(0);
    let r1 = f32x4.splat(0);
    let r2 = f32x4.splat(0);
    let r3 = f32x4.splat(0);
    for (let at: usize = 0; at < stride; at += 16) {
      const v = v128.load(pair.columnSide + at);
      let k = kernelLanes(k0 + at, isFourth);
      r0 = f32x4.add(r0, f32x4.mul(k, v));
      let c = f32x4.mul(k, u0);
      k = kernelLanes(k1 + at, isFourth);
      r1 = f32x4.add(r1, f32x4.mul(k, v));
      c = f32x4.add(c, f32x4.mul(k, u1));
      k = kernelLanes(k2 + at, isFourth);
      r2 = f32x4.add(r2, f32x4.mul(k, v));
      c = f32x4.add(c, f32x4.mul(k, u2));
      k = kernelLanes(k3 + at, isFourth);
      r3 = f32x4.add(r3, f32x4.mul(k, v));
      c = f32x4.add(c, f32x4.mul(k, u3));
      v128.store(pair.columnSum + at, f32x4.add(v128.load(pair.columnSum + at), c));
    }
    const sums = pair.rowSum + (i << 2);
    store<f32>(sums, sumLanes(r0));
    store<f32>(sums, sumLanes(r1), 4);
    store<f32>(sums, sumLanes(r2), 8);
    store<f32>(sums, sumLanes(r3), 12);
  }
}

/** rowSum = K · columnSide. */
function rowProducts(pair: Pair, isFourth: bool): void {
  const stride = <usize>pair.columns << 2;
  for (let i: usize = 0; i < <usize>pair.rows; i++) {
    const k = pair.kernel + i * stride;
    let low = f32x4.splat(0);
    let high = f32x4.splat(0);
    for (let at: usize = 0; at < stride; at += 32) {
      low = f32x4.add(low, f32x4.mul(kernelLanes(k + at, isFourth), v128.load(pair.columnSide + at)));
      high = f32x4.add(high, f32x4.mul(kernelLanes(k + at + 16, isFourth), v128.load(pair.columnSide + at, 16)));
    }
    store<f32>(pair.rowSum + (i << 2), sumLanes(f32x4.add(low, high)));
  }
}

/** out = minusEpsilon · log(sum) + shift. */
function finish(sums: usize, out: usize, padded: i32, minusEpsilon: f32, shift: f32): void {
  const factor = f32x4.splat(minusEpsilon);
  const add = f32x4.splat(shift);
  for (let at: usize = 0; at < <usize>padded << 2; at += 16) {
    v128.store(out + at, f32x4.add(f32x4.mul(factor, logLanes(v128.load(sums + at))), add));
  }
}

/** The step for small ε; leaves the peaks and sums of each line behind for the gradient. */
export function peakStep(pair: Pair, epsilon: f64): void {
  shiftByWeights(pair.g, pair.logB, pair.columns, epsilon, pair.columnSide);
  if (pair.symmetric) {
    rowPeaks(pair);
    rowSums(pair, epsilon);
  } else {
    shiftByWeights(pair.f, pair.logA, pair.rows, epsilon, pair.rowSide);
    bothPeaks(pair);
    if (linkLines(pair, epsilon)) linkedSums(pair, epsilon);
    else bothSums(pair, epsilon);
    finishPeaks(pair.columnPeak, pair.columnSum, pair.nextG, pair.columns, epsilon);
  }
  finishPeaks(pair.rowPeak, pair.rowSum, pair.nextF, pair.rows, epsilon);
}

/** out = potential + ε · logWeight. */
function shiftByWeights(potential: usize, logs: usize, padded: i32, epsilon: f64, out: usize): void {
  const factor = f32x4.splat(<f32>epsilon);
  for (let at: usize = 0; at < <usize>padded << 2; at += 16) {
    const shift = f32x4.max(f32x4.mul(v128.load(logs + at), factor), f32x4.splat(-1e30));
    v128.store(out + at, f32x4.add(v128.load(potential + at), shift));
  }
}

/** out = −(peak + ε · log(sum)). */
function finishPeaks(peaks: usize, sums: usize, out: usize, padded: i32, epsilon: f64): void {
  const factor = f32x4.splat(<f32>epsilon);
  for (let at: usize = 0; at < <usize>padded << 2; at += 16) {
    const value = f32x4.add(v128.load(peaks + at), f32x4.mul(factor, logLanes(v128.load(sums + at))));
    v128.store(out + at, f32x4.neg(value));
  }
}

/** Largest columnSide − cost of each row and rowSide − cost of each column, four rows at a time. */
function bothPeaks(pair: Pair): void {
  const stride = <usize>pair.columns << 2;
  const least = f32x4.splat(-f32.MAX_VALUE);
  for (let at: usize = 0; at < stride; at += 16) v128.store(pair.columnPeak + at, least);
  for (let i: usize = 0; i < <usize>pair.rows; i += 4) {
    const c0 = pair.cost + i * stride;
    const c1 = c0 + stride;
    const c2 = c1 + stride;
    const c3 = c2 + stride;
    const side = pair.rowSide + (i << 2);
    const f0 = v128.load32_splat(side);
    const f1 = v128.load32_splat(side, 4);
    const f2 = v128.load32_splat(side, 8);
    const f3 = v128.load32_splat(side, 12);
    let p0 = least;
    let p1 = least;
    let p2 = least;
    let p3 = least;
    for (let at: usize = 0; at < stride; at += 16) {
      const g = v128.load(pair.columnSide + at);
      let peak = v128.load(pair.columnPeak + at);
      let c = v128.load(c0 + at);
      p0 = f32x4.pmax(p0, f32x4.sub(g, c));
      peak = f32x4.pmax(peak, f32x4.sub(f0, c));
      c = v128.load(c1 + at);
      p1 = f32x4.pmax(p1, f32x4.sub(g, c));
      peak = f32x4.pmax(peak, f32x4.sub(f1, c));
      c = v128.load(c2 + at);
      p2 = f32x4.pmax(p2, f32x4.sub(g, c));
      peak = f32x4.pmax(peak, f32x4.sub(f2, c));
      c = v128.load(c3 + at);
      p3 = f32x4.pmax(p3, f32x4.sub(g, c));
      peak = f32x4.pmax(peak, f32x4.sub(f3, c));
      v128.store(pair.columnPeak + at, peak);
    }
    const peaks = pair.rowPeak + (i << 2);
    store<f32>(peaks, maxLanes(p0));
    store<f32>(peaks, maxLanes(p1), 4);
    store<f32>(peaks, maxLanes(p2), 8);
    store<f32>(peaks, maxLanes(p3), 12);
  }
}

function rowPeaks(pair: Pair): void {
  const stride = <usize>pair.columns << 2;
  for (let i: usize = 0; i < <usize>pair.rows; i++) {
    const c = pair.cost + i * stride;
    let peak = f32x4.splat(-f32.MAX_VALUE);
    for (let at: usize = 0; at < stride; at += 16) {
      peak = f32x4.pmax(peak, f32x4.sub(v128.load(pair.columnSide + at), v128.load(c + at)));
    }
    store<f32>(pair.rowPeak + (i << 2), maxLanes(peak));
  }
}

/**
 * One exponential can serve both directions: a column's term is the row's term times exp((Rᵢ − Sⱼ)/ε), with Rᵢ = rowSide +
 * rowPeak and Sⱼ = columnSide + columnPeak. Writes exp((Rᵢ − middle)/ε) to nextF and exp((middle − Sⱼ)/ε) to nextG, and
 * says whether all of them stay within single precision.
 */
function linkLines(pair: Pair, epsilon: f64): bool {
  if (<f64>pair.high > LINKED_SPAN * epsilon) return false;
  let low: f32 = f32.MAX_VALUE;
  let high: f32 = -f32.MAX_VALUE;
  for (let at: usize = 0; at < <usize>pair.n << 2; at += 4) {
    const value = load<f32>(pair.rowSide + at) + load<f32>(pair.rowPeak + at);
    low = min(low, value);
    high = max(high, value);
  }
  for (let at: usize = 0; at < <usize>pair.m << 2; at += 4) {
    const value = load<f32>(pair.columnSide + at) + load<f32>(pair.columnPeak + at);
    low = min(low, value);
    high = max(high, value);
  }
  if (<f64>(high - low) >= KERNEL_SPAN * epsilon) return false;
  const middle = f32x4.splat(<f32>0.5 * (low + high));
  const inverse = f32x4.splat(<f32>(1.0 / epsilon));
  const limit = f32x4.splat(40);
  for (let at: usize = 0; at < <usize>pair.rows << 2; at += 16) {
    const value = f32x4.add(v128.load(pair.rowSide + at), v128.load(pair.rowPeak + at));
    v128.store(pair.nextF + at, expLanes(f32x4.min(f32x4.mul(f32x4.sub(value, middle), inverse), limit)));
  }
  for (let at: usize = 0; at < <usize>pair.columns << 2; at += 16) {
    const value = f32x4.add(v128.load(pair.columnSide + at), v128.load(pair.columnPeak + at));
    v128.store(pair.nextG + at, expLanes(f32x4.min(f32x4.mul(f32x4.sub(middle, value), inverse), limit)));
  }
  return true;
}

/** bothSums with one exponential per term, through the factors of `linkLines`. */
function linkedSums(pair: Pair, epsilon: f64): void {
  const stride = <usize>pair.columns << 2;
  const inverse = f32x4.splat(<f32>(1.0 / epsilon));
  const reach = <f32>epsilon * NEGLIGIBLE;
  memory.fill(pair.columnSum, 0, stride);
  for (let i: usize = 0; i < <usize>pair.rows; i++) {
    const c = pair.cost + i * stride;
    const factor = v128.load32_splat(pair.nextF + (i << 2));
    const rowPeak = load<f32>(pair.rowPeak + (i << 2));
    const peak = f32x4.splat(rowPeak);
    const rowFloor = f32x4.splat(rowPeak + reach);
    const columnReach = f32x4.splat(load<f32>(pair.rowSide + (i << 2)) - reach);
    let sum = f32x4.splat(0);
    for (let at: usize = 0; at < stride; at += 16) {
      const cost = v128.load(c + at);
      const along = f32x4.sub(v128.load(pair.columnSide + at), cost);
      const ceiling = f32x4.sub(columnReach, v128.load(pair.columnPeak + at));
      if (v128.any_true(v128.or(f32x4.gt(along, rowFloor), f32x4.lt(cost, ceiling)))) {
        const term = expLanes(f32x4.mul(f32x4.sub(along, peak), inverse));
        sum = f32x4.add(sum, term);
        const sums = v128.load(pair.columnSum + at);
        v128.store(pair.columnSum + at, f32x4.add(sums, f32x4.mul(term, factor)));
      }
    }
    store<f32>(pair.rowSum + (i << 2), sumLanes(sum));
  }
  for (let at: usize = 0; at < stride; at += 16) {
    v128.store(pair.columnSum + at, f32x4.mul(v128.load(pair.columnSum + at), v128.load(pair.nextG + at)));
  }
}

/** Sums of exp((side − cost − peak)/ε) along rows and columns, over the terms that can be seen beside the peak. */
function bothSums(pair: Pair, epsilon: f64): void {
  const stride = <usize>pair.columns << 2;
  const inverse = f32x4.splat(<f32>(1.0 / epsilon));
  const reach = <f32>epsilon * NEGLIGIBLE;
  const floors = f32x4.splat(reach);
  memory.fill(pair.columnSum, 0, stride);
  for (let i: usize = 0; i < <usize>pair.rows; i++) {
    const c = pair.cost + i * stride;
    const f = v128.load32_splat(pair.rowSide + (i << 2));
    const rowPeak = load<f32>(pair.rowPeak + (i << 2));
    const peak = f32x4.splat(rowPeak);
    const rowFloor = f32x4.splat(rowPeak + reach);
    let sum = f32x4.splat(0);
    for (let at: usize = 0; at < stride; at += 16) {
      const cost = v128.load(c + at);
      const along = f32x4.sub(v128.load(pair.columnSide + at), cost);
      const columnPeak = v128.load(pair.columnPeak + at);
      const down = f32x4.sub(f, cost);
      const inRow = f32x4.gt(along, rowFloor);
      const inColumn = f32x4.gt(down, f32x4.add(columnPeak, floors));
      if (!v128.any_true(v128.or(inRow, inColumn))) continue;
      if (v128.any_true(inColumn)) {
        // at small ε most of what is seen is the peak itself, whose term is 1
        const isPeak = f32x4.eq(down, columnPeak);
        const others = v128.any_true(v128.andnot(inColumn, isPeak));
        const term = others
          ? expLanes(f32x4.mul(f32x4.sub(down, columnPeak), inverse))
          : v128.and(isPeak, f32x4.splat(1));
        v128.store(pair.columnSum + at, f32x4.add(v128.load(pair.columnSum + at), term));
      }
      if (v128.any_true(inRow)) sum = f32x4.add(sum, expLanes(f32x4.mul(f32x4.sub(along, peak), inverse)));
    }
    store<f32>(pair.rowSum + (i << 2), sumLanes(sum));
  }
}

function rowSums(pair: Pair, epsilon: f64): void {
  const stride = <usize>pair.columns << 2;
  const inverse = f32x4.splat(<f32>(1.0 / epsilon));
  const reach = <f32>epsilon * NEGLIGIBLE;
  for (let i: usize = 0; i < <usize>pair.rows; i++) {
    const c = pair.cost + i * stride;
    const rowPeak = load<f32>(pair.rowPeak + (i << 2));
    const peak = f32x4.splat(rowPeak);
    const floor = f32x4.splat(rowPeak + reach);
    let sum = f32x4.splat(0);
    for (let at: usize = 0; at < stride; at += 16) {
      const along = f32x4.sub(v128.load(pair.columnSide + at), v128.load(c + at));
      if (v128.any_true(f32x4.gt(along, floor))) {
        sum = f32x4.add(sum, expLanes(f32x4.mul(f32x4.sub(along, peak), inverse)));
      }
    }
    store<f32>(pair.rowSum + (i << 2), sumLanes(sum));
  }
}

// @ts-ignore: decorator
@inline
function sumLanes(v: v128): f32 {
  return f32x4.extract_lane(v, 0) + f32x4.extract_lane(v, 1) + (f32x4.extract_lane(v, 2) + f32x4.extract_lane(v, 3));
}

// @ts-ignore: decorator
@inline
function maxLanes(v: v128): f32 {
  return max(
    max(f32x4.extract_lane(v, 0), f32x4.extract_lane(v, 1)),
    max(f32x4.extract_lane(v, 2), f32x4.extract_lane(v, 3)),
  );
}

/** out = −ε · log Σⱼ exp(hⱼ − Cᵢⱼ/ε) for a double-precision (n, m) cost matrix, through the small-ε step of a pair. */
export function softmin(cost: usize, h: usize, n: i32, m: i32, epsilon: f64, out: usize): i32 {
  const pair = newPair(n, m, false);
  if (isExhausted()) return 1;
  for (let i = 0; i < pair.rows; i++) {
    for (let j = 0; j < pair.columns; j++) {
      const value = load<f64>(cost + ((<usize>min(i, n - 1) * <usize>m + <usize>min(j, m - 1)) << 3));
      store<f32>(pair.cost + (<usize>(i * pair.columns + j) << 2), <f32>value);
    }
  }
  for (let j = 0; j < pair.columns; j++) {
    store<f32>(pair.columnSide + (<usize>j << 2), j < m ? <f32>(epsilon * load<f64>(h + (<usize>j << 3))) : <f32>-1e30);
  }
  rowPeaks(pair);
  rowSums(pair, epsilon);
  finishPeaks(pair.rowPeak, pair.rowSum, pair.nextF, pair.rows, epsilon);
  for (let i = 0; i < n; i++) store<f64>(out + (<usize>i << 3), <f64>load<f32>(pair.nextF + (<usize>i << 2)));
  return 0;
}
