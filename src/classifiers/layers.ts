import type { Random } from "../math/random.js";
import type { SparseRows } from "./sparse-rows.js";

/**
 * Fully connected layers with rectified hidden units and linear outputs. All numbers lie in one flat array: per layer
 * the weights, (inputs, outputs) row by row, then the biases. Rows pass one at a time, which keeps them in cache.
 */
export interface Layers {
  /** Units per layer: inputs first, outputs last. */
  readonly sizes: readonly number[];
  /** Where each layer's weights start among the parameters. */
  readonly starts: Int32Array;
  /** Where each layer's units start among all units but the inputs. */
  readonly unitStarts: Int32Array;
  readonly parameters: number;
  readonly units: number;
}

/** A net, the rows that go through it, and where its units' values and the loss's slopes at them are written. */
export interface LayerPass {
  readonly layers: Layers;
  readonly parameters: Float64Array;
  readonly rows: SparseRows;
  readonly units: Float64Array;
  readonly deltas: Float64Array;
}

/** Switches off hidden units at random and scales the others up, so that the expected sum stays. */
export interface Dropout {
  /** A unit stays when its 32 random bits are at least this. */
  readonly least: number;
  /** 1 / (share of units that stay). */
  readonly scale: number;
  readonly random: Random;
}

export function layersOf(sizes: readonly number[]): Layers {
  const starts = new Int32Array(sizes.length - 1);
  const unitStarts = new Int32Array(sizes.length - 1);
  let parameters = 0;
  let units = 0;
  for (let k = 0; k + 1 < sizes.length; k++) {
    starts[k] = parameters;
    unitStarts[k] = units;
    parameters += (sizes[k]! + 1) * sizes[k + 1]!;
    units += sizes[k + 1]!;
  }
  return { sizes, starts, unitStarts, parameters, units };
}

/** A pass of the rows through the layers. Later changes of the parameters count. */
export function layerPass(layers: Layers, parameters: Float64Array, rows: SparseRows): LayerPass {
  return { layers, parameters, rows, units: new Float64Array(layers.units), deltas: new Float64Array(layers.units) };
}

/** Weights uniform within ±√(6 / (inputs + outputs)) of their layer, biases 0. Glorot & Bengio (2010). */
export function initialParameters(layers: Layers, random: Random): Float64Array {
  const parameters = new Float64Array(layers.parameters);
  for (let k = 0; k < layers.starts.length; k++) {
    const inputs = layers.sizes[k]!;
    const outputs = layers.sizes[k + 1]!;
    const bound = Math.sqrt(6 / (inputs + outputs));
    const start = layers.starts[k]!;
    for (let at = start; at < start + inputs * outputs; at++) parameters[at] = bound * (2 * random.uniform() - 1);
  }
  return parameters;
}

/** Writes the values of all units for row `i`: hidden ones after rectifying, outputs as they are. */
export function forwardRow(pass: LayerPass, i: number, dropout: Dropout | null): void {
  firstLayer(pass, i);
  const { layers, parameters, units } = pass;
  for (let k = 1; k < layers.starts.length; k++) {
    const inputs = layers.sizes[k]!;
    const outputs = layers.sizes[k + 1]!;
    const from = layers.unitStarts[k - 1]!;
    const to = layers.unitStarts[k]!;
    rectify(units, from, inputs, dropout);
    let w = layers.starts[k]!;
    const bias = w + inputs * outputs;
    for (let o = 0; o < outputs; o++) units[to + o] = parameters[bias + o]!;
    for (let j = 0; j < inputs; j++, w += outputs) {
      const a = units[from + j]!;
      if (a === 0) continue;
      for (let o = 0; o < outputs; o++) units[to + o]! += a * parameters[w + o]!;
    }
  }
}

