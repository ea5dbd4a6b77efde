import type { Matrix } from "../../math/matrix.js";
import { requireMemory } from "../../math/memory.js";
import type { Kernels } from "../kernels.js";
import { atUnitScale } from "../schedule.js";
import { type Heap, type KernelExports, KernelModule } from "./kernel-module.js";

const BLOCK_DOUBLES = 8192; // rows go through prediction in pieces that stay in the nearest caches

export function wasmKernels(compiled: WebAssembly.Module): Kernels {
  const wasm = new KernelModule(compiled);
  return { name: "wasm", ...rowKernels(wasm), ...transportKernels(wasm), ...trainingKernels(wasm) };
}

function rowKernels(wasm: KernelModule): Pick<Kernels, "squaredDistances" | "weightedSums" | "prototypeMargins"> {
  return {
    squaredDistances: (x, y) =>
      byBlocks(wasm, { what: "a distance matrix", x, outputs: y.rows }, (kernel, heap) => {
        const place = heap.copyIn(y.values);
        return (rows, count, out) => kernel.squared_distances(rows, place, count, y.rows, x.columns, out);
      }),
    weightedSums: (x, weights, bias) =>
      byBlocks(wasm, { what: "a weighted sum", x, outputs: weights.rows }, (kernel, heap) => {
        const place = heap.copyIn(weights.values);
        const biasPlace = heap.copyIn(bias);
        return (rows, count, out) => kernel.weighted_sums(rows, place, biasPlace, count, x.columns, weights.rows, out);
      }),
    prototypeMargins: (x, means, [v0, v1], offset) =>
      byBlocks(wasm, { what: "a prediction", x, outputs: 1 }, (kernel, heap) => {
        const place = heap.copyIn(means.values);
        return (rows, count, out) => kernel.prototype_margins(rows, place, count, x.columns, v0, v1, offset, out);
      }).values,
  };
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

function transportKernels(wasm: KernelModule): Pick<Kernels, "softmin" | "sinkhorn" | "assignment" | "transport"> {
  return {
    softmin(cost, h, epsilon) {
      const bytes = 20 * (cost.rows + 8) * (cost.columns + 8);
      return wasm.scope("a soft minimum", bytes, (kernel, heap) => {
        const out = heap.allocate(cost.rows);
        const inputs = [heap.copyIn(cost.values), heap.copyIn(h)];
        heap.check(kernel.softmin(...inputs, cost.rows, cost.columns, epsilon, out));
        return heap.copyOut(out, cost.rows);
      });
    },

    sinkhorn: (problem) =>
      atUnitScale(problem, ({ x, y, xWeights, yWeights, blur, scaling }) => {
        const [n, m, d] = [x.rows, y.rows, x.columns];
        const largest = (Math.max(n, m) + 8) * (Math.max(n, m) + 8);
        const bytes = 8 * largest + 40 * (n + m + 16) * (d + 4);
        return wasm.scope("a Sinkhorn divergence", bytes, (kernel, heap) => {
          const inputs = [x.values, y.values, xWeights, yWeights].map((values) => heap.copyIn(values));
          const sizes = [1, n * d, m * d, n, m];
          const outputs = sizes.map((count) => heap.allocate(count));
          heap.check(kernel.sinkhorn(...inputs, n, m, d, blur, scaling, ...outputs));
          const out = (k: number) => heap.copyOut(outputs[k]!, sizes[k]!);
          return { value: out(0)[0]!, xGradient: out(1), yGradient: out(2), xPotential: out(3), yPotential: out(4) };
        });
      }),

    assignment(cost) {
      const n = cost.rows;
      const bytes = 8 * n * (n + 8);
      return wasm.scope("an assignment", bytes, (kernel, heap) => {
        const columnOf = heap.allocate(n);
        heap.check(kernel.assignment(heap.copyIn(cost.values), n, columnOf));
        return heap.copyOutIntegers(columnOf, n);
      });
    },

    transport(cost, a, b) {
      const [n, m] = [cost.rows, cost.columns];
      const bytes = 8 * n * m + 200 * (n + m);
      return wasm.scope("a transport plan", bytes, (kernel, heap) => {
        const source = heap.allocate(n + m);
        const target = heap.allocate(n + m);
        const mass = heap.allocate(n + m);
        const entries = heap.allocate(1);
        const inputs = [cost.values, a, b].map((values) => heap.copyIn(values));
        heap.check(kernel.network_simplex(...inputs, n, m, source, target, mass, entries));
        const count = heap.copyOutIntegers(entries, 1)[0]!;
        const [from, to] = [heap.copyOutIntegers(source, count), heap.copyOutIntegers(target, count)];
        return { source: from, target: to, mass: heap.copyOut(mass, count) };
      });
    },
  };
}

function trainingKernels(wasm: KernelModule): Pick<Kernels, "fitBarycenters" | "trainNet"> {
  return {
    fitBarycenters: (problems) =>
      problems.map(({ initial, cloud, anchor, lambda, blur, scaling, epochs, learningRate }) => {
        const d = initial.columns;
        const largest = Math.max(cloud.rows, anchor.rows) + 8;
        const rows = initial.rows + cloud.rows + anchor.rows + 24;
        const bytes = 8 * (largest * largest + (initial.rows + 8) * rows) + 24 * rows * (d + 4) + 8 * epochs;
        return wasm.scope("a prototype fit", bytes, (kernel, heap) => {
          const points = heap.copyIn(initial.values);
          const losses = heap.allocate(epochs);
          const places = [points, heap.copyIn(cloud.values), heap.copyIn(anchor.values)];
          const sizes = [initial.rows, cloud.rows, anchor.rows, d];
          const settings = [lambda, blur, scaling, epochs, learningRate];
          heap.check(kernel.fit_barycenter(...places, ...sizes, ...settings, losses));
          const values = heap.copyOut(points, initial.values.length);
          return { points: { rows: initial.rows, columns: d, values }, losses: heap.copyOut(losses, epochs) };
        });
      }),

    trainNet({ x, sizes, kinds, weights, initial, steps, learningRate, decay }) {
      const bytes = 25 * x.values.length + 40 * initial.length + 16 * x.rows + 8 * steps;
      return wasm.scope("training a net", bytes, (kernel, heap) => {
        const parameters = heap.copyIn(initial);
        const losses = heap.allocate(steps);
        const layers = heap.copyInIntegers(sizes);
        const rows = [heap.copyIn(x.values), x.rows, x.columns, layers, sizes.length, heap.copyInIntegers(kinds)];
        const settings = [steps, learningRate, decay];
        heap.check(kernel.train_net(...rows, heap.copyIn(weights), parameters, ...settings, losses));
        return { parameters: heap.copyOut(parameters, initial.length), losses: heap.copyOut(losses, steps) };
      });
    },
  };
}
