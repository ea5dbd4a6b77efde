import { kernelBase64 } from "../kernels/wasm/binary.js";
import { sha256Hex } from "./sha256.js";

export interface KernelIdentity {
  readonly name: string;
  /** SHA-256 of the WebAssembly module, in hexadecimal. */
  readonly sha256: string;
}

export function kernelIdentity(): KernelIdentity {
  const bytes = Uint8Array.from(atob(kernelBase64), (letter) => letter.charCodeAt(0));
  return { name: "wasm", sha256: sha256Hex(bytes) };
}
