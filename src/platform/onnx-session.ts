import { readFile } from "node:fs/promises";
import { AuditError } from "../errors.js";
import type { OnnxSession, OnnxSlot, OnnxTensor } from "../lab/targets/onnx.js";
import { cannotRead } from "./file-errors.js";

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

/** Loads a module by its name. */
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
  const bytes = await readFile(path).catch((error: unknown) => {
    throw cannotRead(error, path);
  });
  return onnxSession(bytes, path, importPackage);
}

/** A session from the bytes of an ONNX file; `name` is for messages. */
export async function onnxSession(
  bytes: Uint8Array,
  name: string,
  importPackage: ImportPackage = (wanted) => import(wanted),
): Promise<OnnxSession> {
  const runtime = await findRuntime(importPackage);
  let session: RuntimeSession;
  try {
    session = await runtime.InferenceSession.create(new Uint8Array(bytes), {
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
      logSeverityLevel: 3,
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new AuditError(
      "TARGET_INVALID",
      `${name} cannot be loaded as an ONNX model: ${reason}`,
      { file: name },
      {
        cause: error,
      },
    );
  }
  return {
    inputs: session.inputMetadata.map(slotOf),
    outputs: session.outputMetadata.map(slotOf),
    run: (feeds) =>
      session.run(
        Object.fromEntries(
          Object.entries(feeds).map(([slot, { type, data, dims }]) => [slot, new runtime.Tensor(type, data, dims)]),
        ),
      ),
  };
}

async function findRuntime(importPackage: ImportPackage): Promise<Runtime> {
  const causes: unknown[] = [];
  for (const name of PACKAGES) {
    try {
      const loaded = (await importPackage(name)) as Partial<Runtime> & { readonly default: Runtime };
      const runtime = loaded.InferenceSession === undefined ? loaded.default : (loaded as Runtime);
      if (runtime.env.wasm !== undefined) runtime.env.wasm.numThreads = 1;
      return runtime;
    } catch (error) {
      causes.push(error);
    }
  }
  throw new AuditError(
    "PACKAGE_MISSING",
    "an ONNX file needs a package that does not come along: " +
      "npm install onnxruntime-web (or onnxruntime-node, which is faster)",
    {},
    { cause: causes.at(-1) },
  );
}

function slotOf({ name, isTensor, type, shape }: RuntimeSlot): OnnxSlot {
  return { name, type: isTensor ? (type ?? null) : null, shape: shape ?? [] };
}
