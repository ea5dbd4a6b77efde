import { type Body, chapter, headed, heading, paragraph, type Said, statement } from "../../document/document.js";
import {
  amount,
  count,
  list,
  measured,
  people,
  percent,
  percentEstimate,
  pointsEstimate,
  ratio,
  ratioEstimate,
  sampleSize,
} from "../../document/format.js";
import { named, quoted } from "../../document/names.js";
import { burdenBody, rateCharts } from "./attribute-parts.js";
import type { Context } from "./context.js";
import { type AttributeFacts, type End, type Ends, leavesOutEqual, readings } from "./extreme-groups.js";

const LIMITS = [
  "An impact ratio below 0.80 is the four-fifths rule of thumb of United States employment guidelines for " +
    "looking closer. It is no pass mark: small files fall below it by chance, and a ratio above it excludes " +
    "nothing.",
  "A difference in rates says that decisions and groups go together. It does not say why.",
];

export const FACTS_TITLE = "Facts that need no rebuilt model";
export const WEIGHTED_RATES = "Rates and impact ratios with sampling weights";
export const PLAIN_RATES = "Rates and impact ratios";

export function factsSection(context: Context) {
  const { attributes } = context.file.facts;
  const few = attributes.flatMap(({ groups }) => groups.filter(({ status }) => status === "insufficient")).length;
  return chapter("facts", FACTS_TITLE, {
    says: summary(context),
    body: [
      attributes.map((attribute) => attributeBody(context, attribute)),
      attributes.length > 1 ? allAttributes(context) : null,
      burdenBody(context),
    ],
    limits: [attributes.length === 0 ? null : LIMITS, few > 0 ? fewGroups(few) : null],
  });
}

export function fewGroups(few: number): string {
  return (
    `${amount(few, "group has", "groups have")} fewer than ten people: shown, labelled insufficient, and not ` +
    "compared."
  );
}

function summary({ file }: Context): Said {
  const { attributes, overall, balancedByDesign } = file.facts;
  const worst = widest(attributes);
  const balanced = file.evidence.weighted
    ? "The sample looks drawn half from each decision: rates that count everybody once describe the sample and " +
      "nobody else. Read those with sampling weights."
    : "The sample looks balanced by design: without sampling weights, the rates here describe the sample and " +
      "nobody else.";
  return [
    statement(
      `The favourable decision was given to ${measured(overall.rate)} of the people in the file.`,
      "selection-rate",
    ),
    overall.weightedRate === null
      ? null
      : statement(`With sampling weights the rate is ${percentEstimate(overall.weightedRate)}.`, "weighted-rates"),
    balancedByDesign ? statement(balanced, "balanced-sample") : null,
    attributes.length === 0
      ? "No column was named as sensitive, so groups are not compared. Naming one (sex, origin, age) adds " +
        "rates, impact ratios and tests for its groups."
      : null,
    worst === null ? null : ratesInShort(worst),
  ];
}

/** Highest and lowest rate in one sentence, and whether the tests see a difference; nothing without two groups. */
export function ratesInShort(facts: AttributeFacts): Said {
  const { first, weighted, once } = readings(facts);
  if (first === null) return [];
  const { highest, lowest, difference } = first;
  const adjusted = facts.groups.find(({ group }) => group === lowest.group)?.test?.adjusted;
  const by = `By ${named(facts.attribute)}${weighted ? " and with sampling weights" : ""}`;
  const end = ({ group, n, rate }: End) => `${percent(rate)} for ${quoted(group)} (${sampleSize(n)})`;
  const rates =
    highest.rate === lowest.rate
      ? `${percent(highest.rate)} for every group that is compared`
      : `${end(highest)} and ${end(lowest)}`;
  return [
    statement(
      `${by}, the rate of favourable decisions was ${rates}: ${pointsEstimate(difference)} apart${impactOf(first)}.`,
      weighted ? "weighted-rates" : "impact-ratio",
    ),
    once === null
      ? null
      : statement(
          `With everybody counted once they lie ${pointsEstimate(once.difference)} apart${impactOf(once)}.`,
          "impact-ratio",
        ),
    adjusted === undefined ? null : statement(differs(adjusted, [first, once].some(leavesOutEqual)), "tests"),
  ];
}

