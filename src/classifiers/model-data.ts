import * as v from "valibot";
import { AuditError, issuePath } from "../errors.js";

/** The numbers of model files. */
export const finiteNumber = v.pipe(v.number(), v.finite());
export const positiveNumber = v.pipe(finiteNumber, v.gtValue(0));
export const nonNegativeNumber = v.pipe(finiteNumber, v.minValue(0));
export const shareNumber = v.pipe(nonNegativeNumber, v.maxValue(1));
export const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
export const size = v.pipe(count, v.minValue(1));

/** How training ended: part of every classifier's data. */
export const trainingEntries = { converged: v.boolean(), iterations: count };

/** A list of finite numbers, of a given length when one is known. */
export function finiteNumbers(length?: number) {
  const numbers = v.array(finiteNumber);
  return length === undefined ? numbers : v.pipe(numbers, v.length(length));
}

/** `data` of a classifier as the schema describes it; MODEL_INVALID naming the path when it is not. */
export function readClassifier<Schema extends v.GenericSchema>(schema: Schema, data: unknown, name: string) {
  return read(schema, data, (path, reason) => {
    const place = path.replace(/^\./, "") || "their top level";
    const message = `the data of a fitted ${name} are damaged or were edited at ${place}: ${reason}`;
    return new AuditError("MODEL_INVALID", `${message}; use them as they were written`);
  });
}

/** `data` as the schema describes it; MODEL_INVALID naming the path within the model file when it is not. */
export function readModelPart<Schema extends v.GenericSchema>(schema: Schema, data: unknown, at: string) {
  return read(schema, data, (path, reason) => invalidModel(`${at}${path}`.replace(/^\./, ""), reason));
}

function read<Schema extends v.GenericSchema>(
  schema: Schema,
  data: unknown,
  refuse: (path: string, reason: string) => AuditError,
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, data, { abortEarly: true });
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw refuse(issuePath(issue.path), issue.message);
}

/** The one error for a model file whose contents cannot be right. */
export function invalidModel(path: string, reason: string): AuditError {
  return new AuditError(
    "MODEL_INVALID",
    `the model file is damaged or was edited at ${path || "its top level"}: ${reason}. ` +
      "Use the file as 'recast audit' wrote it",
  );
}
