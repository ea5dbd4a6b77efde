import * as v from "valibot";
import { count, invalidModel, readModelPart } from "../classifiers/model-data.js";
import { type Encoder, fitEncoder } from "../encode/encoder.js";
import { encoderSchema, reviveEncoder } from "../encode/encoder-data.js";
import type { Scaling } from "../encode/scaling.js";
import type { DataOf } from "../findings/quantities.js";
import type { ClassEvidence } from "../input/evidence.js";
import type { Table } from "../input/table.js";
import type { Kernels } from "../kernels/kernels.js";
import { type Matrix, row } from "../math/matrix.js";
import { canonicalEvidence } from "./canonical-evidence.js";
import { checksumOf } from "./checksum.js";
import { type ClassMethod, type ClassSurrogate, encodeClassClouds, sharesOfPoints, winners } from "./class-clouds.js";
import { type ClassMethodName, classMethods, composedData } from "./class-methods.js";
import { requireFiniteAnswers } from "./finite-answers.js";
import { type Model, type Predictions, rowFeatures, unfamiliarRows } from "./model.js";
import { modelData, parseModel, requireChecksum } from "./model-file.js";
import { recastClassesData } from "./recast-classes.js";

export const CLASS_MODEL_FORMAT = "recast-class-surrogate/1";

/** The decision column and all its values, the least favourable first. */
const classDecision = v.strictObject({ column: v.string(), classes: v.pipe(v.array(v.string()), v.minLength(2)) });
export type ClassDecision = DataOf<typeof classDecision>;

/** Rows of each class, and letters, that a model was fitted on. */
const classCounts = v.strictObject({ rows: v.array(count), letters: count });

export interface ClassPredictions extends Pick<Predictions, "scores" | "margins" | "unfamiliar"> {
  /** Place of the answer among the classes. */
  readonly answers: Uint8Array;
  /** Share of each class per row; they sum to 1. The score is the share of the answer. */
  readonly shares: Matrix;
  /** How far the answer's points are above the next class's. */
  readonly margins: Float64Array;
}

/** A rebuilt model of K classes on raw rows; it never abstains by itself. */
export interface ClassModel extends Pick<Model, "method" | "encoder" | "features" | "abstain" | "text" | "toJSON"> {
  readonly surrogate: ClassSurrogate;
  readonly decision: ClassDecision & Model["decision"];
  predict(table: Table): ClassPredictions;
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

/** A model file of more than two classes as a schema; `schemas/class-surrogate-1.schema.json` is made from it. */
export const classModelSchema = v.strictObject({
  ...head.entries,
  encoder: encoderSchema,
  surrogate: v.union([recastClassesData, composedData]),
});

/** Fits the encoder and the method on all evidence. The order of rows and columns changes no bit of the model. */
export function fitClassModel(
  given: ClassEvidence,
  method: ClassMethod,
  kernels: Kernels,
  scaling: Scaling = "robust",
): ClassModel {
  const { evidence } = canonicalEvidence(given);
  const { schema, observations, letters, classes } = evidence;
  const encoder = fitEncoder(schema.features, [observations, letters], { scaling });
  const clouds = encodeClassClouds(encoder, evidence);
  return makeClassModel({
    encoder,
    surrogate: method.fit(clouds, kernels),
    decision: { column: schema.decision.column, classes: classes.names },
    evidence: { rows: clouds.classes.map(({ rows }) => rows), letters: letters.rows },
  });
}

/** The model in a file's text; MODEL_TRUNCATED if it is no JSON, MODEL_INVALID with the path of what is wrong. */
export function parseClassModel(text: string, kernels: Kernels, file?: string): ClassModel {
  const { checksum, ...contents } = readModelPart(head, modelData(text), "");
  const { decision, evidence, method } = contents;
  const encoder = reviveEncoder(contents.encoder);
  const surrogate = classMethods[method]().revive(contents.surrogate, kernels);
  if (surrogate.columns !== encoder.columns.length || surrogate.classes !== decision.classes.length) {
    throw invalidModel("surrogate", "it does not fit the encoder's columns or the classes of the decision");
  }
  requireChecksum(contents, checksum);
  requireFiniteAnswers(surrogate, ["points"], file);
  return makeClassModel({ encoder, surrogate, decision, evidence });
}

/** The model in the text of a file, of two decisions or of more. */
export function parseAnyModel(text: string, kernels: Kernels, file?: string): Model | ClassModel {
  return isClassModel(text) ? parseClassModel(text, kernels, file) : parseModel(text, kernels, file);
}

/** Whether the text of a model file is one of more than two classes; a look at its format word only. */
export function isClassModel(text: string): boolean {
  return /"format"\s*:\s*"recast-class-surrogate\//.test(text);
}

function makeClassModel({ encoder, surrogate, decision, evidence }: ClassModelParts): ClassModel {
  const { column, classes } = decision;
  return {
    method: surrogate.method,
    encoder,
    surrogate,
    decision: { column, classes, favourable: classes.at(-1) ?? "", unfavourable: classes[0] ?? "" },
    features: rowFeatures(encoder),
    abstain: 0,
    predict(table) {
      const points = surrogate.points(encoder.encode(table));
      const answers = winners(points);
      const shares = sharesOfPoints(points);
      return {
        answers,
        shares,
        scores: Float64Array.from(answers, (answer, i) => shares.values[i * shares.columns + answer]!),
        margins: leadsOf(points, answers),
        unfamiliar: unfamiliarRows(encoder, table),
      };
    },
    toJSON() {
      const contents = {
        decision: { column, classes: [...classes] },
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
    const own = row(points, i);
    const next = own.reduce(
      (most, value, c) => (c === answer ? most : Math.max(most, value)),
      Number.NEGATIVE_INFINITY,
    );
    return own[answer]! - next;
  });
}
