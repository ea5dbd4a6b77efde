import * as v from "valibot";
import { AuditError } from "../errors.js";
import { type Matrix, zeros } from "../math/matrix.js";
import { seededRandom } from "../math/random.js";
import { exp } from "../math/special.js";
import { anySeed, type OptionsOf, positive, settle, whole } from "../options.js";
import { adam } from "./adam.js";
import { requireWidth } from "./classifier.js";
import { backwardRow, forwardRow, initialParameters, inputSlopes, type Layers, layerPass, layersOf } from "./layers.js";
import { finiteNumbers, readClassifier, size } from "./model-data.js";
import { type SparseRows, sparseRows } from "./sparse-rows.js";

const table = {
  /** Numbers a row is pressed into. @default 12 */
  latent: whole(12, 1),
  /** Units of the hidden layer on either side. @default 32 */
  hidden: whole(32, 1),
  /** Weight of the divergence from the standard normal beside half the squared error. @default 0.1 */
  divergence: positive(0.1),
  /** Passes over the rows. @default 20 */
  epochs: whole(20, 1),
  /** Rows per step. @default 64 */
  batchSize: whole(64, 1),
  /** Adam's step. @default 3e-3 */
  learningRate: positive(3e-3),
  /** @default 0 */
  seed: anySeed,
};
export type TabularVaeOptions = OptionsOf<typeof table>;

/** A generative model of encoded rows: points of a small Gaussian space represent rows. */
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

/** Both nets: columns → hidden → means and log-variances, and latent → hidden → columns. */
interface VaeNets {
  readonly columns: number;
  readonly hidden: number;
  readonly latent: number;
  readonly encoder: Float64Array;
  readonly decoder: Float64Array;
}

const schema = v.pipe(
  v.strictObject({ columns: size, hidden: size, latent: size, encoder: finiteNumbers(), decoder: finiteNumbers() }),
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
  const options = settle("tabularVae", table, given);
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
  return fittedVae({ ...read, encoder: Float64Array.from(read.encoder), decoder: Float64Array.from(read.decoder) });
}

type Sizes = Omit<VaeNets, "encoder" | "decoder">;

const encoderLayers = ({ columns, hidden, latent }: Sizes) => layersOf([columns, hidden, 2 * latent]);
const decoderLayers = ({ columns, hidden, latent }: Sizes) => layersOf([latent, hidden, columns]);

/** Passes rows forth and back, adding to the two gradients. */
export function rowPass(nets: VaeNets, x: Matrix, divergence: number) {
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
    toJSON: () => ({ ...nets, encoder: Array.from(nets.encoder), decoder: Array.from(nets.decoder) }),
  };
}
