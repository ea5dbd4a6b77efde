import * as v from "valibot";
import { AuditError, issuePath } from "../errors.js";
import { type Encoder, makeEncoder } from "./encoder.js";
import { encoderSchema } from "./encoder-data.js";

/** The encoder whose `toJSON` gave `data`; throws MODEL_INVALID naming the place, below `path`, that is wrong. */
export function reviveEncoder(data: unknown, path = "encoder"): Encoder {
  const result = v.safeParse(encoderSchema, data);
  if (result.success) return makeEncoder(result.output);
  const [issue] = result.issues;
  throw new AuditError(
    "MODEL_INVALID",
    `the model file is damaged or was edited at ${path}${issuePath(issue.path)}: ` +
      `${issue.message}; use the file as it was written`,
  );
}
