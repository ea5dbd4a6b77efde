import * as v from "valibot";
import type { Classifier, FittedClassifier } from "../classifiers/classifier.js";
import { initialParameters, layersOf } from "../classifiers/layers.js";
import { logistic, logisticData, logisticOf } from "../classifiers/logistic.js";
import { invalidModel, readModelPart } from "../classifiers/model-data.js";
import { mlpSchema, type Net, netData, reviveMlp } from "../classifiers/net.js";
import { treesEntries } from "../classifiers/tree-nodes.js";
import { forest, reviveForest, reviveTree, tree } from "../classifiers/trees.js";
import { type Kernels, type NetProblem, rowLoss } from "../kernels/kernels.js";
import { compareRows, selectRows } from "../math/matrix.js";
import { type Random, seededRandom } from "../math/random.js";
import { anySeed, nonNegative, type OptionsOf, positive, type Settled, settle, whole, within } from "../options.js";
import {
  type CanonicalClouds,
  type LabelledRows,
  labelledRows,
  requireSecondLetters,
  surrogateMethod,
} from "./clouds.js";
import {
  type ColumnScaler,
  columnScalerData,
  fitColumnScaler,
  reviveColumnScaler,
  scaleColumns,
} from "./column-scaler.js";
import { surrogateOf } from "./score.js";
import type { Clouds, Surrogate, SurrogateMethod } from "./surrogate.js";

/** A kind of classifier as a surrogate uses it. */
interface Family<Table extends object> {
  readonly options: Table;
  /** Whether numbers are brought to mean 0 and deviation 1 first; trees do not care. */
  readonly standardise: boolean;
  /** Whether it draws rows; it then gets equal rows once, weighted, so that repeating every row changes nothing. */
  readonly drawsRows: boolean;
  classifier(options: Settled<Table>, rows: number, kernels: Kernels): Classifier;
  /** The fitted classifier `toJSON` wrote, and how many columns it takes. */
  revive(data: unknown): readonly [FittedClassifier, number];
}

const linear = {
  options: {
    /** λ of the penalty ½·λ·‖w‖² on the summed loss, numbers at deviation 1: 1/C of scikit-learn. @default 1 */
    strength: positive(1),
  },
  standardise: true,
  drawsRows: false,
  classifier: logistic,
  revive(data: unknown) {
    const fitted = logisticOf(readModelPart(logisticData, data, "surrogate.classifier"));
    return [fitted, fitted.coefficients.length] as const;
  },
};

/** All rows are used in every step, without dropout, so that neither order nor repetition of rows matters. */
const netOptions = {
  /** Adam steps. @default 200 */
  epochs: whole(200, 1),
  /** Adam's step size. @default 0.01 */
  learningRate: positive(0.01),
  /** L2 penalty as torch.optim.Adam takes it. @default 0.001 */
  weightDecay: nonNegative(1e-3),
  /** Seed of the first weights. @default 0 */
  seed: anySeed,
};

/** A ReLU net trained in the kernels; labels may be any of `rowLoss`. */
function netOf(...hidden: readonly number[]): Family<typeof netOptions> {
  return {
    options: netOptions,
    standardise: true,
    drawsRows: false,
    classifier: ({ epochs: steps, learningRate, weightDecay: decay, seed }, _, kernels) => ({
      name: "mlp",
      fit(x, labels) {
        const weights = new Float64Array(x.rows).fill(1 / x.rows);
        const rows = { x, kinds: Uint8Array.from(labels), weights, steps, learningRate, decay };
        const net = trainKernelNet(kernels, rows, hidden, seededRandom(seed, "net start"));
        return reviveMlp({ net: netData(net), converged: true, iterations: steps });
      },
    }),
    revive(data) {
      const fitted = reviveMlp(data);
      return [fitted, fitted.net.inputs];
    },
  };
}

/** A net of these hidden layers, trained in the kernels from a random start. */
export function trainKernelNet(
  kernels: Kernels,
  rows: Omit<NetProblem, "sizes" | "initial">,
  hidden: readonly number[],
  random: Random,
): Net {
  const inputs = rows.x.columns;
  const sizes = [...hidden, 1];
  const initial = initialParameters(layersOf([inputs, ...sizes]), random);
  return { inputs, hidden, parameters: kernels.trainNet({ ...rows, sizes, initial }).parameters };
}

/** CART with a leaf that grows with the rows, so that repeating every row changes nothing. */
const oneTree = {
  options: {
    /** Questions on the longest path. @default 6 */
    depth: whole(6, 1),
    /** Least share of the training rows in a leaf, rounded up to whole rows: 6 of 300, 4 of 200. @default 0.02 */
    leafShare: within(0.02, 0, 0.5),
  },
  standardise: false,
  drawsRows: false,
  classifier: ({ depth, leafShare }: { readonly depth: number; readonly leafShare: number }, rows: number) =>
    tree({ depth, leaf: Math.max(1, Math.ceil(leafShare * rows)) }),
  revive(data: unknown) {
    const fitted = reviveTree(data);
    return [fitted, fitted.columns] as const;
  },
};

const manyTrees = {
  options: {
    /** @default 100 */
    trees: whole(100, 1),
    /** Seed of the drawn rows and columns. @default 0 */
    seed: anySeed,
  },
  standardise: false,
  drawsRows: true,
  classifier: forest,
  revive(data: unknown) {
    const fitted = reviveForest(data);
    return [fitted, fitted.columns] as const;
  },
};

