import * as v from "valibot";
import { evidenceFile } from "./evidence.js";
import { count, type DataOf, distance, estimate, finite, list, maybe, measuredShare, share } from "./quantities.js";

const size = v.pipe(v.number(), v.integer(), v.minValue(1));

/** Fidelity at one size. */
const curvePoint = v.strictObject({
  /** People of each class. */
  n: size,
  /** Letters these people received, on average over the repeats. */
  letters: distance,
  /** Null where fewer than two repeats could be measured. */
  fidelity: maybe(estimate),
});

/** Fidelity against the number of people. */
const leakCurve = v.strictObject({
  /** Whose answers were compared: the method with and without letters, and simpler ones to compare. */
  arm: v.picklist(["letters", "no-letters", "recast", "ridge"]),
  /** The method behind it. */
  method: v.string(),
  points: list(curvePoint),
});

const reachStatus = v.picklist(["measured", "more-than", "at-most", "unknown"]);

/** Decisions per class, or a bound where the curve does not reach so far; null where nothing is known. */
const reach = v.strictObject({ status: reachStatus, decisions: maybe(finite) });

/** What the letters of one size are worth. */
const letterWorth = v.strictObject({
  n: size,
  letters: distance,
  /** Decisions per class that give the same fidelity without letters. */
  equivalent: reach,
  /** The least and the most of that over the repeats. */
  least: reach,
  most: reach,
  /** Further decisions, of both classes together, that one letter replaces. */
  perLetter: reach,
});

/** What one field of the letters gives away. */
const fieldLeak = v.strictObject({
  field: v.string(),
  /** Share of the letters to known people that change it. */
  changed: measuredShare,
  /** Fidelity when this field's change is not told, and what is lost by that. */
  masked: maybe(estimate),
  drop: maybe(estimate),
  /** Fidelity when only this field's change is told, and what that adds to no letters. */
  alone: maybe(estimate),
  reveals: maybe(estimate),
});

/** Fidelity after a mitigation, and what it costs the people who get the letters. */
const mitigationEffect = v.strictObject({
  kind: v.picklist(["rounding", "binning", "sparse", "once", "fewer"]),
  /** Share of a field's range, number of bins, most fields, letters per person, share of the people. */
  strength: finite,
  fidelity: maybe(estimate),
  /** Fidelity after minus before. */
  change: maybe(estimate),
  /** Fidelity after minus the fidelity without letters. */
  left: maybe(estimate),
  /** Letters that are still sent, of all letters. */
  sent: measuredShare,
  /** Letters that have no change left to tell, and are not sent for that. */
  empty: count,
  /** Mean further distance asked of people who still get a letter, in 5–95 % ranges; null without a known person. */
  addedDistance: maybe(finite),
  /** Mean further number of fields asked of them. */
  addedFields: maybe(finite),
  /** Share of the letters the target accepted before and does not accept now; null where it was not asked. */
  invalid: maybe(measuredShare),
});

/** What a notice in place of the letters gives away. */
const noticeLeak = v.strictObject({
  /** As `--notices` and conditions name it, such as `reasons-4`. */
  name: v.string(),
  /** What comes with the reasons, or stands alone; null for reasons alone. */
  base: maybe(v.picklist(["letters", "thresholds"])),
  /** Most reasons per person: null for all that the files give, 0 for none. */
  mostReasons: maybe(count),
  /** Who gave the reasons: the files, or the target as it was asked; null without reasons. */
  reasonsFrom: maybe(v.picklist(["files", "target"])),
  /** Refused people who are told something. */
  told: measuredShare,
  /** Reasons per person who is told one, on average; 0 without reasons. */
  reasonsEach: distance,
  points: list(
    v.strictObject({
      n: size,
      /** People of a fit who were told something, on average over the repeats. */
      told: distance,
      fidelity: maybe(estimate),
      /** Fidelity with the notice minus fidelity with the decisions alone: same method, same people. */
      gain: maybe(estimate),
      /** Fidelity with the reasons minus fidelity with the `base` alone; null where the base is all there is. */
      beyond: maybe(estimate),
    }),
  ),
});

