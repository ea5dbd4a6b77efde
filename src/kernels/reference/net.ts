import { sigmoid, softplus } from "../../math/special.js";
import type { NetFit, NetProblem } from "../kernels.js";
import { adam } from "./adam.js";

/** The plain way: rows one by one through dense layers, forwards and back, then one Adam step. */
export function trainNet({ x, sizes, kinds, weights, initial, steps, learningRate, decay }: NetProblem): NetFit {
  const parameters = initial.slice();
  const gradient = new Float64Array(initial.length);
  const losses = new Float64Array(steps);
  const move = adam(parameters, learningRate);
  const widths = [x.columns, ...sizes];
  for (let step = 0; step < steps; step++) {
    gradient.fill(0);
    for (let i = 0; i < x.rows; i++) {
      const values = forward(x.values.subarray(i * x.columns, (i + 1) * x.columns), widths, parameters);
      const f = values.at(-1)![0]!;
      losses[step]! += weights[i]! * lossAt(kinds[i]!, f);
      backward(values, widths, parameters, weights[i]! * slopeAt(kinds[i]!, f), gradient);
    }
    for (let k = 0; k < gradient.length; k++) gradient[k]! += decay * parameters[k]!;
    move(gradient);
  }
  return { parameters, losses };
}

/** The values of every layer, inputs first; hidden ones are rectified. */
function forward(row: Float64Array, widths: readonly number[], parameters: Float64Array): Float64Array[] {
  const values = [row];
  let at = 0;
  for (let l = 1; l < widths.length; l++) {
    const inputs = values[l - 1]!;
    const outputs = widths[l]!;
    const bias = at + inputs.length * outputs;
    const next = parameters.slice(bias, bias + outputs);
    inputs.forEach((value, j) => {
      for (let o = 0; o < outputs; o++) next[o]! += value * parameters[at + j * outputs + o]!;
    });
    values.push(l < widths.length - 1 ? next.map((value) => Math.max(0, value)) : next);
    at = bias + outputs;
  }
  return values;
}

/** Adds the slopes of one row's loss in every parameter. */
function backward(
  values: readonly Float64Array[],
  widths: readonly number[],
  parameters: Float64Array,
  slope: number,
  gradient: Float64Array,
): void {
  let deltas = Float64Array.of(slope);
  let end = parameters.length;
  for (let l = widths.length - 1; l > 0; l--) {
    const inputs = values[l - 1]!;
    const outputs = widths[l]!;
    const at = end - (inputs.length + 1) * outputs;
    const below = new Float64Array(inputs.length);
    for (let o = 0; o < outputs; o++) {
      gradient[end - outputs + o]! += deltas[o]!;
      for (let j = 0; j < inputs.length; j++) {
        gradient[at + j * outputs + o]! += inputs[j]! * deltas[o]!;
        if (inputs[j]! > 0) below[j]! += deltas[o]! * parameters[at + j * outputs + o]!;
      }
    }
    deltas = below;
    end = at;
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
