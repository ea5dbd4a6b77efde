// The Adam fit of one prototype: support points in single precision, moved along the Sinkhorn gradient. The self terms of
// the two fixed clouds do not act on the points; their value depends on the diameter of the joint box alone, and little:
// it is carried along a straight line in log(diameter), and solved again after a drift or another number of levels.
import { anneal, annealSelf, pullRows, schedule, scheduleLength, weighted } from "./anneal";
import { isExhausted, mark, release, reserve } from "./arena";
import { newPair, Pair, setWeights } from "./pair";
import { centre, Cloud, newCloud, OK, OUT_OF_MEMORY, packCloud, setCost } from "./sinkhorn";
import { logScalar } from "./special";

/** Change of log(diameter) up to which the line is trusted. */
const SELF_DRIFT: f64 = 0.02;

/** A fixed cloud of the fit with its box, its weights, its pair with the points, and its self term Σ b·Q. */
@unmanaged
class Fixed {
  cloud: Cloud;
  pair: Pair;
  low: usize;
  high: usize;
  weights: usize;
  /** Σ b·Q at `selfDiameter` with `selfLevels` temperatures, and its slope against log(diameter). */
  selfTerm: f64;
  selfSlope: f64;
  selfDiameter: f64;
  selfLevels: i32;
}

/**
 * `points` (count, d) is moved in place; `cloud` (n, d) and `anchor` (m, d) are fixed; `losses` has one entry per epoch, the
 * loss before its step. All double precision.
 */
export function fitBarycenter(
  points: usize,
  cloud: usize,
  anchor: usize,
  count: i32,
  n: i32,
  m: i32,
  d: i32,
  lambda: f64,
  blur: f64,
  scaling: f64,
  epochs: i32,
  learningRate: f64,
  losses: usize,
): i32 {
  const temperatures = reserve(<f64>scheduleLength(blur, scaling) * 8);
  const selfTemperatures = reserve(<f64>scheduleLength(blur, scaling) * 8);
  const center = reserve(<f64>d * 8);
  const weights = reserve(<f64>count * 8);
  const cells = <f64>count * <f64>d * 4 + 16;
  const gradient = reserve(cells);
  const firstMoment = reserve(cells);
  const secondMoment = reserve(cells);
  const low = reserve(<f64>d * 4 + 16);
  const high = reserve(<f64>d * 4 + 16);
  const own = newCloud(count, d);
  const within = newPair(count, count, true);
  const first = newFixed(n, count, d);
  const second = newFixed(m, count, d);
  if (isExhausted()) return OUT_OF_MEMORY;
  uniform(weights, count);
  mean(cloud, n, d, center);
  centre(points, count, d, center, own.points);
  prepare(first, cloud, center, own, weights, d);
  prepare(second, anchor, center, own, weights, d);
  setWeights(within.a, within.logA, weights, count, within.columns, logScalar);
  memory.fill(firstMoment, 0, <usize>(count * d) << 2);
  memory.fill(secondMoment, 0, <usize>(count * d) << 2);

  let meanDecay: f64 = 1;
  let squareDecay: f64 = 1;
  for (let epoch = 0; epoch < epochs; epoch++) {
    packCloud(own, d);
    memory.fill(gradient, 0, <usize>(count * d) << 2);
    box(own.points, count, d, low, high);
    setCost(within, own, own, d);
    let loss: f64 = 0;
    for (let side = 0; side < 2; side++) {
      const fixed = side == 0 ? first : second;
      const share = side == 0 ? 1 - lambda : lambda;
      const diameter = jointDiameter(low, high, fixed, d);
      if (diameter == 0 || share == 0) continue;
      const levels = schedule(diameter, blur, scaling, temperatures);
      if (!followDiameter(fixed, diameter, levels, d, blur, scaling, selfTemperatures)) return OUT_OF_MEMORY;
      loss -= share * (fixed.selfTerm + fixed.selfSlope * logScalar(diameter / fixed.selfDiameter));
      loss += share * divergence(fixed, own, within, weights, d, temperatures, levels, blur * blur, share, gradient);
    }
    store<f64>(losses + (<usize>epoch << 3), loss);
    meanDecay *= 0.9;
    squareDecay *= 0.999;
    adamStep(own.points, gradient, firstMoment, secondMoment, count * d,
      <f32>(1.0 / <f64>count), learningRate / (1 - meanDecay), sqrt(1 - squareDecay));
  }
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < d; k++) {
      const at = <usize>(i * d + k);
      store<f64>(points + (at << 3), <f64>load<f32>(own.points + (at << 2)) + load<f64>(center + (<usize>k << 3)));
    }
  }
  return OK;
}

