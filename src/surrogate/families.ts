import * as v from "valibot";
import type { FittedClassifier } from "../classifiers/classifier.js";
import { forest, reviveForest } from "../classifiers/forest.js";
import { logistic, logisticRule } from "../classifiers/logistic.js";
import { reviveMlp } from "../classifiers/mlp.js";
import { count, finiteNumber, trainingEntries } from "../classifiers/model-data.js";
import { netSchema } from "../classifiers/net.js";
import { reviveTree, tree } from "../classifiers/tree.js";
import { treesEntries } from "../classifiers/tree-nodes.js";
import { requireInteger, requirePositive, requireWithin, withDefaults } from "../options.js";
import { finiteNumbers, invalidModel, readModelPart } from "./revive.js";
import { resolveSmallNet, type SmallNetOptions, smallNet } from "./small-net.js";
import { type TrainedFamily, trainedData } from "./trained.js";

export interface LinearOptions {
  /** λ of the penalty ½·λ·‖w‖² on the summed loss, numbers at deviation 1: 1/C of scikit-learn. @default 1 */
  readonly strength?: number;
}

export interface SmallTreeOptions {
  /** Questions on the longest path. @default 6 */
  readonly depth?: number;
  /** Least share of the training rows in a leaf, rounded up to whole rows: 6 of 300, 4 of 200. @default 0.02 */
  readonly leafShare?: number;
}

export interface SmallForestOptions {
  /** @default 100 */
  readonly trees?: number;
  /** Seed of the drawn rows and columns. @default 0 */
  readonly seed?: number;
}

const linearData = v.strictObject({
  coefficients: finiteNumbers(),
  intercept: finiteNumber,
  converged: v.boolean(),
  iterations: count,
});

/** Surrogates around logistic regression, a net, and one or many trees, as schemas. */
export const trainedLinearData = trainedData(linearData);
export const trainedNetData = trainedData(v.strictObject({ net: netSchema, ...trainingEntries }));
export const trainedTreesData = trainedData(v.strictObject(treesEntries));

/** Logistic regression. */
export function linearFamily(method: string, given: LinearOptions): TrainedFamily {
  const options = withDefaults<Required<LinearOptions>>(method, { strength: 1 }, given);
  requirePositive("strength", options.strength);
  return {
    standardise: true,
    drawsRows: false,
    classifier: () => logistic(options),
    revive(data, columns) {
      const { coefficients, intercept, ...training } = readModelPart(linearData, data, "surrogate.classifier");
      requireInputs(coefficients.length, columns);
      return logisticRule(Float64Array.from(coefficients), intercept, training);
    },
  };
}

/** A ReLU net of 20 and 10 units. */
export function netFamily(method: string, given: SmallNetOptions): TrainedFamily {
  const options = resolveSmallNet(method, given);
  return {
    standardise: true,
    drawsRows: false,
    classifier: (_, kernels) => smallNet([20, 10], options, kernels),
    revive: reviveNet,
  };
}

/** CART with a leaf that grows with the rows, so that repeating every row changes nothing. */
export function treeFamily(method: string, given: SmallTreeOptions): TrainedFamily {
  const { depth, leafShare } = withDefaults<Required<SmallTreeOptions>>(method, { depth: 6, leafShare: 0.02 }, given);
  requireInteger("depth", depth, 1);
  requireWithin("leafShare", leafShare, 0, 0.5);
  return {
    standardise: false,
    drawsRows: false,
    classifier: (rows) => tree({ depth, leaf: Math.max(1, Math.ceil(leafShare * rows)) }),
    revive(data, columns) {
      const fitted = reviveTree(data);
      requireInputs(fitted.columns, columns);
      return fitted;
    },
  };
}

/** A random forest of unpruned trees. */
export function forestFamily(method: string, given: SmallForestOptions): TrainedFamily {
  const defaults: Required<SmallForestOptions> = { trees: 100, seed: 0 };
  const { trees, seed } = withDefaults(method, defaults, given);
  requireInteger("trees", trees, 1);
  requireInteger("seed", seed, 0);
  return {
    standardise: false,
    drawsRows: true,
    classifier: () => forest({ trees, seed }),
    revive(data, columns) {
      const fitted = reviveForest(data);
      requireInputs(fitted.columns, columns);
      return fitted;
    },
  };
}

/** A fitted net, for rows of `columns` columns. */
export function reviveNet(data: unknown, columns: number): FittedClassifier {
  const fitted = reviveMlp(data);
  requireInputs(fitted.net.inputs, columns);
  return fitted;
}

function requireInputs(inputs: number, columns: number): void {
  if (inputs !== columns) {
    throw invalidModel("surrogate.classifier", `it takes ${inputs} columns, but its scaler keeps ${columns}`);
  }
}
