// Full-batch training of a small ReLU net with one output by Adam, in single precision. Inputs are kept as lists of their
// non-zero entries (encoded categories are mostly zeros); a layer's outputs are padded to a multiple of 4 and its weights
// stored input by input, so that four outputs go in one lane.
import { isExhausted, reserve } from "./arena";
import { paddedTo } from "./cost";
import { expScalar } from "./special";

/** What a row asks of its output f: rejected, accepted, at least one half, at most one half. */
const REJECTED: i32 = 0;
const ACCEPTED: i32 = 1;
const AT_LEAST_HALF: i32 = 2;

@unmanaged
class Layer {
  inputs: i32;
  outputs: i32;
  padded: i32;
  weights: usize; // (inputs, padded), then the biases: one stretch of `cells` numbers
  biases: usize;
  cells: i32;
  gradient: usize;
  first: usize;
  second: usize;
  values: usize; // outputs of the current row
  deltas: usize; // their derivatives
}

/** Numbers of a layer with its padding. */
function newLayer(inputs: i32, outputs: i32): Layer {
  const place = reserve(<f64>offsetof<Layer>());
  const padded = paddedTo(outputs, 4);
  const cells = (inputs + 1) * padded;
  const bytes = <f64>cells * 4;
  const weights = reserve(bytes);
  const gradient = reserve(bytes);
  const first = reserve(bytes);
  const second = reserve(bytes);
  const values = reserve(<f64>padded * 4);
  const deltas = reserve(<f64>padded * 4);
  if (isExhausted()) return changetype<Layer>(0);
  const layer = changetype<Layer>(place);
  layer.inputs = inputs;
  layer.outputs = outputs;
  layer.padded = padded;
  layer.cells = cells;
  layer.weights = weights;
  layer.biases = weights + (<usize>(inputs * padded) << 2);
  layer.gradient = gradient;
  layer.first = first;
  layer.second = second;
  layer.values = values;
  layer.deltas = deltas;
  memory.fill(weights, 0, <usize>cells << 2);
  memory.fill(first, 0, <usize>cells << 2);
  memory.fill(second, 0, <usize>cells << 2);
  return layer;
}

/**
 * Minimises Σ weightᵢ·lossᵢ by `steps` Adam steps. x is (n, d), `sizes` the outputs of the `depth` layers (32-bit, the last
 * is 1), `kinds` one 32-bit loss kind per row, `weights` (n). `parameters` holds, layer by layer, weights (inputs, outputs)
 * and biases; it is changed in place. `decay`·parameter is added to every gradient. `losses` gets the loss before each
 * step. All numbers that cross the border are doubles.
 */
export function trainNet(
  x: usize,
  n: i32,
  d: i32,
  sizes: usize,
  depth: i32,
  kinds: usize,
  weights: usize,
  parameters: usize,
  steps: i32,
  learningRate: f64,
  decay: f64,
  losses: usize,
): i32 {
  const entries = countEntries(x, n, d);
  const starts = reserve(<f64>(n + 1) * 4);
  const columns = reserve(<f64>entries * 4);
  const values = reserve(<f64>entries * 4);
  const layers = reserve(<f64>depth * 4);
  let widest = 0;
  for (let l = 0; l < depth; l++) widest = max(widest, load<i32>(sizes + (<usize>l << 2)));
  const every = reserve(<f64>widest * 4); // columns of a layer that has all its inputs
  let inputs = d;
  for (let l = 0; l < depth; l++) {
    const outputs = load<i32>(sizes + (<usize>l << 2));
    const layer = newLayer(inputs, outputs);
    if (isExhausted()) return 1;
    store<usize>(layers + (<usize>l << 2), changetype<usize>(layer));
    inputs = outputs;
  }
  for (let k = 0; k < widest; k++) store<i32>(every + (<usize>k << 2), k);
  listEntries(x, n, d, starts, columns, values);
  exchange(layers, depth, parameters, true);
  let meanDecay: f64 = 1;
  let squareDecay: f64 = 1;
  for (let step = 0; step < steps; step++) {
    for (let l = 0; l < depth; l++) {
      const layer = layerAt(layers, l);
      memory.fill(layer.gradient, 0, <usize>layer.cells << 2);
    }
    let loss: f64 = 0;
    for (let i = 0; i < n; i++) {
      const from = load<i32>(starts + (<usize>i << 2));
      const to = load<i32>(starts + (<usize>i << 2), 4);
      const f = forward(layers, depth, every, columns, values, from, to);
      const kind = load<i32>(kinds + (<usize>i << 2));
      const weight = load<f64>(weights + (<usize>i << 3));
      loss += weight * lossOf(kind, f);
      const slope = weight * slopeOf(kind, f);
      if (slope != 0) backward(layers, depth, columns, values, from, to, <f32>slope);
    }
    store<f64>(losses + (<usize>step << 3), loss);
    meanDecay *= 0.9;
    squareDecay *= 0.999;
    for (let l = 0; l < depth; l++) {
      adam(layerAt(layers, l), <f32>(learningRate / (1 - meanDecay)), <f32>(1 / sqrt(1 - squareDecay)), <f32>decay);
    }
  }
  exchange(layers, depth, parameters, false);
  return 0;
}

