import type { Matrix } from "../../math/matrix.js";
import { requireMemory } from "../../math/memory.js";
import type { BarycenterProblem, Kernels, NetFit, NetProblem, SinkhornProblem, TransportPlan } from "../kernels.js";
import { atUnitScale } from "../schedule.js";
import { type Heap, type KernelExports, KernelModule, throwOnFailure } from "./kernel-module.js";

const BLOCK_DOUBLES = 8192; // rows go through prediction in pieces that stay in the nearest caches

/** The kernels over a compiled module. */
export function wasmKernels(compiled: WebAssembly.Module): Kernels {
  const wasm = new KernelModule(compiled);
  return {
    name: "wasm",
    squaredDistances: (x, y) => squaredDistances(wasm, x, y),
    softmin: (cost, h, epsilon) => softmin(wasm, cost, h, epsilon),
    sinkhorn: (problem) => atUnitScale(problem, (scaled) => sinkhorn(wasm, scaled)),
    fitBarycenters: (problems) => problems.map((problem) => fitBarycenter(wasm, problem)),
    assignment: (cost) => assignment(wasm, cost),
    transport: (cost, a, b) => transport(wasm, cost, a, b),
    trainNet: (problem) => trainNet(wasm, problem),
    prototypeMargins: (x, means, variances, offset) => prototypeMargins(wasm, x, { means, variances, offset }),
    weightedSums: (x, weights, bias) => weightedSums(wasm, x, weights, bias),
  };
}

function squaredDistances(wasm: KernelModule, x: Matrix, y: Matrix): Matrix {
  return byBlocks(wasm, { what: "a distance matrix", x, outputs: y.rows }, (kernel, heap) => {
    const place = heap.copyIn(y.values);
    return (rows, count, out) => kernel.squared_distances(rows, place, count, y.rows, x.columns, out);
  });
}

function weightedSums(wasm: KernelModule, x: Matrix, weights: Matrix, bias: Float64Array): Matrix {
  return byBlocks(wasm, { what: "a weighted sum", x, outputs: weights.rows }, (kernel, heap) => {
    const place = heap.copyIn(weights.values);
    const biasPlace = heap.copyIn(bias);
    return (rows, count, out) => kernel.weighted_sums(rows, place, biasPlace, count, x.columns, weights.rows, out);
  });
}

function prototypeMargins(wasm: KernelModule, x: Matrix, { means, variances, offset }: PrototypeRule): Float64Array {
  return byBlocks(wasm, { what: "a prediction", x, outputs: 1 }, (kernel, heap) => {
    const place = heap.copyIn(means.values);
    return (rows, count, out) =>
      kernel.prototype_margins(rows, place, count, x.columns, variances[0], variances[1], offset, out);
  }).values;
}

interface PrototypeRule {
  readonly means: Matrix;
  readonly variances: readonly [number, number];
  readonly offset: number;
}

/** What goes through a row kernel: its name in errors, the rows, and how many numbers come back for each. */
interface RowWork {
  readonly what: string;
  readonly x: Matrix;
  readonly outputs: number;
}

/** Sends x through a row kernel in pieces that stay in the nearest caches: any number of rows in little memory. */
function byBlocks(
  wasm: KernelModule,
  { what, x, outputs }: RowWork,
  prepare: (kernel: KernelExports, heap: Heap) => (rows: number, count: number, out: number) => void,
): Matrix {
  requireMemory(what, 8 * x.rows * outputs);
  const values = new Float64Array(x.rows * outputs);
  const rows = Math.max(1, Math.min(x.rows, Math.floor(BLOCK_DOUBLES / Math.max(1, x.columns))));
  wasm.scope(what, 8 * (rows * (x.columns + outputs) + outputs * (x.columns + 1)), (kernel, heap) => {
    const run = prepare(kernel, heap);
    const place = heap.allocate(rows * x.columns);
    const out = heap.allocate(rows * outputs);
    const input = new Float64Array(kernel.memory.buffer, place, rows * x.columns);
    const output = new Float64Array(kernel.memory.buffer, out, rows * outputs);
    for (let i = 0; i < x.rows; i += rows) {
      const count = Math.min(rows, x.rows - i);
      input.set(x.values.subarray(i * x.columns, (i + count) * x.columns));
      run(place, count, out);
      values.set(count === rows ? output : output.subarray(0, count * outputs), i * outputs);
    }
  });
  return { rows: x.rows, columns: outputs, values };
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
  const clouds = 8 * (largest * largest + pairs) + 24 * (initial.rows + cloud.rows + anchor.rows + 24) * (d + 4);
  const bytes = clouds + 8 * epochs;
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

function trainNet(wasm: KernelModule, problem: NetProblem): NetFit {
  const { x, sizes, kinds, weights, initial, steps, learningRate, decay } = problem;
  const bytes = 16 * x.values.length + 40 * initial.length + 16 * x.rows + 8 * steps;
  return wasm.scope("training a net", bytes, (kernel, heap) => {
    const parameters = heap.copyIn(initial);
    const losses = heap.allocate(steps);
    const layers = heap.copyInIntegers(sizes);
    const rows = [heap.copyIn(x.values), x.rows, x.columns, layers, sizes.length, heap.copyInIntegers(kinds)];
    const status = kernel.train_net(...rows, heap.copyIn(weights), parameters, steps, learningRate, decay, losses);
    throwOnFailure("training a net", status, bytes);
    return { parameters: heap.copyOut(parameters, initial.length), losses: heap.copyOut(losses, steps) };
  });
}
