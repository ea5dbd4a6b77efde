export type SarifLevel = "error" | "warning" | "note";

/** What a kind of finding is about: a sentence, and what a reader should make of it. */
export interface SarifRule {
  readonly name: string;
  readonly level: SarifLevel;
  readonly short: string;
  readonly help: string;
}

export const SARIF_RULES = {
  "impact-ratio": {
    name: "ImpactRatioBelowFourFifths",
    level: "note",
    short: "A group's impact ratio is below four fifths.",
    help:
      "The impact ratio is the group's rate of favourable decisions over that of the measured group with the " +
      "highest rate. Below 0.8 it is an indication that the rates differ by more than the four-fifths rule of " +
      "thumb allows for; it is no pass mark and says nothing about causes. The finding is a warning where the " +
      "whole 95 % interval lies below 0.8, and a note where 0.8 is within it.",
  },
  "group-difference": {
    name: "GroupDifferenceAfterHolm",
    level: "warning",
    short: "A group's rate differs from that of everybody else.",
    help:
      "A two-sided test (Fisher's exact test, or a z test of two proportions in large groups) of the group against " +
      "everybody else whose group is known. The p-value is adjusted by Holm's method for all tests of the audit; " +
      "findings below 0.05 are listed. It is an indication of a difference, not of its cause.",
  },
  "insufficient-group": {
    name: "InsufficientGroup",
    level: "note",
    short: "A group has too few people to carry a number.",
    help:
      "Groups of fewer than ten people are shown but left out of comparisons. More decisions of such people would " +
      "be needed to say anything about them.",
  },
  "letters-contradict": {
    name: "LettersContradict",
    level: "warning",
    short: "Letters offer what a rejected person already had.",
    help:
      "One rule on these columns cannot accept the offer and reject the person who has the same values. Either a " +
      "letter is wrong, or the system looks at something that is not in the file.",
  },
  "immutable-field": {
    name: "ImmutableFieldAsked",
    level: "warning",
    short: "Letters ask to change a field that nobody can change.",
    help: "A letter that asks for another value of a field marked as immutable gives its reader nothing to do.",
  },
  "contested-share": {
    name: "ContestedShareHigh",
    level: "warning",
    short: "For many people the rebuilt model's answer is not determined by the evidence.",
    help:
      "When the people of the evidence are drawn anew and the model is rebuilt, the answer for these people " +
      "changes too often to be relied on. What the rebuilt model says about single people among them is not " +
      "supported.",
  },
  "agreement-not-above-majority": {
    name: "AgreementNotAboveMajority",
    level: "warning",
    short: "The rebuilt model's agreement is not clearly above giving everybody the more frequent decision.",
    help:
      "The interval of the agreement out of fold reaches down to the share of the more frequent decision. Findings " +
      "that go through the rebuilt model are then not supported by this evidence; findings about the observed " +
      "decisions and letters are not affected.",
  },
  "balanced-sample": {
    name: "BalancedSample",
    level: "warning",
    short: "The sample looks balanced by design.",
    help:
      "Favourable and unfavourable decisions are equally frequent and there are no sampling weights. If the sample " +
      "was drawn that way, selection rates and impact ratios say nothing about everybody who was decided on.",
  },
  "data-problem": {
    name: "DataProblem",
    level: "warning",
    short: "Something about the files changes what the numbers mean.",
    help:
      "See the message for what was found and the way out; the property `code` names the kind of problem. Rows are " +
      "counted as a spreadsheet does: the header is row 1.",
  },
} as const satisfies Record<string, SarifRule>;
