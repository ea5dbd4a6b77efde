import {
  type Body,
  beside,
  bullets,
  chapter,
  heading,
  paragraph,
  type Said,
  shown,
  statement,
} from "../../document/document.js";
import { amount, measured, people, percentEstimate, ratio } from "../../document/format.js";
import { named, quoted } from "../../document/names.js";
import type { Finding } from "../../findings/findings.js";
import { favourableWords, findingSentence } from "../finding-words.js";
import { rateChart, ratioChart } from "./attribute-parts.js";
import type { Context } from "./context.js";
import type { AttributeFacts } from "./extreme-groups.js";

const LIMITS = [
  "The impact ratio is a group’s rate over the highest rate. Small files fall below 0.80, four fifths, by chance, " +
    "and a ratio above it clears nobody.",
  "Rates show that decisions and groups go together. They do not show why.",
];

export const FACTS_TITLE = "Groups in the observed decisions";
const RATES = "Rates by group";

/** Attributes the section shows; the others have a sentence each, and their tables in the appendix. */
const MOST_ATTRIBUTES = 1;
/** Rows of a table within the section. */
const MOST_ROWS = 8;

export function factsSection(context: Context) {
  const { file } = context;
  const { attributes } = file.facts;
  const few = attributes.flatMap(({ groups }) => groups.filter(({ status }) => status === "insufficient")).length;
  const found = file.findings.flatMap((finding) => {
    const facts = attributes.find(({ attribute }) => attribute === finding.attribute);
    return finding.kind === "group-difference" && facts !== undefined ? [{ finding, facts }] : [];
  });
  const rest = found.slice(MOST_ATTRIBUTES).map(({ finding }) => findingSentence(finding, file));
  return chapter("facts", FACTS_TITLE, {
    says: summary(context),
    body: [
      found.slice(0, MOST_ATTRIBUTES).map(({ finding, facts }) => attributeBody(context, facts, finding)),
      rest.length === 0 ? null : [heading("By other attributes"), bullets(rest)],
    ],
    limits: [attributes.length === 0 ? null : LIMITS, few > 0 ? fewGroups(few) : null],
    tables: attributes.map((facts) => attributeTables(context, facts)),
  });
}

export function fewGroups(few: number): string {
  return `${amount(few, "group has", "groups have")} fewer than ten people: listed, and not compared.`;
}

function summary({ file }: Context): Said {
  const { attributes, overall, balancedByDesign, tests } = file.facts;
  const balanced = file.evidence.weighted
    ? "The sample looks drawn half from each decision, so rates that count everybody once describe the sample alone. " +
      "Read the rates with sampling weights."
    : "The sample looks drawn half from each decision, so these rates describe the sample alone. A column of " +
      "sampling weights would give the rates of everybody.";
  return [
    statement(`${measured(overall.rate)} of the people in the file got ${favourableWords(file)}.`, "selection-rate"),
    overall.weightedRate === null
      ? null
      : statement(`With sampling weights the rate is ${percentEstimate(overall.weightedRate)}.`, "weighted-rates"),
    balancedByDesign ? statement(balanced, "balanced-sample") : null,
    attributes.length === 0
      ? "No column was named to compare groups by. Name one (sex, origin, age) to compare them."
      : tests === 0
        ? null
        : statement(
            `Each group is compared with everybody else. With ${amount(tests, "comparison")}, some would stand out ` +
              "by chance alone: “clear” is said of those that do so after correction for all of them.",
            "tests",
          ),
  ];
}

function attributeBody(context: Context, facts: AttributeFacts, finding: Finding): Body {
  const { attribute, unknown, power, weighted } = facts;
  const rate = weighted === null ? "rate" : "weightedRate";
  return [
    beside(
      [
        heading(`By ${named(attribute)}`),
        paragraph(
          statement(findingSentence(finding, context.file), "tests"),
          unknown === null ? null : statement(unknownSentence(unknown.n, attribute), "unknown-groups"),
          power === null || finding.strength === "clear" ? null : statement(powerSentence(power), "power"),
        ),
      ],
      [ratioChart(context, facts)],
    ),
    context.table(["group-rates", attribute], {
      where: { status: "measured" },
      columns: ["group", "n", rate, "correctedDifference", "correctedP"],
      title: RATES,
      part: "short",
      how: weighted === null ? "selection-rate" : "weighted-rates",
      limit: MOST_ROWS,
      ends: rate,
      note: `Difference and p are corrected for every comparison.${weighted === null ? "" : " By sampling weight."}`,
    }),
  ];
}

/** All that is known about the groups of an attribute. */
function attributeTables(context: Context, facts: AttributeFacts): Body {
  const { attribute, weighted, reference, unknown, power } = facts;
  const rates = ["group-rates", attribute] as const;
  const known = { without: { status: "unknown" } };
  return shown<Body[number]>(
    rateChart(context, facts),
    power === null ? null : paragraph(statement(powerSentence(power), "power")),
    weighted === null
      ? null
      : context.table(rates, {
          ...known,
          columns: ["group", "n", "weightedRate", "weightedImpactRatio"],
          title: `${RATES}, with sampling weights`,
          part: "weighted",
          how: "weighted-rates",
          note: null,
        }),
    context.table(rates, {
      columns: ["group", "n", "favourable", "rate", "impactRatio"],
      title: weighted === null ? RATES : `${RATES}, everybody counted once`,
      note: reference === null ? null : "The impact ratio is a group’s rate over the highest rate.",
    }),
    context.table(rates, {
      ...known,
      columns: ["group", "correctedDifference", "test", "p", "correctedP"],
      title: "Each group against everybody else",
      part: "tests",
      how: "tests",
      note: "Differences, their intervals and the corrected p take every comparison of the report into account.",
    }),
    unknown === null
      ? null
      : context.table(rates, {
          ...known,
          columns: ["group", "boundRate", "boundRatio"],
          title: "Bounds for people of unknown group",
          part: "bounds",
          how: "unknown-groups",
          note: null,
        }),
  );
}

export function unknownSentence(n: number, attribute: string): string {
  return `For ${people(n)} the value of ${named(attribute)} is not known; the appendix has bounds of the rates.`;
}

export function powerSentence(power: NonNullable<AttributeFacts["power"]>): string {
  const { detectableRatio, neededPerGroup, reference, group } = power;
  const pair = `between ${quoted(group)} and ${quoted(reference)}`;
  const detected =
    detectableRatio === null
      ? `A file of this size would not reliably show any ratio of rates ${pair}.`
      : `A file of this size would show a ratio of rates ${pair} of ${ratio(detectableRatio)} or less four times in ` +
        "five; one nearer to 1 may go unnoticed.";
  return neededPerGroup === null
    ? detected
    : `${detected} To see a ratio of 0.80, each group would need about ${people(neededPerGroup)}.`;
}
