import type { TreeData } from "../classifiers/tree-nodes.js";

/** A tree of one leaf, node 0. */
export function oneLeaf(): TreeData {
  const nodes: TreeData = { feature: [], threshold: [], left: [], right: [], value: [] };
  addLeaf(nodes);
  return nodes;
}

/** Turns the leaf `node` into a split with two new leaves, and gives back their numbers. */
export function splitLeaf(
  nodes: TreeData,
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

function addLeaf(nodes: TreeData): number {
  nodes.feature.push(-1);
  nodes.threshold.push(0);
  nodes.left.push(-1);
  nodes.right.push(-1);
  return nodes.value.push(0) - 1;
}
