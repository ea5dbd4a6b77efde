import * as v from "valibot";
import { count } from "../classifiers/model-data.js";
import { type Encoder, fitEncoder } from "../encode/encoder.js";
import { encoderSchema } from "../encode/encoder-data.js";
import { reviveEncoder } from "../encode/encoder-file.js";
import type { Scaling } from "../encode/scaling.js";
import { AuditError } from "../errors.js";
import type { DataOf } from "../findings/quantities.js";
import type { FeatureSchema } from "../input/evidence.js";
import type { Table } from "../input/table.js";
import type { Kernels } from "../kernels/kernels.js";
import type { Matrix } from "../math/matrix.js";
import { checksumOf } from "./checksum.js";
import { encodeClassClouds } from "./class-clouds.js";
import { type ClassEvidence, canonicalClassEvidence } from "./class-evidence.js";
import { type ClassMethodName, classMethods } from "./class-methods.js";
import { type ClassMethod, type ClassSurrogate, sharesOfPoints, winners } from "./class-surrogate.js";
import { composedData } from "./compose.js";
import { recastClassesData } from "./recast-classes.js";
import { invalidModel, readModelPart } from "./revive.js";
import { unfamiliarRows } from "./unfamiliar.js";

/** The format word of model files of more than two classes. */
export const CLASS_MODEL_FORMAT = "recast-class-surrogate/1";

/** The decision column and all its values, the least favourable first. */
const classDecision = v.strictObject({ column: v.string(), classes: v.pipe(v.array(v.string()), v.minLength(2)) });
export type ClassDecision = DataOf<typeof classDecision>;

/** Rows of each class, and letters, that a model was fitted on. */
const classCounts = v.strictObject({ rows: v.array(count), letters: count });

/** One entry per row. */
export interface ClassPredictions {
  /** Place of the answer among the classes. */
  readonly answers: Uint8Array;
  /** Share of each class per row; they sum to 1. */
  readonly shares: Matrix;
  /** How far the answer's points are above those of the next class. */
  readonly leads: Float64Array;
  /** 1 for a row with a category the model was not fitted on. */
  readonly unfamiliar: Uint8Array;
}

/** A rebuilt model of K classes on raw rows. */
export interface ClassModel {
  readonly method: string;
  readonly encoder: Encoder;
  readonly surrogate: ClassSurrogate;
  readonly decision: ClassDecision;
  /** The columns rows must have, sorted by name. */
  readonly features: readonly FeatureSchema[];
  predict(table: Table): ClassPredictions;
  /** Plain data with a checksum, from which `parseClassModel` rebuilds the same model. */
  toJSON(): Record<string, unknown>;
}

interface ClassModelParts {
  readonly encoder: Encoder;
  readonly surrogate: ClassSurrogate;
  readonly decision: ClassDecision;
  readonly evidence: DataOf<typeof classCounts>;
}

const head = v.strictObject({
  format: v.literal(CLASS_MODEL_FORMAT),
  method: v.picklist(Object.keys(classMethods) as [ClassMethodName, ...ClassMethodName[]]),
  decision: classDecision,
  evidence: classCounts,
  encoder: v.unknown(),
  surrogate: v.unknown(),
  checksum: v.string(),
});

/** A whole model file of more than two classes as a schema, from which `schemas/class-surrogate-1.schema.json` is made. */
export const classModelSchema = v.strictObject({
  ...head.entries,
  encoder: encoderSchema,
  surrogate: v.union([recastClassesData, composedData]),
});

/** Fits the encoder and the method on all of the evidence. The order of rows and columns changes no bit of the model. */
export function fitClassModel(
  given: ClassEvidence,
  method: ClassMethod,
  kernels: Kernels,
  scaling: Scaling = "robust",
): ClassModel {
  const { evidence } = canonicalClassEvidence(given);
  const { schema, observations, letters } = evidence.base;
  const encoder = fitEncoder(schema.features, [observations, letters], { scaling });
  const clouds = encodeClassClouds(encoder, evidence);
  return makeClassModel({
    encoder,
    surrogate: method.fit(clouds, kernels),
    decision: { column: schema.decision.column, classes: evidence.classes },
    evidence: { rows: clouds.classes.map(({ rows }) => rows), letters: letters.rows },
  });
}

/** The model in the text of a file; MODEL_TRUNCATED for text that is no JSON, MODEL_INVALID with the path for contents that cannot be right. */
export function parseClassModel(text: string, kernels: Kernels): ClassModel {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (cause) {
    throw new AuditError("MODEL_TRUNCATED", "the model file is not complete JSON; copy it again", {}, { cause });
  }
  const file = readModelPart(head, data, "");
  const encoder = reviveEncoder(file.encoder);
  const surrogate = classMethods[file.method]().revive(file.surrogate, kernels);
  const { checksum, ...contents } = file;
  if (surrogate.columns !== encoder.columns.length || surrogate.classes !== file.decision.classes.length) {
    throw invalidModel("surrogate", "it does not fit the encoder's columns or the classes of the decision");
  }
  if (checksumOf(contents) !== checksum) throw invalidModel("checksum", "the contents have another one");
  return makeClassModel({ encoder, surrogate, decision: file.decision, evidence: file.evidence });
}

/** Whether the text of a model file is one of more than two classes; a look at its format word only. */
export function isClassModel(text: string): boolean {
  return /"format"\s*:\s*"recast-class-surrogate\//.test(text);
}

function makeClassModel(parts: ClassModelParts): ClassModel {
  const { encoder, surrogate, decision, evidence } = parts;
  return {
    method: surrogate.method,
    encoder,
    surrogate,
    decision,
    features: encoder.features.map(({ name, type, immutable }) => ({ name, type, immutable })),
    predict(table) {
      const points = surrogate.points(encoder.encode(table));
      const answers = winners(points);
      return {
        answers,
        shares: sharesOfPoints(points),
        leads: leadsOf(points, answers),
        unfamiliar: unfamiliarRows(encoder, table),
      };
    },
    toJSON() {
      const contents = {
        decision: { column: decision.column, classes: [...decision.classes] },
        encoder: encoder.toJSON(),
        evidence: { rows: [...evidence.rows], letters: evidence.letters },
        format: CLASS_MODEL_FORMAT,
        method: surrogate.method,
        surrogate: surrogate.toJSON(),
      };
      return { ...contents, checksum: checksumOf(contents) };
    },
  };
}

function leadsOf(points: Matrix, answers: Uint8Array): Float64Array {
  return Float64Array.from(answers, (answer, i) => {
    const own = points.values[i * points.columns + answer]!;
    let next = Number.NEGATIVE_INFINITY;
    for (let c = 0; c < points.columns; c++) {
      if (c !== answer) next = Math.max(next, points.values[i * points.columns + c]!);
    }
    return own - next;
  });
}
