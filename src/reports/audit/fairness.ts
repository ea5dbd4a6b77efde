import { type Body, chapter, type Said, statement } from "../../document/document.js";
import {
  count,
  INTERVAL,
  people,
  percentEstimate,
  points,
  pointsEstimate,
  ratioEstimate,
} from "../../document/format.js";
import { named, quoted } from "../../document/names.js";
import type { AuditFile } from "../../findings/audit-file.js";
import { askedPeople } from "./agreement.js";
import type { Context } from "./context.js";
import {
  type AttributeModelFairness,
  type CorrectedEnds,
  correctedEnds,
  type ModelFairness,
  ofPopulation,
  throughModel,
} from "./extreme-groups.js";
import { uselessSentence } from "./rebuilt-words.js";

export const FAIRNESS_TITLE = "Groups through the rebuilt model";

/** Attributes of the short table. */
const MOST_ROWS = 8;

export function fairnessSection(context: Context) {
  const { fairness } = context.file;
  if (fairness.every(({ attributes }) => attributes.length === 0)) {
    const none = "No column was named to compare groups by.";
    return chapter("fairness", FAIRNESS_TITLE, { says: [none] });
  }
  const method = fairness[0]?.method ?? "";
  return chapter("fairness", FAIRNESS_TITLE, {
    says: summary(context),
    body: [
      context.table("model-parity", {
        where: { method },
        columns: ["attribute", "scored", "parityDifference", "range", "highest", "lowest"],
        title: "Highest minus lowest rate through the rebuilt model",
        part: "short",
        limit: MOST_ROWS,
        ends: "parityDifference",
        note:
          "Rates of the rebuilt model itself, not corrected by its errors. The range goes over the models tried that " +
          "are right about as often. The system’s own may lie outside.",
      }),
    ],
    limits: [
      "These numbers describe the rebuilt model. Where it is wrong about people, they can differ from the system’s " +
        "own; the appendix says for each group how often it is right.",
      fairness.some(({ scored }) => scored === "population")
        ? "Corrected rates are right on average only if the observed people are a random sample of the population, " +
          "or have weights that make them one."
        : null,
    ],
    tables: attributeTables(context),
  });
}

/** The attribute of one column with the largest difference through this model; null when none can be compared. */
export function widestThrough({ attributes }: ModelFairness): AttributeModelFairness | null {
  const comparable = attributes.filter(({ parityDifference }) => parityDifference !== null);
  const single = comparable.filter(({ columns }) => columns.length === 1);
  return (single.length > 0 ? single : comparable).reduce<AttributeModelFairness | null>(
    (best, one) =>
      best === null || (one.parityDifference?.value ?? 0) > (best.parityDifference?.value ?? 0) ? one : best,
    null,
  );
}

/** The widest difference through the rebuilt model; before it, where there is a population, the corrected rates. */
export function modelInShort({ file }: Context): Said {
  const [model] = file.fairness;
  const widest = model === undefined ? null : widestThrough(model);
  const found = model === undefined || widest === null ? null : throughModel(file, model, widest);
  if (widest === null || found === null) return [];
  const { attribute } = widest;
  const entry = ofPopulation(file)?.attributes.find((one) => one.attribute === attribute);
  const corrected = entry === undefined ? null : correctedEnds(entry);
  return [
    corrected === null ? null : statement(correctedSentence(attribute, corrected), "corrected-rates"),
    statement(throughSentence(attribute, found), "consistent-range"),
  ];
}

function correctedSentence(attribute: string, { highest, lowest, impact }: CorrectedEnds): string {
  const end = ({ group, rate }: CorrectedEnds["highest"]) => `${percentEstimate(rate)} for ${quoted(group)}`;
  const ratio = impact === null ? "" : `, a ratio of ${ratioEstimate(impact)}`;
  return (
    `In the population, by ${named(attribute)}, the estimated rates are ${end(highest)} and ${end(lowest)}${ratio}: ` +
    "the rebuilt model’s, adjusted by the errors it makes on the observed people."
  );
}

