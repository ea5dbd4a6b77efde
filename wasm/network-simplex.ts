// The transportation problem between two weighted sets by the primal network simplex. A spanning tree of basic arcs
// hangs from an artificial root; a pivot brings in an arc whose reduced cost is negative, pushes flow round the cycle it
// closes, and drops the arc that runs empty. Masses are whole multiples of total·2⁻⁵⁰, so flows add and subtract without
// rounding, empty arcs are exactly empty, and the rule for ties (strongly feasible trees) ends every run.
// Dantzig (1951); Cunningham (1976), "A network simplex method".
import { isExhausted, reserve } from "./arena";
import { int, num, setInt, setNum } from "./flat";

const NONE: i32 = -1;
const UNITS: f64 = 1125899906842624; // 2^50

// The tree, one entry per node: sources 0 … n−1, targets n … n+m−1, root n+m.
let n: i32 = 0;
let m: i32 = 0;
let root: i32 = 0;
let costs: usize = 0;
let parent: usize = 0;
let firstChild: usize = 0;
let nextSibling: usize = 0;
let previousSibling: usize = 0;
let depth: usize = 0;
let upward: usize = 0; // 1 when the arc to the parent points to it
let flow: usize = 0; // on the arc to the parent
let potential: usize = 0;
let artificialCost: f64 = 0;

/**
 * Writes the plan's entries (source, target, mass), sorted, and their number. Returns 0; 1 when memory is short; 2 when
 * the pivots passed any sensible count.
 */
export function networkSimplex(
  cost: usize,
  a: usize,
  b: usize,
  rows: i32,
  columns: i32,
  source: usize,
  target: usize,
  mass: usize,
  entries: usize,
): i32 {
  n = rows;
  m = columns;
  root = n + m;
  costs = cost;
  const nodes = root + 1;
  const ints = <f64>nodes * 4;
  const doubles = <f64>nodes * 8;
  parent = reserve(ints);
  firstChild = reserve(ints);
  nextSibling = reserve(ints);
  previousSibling = reserve(ints);
  depth = reserve(ints);
  upward = reserve(ints);
  const stack = reserve(ints);
  flow = reserve(doubles);
  potential = reserve(doubles);
  const supply = reserve(doubles);
  if (isExhausted()) return 1;
  const total = wholeUnits(a, n, supply);
  wholeUnits(b, m, supply + (<usize>n << 3));
  const largest = largestCost();
  artificialCost = (largest + 1) * <f64>nodes;
  plantTree(supply);
  const tolerance = largest * 1e-12;
  const limit = <f64>n * <f64>m * 20 + 100000;
  let pivots: f64 = 0;
  let line: i32 = 0;
  let quiet: i32 = 0; // rows priced since the last pivot
  while (quiet < n) {
    const j = bestTarget(line, tolerance);
    if (j == NONE) quiet++;
    else {
      quiet = 0;
      pivot(line, j, stack);
      if (++pivots > limit) return 2;
    }
    if (++line == n) line = 0;
  }
  store<i32>(entries, collect(source, target, mass, total / UNITS));
  return 0;
}

/** Weights as whole units that sum to 2^50; what rounding leaves goes to the largest. Returns the total weight. */
function wholeUnits(weights: usize, count: i32, out: usize): f64 {
  let total: f64 = 0;
  let most: i32 = 0;
  for (let i = 0; i < count; i++) {
    total += num(weights, i);
    if (num(weights, i) > num(weights, most)) most = i;
  }
  let sum: f64 = 0;
  for (let i = 0; i < count; i++) {
    const units = nearest((num(weights, i) / total) * UNITS);
    setNum(out, i, units);
    sum += units;
  }
  setNum(out, most, num(out, most) + (UNITS - sum));
  return total;
}

function largestCost(): f64 {
  let largest: f64 = 0;
  const cells = <usize>n * <usize>m << 3;
  for (let at: usize = 0; at < cells; at += 8) largest = max(largest, load<f64>(costs + at));
  return largest;
}

/** Every node hangs from the root: sources send all they have up, targets receive all they need from it. */
function plantTree(supply: usize): void {
  setInt(firstChild, root, NONE);
  setInt(parent, root, NONE);
  setInt(depth, root, 0);
  setNum(potential, root, 0);
  for (let u = root - 1; u >= 0; u--) {
    const isSource = u < n;
    setInt(firstChild, u, NONE);
    setInt(depth, u, 1);
    setInt(upward, u, isSource ? 1 : 0);
    setNum(flow, u, num(supply, u));
    setNum(potential, u, isSource ? 0 : artificialCost);
    attach(u, root);
  }
}

// @ts-ignore: decorator
@inline
function attach(u: i32, to: i32): void {
  const head = int(firstChild, to);
  setInt(parent, u, to);
  setInt(nextSibling, u, head);
  setInt(previousSibling, u, NONE);
  if (head != NONE) setInt(previousSibling, head, u);
  setInt(firstChild, to, u);
}

// @ts-ignore: decorator
@inline
function detach(u: i32): void {
  const before = int(previousSibling, u);
  const after = int(nextSibling, u);
  if (before != NONE) setInt(nextSibling, before, after);
  else setInt(firstChild, int(parent, u), after);
  if (after != NONE) setInt(previousSibling, after, before);
}

