import type { Matrix } from "../../math/matrix.js";
import {
  type BarycenterFit,
  type BarycenterProblem,
  lossAt,
  type NetFit,
  type NetProblem,
  slopeAt,
} from "../kernels.js";
import { sinkhorn } from "./sinkhorn.js";

/** A function that moves `values` in place by one Adam step (β₁ 0.9, β₂ 0.999, 1e-8), as PyTorch computes it. */
function adam(values: Float64Array, learningRate: number): (gradient: Float64Array) => void {
  const mean = new Float64Array(values.length);
  const square = new Float64Array(values.length);
  let meanDecay = 1; // 0.9ᵗ and 0.999ᵗ
  let squareDecay = 1;
  return (gradient) => {
    meanDecay *= 0.9;
    squareDecay *= 0.999;
    const rate = learningRate / (1 - meanDecay);
    const correction = Math.sqrt(1 - squareDecay);
    for (let k = 0; k < values.length; k++) {
      const g = gradient[k]!;
      mean[k] = 0.9 * mean[k]! + 0.1 * g;
      square[k] = 0.999 * square[k]! + 0.001 * g * g;
      values[k]! -= (rate * mean[k]!) / (Math.sqrt(square[k]!) / correction + 1e-8);
    }
  };
}

/** Adam on the support points against the exact Sinkhorn gradient; self terms of the fixed clouds are recomputed. */
export function fitBarycenter(problem: BarycenterProblem): BarycenterFit {
  const { initial, cloud, anchor, lambda, blur, scaling, epochs, learningRate } = problem;
  const points: Matrix = { rows: initial.rows, columns: initial.columns, values: initial.values.slice() };
  const step = adam(points.values, learningRate);
  const losses = new Float64Array(epochs);
  const uniform = ({ rows }: Matrix) => new Float64Array(rows).fill(1 / rows);
  const shares = [[cloud, 1 - lambda] as const, [anchor, lambda] as const];
  const gradient = new Float64Array(points.values.length);
  for (let epoch = 0; epoch < epochs; epoch++) {
    gradient.fill(0);
    for (const [target, share] of shares) {
      const weights = { xWeights: uniform(points), yWeights: uniform(target) };
      const solution = sinkhorn({ x: points, y: target, ...weights, blur, scaling });
      losses[epoch]! += share * solution.value;
      for (let k = 0; k < gradient.length; k++) gradient[k]! += share * solution.xGradient[k]!;
    }
    step(gradient);
  }
  return { points, losses };
}

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
