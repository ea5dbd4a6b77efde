import { AuditError } from "../../errors.js";
import { requireMemory, tooLarge } from "../../math/memory.js";

type RowKernel = "squared_distances" | "weighted_sums" | "prototype_margins";
type KernelName =
  | RowKernel
  | "softmin"
  | "sinkhorn"
  | "fit_barycenter"
  | "assignment"
  | "network_simplex"
  | "train_net";

/** What wasm/index.ts exports; wasm/ABI.md says what each symbol takes and gives back. */
export interface KernelExports extends Record<KernelName, (...args: number[]) => number> {
  readonly memory: WebAssembly.Memory;
  arena_mark(): number;
  arena_release(place: number): void;
  arena_reserve(bytes: number): number;
}

/** Memory of one call: everything handed out is forgotten when the call ends, whatever way it ends. */
export interface Heap {
  /** Turns the status of a kernel that failed into an error. */
  check(status: number): void;
  allocate(count: number): number;
  copyIn(values: Float64Array): number;
  copyInIntegers(values: ArrayLike<number>): number;
  copyOut(place: number, count: number): Float64Array;
  copyOutIntegers(place: number, count: number): Int32Array;
}

/** Memory kept between calls; a call that needed more gives its memory back by starting a new instance. */
const KEPT_BYTES = 64 * 1024 * 1024;

/** A compiled kernel module and the discipline of its memory. */
export class KernelModule {
  readonly #module: WebAssembly.Module;
  #exports: KernelExports;

  constructor(module: WebAssembly.Module) {
    this.#module = module;
    this.#exports = instantiate(module);
  }

  /** Runs `work` with memory of its own; refuses, before anything is tried, a need above what a module can address. */
  scope<T>(what: string, bytes: number, work: (kernel: KernelExports, heap: Heap) => T): T {
    requireMemory(what, bytes);
    const kernel = this.#exports;
    const start = kernel.arena_mark();
    const heap = heapOf(kernel, what, bytes);
    try {
      return work(kernel, heap);
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError)) throw error;
      this.#exports = instantiate(this.#module); // whatever a trap left behind goes with its instance
      throw new AuditError(
        "KERNEL_FAILURE",
        `${what} stopped inside the kernels (${error.message}); please report this with the input`,
        {},
        { cause: error },
      );
    } finally {
      if (kernel === this.#exports) kernel.arena_release(start);
      if (kernel.memory.buffer.byteLength > KEPT_BYTES) this.#exports = instantiate(this.#module);
    }
  }
}

function instantiate(module: WebAssembly.Module): KernelExports {
  return new WebAssembly.Instance(module, {}).exports as unknown as KernelExports;
}

function heapOf(kernel: KernelExports, what: string, bytes: number): Heap {
  const allocate = (count: number) => {
    const place = kernel.arena_reserve(count * 8);
    if (place === 0) throw tooLarge(what, bytes);
    return place;
  };
  return {
    check(status) {
      if (status === 0) return;
      if (status === 1) throw tooLarge(what, bytes);
      const message = `${what} stopped with status ${status}; please report this with the input`;
      throw new AuditError("KERNEL_FAILURE", message);
    },
    allocate,
    copyIn(values) {
      const place = allocate(values.length);
      new Float64Array(kernel.memory.buffer, place, values.length).set(values);
      return place;
    },
    copyInIntegers(values) {
      const place = allocate(Math.ceil(values.length / 2));
      new Int32Array(kernel.memory.buffer, place, values.length).set(values);
      return place;
    },
    copyOut: (place, count) => new Float64Array(kernel.memory.buffer, place, count).slice(),
    copyOutIntegers: (place, count) => new Int32Array(kernel.memory.buffer, place, count).slice(),
  };
}
