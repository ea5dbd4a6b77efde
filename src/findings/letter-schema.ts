import * as v from "valibot";
import { count, distance, estimate, list, maybe, measuredShare, spread, status } from "./common.js";

const fieldFindings = v.strictObject({
  field: v.string(),
  type: v.picklist(["number", "category"]),
  immutable: v.boolean(),
  changed: measuredShare,
  up: count,
  down: count,
  size: maybe(
    v.strictObject({
      least: distance,
      lowerQuartile: distance,
      median: distance,
      upperQuartile: distance,
      greatest: distance,
    }),
  ),
  moves: list(v.strictObject({ from: v.string(), to: v.string(), letters: count })),
});

const contradiction = v.strictObject({
  kind: v.picklist(["offer-rejected", "offer-exceeded", "opposite-directions", "more-than-needed"]),
  strength: v.picklist(["certain", "indication"]),
  count,
  field: maybe(v.string()),
  examples: list(v.strictObject({ letterRow: count, personRow: maybe(count) })),
  sentence: v.string(),
});

const burden = v.strictObject({
  attribute: v.string(),
  columns: list(v.string()),
  groups: list(
    v.strictObject({
      group: v.string(),
      letters: count,
      status,
      distance: maybe(estimate),
      fields: maybe(estimate),
      immutable: maybe(measuredShare),
      changes: list(v.strictObject({ field: v.string(), letters: count, median: maybe(estimate) })),
    }),
  ),
  distanceGap: maybe(spread),
});

/** What the letters ask of whom. */
export const lettersSchema = v.strictObject({
  letters: count,
  compared: count,
  coverage: maybe(measuredShare),
  coverageByAttribute: list(
    v.strictObject({
      attribute: v.string(),
      groups: list(v.strictObject({ group: v.string(), coverage: maybe(measuredShare), status })),
    }),
  ),
  fieldCounts: list(v.strictObject({ fields: count, letters: count })),
  fields: list(fieldFindings),
  immutable: maybe(measuredShare),
  contradictions: list(contradiction),
  burden: list(burden),
});
