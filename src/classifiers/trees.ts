import * as v from "valibot";
import type { Matrix } from "../math/matrix.js";
import { type Random, sampleWithoutReplacement, seededRandom } from "../math/random.js";
import { log, sigmoid } from "../math/special.js";
import { anySeed, type OptionsOf, or, positive, type Settled, settle, share, whole } from "../options.js";
import { type Classifier, classifier, type FittedClassifier, requireWidth } from "./classifier.js";
import { type GrownTree, treeGrower } from "./grow-tree.js";
import { finiteNumber, readClassifier } from "./model-data.js";
import { rankedColumns } from "./ranked-columns.js";
import {
  addLeafValues,
  fitsColumns,
  type TreeNodes,
  treeData,
  treeOf,
  treeSchema,
  treesEntries,
} from "./tree-nodes.js";

const treeTable = {
  /** Questions on the longest path; null sets no limit. @default null */
  depth: or(null, whole(1, 1)),
  /** Least number of rows in a leaf; rows of weight 0 do not count. @default 1 */
  leaf: whole(1, 1),
  /** Share of the columns tried at each split, drawn each time. @default 1 */
  features: share(1),
  /** Only read when `features` is below 1. @default 0 */
  seed: anySeed,
};
export type TreeOptions = OptionsOf<typeof treeTable>;

const forestTable = {
  /** @default 100 */
  trees: whole(100, 1),
  /** Questions on the longest path of each tree; null sets no limit. @default null */
  depth: or(null, whole(1, 1)),
  /** Least number of rows in a leaf; a row drawn twice counts once. @default 1 */
  leaf: whole(1, 1),
  /** Share of the columns looked at for each split; null takes the square root of their number. @default null */
  features: or(null, share(1)),
  /** @default 0 */
  seed: anySeed,
};
export type ForestOptions = OptionsOf<typeof forestTable>;

const boostingTable = {
  /** @default 100 */
  trees: whole(100, 1),
  /** Questions on the longest path of each tree. @default 3 */
  depth: whole(3, 1),
  /** Share of each tree's step that is taken. @default 0.1 */
  rate: positive(0.1),
  /** Share of the rows each tree is grown on, drawn without replacement. @default 1 */
  subsample: share(1),
  /** Share of the columns tried at each split, drawn each time. @default 1 */
  features: share(1),
  /** Least number of rows in a leaf; rows of weight 0 do not count. @default 1 */
  leaf: whole(1, 1),
  /** @default 0 */
  seed: anySeed,
};
export type BoostingOptions = OptionsOf<typeof boostingTable>;

/** A decision tree: the probability of a row is the share of class 1 in its leaf. */
export interface FittedTree extends FittedClassifier {
  /** Columns it was trained on. */
  readonly columns: number;
  /** `value` is the share of class 1 among the node's training rows. */
  readonly nodes: TreeNodes;
}

/** A random forest: the probability of a row is the mean over the trees of the share of class 1 in its leaf. */
export interface FittedForest extends FittedClassifier {
  /** Columns it was trained on. */
  readonly columns: number;
  readonly trees: readonly TreeNodes[];
}

/** Gradient boosting: log-odds = start + Σ over the trees of the value of the row's leaf. */
export interface FittedBoosting extends FittedClassifier {
  /** Columns it was trained on. */
  readonly columns: number;
  /** Log-odds of class 1 among all training rows. */
  readonly start: number;
  /** A leaf's `value` is its step times the rate. */
  readonly trees: readonly TreeNodes[];
}

const treeFile = v.pipe(v.strictObject({ ...treesEntries, trees: v.tuple([treeSchema]) }), fitsColumns());
const forestFile = v.pipe(v.strictObject(treesEntries), fitsColumns());
const boostingFile = v.pipe(v.strictObject({ start: finiteNumber, ...treesEntries }), fitsColumns());

/** CART: each split is the one that lowers the weighted Gini impurity the most. Breiman et al. (1984). */
export function tree(given: TreeOptions = {}): Classifier<FittedTree> {
  const options = settle("tree", treeTable, given);
  return classifier("tree", (x, labels, weights) => {
    const data = { columns: rankedColumns(x), targets: labelShares(labels), weights };
    const grow = treeGrower(data, options, seededRandom(options.seed, "tree"));
    return fittedTree(x.columns, grow(weightedRows(x, weights)).nodes);
  });
}

