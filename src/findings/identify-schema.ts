import * as v from "valibot";
import { count, distance, failure, list, maybe, measuredShare, share, status } from "./common.js";

const sharesByGroup = list(
  v.strictObject({
    attribute: v.string(),
    groups: list(v.strictObject({ group: v.string(), n: count, status, share: maybe(measuredShare) })),
  }),
);

const split = v.strictObject({
  accepted: measuredShare,
  rejected: measuredShare,
  contested: measuredShare,
  agreementDetermined: maybe(measuredShare),
  agreementContested: maybe(measuredShare),
  byAttribute: sharesByGroup,
  population: maybe(v.strictObject({ n: count, accepted: count, rejected: count, contested: count })),
});

const failed = v.strictObject({ failure });
const twoNumbers = v.strictTuple([v.number(), v.number()]);

const band = v.strictObject({
  failure: v.null(),
  split,
  curve: list(v.strictObject({ low: v.number(), high: v.number(), chosen: v.number() })),
});

const lens = v.strictObject({
  failure: v.null(),
  radii: twoNumbers,
  lipschitz: twoNumbers,
  bounds: twoNumbers,
  certificates: list(distance),
  tolerance: distance,
  certain: measuredShare,
  agreementCertain: maybe(measuredShare),
  agreementOther: maybe(measuredShare),
  risk: maybe(
    v.strictObject({
      epsilon: twoNumbers,
      delta: twoNumbers,
      alpha: twoNumbers,
      eta: twoNumbers,
      lambda: twoNumbers,
      bound: distance,
    }),
  ),
});

/** What the evidence determines. */
export const identificationSchema = v.strictObject({
  band: v.union([band, failed]),
  lens: v.union([lens, failed]),
  stability: v.strictObject({
    method: v.string(),
    refits: count,
    failed: count,
    changed: maybe(share),
    steady: measuredShare,
  }),
  determined: split,
  abstention: list(v.strictObject({ answered: share, margin: distance, agreement: measuredShare })),
  agreementByGroup: sharesByGroup,
});

const gap = v.strictObject({
  attribute: v.string(),
  difference: maybe(share),
  highest: maybe(v.string()),
  lowest: maybe(v.string()),
});

/** Which findings survive other choices. */
export const sensitivitySchema = v.strictObject({
  method: v.string(),
  gaps: list(gap),
  variants: list(
    v.strictObject({
      kind: v.picklist(["scaling", "lambda", "subsample", "drop-column", "noise"]),
      name: v.string(),
      method: v.string(),
      changed: maybe(share),
      agreement: maybe(share),
      gaps: list(gap),
      failure: maybe(v.string()),
    }),
  ),
  conclusions: list(
    v.strictObject({
      code: v.picklist(["LOWEST_GROUP", "GAP_SIGN", "BELOW_FOUR_FIFTHS", "AGREEMENT_ABOVE_MAJORITY"]),
      attribute: maybe(v.string()),
      sentence: v.string(),
      holds: count,
      of: count,
      fails: list(v.string()),
    }),
  ),
});

const point = v.strictTuple([v.number(), v.number()]);

/** What charts need beyond the numbers. */
export const drawingSchema = v.strictObject({
  projection: v.strictObject({
    explained: v.strictTuple([share, share]),
    axes: v.strictTuple([list(v.string()), list(v.string())]),
    rejected: list(point),
    accepted: list(point),
    letters: list(point),
    prototypes: maybe(
      v.strictObject({ rejected: list(point), accepted: list(point), midpoint: list(point), length: distance }),
    ),
    boundary: maybe(v.strictTuple([point, point])),
  }),
  scoreDensities: list(
    v.strictObject({
      attribute: v.string(),
      bandwidth: distance,
      groups: list(v.strictObject({ group: v.string(), n: count, density: list(distance) })),
    }),
  ),
});
