/** A tree that grows by splitting its leaves, as lists: x[feature] ≤ threshold goes left; a leaf has feature −1. */
export interface SplitNodes {
  readonly feature: number[];
  readonly threshold: number[];
  readonly left: number[];
  readonly right: number[];
  /** What a leaf answers; 0 in the other nodes. */
  readonly value: number[];
}

/** A tree of one leaf, node 0. */
export function oneLeaf(): SplitNodes {
  const nodes: SplitNodes = { feature: [], threshold: [], left: [], right: [], value: [] };
  addLeaf(nodes);
  return nodes;
}

/** Turns the leaf `node` into a split with two new leaves, and gives back their numbers. */
export function splitLeaf(
  nodes: SplitNodes,
  node: number,
  feature: number,
  threshold: number,
): { left: number; right: number } {
  const left = addLeaf(nodes);
  const right = addLeaf(nodes);
  nodes.feature[node] = feature;
  nodes.threshold[node] = threshold;
  nodes.left[node] = left;
  nodes.right[node] = right;
  nodes.value[node] = 0;
  return { left, right };
}

function addLeaf(nodes: SplitNodes): number {
  nodes.feature.push(-1);
  nodes.threshold.push(0);
  nodes.left.push(-1);
  nodes.right.push(-1);
  return nodes.value.push(0) - 1;
}
