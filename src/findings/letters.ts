import * as v from "valibot";
import {
  columnType,
  count,
  type DataOf,
  distance,
  estimate,
  list,
  maybe,
  measuredShare,
  spread,
  status,
} from "./quantities.js";

const fieldFindings = v.strictObject({
  field: v.string(),
  type: columnType,
  immutable: v.boolean(),
  changed: measuredShare,
  /** Numbers: letters that ask for more, and for less. */
  up: count,
  down: count,
  /** Numbers: size of the change, in the column's own units; null for categories and unchanged fields. */
  size: maybe(
    v.strictObject({
      least: distance,
      lowerQuartile: distance,
      median: distance,
      upperQuartile: distance,
      greatest: distance,
    }),
  ),
  /** Categories: the most frequent changes, at most ten. */
  moves: list(v.strictObject({ from: v.string(), to: v.string(), letters: count })),
});

const contradiction = v.strictObject({
  /**
   * "offer-rejected": the offered row is the row of another person who was rejected; no rule on these columns gives
   * both. "offer-exceeded": a rejected person has at least what the letter asks, in the direction letters ask, and is
   * alike elsewhere. "opposite-directions": letters ask for more of a field of some people and for less of others.
   * "more-than-needed": one person got two letters, one asking strictly more than the other.
   */
  kind: v.picklist(["offer-rejected", "offer-exceeded", "opposite-directions", "more-than-needed"]),
  /** "certain": the two exclude each other. "indication": a pattern that is worth a question; both can be true. */
  strength: v.picklist(["certain", "indication"]),
  /** Letters concerned. */
  count,
  field: maybe(v.string()),
  /**
   * At most five: rows of the two files as a spreadsheet counts them. The person's row is null where no other person
   * is concerned.
   */
  examples: list(v.strictObject({ letterRow: count, personRow: maybe(count) })),
  sentence: v.string(),
});

/** What letters ask of one group; intervals by bootstrap over its people, so none where only one person was asked. */
const groupBurden = v.strictObject({
  group: v.string(),
  letters: count,
  /** "insufficient" below ten people with a letter. */
  status,
  /** Mean Euclidean distance from person to offer in the encoded space; null with fewer than two people. */
  distance: maybe(estimate),
  /** Mean number of fields a letter changes; null with fewer than two people. */
  fields: maybe(estimate),
  /** Letters that ask to change an immutable field; null without letters. */
  immutable: maybe(measuredShare),
  /**
   * Numeric fields some letter of the group changes, in the order of `fields` above: median size of the change among
   * letters that change it, own units; null with fewer than two people.
   */
  changes: list(v.strictObject({ field: v.string(), letters: count, median: maybe(estimate) })),
});

const burdenByAttribute = v.strictObject({
  attribute: v.string(),
  columns: list(v.string()),
  groups: list(groupBurden),
  /** Largest minus smallest mean encoded distance among measured groups; null with fewer than two. */
  distanceGap: maybe(spread),
});

/**
 * What the letters ask, of whom, and where they cannot all be true. Only letters whose person is known and was
 * rejected say what changed.
 */
export const lettersSchema = v.strictObject({
  letters: count,
  /** Letters whose person is known and was rejected: what the rest of this section is about. */
  compared: count,
  /** Rejected people with a letter; null when no letter says whose it is, or nobody was rejected. */
  coverage: maybe(measuredShare),
  coverageByAttribute: list(
    v.strictObject({
      attribute: v.string(),
      groups: list(v.strictObject({ group: v.string(), coverage: maybe(measuredShare), status })),
    }),
  ),
  /** How many letters change 0, 1, 2 … fields. */
  fieldCounts: list(v.strictObject({ fields: count, letters: count })),
  /** Most often changed first; fields no letter changes come last. */
  fields: list(fieldFindings),
  /** Letters that ask to change at least one immutable field. */
  immutable: maybe(measuredShare),
  /** Letters that the decisions contradict (certain), then patterns that are no contradiction (indications). */
  contradictions: list(contradiction),
  /** One entry per grouping. */
  burden: list(burdenByAttribute),
});

export type LetterFindings = DataOf<typeof lettersSchema>;
export type FieldFindings = DataOf<typeof fieldFindings>;
export type Contradiction = DataOf<typeof contradiction>;
export type BurdenByAttribute = DataOf<typeof burdenByAttribute>;
export type GroupBurden = DataOf<typeof groupBurden>;
