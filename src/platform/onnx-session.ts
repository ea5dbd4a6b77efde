import { AuditError, reasonOf } from "../errors.js";
import type { OnnxSession, OnnxSlot, OnnxTensor } from "../lab/targets/onnx.js";
import { readBytes } from "./read-file.js";

/** What both ONNX runtimes offer, as far as it is used. */
interface Runtime {
  readonly env: { readonly wasm?: { numThreads?: number } };
  readonly Tensor: new (type: string, data: OnnxTensor["data"], dims: readonly number[]) => OnnxTensor;
  readonly InferenceSession: {
    create(bytes: Uint8Array, options: Readonly<Record<string, unknown>>): Promise<RuntimeSession>;
  };
}

interface RuntimeSession {
  readonly inputMetadata: readonly RuntimeSlot[];
  readonly outputMetadata: readonly RuntimeSlot[];
  run(feeds: Readonly<Record<string, OnnxTensor>>): Promise<Readonly<Record<string, OnnxTensor>>>;
}

interface RuntimeSlot {
  readonly name: string;
  readonly isTensor: boolean;
  readonly type?: string;
  readonly shape?: readonly (number | string)[];
}

const PACKAGES = ["onnxruntime-node", "onnxruntime-web"] as const;

export type ImportPackage = (name: string) => Promise<unknown>;

/**
 * Loads an ONNX file, in `onnxruntime-node` where that is installed, else in `onnxruntime-web`; one thread either way,
 * so that sums have one order. Throws PACKAGE_MISSING when neither is installed and TARGET_INVALID for a file that is
 * no model.
 */
export async function loadOnnx(
  path: string,
  importPackage: ImportPackage = (name) => import(name),
): Promise<OnnxSession> {
  return onnxSession(await readBytes(path), path, importPackage);
}

export async function onnxSession(
  bytes: Uint8Array,
  name: string,
  importPackage: ImportPackage = (wanted) => import(wanted),
): Promise<OnnxSession> {
  const runtime = await findRuntime(importPackage);
  const options = { intraOpNumThreads: 1, interOpNumThreads: 1, logSeverityLevel: 3 };
  const session = await runtime.InferenceSession.create(new Uint8Array(bytes), options).catch((error: unknown) => {
    const message = `${name} cannot be loaded as an ONNX model: ${reasonOf(error)}. Export the model again`;
    throw new AuditError("TARGET_INVALID", message, { file: name }, { cause: error });
  });
  return {
    inputs: session.inputMetadata.map(slotOf),
    outputs: session.outputMetadata.map(slotOf),
    run(feeds) {
      const tensors = Object.entries(feeds).map(
        ([slot, { type, data, dims }]) => [slot, new runtime.Tensor(type, data, dims)] as const,
      );
      return session.run(Object.fromEntries(tensors));
    },
  };
}

async function findRuntime(importPackage: ImportPackage): Promise<Runtime> {
  let cause: unknown;
  for (const name of PACKAGES) {
    try {
      const loaded = (await importPackage(name)) as Partial<Runtime> & { readonly default: Runtime };
      const runtime = loaded.InferenceSession === undefined ? loaded.default : (loaded as Runtime);
      if (runtime.env.wasm !== undefined) runtime.env.wasm.numThreads = 1;
      return runtime;
    } catch (error) {
      cause = error;
    }
  }
  const install = "npm install onnxruntime-web (or onnxruntime-node, which is faster)";
  const message = `an ONNX file needs one more package. Install it: ${install}`;
  throw new AuditError("PACKAGE_MISSING", message, {}, { cause });
}

function slotOf({ name, isTensor, type, shape }: RuntimeSlot): OnnxSlot {
  return { name, type: isTensor ? (type ?? null) : null, shape: shape ?? [] };
}
