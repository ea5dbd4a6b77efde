import * as v from "valibot";
import { seededRandom } from "../math/random.js";
import { requireInteger, requirePositive, requireWithin, withDefaults } from "../options.js";
import type { Classifier, FittedClassifier } from "./classifier.js";
import { treeGrower } from "./grow-tree.js";
import { labelShares, logitOfShare, weightedRows } from "./leaf-shares.js";
import { readClassifier } from "./model-data.js";
import { rankedColumns } from "./ranked-columns.js";
import { requireWidth, trainingWeights } from "./training.js";
import {
  addLeafValues,
  fitsColumns,
  type TreeNodes,
  treeData,
  treeOf,
  treeSchema,
  treesEntries,
} from "./tree-nodes.js";

export interface TreeOptions {
  /** Questions on the longest path; null sets no limit. @default null */
  readonly depth?: number | null;
  /** Least number of rows in a leaf; rows of weight 0 do not count. @default 1 */
  readonly leaf?: number;
  /** Share of the columns tried at each split, drawn each time. @default 1 */
  readonly features?: number;
  /** Only read when `features` is below 1. @default 0 */
  readonly seed?: number;
}

/** A decision tree: the probability of a row is the share of class 1 in its leaf. */
export interface FittedTree extends FittedClassifier {
  /** Columns it was trained on. */
  readonly columns: number;
  /** `value` is the share of class 1 among the node's training rows. */
  readonly nodes: TreeNodes;
}

const DEFAULTS: Required<TreeOptions> = { depth: null, leaf: 1, features: 1, seed: 0 };

const schema = v.pipe(v.strictObject({ ...treesEntries, trees: v.tuple([treeSchema]) }), fitsColumns());

/** CART: each split is the one that lowers the weighted Gini impurity the most. Breiman et al. (1984). */
export function tree(given: TreeOptions = {}): Classifier<FittedTree> {
  const options = withDefaults("tree", DEFAULTS, given);
  requireTreeLimits(options);
  requireInteger("seed", options.seed, 0);
  return {
    name: "tree",
    fit(x, labels, given) {
      const weights = trainingWeights("tree", x, labels, given);
      const random = seededRandom(options.seed, "tree");
      const grow = treeGrower({ columns: rankedColumns(x), targets: labelShares(labels), weights }, options, random);
      return fittedTree(x.columns, grow(weightedRows(x, weights)).nodes);
    },
  };
}

/** Refuses limits that no tree can have. */
export function requireTreeLimits(options: { depth: number | null; leaf: number; features: number }): void {
  if (options.depth !== null) requireInteger("depth", options.depth, 1);
  requireInteger("leaf", options.leaf, 1);
  requirePositive("features", options.features);
  requireWithin("features", options.features, 0, 1);
}

/** The fitted tree that `toJSON` wrote; MODEL_INVALID when the data cannot be one. */
export function reviveTree(data: unknown): FittedTree {
  const { columns, trees } = readClassifier(schema, data, "tree");
  return fittedTree(columns, treeOf(trees[0]));
}

function fittedTree(columns: number, nodes: TreeNodes): FittedTree {
  const probabilities: FittedTree["probabilities"] = (x) => {
    requireWidth("tree", x, columns);
    const shares = new Float64Array(x.rows);
    addLeafValues(nodes, x, shares);
    return shares;
  };
  return {
    name: "tree",
    columns,
    nodes,
    converged: true,
    iterations: 1,
    logits: (x) => probabilities(x).map(logitOfShare),
    probabilities,
    toJSON: () => ({ columns, trees: [treeData(nodes)] }),
  };
}
