import * as v from "valibot";
import type { EvidenceFile } from "../../findings/audit-file.js";
import { count, estimate, list, maybe, measuredShare, share } from "../../findings/common.js";
import type { LeakReport } from "../../leak/leak-report.js";

/** Where a leakage report comes from. */
export interface LeakProvenance {
  /** Version of recast that wrote the file. */
  readonly version: string;
  readonly files: {
    readonly decisions: EvidenceFile;
    readonly letters: EvidenceFile;
    /** Rows of their own to compare with. */
    readonly reference: EvidenceFile | null;
  };
}

/** What `leak.json` holds: the report and where it comes from. */
export type LeakFile = LeakReport & LeakProvenance;

const file = v.strictObject({
  name: v.string(),
  bytes: count,
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  rows: count,
});
const size = v.pipe(v.number(), v.integer(), v.minValue(1));
const amount = v.pipe(v.number(), v.minValue(0));
const reachStatus = v.picklist(["measured", "more-than", "at-most", "unknown"]);
const reach = v.strictObject({ status: reachStatus, decisions: maybe(v.number()) });
const point = v.strictObject({ n: size, letters: amount, fidelity: maybe(estimate) });

/** `leak.json` as a schema, from which `schemas/leak-1.schema.json` is made. */
export const leakFileSchema = v.strictObject({
  format: v.literal("recast-leak/1"),
  version: v.string(),
  files: v.strictObject({ decisions: file, letters: file, reference: maybe(file) }),
  settings: v.strictObject({
    method: v.string(),
    withoutLetters: v.string(),
    sizes: list(size),
    sizesWithoutLetters: list(size),
    at: size,
    repeats: size,
    holdOut: maybe(share),
    seed: count,
    scaling: v.string(),
    failBy: v.picklist(["point", "interval"]),
  }),
  evidence: v.strictObject({
    rejected: count,
    accepted: count,
    letters: count,
    paired: count,
    answered: count,
    features: count,
  }),
  reference: v.strictObject({
    kind: v.picklist(["held-out", "file"]),
    rows: count,
    rejected: count,
    accepted: count,
    alsoObserved: count,
  }),
  fits: count,
  majority: share,
  curves: list(
    v.strictObject({
      arm: v.picklist(["letters", "no-letters", "recast", "ridge"]),
      method: v.string(),
      points: list(point),
    }),
  ),
  letterCurve: v.strictObject({ n: size, points: list(point) }),
  gains: list(v.strictObject({ n: size, gain: maybe(estimate) })),
  worth: list(
    v.strictObject({ n: size, letters: amount, equivalent: reach, least: reach, most: reach, perLetter: reach }),
  ),
  fields: list(
    v.strictObject({
      field: v.string(),
      changed: measuredShare,
      masked: maybe(estimate),
      drop: maybe(estimate),
      alone: maybe(estimate),
      reveals: maybe(estimate),
    }),
  ),
  fieldsLeftOut: count,
  mitigations: list(
    v.strictObject({
      kind: v.picklist(["rounding", "binning", "sparse", "once", "fewer"]),
      strength: v.number(),
      fidelity: maybe(estimate),
      change: maybe(estimate),
      left: maybe(estimate),
      sent: measuredShare,
      empty: count,
      addedDistance: maybe(v.number()),
      addedFields: maybe(v.number()),
      invalid: maybe(measuredShare),
    }),
  ),
  validity: maybe(v.strictObject({ target: v.string(), asked: count, acceptedBefore: maybe(measuredShare) })),
  conditions: list(
    v.strictObject({
      text: v.string(),
      holds: maybe(v.boolean()),
      clear: v.boolean(),
      failed: v.boolean(),
      values: list(
        v.strictObject({
          call: v.string(),
          value: maybe(v.number()),
          low: maybe(v.number()),
          high: maybe(v.number()),
          status: reachStatus,
        }),
      ),
    }),
  ),
  notes: list(v.strictObject({ code: v.string(), text: v.string() })),
});
