import type { Claim } from "./shares.js";

/** A kind of statement: its name in the cells of the study, what it says, and what is promised of it. */
export interface Statement {
  readonly series: string;
  readonly says: string;
  /** Null where a number is shown and nothing is promised. */
  readonly claim: Claim | null;
}

const COVER: Claim = { least: 0.92, most: 0.98 };
const SAFE: Claim = { least: 0.95 };
/** An interval that may be too wide, but not too narrow. */
const WIDE: Claim = { least: 0.92 };

/** Statements by the part of the report they stand in. */
export type Statements = Readonly<Record<string, readonly Statement[]>>;

/** Every kind of statement that a report can make, but those on reasons. */
export const STATEMENTS: Statements = {
  "Differences between groups in the decisions": [
    row(
      "groups/audit: no false clear",
      "No difference is called clear where there is none (counted once per audit)",
      SAFE,
    ),
    row("groups/clear: true", "A difference called clear exists, with the direction stated", { least: 0.9 }),
    row("groups/clear interval", "The corrected interval of a clear difference holds it", WIDE),
    row("groups/clear, also: differs", "Another group named with it differs too", SAFE),
    row("groups/worst pair: further out", "The pair named with a group is further out than the group itself", null),
    row("groups/none interval", "“No clear difference”: the corrected interval holds the true one", SAFE),
    row("groups/below detectable: seen", "“Only a ratio below X would have shown”: a ratio below X was clear", {
      least: 0.8,
    }),
    row("groups/possible: true", "A difference called possible exists, with the direction stated", null),
    row("groups/audit: 10 points are clear", "Where groups differ by 10 points, some difference is called clear", null),
    row("groups/audit: design recognised", "People drawn half and half are recognised, and no others", SAFE),
    row("interval/rate", "Interval of a group's rate", COVER),
    row("interval/difference from rest", "Interval of a difference from everybody else", COVER),
    row("interval/impact ratio", "Interval of an impact ratio", { least: 0.95 }),
    row("interval/parity difference", "Interval of the largest difference of an attribute", { least: 0.95 }),
    row("interval/parity ratio", "Interval of the smallest ratio of an attribute", { least: 0.95 }),
  ],
  "Differences in the population": [
    row("interval/corrected rate", "Interval of a group's corrected rate", COVER),
    row("interval/corrected ratio", "Interval of a corrected ratio", WIDE),
    row(
      "population/audit: no false clear",
      "No difference in the population is called possible where there is none (counted once per audit)",
      null,
    ),
    row(
      "population/clear: true",
      "A difference in the population called possible exists, with the direction stated",
      null,
    ),
    row("population/clear interval", "Its corrected interval holds it", null),
    row(
      "model/gap above 0: true, observations",
      "The rebuilt model's largest difference among observed people, interval above 0, is one of the target",
      null,
    ),
    row(
      "model/gap above 0: true, population",
      "The rebuilt model's largest difference in the population, interval above 0, is one of the target",
      null,
    ),
  ],
  "How often the rebuilt model is right": [
    row("right/interval", "Interval of “right about N % of people it has not seen”", COVER),
    row("right/accepted interval", "The same among accepted people", WIDE),
    row("right/rejected interval", "The same among rejected people", WIDE),
    row("right/group interval", "The same by group", WIDE),
    row("right/surest answers interval", "It is right about the surest answers at least as often as said", SAFE),
    row("right/above the more common answer", "It is right more often than the more common answer", SAFE),
  ],
  "On which side the rebuilt model errs": [
    row("direction/interval", "Interval of the difference between rebuilt and real rate", COVER),
    row("direction/too few: true", "“It accepts too few people”", SAFE),
    row("direction/too many: true", "“It accepts too many people”", SAFE),
  ],
  "Clear and open people": [
    row("open/clear right", "The rebuilt model is right about a person whose answer is clear", { least: 0.9 }),
    row("open/open right", "The rebuilt model is right about a person whose answer is open", null),
    row(
      "open/clear more often right than open",
      "It is right about clear people more often than about open ones",
      SAFE,
    ),
    row("open/share interval", "Interval of the share of open people", COVER),
    row("open/clear interval", "Interval of how often it is right about clear people, in tables only", null),
    row("open/open interval", "Interval of how often it is right about open people, in tables only", null),
  ],
  "Other choices": [
    row(
      "robust/GAP_SIGN holds in every variant: true",
      "A difference that holds in every variant is the target's",
      SAFE,
    ),
    row("robust/GAP_SIGN fails in some variant: true", "A difference that fails in some variant is the target's", null),
    row(
      "robust/AGREEMENT_ABOVE_MAJORITY holds in every variant: true",
      "“Better than the more common answer” in every variant",
      SAFE,
    ),
  ],
  Letters: [
    row("letters/gain interval", "Interval of what letters add to “right about N %”", WIDE),
    row("letters/audit: no false help", "“Letters help” is not said where they do not (counted once per audit)", SAFE),
    row(
      "letters/audit: no help denied",
      "“Letters do not help” is not said where they add 2 points or more (counted once per audit)",
      SAFE,
    ),
    row("letters/help: true", "“Letters help”: the model is right more often with them", null),
    row("letters/do not help: true", "“Letters do not help”: they add less than 2 points", { least: 0.9 }),
    row(
      "contradictions/audit: none called certain",
      "No letters of one target are said to exclude its decisions",
      SAFE,
    ),
    row("burden/mean interval", "Interval of what letters ask of a group on average", COVER),
    row("burden/mean interval (coin)", "The same where groups are coins", COVER),
    row("burden/gap interval", "Interval of the difference between what two groups are asked", WIDE),
    row("burden/gap interval (coin)", "The same where groups are coins", WIDE),
    row("burden/possible: true", "A possible difference in what letters ask exists", null),
    row(
      "burden/audit: none said of coins",
      "No such difference is mentioned where groups are coins (once per audit)",
      null,
    ),
  ],
  Flips: [
    row("flips/offered, refused", "A change is offered to a refused person", null),
    row("flips/offered, approved", "A change is offered to an approved person", null),
    row("flips/came true, refused", "The target approves a refused person with the change offered", { least: 0.75 }),
    row("flips/came true, approved", "The target refuses an approved person with the change offered", { least: 0.75 }),
  ],
};

