import type { TreeData } from "../classifiers/tree-nodes.js";
import { type FittedTree, reviveTree } from "../classifiers/trees.js";
import { indices } from "../math/compare.js";
import { type Matrix, row, stackRows } from "../math/matrix.js";
import { nextDown } from "../math/next-double.js";
import { type OptionsOf, settle, whole } from "../options.js";
import { surrogateMethod } from "./clouds.js";
import { boundedRows, surrogateOf } from "./score.js";
import { oneLeaf, splitLeaf } from "./split-nodes.js";
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

interface Split {
  readonly feature: number;
  readonly threshold: number;
  /** Rows left over in the wrong class, in the sense of Gini; less is purer. */
  readonly impurity: number;
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
function purestSplit(stacked: StackedRows, box: OpenBox): Split | null {
  const { x, people, firstLetter } = stacked;
  let best: Split | null = null;
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

/** Σ over both parts of zeros · ones / rows. */
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
