import * as v from "valibot";
import type { Matrix } from "../math/matrix.js";
import { count, finiteNumbers } from "./model-data.js";

/** A binary tree as flat arrays, the root first and every child after its parent. */
export interface TreeNodes {
  /** Column a node asks about; −1 for a leaf. */
  readonly feature: Int32Array;
  /** x[feature] ≤ threshold goes left. 0 for a leaf. */
  readonly threshold: Float64Array;
  /** Children; −1 for a leaf. */
  readonly left: Int32Array;
  readonly right: Int32Array;
  /** What the rows of the node average to (and, for boosting, the step of a leaf). */
  readonly value: Float64Array;
}

const index = v.pipe(v.number(), v.safeInteger(), v.minValue(-1));

/** What `TreeNodes` are as plain data: lists of one length that form one tree. */
export const treeSchema = v.pipe(
  v.strictObject({
    feature: v.pipe(v.array(index), v.minLength(1)),
    threshold: finiteNumbers(),
    left: v.array(index),
    right: v.array(index),
    value: finiteNumbers(),
  }),
  v.check(isTree, "the nodes do not form one tree"),
);

export type TreeData = v.InferOutput<typeof treeSchema>;

/** A forest of such trees over some columns, as plain data. */
export const treesEntries = { columns: count, trees: v.pipe(v.array(treeSchema), v.minLength(1)) };

export function fitsColumns<Data extends v.InferOutput<v.StrictObjectSchema<typeof treesEntries, undefined>>>() {
  return v.check<Data, string>(
    ({ columns, trees }) => trees.every((tree) => tree.feature.every((feature) => feature < columns)),
    "a tree asks about a column beyond the last",
  );
}

export function treeOf(data: TreeData): TreeNodes {
  return {
    feature: Int32Array.from(data.feature),
    threshold: Float64Array.from(data.threshold),
    left: Int32Array.from(data.left),
    right: Int32Array.from(data.right),
    value: Float64Array.from(data.value),
  };
}

export function treeData(nodes: TreeNodes): TreeData {
  return {
    feature: Array.from(nodes.feature),
    threshold: Array.from(nodes.threshold),
    left: Array.from(nodes.left),
    right: Array.from(nodes.right),
    value: Array.from(nodes.value),
  };
}

export function leafOf(nodes: TreeNodes, x: Matrix, i: number): number {
  const at = i * x.columns;
  let node = 0;
  for (let feature = nodes.feature[0]!; feature >= 0; feature = nodes.feature[node]!) {
    node = x.values[at + feature]! <= nodes.threshold[node]! ? nodes.left[node]! : nodes.right[node]!;
  }
  return node;
}

export function addLeafValues({ feature, threshold, left, right, value }: TreeNodes, x: Matrix, sums: Float64Array) {
  const { rows, columns, values } = x;
  for (let i = 0, at = 0; i < rows; i++, at += columns) {
    let node = 0;
    for (let asked = feature[0]!; asked >= 0; asked = feature[node]!) {
      node = values[at + asked]! <= threshold[node]! ? left[node]! : right[node]!;
    }
    sums[i]! += value[node]!;
  }
}

/** Every node but the root is the child of exactly one earlier node; leaves have no children, other nodes two. */
function isTree(tree: Record<"feature" | "threshold" | "left" | "right" | "value", number[]>): boolean {
  const nodes = tree.feature.length;
  const lists = [tree.threshold, tree.left, tree.right, tree.value];
  if (lists.some((list) => list.length !== nodes)) return false;
  const parents = new Uint8Array(nodes);
  for (let node = 0; node < nodes; node++) {
    for (const child of [tree.left[node]!, tree.right[node]!]) {
      if (tree.feature[node] === -1) {
        if (child !== -1) return false;
      } else {
        if (child <= node || child >= nodes) return false;
        parents[child]!++;
      }
    }
  }
  return parents.every((times, node) => times === (node === 0 ? 0 : 1));
}
