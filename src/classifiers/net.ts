import * as v from "valibot";
import { lossAt, slopeAt } from "../kernels/kernels.js";
import { type Matrix, zeros } from "../math/matrix.js";
import { type Random, seededRandom } from "../math/random.js";
import { sigmoid } from "../math/special.js";
import {
  anySeed,
  nonNegative,
  type Option,
  type OptionsOf,
  or,
  positive,
  requireInteger,
  type Settled,
  settle,
  whole,
  within,
} from "../options.js";
import { adam } from "./adam.js";
import { type Classifier, classifier, type DifferentiableClassifier, requireWidth } from "./classifier.js";
import {
  backwardRow,
  type Dropout,
  forwardRow,
  initialParameters,
  inputSlopes,
  type LayerPass,
  layerPass,
  layersOf,
} from "./layers.js";
import { count, finiteNumbers, readClassifier, size, trainingEntries } from "./model-data.js";
import { sparseRows } from "./sparse-rows.js";

const mlpTable = {
  /** Units of each hidden layer, from the inputs on. @default [20, 10] */
  hidden: { standard: [20, 10], check: requireUnits } as Option<readonly number[]>,
  /** Share of hidden units switched off in each pass of a row. @default 0 */
  dropout: within(0, 0, 0.99),
  /** Adam's step. @default 1e-3 */
  learningRate: positive(1e-3),
  /** L2 penalty on all parameters as torch.optim.Adam takes it: added to the gradient times them. @default 1e-4 */
  weightDecay: nonNegative(1e-4),
  /** Passes over the rows; with the full batch, one step each. @default 100 */
  epochs: whole(100, 1),
  /** Rows per step; null takes all rows in every step. @default 128 */
  batchSize: or(null, whole(128, 1), 128),
  /** Share of the rows kept aside to choose the epoch by; 0 trains on all rows for all epochs. @default 0 */
  validation: within(0, 0, 0.9),
  /** Stop after this many epochs without a better validation loss. @default 10 */
  patience: whole(10, 1),
  /** @default 0 */
  seed: anySeed,
};
export type MlpOptions = OptionsOf<typeof mlpTable>;

/** How to train; everything must be given. */
export type NetTraining = Settled<typeof mlpTable>;

/** Rows to train a net on. The loss of a batch is Σ weights · loss / rows. */
export interface NetRows {
  readonly x: Matrix;
  /** One of `rowLoss` per row; labels 0 and 1 are such. */
  readonly losses: ArrayLike<number>;
  /** ≥ 0. */
  readonly weights: Float64Array;
}

/** A trained ReLU net with one output, the log-odds. */
export interface Net {
  readonly inputs: number;
  readonly hidden: readonly number[];
  /** Per layer the weights, (inputs, outputs) row by row, then the biases. */
  readonly parameters: Float64Array;
}

/** A net of rectified units whose output is the log-odds. */
export interface FittedMlp extends DifferentiableClassifier {
  readonly net: Net;
}

export const netSchema = v.pipe(
  v.strictObject({ inputs: count, hidden: v.array(size), parameters: finiteNumbers() }),
  v.check(
    (net) => net.parameters.length === layersOf([net.inputs, ...net.hidden, 1]).parameters,
    "the number of parameters does not fit the layers",
  ),
);

export const mlpSchema = v.strictObject({ net: netSchema, ...trainingEntries });

/** A multilayer perceptron trained on the weighted mean cross-entropy by Adam. */
export function mlp(given: MlpOptions = {}): Classifier<FittedMlp> {
  const options = settle("mlp", mlpTable, given);
  return classifier("mlp", (x, labels, weights) => {
    const mean = weights.reduce((sum, weight) => sum + weight, 0) / x.rows;
    const losses = Uint8Array.from({ length: x.rows }, (_, i) => (labels[i] ? 1 : 0));
    const trained = trainNet({ x, losses, weights: weights.map((weight) => weight / mean) }, options);
    return fittedMlp(trained.net, { converged: trained.converged, iterations: trained.epochs });
  });
}

function requireUnits(name: string, hidden: readonly number[]): void {
  for (const units of hidden) requireInteger(name, units, 1);
}

/** The fitted net that `toJSON` wrote; MODEL_INVALID when the data cannot be one. */
export function reviveMlp(data: unknown): FittedMlp {
  const { net, converged, iterations } = readClassifier(mlpSchema, data, "mlp");
  return fittedMlp(netOf(net), { converged, iterations });
}