function throughSentence(attribute: string, found: NonNullable<ReturnType<typeof throughModel>>): string {
  const { difference, range, observed, weighted } = found;
  const { highest, lowest, low } = difference;
  const model = low > 0 ? "the rebuilt model accepts " : "no clear difference through the rebuilt model: it accepts ";
  const beside = observed === null ? "" : `; in the decisions the difference is ${points(observed)}`;
  const alone = ", not corrected for the other comparisons";
  const over =
    range === null
      ? ""
      : ` Over ${modelsAlike(range.surrogates)}, it runs from ${points(range.low)} to ${points(range.high)}; the ` +
        "system’s own may lie outside.";
  return (
    `By ${named(attribute)}, ${model}${quoted(highest)} most often and ${quoted(lowest)} least often, ` +
    `${pointsEstimate(difference)} apart${weighted ? ", by sampling weight" : ""}${alone}${beside}.${over}`
  );
}

/** "the 28 models tried that are right about as often". */
function modelsAlike(surrogates: number): string {
  return surrogates === 1
    ? "the one model tried that is right about as often"
    : `the ${count(surrogates)} models tried that are right about as often`;
}

function summary(context: Context): Said {
  const { file } = context;
  const [model] = file.fairness;
  if (model === undefined) return [];
  const uncorrectable = file.facts.balancedByDesign && !file.evidence.weighted && ofPopulation(file) !== null;
  const found = modelInShort(context);
  return [
    uselessSentence(file),
    file.recommendation.method === "majority"
      ? "No rule could be rebuilt, so groups cannot be compared through one."
      : found.length === 0
        ? "No attribute has two groups that can be compared."
        : found,
    scored(context.file, model),
    uncorrectable
      ? statement(
          "Rates of the population are not corrected: the observed people look drawn half from each decision and " +
            "have no sampling weights, so the model’s errors on them say nothing about the population.",
          "corrected-rates",
        )
      : null,
  ];
}

function scored(file: AuditFile, { n, scored: whom }: ModelFairness) {
  const asked =
    whom === "population"
      ? `${people(n)} of the population file`
      : `${askedPeople(file, n)}, each by a fit that had not seen them`;
  return statement(`The rebuilt model was asked about ${asked}.`, "model-rates");
}

export function differenceSentence(
  { attribute, parityDifference }: AttributeModelFairness,
  weighted: boolean,
): string | null {
  if (parityDifference === null) return null;
  const { highest, lowest, value, low, high } = parityDifference;
  return (
    `By ${named(attribute)}, it accepts ${quoted(highest)} most often and ${quoted(lowest)} least often: ` +
    `${points(value)} points apart (${INTERVAL} ${points(low)} to ${points(high)})` +
    `${weighted ? ", by sampling weight" : ""}.`
  );
}

/** The rebuilt model by attribute: on the observed people, then on the people of a population file. */
function attributeTables(context: Context): Body {
  const { fairness } = context.file;
  const [first] = fairness;
  const models = fairness.filter(({ method }) => method === first?.method);
  return (first?.attributes ?? []).map(({ attribute }, j) =>
    models.map((model, k) => {
      const entry = model.attributes.find((one) => one.attribute === attribute);
      return entry === undefined ? null : rateTables(context, model, entry, `${j + 1}-${k + 1}`);
    }),
  );
}

function rateTables(context: Context, model: ModelFairness, entry: AttributeModelFairness, place: string): Body {
  const { attribute } = entry;
  const { method, scored: whom, weighted } = model;
  const where = { method, scored: whom, attribute };
  const name = named(attribute);
  return [
    entry.groups.some(({ correctedRate }) => correctedRate !== null)
      ? context.table("model-rates", {
          where,
          part: `corrected-${place}`,
          columns: ["group", "n", "correctedRate", "correctedRatio"],
          title: `Corrected rates: ${name}`,
          how: "corrected-rates",
        })
      : null,
    context.table("model-rates", {
      where,
      part: place,
      columns: ["group", "n", weighted ? "weightedRate" : "rate", "impactRatio", "meanScore"],
      title: `Rates of the rebuilt model, ${whom === "observations" ? "observed people" : "population file"}: ${name}`,
      note: weighted ? "By sampling weight. The CSV also has the rates with everybody counted once." : null,
    }),
  ];
}
