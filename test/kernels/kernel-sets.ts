import type { Kernels } from "../../src/kernels/kernels.js";
import { loadKernels } from "../../src/kernels/load.js";
import { referenceKernels } from "../../src/kernels/reference/index.js";

/** Every kernel set, and the relative precision its Sinkhorn loop promises. */
export const kernelSets: readonly { name: string; kernels: Kernels; value: number; gradient: number }[] = [
  { name: "reference", kernels: referenceKernels, value: 1e-12, gradient: 1e-9 },
  { name: "wasm", kernels: await loadKernels(), value: 1e-5, gradient: 1e-4 },
];
