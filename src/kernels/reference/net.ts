import { sigmoid, softplus } from "../../math/special.js";
import type { NetFit, NetProblem } from "../kernels.js";
import { adam } from "./adam.js";

/** Values and slopes of every layer, inputs first, and where each layer's parameters start. */
interface Layers {
  readonly widths: readonly number[];
  readonly starts: readonly number[];
  readonly values: readonly Float64Array[];
  readonly deltas: readonly Float64Array[];
}

/** The plain way: rows one by one through dense layers, forwards and back, then one Adam step. */
export function trainNet({ x, sizes, kinds, weights, initial, steps, learningRate, decay }: NetProblem): NetFit {
  const parameters = initial.slice();
  const gradient = new Float64Array(initial.length);
  const losses = new Float64Array(steps);
  const move = adam(parameters, learningRate);
  const layers = layersOf([x.columns, ...sizes]);
  const output = layers.values.at(-1)!;
  for (let step = 0; step < steps; step++) {
    gradient.fill(0);
    for (let i = 0; i < x.rows; i++) {
      layers.values[0]!.set(x.values.subarray(i * x.columns, (i + 1) * x.columns));
      forward(layers, parameters);
      losses[step]! += weights[i]! * lossAt(kinds[i]!, output[0]!);
      layers.deltas.at(-1)![0] = weights[i]! * slopeAt(kinds[i]!, output[0]!);
      backward(layers, parameters, gradient);
    }
    for (let k = 0; k < gradient.length; k++) gradient[k]! += decay * parameters[k]!;
    move(gradient);
  }
  return { parameters, losses };
}

function layersOf(widths: readonly number[]): Layers {
  const starts: number[] = [0];
  for (let l = 1; l < widths.length; l++) starts.push(starts[l - 1]! + (widths[l - 1]! + 1) * widths[l]!);
  const arrays = () => widths.map((width) => new Float64Array(width));
  return { widths, starts, values: arrays(), deltas: arrays() };
}

/** Fills the values from the inputs on; hidden ones are rectified. */
function forward({ widths, starts, values }: Layers, parameters: Float64Array): void {
  for (let l = 1; l < widths.length; l++) {
    const inputs = values[l - 1]!;
    const outputs = values[l]!;
    const width = outputs.length;
    let at = starts[l - 1]!;
    const bias = at + inputs.length * width;
    for (let o = 0; o < width; o++) outputs[o] = parameters[bias + o]!;
    for (let j = 0; j < inputs.length; j++, at += width) {
      const value = inputs[j]!;
      if (value !== 0) for (let o = 0; o < width; o++) outputs[o]! += value * parameters[at + o]!;
    }
    if (l < widths.length - 1) for (let o = 0; o < width; o++) outputs[o] = Math.max(0, outputs[o]!);
  }
}

/** Adds the slopes of one row's loss in every parameter; the output's slope is in the last deltas. */
function backward({ widths, starts, values, deltas }: Layers, parameters: Float64Array, gradient: Float64Array): void {
  for (let l = widths.length - 1; l > 0; l--) {
    const inputs = values[l - 1]!;
    const above = deltas[l]!;
    const below = deltas[l - 1]!;
    const width = above.length;
    let at = starts[l - 1]!;
    for (let j = 0; j < inputs.length; j++, at += width) {
      const value = inputs[j]!;
      below[j] = 0;
      if (value === 0) continue; // a unit at rest passes nothing on; an input of zero moves no weight
      for (let o = 0; o < width; o++) {
        gradient[at + o]! += value * above[o]!;
        below[j]! += above[o]! * parameters[at + o]!;
      }
    }
    for (let o = 0; o < width; o++) gradient[at + o]! += above[o]!;
  }
}

function lossAt(kind: number, f: number): number {
  const loss = softplus(kind === 1 || kind === 2 ? -f : f);
  return kind < 2 ? loss : Math.max(0, loss - Math.LN2);
}

function slopeAt(kind: number, f: number): number {
  if (kind === 0) return sigmoid(f);
  if (kind === 1) return -sigmoid(-f);
  if (kind === 2) return f < 0 ? -sigmoid(-f) : 0;
  return f > 0 ? sigmoid(f) : 0;
}