/** The target whose arc from source i has the most negative reduced cost, or NONE. */
function bestTarget(i: i32, tolerance: f64): i32 {
  const line = costs + (<usize>i * <usize>m << 3);
  const prices = potential + (<usize>n << 3);
  let least = f64x2.splat(f64.MAX_VALUE);
  let least2 = f64x2.splat(f64.MAX_VALUE);
  const even = <usize>(m & ~3) << 3;
  for (let at: usize = 0; at < even; at += 32) {
    least = f64x2.pmin(least, f64x2.sub(v128.load(line + at), v128.load(prices + at)));
    least2 = f64x2.pmin(least2, f64x2.sub(v128.load(line + at, 16), v128.load(prices + at, 16)));
  }
  least = f64x2.pmin(least, least2);
  let best = min(f64x2.extract_lane(least, 0), f64x2.extract_lane(least, 1));
  for (let j = m & ~3; j < m; j++) best = min(best, num(line, j) - num(prices, j));
  if (best + num(potential, i) >= -tolerance) return NONE;
  for (let j = 0; j < m; j++) if (num(line, j) - num(prices, j) == best) return j;
  return NONE;
}

/** Brings arc (i, j) into the tree. */
function pivot(i: i32, j: i32, stack: usize): void {
  const first = i;
  const second = n + j;
  // the cycle's top
  let u = first;
  let v = second;
  while (u != v) {
    if (int(depth, u) >= int(depth, v)) u = int(parent, u);
    else v = int(parent, v);
  }
  const join = u;
  // the first arc to run empty, going round from the join in the direction of the flow: strict on the way to the
  // source, not strict on the way back
  let delta: f64 = f64.MAX_VALUE;
  let out = NONE;
  let onFirst = true;
  for (u = first; u != join; u = int(parent, u)) {
    if (int(upward, u) && num(flow, u) < delta) {
      delta = num(flow, u);
      out = u;
    }
  }
  for (u = second; u != join; u = int(parent, u)) {
    if (!int(upward, u) && num(flow, u) <= delta) {
      delta = num(flow, u);
      out = u;
      onFirst = false;
    }
  }
  if (delta > 0) {
    for (u = first; u != join; u = int(parent, u)) {
      setNum(flow, u, num(flow, u) + (int(upward, u) ? -delta : delta));
    }
    for (u = second; u != join; u = int(parent, u)) {
      setNum(flow, u, num(flow, u) + (int(upward, u) ? delta : -delta));
    }
  }
  const below = onFirst ? first : second;
  rehang(below, onFirst ? second : first, out, onFirst, delta);
  const cost = load<f64>(costs + ((<usize>i * <usize>m + <usize>j) << 3));
  const change = onFirst
    ? num(potential, second) - cost - num(potential, first)
    : num(potential, first) + cost - num(potential, second);
  shiftSubtree(below, change, stack);
}

/** Turns the path from `u` up to `out` round, so that u hangs from `to` by the entering arc. */
function rehang(u: i32, to: i32, out: i32, points: bool, amount: f64): void {
  let above = to;
  let up: i32 = points ? 1 : 0;
  let carried = amount;
  for (;;) {
    const next = int(parent, u);
    const oldUp = int(upward, u);
    const oldFlow = num(flow, u);
    detach(u);
    attach(u, above);
    setInt(upward, u, up);
    setNum(flow, u, carried);
    if (u == out) return;
    above = u;
    up = 1 - oldUp;
    carried = oldFlow;
    u = next;
  }
}

/** Adds `change` to the potentials below and at u, and sets the depths. */
function shiftSubtree(u: i32, change: f64, stack: usize): void {
  let size = 0;
  setInt(stack, size++, u);
  while (size > 0) {
    const v = int(stack, --size);
    setNum(potential, v, num(potential, v) + change);
    setInt(depth, v, int(depth, int(parent, v)) + 1);
    for (let child = int(firstChild, v); child != NONE; child = int(nextSibling, child)) setInt(stack, size++, child);
  }
}

/** Reads the basic arcs with flow off the tree, by source and then by target. */
function collect(source: usize, target: usize, mass: usize, unit: f64): i32 {
  let count: i32 = 0;
  for (let i = 0; i < n; i++) {
    const start = count;
    const up = int(parent, i);
    if (up != root && num(flow, i) > 0) count = insert(source, target, mass, start, count, i, up - n, num(flow, i) * unit);
    for (let child = int(firstChild, i); child != NONE; child = int(nextSibling, child)) {
      if (num(flow, child) > 0) {
        count = insert(source, target, mass, start, count, i, child - n, num(flow, child) * unit);
      }
    }
  }
  return count;
}

/** Inserts an entry into its source's run, which is kept in order of target. */
function insert(source: usize, target: usize, mass: usize, start: i32, count: i32, i: i32, j: i32, value: f64): i32 {
  let k = count;
  for (; k > start && int(target, k - 1) > j; k--) {
    setInt(target, k, int(target, k - 1));
    setNum(mass, k, num(mass, k - 1));
  }
  setInt(source, count, i);
  setInt(target, k, j);
  setNum(mass, k, value);
  return count + 1;
}
