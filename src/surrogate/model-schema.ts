import * as v from "valibot";
import { encoderSchema } from "../encode/encoder-file.js";
import { majorityData } from "./majority.js";
import { modelHead } from "./model-file.js";
import { nearestData } from "./nearest.js";
import { recastData } from "./recast.js";
import { ridgeData } from "./ridge.js";

const { format, decision, evidence, abstain, checksum } = modelHead.entries;

function modelOf<Method extends string, Data extends v.GenericSchema>(method: Method, surrogate: Data) {
  const encoder = encoderSchema;
  return v.strictObject({
    format,
    method: v.literal(method),
    decision,
    evidence,
    abstain,
    encoder,
    surrogate,
    checksum,
  });
}

/**
 * A whole model file (`surrogate.json`) as a schema, from which `schemas/surrogate-1.schema.json` is made.
 * `reviveModel` checks more than a schema can say: lengths that must agree, order, and the checksum.
 */
export const modelSchema = v.variant("method", [
  modelOf("recast", recastData),
  modelOf("recast-calibrated", recastData),
  modelOf("ridge", ridgeData),
  modelOf("ridge-letters", ridgeData),
  modelOf("nearest", nearestData),
  modelOf("majority", majorityData),
]);
