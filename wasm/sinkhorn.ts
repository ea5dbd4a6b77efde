// The debiased Sinkhorn divergence of two weighted clouds, step for step as GeomLoss computes it, in single precision.
//
// Each cloud is centred on its own mean first. With Δ the difference of the means,
//   ½‖x − y‖² = ½‖x′ − y′‖² + (⟨Δ, x′⟩ + ¼‖Δ‖²) + (¼‖Δ‖² − ⟨Δ, y′⟩) = C′ + α(x) + β(y):
// α and β move into the potentials, so far-apart clouds lose no digits of their inner distances.
import { anneal, annealSelf, pullColumns, pullRows, schedule, scheduleLength, weighted } from "./anneal";
import { isExhausted, mark, release, reserve } from "./arena";
import { costMatrix, halfNorms, packBlocks, packPanels, paddedTo } from "./cost";
import { measureCost, newPair, Pair, setWeights } from "./pair";
import { logScalar } from "./special";

export const OK: i32 = 0;
export const OUT_OF_MEMORY: i32 = 1;

/** A cloud in single precision: centred rows, and both packings with their norms. */
@unmanaged
export class Cloud {
  n: i32;
  points: usize;
  blocks: usize; // packed by 4, to stand as rows
  panels: usize; // packed by 8, to stand as columns
  norms: usize; // ½‖·‖², padded for both
}

export function newCloud(n: i32, d: i32): Cloud {
  const place = reserve(<f64>offsetof<Cloud>());
  const bytes = <f64>d * 4;
  const points = reserve(<f64>n * bytes);
  const blocks = reserve(<f64>paddedTo(n, 4) * bytes);
  const panels = reserve(<f64>paddedTo(n, 8) * bytes);
  const norms = reserve(<f64>paddedTo(n, 8) * 4);
  if (norms == 0) return changetype<Cloud>(0);
  const cloud = changetype<Cloud>(place);
  cloud.n = n;
  cloud.points = points;
  cloud.blocks = blocks;
  cloud.panels = panels;
  cloud.norms = norms;
  return cloud;
}

/** Packs the points as rows and as columns, and measures them. */
export function packCloud(cloud: Cloud, d: i32): void {
  packBlocks(cloud.points, cloud.n, d, cloud.blocks);
  packPanels(cloud.blocks, cloud.n, d, cloud.panels);
  halfNorms(cloud.blocks, cloud.n, d, cloud.norms);
}

/** Copies double-precision rows minus `center`. */
export function centre(from: usize, n: i32, d: i32, center: usize, to: usize): void {
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < d; k++) {
      const at = <usize>(i * d + k);
      store<f32>(to + (at << 2), <f32>(load<f64>(from + (at << 3)) - load<f64>(center + (<usize>k << 3))));
    }
  }
}

/** Fills the pair's cost matrix from two packed clouds. */
export function setCost(pair: Pair, x: Cloud, y: Cloud, d: i32): void {
  costMatrix(x.blocks, x.norms, pair.rows >> 2, y.panels, y.norms, pair.columns >> 3, d, pair.symmetric, pair.cost);
  measureCost(pair);
}

function weightedMean(x: usize, weights: usize, n: i32, d: i32, out: usize): void {
  memory.fill(out, 0, <usize>d << 3);
  let total: f64 = 0;
  for (let i = 0; i < n; i++) {
    const weight = load<f64>(weights + (<usize>i << 3));
    total += weight;
    for (let k = 0; k < d; k++) {
      const at = out + (<usize>k << 3);
      store<f64>(at, load<f64>(at) + weight * load<f64>(x + (<usize>(i * d + k) << 3)));
    }
  }
  for (let k = 0; k < d; k++) {
    const at = out + (<usize>k << 3);
    store<f64>(at, load<f64>(at) / total);
  }
}

