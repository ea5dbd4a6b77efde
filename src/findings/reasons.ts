import * as v from "valibot";
import { groupComparison } from "./facts.js";
import { count, type DataOf, finite, list, maybe, measuredShare, share, status } from "./quantities.js";

/** Whether people who were told that a number counts against them have a value that is at least as good as usual. */
const check = v.strictObject({
  /** The number that the reason is about. */
  field: v.string(),
  /** What would have helped the people told it; "either" where some were told the one and some the other. */
  direction: v.picklist(["higher", "lower", "either"]),
  /** The median of the accepted people. */
  median: finite,
  /**
   * Of the people told the reason with a direction, and with a value: whose value is at least as good as the median.
   * Where a lower value would have helped, it is at most the median; where a higher one would, at least.
   */
  against: measuredShare,
});

const reason = v.strictObject({
  /** As notices name it. */
  reason: v.string(),
  /** The features it stands for; none where it is about something that is not in the file. */
  fields: list(v.string()),
  /** Of the people who were told any reason, those who were told this one; null where nobody was told any. */
  told: maybe(measuredShare),
  /** Whether it names a field that nobody can change, or a sensitive one. */
  immutable: v.boolean(),
  sensitive: v.boolean(),
  /** Null where `unchecked` says why. */
  check: maybe(check),
  /**
   * Only a reason that names one number, with a direction, can be checked. "no-values": nobody told it has a value, or
   * no accepted person.
   */
  unchecked: maybe(v.picklist(["not-told", "not-in-file", "several-fields", "category", "no-direction", "no-values"])),
});

/** A reason that the decisions or the file's columns speak against. All of them can be true: worth a question. */
const indication = v.strictObject({
  /**
   * "value-against": people told it have a value at least as good as the accepted people's median. "names-immutable"
   * and "names-sensitive": it names a field that nobody can change, or a sensitive one.
   */
  kind: v.picklist(["value-against", "names-immutable", "names-sensitive"]),
  reason: v.string(),
  field: v.string(),
  /** People concerned. */
  count,
  /**
   * At most five: rows of the decisions file as a spreadsheet counts them, and the share of the accepted people whose
   * value is no better; null where that is not the question.
   */
  examples: list(v.strictObject({ personRow: count, noBetter: maybe(share) })),
  sentence: v.string(),
});

/** How often one group was told a reason, against everybody else who was told any. */
const groupReason = v.strictObject({
  group: v.string(),
  /** "insufficient" below ten people who were told any reason. */
  status,
  /** Of the group's people who were told any reason, those who were told this one; null where nobody was told any. */
  told: maybe(measuredShare),
  comparison: maybe(groupComparison),
  /** Of the group's people told this reason who can be checked, whose value speaks against it; null without any. */
  against: maybe(measuredShare),
});

/** How often one group was told something that a person's own value speaks against. */
const groupAgainst = v.strictObject({
  group: v.string(),
  /** "insufficient" below ten people with a reason that can be checked. */
  status,
  against: maybe(measuredShare),
  comparison: maybe(groupComparison),
});

const reasonsByAttribute = v.strictObject({
  attribute: v.string(),
  columns: list(v.string()),
  kind: v.picklist(["category", "number", "intersection"]),
  /** Refused people of each group who were told a reason. */
  coverage: list(v.strictObject({ group: v.string(), coverage: maybe(measuredShare), status })),
  /** One entry per reason that somebody was told, in the order above. */
  reasons: list(v.strictObject({ reason: v.string(), groups: list(groupReason) })),
  /** Empty where no reason can be checked. */
  against: list(groupAgainst),
});

/** What refused people were told counts against them, without values: to whom, and whether their values agree. */
export const reasonsSchema = v.strictObject({
  /** Refused people who were told a reason, and reasons given to them, each counted once per person. */
  people: count,
  given: count,
  /** Accepted people who were told one: left out of everything below. */
  accepted: count,
  /** Refused people who were told a reason; null when nobody was refused. */
  coverage: maybe(measuredShare),
  /** How many people were told 1, 2 … reasons. */
  reasonCounts: list(v.strictObject({ reasons: count, people: count })),
  /** Most often told first; reasons that nobody was told come last. */
  reasons: list(reason),
  /** Told people with a reason that names a field which is sensitive or which nobody can change. */
  protected: maybe(measuredShare),
  /** Of the people with a reason that can be checked: whose own value speaks against at least one of theirs. */
  against: maybe(measuredShare),
  indications: list(indication),
  /** One entry per grouping. */
  byAttribute: list(reasonsByAttribute),
  /** How many comparisons of `byAttribute` are corrected together. */
  comparisons: count,
});

export type ReasonFindings = DataOf<typeof reasonsSchema>;
export type ReasonFinding = DataOf<typeof reason>;
export type ReasonCheck = DataOf<typeof check>;
export type ReasonIndication = DataOf<typeof indication>;
export type ReasonsByAttribute = DataOf<typeof reasonsByAttribute>;
