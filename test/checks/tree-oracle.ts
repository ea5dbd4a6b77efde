import type { TreeNodes } from "../../src/classifiers/tree-nodes.js";
import type { FittedTree } from "../../src/classifiers/trees.js";
import { type Box, splitBox, wholeSpace } from "../../src/math/box.js";
import { nextUp } from "../../src/math/next-double.js";

/** Answers about a tree it can look into, and counts them. */
export interface TreeOracle {
  /** Decision of the tree, 0 or 1. */
  label(x: Float64Array): number;
  /** The row of the other decision inside the box that is nearest to x in ℓ1; null when there is none. */
  nearestCounterfactual(x: Float64Array, box: Box): Float64Array | null;
  /** Questions answered so far. */
  queries(): { readonly labels: number; readonly counterfactuals: number };
}

interface Leaf extends Box {
  readonly label: number;
}

/**
 * Exact answers about a tree: the nearest row of the other decision is the nearest projection onto one of its leaves,
 * cut to the box. A leaf is open at its lower ends, so a projection from below ends at the next double above the split.
 */
export function treeOracle({ nodes, columns }: Pick<FittedTree, "nodes" | "columns">): TreeOracle {
  const leaves = listLeaves(nodes, 0, wholeSpace(columns));
  let labels = 0;
  let counterfactuals = 0;
  const decide = (x: Float64Array) =>
    leaves.find((leaf) => x.every((value, j) => value > leaf.low[j]! && value <= leaf.high[j]!))?.label ?? 0;
  return {
    label(x) {
      labels++;
      return decide(x);
    },
    nearestCounterfactual(x, box) {
      counterfactuals++;
      const own = decide(x);
      let nearest: Float64Array | null = null;
      let least = Number.POSITIVE_INFINITY;
      for (const leaf of leaves) {
        if (leaf.label === own) continue;
        const projected = project(x, leaf, box);
        if (projected === null) continue;
        const distance = projected.reduce((sum, value, j) => sum + Math.abs(value - x[j]!), 0);
        if (nearest === null || distance < least) {
          nearest = projected;
          least = distance;
        }
      }
      return nearest;
    },
    queries: () => ({ labels, counterfactuals }),
  };
}

/** The leaves with rows in them, as boxes; a split that its ancestors already decide leaves one side empty. */
function listLeaves(tree: TreeNodes, node: number, box: Box): Leaf[] {
  if (box.low.some((low, j) => low >= box.high[j]!)) return [];
  if (tree.feature[node]! < 0) return [{ ...box, label: tree.value[node]! >= 0.5 ? 1 : 0 }];
  const { below, above } = splitBox(box, tree.feature[node]!, tree.threshold[node]!);
  return [...listLeaves(tree, tree.left[node]!, below), ...listLeaves(tree, tree.right[node]!, above)];
}

/** The row of `leaf` ∩ `box` nearest to x; null when they do not meet. */
function project(x: Float64Array, leaf: Box, box: Box): Float64Array | null {
  const projected = new Float64Array(x.length);
  for (let j = 0; j < x.length; j++) {
    const low = Math.max(leaf.low[j]!, box.low[j]!);
    const high = Math.min(leaf.high[j]!, box.high[j]!);
    if (low >= high) return null;
    projected[j] = x[j]! <= low ? nextUp(low) : Math.min(x[j]!, high);
  }
  return projected;
}
