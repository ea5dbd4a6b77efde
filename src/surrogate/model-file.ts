import * as v from "valibot";
import { logisticData } from "../classifiers/logistic.js";
import { count, invalidModel, nonNegativeNumber, readModelPart } from "../classifiers/model-data.js";
import { treesEntries } from "../classifiers/tree-nodes.js";
import { encoderSchema, reviveEncoder } from "../encode/encoder-data.js";
import { AuditError } from "../errors.js";
import type { DataOf } from "../findings/quantities.js";
import type { Kernels } from "../kernels/kernels.js";
import { reviveTextCode, textCodeSchema } from "../text/text-code.js";
import { majorityData, nearestData } from "./baselines.js";
import { bracketData } from "./bracket.js";
import { checksumOf } from "./checksum.js";
import { requireFiniteAnswers } from "./finite-answers.js";
import { type SurrogateName, surrogateMethods } from "./methods.js";
import { MODEL_FORMATS, type Model, makeModel } from "./model.js";
import { prototypeMmdData } from "./prototype-mmd.js";
import { prototypePointsData } from "./prototype-rule.js";
import { recastData } from "./recast.js";
import { trainedLinearData, trainedNetData, trainedTreesData } from "./trained.js";

const names = Object.keys(surrogateMethods) as [SurrogateName, ...SurrogateName[]];

const evidenceCounts = v.strictObject({ rejected: count, accepted: count, letters: count });
export type EvidenceCounts = DataOf<typeof evidenceCounts>;

/** A model file, with its two large parts left to their own readers. */
const modelHead = v.strictObject({
  format: v.picklist(MODEL_FORMATS),
  method: v.picklist(names, `must be one of ${names.join(", ")}`),
  decision: v.strictObject({ column: v.string(), favourable: v.string(), unfavourable: v.string() }),
  evidence: evidenceCounts,
  abstain: nonNegativeNumber,
  encoder: v.unknown(),
  surrogate: v.unknown(),
  text: v.exactOptional(textCodeSchema),
  checksum: v.string(),
});

function modelOf<Method extends string, Data extends v.GenericSchema>(method: Method, surrogate: Data) {
  return v.strictObject({ ...modelHead.entries, method: v.literal(method), encoder: encoderSchema, surrogate });
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

/** The model in the text of a file; MODEL_TRUNCATED when the text ends early or is no JSON. */
export function parseModel(text: string, kernels: Kernels, file?: string): Model {
  return reviveModel(modelData(text), kernels, file);
}

export function modelData(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AuditError(
      "MODEL_TRUNCATED",
      `the model file is not complete JSON (${text.length} characters): it was cut short or is another kind of file. ` +
        "Copy it again, or write it again with 'recast audit'",
      {},
      { cause },
    );
  }
}

/**
 * The model whose `toJSON` gave `data`, the same bit for bit. Throws MODEL_VERSION for another format version and
 * MODEL_INVALID, with the path, for contents that are damaged, edited or of another kind; so does an answer that is no
 * number, later, naming `file`.
 */
export function reviveModel(data: unknown, kernels: Kernels, file?: string): Model {
  requireFormat(data);
  const head = readModelPart(modelHead, data, "");
  const encoder = reviveEncoder(head.encoder);
  const surrogate = surrogateMethods[head.method]().revive(head.surrogate, kernels);
  if (surrogate.columns !== encoder.columns.length) {
    throw invalidModel(
      "surrogate",
      `it decides on ${surrogate.columns} encoded columns, but the encoder makes ${encoder.columns.length}`,
    );
  }
  const { checksum, ...contents } = head;
  requireChecksum(contents, checksum);
  requireFiniteAnswers(surrogate, ["margins", "scores"], file);
  const { decision, evidence, abstain } = head;
  const text = head.text && reviveTextCode(head.text);
  return makeModel({ encoder, surrogate, decision, evidence, abstain, ...(text && { text }) });
}

/** Refuses contents that do not match their checksum. */
export function requireChecksum(contents: object, checksum: string): void {
  const found = checksumOf(contents);
  if (found !== checksum) throw invalidModel("checksum", `it says ${checksum}, but the contents have ${found}`);
}

/** Tells a file of another version from one of another kind. */
function requireFormat(data: unknown): void {
  const format = typeof data === "object" && data !== null && "format" in data ? data.format : undefined;
  const known = MODEL_FORMATS.join("' and '");
  if (MODEL_FORMATS.some((one) => one === format)) return;
  if (typeof format === "string" && format.startsWith("recast-surrogate/")) {
    throw new AuditError(
      "MODEL_VERSION",
      `the model file has the format '${format}', and this version reads '${known}'. ` +
        "Use the version of Recast that wrote it, or write the model again with 'recast audit'",
    );
  }
  if (typeof format === "string" && format.startsWith("recast-class-surrogate/")) {
    throw new AuditError(
      "MODEL_INVALID",
      "the model has more than two classes, and only 'recast predict' reads such models",
    );
  }
  throw invalidModel("format", `expected '${known}', got ${JSON.stringify(format) ?? "nothing"}`);
}