// @ts-ignore: decorator
@inline
function layerAt(layers: usize, l: i32): Layer {
  return changetype<Layer>(load<usize>(layers + (<usize>l << 2)));
}

function countEntries(x: usize, n: i32, d: i32): i32 {
  let count = 0;
  for (let k = 0; k < n * d; k++) if (load<f64>(x + (<usize>k << 3)) != 0) count++;
  return count;
}

function listEntries(x: usize, n: i32, d: i32, starts: usize, columns: usize, values: usize): void {
  let count = 0;
  for (let i = 0; i < n; i++) {
    store<i32>(starts + (<usize>i << 2), count);
    for (let k = 0; k < d; k++) {
      const value = load<f64>(x + (<usize>(i * d + k) << 3));
      if (value == 0) continue;
      store<i32>(columns + (<usize>count << 2), k);
      store<f32>(values + (<usize>count << 2), <f32>value);
      count++;
    }
  }
  store<i32>(starts + (<usize>n << 2), count);
}

/** Copies the parameters in (with padding of zeros) or out. */
function exchange(layers: usize, depth: i32, parameters: usize, inward: bool): void {
  let at = parameters;
  for (let l = 0; l < depth; l++) {
    const layer = layerAt(layers, l);
    for (let i = 0; i <= layer.inputs; i++) {
      for (let o = 0; o < layer.outputs; o++) {
        const place = layer.weights + (<usize>(i * layer.padded + o) << 2);
        if (inward) store<f32>(place, <f32>load<f64>(at));
        else store<f64>(at, <f64>load<f32>(place));
        at += 8;
      }
    }
  }
}

/** The output for one row; every layer's values are left behind. The last layer is linear. */
function forward(layers: usize, depth: i32, every: usize, columns: usize, values: usize, from: i32, to: i32): f32 {
  const input = layerAt(layers, 0);
  layerValues(input, columns + (<usize>from << 2), values + (<usize>from << 2), to - from, depth > 1);
  for (let l = 1; l < depth; l++) {
    layerValues(layerAt(layers, l), every, layerAt(layers, l - 1).values, layerAt(layers, l).inputs, l < depth - 1);
  }
  return load<f32>(layerAt(layers, depth - 1).values);
}

/**
 * A layer's values from `count` inputs, each with its column. Sums wait for one another within a lane but not across, so
 * 20 or 12 outputs are summed side by side; an output's own sum has the same order either way.
 */
