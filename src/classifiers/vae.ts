import * as v from "valibot";
import { AuditError } from "../errors.js";
import { type Matrix, zeros } from "../math/matrix.js";
import { seededRandom } from "../math/random.js";
import { exp } from "../math/special.js";
import { requireInteger, requirePositive, withDefaults } from "../options.js";
import { adam } from "./adam.js";
import { backwardRow, forwardRow, initialParameters, inputSlopes, type Layers, layerPass, layersOf } from "./layers.js";
import { count, finiteNumber, readClassifier } from "./model-data.js";
import { type SparseRows, sparseRows } from "./sparse-rows.js";
import { requireWidth } from "./training.js";

export interface TabularVaeOptions {
  /** Numbers a row is pressed into. @default 12 */
  readonly latent?: number;
  /** Units of the hidden layer on either side. @default 32 */
  readonly hidden?: number;
  /** Weight of the divergence from the standard normal beside half the squared error. @default 0.1 */
  readonly divergence?: number;
  /** Passes over the rows. @default 20 */
  readonly epochs?: number;
  /** Rows per step. @default 64 */
  readonly batchSize?: number;
  /** Adam's step. @default 3e-3 */
  readonly learningRate?: number;
  /** @default 0 */
  readonly seed?: number;
}

/** A generative model of encoded rows: points of a small Gaussian space stand for rows. */
export interface TabularVae {
  readonly columns: number;
  readonly latent: number;
  /** Where each row lies: the mean of its place in the small space, (rows, latent). */
  encode(x: Matrix): Matrix;
  /** The rows that points of the small space stand for, (rows, columns). One-hot columns come back as shares. */
  decode(z: Matrix): Matrix;
  /** Plain data from which `reviveVae` rebuilds the same model, bit for bit. */
  toJSON(): unknown;
}

const DEFAULTS: Required<TabularVaeOptions> = {
  latent: 12,
  hidden: 32,
  divergence: 0.1,
  epochs: 20,
  batchSize: 64,
  learningRate: 3e-3,
  seed: 0,
};

/** Both nets: columns → hidden → means and log-variances, and latent → hidden → columns. */
interface VaeNets {
  readonly columns: number;
  readonly hidden: number;
  readonly latent: number;
  readonly encoder: Float64Array;
  readonly decoder: Float64Array;
}

const sizeOf = v.pipe(count, v.minValue(1));

const schema = v.pipe(
  v.strictObject({
    columns: sizeOf,
    hidden: sizeOf,
    latent: sizeOf,
    encoder: v.array(finiteNumber),
    decoder: v.array(finiteNumber),
  }),
  v.check(
    (data) =>
      data.encoder.length === encoderLayers(data).parameters && data.decoder.length === decoderLayers(data).parameters,
    "the number of parameters does not fit the layers",
  ),
);

/**
 * Trains a variational autoencoder on encoded rows: minimises the mean over rows of ½‖x̂ − x‖² + divergence · KL, with
 * x̂ decoded from a random point near the row's place, by Adam on small batches. Kingma & Welling (2014).
 */
export function tabularVae(x: Matrix, given: TabularVaeOptions = {}): TabularVae {
  const options = withDefaults("tabularVae", DEFAULTS, given);
  for (const name of ["latent", "hidden", "epochs", "batchSize"] as const) requireInteger(name, options[name], 1);
  requirePositive("divergence", options.divergence);
  requirePositive("learningRate", options.learningRate);
  requireInteger("seed", options.seed, 0);
  if (x.rows === 0) throw new AuditError("SHAPE_MISMATCH", "tabularVae needs at least one row to train on, got none");
  const sizes = { columns: x.columns, hidden: options.hidden, latent: options.latent };
  const start = seededRandom(options.seed, "vae start");
  const nets: VaeNets = {
    ...sizes,
    encoder: initialParameters(encoderLayers(sizes), start),
    decoder: initialParameters(decoderLayers(sizes), start),
  };
  const noise = seededRandom(options.seed, "vae noise");
  const batches = seededRandom(options.seed, "vae batches");
  const pass = rowPass(nets, x, options.divergence);
  const moveEncoder = adam(nets.encoder, { learningRate: options.learningRate, weightDecay: 0 });
  const moveDecoder = adam(nets.decoder, { learningRate: options.learningRate, weightDecay: 0 });
  const order = Int32Array.from({ length: x.rows }, (_, i) => i);
  const epsilon = new Float64Array(options.latent);
  for (let epoch = 0; epoch < options.epochs; epoch++) {
    for (let from = 0; from < x.rows; from += options.batchSize) {
      const to = Math.min(from + options.batchSize, x.rows);
      pass.encoderGradient.fill(0);
      pass.decoderGradient.fill(0);
      for (let k = from; k < to; k++) {
        const pick = k + batches.integer(x.rows - k); // the next of a random order, drawn as it is used
        const i = order[pick]!;
        order[pick] = order[k]!;
        order[k] = i;
        for (let l = 0; l < options.latent; l++) epsilon[l] = noise.normal();
        pass.add(i, epsilon, 1 / (to - from));
      }
      moveEncoder(pass.encoderGradient);
      moveDecoder(pass.decoderGradient);
    }
  }
  return fittedVae(nets);
}

