import * as v from "valibot";

/** A whole number ≥ 0. */
export const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** A number from 0 to 1. */
export const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));

/** A number ≥ 0. */
export const distance = v.pipe(v.number(), v.minValue(0));

/** A share with its 95 % Wilson interval. */
export const measuredShare = v.strictObject({
  share,
  low: share,
  high: share,
  successes: v.pipe(v.number(), v.minValue(0)),
  n: count,
});

const interval = { value: v.number(), low: v.number(), high: v.number() };

/** A number with its 95 % interval. */
export const estimate = v.strictObject(interval);

/** An estimate that compares two groups. */
export const spread = v.strictObject({ ...interval, highest: v.string(), lowest: v.string() });

/** An estimate for a group and another, or everybody else. */
export const pairDistance = v.strictObject({ ...interval, a: v.string(), b: v.nullable(v.string()) });

/** Whether a group is large enough to carry a number. */
export const status = v.picklist(["measured", "insufficient"]);

/** Why something could not be computed. */
export const failure = v.strictObject({ code: v.string(), message: v.string() });

/** A list of any length. */
export const list = v.array;

/** The value, or null where it is not known. */
export const maybe = v.nullable;