function layerValues(layer: Layer, columns: usize, values: usize, count: i32, resting: bool): void {
  const bytes = <usize>layer.padded << 2;
  let o: usize = 0;
  while (o < bytes) {
    const base = layer.weights + o;
    if (o + 80 <= bytes) {
      let a = v128.load(layer.biases + o);
      let b = v128.load(layer.biases + o, 16);
      let c = v128.load(layer.biases + o, 32);
      let d = v128.load(layer.biases + o, 48);
      let e = v128.load(layer.biases + o, 64);
      for (let k: usize = 0; k < <usize>count << 2; k += 4) {
        const row = base + <usize>load<i32>(columns + k) * bytes;
        const value = v128.load32_splat(values + k);
        a = f32x4.add(a, f32x4.mul(value, v128.load(row)));
        b = f32x4.add(b, f32x4.mul(value, v128.load(row, 16)));
        c = f32x4.add(c, f32x4.mul(value, v128.load(row, 32)));
        d = f32x4.add(d, f32x4.mul(value, v128.load(row, 48)));
        e = f32x4.add(e, f32x4.mul(value, v128.load(row, 64)));
      }
      setValues(layer.values + o, a, resting);
      setValues(layer.values + o + 16, b, resting);
      setValues(layer.values + o + 32, c, resting);
      setValues(layer.values + o + 48, d, resting);
      setValues(layer.values + o + 64, e, resting);
      o += 80;
    } else if (o + 48 <= bytes) {
      let a = v128.load(layer.biases + o);
      let b = v128.load(layer.biases + o, 16);
      let c = v128.load(layer.biases + o, 32);
      for (let k: usize = 0; k < <usize>count << 2; k += 4) {
        const row = base + <usize>load<i32>(columns + k) * bytes;
        const value = v128.load32_splat(values + k);
        a = f32x4.add(a, f32x4.mul(value, v128.load(row)));
        b = f32x4.add(b, f32x4.mul(value, v128.load(row, 16)));
        c = f32x4.add(c, f32x4.mul(value, v128.load(row, 32)));
      }
      setValues(layer.values + o, a, resting);
      setValues(layer.values + o + 16, b, resting);
      setValues(layer.values + o + 32, c, resting);
      o += 48;
    } else {
      let a = v128.load(layer.biases + o);
      for (let k: usize = 0; k < <usize>count << 2; k += 4) {
        const row = base + <usize>load<i32>(columns + k) * bytes;
        a = f32x4.add(a, f32x4.mul(v128.load32_splat(values + k), v128.load(row)));
      }
      setValues(layer.values + o, a, resting);
      o += 16;
    }
  }
}

/** Four outputs; a unit below zero is at rest. */
// @ts-ignore: decorator
@inline
function setValues(place: usize, sum: v128, resting: bool): void {
  v128.store(place, resting ? f32x4.pmax(f32x4.splat(0), sum) : sum);
}

/** Adds one row's part to the gradients, from the derivative of its loss by the output. */
function backward(
  layers: usize,
  depth: i32,
  columns: usize,
  values: usize,
  from: i32,
  to: i32,
  slope: f32,
): void {
  const last = layerAt(layers, depth - 1);
  memory.fill(last.deltas, 0, <usize>last.padded << 2);
  store<f32>(last.deltas, slope);
  for (let l = depth - 1; l > 0; l--) {
    const layer = layerAt(layers, l);
    const below = layerAt(layers, l - 1);
    const bytes = <usize>layer.padded << 2;
    for (let o: usize = 0; o < bytes; o += 16) addTo(layer.gradient + bytes * <usize>layer.inputs + o, v128.load(layer.deltas + o));
    memory.fill(below.deltas, 0, <usize>below.padded << 2);
    for (let i = 0; i < layer.inputs; i++) {
      const value = load<f32>(below.values + (<usize>i << 2));
      if (value <= 0) continue; // a unit at rest passes nothing on
      const row = bytes * <usize>i;
      const splat = f32x4.splat(value);
      let sum = f32x4.splat(0);
      for (let o: usize = 0; o < bytes; o += 16) {
        const delta = v128.load(layer.deltas + o);
        addTo(layer.gradient + row + o, f32x4.mul(splat, delta));
        sum = f32x4.add(sum, f32x4.mul(delta, v128.load(layer.weights + row + o)));
      }
      store<f32>(
        below.deltas + (<usize>i << 2),
        f32x4.extract_lane(sum, 0) + f32x4.extract_lane(sum, 1) + (f32x4.extract_lane(sum, 2) + f32x4.extract_lane(sum, 3)),
      );
    }
  }
  const input = layerAt(layers, 0);
  const bytes = <usize>input.padded << 2;
  for (let o: usize = 0; o < bytes; o += 16) {
    const delta = v128.load(input.deltas + o);
    addTo(input.gradient + bytes * <usize>input.inputs + o, delta);
    for (let k = from; k < to; k++) {
      const column = load<i32>(columns + (<usize>k << 2));
      addTo(input.gradient + bytes * <usize>column + o, f32x4.mul(v128.load32_splat(values + (<usize>k << 2)), delta));
    }
  }
}

