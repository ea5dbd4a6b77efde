import * as v from "valibot";
import { count, type DataOf, distance, list } from "./quantities.js";

/** The options that shaped the result. */
export const settingsSchema = v.strictObject({
  methods: list(v.string()),
  solver: v.picklist(["sinkhorn", "exact", "closed-form"]),
  scaling: v.picklist(["robust", "zscore", "minmax", "rank"]),
  /** Folds used: fewer than asked for when a class was smaller. */
  folds: count,
  repeats: count,
  seed: count,
  blur: v.number(),
  epochs: count,
  points: count,
  abstain: distance,
  /** Resamples behind bootstrap intervals. */
  resamples: count,
  /** Refits of the recommended method on people drawn again. */
  refits: count,
  sensitivity: v.boolean(),
  /** Whether pairs of sensitive attributes are compared too. */
  intersections: v.boolean(),
  /** Cut points of numeric attributes: a person belongs to the first part whose upper end is above the value. */
  bins: v.record(v.string(), list(v.number())),
});

export type AuditSettings = DataOf<typeof settingsSchema>;
