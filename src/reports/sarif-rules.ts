export type SarifLevel = "error" | "warning" | "note";

/** What a kind of finding is about: a sentence, and what a reader should make of it. */
export interface SarifRule {
  readonly name: string;
  readonly level: SarifLevel;
  readonly short: string;
  readonly help: string;
}

export const SARIF_RULES = {
  "group-difference": {
    name: "GroupDifference",
    level: "warning",
    short: "A group got the favourable decision more or less often than everybody else.",
    help:
      "A warning where the difference is clear: it survives the correction over every comparison of the audit, pairs " +
      "of attributes included. A note where only the single comparison shows it. It says nothing about the cause.",
  },
  "letters-contradict": {
    name: "LettersContradict",
    level: "warning",
    short: "Letters and decisions cannot all be true.",
    help:
      "A letter offers what somebody had who was refused all the same. This is about the service that writes the " +
      "letters, not about the people.",
  },
  "immutable-field": {
    name: "ImmutableFieldAsked",
    level: "warning",
    short: "Letters ask to change a field that nobody can change.",
    help: "A letter that asks for another value of a field marked as immutable gives its reader nothing to do.",
  },
  "letters-burden": {
    name: "LettersAskMore",
    level: "note",
    short: "Letters may ask more of one group than of another.",
    help:
      "How far the letters of a group are from their people, compared with another group. The interval allows for " +
      "every pair of the attribute's groups, not for other attributes.",
  },
  "reasons-protected": {
    name: "ReasonNamesProtected",
    level: "warning",
    short: "Reasons name a field that is sensitive or that nobody can change.",
    help: "A refused person was told that such a field counts against them. The columns are marked in the settings.",
  },
  "reasons-differ": {
    name: "ReasonsDiffer",
    level: "warning",
    short: "A group is told a reason more or less often than everybody else.",
    help:
      "Of refused people who were told any reason. A warning where the difference survives the correction over every " +
      "comparison of reasons, a note where only the single comparison shows it. It says nothing about the cause.",
  },
  "reasons-against": {
    name: "ReasonsAgainstValues",
    level: "warning",
    short: "A group is told more or less often what the person's own value speaks against.",
    help:
      "People were told that a number is too high or too low, but theirs is at least as good as the median of the " +
      "accepted people. One such case proves nothing; a difference between groups is worth a question.",
  },
  "rebuilt-model": {
    name: "RebuiltModelRight",
    level: "note",
    short: "How often the rebuilt model is right about people it has not seen.",
    help:
      "A warning where the rebuilt model is not clearly better than always giving the more common answer: then do " +
      "not rely on what it says about groups or single people. Differences in the observed decisions are not affected.",
  },
  "error-direction": {
    name: "ErrorsOnOneSide",
    level: "warning",
    short: "The rebuilt model accepts too many or too few people.",
    help: "Rates through the rebuilt model are off by about as much. Differences in the observed decisions are not.",
  },
  "model-difference": {
    name: "DifferenceInPopulation",
    level: "note",
    short: "Groups of the population may differ, through the rebuilt model and corrected by its errors.",
    help: "Only listed where the observed decisions do not show the difference by themselves.",
  },
  "open-people": {
    name: "OpenPeople",
    level: "note",
    short: "For some people the evidence leaves the rebuilt answer open.",
    help:
      "Rebuilt from other draws of the same people, the model changes its answer about them. Do not quote the " +
      "rebuilt model on a single one of them. A warning where this holds for more than one person in five.",
  },
  untested: {
    name: "NotTested",
    level: "note",
    short: "Something could not be compared.",
    help: "Too few people, or no such data; the message says which, and how many people would be needed.",
  },
  "balanced-sample": {
    name: "BalancedSample",
    level: "warning",
    short: "The sample looks balanced by design.",
    help:
      "Both decisions are equally frequent and there are no sampling weights. If the file was drawn that way, its " +
      "rates and ratios say nothing about everybody who was decided on; a weight column would allow it.",
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