/** Trees on rows drawn with replacement, each split among a few columns drawn for it. Breiman (2001). */
export function forest(given: ForestOptions = {}): Classifier<FittedForest> {
  const options = settle("forest", forestTable, given);
  return classifier("forest", (x, labels, weights) => {
    const limits = { ...options, features: options.features ?? Math.floor(Math.sqrt(x.columns)) / x.columns };
    const random = seededRandom(options.seed, "forest");
    const drawnWeights = new Float64Array(x.rows);
    const data = { columns: rankedColumns(x), targets: labelShares(labels), weights: drawnWeights };
    const grow = treeGrower(data, limits, random);
    const rows = weightedRows(x, weights);
    const trees = Array.from({ length: options.trees }, () => {
      const drawn = drawRows(rows, weights, drawnWeights, random);
      return grow(drawn).nodes;
    });
    return fittedForest(x.columns, trees);
  });
}

/**
 * Gradient boosting of the binomial deviance: each tree is grown on the residuals label − probability, and each leaf
 * takes one Newton step, Σ w·r / Σ w·p·(1 − p), times the rate. Friedman (2001, 2002).
 */
export function boosting(given: BoostingOptions = {}): Classifier<FittedBoosting> {
  const options = settle("boosting", boostingTable, given);
  return classifier("boosting", (x, labels, weights) => {
    const random = seededRandom(options.seed, "boosting");
    return fitBoosting(x, labelShares(labels), weights, { ...options, random });
  });
}

/** The fitted tree that `toJSON` wrote; MODEL_INVALID when the data cannot be one. */
export function reviveTree(data: unknown): FittedTree {
  const { columns, trees } = readClassifier(treeFile, data, "tree");
  return fittedTree(columns, treeOf(trees[0]));
}

/** The fitted forest that `toJSON` wrote; MODEL_INVALID when the data cannot be one. */
export function reviveForest(data: unknown): FittedForest {
  const { columns, trees } = readClassifier(forestFile, data, "forest");
  return fittedForest(columns, trees.map(treeOf));
}

/** The fitted boosting that `toJSON` wrote; MODEL_INVALID when the data cannot be one. */
export function reviveBoosting(data: unknown): FittedBoosting {
  const { columns, start, trees } = readClassifier(boostingFile, data, "boosting");
  return fittedBoosting(columns, start, trees.map(treeOf));
}

function fitBoosting(
  x: Matrix,
  labels: Float64Array,
  weights: Float64Array,
  { random, ...options }: Settled<typeof boostingTable> & { readonly random: Random },
): FittedBoosting {
  const rows = weightedRows(x, weights);
  const perClass = [0, 0];
  for (let i = 0; i < weights.length; i++) perClass[labels[i]!]! += weights[i]!;
  const start = log(perClass[1]! / perClass[0]!);
  const logits = new Float64Array(x.rows).fill(start);
  const residuals = new Float64Array(x.rows);
  const curvatures = new Float64Array(x.rows);
  const grow = treeGrower({ columns: rankedColumns(x), targets: residuals, weights }, options, random);
  const size = Math.max(1, Math.floor(options.subsample * rows.length));
  const drawn = () => rowsAt(rows, sampleWithoutReplacement(rows.length, size, random));
  const trees: TreeNodes[] = [];
  while (trees.length < options.trees) {
    for (let i = 0; i < x.rows; i++) {
      const p = sigmoid(logits[i]!);
      residuals[i] = labels[i]! - p;
      curvatures[i] = p * (1 - p);
    }
    const grown = grow(size < rows.length ? drawn() : rows);
    setSteps(grown, { residuals, curvatures, weights }, options.rate);
    addLeafValues(grown.nodes, x, logits);
    trees.push(grown.nodes);
  }
  return fittedBoosting(x.columns, start, trees);
}

