import type { Random } from "../math/random.js";
import type { RankedColumns } from "./ranked-columns.js";
import { type Split, splitFinder, type TreeRows } from "./split.js";
import { type TreeNodes, treeOf } from "./tree-nodes.js";

export interface TreeLimits {
  /** Questions on the longest path; null sets no limit. */
  readonly depth: number | null;
  readonly leaf: number;
  /** Share of the columns tried at each split, drawn each time; at least one that can split. */
  readonly features: number;
}

/** A grown tree, and where its training rows ended. */
export interface GrownTree {
  readonly nodes: TreeNodes;
  /** The rows given, grouped by leaf. */
  readonly order: Int32Array;
  /** Leaf k holds order[starts[k]] … order[starts[k + 1] − 1] and is node leaves[k]. */
  readonly starts: readonly number[];
  readonly leaves: readonly number[];
}

/**
 * A function that grows a tree on some of the rows. Each split lowers the weighted squared error of `targets` the
 * most; for labels 0 and 1 that is half the Gini impurity. A node is split while its rows differ, even at no gain, so
 * that two questions can do together what neither does alone. Ties go to the lowest column, then to the lowest
 * threshold; thresholds lie halfway between neighbouring values of the node. `targets` may change between trees;
 * leave out rows of weight 0.
 */
export function treeGrower(data: TreeRows, limits: TreeLimits, random: Random): (rows: Int32Array) => GrownTree {
  const find = splitFinder(data, limits, random);
  const partition = partitioner(data.columns);
  const deepest = limits.depth ?? Number.POSITIVE_INFINITY;
  return (rows) => {
    const order = rows.slice();
    const feature: number[] = [];
    const threshold: number[] = [];
    const left: number[] = [];
    const right: number[] = [];
    const value: number[] = [];
    const starts: number[] = [];
    const leaves: number[] = [];
    const waiting: Branch[] = [{ from: 0, to: order.length, depth: 0, parent: -1 }];
    for (let branch = waiting.pop(); branch !== undefined; branch = waiting.pop()) {
      const { from, to, depth, parent } = branch;
      const node = feature.length;
      if (parent >= 0) (left[parent] === -1 ? left : right)[parent] = node;
      const split = depth < deepest && differ(order, from, to, data.targets) ? find(order, from, to) : null;
      feature.push(split?.feature ?? -1);
      threshold.push(split?.threshold ?? 0);
      left.push(-1);
      right.push(-1);
      value.push(meanOf(order, from, to, data));
      if (split === null) {
        starts.push(from);
        leaves.push(node);
      } else {
        const middle = partition(split, order, from, to);
        waiting.push({ from: middle, to, depth: depth + 1, parent: node });
        waiting.push({ from, to: middle, depth: depth + 1, parent: node });
      }
    }
    starts.push(order.length);
    return { nodes: treeOf({ feature, threshold, left, right, value }), order, starts, leaves };
  };
}

/** Rows order[from … to) that are to become a node, the left child of its parent before the right one. */
interface Branch {
  readonly from: number;
  readonly to: number;
  readonly depth: number;
  readonly parent: number;
}

function meanOf(order: Int32Array, from: number, to: number, { targets, weights }: TreeRows): number {
  let weight = 0;
  let sum = 0;
  for (let k = from; k < to; k++) {
    const i = order[k]!;
    weight += weights[i]!;
    sum += weights[i]! * targets[i]!;
  }
  return sum / weight;
}

function differ(order: Int32Array, from: number, to: number, targets: Float64Array): boolean {
  const first = targets[order[from]!]!;
  for (let k = from + 1; k < to; k++) if (targets[order[k]!] !== first) return true;
  return false;
}

/** Moves the rows that go left to the front, both sides in their order; gives back where the right side starts. */
function partitioner({ rows, ranks }: RankedColumns) {
  const spare = new Int32Array(rows);
  return (split: Split, order: Int32Array, from: number, to: number): number => {
    const at = split.feature * rows;
    let middle = from;
    let kept = 0;
    for (let k = from; k < to; k++) {
      const i = order[k]!;
      if (ranks[at + i]! <= split.rank) order[middle++] = i;
      else spare[kept++] = i;
    }
    for (let k = 0; k < kept; k++) order[middle + k] = spare[k]!;
    return middle;
  };
}
