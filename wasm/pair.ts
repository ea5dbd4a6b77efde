// Two clouds in single precision with everything the annealed loop keeps about them. Rows are padded to a multiple of 4
// and columns to a multiple of 8; padding repeats the last point and carries no weight.
import { reserve } from "./arena";
import { paddedTo } from "./cost";

/** A log-weight for points of weight zero, as GeomLoss has it; and one for padding, which must never win. */
const LOG_OF_NOTHING: f64 = -100000;

@unmanaged
export class Pair {
  /** Points, and the same rounded up. */
  n: i32;
  m: i32;
  rows: i32;
  columns: i32;
  /** Both clouds are one: only the row potentials exist. */
  symmetric: bool;
  /** (rows, columns): the cost, and exp(−(cost − low)/kernelEpsilon) while that is in range. */
  cost: usize;
  kernel: usize;
  kernelEpsilon: f64;
  low: f32;
  high: f32;
  /** Weights and log-weights of rows and columns. */
  a: usize;
  b: usize;
  logA: usize;
  logB: usize;
  /** Potentials, and their next values. */
  f: usize;
  g: usize;
  nextF: usize;
  nextG: usize;
  /** What a step works with: shifted potentials or scalings, the largest exponent per line, and the sums. */
  rowSide: usize;
  columnSide: usize;
  rowPeak: usize;
  columnPeak: usize;
  rowSum: usize;
  columnSum: usize;
}

/** Reserves a pair for n × m points; the cost and the potentials are left to the caller. */
export function newPair(n: i32, m: i32, symmetric: bool): Pair {
  const place = reserve(<f64>offsetof<Pair>());
  const rows = paddedTo(n, 4);
  const columns = paddedTo(m, 8);
  const cells = <f64>rows * <f64>columns * 4;
  const rowBytes = <f64>rows * 4;
  const columnBytes = <f64>columns * 4;
  const cost = reserve(cells);
  const kernel = reserve(cells);
  // a symmetric pair's columns are its rows: one set of vectors, long enough for both paddings
  const lines = symmetric ? columnBytes : rowBytes;
  const a = reserve(lines);
  const logA = reserve(lines);
  const f = reserve(lines);
  const nextF = reserve(lines);
  const rowSide = reserve(lines);
  const rowPeak = reserve(lines);
  const rowSum = reserve(lines);
  const b = symmetric ? a : reserve(columnBytes);
  const logB = symmetric ? logA : reserve(columnBytes);
  const g = symmetric ? f : reserve(columnBytes);
  const nextG = symmetric ? nextF : reserve(columnBytes);
  const columnSide = symmetric ? rowSide : reserve(columnBytes);
  const columnPeak = symmetric ? rowPeak : reserve(columnBytes);
  const columnSum = symmetric ? rowSum : reserve(columnBytes);
  if (columnSum == 0) return changetype<Pair>(0); // out of memory, seen through isExhausted
  const pair = changetype<Pair>(place);
  pair.n = n;
  pair.m = m;
  pair.rows = rows;
  pair.columns = columns;
  pair.symmetric = symmetric;
  pair.cost = cost;
  pair.kernel = kernel;
  pair.a = a;
  pair.b = b;
  pair.logA = logA;
  pair.logB = logB;
  pair.f = f;
  pair.g = g;
  pair.nextF = nextF;
  pair.nextG = nextG;
  pair.rowSide = rowSide;
  pair.columnSide = columnSide;
  pair.rowPeak = rowPeak;
  pair.columnPeak = columnPeak;
  pair.rowSum = rowSum;
  pair.columnSum = columnSum;
  return pair;
}

/** Copies double-precision weights and their logarithms; padding gets weight 0 and the least log-weight. */
export function setWeights(weights: usize, logs: usize, from: usize, count: i32, padded: i32, log: (x: f64) => f64): void {
  for (let i = 0; i < padded; i++) {
    const weight = i < count ? load<f64>(from + (<usize>i << 3)) : 0;
    store<f32>(weights + (<usize>i << 2), <f32>weight);
    store<f32>(logs + (<usize>i << 2), <f32>(i >= count ? -1e30 : weight > 0 ? log(weight) : LOG_OF_NOTHING));
  }
}

/** The least and the largest entry of the cost matrix; forgets the kernel of another matrix. */
export function measureCost(pair: Pair): void {
  const cells = <usize>(pair.rows * pair.columns) << 2;
  let low = v128.load(pair.cost);
  let high = low;
  for (let at: usize = 16; at < cells; at += 16) {
    const value = v128.load(pair.cost + at);
    low = f32x4.pmin(low, value);
    high = f32x4.pmax(high, value);
  }
  pair.low = min(
    min(f32x4.extract_lane(low, 0), f32x4.extract_lane(low, 1)),
    min(f32x4.extract_lane(low, 2), f32x4.extract_lane(low, 3)),
  );
  pair.high = max(
    max(f32x4.extract_lane(high, 0), f32x4.extract_lane(high, 1)),
    max(f32x4.extract_lane(high, 2), f32x4.extract_lane(high, 3)),
  );
  pair.kernelEpsilon = 0;
}
