import * as v from "valibot";
import type { Matrix } from "../math/matrix.js";
import { type Random, seededRandom } from "../math/random.js";
import { requireInteger, withDefaults } from "../options.js";
import type { Classifier, FittedClassifier } from "./classifier.js";
import { treeGrower } from "./grow-tree.js";
import { labelShares, logitOfShare, weightedRows } from "./leaf-shares.js";
import { readClassifier } from "./model-data.js";
import { rankedColumns } from "./ranked-columns.js";
import { requireWidth, trainingWeights } from "./training.js";
import { requireTreeLimits } from "./tree.js";
import { addLeafValues, fitsColumns, type TreeNodes, treeData, treeOf, treesEntries } from "./tree-nodes.js";

export interface ForestOptions {
  /** @default 100 */
  readonly trees?: number;
  /** Questions on the longest path of each tree; null sets no limit. @default null */
  readonly depth?: number | null;
  /** Least number of rows in a leaf; a row drawn twice counts once. @default 1 */
  readonly leaf?: number;
  /** Share of the columns looked at for each split; null takes the square root of their number. @default null */
  readonly features?: number | null;
  /** @default 0 */
  readonly seed?: number;
}

/** A random forest: the probability of a row is the mean over the trees of the share of class 1 in its leaf. */
export interface FittedForest extends FittedClassifier {
  /** Columns it was trained on. */
  readonly columns: number;
  readonly trees: readonly TreeNodes[];
}

const DEFAULTS: Required<ForestOptions> = { trees: 100, depth: null, leaf: 1, features: null, seed: 0 };

const schema = v.pipe(v.strictObject(treesEntries), fitsColumns());

/** Trees on rows drawn with replacement, each split among a few columns drawn for it. Breiman (2001). */
export function forest(given: ForestOptions = {}): Classifier<FittedForest> {
  const options = withDefaults("forest", DEFAULTS, given);
  requireInteger("trees", options.trees, 1);
  requireTreeLimits({ ...options, features: options.features ?? 1 });
  requireInteger("seed", options.seed, 0);
  return {
    name: "forest",
    fit(x, labels, given) {
      const weights = trainingWeights("forest", x, labels, given);
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
    },
  };
}

/** The fitted forest that `toJSON` wrote; MODEL_INVALID when the data cannot be one. */
export function reviveForest(data: unknown): FittedForest {
  const { columns, trees } = readClassifier(schema, data, "forest");
  return fittedForest(columns, trees.map(treeOf));
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

function fittedForest(columns: number, trees: readonly TreeNodes[]): FittedForest {
  const probabilities = (x: Matrix) => {
    requireWidth("forest", x, columns);
    const sums = new Float64Array(x.rows);
    for (const nodes of trees) addLeafValues(nodes, x, sums);
    return sums.map((sum) => sum / trees.length);
  };
  return {
    name: "forest",
    columns,
    trees,
    converged: true,
    iterations: trees.length,
    logits: (x) => probabilities(x).map(logitOfShare),
    probabilities,
    toJSON: () => ({ columns, trees: trees.map(treeData) }),
  };
}
