import type { Random } from "../math/random.js";
import type { RankedColumns } from "./ranked-columns.js";

/** A question to ask at a node. */
export interface Split {
  readonly feature: number;
  /** Rows of this rank or a lower one go left. */
  readonly rank: number;
  readonly threshold: number;
}

/** Scores that differ by less than this share of themselves are a tie: the order of summing decides nothing. */
const TIE = 1e-12;

/**
 * A function that finds the best split of the rows at order[from … to), or null when none leaves `leaf` rows on
 * both sides. The score of a split is S_L²/W_L + S_R²/W_R with W = Σ w and S = Σ w·t of a side, which orders splits as the drop in
 * squared error does.
 */
export function splitFinder(
  columns: RankedColumns,
  targets: Float64Array,
  weights: Float64Array,
  limits: { readonly leaf: number; readonly features: number },
  random: Random,
): (order: Int32Array, from: number, to: number) => Split | null {
  const { ranks, starts, values, pairs } = columns;
  const wanted = Math.min(columns.columns, Math.max(1, Math.round(limits.features * columns.columns)));
  const drawn = Int32Array.from({ length: columns.columns }, (_, j) => j);
  const rowWeight = new Float64Array(columns.rows);
  const rowSum = new Float64Array(columns.rows);
  const rankCount = new Int32Array(columns.most);
  const rankWeight = new Float64Array(columns.most);
  const rankSum = new Float64Array(columns.most);
  const keys = new Float64Array(columns.rows);
  const pairCount = new Int32Array(columns.columns);
  const pairWeight = new Float64Array(columns.columns);
  const pairSum = new Float64Array(columns.columns);
  // the node being looked at
  let allCount = 0;
  let allWeight = 0;
  let allSum = 0;
  let paired = false; // whether pairCount, pairWeight and pairSum are this node's
  // the best split so far
  let best = Number.NEGATIVE_INFINITY;
  let bestFeature = -1;
  let bestRank = 0;
  let bestNext = 0;

  /** Takes the split with these sums on the left when it is better; `rank` and `next` are neighbours in the node. */
  function offer(feature: number, rank: number, next: number, count: number, weight: number, sum: number): void {
    if (count < limits.leaf || allCount - count < limits.leaf) return;
    const restWeight = allWeight - weight;
    const rest = allSum - sum;
    const score = (sum * sum) / weight + (rest * rest) / restWeight;
    const margin = TIE * best;
    if (score > best + margin || (feature < bestFeature && score >= best - margin)) {
      best = score;
      bestFeature = feature;
      bestRank = rank;
      bestNext = next;
    }
  }

  /** Sums of the node's rows over the rarer value of every column with two values, all columns in one pass. */
  function sumPairs(order: Int32Array, from: number, to: number): void {
    pairCount.fill(0);
    pairWeight.fill(0);
    pairSum.fill(0);
    for (let k = from; k < to; k++) {
      const end = pairs.starts[order[k]! + 1]!;
      for (let at = pairs.starts[order[k]!]!; at < end; at++) {
        const j = pairs.columns[at]!;
        pairCount[j]!++;
        pairWeight[j]! += rowWeight[k - from]!;
        pairSum[j]! += rowSum[k - from]!;
      }
    }
  }

  /** A column with two values; false when the node has only one of them. */
  function tryPair(feature: number, order: Int32Array, from: number, to: number): boolean {
    if (!paired) sumPairs(order, from, to);
    paired = true;
    const count = pairCount[feature]!;
    if (count === 0 || count === allCount) return false;
    const weight = pairWeight[feature]!;
    const sum = pairSum[feature]!;
    if (pairs.rarer[feature] === 0) offer(feature, 0, 1, count, weight, sum);
    else offer(feature, 0, 1, allCount - count, allWeight - weight, allSum - sum);
    return true;
  }

  /** A column with many values and a node with many rows: sums per value, then one pass over the values. */
  function tryCounts(feature: number, order: Int32Array, from: number, to: number, size: number): boolean {
    const at = feature * columns.rows;
    rankCount.fill(0, 0, size);
    rankWeight.fill(0, 0, size);
    rankSum.fill(0, 0, size);
    for (let k = from; k < to; k++) {
      const rank = ranks[at + order[k]!]!;
      rankCount[rank]!++;
      rankWeight[rank]! += rowWeight[k - from]!;
      rankSum[rank]! += rowSum[k - from]!;
    }
    let count = 0;
    let weight = 0;
    let sum = 0;
    let previous = -1;
    let splits = false;
    for (let rank = 0; rank < size; rank++) {
      if (rankCount[rank] === 0) continue;
      if (previous >= 0) {
        offer(feature, previous, rank, count, weight, sum);
        splits = true;
      }
      count += rankCount[rank]!;
      weight += rankWeight[rank]!;
      sum += rankSum[rank]!;
      previous = rank;
    }
    return splits;
  }

  /** A column with many values and a node with few rows: sort them. */
  function trySorted(feature: number, order: Int32Array, from: number, to: number): boolean {
    const at = feature * columns.rows;
    const count = to - from;
    for (let k = 0; k < count; k++) keys[k] = ranks[at + order[from + k]!]! * count + k;
    const sorted = keys.subarray(0, count).sort();
    let weight = 0;
    let sum = 0;
    let previous = -1;
    let splits = false;
    for (let place = 0; place < count; place++) {
      const rank = Math.floor(sorted[place]! / count);
      const k = sorted[place]! - rank * count;
      if (rank !== previous && previous >= 0) {
        offer(feature, previous, rank, place, weight, sum);
        splits = true;
      }
      weight += rowWeight[k]!;
      sum += rowSum[k]!;
      previous = rank;
    }
    return splits;
  }

  function tryColumn(feature: number, order: Int32Array, from: number, to: number): boolean {
    const size = starts[feature + 1]! - starts[feature]!;
    if (size < 2) return false;
    if (size === 2) return tryPair(feature, order, from, to);
    return size > 8 * (to - from) ? trySorted(feature, order, from, to) : tryCounts(feature, order, from, to, size);
  }

  return (order, from, to) => {
    allCount = to - from;
    allWeight = 0;
    allSum = 0;
    for (let k = from; k < to; k++) {
      const i = order[k]!;
      rowWeight[k - from] = weights[i]!;
      rowSum[k - from] = weights[i]! * targets[i]!;
      allWeight += rowWeight[k - from]!;
      allSum += rowSum[k - from]!;
    }
    paired = false;
    best = Number.NEGATIVE_INFINITY;
    bestFeature = -1;
    if (wanted === columns.columns) {
      for (let j = 0; j < columns.columns; j++) tryColumn(j, order, from, to);
    } else {
      let able = false;
      for (let k = 0; k < columns.columns && (k < wanted || !able); k++) {
        const pick = k + random.integer(columns.columns - k);
        const feature = drawn[pick]!;
        drawn[pick] = drawn[k]!;
        drawn[k] = feature;
        able = tryColumn(feature, order, from, to) || able;
      }
    }
    if (bestFeature < 0) return null;
    const low = values[starts[bestFeature]! + bestRank]!;
    const high = values[starts[bestFeature]! + bestNext]!;
    const middle = low / 2 + high / 2;
    return { feature: bestFeature, rank: bestRank, threshold: middle < high ? middle : low };
  };
}
