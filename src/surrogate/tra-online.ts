import { leafOf, type TreeNodes, treeOf } from "../classifiers/tree-nodes.js";
import { type Box, splitBox } from "../math/box.js";
import type { Matrix } from "../math/matrix.js";
import { nextDown, nextUp } from "../math/next-double.js";
import { requireInteger, withDefaults } from "../options.js";
import { oneLeaf, splitLeaf } from "./split-nodes.js";

/** Somebody who answers questions about an accept/reject model whose boundary is made of axis-parallel pieces. */
export interface CounterfactualOracle {
  /** 0 or 1. */
  label(x: Float64Array): number;
  /** A nearest row of the other label inside the box; null when every row of the box has the label of `x`. */
  nearestCounterfactual(x: Float64Array, box: Box): Float64Array | null;
}

export interface TraOnlineOptions {
  /** Stop, incomplete, after this many questions. @default 1000000 */
  readonly maxQueries?: number;
}

/** A rebuilt tree, and what it took. */
export interface TraReconstruction {
  readonly nodes: TreeNodes;
  /** 0 or 1 per row, for rows of the box that was searched. */
  decide(x: Matrix): Uint8Array;
  /** Boxes the search ended with, each of one label. */
  readonly leaves: number;
  readonly labelQueries: number;
  readonly counterfactualQueries: number;
  /** All questions, per box. */
  readonly queriesPerLeaf: number;
  /** False when the questions ran out; undecided boxes then answer as the point asked about in them. */
  readonly complete: boolean;
}

/** A box whose row `x` is known to have `label`. */
interface KnownBox {
  readonly node: number;
  readonly box: Box;
  readonly x: Float64Array;
  readonly label: number;
}

/**
 * Rebuilds a tree exactly from nearest counterfactuals confined to boxes (Khouna et al. 2025). A queue of boxes, each
 * with a row of known label: without a counterfactual inside, the box is done. Otherwise it is cut where the
 * counterfactual differs, at its value, into a part with the row and a part with the counterfactual, so both labels are
 * known and nothing is asked twice. A nearest counterfactual of a tree stops right behind one of its splits, so each
 * cut is a split of the tree and the search ends.
 */
export function traOnline(oracle: CounterfactualOracle, space: Box, given: TraOnlineOptions = {}): TraReconstruction {
  const { maxQueries } = withDefaults<Required<TraOnlineOptions>>("traOnline", { maxQueries: 1_000_000 }, given);
  requireInteger("maxQueries", maxQueries, 1);
  const nodes = oneLeaf();
  const first = someRow(space);
  const queue: KnownBox[] = [{ node: 0, box: space, x: first, label: oracle.label(first) }];
  const labelQueries = 1;
  let counterfactualQueries = 0;
  let leaves = 0;
  let complete = true;

  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const { node, box, x, label } = next;
    nodes.value[node] = label;
    if (labelQueries + counterfactualQueries >= maxQueries) {
      complete = false;
      leaves++;
      continue;
    }
    counterfactualQueries++;
    const other = oracle.nearestCounterfactual(x, box);
    if (other === null) {
      leaves++;
      continue;
    }
    const feature = widestDifference(x, other);
    const rises = other[feature]! > x[feature]!;
    const threshold = rises ? nextDown(other[feature]!) : other[feature]!;
    const { left, right } = splitLeaf(nodes, node, feature, threshold);
    const { below, above } = splitBox(box, feature, threshold);
    queue.push(
      { node: rises ? left : right, box: rises ? below : above, x, label },
      { node: rises ? right : left, box: rises ? above : below, x: other, label: 1 - label },
    );
  }
  const tree = treeOf(nodes);
  return {
    nodes: tree,
    decide: (x) => Uint8Array.from({ length: x.rows }, (_, i) => tree.value[leafOf(tree, x, i)]!),
    leaves,
    labelQueries,
    counterfactualQueries,
    queriesPerLeaf: (labelQueries + counterfactualQueries) / leaves,
    complete,
  };
}

/** The column where two rows differ most; the first of equals. */
function widestDifference(x: Float64Array, y: Float64Array): number {
  return x.reduce((best, value, j) => (Math.abs(y[j]! - value) > Math.abs(y[best]! - x[best]!) ? j : best), 0);
}

/** A row inside the box: 0 where that is inside, else the end nearest to it. */
function someRow({ low, high }: Box): Float64Array {
  return low.map((least, j) => (least >= 0 ? nextUp(least) : Math.min(0, high[j]!)));
}
