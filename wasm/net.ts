// Full-batch training of a small ReLU net with one output by Adam, in single precision. Inputs are kept as lists of their
// non-zero entries (encoded categories are mostly zeros). Rows pass the layers in blocks; sums over units and rows keep
// the order of a plain loop over rows.
import { isExhausted, reserve } from "./arena";
import { backwardInputs, backwardLayer } from "./net-backward";
import { forwardInputs, forwardLast, forwardLayer } from "./net-forward";
import { adam, BLOCK, exchange, Layer, newLayer, turnWeights } from "./net-layers";
import { lossesOf } from "./net-loss";

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
  const entries = <f64>countEntries(x, n, d);
  const blocks = (n + BLOCK - 1) / BLOCK;
  const rowStarts = reserve(<f64>(n + 1) * 4);
  const rowEntries = reserve(entries * 8);
  const columnStarts = reserve((<f64>blocks * <f64>d + 1) * 4);
  const columnEntries = reserve(entries * 8);
  const ownKinds = reserve(<f64>(n + 1) * 4); // one more than rows: losses are taken in pairs
  const rowLosses = reserve(<f64>BLOCK * 8);
  const slopes = reserve(<f64>BLOCK * 8);
  const active = reserve(<f64>BLOCK * 4);
  const layers = reserve(<f64>depth * 4);
  let inputs = d;
  for (let l = 0; l < depth; l++) {
    const outputs = load<i32>(sizes + (<usize>l << 2));
    const layer = newLayer(inputs, outputs, l == 0);
    if (isExhausted()) return 1;
    store<usize>(layers + (<usize>l << 2), changetype<usize>(layer));
    inputs = outputs;
  }
  const input = layerAt(layers, 0);
  const last = layerAt(layers, depth - 1);
  listRows(x, n, d, input.paddedOutputs << 2, rowStarts, rowEntries);
  listColumns(x, n, d, input.paddedOutputs << 2, columnStarts, columnEntries);
  memory.copy(ownKinds, kinds, <usize>n << 2);
  store<i32>(ownKinds + (<usize>n << 2), 0);
  let at = parameters;
  for (let l = 0; l < depth; l++) at = exchange(layerAt(layers, l), l == 0, at, true);

  let meanDecay: f64 = 1;
  let squareDecay: f64 = 1;
  for (let step = 0; step < steps; step++) {
    for (let l = 0; l < depth; l++) {
      const layer = layerAt(layers, l);
      if (l > 0 && l < depth - 1) turnWeights(layer);
      memory.fill(layer.gradient, 0, <usize>layer.cells << 2);
    }
    let loss: f64 = 0;
    for (let from = 0; from < n; from += BLOCK) {
      const rows = min(BLOCK, n - from);
      const even = (rows + 1) & ~1;
      forwardInputs(input, rowStarts + (<usize>from << 2), rowEntries, rows, depth > 1);
      for (let l = 1; l < depth - 1; l++) forwardLayer(layerAt(layers, l), layerAt(layers, l - 1).values, even);
      if (depth > 1) forwardLast(last, layerAt(layers, depth - 2).values, rows);
      lossesOf(last.values, ownKinds + (<usize>from << 2), even, rowLosses, slopes);
      let moving = 0;
      for (let r = 0; r < rows; r++) {
        const weight = load<f64>(weights + (<usize>(from + r) << 3));
        loss += weight * load<f64>(rowLosses + (<usize>r << 3));
        const slope = weight * load<f64>(slopes + (<usize>r << 3));
        store<f32>(last.deltas + (<usize>r << 4), <f32>slope);
        store<i32>(active + (<usize>moving << 2), r);
        moving += i32(slope != 0);
      }
      if (moving == 0) continue;
      if (moving < rows && depth > 1) memory.fill(input.deltas, 0, <usize>(rows * input.paddedOutputs) << 2);
      for (let l = depth - 1; l > 0; l--) backwardLayer(layerAt(layers, l), layerAt(layers, l - 1), active, moving);
      backwardInputs(input, columnStarts + (<usize>(from / BLOCK * d) << 2), columnEntries, rows);
    }
    store<f64>(losses + (<usize>step << 3), loss);
    meanDecay *= 0.9;
    squareDecay *= 0.999;
    for (let l = 0; l < depth; l++) {
      adam(layerAt(layers, l), <f32>(learningRate / (1 - meanDecay)), <f32>(1 / sqrt(1 - squareDecay)), <f32>decay);
    }
  }
  at = parameters;
  for (let l = 0; l < depth; l++) at = exchange(layerAt(layers, l), l == 0, at, false);
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

/** Row by row, each entry: where its column's weights start (bytes), and its value. */
function listRows(x: usize, n: i32, d: i32, stride: i32, starts: usize, entries: usize): void {
  let to = entries;
  for (let i = 0; i < n; i++) {
    store<i32>(starts + (<usize>i << 2), <i32>(to - entries));
    for (let k = 0; k < d; k++) to = listEntry(load<f64>(x + (<usize>(i * d + k) << 3)), k * stride, to);
  }
  store<i32>(starts + (<usize>n << 2), <i32>(to - entries));
}

/** Block by block of rows and column by column, each entry: where its row's slopes start (bytes), and its value. */
function listColumns(x: usize, n: i32, d: i32, stride: i32, starts: usize, entries: usize): void {
  let to = entries;
  let start = starts;
  for (let from = 0; from < n; from += BLOCK) {
    const end = min(from + BLOCK, n);
    for (let k = 0; k < d; k++) {
      store<i32>(start, <i32>(to - entries));
      start += 4;
      for (let i = from; i < end; i++) {
        to = listEntry(load<f64>(x + (<usize>(i * d + k) << 3)), (i - from) * stride, to);
      }
    }
  }
  store<i32>(start, <i32>(to - entries));
}

// @ts-ignore: decorator
@inline
function listEntry(value: f64, place: i32, to: usize): usize {
  if (value == 0) return to;
  store<i32>(to, place);
  store<f32>(to, <f32>value, 4);
  return to + 8;
}