/** Statements on groups that are compared: which of two kinds, and what groups differ in. */
function compared(kind: "reasons-differ" | "reasons-against", differs: string): readonly Statement[] {
  return [
    row(`${kind}/audit: no false clear`, `No difference in ${differs} is called clear where groups are coins`, SAFE),
    row(`${kind}/clear: true`, "A difference called clear exists, with the direction stated", { least: 0.9 }),
    row(`${kind}/clear interval`, "The corrected interval of a clear difference holds it", WIDE),
    row(`${kind}/none interval`, "“No clear difference”: the corrected interval holds the true one", SAFE),
    row(`${kind}/possible: true`, "A difference called possible exists, with the direction stated", null),
  ];
}

/** What a report says where people are told reasons. */
export const NOTICE_STATEMENTS: Statements = {
  "Which reasons are told to whom": [
    row("reasons/coverage interval", "Interval of the share of refused people who are told a reason", WIDE),
    row("reasons/told interval", "Interval of the share of them who are told a certain reason", WIDE),
    row("reasons/most often: true", "The reason told most often is told most often to everybody refused", null),
    ...compared("reasons-differ", "which reasons groups are told"),
    row("reasons/difference interval", "Corrected interval of a difference, in tables", SAFE),
  ],
  "Own values that speak against a reason": [
    row("reasons/against interval", "Interval of the share of people whose own value speaks against a reason", WIDE),
    row(
      "reasons/against interval, true median",
      "The same against the median of everybody accepted, not of those in the file",
      null,
    ),
    row("reasons/check interval", "The same for one reason", WIDE),
    ...compared("reasons-against", "whose values speak against reasons"),
    row("reasons/against difference interval", "Corrected interval of a difference, in tables", SAFE),
    row("reasons/indication: true", "The people named, and how they compare with accepted people, are right", SAFE),
  ],
  "Whether reasons help": [
    row("reasons/gain interval", "Interval of what reasons add to “right about N %”", WIDE),
    row("reasons/audit: no false help", "“Reasons help” is not said where they do not (counted once per audit)", SAFE),
    row(
      "reasons/audit: no help denied",
      "“Reasons do not help” is not said where they add 2 points or more (counted once per audit)",
      SAFE,
    ),
    row("reasons/help: true", "“Reasons help”: the model is right more often with them", null),
    row("reasons/do not help: true", "“Reasons do not help”: they add less than 2 points", { least: 0.9 }),
  ],
  "The rebuilt model where people are told reasons": [
    row("right/interval", "Interval of “right about N % of people it has not seen”", COVER),
    row("right/above the more common answer", "It is right more often than the more common answer", SAFE),
    row("letters/gain interval", "Interval of what thresholds add to “right about N %”", WIDE),
    row("letters/audit: no false help", "“Letters help” is not said of thresholds that do not (once per audit)", SAFE),
  ],
};

function row(series: string, says: string, claim: Claim | null): Statement {
  return { series, says, claim };
}
