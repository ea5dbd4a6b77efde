import * as v from "valibot";
import { count, type DataOf, distance, estimate, list, maybe, measuredShare, share } from "./quantities.js";

/** Of all there are, as many as came into the sample. */
const held = v.strictObject({ drawn: count, of: count });

/**
 * The people that methods were fitted on, where that was not everybody, and how often the model is right about all the
 * others.
 */
export const sampleSchema = v.strictObject({
  /** People drawn, of how many. */
  people: count,
  of: count,
  /** Letters; a letter came with its person. */
  letters: held,
  /** People who were told a reason. */
  told: held,
  /** Decision × group by every sensitive attribute, as far as there is anybody. */
  strata: list(
    v.strictObject({
      decision: v.picklist(["rejected", "accepted"]),
      /** One per sensitive attribute; null where it is not known. */
      groups: list(maybe(v.string())),
      people: count,
      drawn: count,
      /** How many people each person drawn stands for; null where nobody was. */
      weight: maybe(distance),
    }),
  ),
  /** The delivered model about everybody outside the sample; of a decision null where nobody with it is outside. */
  right: v.strictObject({
    overall: measuredShare,
    rejected: maybe(measuredShare),
    accepted: maybe(measuredShare),
    /** The share of them with the decision that is more common in the sample. */
    usual: share,
  }),
  /** The same method on nested parts of the sample, the smallest first and the whole last. */
  learning: list(
    v.strictObject({
      people: count,
      /** The same people outside the sample for each. */
      right: measuredShare,
    }),
  ),
  /** Share right with the whole sample minus share right with `from` people, over the same others. */
  gain: maybe(v.strictObject({ from: count, to: count, difference: estimate })),
});

export type Sample = DataOf<typeof sampleSchema>;
