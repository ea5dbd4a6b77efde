import * as v from "valibot";
import type { ColumnSummary } from "../input/decisions.js";
import type { Problem } from "../input/problem.js";
import type { ClassTrust } from "../measure/trust/class-cross-validate.js";
import type { EvidenceFile } from "./audit-file.js";
import { count, failure, measuredShare, share, status } from "./common.js";
import { columnSchema, filesSchema, identitySchema, problemSchema } from "./evidence-schema.js";
import type { Identity } from "./identity.js";

const failed = v.strictObject({ failure });

const direction = v.strictObject({
  from: count,
  to: count,
  letters: count,
  /** Letters whose direction was read from the nearest classes. */
  derived: count,
});

const prototype = v.strictObject({
  own: share,
  anchors: v.array(v.strictObject({ from: count, to: count, weight: share })),
});

const contestedSchema = v.strictObject({
  failure: v.null(),
  /** Share of people who get each class whatever the weights. */
  settled: v.array(measuredShare),
  contested: measuredShare,
  agreementDetermined: v.nullable(measuredShare),
  agreementContested: v.nullable(measuredShare),
  byAttribute: v.array(
    v.strictObject({
      attribute: v.string(),
      groups: v.array(v.strictObject({ group: v.string(), contested: measuredShare })),
    }),
  ),
});

const attribute = v.strictObject({
  attribute: v.string(),
  groups: v.array(
    v.strictObject({ group: v.string(), n: count, status, rates: v.array(measuredShare), meanRank: v.number() }),
  ),
  unknown: count,
  distance: v.nullable(
    v.strictObject({ a: v.string(), b: v.string(), value: v.number(), low: v.number(), high: v.number() }),
  ),
});

const reportEntries = {
  format: v.literal("recast-classes/1"),
  kernels: v.picklist(["wasm", "reference"]),
  settings: v.strictObject({ folds: count, repeats: count, seed: count, scaling: v.string(), resamples: count }),
  evidence: v.strictObject({
    people: count,
    letters: count,
    /** The least favourable class first. */
    decision: v.strictObject({ column: v.string(), classes: v.array(v.string()) }),
    counts: v.array(count),
    sensitive: v.array(v.string()),
  }),
  methods: v.array(
    v.strictObject({
      method: v.string(),
      usesLetters: v.boolean(),
      failure: v.nullable(failure),
      agreement: v.nullable(measuredShare),
      byClass: v.array(measuredShare),
      lettersAsOffered: v.nullable(measuredShare),
    }),
  ),
  recommendation: v.strictObject({
    method: v.string(),
    highest: v.string(),
    sentence: v.string(),
    letters: v.string(),
  }),
  /** People of each class (row) by the recommended method's answer out of fold (column). */
  confusion: v.array(v.array(v.number())),
  facts: v.array(attribute),
  directions: v.array(direction),
  prototypes: v.union([failed, v.strictObject({ failure: v.null(), classes: v.array(prototype) })]),
  band: v.union([failed, contestedSchema]),
  notAvailable: v.array(v.strictObject({ what: v.string(), reason: v.string() })),
};

/** `audit.json` of more than two classes as a schema, from which `schemas/classes-1.schema.json` is made. */
export const classFileSchema = v.strictObject({
  ...reportEntries,
  version: v.string(),
  files: filesSchema,
  identity: identitySchema,
  columns: v.array(columnSchema),
  problems: v.array(problemSchema),
});

type Frozen<T> = T extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: Frozen<T[Key]> }
    : T;

const reportSchema = v.strictObject(reportEntries);

/** All findings about decisions of K classes. */
export type ClassReport = Omit<Frozen<v.InferOutput<typeof reportSchema>>, "methods"> & {
  readonly methods: readonly Omit<ClassTrust, "confusion" | "agreed">[];
};
export type ClassDirection = Frozen<v.InferOutput<typeof direction>>;
export type ClassPrototype = Frozen<v.InferOutput<typeof prototype>>;
export type ClassContested = Frozen<v.InferOutput<typeof contestedSchema>>;

/** What `audit.json` of more than two classes holds. */
export interface ClassAuditFile extends ClassReport {
  readonly version: string;
  readonly files: {
    readonly decisions: EvidenceFile;
    readonly letters: EvidenceFile | null;
    readonly population: null;
  };
  readonly identity: Identity;
  readonly columns: readonly ColumnSummary[];
  readonly problems: readonly Problem[];
}