interface Training {
  readonly usesLetters: boolean;
  /** What remains to train on without letters. */
  readonly silent?: Training;
  readonly requires?: (method: string, clouds: Clouds) => void;
  rows(clouds: CanonicalClouds): LabelledRows;
}

const observed: Training = {
  usesLetters: false,
  rows: ({ rejected, accepted }) => labelledRows([rejected, 0], [accepted, 1]),
};

/** The observations, and each counterfactual as a row of this kind. */
function withLetters(kind: number): Training {
  return {
    usesLetters: true,
    silent: observed,
    rows: ({ rejected, accepted, counterfactual }) =>
      labelledRows([rejected, 0], [accepted, 1], [counterfactual, kind]),
  };
}

const letters = withLetters(1);

const twoSided: Training = {
  usesLetters: true,
  requires: requireSecondLetters,
  rows: (clouds) => labelledRows([requireSecondLetters("dualcf", clouds).rows, 0], [clouds.counterfactual, 1]),
};

const smallNet = netOf(20, 10);

export const noCfLr = trained("no-cf-lr", observed, linear);

export const noCfMlp = trained("no-cf-mlp", observed, smallNet);

export const noCfDt = trained("no-cf-dt", observed, oneTree);

export const noCfRf = trained("no-cf-rf", observed, manyTrees);

/** Counterfactuals as accepted rows (SAMPLES, Aïvodji et al. 2020), learnt by logistic regression. */
export const samplesLr = trained("samples-lr", letters, linear);

/** Counterfactuals as accepted rows, learnt by a ReLU net of 20 and 10 units. */
export const samplesMlp = trained("samples-mlp", letters, smallNet);

/** Counterfactuals as accepted rows, learnt by a decision tree. */
export const samplesDt = trained("samples-dt", letters, oneTree);

/**
 * The counterfactual clamping of Dissanayake & Dutta (2024): a ReLU net of 20, 10 and 5 units with cross-entropy on the
 * observations, and on a counterfactual max(0, softplus(−f) − ln 2), which is 0 once its probability reaches ½. So a
 * letter tells on which side of the boundary it lies, not how far away.
 */
export const cca = trained("cca", withLetters(rowLoss.atLeastHalf), netOf(20, 10, 5));

/**
 * Two-sided letters (DualCF, Wang et al. 2022): a ReLU net of 20 and 10 units trained on counterfactuals as 1 and on
 * their own counterfactuals as 0, two clouds that straddle the boundary. The observations are not trained on. Real
 * evidence has no letters of letters; NO_SECOND_LETTERS then says what to use instead.
 */
export const dualcf = trained("dualcf", twoSided, smallNet);

/** Surrogates around logistic regression, a net, and one or many trees, as schemas. */
export const trainedLinearData = v.strictObject({ scaler: columnScalerData, classifier: logisticData });
export const trainedNetData = v.strictObject({ scaler: columnScalerData, classifier: mlpSchema });
export const trainedTreesData = v.strictObject({ scaler: columnScalerData, classifier: v.strictObject(treesEntries) });

const trainedHead = v.strictObject({ scaler: v.unknown(), classifier: v.unknown() });

/** A classifier as a surrogate. Columns that do not vary in the training rows are left out. */
function trained<Table extends object>(name: string, { rows, silent, ...needs }: Training, family: Family<Table>) {
  return (given: OptionsOf<Table> = {}): SurrogateMethod => {
    const options = settle(name, family.options, given);
    return surrogateMethod({
      name,
      ...needs,
      ...(silent && { withoutLetters: () => trained(name, silent, family)(given) }),
      fit(clouds, kernels) {
        const all = rows(clouds);
        const scaler = fitColumnScaler(all.x, (k) => family.standardise && (clouds.numeric?.[k] ?? 1) === 1);
        const { x, labels, weights } = family.drawsRows ? countEqualRows(all) : { ...all, weights: undefined };
        const classifier = family.classifier(options, x.rows, kernels);
        return trainedRule(name, scaler, classifier.fit(scaleColumns(scaler, x), labels, weights));
      },
      revive(data) {
        const head = readModelPart(trainedHead, data, "surrogate");
        const scaler = reviveColumnScaler(head.scaler);
        const [fitted, inputs] = family.revive(head.classifier);
        if (inputs === scaler.kept.length) return trainedRule(name, scaler, fitted);
        const reason = `it takes ${inputs} columns, but its scaler keeps ${scaler.kept.length}`;
        throw invalidModel("surrogate.classifier", reason);
      },
    });
  };
}

/** One row in place of each run of equal rows with one label, weighing as much as they. */
function countEqualRows({ x, labels }: LabelledRows): LabelledRows & { readonly weights: Float64Array } {
  const kept: number[] = [];
  const counts: number[] = [];
  for (let i = 0; i < x.rows; i++) {
    const last = kept.at(-1);
    if (last !== undefined && labels[last] === labels[i] && compareRows(x, last, x, i) === 0) {
      counts[counts.length - 1]! += 1;
    } else {
      kept.push(i);
      counts.push(1);
    }
  }
  return {
    x: selectRows(x, kept),
    labels: Uint8Array.from(kept, (i) => labels[i]!),
    weights: Float64Array.from(counts),
  };
}

function trainedRule(method: string, scaler: ColumnScaler, fitted: FittedClassifier): Surrogate {
  return surrogateOf({
    method,
    columns: scaler.columns,
    margins: (x) => fitted.logits(scaleColumns(scaler, x)),
    toJSON: () => ({ classifier: fitted.toJSON(), scaler }),
  });
}
