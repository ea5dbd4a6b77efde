import * as v from "valibot";
import { AuditError, issuePath } from "../errors.js";

/** A finite number. */
export const finiteNumber = v.pipe(v.number(), v.finite());

/** A whole number ≥ 0. */
export const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** How training ended: part of every classifier's data. */
export const trainingEntries = { converged: v.boolean(), iterations: count };

/** `data` of a classifier as the schema describes it; MODEL_INVALID naming the path when it is not. */
export function readClassifier<Schema extends v.GenericSchema>(
  schema: Schema,
  data: unknown,
  name: string,
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, data, { abortEarly: true });
  if (result.success) return result.output;
  const [issue] = result.issues;
  const place = issuePath(issue.path).replace(/^\./, "") || "their top level";
  throw new AuditError(
    "MODEL_INVALID",
    `the data of a fitted ${name} are damaged or were edited at ${place}: ` +
      `${issue.message}; use them as they were written`,
  );
}
