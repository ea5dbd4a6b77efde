import * as v from "valibot";
import { logisticData } from "../classifiers/logistic.js";
import { treesEntries } from "../classifiers/tree-nodes.js";
import { encoderSchema } from "../encode/encoder-data.js";
import { bracketData } from "./bracket.js";
import { majorityData } from "./majority.js";
import { modelHead } from "./model-file.js";
import { nearestData } from "./nearest.js";
import { prototypeMmdData } from "./prototype-mmd.js";
import { prototypePointsData } from "./prototype-points.js";
import { recastData } from "./recast.js";
import { trainedLinearData, trainedNetData, trainedTreesData } from "./trained.js";

const { format, decision, evidence, abstain, text, checksum } = modelHead.entries;

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
    text,
    checksum,
  });
}

/**
 * A whole model file (`surrogate.json`) as a schema, from which `schemas/surrogate-1.schema.json` is made.
 * `reviveModel` checks more than a schema can say: lengths that must agree, order, and the checksum.
 */
export const modelSchema = v.variant("method", [
  modelOf("bracket", bracketData),
  modelOf("recast", recastData),
  modelOf("recast-calibrated", recastData),
  modelOf("ridge", logisticData),
  modelOf("ridge-letters", logisticData),
  modelOf("nearest", nearestData),
  modelOf("majority", majorityData),
  modelOf("samples-lr", trainedLinearData),
  modelOf("samples-mlp", trainedNetData),
  modelOf("samples-dt", trainedTreesData),
  modelOf("cca", trainedNetData),
  modelOf("dualcf", trainedNetData),
  modelOf("tra", v.strictObject(treesEntries)),
  modelOf("no-cf-lr", trainedLinearData),
  modelOf("no-cf-mlp", trainedNetData),
  modelOf("no-cf-dt", trainedTreesData),
  modelOf("no-cf-rf", trainedTreesData),
  modelOf("recast-fixed-ratio", recastData),
  modelOf("recast-no-letters", recastData),
  modelOf("prototype-mean", prototypePointsData),
  modelOf("prototype-medoid", prototypePointsData),
  modelOf("prototype-mmd", prototypeMmdData),
]);