function impactOf({ impact }: Ends): string {
  return impact === null ? "" : `, an impact ratio of ${ratioEstimate(impact)}`;
}

function differs(adjusted: number, intervalsApart: boolean): string {
  if (adjusted < 0.05) return "An indication of a difference after correction for all tests.";
  const but = intervalsApart ? "; the intervals, each for one comparison, are not corrected" : "";
  return `Consistent with no difference after correction for all tests${but}.`;
}

/** The attribute of one column whose measured rates lie furthest apart; null when none can be compared. */
export function widest(attributes: readonly AttributeFacts[]): AttributeFacts | null {
  const gap = (facts: AttributeFacts) => readings(facts).first?.difference.value ?? 0;
  const comparable = attributes.filter(({ parityDifference }) => parityDifference !== null);
  const single = comparable.filter(({ kind }) => kind !== "intersection");
  const among = single.length > 0 ? single : comparable;
  return among.reduce<AttributeFacts | null>((best, one) => (best === null || gap(one) > gap(best) ? one : best), null);
}

function comparison({ file }: Context, facts: AttributeFacts): Said {
  const { attribute, groups } = facts;
  const { first, weighted, once } = readings(facts);
  if (first === null) {
    return [`Fewer than two groups of ${named(attribute)} have ten people or more, so no comparison is made.`];
  }
  const among = groups.filter(({ test }) => test !== null).length;
  const differing = groups.filter(({ test }) => test !== null && test.adjusted < 0.05).map(({ group }) => group);
  const apart = differing.length === 0 && [first, once].some(leavesOutEqual);
  return [
    statement(
      `By ${named(attribute)}${weighted ? ", with sampling weights" : ""}, ${furthest(first)}.`,
      weighted ? "weighted-rates" : "parity-difference",
    ),
    first.impact === null
      ? "Nobody in the compared groups received the favourable decision, so the impact ratio is not defined."
      : statement(
          `The impact ratio, the lower rate over the higher, is ${ratioEstimate(first.impact)}.`,
          "impact-ratio",
        ),
    once === null
      ? null
      : statement(`With everybody counted once, ${furthest(once)}${impactOf(once)}.`, "parity-difference"),
    among === 0 ? null : statement(testedSentence({ attribute, differing, among, tests: file.facts.tests }), "tests"),
    among > 0 && apart
      ? statement(
          "The intervals leave out equal rates all the same: each is for one comparison, and only the p-values " +
            "are corrected for the number of tests.",
          "tests",
        )
      : null,
  ];
}

function furthest({ highest, lowest, difference }: Ends): string {
  const end = ({ n, rate }: End) => `${percent(rate)}, n = ${count(n)}`;
  const apart = `a difference of ${pointsEstimate(difference)}`;
  return highest.rate === lowest.rate
    ? `every group that is compared got the favourable decision equally often (${percent(highest.rate)}): ${apart}`
    : `${quoted(highest.group)} got the favourable decision most often (${end(highest)}) and ` +
        `${quoted(lowest.group)} least often (${end(lowest)}): ${apart}`;
}

interface Tested {
  readonly attribute: string;
  /** Groups whose adjusted p is below 0.05. */
  readonly differing: readonly string[];
  readonly among: number;
  readonly tests: number;
}

