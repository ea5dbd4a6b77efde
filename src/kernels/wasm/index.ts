import type { Matrix } from "../../math/matrix.js";
import type { BarycenterProblem, Kernels, SinkhornProblem, TransportPlan } from "../kernels.js";
import { KernelModule, throwOnFailure } from "./kernel-module.js";

const BLOCK_DOUBLES = 8192; // rows go through prediction in pieces that stay in the nearest caches

/** The kernels over a compiled module. */
export function wasmKernels(compiled: WebAssembly.Module): Kernels {
  const wasm = new KernelModule(compiled);
  return {
    name: "wasm",
    squaredDistances: (x, y) => squaredDistances(wasm, x, y),
    softmin: (cost, h, epsilon) => softmin(wasm, cost, h, epsilon),
    sinkhorn: (problem) => sinkhorn(wasm, problem),
    fitBarycenter: (problem) => fitBarycenter(wasm, problem),
    assignment: (cost) => assignment(wasm, cost),
    transport: (cost, a, b) => transport(wasm, cost, a, b),
    weightedSums: (x, weights, bias) => weightedSums(wasm, x, weights, bias),
  };
}

function squaredDistances(wasm: KernelModule, x: Matrix, y: Matrix): Matrix {
  const bytes = 8 * (x.rows * y.rows + y.values.length + BLOCK_DOUBLES + x.columns);
  const values = new Float64Array(x.rows * y.rows);
  wasm.scope("a distance matrix", bytes, (kernel, heap) => {
    const yPlace = heap.copyIn(y.values);
    const rows = blockRows(x);
    const xPlace = heap.allocate(rows * x.columns);
    const out = heap.allocate(rows * y.rows);
    for (let i = 0; i < x.rows; i += rows) {
      const count = Math.min(rows, x.rows - i);
      const block = x.values.subarray(i * x.columns, (i + count) * x.columns);
      new Float64Array(kernel.memory.buffer, xPlace, block.length).set(block);
      kernel.squared_distances(xPlace, yPlace, count, y.rows, x.columns, out);
      values.set(new Float64Array(kernel.memory.buffer, out, count * y.rows), i * y.rows);
    }
  });
  return { rows: x.rows, columns: y.rows, values };
}

function weightedSums(wasm: KernelModule, x: Matrix, weights: Matrix, bias: Float64Array): Matrix {
  const outputs = weights.rows;
  const values = new Float64Array(x.rows * outputs);
  wasm.scope("a weighted sum", 8 * (weights.values.length + BLOCK_DOUBLES + x.columns), (kernel, heap) => {
    const weightPlace = heap.copyIn(weights.values);
    const biasPlace = heap.copyIn(bias);
    const rows = blockRows(x);
    const xPlace = heap.allocate(rows * x.columns);
    const out = heap.allocate(rows * outputs);
    for (let i = 0; i < x.rows; i += rows) {
      const count = Math.min(rows, x.rows - i);
      const block = x.values.subarray(i * x.columns, (i + count) * x.columns);
      new Float64Array(kernel.memory.buffer, xPlace, block.length).set(block);
      kernel.weighted_sums(xPlace, weightPlace, biasPlace, count, x.columns, outputs, out);
      values.set(new Float64Array(kernel.memory.buffer, out, count * outputs), i * outputs);
    }
  });
  return { rows: x.rows, columns: outputs, values };
}

function blockRows(x: Matrix): number {
  return Math.max(1, Math.min(x.rows, Math.floor(BLOCK_DOUBLES / Math.max(1, x.columns))));
}

function softmin(wasm: KernelModule, cost: Matrix, h: Float64Array, epsilon: number): Float64Array {
  const bytes = 20 * (cost.rows + 8) * (cost.columns + 8);
  return wasm.scope("a soft minimum", bytes, (kernel, heap) => {
    const out = heap.allocate(cost.rows);
    const status = kernel.softmin(heap.copyIn(cost.values), heap.copyIn(h), cost.rows, cost.columns, epsilon, out);
    throwOnFailure("a soft minimum", status, bytes);
    return heap.copyOut(out, cost.rows);
  });
}