/** The model that `toJSON` wrote; MODEL_INVALID when the data cannot be one. */
export function reviveVae(data: unknown): TabularVae {
  const read = readClassifier(schema, data, "tabularVae");
  return fittedVae({
    ...read,
    encoder: Float64Array.from(read.encoder),
    decoder: Float64Array.from(read.decoder),
  });
}

/** The training loss over all rows with one given draw each, (rows, latent), and its slopes: tests compare the two. */
export function vaeLoss(nets: VaeNets, x: Matrix, draws: Matrix, divergence: number) {
  const pass = rowPass(nets, x, divergence);
  let loss = 0;
  for (let i = 0; i < x.rows; i++) {
    loss += pass.add(i, draws.values.subarray(i * nets.latent, (i + 1) * nets.latent), 1 / x.rows);
  }
  return { loss, encoderGradient: pass.encoderGradient, decoderGradient: pass.decoderGradient };
}

function encoderLayers({ columns, hidden, latent }: Omit<VaeNets, "encoder" | "decoder">): Layers {
  return layersOf([columns, hidden, 2 * latent]);
}

function decoderLayers({ columns, hidden, latent }: Omit<VaeNets, "encoder" | "decoder">): Layers {
  return layersOf([latent, hidden, columns]);
}

/** Passes rows forth and back, adding to the two gradients. */
function rowPass(nets: VaeNets, x: Matrix, divergence: number) {
  const { latent, hidden, columns } = nets;
  const place = oneRow(latent);
  const inward = layerPass(encoderLayers(nets), nets.encoder, sparseRows(x));
  const outward = layerPass(decoderLayers(nets), nets.decoder, place);
  const { units: inUnits, deltas: inDeltas } = inward;
  const { units: outUnits, deltas: outDeltas } = outward;
  const placeSlopes = new Float64Array(latent);
  const encoderGradient = new Float64Array(nets.encoder.length);
  const decoderGradient = new Float64Array(nets.decoder.length);

  /** The loss of row `i` times `share`. */
  function add(i: number, epsilon: Float64Array, share: number): number {
    forwardRow(inward, i, null);
    let loss = 0;
    for (let l = 0; l < latent; l++) {
      const mean = inUnits[hidden + l]!;
      const logVariance = inUnits[hidden + latent + l]!;
      place.values[l] = mean + exp(0.5 * logVariance) * epsilon[l]!;
      loss += 0.5 * divergence * (mean * mean + exp(logVariance) - 1 - logVariance);
    }
    forwardRow(outward, 0, null);
    for (let j = 0; j < columns; j++) {
      const miss = outUnits[hidden + j]! - x.values[i * columns + j]!;
      loss += 0.5 * miss * miss;
      outDeltas[hidden + j] = share * miss;
    }
    backwardRow(outward, 0, decoderGradient, 1);
    inputSlopes(outward, placeSlopes, 0);
    for (let l = 0; l < latent; l++) {
      const logVariance = inUnits[hidden + latent + l]!;
      const spread = exp(0.5 * logVariance);
      inDeltas[hidden + l] = placeSlopes[l]! + share * divergence * inUnits[hidden + l]!;
      inDeltas[hidden + latent + l] =
        0.5 * (placeSlopes[l]! * spread * epsilon[l]! + share * divergence * (spread * spread - 1));
    }
    backwardRow(inward, i, encoderGradient, 1);
    return share * loss;
  }
  return { add, encoderGradient, decoderGradient };
}

/** One row with an entry in every column, to be written to. */
function oneRow(columns: number): SparseRows {
  return {
    starts: Int32Array.of(0, columns),
    columns: Int32Array.from({ length: columns }, (_, j) => j),
    values: new Float64Array(columns),
  };
}

function fittedVae(nets: VaeNets): TabularVae {
  const { columns, hidden, latent } = nets;
  const through = (layers: Layers, parameters: Float64Array, x: Matrix, outputs: number) => {
    const result = zeros(x.rows, outputs);
    const pass = layerPass(layers, parameters, sparseRows(x));
    for (let i = 0; i < x.rows; i++) {
      forwardRow(pass, i, null);
      result.values.set(pass.units.subarray(hidden, hidden + outputs), i * outputs);
    }
    return result;
  };
  return {
    columns,
    latent,
    encode(x) {
      requireWidth("tabularVae", x, columns);
      return through(encoderLayers(nets), nets.encoder, x, latent);
    },
    decode(z) {
      requireWidth("tabularVae", z, latent);
      return through(decoderLayers(nets), nets.decoder, z, columns);
    },
    toJSON: () => ({
      columns,
      hidden,
      latent,
      encoder: Array.from(nets.encoder),
      decoder: Array.from(nets.decoder),
    }),
  };
}
