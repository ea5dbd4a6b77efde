import { AuditError } from "../errors.js";
import type { Kernels } from "../kernels/kernels.js";
import { type ClassModel, isClassModel, parseClassModel } from "../surrogate/class-model.js";
import type { Model } from "../surrogate/model.js";
import { parseModel } from "../surrogate/model-file.js";
import { readText } from "./read-file.js";

/** Reads a model file from disk; what is wrong with it is said with its name. */
export async function readModel(path: string, kernels: Kernels): Promise<Model> {
  const { text } = await readText(path);
  return naming(path, () => parseModel(text, kernels));
}

/** Reads a model of more than two classes; null where the file is a model of another kind, or none. */
export async function readClassModel(path: string, kernels: Kernels): Promise<ClassModel | null> {
  const { text } = await readText(path);
  return isClassModel(text) ? naming(path, () => parseClassModel(text, kernels)) : null;
}

function naming<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof AuditError)) throw error;
    throw new AuditError(error.code, `${path}: ${error.message}`, { ...error.place, file: path }, { cause: error });
  }
}
