import type { Kernels } from "./kernels.js";
import { kernelBase64 } from "./wasm/binary.js";
import { wasmKernels } from "./wasm/index.js";

/**
 * The WebAssembly kernels, compiled on the first call of this function and not before. The module's bytes are part of
 * the package: nothing is read from disk or from a server, in Node and in a browser alike. Each call gives kernels with
 * memory of their own.
 */
export async function loadKernels(): Promise<Kernels> {
  const bytes = Uint8Array.from(atob(kernelBase64), (letter) => letter.charCodeAt(0));
  return wasmKernels(await WebAssembly.compile(bytes));
}
