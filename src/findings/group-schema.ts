import * as v from "valibot";
import {
  count,
  distance,
  estimate,
  list,
  maybe,
  measuredShare,
  pairDistance,
  share,
  spread,
  status,
} from "./common.js";

const groupFacts = v.strictObject({
  group: v.string(),
  n: count,
  status,
  rate: measuredShare,
  weightedRate: maybe(estimate),
  impactRatio: maybe(estimate),
  weightedImpactRatio: maybe(estimate),
  differenceFromRest: maybe(estimate),
  test: maybe(v.strictObject({ name: v.picklist(["fisher", "z"]), p: share, adjusted: share })),
  bounds: maybe(
    v.strictObject({ rateLow: share, rateHigh: share, ratioLow: maybe(distance), ratioHigh: maybe(distance) }),
  ),
});

const attributeFacts = v.strictObject({
  attribute: v.string(),
  columns: list(v.string()),
  kind: v.picklist(["category", "number", "intersection"]),
  groups: list(groupFacts),
  reference: maybe(v.string()),
  parityDifference: maybe(spread),
  parityRatio: maybe(spread),
  weighted: maybe(
    v.strictObject({ reference: maybe(v.string()), parityDifference: maybe(spread), parityRatio: maybe(spread) }),
  ),
  unknown: maybe(v.strictObject({ n: count, favourable: count, rate: measuredShare })),
  power: maybe(
    v.strictObject({
      reference: v.string(),
      group: v.string(),
      detectableRatio: maybe(distance),
      neededPerGroup: maybe(count),
    }),
  ),
});

/** What the decisions say about groups without any model. */
export const factsSchema = v.strictObject({
  overall: v.strictObject({ n: count, rate: measuredShare, weightedRate: maybe(estimate) }),
  attributes: list(attributeFacts),
  balancedByDesign: v.boolean(),
  tests: count,
});

const scoreDistances = v.strictObject({
  pairs: list(pairDistance),
  pairsLeftOut: count,
  againstRest: list(pairDistance),
  worst: pairDistance,
});

const attributeFairness = v.strictObject({
  attribute: v.string(),
  columns: list(v.string()),
  groups: list(
    v.strictObject({
      group: v.string(),
      n: count,
      observed: count,
      status,
      rate: measuredShare,
      weightedRate: maybe(estimate),
      meanScore: share,
      impactRatio: maybe(estimate),
      agreement: maybe(measuredShare),
      correctedRate: maybe(estimate),
      correctedRatio: maybe(estimate),
    }),
  ),
  dtidp: maybe(scoreDistances),
  dtieo: list(v.strictObject({ y: v.string(), n: count, distances: maybe(scoreDistances) })),
  conditionedOn: maybe(v.strictObject({ column: v.string(), kind: v.picklist(["outcome", "decision"]) })),
  equalizedOdds: maybe(
    v.strictObject({
      favourableOutcome: v.string(),
      truePositiveDifference: maybe(estimate),
      falsePositiveDifference: maybe(estimate),
      difference: maybe(estimate),
      groups: list(
        v.strictObject({
          group: v.string(),
          truePositiveRate: maybe(measuredShare),
          falsePositiveRate: maybe(measuredShare),
        }),
      ),
    }),
  ),
  parityDifference: maybe(spread),
  range: maybe(v.strictObject({ low: share, high: share, surrogates: count, lowest: v.string(), highest: v.string() })),
});

/** Differences between groups through a rebuilt model. */
export const modelFairnessSchema = v.strictObject({
  method: v.string(),
  scored: v.picklist(["observations", "population"]),
  n: count,
  weighted: v.boolean(),
  attributes: list(attributeFairness),
});
