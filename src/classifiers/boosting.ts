import * as v from "valibot";
import type { Matrix } from "../math/matrix.js";
import { type Random, sampleWithoutReplacement, seededRandom } from "../math/random.js";
import { log, sigmoid } from "../math/special.js";
import { requireInteger, requirePositive, requireWithin, withDefaults } from "../options.js";
import type { Classifier, FittedClassifier } from "./classifier.js";
import { type GrownTree, treeGrower } from "./grow-tree.js";
import { weightedRows } from "./leaf-shares.js";
import { finiteNumber, readClassifier } from "./model-data.js";
import { rankedColumns } from "./ranked-columns.js";
import { requireWidth, trainingWeights } from "./training.js";
import { requireTreeLimits } from "./tree.js";
import { addLeafValues, fitsColumns, type TreeNodes, treeData, treeOf, treesEntries } from "./tree-nodes.js";

export interface BoostingOptions {
  /** @default 100 */
  readonly trees?: number;
  /** Questions on the longest path of each tree. @default 3 */
  readonly depth?: number;
  /** Share of each tree's step that is taken. @default 0.1 */
  readonly rate?: number;
  /** Share of the rows each tree is grown on, drawn without replacement. @default 1 */
  readonly subsample?: number;
  /** Share of the columns tried at each split, drawn each time. @default 1 */
  readonly features?: number;
  /** Least number of rows in a leaf; rows of weight 0 do not count. @default 1 */
  readonly leaf?: number;
  /** @default 0 */
  readonly seed?: number;
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

const DEFAULTS: Required<BoostingOptions> = {
  trees: 100,
  depth: 3,
  rate: 0.1,
  subsample: 1,
  features: 1,
  leaf: 1,
  seed: 0,
};

const schema = v.pipe(v.strictObject({ start: finiteNumber, ...treesEntries }), fitsColumns());

/**
 * Gradient boosting of the binomial deviance: each tree is grown on the residuals label − probability, and each leaf
 * takes one Newton step, Σ w·r / Σ w·p·(1 − p), times the rate. Friedman (2001, 2002).
 */
export function boosting(given: BoostingOptions = {}): Classifier<FittedBoosting> {
  const options = withDefaults("boosting", DEFAULTS, given);
  requireInteger("trees", options.trees, 1);
  requireTreeLimits(options);
  requirePositive("rate", options.rate);
  requirePositive("subsample", options.subsample);
  requireWithin("subsample", options.subsample, 0, 1);
  requireInteger("seed", options.seed, 0);
  return {
    name: "boosting",
    fit(x, labels, given) {
      const weights = trainingWeights("boosting", x, labels, given);
      return fitBoosting(x, labels, weights, options);
    },
  };
}

/** The fitted boosting that `toJSON` wrote; MODEL_INVALID when the data cannot be one. */
export function reviveBoosting(data: unknown): FittedBoosting {
  const { columns, start, trees } = readClassifier(schema, data, "boosting");
  return fittedBoosting(columns, start, trees.map(treeOf));
}

function fitBoosting(
  x: Matrix,
  labels: ArrayLike<number>,
  weights: Float64Array,
  options: Required<BoostingOptions>,
): FittedBoosting {
  const rows = weightedRows(x, weights);
  const start = startingLogit(labels, weights);
  const logits = new Float64Array(x.rows).fill(start);
  const residuals = new Float64Array(x.rows);
  const curvatures = new Float64Array(x.rows);
  const random = seededRandom(options.seed, "boosting");
  const grow = treeGrower({ columns: rankedColumns(x), targets: residuals, weights }, options, random);
  const size = Math.max(1, Math.floor(options.subsample * rows.length));
  const trees: TreeNodes[] = [];
  while (trees.length < options.trees) {
    for (let i = 0; i < x.rows; i++) {
      const p = sigmoid(logits[i]!);
      residuals[i] = (labels[i] ? 1 : 0) - p;
      curvatures[i] = p * (1 - p);
    }
    const grown = grow(size < rows.length ? drawn(rows, size, random) : rows);
    setSteps(grown, { residuals, curvatures, weights }, options.rate);
    addLeafValues(grown.nodes, x, logits);
    trees.push(grown.nodes);
  }
  return fittedBoosting(x.columns, start, trees);
}

function startingLogit(labels: ArrayLike<number>, weights: Float64Array): number {
  const perClass = [0, 0];
  for (let i = 0; i < weights.length; i++) perClass[labels[i] ? 1 : 0]! += weights[i]!;
  return log(perClass[1]! / perClass[0]!);
}

function drawn(rows: Int32Array, size: number, random: Random): Int32Array {
  return sampleWithoutReplacement(rows.length, size, random)
    .map((k) => rows[k]!)
    .sort();
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

function fittedBoosting(columns: number, start: number, trees: readonly TreeNodes[]): FittedBoosting {
  const logits = (x: Matrix) => {
    requireWidth("boosting", x, columns);
    const sums = new Float64Array(x.rows).fill(start);
    for (const nodes of trees) addLeafValues(nodes, x, sums);
    return sums;
  };
  return {
    name: "boosting",
    columns,
    start,
    trees,
    converged: true,
    iterations: trees.length,
    logits,
    probabilities: (x) => logits(x).map(sigmoid),
    toJSON: () => ({ columns, start, trees: trees.map(treeData) }),
  };
}