// @ts-ignore: decorator
@inline
function addTo(place: usize, value: v128): void {
  v128.store(place, f32x4.add(v128.load(place), value));
}

function adam(layer: Layer, rate: f32, correction: f32, decay: f32): void {
  const step = f32x4.splat(rate);
  const inverse = f32x4.splat(correction);
  const shrink = f32x4.splat(decay);
  for (let at: usize = 0; at < <usize>layer.cells << 2; at += 16) {
    const parameter = v128.load(layer.weights + at);
    const g = f32x4.add(v128.load(layer.gradient + at), f32x4.mul(parameter, shrink));
    const m = f32x4.add(f32x4.mul(v128.load(layer.first + at), f32x4.splat(0.9)), f32x4.mul(g, f32x4.splat(0.1)));
    const v = f32x4.add(
      f32x4.mul(v128.load(layer.second + at), f32x4.splat(0.999)),
      f32x4.mul(f32x4.mul(g, g), f32x4.splat(0.001)),
    );
    v128.store(layer.first + at, m);
    v128.store(layer.second + at, v);
    const scale = f32x4.add(f32x4.mul(f32x4.sqrt(v), inverse), f32x4.splat(1e-8));
    v128.store(layer.weights + at, f32x4.sub(parameter, f32x4.div(f32x4.mul(step, m), scale)));
  }
}

/** e^−|f|, the one exponential that losses and slopes share. */
// @ts-ignore: decorator
@inline
function decayOf(f: f32): f64 {
  return expScalar(-min<f64>(abs<f64>(<f64>f), 80));
}

/** 1 / (1 + e^−f). */
function share(f: f32): f64 {
  const e = decayOf(f);
  return f >= 0 ? 1 / (1 + e) : e / (1 + e);
}

/** log(1 + e^f). */
function softplus(f: f32): f64 {
  return (f > 0 ? <f64>f : 0) + logOnePlus(decayOf(f));
}

/** log(1 + e) for 0 ≤ e ≤ 1, as 2·artanh(e/(2 + e)). */
function logOnePlus(e: f64): f64 {
  const s = e / (2 + e);
  const z = s * s;
  return 2 * s * (1 + z * (1.0 / 3 + z * (1.0 / 5 + z * (1.0 / 7 + z * (1.0 / 9 + z * (1.0 / 11 + z * (1.0 / 13 + z / 15)))))));
}

function lossOf(kind: i32, f: f32): f64 {
  if (kind == REJECTED) return softplus(f);
  if (kind == ACCEPTED) return softplus(-f);
  const excess = (kind == AT_LEAST_HALF ? softplus(-f) : softplus(f)) - 0.6931471805599453;
  return max<f64>(0, excess);
}

function slopeOf(kind: i32, f: f32): f64 {
  if (kind == REJECTED) return share(f);
  if (kind == ACCEPTED) return share(f) - 1;
  if (kind == AT_LEAST_HALF) return f < 0 ? share(f) - 1 : 0;
  return f > 0 ? share(f) : 0;
}