function sinkhorn(wasm: KernelModule, problem: SinkhornProblem) {
  const { x, y, xWeights, yWeights, blur, scaling } = problem;
  const n = x.rows;
  const m = y.rows;
  const d = x.columns;
  const largest = (Math.max(n, m) + 8) * (Math.max(n, m) + 8);
  const bytes = 8 * largest + 40 * (n + m + 16) * (d + 4);
  return wasm.scope("a Sinkhorn divergence", bytes, (kernel, heap) => {
    const inputs = [x.values, y.values, xWeights, yWeights].map((values) => heap.copyIn(values));
    const sizes = [1, n * d, m * d, n, m];
    const outputs = sizes.map((count) => heap.allocate(count));
    throwOnFailure("a Sinkhorn divergence", kernel.sinkhorn(...inputs, n, m, d, blur, scaling, ...outputs), bytes);
    const [value, xGradient, yGradient, xPotential, yPotential] = outputs.map((place, k) =>
      heap.copyOut(place, sizes[k]!),
    ) as [Float64Array, Float64Array, Float64Array, Float64Array, Float64Array];
    return { value: value[0]!, xGradient, yGradient, xPotential, yPotential };
  });
}

function fitBarycenter(wasm: KernelModule, problem: BarycenterProblem) {
  const { initial, cloud, anchor, lambda, blur, scaling, epochs, learningRate } = problem;
  const d = initial.columns;
  const largest = Math.max(cloud.rows, anchor.rows) + 8;
  const pairs = (initial.rows + 8) * (initial.rows + cloud.rows + anchor.rows + 24);
  const bytes = 8 * (largest * largest + pairs) + 24 * (initial.rows + cloud.rows + anchor.rows + 24) * (d + 4);
  return wasm.scope("a prototype fit", bytes, (kernel, heap) => {
    const points = heap.copyIn(initial.values);
    const losses = heap.allocate(epochs);
    const status = kernel.fit_barycenter(
      points,
      heap.copyIn(cloud.values),
      heap.copyIn(anchor.values),
      initial.rows,
      cloud.rows,
      anchor.rows,
      d,
      lambda,
      blur,
      scaling,
      epochs,
      learningRate,
      losses,
    );
    throwOnFailure("a prototype fit", status, bytes);
    const values = heap.copyOut(points, initial.values.length);
    return { points: { rows: initial.rows, columns: d, values }, losses: heap.copyOut(losses, epochs) };
  });
}

function assignment(wasm: KernelModule, cost: Matrix): Int32Array {
  const n = cost.rows;
  const bytes = 8 * n * (n + 8);
  return wasm.scope("an assignment", bytes, (kernel, heap) => {
    const columnOf = heap.allocate(n);
    throwOnFailure("an assignment", kernel.assignment(heap.copyIn(cost.values), n, columnOf), bytes);
    return heap.copyOutIntegers(columnOf, n);
  });
}

function transport(wasm: KernelModule, cost: Matrix, a: Float64Array, b: Float64Array): TransportPlan {
  const n = cost.rows;
  const m = cost.columns;
  const bytes = 8 * n * m + 200 * (n + m);
  return wasm.scope("a transport plan", bytes, (kernel, heap) => {
    const most = n + m;
    const [source, target, mass, entries] = [most, most, most, 1].map((count) => heap.allocate(count)) as [
      number,
      number,
      number,
      number,
    ];
    const [costPlace, aPlace, bPlace] = [cost.values, a, b].map((values) => heap.copyIn(values)) as [
      number,
      number,
      number,
    ];
    const status = kernel.network_simplex(costPlace, aPlace, bPlace, n, m, source, target, mass, entries);
    throwOnFailure("a transport plan", status, bytes);
    const count = heap.copyOutIntegers(entries, 1)[0]!;
    return {
      source: heap.copyOutIntegers(source, count),
      target: heap.copyOutIntegers(target, count),
      mass: heap.copyOut(mass, count),
    };
  });
}