/** The rows at these different places, in their order. */
function rowsAt(rows: Int32Array, places: Int32Array): Int32Array {
  const isPicked = new Uint8Array(rows.length);
  for (let k = 0; k < places.length; k++) isPicked[places[k]!] = 1;
  const picked = new Int32Array(places.length);
  let count = 0;
  for (let k = 0; k < rows.length; k++) if (isPicked[k] === 1) picked[count++] = rows[k]!;
  return picked;
}

/** Replaces each leaf's mean residual by its Newton step times the rate; 0 where there is no curvature. */
function setSteps(
  { nodes, order, starts, leaves }: GrownTree,
  { residuals, curvatures, weights }: Record<"residuals" | "curvatures" | "weights", Float64Array>,
  rate: number,
): void {
  leaves.forEach((leaf, k) => {
    let slope = 0;
    let curvature = 0;
    for (let at = starts[k]!; at < starts[k + 1]!; at++) {
      const i = order[at]!;
      slope += weights[i]! * residuals[i]!;
      curvature += weights[i]! * curvatures[i]!;
    }
    nodes.value[leaf] = curvature > 1e-150 ? (rate * slope) / curvature : 0;
  });
}

/** Draws as many rows as there are, with replacement: each drawn row counts its weight times how often it was drawn. */
function drawRows(rows: Int32Array, weights: Float64Array, drawn: Float64Array, random: Random): Int32Array {
  drawn.fill(0);
  for (let k = 0; k < rows.length; k++) {
    const i = rows[random.integer(rows.length)]!;
    drawn[i]! += weights[i]!;
  }
  return rows.filter((i) => drawn[i]! > 0);
}

function labelShares(labels: ArrayLike<number>): Float64Array {
  return Float64Array.from({ length: labels.length }, (_, i) => (labels[i] ? 1 : 0));
}

function weightedRows(x: Matrix, weights: Float64Array): Int32Array {
  return Int32Array.from({ length: x.rows }, (_, i) => i).filter((i) => weights[i]! > 0);
}

/** Log-odds are kept within ±this, where the probability is 0 or 1 to the last bit of a double. */
const LARGEST_LOGIT = 37;

/** log(p / (1 − p)), kept finite for shares of exactly 0 and 1; ≥ 0 exactly where p ≥ ½. */
export function logitOfShare(share: number): number {
  if (share <= 0) return -LARGEST_LOGIT;
  if (share >= 1) return LARGEST_LOGIT;
  return Math.max(-LARGEST_LOGIT, Math.min(LARGEST_LOGIT, log(share / (1 - share))));
}

function fittedTree(columns: number, nodes: TreeNodes): FittedTree {
  return { ...averaged("tree", columns, [nodes]), nodes };
}

function fittedForest(columns: number, trees: readonly TreeNodes[]): FittedForest {
  return { ...averaged("forest", columns, trees), trees };
}

function fittedBoosting(columns: number, start: number, trees: readonly TreeNodes[]): FittedBoosting {
  const { sums, ...summed } = summedTrees("boosting", columns, trees, start);
  return {
    ...summed,
    start,
    trees,
    logits: sums,
    probabilities: (x) => sums(x).map(sigmoid),
    toJSON: () => ({ columns, start, trees: trees.map(treeData) }),
  };
}

/** Trees whose leaves hold shares of class 1; a row's probability is their mean. */
function averaged(name: string, columns: number, trees: readonly TreeNodes[]) {
  const { sums, ...summed } = summedTrees(name, columns, trees, 0);
  const probabilities = (x: Matrix) => sums(x).map((sum) => sum / trees.length);
  return {
    ...summed,
    probabilities,
    logits: (x: Matrix) => probabilities(x).map(logitOfShare),
    toJSON: () => ({ columns, trees: trees.map(treeData) }),
  };
}

function summedTrees(name: string, columns: number, trees: readonly TreeNodes[], start: number) {
  const sums = (x: Matrix) => {
    requireWidth(name, x, columns);
    const sum = new Float64Array(x.rows).fill(start);
    for (const nodes of trees) addLeafValues(nodes, x, sum);
    return sum;
  };
  return { name, columns, converged: true, iterations: trees.length, sums };
}
