import * as v from "valibot";
import type { Matrix } from "../math/matrix.js";
import { zeros } from "../math/matrix.js";
import { type Random, seededRandom } from "../math/random.js";
import { sigmoid, softplus } from "../math/special.js";
import { adam } from "./adam.js";
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
import type { MlpOptions } from "./mlp.js";
import { count, finiteNumber } from "./model-data.js";
import { sparseRows } from "./sparse-rows.js";

/**
 * What a row asks of its log-odds f:
 * `zero` softplus(f) and `one` softplus(−f), the cross-entropy of a label;
 * `atLeastHalf` max(0, softplus(−f) − ln 2) and `atMostHalf` max(0, softplus(f) − ln 2), 0 on the right side of ½.
 */
export const rowLoss = { zero: 0, one: 1, atLeastHalf: 2, atMostHalf: 3 } as const;

/** Rows to train a net on. The loss of a batch is Σ weights · loss / rows. */
export interface NetRows {
  readonly x: Matrix;
  /** One of `rowLoss` per row; labels 0 and 1 are such. */
  readonly losses: ArrayLike<number>;
  /** ≥ 0, all 1 when left out. */
  readonly weights?: Float64Array;
}

/** How to train; everything must be given. */
export type NetTraining = Required<MlpOptions>;

/** A trained ReLU net with one output, the log-odds. */
export interface Net {
  readonly inputs: number;
  readonly hidden: readonly number[];
  /** Per layer the weights, (inputs, outputs) row by row, then the biases. */
  readonly parameters: Float64Array;
}

/** A net and how its training ended. */
export interface TrainedNet {
  readonly net: Net;
  readonly epochs: number;
  /** False when the epochs ran out while the validation loss was still being watched for a better one. */
  readonly converged: boolean;
}

/** What `Net` is as plain data. */
export const netSchema = v.pipe(
  v.strictObject({ inputs: count, hidden: v.array(v.pipe(count, v.minValue(1))), parameters: v.array(finiteNumber) }),
  v.check(
    (net) => net.parameters.length === layersOf([net.inputs, ...net.hidden, 1]).parameters,
    "the number of parameters does not fit the layers",
  ),
);

/** The net that `netSchema` accepted. */
export function netOf(data: v.InferOutput<typeof netSchema>): Net {
  return { ...data, parameters: Float64Array.from(data.parameters) };
}

/** The net as plain data. */
export function netData(net: Net): v.InferOutput<typeof netSchema> {
  return { inputs: net.inputs, hidden: [...net.hidden], parameters: Array.from(net.parameters) };
}

/** Log-odds per row. */
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

/** Σ weights · loss / rows over all rows, and its slope in each parameter: what one step of the full batch follows. */
export function netLoss(net: Net, { x, losses, weights }: NetRows): { loss: number; gradient: Float64Array } {
  const gradient = new Float64Array(net.parameters.length);
  const pass = passOver(net, x);
  const output = pass.deltas.length - 1;
  let loss = 0;
  for (let i = 0; i < x.rows; i++) {
    const share = (weights?.[i] ?? 1) / x.rows;
    const f = logitOf(pass, i, null);
    loss += share * lossAt(losses[i]!, f);
    pass.deltas[output] = share * slopeAt(losses[i]!, f);
    backwardRow(pass, i, gradient, 1);
  }
  return { loss, gradient };
}

/**
 * Trains by Adam on batches of rows or on all at once. With a validation share, it keeps the parameters of the epoch
 * with the least validation loss and stops after `patience` epochs without a better one.
 */
export function trainNet({ x, losses, weights }: NetRows, training: NetTraining): TrainedNet {
  const layers = layersOf([x.columns, ...training.hidden, 1]);
  const net: Net = {
    inputs: x.columns,
    hidden: [...training.hidden],
    parameters: initialParameters(layers, seededRandom(training.seed, "net start")),
  };
  const pass = layerPass(layers, net.parameters, sparseRows(x));
  const aims = { losses, weights: weights ?? new Float64Array(x.rows).fill(1) };
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
  const size = training.batchSize ?? trained.length;
  while (epochs < training.epochs && !(held > 0 && waited >= training.patience)) {
    if (size < trained.length) shuffleInPlace(trained, random);
    for (let at = 0; at < trained.length; at += size) step(trained, at, Math.min(at + size, trained.length));
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

type RowAims = Required<Omit<NetRows, "x">>;

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

function lossAt(kind: number, f: number): number {
  const loss = softplus(kind === rowLoss.one || kind === rowLoss.atLeastHalf ? -f : f);
  return kind <= rowLoss.one ? loss : Math.max(0, loss - Math.LN2);
}

function slopeAt(kind: number, f: number): number {
  if (kind === rowLoss.one) return -sigmoid(-f);
  if (kind === rowLoss.zero) return sigmoid(f);
  if (kind === rowLoss.atLeastHalf) return f < 0 ? -sigmoid(-f) : 0;
  return f > 0 ? sigmoid(f) : 0;
}

function shuffleInPlace(items: Int32Array, random: Random): void {
  for (let i = items.length - 1; i > 0; i--) {
    const j = random.integer(i + 1);
    const held = items[i]!;
    items[i] = items[j]!;
    items[j] = held;
  }
}
