import { leafOf, type TreeData, type TreeNodes, treeOf } from "../classifiers/tree-nodes.js";
import { type FittedTree, reviveTree } from "../classifiers/trees.js";
import { type Box, splitBox } from "../math/box.js";
import { indices } from "../math/compare.js";
import { type Matrix, row, stackRows } from "../math/matrix.js";
import { nextDown, nextUp } from "../math/next-double.js";
import { type OptionsOf, settle, whole } from "../options.js";
import { surrogateMethod } from "./clouds.js";
import { boundedRows, surrogateOf } from "./score.js";
import type { Clouds, Surrogate, SurrogateMethod } from "./surrogate.js";

const table = {
  /** Boxes are not split further below this many splits. @default 12 */
  depth: whole(12, 1),
};

/**
 * Tree reconstruction from the given letters alone (Khouna et al. 2025, without asking anybody). A letter whose person
 * lies in the same box proposes to split the box between the two, in each column where they differ, at the letter's
 * value: an exact letter of a tree stops right behind a split of the tree. The proposal that leaves the purest parts
 * wins. A box without proposals is labelled by its observations: their share of accepted is its score, ≥ ½ accepts, and
 * 1 where only letters lie in it.
 */
export function tra(given: OptionsOf<typeof table> = {}): SurrogateMethod {
  const { depth } = settle("tra", table, given);
  return surrogateMethod({
    name: "tra",
    usesLetters: true,
    fit(clouds, kernels) {
      const { rejected, counterfactual, pairOf } = clouds;
      const known = pairOf.every((person) => person >= 0);
      const distances = known ? null : kernels.squaredDistances(counterfactual, rejected);
      // A letter whose person is not known is taken as written to the nearest rejected one.
      const people = distances ? pairOf.map((person, k) => (person < 0 ? nearestRow(distances, k) : person)) : pairOf;
      return traRule(reviveTree({ columns: rejected.columns, trees: [growTree(clouds, people, depth)] }));
    },
    revive: (data) => traRule(reviveTree(data)),
  });
}

/** The column with the least entry in row `i`, the first in a tie. */
function nearestRow(distances: Matrix, i: number): number {
  return row(distances, i).reduce((best, value, j, all) => (value < all[best]! ? j : best), 0);
}

/** Margin: log-odds of the share of accepted in a row's box, within ±37. */
function traRule(fitted: FittedTree): Surrogate {
  return surrogateOf({
    method: "tra",
    columns: fitted.columns,
    margins: (x) => fitted.logits(boundedRows(x)),
    toJSON: () => fitted.toJSON(),
  });
}

/** A box to be looked at: its leaf, and the rows and letters inside. */
interface OpenBox {
  readonly node: number;
  readonly depth: number;
  /** Rows of all clouds stacked. */
  readonly rows: readonly number[];
  /** Letters whose person and offer both lie in the box. */
  readonly letters: readonly number[];
}

/** The rows of all clouds stacked, letters last, and the row of each letter's person. */
interface StackedRows {
  readonly x: Matrix;
  readonly people: Int32Array;
  readonly firstLetter: number;
  readonly isAccepted: (i: number) => boolean;
}

function growTree({ rejected, accepted, counterfactual }: Clouds, people: Int32Array, depth: number): TreeData {
  const x = stackRows(rejected, accepted, counterfactual);
  const firstLetter = rejected.rows + accepted.rows;
  const isAccepted = (i: number) => i >= rejected.rows;
  const stacked = { x, people, firstLetter, isAccepted };
  const nodes = oneLeaf();
  const open: OpenBox[] = [
    { node: 0, depth: 0, rows: [...indices(x.rows)], letters: [...indices(counterfactual.rows)] },
  ];
  for (let box = open.pop(); box !== undefined; box = open.pop()) {
    const split = box.depth < depth ? purestSplit(stacked, box) : null;
    if (split === null) {
      const observed = box.rows.filter((i) => i < firstLetter);
      nodes.value[box.node] = observed.length > 0 ? observed.filter(isAccepted).length / observed.length : 1;
      continue;
    }
    const { feature, threshold } = split;
    const isLeft = (i: number) => x.values[i * x.columns + feature]! <= threshold;
    const children = splitLeaf(nodes, box.node, feature, threshold);
    for (const side of [false, true]) {
      open.push({
        node: side ? children.left : children.right,
        depth: box.depth + 1,
        rows: box.rows.filter((i) => isLeft(i) === side),
        letters: box.letters.filter((k) => isLeft(people[k]!) === side && isLeft(firstLetter + k) === side),
      });
    }
  }
  return nodes;
}

/** The proposal with the purest parts; of equal ones the lower column wins, then the lower threshold. */
function purestSplit(stacked: StackedRows, box: OpenBox) {
  const { x, people, firstLetter } = stacked;
  let best: { feature: number; threshold: number; impurity: number } | null = null;
  for (let feature = 0; feature < x.columns; feature++) {
    const thresholds = new Set<number>();
    for (const k of box.letters) {
      const from = x.values[people[k]! * x.columns + feature]!;
      const to = x.values[(firstLetter + k) * x.columns + feature]!;
      if (to !== from) thresholds.add(to > from ? nextDown(to) : to);
    }
    for (const threshold of [...thresholds].sort((a, b) => a - b)) {
      const impurity = splitImpurity(stacked, box.rows, feature, threshold);
      if (best === null || impurity < best.impurity) best = { feature, threshold, impurity };
    }
  }
  return best;
}

/** Rows left over in the wrong class, in the sense of Gini: Σ over both parts of zeros · ones / rows. */
function splitImpurity(
  { x, isAccepted }: StackedRows,
  rows: readonly number[],
  feature: number,
  threshold: number,
): number {
  let leftRows = 0;
  let leftOnes = 0;
  let ones = 0;
  for (const i of rows) {
    const one = isAccepted(i) ? 1 : 0;
    ones += one;
    if (x.values[i * x.columns + feature]! <= threshold) {
      leftRows++;
      leftOnes += one;
    }
  }
  const gini = (count: number, accepted: number) => (count === 0 ? 0 : (accepted * (count - accepted)) / count);
  return gini(leftRows, leftOnes) + gini(rows.length - leftRows, ones - leftOnes);
}

/** Somebody who answers questions about an accept/reject model whose boundary is made of axis-parallel pieces. */
export interface CounterfactualOracle {
  /** 0 or 1. */
  label(x: Float64Array): number;
  /** A nearest row of the other label inside the box; null when every row of the box has the label of `x`. */
  nearestCounterfactual(x: Float64Array, box: Box): Float64Array | null;
}

const onlineTable = {
  /** Stop, incomplete, after this many questions. @default 1000000 */
  maxQueries: whole(1_000_000, 1),
};

export interface TraReconstruction {
  readonly nodes: TreeNodes;
  /** 0 or 1 per row, for rows of the box that was searched. */
  decide(x: Matrix): Uint8Array;
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
export function traOnline(
  oracle: CounterfactualOracle,
  space: Box,
  given: OptionsOf<typeof onlineTable> = {},
): TraReconstruction {
  const { maxQueries } = settle("traOnline", onlineTable, given);
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

function oneLeaf(): TreeData {
  const nodes: TreeData = { feature: [], threshold: [], left: [], right: [], value: [] };
  addLeaf(nodes);
  return nodes;
}

/** Turns the leaf `node` into a split with two new leaves, and gives back their numbers. */
function splitLeaf(nodes: TreeData, node: number, feature: number, threshold: number) {
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