/** S(points, fixed) but for the fixed cloud's self term; adds share · (pull to own − pull to fixed) to the gradient, without the points' weight 1/count. */
function divergence(
  fixed: Fixed,
  own: Cloud,
  within: Pair,
  weights: usize,
  d: i32,
  temperatures: usize,
  levels: i32,
  epsilon: f64,
  share: f64,
  gradient: usize,
): f64 {
  const across = fixed.pair;
  setCost(across, own, fixed.cloud, d);
  memory.fill(across.f, 0, <usize>across.rows << 2);
  memory.fill(across.g, 0, <usize>across.columns << 2);
  anneal(across, temperatures, levels);
  pullRows(across, epsilon, own.points, fixed.cloud.points, d, <f32>-share, gradient);
  annealSelf(within, temperatures, levels);
  pullRows(within, epsilon, own.points, own.points, d, <f32>share, gradient);
  return (
    weighted(weights, across.nextF, own.n) -
    weighted(weights, within.nextF, own.n) +
    weighted(fixed.weights, across.nextG, fixed.cloud.n)
  );
}

/** One Adam step over four entries at a time; the gradient still lacks the points' weight. */
function adamStep(
  points: usize,
  gradient: usize,
  first: usize,
  second: usize,
  cells: i32,
  weight: f32,
  rate: f64,
  correction: f64,
): void {
  const w = f32x4.splat(weight);
  const step = f32x4.splat(<f32>rate);
  const inverse = f32x4.splat(<f32>(1.0 / correction));
  for (let at: usize = 0; at < <usize>cells << 2; at += 16) {
    const g = f32x4.mul(v128.load(gradient + at), w);
    const m = f32x4.add(f32x4.mul(v128.load(first + at), f32x4.splat(0.9)), f32x4.mul(g, f32x4.splat(0.1)));
    const v = f32x4.add(
      f32x4.mul(v128.load(second + at), f32x4.splat(0.999)),
      f32x4.mul(f32x4.mul(g, g), f32x4.splat(0.001)),
    );
    v128.store(first + at, m);
    v128.store(second + at, v);
    const scale = f32x4.add(f32x4.mul(f32x4.sqrt(v), inverse), f32x4.splat(1e-8));
    v128.store(points + at, f32x4.sub(v128.load(points + at), f32x4.div(f32x4.mul(step, m), scale)));
  }
}

function newFixed(n: i32, count: i32, d: i32): Fixed {
  const place = reserve(<f64>offsetof<Fixed>());
  const low = reserve(<f64>d * 4 + 16);
  const high = reserve(<f64>d * 4 + 16);
  const weights = reserve(<f64>n * 8);
  const cloud = newCloud(n, d);
  const pair = newPair(count, n, false);
  if (isExhausted()) return changetype<Fixed>(0);
  const fixed = changetype<Fixed>(place);
  fixed.low = low;
  fixed.high = high;
  fixed.weights = weights;
  fixed.cloud = cloud;
  fixed.pair = pair;
  return fixed;
}

/** Centres and packs a fixed cloud. */
function prepare(fixed: Fixed, from: usize, center: usize, own: Cloud, ownWeights: usize, d: i32): void {
  const cloud = fixed.cloud;
  const pair = fixed.pair;
  uniform(fixed.weights, cloud.n);
  centre(from, cloud.n, d, center, cloud.points);
  packCloud(cloud, d);
  box(cloud.points, cloud.n, d, fixed.low, fixed.high);
  setWeights(pair.a, pair.logA, ownWeights, own.n, pair.rows, logScalar);
  setWeights(pair.b, pair.logB, fixed.weights, cloud.n, pair.columns, logScalar);
  fixed.selfDiameter = 0;
}

