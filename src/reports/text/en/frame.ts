import { amount, count, list } from "../../../document/format.js";
import { named } from "../name.js";

const NO_RANGE =
  "the method agrees with the decisions clearly less than the best one, or no other model tried agrees about as well";

const inQuotes = (label: string) => `“${label}”`;

/** Title, summary, contents and the words every section shares. */
export const frame = {
  language: "en",
  title: (system: string | null) => (system === null ? "Audit of an automated decision" : `Audit of ${named(system)}`),
  kicker: {
    general: "Audit from observed decisions and letters",
    "nyc-ll144": "Audit with the table set of New York City Local Law 144",
    "eu-annex-iv": "Audit with the checklist of Annex IV of the EU AI Act",
    "model-card": "Audit with the model card of the rebuilt model",
  },
  skip: "Skip to the report",
  contents: "Contents",
  glance: "At a glance",
  appendix: "How each number was computed",
  says: "What this says",
  limits: "Limits",
  notStated: "not stated",
  section: (number: string) => `Section ${number}`,
  /** Spoken in place of a short reference such as "A.3". */
  howLabel: (reference: string, title: string) => `How this was computed: ${reference}, ${title}`,
  csv: "CSV",
  csvLabel: (title: string) => `${title}, as a CSV file`,
  chartLabel: (title: string, words: string) => `Chart: ${title}. ${words}`,
  chartTable: "Numbers as a table",
  attributeHeading: (attribute: string) => `By ${named(attribute)}`,
  tableTitle: (title: string, attribute: string | null) =>
    attribute === null ? title : `${title}: ${named(attribute)}`,
  footer: (version: string) =>
    `Written by Recast ${version}. This page holds no script and asks for nothing outside itself.`,
  cells: {
    /** Enough people were scored, and too few of them observed. */
    insufficientObserved: (n: number) => `insufficient (${count(n)} observed)`,
    insufficient: (n: number | null) => (n === null ? "insufficient" : `insufficient (n = ${count(n)})`),
    marked: "marked",
    /** What a marked row of a table is. */
    marks: {
      methods: "recommended",
      "letter-fields": "named immutable",
      "letter-contradictions": "certain",
      "model-distances": "largest",
      "sensitivity-conclusions": "not in every variant",
    } as Readonly<Record<string, string>>,
    notDefined: "not defined",
    interval: "95 % interval",
    range: (label: string) => `${label} (from, to)`,
    pointsUnit: "percentage points",
    to: (low: string, high: string) => `${low} to ${high}`,
    /** Below a table with empty cells: each heading and why it may be empty. */
    whyUndefined: (reasons: readonly (readonly [readonly string[], string])[]) =>
      `Not defined: ${reasons.map(([labels, reason]) => `${list(labels.map(inQuotes))} (${reason})`).join("; ")}.`,
    leftOut: (reasons: readonly (readonly [readonly string[], string])[]) =>
      `Left out, because no row has a value: ${reasons.map(([labels, reason]) => `${list(labels.map(inQuotes))} (${reason})`).join("; ")}.`,
    few: "Grey rows: too few people to carry a number; shown, and left out of comparisons.",
    negative: "A lower limit below 0 leaves open whether the two groups stand in the other order.",
    shortened: (shown: number, all: number, file: string) =>
      `Shown: the first ${count(shown)} of ${amount(all, "row", "rows")}; all are in tables/${file}.csv.`,
  },
  /** Why a cell of a column may be empty. */
  undefinedBecause: {
    adjusted: "too few people in the group, or nobody to compare with",
    agreement: "the method could not be fitted, or nobody was held out",
    agreementN: "nobody was observed, or the method could not be fitted",
    acceptedAgreement: "the method could not be fitted",
    rejectedAgreement: "the method could not be fitted",
    base: "only categories are compared with a level",
    boundRate: "the group of everybody is known",
    boundRatio: "the group of everybody is known, or too few people",
    column: "not about one column",
    correctedRate: "needs a population file and ten people on both sides",
    correctedRatio: "needs a population file and ten people on both sides",
    coverage: "nobody of the group was rejected",
    detectableRatio: "no ratio would be detected",
    differenceFromRest: "too few people in the group, or nobody to compare with",
    distance: "too few people",
    down: "only numbers have a direction",
    examples: "no example is recorded",
    fails: "it holds everywhere",
    failure: "nothing failed",
    falsePositiveRate: "nobody of the group has such an outcome",
    truePositiveRate: "nobody of the group has such an outcome",
    field: "not about one field",
    file: "not about one file",
    greatest: "no letter changes the field, or it is a category",
    least: "no letter changes the field, or it is a category",
    lowerQuartile: "no letter changes the field, or it is a category",
    median: "no letter changes the field, or it is a category",
    upperQuartile: "no letter changes the field, or it is a category",
    up: "only numbers have a direction",
    highest: "fewer than two groups can be compared",
    lowest: "fewer than two groups can be compared",
    impactRatio: "too few people in the group, fewer than two groups, or a highest rate of 0",
    letterConsistency: "no letter of a known rejected person, or the method could not be fitted",
    lettersAccepted: "no letters, or the method could not be fitted",
    neededPerGroup: "not known for these rates",
    p: "too few people in the group, or nobody to compare with",
    parityDifference: "fewer than two groups can be compared",
    difference: "fewer than two groups can be compared",
    parityRatio: "fewer than two groups can be compared, or a highest rate of 0",
    range: NO_RANGE,
    rangeHighest: NO_RANGE,
    rangeLowest: NO_RANGE,
    surrogates: NO_RANGE,
    test: "too few people in the group, or nobody to compare with",
    unit: "only numbers have a unit",
    unknown: "the group of everybody is known",
    medianChange: "fewer than two people with such a letter",
    fields: "fewer than two people with a letter",
    immutableShare: "no letter of the group",
    weightedImpactRatio: "no sampling weights, too few people, or the group is not known",
    weightedRate: "no sampling weights, or the group is not known",
    level: "only categories have levels",
    other: "everybody else",
    y: "over everybody",
    rowList: "not about single rows",
  } as Readonly<Record<string, string>>,
  undefinedOtherwise: "not known from this evidence",
};