/** Sums of the first layer, four entries of the row at a time. */
function firstLayer({ layers, parameters, rows, units }: LayerPass, i: number): void {
  const { columns, values } = rows;
  const outputs = layers.sizes[1]!;
  const bias = layers.sizes[0]! * outputs;
  for (let o = 0; o < outputs; o++) units[o] = parameters[bias + o]!;
  const end = rows.starts[i + 1]!;
  let k = rows.starts[i]!;
  for (; k + 3 < end; k += 4) {
    const v0 = values[k]!;
    const v1 = values[k + 1]!;
    const v2 = values[k + 2]!;
    const v3 = values[k + 3]!;
    const w0 = columns[k]! * outputs;
    const w1 = columns[k + 1]! * outputs;
    const w2 = columns[k + 2]! * outputs;
    const w3 = columns[k + 3]! * outputs;
    for (let o = 0; o < outputs; o++) {
      units[o]! +=
        v0 * parameters[w0 + o]! + v1 * parameters[w1 + o]! + (v2 * parameters[w2 + o]! + v3 * parameters[w3 + o]!);
    }
  }
  for (; k < end; k++) {
    const value = values[k]!;
    const w = columns[k]! * outputs;
    for (let o = 0; o < outputs; o++) units[o]! += value * parameters[w + o]!;
  }
}

function rectify(units: Float64Array, from: number, count: number, dropout: Dropout | null): void {
  for (let j = from; j < from + count; j++) {
    const value = units[j]!;
    if (dropout === null) units[j] = Math.max(value, 0);
    else units[j] = dropout.random.nextBits() >= dropout.least && value > 0 ? value * dropout.scale : 0;
  }
}

/**
 * Goes back through the layers for row `i`, after `forwardRow` and with the loss's slopes at the outputs in `deltas`.
 * Writes the slopes at all hidden units into `deltas` and adds the slopes in the parameters to `gradient`, if given.
 * `scale` comes from the dropout the row went through, else it is 1.
 */
export function backwardRow(pass: LayerPass, i: number, gradient: Float64Array | null, scale: number): void {
  const { layers, parameters, units, deltas } = pass;
  for (let k = layers.starts.length - 1; k > 0; k--) {
    const inputs = layers.sizes[k]!;
    const outputs = layers.sizes[k + 1]!;
    const from = layers.unitStarts[k - 1]!;
    const to = layers.unitStarts[k]!;
    let w = layers.starts[k]!;
    for (let j = 0; j < inputs; j++, w += outputs) {
      const a = units[from + j]!;
      if (a === 0) {
        deltas[from + j] = 0;
        continue;
      }
      let sum = 0;
      for (let o = 0; o < outputs; o++) sum += parameters[w + o]! * deltas[to + o]!;
      deltas[from + j] = sum * scale;
      if (gradient !== null) for (let o = 0; o < outputs; o++) gradient[w + o]! += a * deltas[to + o]!;
    }
    if (gradient !== null) for (let o = 0; o < outputs; o++) gradient[w + o]! += deltas[to + o]!;
  }
  if (gradient !== null) firstGradient(pass, i, gradient);
}

function firstGradient({ layers, rows, deltas }: LayerPass, i: number, gradient: Float64Array): void {
  const { columns, values } = rows;
  const outputs = layers.sizes[1]!;
  const bias = layers.sizes[0]! * outputs;
  for (let o = 0; o < outputs; o++) gradient[bias + o]! += deltas[o]!;
  const end = rows.starts[i + 1]!;
  let k = rows.starts[i]!;
  for (; k + 1 < end; k += 2) {
    const v0 = values[k]!;
    const v1 = values[k + 1]!;
    const w0 = columns[k]! * outputs;
    const w1 = columns[k + 1]! * outputs;
    for (let o = 0; o < outputs; o++) {
      const delta = deltas[o]!;
      gradient[w0 + o]! += v0 * delta;
      gradient[w1 + o]! += v1 * delta;
    }
  }
  if (k < end) {
    const w = columns[k]! * outputs;
    for (let o = 0; o < outputs; o++) gradient[w + o]! += values[k]! * deltas[o]!;
  }
}

/** Writes the slope at each input to `result` from `at` on; call it after `backwardRow`. */
export function inputSlopes({ layers, parameters, deltas }: LayerPass, result: Float64Array, at: number): void {
  const inputs = layers.sizes[0]!;
  const outputs = layers.sizes[1]!;
  for (let j = 0, w = 0; j < inputs; j++, w += outputs) {
    let sum = 0;
    for (let o = 0; o < outputs; o++) sum += parameters[w + o]! * deltas[o]!;
    result[at + j] = sum;
  }
}
