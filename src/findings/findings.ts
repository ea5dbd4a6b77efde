import * as v from "valibot";
import { count, type DataOf, distance, estimate, list, maybe, openWord, share } from "./quantities.js";

/** How sure a finding is; the same four words on every surface. */
const strength = v.picklist([
  /** Survives the correction over every comparison made, pairs of attributes included; or a plain count. */
  "clear",
  /** The interval of the single comparison leaves out "no difference", the corrected test does not. */
  "possible",
  /** Neither. */
  "none",
  /** Too few people, or no such data: `reason` says which. */
  "untested",
]);

const kind = v.picklist([
  /** A group got the favourable decision more or less often than everybody else: observed decisions, no model. */
  "group-difference",
  /** Letters and decisions that cannot all be true. */
  "letters-contradict",
  /** Letters that ask to change what nobody can change. */
  "immutable-change",
  /** Letters ask more of one group than of another. */
  "letters-burden",
  /** People were told reasons that name a field which is sensitive or which nobody can change. */
  "reasons-protected",
  /** A group was told a reason more or less often than everybody else who was told any. */
  "reasons-differ",
  /** A group was told more or less often than others what a person's own value speaks against. */
  "reasons-against",
  /** How often the rebuilt model is right about people it has not seen; `shareAgainst` is the more common answer. */
  "rebuilt-model",
  /** The rebuilt model accepts too many or too few: `share` is its rate, `shareAgainst` the observed one. */
  "error-direction",
  /** A difference in the population, through the rebuilt model and corrected by its errors: possible at most. */
  "model-difference",
  /** People for whom the evidence leaves the rebuilt answer open. */
  "open-people",
  /** What could not be compared. */
  "untested",
]);

/** One thing an audit has to say, with everything that a sentence about it needs. */
const finding = v.strictObject({
  /** Made of the kind and what it is about: the same from run to run. */
  id: v.string(),
  kind,
  strength,
  /** "sex", or "sex × origin"; null where the finding is not about groups. */
  attribute: maybe(v.string()),
  /** The group it is about; */
  group: maybe(v.string()),
  /** and the one it is compared with, null for everybody else. */
  against: maybe(v.string()),
  /** Other groups of the attribute that differ clearly from everybody else, one way or the other. */
  also: list(v.string()),
  /**
   * The group of a pair of attributes whose rate lies further out still than the group `within` which it lies, either
   * the finding's own or one of `also`. It belongs to this finding and to no other; that it fares worse than others of
   * that group is seen in the file and not tested.
   */
  worst: maybe(
    v.strictObject({
      attribute: v.string(),
      group: v.string(),
      within: v.string(),
      /** Against everybody else. */
      strength,
      share,
      n: count,
    }),
  ),
  /** Columns; of reasons, what notices call them. */
  fields: list(v.string()),
  /** Share of the `n` people or letters it is about, and of the `nAgainst` others; weighted where there are weights. */
  share: maybe(share),
  n: maybe(count),
  shareAgainst: maybe(share),
  nAgainst: maybe(count),
  /** What is estimated, with its corrected 95 % interval: in the unit of `scale`. */
  estimate: maybe(estimate),
  /** "points": difference of two shares; "ratio": one over the other; "share"; "distance": in standardised units. */
  scale: maybe(v.picklist(["points", "ratio", "share", "distance"])),
  /** The p-value corrected for every comparison made with it; null where nothing was tested. */
  adjusted: maybe(share),
  /** Largest ratio of two rates below 1 that so many people would have shown; null where it is not known. */
  detectable: maybe(distance),
  /** People that would be needed; null where it is not known. */
  needed: maybe(count),
  /** Why nothing was tested. */
  reason: maybe(openWord<"no-attributes" | "few-people" | "one-group" | "no-letters">()),
  /** The section of the report with the details. */
  section: v.string(),
});

/** What was found, the most important first. */
export const findingsSchema = list(finding);

export type Finding = DataOf<typeof finding>;
export type FindingKind = Finding["kind"];
export type Strength = Finding["strength"];
