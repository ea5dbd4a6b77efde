import * as v from "valibot";
import { count, estimate, list, maybe, share } from "./common.js";

const importance = v.strictObject({ feature: v.string(), importance: estimate });

const weight = v.variant("type", [
  v.strictObject({ feature: v.string(), type: v.literal("number"), perUnit: v.number(), unit: v.number() }),
  v.strictObject({
    feature: v.string(),
    type: v.literal("category"),
    base: v.string(),
    levels: list(v.strictObject({ level: v.string(), points: v.number() })),
  }),
]);

/** What the rebuilt model seems to look at. */
export const attributionsSchema = v.strictObject({
  method: v.string(),
  weights: maybe(
    v.strictObject({
      points: v.picklist(["log-odds", "squared distance"]),
      intercept: v.number(),
      features: list(weight),
    }),
  ),
  withoutWeights: maybe(v.picklist(["not linear", "rank scaling"])),
  permutation: list(importance),
  shapley: v.strictObject({
    exact: v.boolean(),
    people: count,
    samples: count,
    background: count,
    base: share,
    features: list(importance),
  }),
  partialDependence: list(
    v.strictObject({
      feature: v.string(),
      type: v.picklist(["number", "category"]),
      points: list(v.strictObject({ value: v.union([v.number(), v.string()]), score: share, accepted: share })),
    }),
  ),
  sizes: v.strictObject({ shuffledPeople: count, shuffles: count, partialDependencePeople: count }),
});
