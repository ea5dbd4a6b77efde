import { type Encoder, fitEncoder } from "../encode/encoder.js";
import type { Scaling } from "../encode/scaling.js";
import { AuditError } from "../errors.js";
import type { Evidence, FeatureSchema, Schema } from "../input/evidence.js";
import type { Table } from "../input/table.js";
import type { Kernels } from "../kernels/kernels.js";
import { anything, type NeedsTwo, nonNegative, type OptionsOf, settle } from "../options.js";
import { type TextCode, textCodeData } from "../text/text-code.js";
import { canonicalEvidence } from "./canonical-evidence.js";
import { checksumOf } from "./checksum.js";
import { encodeClouds } from "./clouds.js";
import { type Fitting, keptSurrogate } from "./fitting.js";
import type { EvidenceCounts } from "./model-file.js";
import { answersOf } from "./score.js";
import type { Surrogate, SurrogateMethod } from "./surrogate.js";

export const abstainingNeedsTwo: NeedsTwo = {
  what: "a model that abstains",
  reason: "its margin is one number; give the least lead to 'recast predict --abstain' instead",
  settings: ["abstain"],
};

/** The format words of model files; the number changes when older readers could not read them. */
export const MODEL_FORMATS = ["recast-surrogate/1", "recast-surrogate/2", "recast-surrogate/3"] as const;

/** The second format is for prototypes, the third for ensembles that read reasons, the first for all others. */
function formatOf(data: unknown): (typeof MODEL_FORMATS)[number] {
  if (typeof data !== "object" || data === null) return MODEL_FORMATS[0];
  if ("prototypes" in data) return MODEL_FORMATS[1];
  const members: readonly unknown[] = "members" in data && Array.isArray(data.members) ? data.members : [];
  return members.some(readsReasons) ? MODEL_FORMATS[2] : MODEL_FORMATS[0];
}

function readsReasons(member: unknown): boolean {
  return typeof member === "object" && member !== null && "kind" in member && member.kind === "reasons";
}

const table = {
  /** How numbers are brought to one scale; see `fitEncoder`. @default "robust" */
  scaling: anything<Scaling>("robust"),
  /** Rows whose margin is closer to 0 than this are answered "undecided". @default 0 */
  abstain: nonNegative(0),
};
export type ModelOptions = OptionsOf<typeof table>;

/** Whether a row is answered, or lies too close to the boundary. */
export type RowStatus = "decided" | "undecided";

/** One entry per row. */
export interface Predictions {
  /** 1 = favourable; for an undecided row the side it lies on. */
  readonly decisions: Uint8Array;
  readonly scores: Float64Array;
  readonly margins: Float64Array;
  readonly status: readonly RowStatus[];
  /** 1 for a row with a category the model was not fitted on. */
  readonly unfamiliar: Uint8Array;
}

export interface ModelParts {
  readonly encoder: Encoder;
  readonly surrogate: Surrogate;
  readonly decision: Schema["decision"];
  readonly evidence: EvidenceCounts;
  readonly abstain: number;
  /** How a column of texts becomes some of the features; absent where no column is one. */
  readonly text?: TextCode;
}

/** A rebuilt model on raw rows: encoder and surrogate. */
export interface Model extends ModelParts {
  /** Name of the method. */
  readonly method: string;
  /** The columns rows must have, sorted by name. */
  readonly features: readonly FeatureSchema[];
  /** Signed confidence per row: ≥ 0 accepts. */
  margins(table: Table): Float64Array;
  /** Score in [0, 1] per row, ≥ ½ exactly where the margin is ≥ 0. */
  scores(table: Table): Float64Array;
  /** Everything about each row. Throws COLUMN_MISSING when the table lacks a feature. */
  predict(table: Table): Predictions;
  /** Plain data with a checksum, from which `reviveModel` rebuilds the same model. */
  toJSON(): Record<string, unknown>;
}