/** Diagonal of the box around both clouds, from the double-precision points. */
function diameterOf(x: usize, n: i32, y: usize, m: i32, d: i32): f64 {
  let sum: f64 = 0;
  for (let k = 0; k < d; k++) {
    let low = load<f64>(x + (<usize>k << 3));
    let high = low;
    for (let i = 1; i < n; i++) {
      const value = load<f64>(x + (<usize>(i * d + k) << 3));
      low = min(low, value);
      high = max(high, value);
    }
    for (let j = 0; j < m; j++) {
      const value = load<f64>(y + (<usize>(j * d + k) << 3));
      low = min(low, value);
      high = max(high, value);
    }
    sum += (high - low) * (high - low);
  }
  return sqrt(sum);
}

/**
 * value (1), xGradient (n, d), yGradient (m, d), xPotential (n) and yPotential (m) are double-precision outputs; the
 * clouds and weights double-precision inputs. Potentials are F − P and G − Q.
 */
export function sinkhorn(
  x: usize,
  y: usize,
  a: usize,
  b: usize,
  n: i32,
  m: i32,
  d: i32,
  blur: f64,
  scaling: f64,
  value: usize,
  xGradient: usize,
  yGradient: usize,
  xPotential: usize,
  yPotential: usize,
): i32 {
  store<f64>(value, 0);
  memory.fill(xGradient, 0, <usize>(n * d) << 3);
  memory.fill(yGradient, 0, <usize>(m * d) << 3);
  memory.fill(xPotential, 0, <usize>n << 3);
  memory.fill(yPotential, 0, <usize>m << 3);
  const diameter = diameterOf(x, n, y, m, d);
  if (diameter == 0) return OK;

  const temperatures = reserve(<f64>scheduleLength(blur, scaling) * 8);
  const xMean = reserve(<f64>d * 8);
  const yMean = reserve(<f64>d * 8);
  const xPull = reserve(<f64>n * <f64>d * 4);
  const yPull = reserve(<f64>m * <f64>d * 4);
  const xs = newCloud(n, d);
  const ys = newCloud(m, d);
  if (isExhausted()) return OUT_OF_MEMORY;
  const count = schedule(diameter, blur, scaling, temperatures);
  weightedMean(x, a, n, d, xMean);
  weightedMean(y, b, m, d, yMean);
  centre(x, n, d, xMean, xs.points);
  centre(y, m, d, yMean, ys.points);
  packCloud(xs, d);
  packCloud(ys, d);
  memory.fill(xPull, 0, <usize>(n * d) << 2);
  memory.fill(yPull, 0, <usize>(m * d) << 2);

  const epsilon = blur * blur;
  const place = mark();
  const across = newPair(n, m, false);
  if (isExhausted()) return OUT_OF_MEMORY;
  setWeights(across.a, across.logA, a, n, across.rows, logScalar);
  setWeights(across.b, across.logB, b, m, across.columns, logScalar);
  setCost(across, xs, ys, d);
  const shift = startApart(across, xs.points, ys.points, xMean, yMean, d);
  anneal(across, temperatures, count);
  let sum = shift + weighted(a, across.nextF, n) + weighted(b, across.nextG, m);
  addPotential(xPotential, across, xs.points, xMean, yMean, d, n, 1);
  addPotential(yPotential, across, ys.points, yMean, xMean, d, m, -1);
  pullRows(across, epsilon, xs.points, ys.points, d, -1, xPull);
  pullColumns(across, epsilon, xs.points, ys.points, d, -1, yPull);

  release(place);
  if (!subtractSelf(xs, a, d, temperatures, count, epsilon, xPotential, xPull)) return OUT_OF_MEMORY;
  sum -= selfTerm;
  release(place);
  if (!subtractSelf(ys, b, d, temperatures, count, epsilon, yPotential, yPull)) return OUT_OF_MEMORY;
  sum -= selfTerm;

  store<f64>(value, sum);
  scaleGradient(xPull, a, xMean, yMean, n, d, xGradient);
  scaleGradient(yPull, b, yMean, xMean, m, d, yGradient);
  return OK;
}

let selfTerm: f64 = 0;