export function testedSentence({ attribute, differing, among, tests }: Tested): string {
  const corrected = `After correction for ${amount(tests, "test")}`;
  if (differing.length === 0)
    return (
      `${corrected}, no group of ${named(attribute)} differs from the rest at the 5 % level: the file is ` +
      "consistent with equal rates, and does not show them."
    );
  const groups = differing.length > 6 ? `${count(differing.length)} groups` : list(differing.map(quoted));
  const differ =
    differing.length === 2 && among === 2
      ? "the two groups differ from each other"
      : `${groups} ${differing.length === 1 ? "differs" : "differ"} from the rest`;
  return `${corrected}, ${differ} at the 5 % level: an indication to look further, not a statement about causes.`;
}

function attributeBody(context: Context, facts: AttributeFacts): Body {
  const { attribute, unknown, power, weighted } = facts;
  const rates = ["group-rates", attribute] as const;
  const known = { without: { status: "unknown" } };
  return [
    heading(`By ${named(attribute)}`),
    paragraph(comparison(context, facts)),
    rateCharts(context, facts),
    context.table(rates, {
      ...known,
      columns: ["group", "n", "weightedRate", "weightedImpactRatio"],
      title: WEIGHTED_RATES,
      part: "weighted",
      how: "weighted-rates",
      note: null,
    }),
    context.table(rates, {
      columns: ["group", "n", "favourable", "rate", "impactRatio"],
      title: onceOf(PLAIN_RATES, weighted !== null),
      note: facts.reference === null ? null : "Impact ratios compare with the measured group of the highest rate.",
    }),
    context.table(rates, {
      ...known,
      columns: ["group", "differenceFromRest", "test", "p", "adjusted"],
      title: "Each group against the rest",
      part: "tests",
      how: "tests",
      note:
        "The adjusted p takes all tests of the report into account (Holm); the intervals are for one comparison " +
        `each.${weighted === null ? "" : " Everybody is counted once."}`,
    }),
    unknown === null
      ? null
      : [
          paragraph(statement(unknownSentence(unknown.n, attribute), "unknown-groups")),
          context.table(rates, {
            ...known,
            columns: ["group", "boundRate", "boundRatio"],
            title: "Bounds over unknown group membership",
            part: "bounds",
            how: "unknown-groups",
            note: null,
          }),
        ],
    power === null ? null : paragraph(statement(powerSentence(power), "power")),
  ];
}

/** Where rates with and without weights stand beside each other, the latter say so. */
function onceOf(title: string, weighted: boolean): string {
  return `${title}${weighted ? ", everybody counted once" : ""}`;
}

export function unknownSentence(n: number, attribute: string): string {
  return (
    `For ${people(n)} the value of ${named(attribute)} is not known. The bounds below show what every way of ` +
    "assigning them to groups could make of the rates."
  );
}

export function powerSentence(power: NonNullable<AttributeFacts["power"]>): string {
  const { detectableRatio, neededPerGroup, reference, group } = power;
  const pair = `between ${quoted(group)} and ${quoted(reference)}`;
  const detected =
    detectableRatio === null
      ? `A file of this size would not reliably detect any impact ratio ${pair}.`
      : "In a single comparison, before correction for the others, a file of this size would detect, with a power " +
        `of 80 %, an impact ratio ${pair} of ${ratio(detectableRatio)} or less; one nearer to 1 may go unnoticed.`;
  return neededPerGroup === null
    ? detected
    : `${detected} To see a ratio of 0.80, about ${people(neededPerGroup)} per group would be needed.`;
}

function allAttributes(context: Context) {
  const { weighted } = context.file.evidence;
  const keys = ["ParityDifference", "ParityRatio", "Highest", "Lowest"];
  return headed(
    "Highest and lowest rates side by side",
    weighted
      ? context.table("parity", {
          columns: ["attribute", ...keys.map((key) => `weighted${key}`)],
          part: "weighted",
          how: "weighted-rates",
        })
      : null,
    context.table("parity", {
      columns: ["attribute", "parityDifference", "parityRatio", "highest", "lowest"],
      title: onceOf("Highest and lowest rate", weighted),
    }),
  );
}