/** Fits the encoder and the method on all evidence. The order of rows and columns changes no bit of the model. */
export function fitModel(
  given: Evidence,
  method: SurrogateMethod,
  kernels: Kernels,
  givenOptions: ModelOptions = {},
): Model {
  const { clouds, finish } = prepareModel(given, givenOptions);
  return finish(method.fit(clouds, kernels));
}

/** The same, for whoever does the fit. */
export function* fittingModel(given: Evidence, method: SurrogateMethod, options: ModelOptions): Fitting<Model> {
  const { clouds, finish } = prepareModel(given, options);
  const [fit] = yield [{ method, clouds, rows: [], keep: true }];
  if (fit === undefined) throw new Error("the fit of the model was not done");
  if ("failure" in fit) throw new AuditError(fit.failure.code, fit.failure.message);
  return finish(keptSurrogate(fit));
}

function prepareModel(given: Evidence, options: ModelOptions) {
  const { scaling, abstain } = settle("fitModel", table, options);
  const { evidence } = canonicalEvidence(given);
  const encoder = fitEncoder(evidence.schema.features, [evidence.observations, evidence.letters], { scaling });
  const clouds = encodeClouds(encoder, evidence);
  const { rejected, accepted, counterfactual } = clouds;
  const counts = { rejected: rejected.rows, accepted: accepted.rows, letters: counterfactual.rows };
  const { decision } = evidence.schema;
  const finish = (surrogate: Surrogate) => makeModel({ encoder, surrogate, decision, evidence: counts, abstain });
  return { clouds, finish };
}

export function rowFeatures({ features }: Encoder): readonly FeatureSchema[] {
  return features.map((feature) => {
    const { name, type, immutable } = feature;
    if (type === "category") return { name, type, immutable };
    const { numbers, ranges } = feature;
    return {
      name,
      type,
      immutable,
      ...(numbers !== undefined && { numbers }),
      ...(ranges !== undefined && { ranges }),
    };
  });
}

/** The model of fitted parts; `reviveModel` is the way in for data from a file. */
export function makeModel(parts: ModelParts): Model {
  const { encoder, surrogate, abstain } = parts;
  return {
    ...parts,
    method: surrogate.method,
    features: rowFeatures(encoder),
    margins: (table) => surrogate.margins(encoder.encode(table)),
    scores: (table) => surrogate.scores(encoder.encode(table)),
    predict(table) {
      const x = encoder.encode(table);
      const { margins, scores } = answersOf(surrogate, x);
      return {
        margins,
        scores,
        decisions: Uint8Array.from(margins, (margin) => (margin >= 0 ? 1 : 0)),
        status: Array.from(margins, (margin) => (Math.abs(margin) < abstain ? "undecided" : "decided")),
        unfamiliar: unfamiliarRows(encoder, table),
      };
    },
    toJSON() {
      const data = surrogate.toJSON();
      const contents = {
        abstain,
        decision: parts.decision,
        encoder: encoder.toJSON(),
        evidence: parts.evidence,
        format: formatOf(data),
        method: surrogate.method,
        surrogate: data,
        ...(parts.text && { text: textCodeData(parts.text) }),
      };
      return { ...contents, checksum: checksumOf(contents) };
    },
  };
}

/** 1 for each row with a category that the encoder has not seen; it is encoded as none of the known ones. */
export function unfamiliarRows(encoder: Encoder, table: Table): Uint8Array {
  const rows = new Uint8Array(table.rows);
  for (const feature of encoder.features) {
    const column = table.columns.find(({ name }) => name === feature.name);
    if (feature.type !== "category" || column?.type !== "category") continue;
    const known = new Set(feature.levels);
    const strange = column.levels.map((level) => !known.has(level));
    if (!strange.includes(true)) continue;
    for (let i = 0; i < rows.length; i++) if (strange[column.codes[i]!] === true) rows[i] = 1;
  }
  return rows;
}