/** Solves the cloud against itself; subtracts its potential, adds its pull, and leaves Σ a·P in `selfTerm`. */
function subtractSelf(
  cloud: Cloud,
  weights: usize,
  d: i32,
  temperatures: usize,
  count: i32,
  epsilon: f64,
  potential: usize,
  pulled: usize,
): bool {
  const within = newPair(cloud.n, cloud.n, true);
  if (isExhausted()) return false;
  setWeights(within.a, within.logA, weights, cloud.n, within.columns, logScalar);
  setCost(within, cloud, cloud, d);
  annealSelf(within, temperatures, count);
  selfTerm = weighted(weights, within.nextF, cloud.n);
  for (let i = 0; i < cloud.n; i++) {
    const at = potential + (<usize>i << 3);
    store<f64>(at, load<f64>(at) - <f64>load<f32>(within.nextF + (<usize>i << 2)));
  }
  pullRows(within, epsilon, cloud.points, cloud.points, d, 1, pulled);
  return true;
}

/** Starts from the potentials −α and −β, which stand for zero in the uncentred problem; returns ½‖Δ‖². */
function startApart(pair: Pair, x: usize, y: usize, xMean: usize, yMean: usize, d: i32): f64 {
  memory.fill(pair.f, 0, <usize>pair.rows << 2);
  memory.fill(pair.g, 0, <usize>pair.columns << 2);
  const quarter = 0.25 * squaredGap(xMean, yMean, d);
  for (let i = 0; i < pair.n; i++) {
    store<f32>(pair.f + (<usize>i << 2), <f32>-(quarter + gapProduct(x, i, xMean, yMean, d)));
  }
  for (let j = 0; j < pair.m; j++) {
    store<f32>(pair.g + (<usize>j << 2), <f32>-(quarter - gapProduct(y, j, xMean, yMean, d)));
  }
  return 2 * quarter;
}

/** Adds the extrapolated potential of the uncentred problem: F′ + α for rows (side 1), G′ + β for columns (side −1). */
function addPotential(
  out: usize,
  pair: Pair,
  points: usize,
  ownMean: usize,
  otherMean: usize,
  d: i32,
  count: i32,
  side: i32,
): void {
  const quarter = 0.25 * squaredGap(ownMean, otherMean, d);
  const potential = side > 0 ? pair.nextF : pair.nextG;
  for (let i = 0; i < count; i++) {
    const at = out + (<usize>i << 3);
    const value = <f64>load<f32>(potential + (<usize>i << 2));
    store<f64>(at, load<f64>(at) + value + quarter + gapProduct(points, i, ownMean, otherMean, d));
  }
}

/** ⟨row, ownMean − otherMean⟩. */
function gapProduct(points: usize, i: i32, ownMean: usize, otherMean: usize, d: i32): f64 {
  let sum: f64 = 0;
  for (let k = 0; k < d; k++) {
    const gap = load<f64>(ownMean + (<usize>k << 3)) - load<f64>(otherMean + (<usize>k << 3));
    sum += gap * <f64>load<f32>(points + (<usize>(i * d + k) << 2));
  }
  return sum;
}

function squaredGap(xMean: usize, yMean: usize, d: i32): f64 {
  let sum: f64 = 0;
  for (let k = 0; k < d; k++) {
    const gap = load<f64>(xMean + (<usize>k << 3)) - load<f64>(yMean + (<usize>k << 3));
    sum += gap * gap;
  }
  return sum;
}

/** weightᵢ · (pulledᵢ + ownMean − otherMean). */
function scaleGradient(
  pulled: usize,
  weights: usize,
  ownMean: usize,
  otherMean: usize,
  n: i32,
  d: i32,
  out: usize,
): void {
  for (let i = 0; i < n; i++) {
    const weight = load<f64>(weights + (<usize>i << 3));
    for (let k = 0; k < d; k++) {
      const gap = load<f64>(ownMean + (<usize>k << 3)) - load<f64>(otherMean + (<usize>k << 3));
      const at = <usize>(i * d + k);
      store<f64>(out + (at << 3), weight * (<f64>load<f32>(pulled + (at << 2)) + gap));
    }
  }
}
