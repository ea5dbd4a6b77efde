import * as v from "valibot";
import { columnSchema, filesSchema, identitySchema, problemSchema } from "./evidence.js";
import {
  count,
  type DataOf,
  estimate,
  failed,
  failure,
  finite,
  list,
  maybe,
  measuredShare,
  share,
  status,
} from "./quantities.js";
import { letterWorthSchema, recommendationSchema } from "./trust.js";

/** The format that is written, and the one before it, which has no `letterWorth`. */
export const CLASS_FORMAT = "recast-classes/2";
export const EARLIER_CLASS_FORMAT = "recast-classes/1";

const direction = v.strictObject({
  from: count,
  to: count,
  letters: count,
  /** Letters whose direction was read from the nearest classes. */
  derived: count,
});

const prototype = v.strictObject({
  own: share,
  anchors: list(v.strictObject({ from: count, to: count, weight: share })),
});

const contested = v.strictObject({
  failure: v.null(),
  /** Share of people who get each class whatever the weights. */
  settled: list(measuredShare),
  contested: measuredShare,
  agreementDetermined: maybe(measuredShare),
  agreementContested: maybe(measuredShare),
  byAttribute: list(
    v.strictObject({
      attribute: v.string(),
      groups: list(v.strictObject({ group: v.string(), contested: measuredShare })),
    }),
  ),
});

/** How often one group gets each class. */
const classGroup = v.strictObject({
  group: v.string(),
  n: count,
  /** "insufficient" below ten people: shown, but left out of comparisons. */
  status,
  /** Share of the group in each class, with its Wilson interval. */
  rates: list(measuredShare),
  /** Mean place of its people among the classes, 0 for the least favourable. */
  meanRank: finite,
});

/** The two groups whose distributions over the ordered classes differ most. */
const rankDistance = v.strictObject({ a: v.string(), b: v.string(), ...estimate.entries });

const classAttribute = v.strictObject({
  attribute: v.string(),
  groups: list(classGroup),
  /** People whose group is not known. */
  unknown: count,
  /** The largest W₁ between two measured groups, in classes; null with fewer than two. */
  distance: maybe(rankDistance),
});

/** How a method answers about people it was not fitted on. */
const method = v.strictObject({
  method: v.string(),
  usesLetters: v.boolean(),
  failure: maybe(failure),
  /** Share of people who get the decision they got; null after a failure. */
  agreement: maybe(measuredShare),
  /** The same among the people of each class. */
  byClass: list(measuredShare),
  /** Share of letters answered with the class they offer, where they say one. */
  lettersAsOffered: maybe(measuredShare),
});

/** `audit.json` of more than two classes as a schema, from which `schemas/classes-2.schema.json` is made. */
export const classFileSchema = v.strictObject({
  format: v.picklist([EARLIER_CLASS_FORMAT, CLASS_FORMAT]),
  kernels: v.picklist(["wasm", "reference"]),
  settings: v.strictObject({ folds: count, repeats: count, seed: count, scaling: v.string(), resamples: count }),
  evidence: v.strictObject({
    people: count,
    letters: count,
    /** The least favourable class first. */
    decision: v.strictObject({ column: v.string(), classes: list(v.string()) }),
    counts: list(count),
    sensitive: list(v.string()),
  }),
  methods: list(method),
  recommendation: recommendationSchema,
  /** Null without letters, without a method that can be fitted with and without them, and in files before /2. */
  letterWorth: maybe(letterWorthSchema),
  /** People of each class (row) by the recommended method's answer out of fold (column). */
  confusion: list(list(finite)),
  facts: list(classAttribute),
  directions: list(direction),
  prototypes: v.union([failed, v.strictObject({ failure: v.null(), classes: list(prototype) })]),
  band: v.union([failed, contested]),
  notAvailable: list(v.strictObject({ what: v.string(), reason: v.string() })),
  version: v.string(),
  files: filesSchema,
  identity: identitySchema,
  columns: list(columnSchema),
  problems: list(problemSchema),
});

/** What `audit.json` of more than two classes holds. */
export type ClassAuditFile = DataOf<typeof classFileSchema>;

/** All findings about decisions of K classes. */
export type ClassReport = Omit<ClassAuditFile, "version" | "files" | "identity" | "columns" | "problems">;

export type ClassAttribute = DataOf<typeof classAttribute>;
export type ClassGroup = DataOf<typeof classGroup>;
export type RankDistance = DataOf<typeof rankDistance>;
export type ClassDirection = DataOf<typeof direction>;
export type ClassContested = DataOf<typeof contested>;
