import * as v from "valibot";
import { finiteNumber } from "../classifiers/model-data.js";
import { AuditError, issuePath } from "../errors.js";

/** A list of finite numbers, of a given length when one is known. */
export function finiteNumbers(length?: number) {
  const numbers = v.array(finiteNumber);
  return length === undefined ? numbers : v.pipe(numbers, v.length(length));
}

/** `data` as the schema describes it; MODEL_INVALID naming the path within the model file when it is not. */
export function readModelPart<Schema extends v.GenericSchema>(
  schema: Schema,
  data: unknown,
  at: string,
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, data, { abortEarly: true });
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw invalidModel(`${at}${issuePath(issue.path)}`.replace(/^\./, ""), issue.message);
}

/** The one error for a model file whose contents cannot be right. */
export function invalidModel(path: string, reason: string): AuditError {
  return new AuditError(
    "MODEL_INVALID",
    `the model file is damaged or was edited at ${path || "its top level"}: ${reason}; use the file as it was written`,
  );
}
