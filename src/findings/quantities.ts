import * as v from "valibot";
import type { ErrorCode } from "../errors.js";

/** `T` and everything in it, not to be changed. */
type Frozen<T> = { readonly [Key in keyof T]: Frozen<T[Key]> };

/** The type of what a schema accepts: every finding is declared once, as a schema. */
export type DataOf<Schema extends v.GenericSchema> = Frozen<v.InferOutput<Schema>>;

/** A list of any length. */
export const list = v.array;

/** The value, or null where it is not known. */
export const maybe = v.nullable;

/** A text; this version writes one of `Word`, and reads whatever another version wrote. */
export function openWord<Word extends string>(): v.BaseSchema<string, Word, v.StringIssue> {
  return v.string() as v.BaseSchema<string, string, v.StringIssue> as v.BaseSchema<string, Word, v.StringIssue>;
}

/** A finite number; a JSON text can hold 1e999, which is read as Infinity. */
export const finite: v.GenericSchema<number> = v.pipe(v.number(), v.finite());

export const count: v.GenericSchema<number> = v.pipe(v.number(), v.integer(), v.minValue(0));

/** A number from 0 to 1. */
export const share: v.GenericSchema<number> = v.pipe(v.number(), v.minValue(0), v.maxValue(1));

/** A number ≥ 0. */
export const distance: v.GenericSchema<number> = v.pipe(finite, v.minValue(0));

/** `successes` of `n` as a share with its 95 % Wilson interval; `successes` may be an average over repeats. */
export const measuredShare = v.strictObject({ share, low: share, high: share, successes: distance, n: count });
export type MeasuredShare = DataOf<typeof measuredShare>;

/** A number with its 95 % interval. */
export const estimate = v.strictObject({ value: finite, low: finite, high: finite });
export type Estimate = DataOf<typeof estimate>;

/** A comparison of the highest with the lowest group, both picked by the data: the interval is widened for that. */
export const spread = v.strictObject({ ...estimate.entries, highest: v.string(), lowest: v.string() });
export type Spread = DataOf<typeof spread>;

/** Whether a group is large enough to carry a number: below ten people it is "insufficient". */
export const status = v.picklist(["measured", "insufficient"]);

/** Whether a column holds numbers or categories. */
export const columnType = v.picklist(["number", "category"]);

/** Why something could not be computed. */
export const failure = v.strictObject({ code: openWord<ErrorCode>(), message: v.string() });
export type Failure = DataOf<typeof failure>;

/** In place of a finding that could not be computed. */
export const failed = v.strictObject({ failure });
export type Failed = DataOf<typeof failed>;

/** SHA-256 in hexadecimal. */
export const sha256Text: v.GenericSchema<string> = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
