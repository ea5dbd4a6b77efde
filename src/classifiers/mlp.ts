import * as v from "valibot";
import { sigmoid } from "../math/special.js";
import { requireInteger, requireNonNegative, requirePositive, requireWithin, withDefaults } from "../options.js";
import type { Classifier, DifferentiableClassifier } from "./classifier.js";
import { readClassifier, trainingEntries } from "./model-data.js";
import { type Net, netData, netGradients, netLogits, netOf, netSchema, trainNet } from "./net.js";
import { requireWidth, total, trainingWeights } from "./training.js";

export interface MlpOptions {
  /** Units of each hidden layer, from the inputs on. @default [20, 10] */
  readonly hidden?: readonly number[];
  /** Share of hidden units switched off in each pass of a row. @default 0 */
  readonly dropout?: number;
  /** Adam's step. @default 1e-3 */
  readonly learningRate?: number;
  /** L2 penalty on all parameters as torch.optim.Adam takes it: added to the gradient times them. @default 1e-4 */
  readonly weightDecay?: number;
  /** Passes over the rows; with the full batch, one step each. @default 100 */
  readonly epochs?: number;
  /** Rows per step; null takes all rows in every step. @default 128 */
  readonly batchSize?: number | null;
  /** Share of the rows kept aside to choose the epoch by; 0 trains on all rows for all epochs. @default 0 */
  readonly validation?: number;
  /** Stop after this many epochs without a better validation loss. @default 10 */
  readonly patience?: number;
  /** @default 0 */
  readonly seed?: number;
}

/** A net of rectified units whose output is the log-odds. */
export interface FittedMlp extends DifferentiableClassifier {
  readonly net: Net;
}

const DEFAULTS: Required<MlpOptions> = {
  hidden: [20, 10],
  dropout: 0,
  learningRate: 1e-3,
  weightDecay: 1e-4,
  epochs: 100,
  batchSize: 128,
  validation: 0,
  patience: 10,
  seed: 0,
};

const mlpSchema = v.strictObject({ net: netSchema, ...trainingEntries });

/** A multilayer perceptron trained on the weighted mean cross-entropy by Adam. */
export function mlp(given: MlpOptions = {}): Classifier<FittedMlp> {
  const options = withDefaults("mlp", DEFAULTS, given);
  for (const units of options.hidden) requireInteger("hidden", units, 1);
  requireWithin("dropout", options.dropout, 0, 0.99);
  requirePositive("learningRate", options.learningRate);
  requireNonNegative("weightDecay", options.weightDecay);
  requireInteger("epochs", options.epochs, 1);
  if (options.batchSize !== null) requireInteger("batchSize", options.batchSize, 1);
  requireWithin("validation", options.validation, 0, 0.9);
  requireInteger("patience", options.patience, 1);
  requireInteger("seed", options.seed, 0);
  return {
    name: "mlp",
    fit(x, labels, given) {
      const weights = trainingWeights("mlp", x, labels, given);
      const mean = total(weights) / x.rows;
      const losses = Uint8Array.from({ length: x.rows }, (_, i) => (labels[i] ? 1 : 0));
      const trained = trainNet({ x, losses, weights: weights.map((weight) => weight / mean) }, options);
      return fittedMlp(trained.net, { converged: trained.converged, iterations: trained.epochs });
    },
  };
}

/** The fitted net that `toJSON` wrote; MODEL_INVALID when the data cannot be one. */
export function reviveMlp(data: unknown): FittedMlp {
  const { net, converged, iterations } = readClassifier(mlpSchema, data, "mlp");
  return fittedMlp(netOf(net), { converged, iterations });
}

function fittedMlp(net: Net, training: { readonly converged: boolean; readonly iterations: number }): FittedMlp {
  const logits: FittedMlp["logits"] = (x) => {
    requireWidth("mlp", x, net.inputs);
    return netLogits(net, x);
  };
  return {
    name: "mlp",
    net,
    ...training,
    logits,
    probabilities: (x) => logits(x).map(sigmoid),
    gradients(x) {
      requireWidth("mlp", x, net.inputs);
      return netGradients(net, x);
    },
    toJSON: () => ({ net: netData(net), ...training }),
  };
}