function fittedMlp(net: Net, training: Pick<FittedMlp, "converged" | "iterations">): FittedMlp {
  const logits = (x: Matrix) => {
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

export function netOf(data: v.InferOutput<typeof netSchema>): Net {
  return { ...data, parameters: Float64Array.from(data.parameters) };
}

export function netData(net: Net): v.InferOutput<typeof netSchema> {
  return { inputs: net.inputs, hidden: [...net.hidden], parameters: Array.from(net.parameters) };
}

export function netLogits(net: Net, x: Matrix): Float64Array {
  const pass = passOver(net, x);
  return Float64Array.from({ length: x.rows }, (_, i) => logitOf(pass, i, null));
}

/** ∂(log-odds)/∂x, one row per row of x. At a kink, the slope of the side on which the unit is off. */
export function netGradients(net: Net, x: Matrix): Matrix {
  const pass = passOver(net, x);
  const output = pass.deltas.length - 1;
  const gradients = zeros(x.rows, x.columns);
  for (let i = 0; i < x.rows; i++) {
    forwardRow(pass, i, null);
    pass.deltas[output] = 1;
    backwardRow(pass, i, null, 1);
    inputSlopes(pass, gradients.values, i * x.columns);
  }
  return gradients;
}

/**
 * Trains by Adam on batches of rows or on all at once. With a validation share, it keeps the parameters of the epoch
 * with the least validation loss and stops after `patience` epochs without a better one; it has not converged when the
 * epochs ran out before that.
 */
export function trainNet({ x, ...aims }: NetRows, training: NetTraining) {
  const layers = layersOf([x.columns, ...training.hidden, 1]);
  const net: Net = {
    inputs: x.columns,
    hidden: [...training.hidden],
    parameters: initialParameters(layers, seededRandom(training.seed, "net start")),
  };
  const pass = layerPass(layers, net.parameters, sparseRows(x));
  const order = Int32Array.from({ length: x.rows }, (_, i) => i);
  const random = seededRandom(training.seed, "net batches");
  const held =
    training.validation > 0 ? Math.min(x.rows - 1, Math.max(1, Math.round(training.validation * x.rows))) : 0;
  if (held > 0) shuffleInPlace(order, random);
  const watched = order.slice(0, held).sort();
  const trained = order.slice(held).sort();
  const step = stepper(pass, aims, training);
  let best = Number.POSITIVE_INFINITY;
  let bestParameters = net.parameters;
  let waited = 0;
  let epochs = 0;
  const batch = training.batchSize ?? trained.length;
  while (epochs < training.epochs && !(held > 0 && waited >= training.patience)) {
    if (batch < trained.length) shuffleInPlace(trained, random);
    for (let at = 0; at < trained.length; at += batch) step(trained, at, Math.min(at + batch, trained.length));
    epochs++;
    if (held === 0) continue;
    const loss = lossOver(pass, aims, watched);
    if (loss < best) {
      best = loss;
      bestParameters = net.parameters.slice();
      waited = 0;
    } else waited++;
  }
  const converged = held === 0 || waited >= training.patience;
  return { net: { ...net, parameters: bestParameters }, epochs, converged };
}

type RowAims = Omit<NetRows, "x">;

/** A function that takes one Adam step on the rows at order[from … to). */
function stepper(pass: LayerPass, { losses, weights }: RowAims, training: NetTraining) {
  const dropout: Dropout | null =
    training.dropout > 0
      ? {
          least: Math.round(training.dropout * 4294967296),
          scale: 1 / (1 - training.dropout),
          random: seededRandom(training.seed, "net dropout"),
        }
      : null;
  const scale = dropout?.scale ?? 1;
  const gradient = new Float64Array(pass.parameters.length);
  const output = pass.deltas.length - 1;
  const move = adam(pass.parameters, training);
  return (order: Int32Array, from: number, to: number) => {
    gradient.fill(0);
    for (let k = from; k < to; k++) {
      const i = order[k]!;
      const weight = weights[i]!;
      if (weight === 0) continue;
      const slope = slopeAt(losses[i]!, logitOf(pass, i, dropout));
      if (slope === 0) continue;
      pass.deltas[output] = (weight * slope) / (to - from);
      backwardRow(pass, i, gradient, scale);
    }
    move(gradient);
  };
}

function lossOver(pass: LayerPass, { losses, weights }: RowAims, picked: Int32Array): number {
  let sum = 0;
  for (let k = 0; k < picked.length; k++) {
    const i = picked[k]!;
    sum += weights[i]! * lossAt(losses[i]!, logitOf(pass, i, null));
  }
  return sum;
}

function passOver(net: Net, x: Matrix): LayerPass {
  return layerPass(layersOf([net.inputs, ...net.hidden, 1]), net.parameters, sparseRows(x));
}

function logitOf(pass: LayerPass, i: number, dropout: Dropout | null): number {
  forwardRow(pass, i, dropout);
  return pass.units[pass.units.length - 1]!;
}

function shuffleInPlace(items: Int32Array, random: Random): void {
  for (let i = items.length - 1; i > 0; i--) {
    const j = random.integer(i + 1);
    const held = items[i]!;
    items[i] = items[j]!;
    items[j] = held;
  }
}