/** A number of the report that a condition speaks of. */
const conditionValue = v.strictObject({
  call: v.string(),
  value: maybe(finite),
  low: maybe(finite),
  high: maybe(finite),
  /** "more-than" and "at-most" where the value is a bound. */
  status: reachStatus,
});

/** A condition of `--fail-if` and what came of it. */
const conditionResult = v.strictObject({
  text: v.string(),
  /** Whether it holds by the estimates; null where they do not tell. */
  holds: maybe(v.boolean()),
  /** Whether the whole intervals say the same. */
  clear: v.boolean(),
  /** Whether it makes the run fail. */
  failed: v.boolean(),
  values: list(conditionValue),
});

/** Why something was not measured, or fits that failed. */
const leakNote = v.strictObject({ code: v.string(), text: v.string() });

/** `leak.json` as a schema, from which `schemas/leak-2.schema.json` is made. */
export const leakFileSchema = v.strictObject({
  format: v.literal("recast-leak/2"),
  /** Version of recast that wrote the file. */
  version: v.string(),
  files: v.strictObject({
    decisions: evidenceFile,
    /** Null where only reasons of the decisions file, or of the target, are measured. */
    letters: maybe(evidenceFile),
    /** Rows of their own to compare with. */
    reference: maybe(evidenceFile),
  }),
  settings: v.strictObject({
    method: v.string(),
    withoutLetters: v.string(),
    sizes: list(size),
    sizesWithoutLetters: list(size),
    at: size,
    repeats: size,
    /** Null with reference rows of their own. */
    holdOut: maybe(share),
    seed: count,
    scaling: v.string(),
    failBy: v.picklist(["point", "interval"]),
  }),
  evidence: v.strictObject({
    rejected: count,
    accepted: count,
    letters: count,
    /** Letters whose person is known and was rejected. */
    paired: count,
    /** Rejected people with a letter. */
    answered: count,
    /** Rejected people whom the files give a reason. */
    toldReasons: count,
    features: count,
  }),
  reference: v.strictObject({
    kind: v.picklist(["held-out", "file"]),
    /** Rows compared with in each repeat. */
    rows: count,
    rejected: count,
    accepted: count,
    /** Rows of a reference file left out because their person is among the decisions. */
    alsoObserved: count,
  }),
  fits: count,
  /** Share of the more frequent decision among the reference rows: the fidelity of one answer for everybody. */
  majority: share,
  curves: list(leakCurve),
  /** Fidelity against the number of letters, with as many decisions as the largest size; no points without letters. */
  letterCurve: v.strictObject({ n: size, points: list(curvePoint) }),
  /** What letters add, at each size. */
  gains: list(v.strictObject({ n: size, gain: maybe(estimate) })),
  worth: list(letterWorth),
  /** Ordered by what is lost when the field is not told. */
  fields: list(fieldLeak),
  /** Fields that letters change and that were not looked at. */
  fieldsLeftOut: count,
  mitigations: list(mitigationEffect),
  /** What reasons and thresholds give away, in place of letters or with them. Everything else leaves reasons out. */
  notices: list(noticeLeak),
  /** Who was asked whether changed letters are still accepted; null when nobody was. */
  validity: maybe(v.strictObject({ target: v.string(), asked: count, acceptedBefore: maybe(measuredShare) })),
  conditions: list(conditionResult),
  notes: list(leakNote),
});

/** What `leak.json` holds: the report and where it comes from. */
export type LeakFile = DataOf<typeof leakFileSchema>;

/** What the decisions and letters of a platform give away. */
export type LeakReport = Omit<LeakFile, "version" | "files">;

export type LeakCurve = DataOf<typeof leakCurve>;
export type ArmName = LeakCurve["arm"];
export type CurvePoint = DataOf<typeof curvePoint>;
export type Reach = DataOf<typeof reach>;
export type LetterWorth = DataOf<typeof letterWorth>;
export type FieldLeak = DataOf<typeof fieldLeak>;
export type MitigationEffect = DataOf<typeof mitigationEffect>;
export type MitigationKind = MitigationEffect["kind"];
export type NoticeLeak = DataOf<typeof noticeLeak>;
export type LeakNote = DataOf<typeof leakNote>;
export type ConditionValue = DataOf<typeof conditionValue>;
export type ConditionResult = DataOf<typeof conditionResult>;
