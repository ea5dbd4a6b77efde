import * as v from "valibot";
import type { Matrix } from "../math/matrix.js";
import { count, finiteNumber, invalidModel, readModelPart } from "./revive.js";

/** A tree of axis-parallel splits: x[feature] ≤ threshold goes left. Node 0 is the root; a leaf has feature −1. */
export interface SplitNodes {
  readonly feature: number[];
  readonly threshold: number[];
  readonly left: number[];
  readonly right: number[];
  /** What a leaf answers; 0 in the other nodes. */
  readonly value: number[];
}

const wholeNumbers = v.array(v.pipe(v.number(), v.safeInteger(), v.minValue(-1)));
const share = v.pipe(finiteNumber, v.minValue(0), v.maxValue(1));

/** What a tree of splits looks like in a model file, as a schema. */
export const splitNodesData = v.strictObject({
  columns: count,
  feature: wholeNumbers,
  threshold: v.array(finiteNumber),
  left: wholeNumbers,
  right: wholeNumbers,
  value: v.array(share),
});

/** A tree without nodes. */
export function noNodes(): SplitNodes {
  return { feature: [], threshold: [], left: [], right: [], value: [] };
}

/** Adds a leaf, and gives back its number. */
export function addLeaf(nodes: SplitNodes, value = 0): number {
  nodes.feature.push(-1);
  nodes.threshold.push(0);
  nodes.left.push(-1);
  nodes.right.push(-1);
  return nodes.value.push(value) - 1;
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

/** The value of the leaf each row falls into. */
export function leafValues(nodes: SplitNodes, x: Matrix): Float64Array {
  const values = new Float64Array(x.rows);
  for (let i = 0; i < x.rows; i++) {
    let node = 0;
    for (let j = nodes.feature[0]!; j >= 0; j = nodes.feature[node]!) {
      node = x.values[i * x.columns + j]! <= nodes.threshold[node]! ? nodes.left[node]! : nodes.right[node]!;
    }
    values[i] = nodes.value[node]!;
  }
  return values;
}

/** The tree that was written; MODEL_INVALID when the lists do not make one. */
export function reviveSplitNodes(data: unknown): { nodes: SplitNodes; columns: number } {
  const { columns, ...nodes } = readModelPart(splitNodesData, data, "surrogate");
  const size = nodes.feature.length;
  if (size === 0 || Object.values(nodes).some((list) => list.length !== size)) {
    throw invalidModel("surrogate", "the lists that make up its tree are empty or differ in length");
  }
  for (let node = 0; node < size; node++) {
    const children = [nodes.left[node]!, nodes.right[node]!];
    // Children come after their parent, so that no walk goes in circles.
    const sound =
      nodes.feature[node] === -1
        ? children.every((child) => child === -1)
        : nodes.feature[node]! < columns && children.every((child) => child > node && child < size);
    if (!sound) throw invalidModel("surrogate", `node ${node} of its tree does not fit the others`);
  }
  return { nodes, columns };
}
