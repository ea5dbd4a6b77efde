// Layers of a small net, and blocks of rows on their way through them. A unit's values lie beside those of the same row's
// other units, four to a lane, so every sum over units or rows keeps the order of a plain loop.
import { isExhausted, reserve } from "./arena";
import { paddedTo } from "./cost";

/** Rows that pass through all layers together: their values stay in the nearest cache. */
export const BLOCK: i32 = 64;

@unmanaged
export class Layer {
  inputs: i32;
  outputs: i32;
  /** The same, rounded up to 4. */
  paddedInputs: i32;
  paddedOutputs: i32;
  /** The first layer: (inputs, paddedOutputs). Others: (paddedOutputs, paddedInputs). Then the biases, in one stretch. */
  weights: usize;
  biases: usize;
  cells: i32;
  gradient: usize;
  first: usize;
  second: usize;
  /** The weights of a hidden layer as (inputs, paddedOutputs), for the way forwards. */
  forwards: usize;
  /** (BLOCK, paddedOutputs): what the units of each row give, and the loss's slopes there. */
  values: usize;
  deltas: usize;
}

export function newLayer(inputs: i32, outputs: i32, isFirst: bool): Layer {
  const place = reserve(<f64>offsetof<Layer>());
  const paddedInputs = paddedTo(inputs, 4);
  const paddedOutputs = paddedTo(outputs, 4);
  const weightCells = isFirst ? inputs * paddedOutputs : paddedOutputs * paddedInputs;
  const cells = weightCells + paddedOutputs;
  const bytes = <f64>cells * 4;
  const weights = reserve(bytes);
  const gradient = reserve(bytes);
  const first = reserve(bytes);
  const second = reserve(bytes);
  const forwards = isFirst ? weights : reserve(<f64>inputs * <f64>paddedOutputs * 4);
  const values = reserve(<f64>BLOCK * <f64>paddedOutputs * 4);
  const deltas = reserve(<f64>BLOCK * <f64>paddedOutputs * 4);
  if (isExhausted()) return changetype<Layer>(0);
  const layer = changetype<Layer>(place);
  layer.inputs = inputs;
  layer.outputs = outputs;
  layer.paddedInputs = paddedInputs;
  layer.paddedOutputs = paddedOutputs;
  layer.weights = weights;
  layer.biases = weights + (<usize>weightCells << 2);
  layer.cells = cells;
  layer.gradient = gradient;
  layer.first = first;
  layer.second = second;
  layer.forwards = forwards;
  layer.values = values;
  layer.deltas = deltas;
  memory.fill(weights, 0, <usize>cells << 2);
  memory.fill(first, 0, <usize>cells << 2);
  memory.fill(second, 0, <usize>cells << 2);
  memory.fill(forwards, 0, <usize>(inputs * paddedOutputs) << 2);
  memory.fill(values, 0, <usize>(BLOCK * paddedOutputs) << 2);
  memory.fill(deltas, 0, <usize>(BLOCK * paddedOutputs) << 2);
  return layer;
}

/** Copies a layer's parameters in or out, (inputs, outputs) and then the biases; gives back where the next layer's start. */
export function exchange(layer: Layer, isFirst: bool, parameters: usize, inward: bool): usize {
  let at = parameters;
  for (let i = 0; i <= layer.inputs; i++) {
    for (let o = 0; o < layer.outputs; o++) {
      let cell = isFirst ? i * layer.paddedOutputs + o : o * layer.paddedInputs + i;
      if (i == layer.inputs) cell = <i32>((layer.biases - layer.weights) >> 2) + o;
      const place = layer.weights + (<usize>cell << 2);
      if (inward) store<f32>(place, <f32>load<f64>(at));
      else store<f64>(at, <f64>load<f32>(place));
      at += 8;
    }
  }
  return at;
}

/** Refreshes `forwards` of a layer after the first. */
export function turnWeights(layer: Layer): void {
  const inBytes = <usize>layer.paddedInputs << 2;
  const outBytes = <usize>layer.paddedOutputs << 2;
  for (let o = 0; o < layer.outputs; o++) {
    const from = layer.weights + <usize>o * inBytes;
    let to = layer.forwards + (<usize>o << 2);
    for (let i: usize = 0; i < <usize>layer.inputs << 2; i += 4) {
      store<f32>(to, load<f32>(from + i));
      to += outBytes;
    }
  }
}

/** One Adam step of all parameters of a layer. */
export function adam(layer: Layer, rate: f32, correction: f32, decay: f32): void {
  const step = f32x4.splat(rate);
  const inverse = f32x4.splat(correction);
  const shrink = f32x4.splat(decay);
  const weights = layer.weights;
  const gradient = layer.gradient;
  const first = layer.first;
  const second = layer.second;
  const bytes = <usize>layer.cells << 2;
  for (let at: usize = 0; at < bytes; at += 16) {
    const parameter = v128.load(weights + at);
    const g = f32x4.add(v128.load(gradient + at), f32x4.mul(parameter, shrink));
    const m = f32x4.add(f32x4.mul(v128.load(first + at), f32x4.splat(0.9)), f32x4.mul(g, f32x4.splat(0.1)));
    const v = f32x4.add(
      f32x4.mul(v128.load(second + at), f32x4.splat(0.999)),
      f32x4.mul(f32x4.mul(g, g), f32x4.splat(0.001)),
    );
    v128.store(first + at, m);
    v128.store(second + at, v);
    const scale = f32x4.add(f32x4.mul(f32x4.sqrt(v), inverse), f32x4.splat(1e-8));
    v128.store(weights + at, f32x4.sub(parameter, f32x4.div(f32x4.mul(step, m), scale)));
  }
}
