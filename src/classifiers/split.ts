import type { Random } from "../math/random.js";
import type { RankedColumns } from "./ranked-columns.js";

export interface Split {
  readonly feature: number;
  /** Rows of this rank or a lower one go left. */
  readonly rank: number;
  readonly threshold: number;
}

export interface TreeRows {
  readonly columns: RankedColumns;
  readonly targets: Float64Array;
  readonly weights: Float64Array;
}

/** Rows on one side of a split: how many, Σ w and Σ w·t. */
interface Side {
  count: number;
  weight: number;
  sum: number;
}

/** Scores that differ by less than this share of themselves are a tie: the order of summing decides nothing. */
const TIE = 1e-12;

/**
 * A function that finds the best split of the rows at order[from … to), or null when none leaves `leaf` rows on
 * both sides. A split scores S_L²/W_L + S_R²/W_R with W = Σ w and S = Σ w·t of a side, which ranks splits by how far
 * they lower the squared error.
 */
export function splitFinder(
  { columns, targets, weights }: TreeRows,
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
  const all: Side = { count: 0, weight: 0, sum: 0 }; // the node being looked at
  const left: Side = { count: 0, weight: 0, sum: 0 }; // reused, so that the loops allocate nothing
  let isUnit = false; // whether every weight of the node is 1, and Σ w the number of rows
  let paired = false; // whether pairCount, pairWeight and pairSum are this node's
  // the best split so far
  let best = Number.NEGATIVE_INFINITY;
  let bestFeature = -1;
  let bestRank = 0;
  let bestNext = 0;

  /** Takes the split with the sums of `left` if it is better; `rank` and `next` are neighbours in the node. */
  function offer(feature: number, rank: number, next: number): void {
    const { count, weight, sum } = left;
    if (count < limits.leaf || all.count - count < limits.leaf) return;
    const restWeight = all.weight - weight;
    const rest = all.sum - sum;
    const score = (sum * sum) / weight + (rest * rest) / restWeight;
    const margin = TIE * best;
    if (score > best + margin || (feature < bestFeature && score >= best - margin)) {
      best = score;
      bestFeature = feature;
      bestRank = rank;
      bestNext = next;
    }
  }

  function emptyLeft(): void {
    left.count = 0;
    left.weight = 0;
    left.sum = 0;
  }

  /** Sums of the node's rows over the rarer value of every column with two values, all columns in one pass. */
  function sumPairs(order: Int32Array, from: number, to: number): void {
    pairCount.fill(0);
    pairWeight.fill(0);
    pairSum.fill(0);
    for (let k = from; k < to; k++) {
      const i = order[k]!;
      const end = pairs.starts[i + 1]!;
      const weight = rowWeight[k - from]!;
      const sum = rowSum[k - from]!;
      if (isUnit) {
        for (let at = pairs.starts[i]!; at < end; at++) {
          const j = pairs.columns[at]!;
          pairWeight[j]!++;
          pairSum[j]! += sum;
        }
        continue;
      }
      for (let at = pairs.starts[i]!; at < end; at++) {
        const j = pairs.columns[at]!;
        pairCount[j]!++;
        pairWeight[j]! += weight;
        pairSum[j]! += sum;
      }
    }
    if (isUnit) pairCount.set(pairWeight);
  }

  /** A column with two values; false when the node has only one of them. */
  function tryPair(feature: number, order: Int32Array, from: number, to: number): boolean {
    if (!paired) sumPairs(order, from, to);
    paired = true;
    const count = pairCount[feature]!;
    if (count === 0 || count === all.count) return false;
    const rarerLeft = pairs.rarer[feature] === 0;
    left.count = rarerLeft ? count : all.count - count;
    left.weight = rarerLeft ? pairWeight[feature]! : all.weight - pairWeight[feature]!;
    left.sum = rarerLeft ? pairSum[feature]! : all.sum - pairSum[feature]!;
    offer(feature, 0, 1);
    return true;
  }

  /** A column with many values and a node with many rows: sums per value, then one pass over the values. */
  function tryCounts(feature: number, order: Int32Array, from: number, to: number): boolean {
    const at = feature * columns.rows;
    const size = starts[feature + 1]! - starts[feature]!;
    rankCount.fill(0, 0, size);
    rankWeight.fill(0, 0, size);
    rankSum.fill(0, 0, size);
    for (let k = from; k < to; k++) {
      const rank = ranks[at + order[k]!]!;
      rankCount[rank]!++;
      if (!isUnit) rankWeight[rank]! += rowWeight[k - from]!;
      rankSum[rank]! += rowSum[k - from]!;
    }
    if (isUnit) for (let rank = 0; rank < size; rank++) rankWeight[rank] = rankCount[rank]!;
    emptyLeft();
    let previous = -1;
    let splits = false;
    for (let rank = 0; rank < size; rank++) {
      if (rankCount[rank] === 0) continue;
      if (previous >= 0) {
        offer(feature, previous, rank);
        splits = true;
      }
      left.count += rankCount[rank]!;
      left.weight += rankWeight[rank]!;
      left.sum += rankSum[rank]!;
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
    emptyLeft();
    let previous = -1;
    let splits = false;
    for (let place = 0; place < count; place++) {
      const rank = Math.floor(sorted[place]! / count);
      const k = sorted[place]! - rank * count;
      if (rank !== previous && previous >= 0) {
        offer(feature, previous, rank);
        splits = true;
      }
      left.count++;
      left.weight += rowWeight[k]!;
      left.sum += rowSum[k]!;
      previous = rank;
    }
    return splits;
  }

  function tryColumn(feature: number, order: Int32Array, from: number, to: number): boolean {
    const size = starts[feature + 1]! - starts[feature]!;
    if (size < 2) return false;
    if (size === 2) return tryPair(feature, order, from, to);
    return size > 8 * (to - from) ? trySorted(feature, order, from, to) : tryCounts(feature, order, from, to);
  }

  return (order, from, to) => {
    all.count = to - from;
    all.weight = 0;
    all.sum = 0;
    isUnit = true;
    for (let k = from; k < to; k++) {
      const i = order[k]!;
      isUnit &&= weights[i] === 1;
      rowWeight[k - from] = weights[i]!;
      rowSum[k - from] = weights[i]! * targets[i]!;
      all.weight += rowWeight[k - from]!;
      all.sum += rowSum[k - from]!;
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
