import * as v from "valibot";
import { AuditError, issuePath } from "../errors.js";
import type { DataOf } from "../findings/quantities.js";
import { NUMBER_STYLES } from "../input/number-style.js";
import { LARGEST_NUMBER } from "../input/values.js";
import { compareText } from "../math/compare.js";
import { type Encoder, makeEncoder } from "./encoder.js";
import { ENCODER_SCALINGS } from "./scaling.js";

const finite = v.pipe(v.number(), v.finite("must be a finite number"));
const LARGEST = 4 * LARGEST_NUMBER; // a range is up to twice the largest number of a file, and roundings add to it
/** A number made from numbers of a file, so that differences of two stay finite. */
const valueNumber = v.pipe(finite, v.minValue(-LARGEST), v.maxValue(LARGEST));

function increasing<T>(compare: (a: T, b: T) => number, what: string) {
  return v.check<T[], string>(
    (items) => items.every((item, k) => k === 0 || compare(items[k - 1] as T, item) < 0),
    `${what} must be in strictly increasing order`,
  );
}

function knots<const Item extends v.GenericSchema<number>>(item: Item) {
  return v.pipe(
    v.array(item),
    v.minLength(1),
    increasing((a, b) => a - b, "knots"),
  );
}

/** The empirical distribution function, linear between its knots and constant outside them. */
const rankScale = v.pipe(
  v.strictObject({
    kind: v.literal("rank"),
    values: knots(valueNumber),
    /** Share of the sample below each value plus half the share equal to it. */
    shares: knots(v.pipe(finite, v.minValue(0), v.maxValue(1))),
  }),
  v.check(({ values, shares }) => values.length === shares.length, "needs as many shares as values"),
);

/** (value − center) / scale. */
const linearScale = v.strictObject({
  kind: v.literal("linear"),
  center: valueNumber,
  scale: v.pipe(valueNumber, v.gtValue(0, "must be > 0")),
});

const scale = v.variant("kind", [linearScale, rankScale]);

const numberCode = v.strictObject({
  name: v.string(),
  type: v.literal("number"),
  immutable: v.boolean(),
  /** Stands in for a missing value: the median. */
  fill: valueNumber,
  scale,
  /** How the numbers are written in files; absent where they are plain. */
  numbers: v.exactOptional(v.picklist(NUMBER_STYLES)),
  /** Whether ranges are numbers too. */
  ranges: v.exactOptional(v.boolean()),
});

/** A fitted categorical feature: one encoded column per level, 1 in the column of the row's level. */
const categoryCode = v.pipe(
  v.strictObject({
    name: v.string(),
    type: v.literal("category"),
    immutable: v.boolean(),
    /** Sorted by code unit. */
    levels: v.pipe(v.array(v.string()), increasing(compareText, "levels")),
    /** Stands in for a missing value: the most frequent level, the first of them in a tie; null without any level. */
    fill: v.nullable(v.string()),
  }),
  v.check(({ levels, fill }) => (fill === null ? levels.length === 0 : levels.includes(fill)), "fill must be a level"),
);

const featureCode = v.variant("type", [numberCode, categoryCode]);

/** What `Encoder.toJSON` gives and `reviveEncoder` rebuilds the same encoder from. */
export const encoderSchema = v.strictObject({
  scaling: v.picklist(ENCODER_SCALINGS),
  features: v.pipe(
    v.array(featureCode),
    increasing((a, b) => compareText(a.name, b.name), "feature names"),
  ),
});

export type EncoderData = DataOf<typeof encoderSchema>;
export type FeatureCode = DataOf<typeof featureCode>;
export type NumberCode = DataOf<typeof numberCode>;
export type CategoryCode = DataOf<typeof categoryCode>;
export type Scale = DataOf<typeof scale>;
export type RankScale = DataOf<typeof rankScale>;

/** The encoder whose `toJSON` gave `data`; throws MODEL_INVALID naming the place, below `path`, that is wrong. */
export function reviveEncoder(data: unknown, path = "encoder"): Encoder {
  const result = v.safeParse(encoderSchema, data);
  if (result.success) return makeEncoder(result.output);
  const [issue] = result.issues;
  throw new AuditError(
    "MODEL_INVALID",
    `the model file is damaged or was edited at ${path}${issuePath(issue.path)}: ` +
      `${issue.message}. Use the file as 'recast audit' wrote it`,
  );
}
