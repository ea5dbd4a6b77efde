import { AuditError } from "../errors.js";
import type { Kernels } from "../kernels/kernels.js";
import type { Model } from "../surrogate/model.js";
import { parseModel } from "../surrogate/model-file.js";
import { readText } from "./read-text.js";

/** Reads a model file from disk; what is wrong with it is said with its name. */
export async function readModel(path: string, kernels: Kernels): Promise<Model> {
  const { text } = await readText(path);
  try {
    return parseModel(text, kernels);
  } catch (error) {
    if (!(error instanceof AuditError)) throw error;
    throw new AuditError(error.code, `${path}: ${error.message}`, { ...error.place, file: path }, { cause: error });
  }
}