/** Solves the fixed cloud against itself, unless the line through the last solution still stands. */
function followDiameter(
  fixed: Fixed,
  diameter: f64,
  levels: i32,
  d: i32,
  blur: f64,
  scaling: f64,
  temperatures: usize,
): bool {
  const isFirst = fixed.selfDiameter == 0;
  if (!isFirst && levels == fixed.selfLevels && abs(logScalar(diameter / fixed.selfDiameter)) <= SELF_DRIFT) return true;
  const place = mark();
  const self = newPair(fixed.cloud.n, fixed.cloud.n, true);
  if (isExhausted()) return false;
  setWeights(self.a, self.logA, fixed.weights, fixed.cloud.n, self.columns, logScalar);
  setCost(self, fixed.cloud, fixed.cloud, d);
  fixed.selfTerm = selfTermAt(self, fixed, diameter, levels, blur, scaling, temperatures);
  if (isFirst) {
    const wider = selfTermAt(self, fixed, diameter * 1.01, levels, blur, scaling, temperatures);
    fixed.selfSlope = (wider - fixed.selfTerm) / logScalar(1.01);
  }
  fixed.selfDiameter = diameter;
  fixed.selfLevels = levels;
  release(place);
  return true;
}

/** Σ b·Q annealed through `levels` temperatures from this diameter. */
function selfTermAt(
  self: Pair,
  fixed: Fixed,
  diameter: f64,
  levels: i32,
  blur: f64,
  scaling: f64,
  temperatures: usize,
): f64 {
  schedule(diameter, blur, scaling, temperatures);
  store<f64>(temperatures + (<usize>(levels - 1) << 3), blur * blur); // the same number of levels on both sides
  annealSelf(self, temperatures, levels);
  return weighted(fixed.weights, self.nextF, fixed.cloud.n);
}

function uniform(weights: usize, count: i32): void {
  for (let i = 0; i < count; i++) store<f64>(weights + (<usize>i << 3), 1.0 / <f64>count);
}

function mean(x: usize, n: i32, d: i32, out: usize): void {
  for (let k = 0; k < d; k++) {
    let sum: f64 = 0;
    for (let i = 0; i < n; i++) sum += load<f64>(x + (<usize>(i * d + k) << 3));
    store<f64>(out + (<usize>k << 3), sum / <f64>n);
  }
}

/** Least and largest value of each coordinate. */
function box(points: usize, n: i32, d: i32, low: usize, high: usize): void {
  memory.copy(low, points, <usize>d << 2);
  memory.copy(high, points, <usize>d << 2);
  for (let i = 1; i < n; i++) {
    const rowStart = points + (<usize>(i * d) << 2);
    const lanes = <usize>(d & ~3) << 2;
    let at: usize = 0;
    for (; at < lanes; at += 16) {
      const value = v128.load(rowStart + at);
      v128.store(low + at, f32x4.pmin(v128.load(low + at), value));
      v128.store(high + at, f32x4.pmax(v128.load(high + at), value));
    }
    for (; at < <usize>d << 2; at += 4) {
      const value = load<f32>(rowStart + at);
      store<f32>(low + at, min(load<f32>(low + at), value));
      store<f32>(high + at, max(load<f32>(high + at), value));
    }
  }
}

function jointDiameter(low: usize, high: usize, fixed: Fixed, d: i32): f64 {
  let sum: f64 = 0;
  for (let at: usize = 0; at < <usize>d << 2; at += 4) {
    const least = min(load<f32>(low + at), load<f32>(fixed.low + at));
    const largest = max(load<f32>(high + at), load<f32>(fixed.high + at));
    const extent = <f64>largest - <f64>least;
    sum += extent * extent;
  }
  return sqrt(sum);
}
