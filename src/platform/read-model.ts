import { AuditError } from "../errors.js";
import type { Kernels } from "../kernels/kernels.js";
import { type ClassModel, parseAnyModel } from "../surrogate/class-model.js";
import type { Model } from "../surrogate/model.js";
import { parseModel } from "../surrogate/model-file.js";
import { readText } from "./read-file.js";

/** Reads a model file from disk; what is wrong with it is said with its name. */
export async function readModel(path: string, kernels: Kernels): Promise<Model> {
  const { text } = await readText(path);
  return naming(path, () => parseModel(text, kernels, path));
}

export async function readAnyModel(path: string, kernels: Kernels): Promise<Model | ClassModel> {
  const { text } = await readText(path);
  return naming(path, () => parseAnyModel(text, kernels, path));
}

function naming<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof AuditError) || error.place.file === path) throw error;
    throw new AuditError(error.code, `${path}: ${error.message}`, { ...error.place, file: path }, { cause: error });
  }
}
