import { type Body, chapter, headed, heading, paragraph, type Said, statement } from "../../document/document.js";
import {
  amount,
  count,
  list,
  numberEstimate,
  people,
  percentEstimate,
  points,
  pointsEstimate,
  ratioEstimate,
} from "../../document/format.js";
import { named, quoted } from "../../document/names.js";
import type { AuditFile } from "../../findings/audit-file.js";
import type { Context } from "./context.js";
import {
  type AttributeModelFairness,
  type CorrectedEnds,
  correctedEnds,
  type ModelFairness,
  ofPopulation,
  throughModel,
} from "./extreme-groups.js";

export const FAIRNESS_TITLE = "Differences between groups through the rebuilt model";

export function fairnessSection(context: Context) {
  const { fairness } = context.file;
  if (fairness.every(({ attributes }) => attributes.length === 0)) {
    const none = "No column was named as sensitive, so groups are not compared through the rebuilt model.";
    return chapter("fairness", FAIRNESS_TITLE, { says: [none] });
  }
  const title = "How often the rebuilt model agrees with the observed decisions";
  return chapter("fairness", FAIRNESS_TITLE, {
    says: summary(context),
    body: [
      overview(context),
      attributeBodies(context),
      headed("Agreement by group", context.table("agreement-by-group", { title })),
    ],
    limits: [
      "These numbers describe the rebuilt model. Where it disagrees with the audited system, they can differ " +
        "from the system’s own; “Agreement by group” says how often the two agree.",
      fairness.some(({ scored }) => scored === "population")
        ? "Corrected rates are right on average only if the observed people are a random sample of the " +
          "population, or carry weights that make them one."
        : null,
    ],
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

/** The widest difference through the recommended model; before it, where there is a population, the corrected rates. */
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
  const ratio = impact === null ? "" : `, an impact ratio of ${ratioEstimate(impact)}`;
  return (
    `In the population, by ${named(attribute)}, rates corrected by the observed decisions are ${end(highest)} and ` +
    `${end(lowest)}${ratio}.`
  );
}

function throughSentence(attribute: string, found: NonNullable<ReturnType<typeof throughModel>>): string {
  const { difference, range, observed, weighted } = found;
  const beside = observed === null ? "" : `, those of the decisions they got ${points(observed)}`;
  const over =
    range === null
      ? ""
      : `; over ${modelsAlike(range.surrogates)}, the difference runs from ${points(range.low)} to ` +
        `${points(range.high)}, and that of the audited system may lie outside`;
  return (
    `By ${named(attribute)}, the rebuilt model’s ${weighted ? "weighted " : ""}rates for the observed people lie ` +
    `${pointsEstimate(difference)} apart${beside}${over}.`
  );
}

/** "the 28 rebuilt models tried that agree with the decisions about as well". */
function modelsAlike(surrogates: number): string {
  return surrogates === 1
    ? "the one rebuilt model tried that agrees with the decisions about as well"
    : `the ${count(surrogates)} rebuilt models tried that agree with the decisions about as well`;
}

function summary(context: Context): Said {
  const { file } = context;
  const [model] = file.fairness;
  if (model === undefined) return [];
  const uncorrectable = file.facts.balancedByDesign && !file.evidence.weighted && ofPopulation(file) !== null;
  const found = modelInShort(context);
  return [
    found.length === 0 ? "No attribute has two groups that can be compared, so differences are not given." : found,
    scored(model),
    uncorrectable
      ? statement(
          "Rates of the population are not corrected: the observed people look picked half from each decision " +
            "and have no sampling weights, so the model’s errors on them say nothing about the population.",
          "corrected-rates",
        )
      : null,
  ];
}

function scored({ method, n, scored: whom }: ModelFairness) {
  const asked =
    whom === "population"
      ? `${people(n)} of the population file`
      : `the ${amount(n, "observed person", "observed people")}, each by a fit that had not seen them`;
  return statement(`The rebuilt model (method ${method}) was asked about ${asked}.`, "model-rates");
}

export function differenceSentence(
  { attribute, parityDifference }: AttributeModelFairness,
  weighted: boolean,
): string | null {
  if (parityDifference === null) return null;
  const { highest, lowest } = parityDifference;
  return (
    `By ${named(attribute)}, it accepts ${quoted(highest)} most often and ${quoted(lowest)} least often: a ` +
    `difference of ${pointsEstimate(parityDifference)}${weighted ? ", by sampling weight" : ""}.`
  );
}

function differences(file: AuditFile, model: ModelFairness, entry: AttributeModelFairness): Said {
  const { attribute, range, dtidp } = entry;
  const found = throughModel(file, model, entry);
  const difference = differenceSentence(entry, model.weighted);
  if (difference === null || found === null) return [`Fewer than two groups of ${named(attribute)} can be compared.`];
  const corrected = correctedEnds(entry);
  return [
    corrected === null ? null : statement(correctedSentence(attribute, corrected), "corrected-rates"),
    statement(difference, "model-rates"),
    found.observed === null || model.scored === "population"
      ? null
      : statement(
          `In the observed decisions that difference is ${points(found.observed)} points.`,
          model.weighted ? "weighted-rates" : "parity-difference",
        ),
    range === null
      ? null
      : statement(
          `Over ${modelsAlike(range.surrogates)}, that difference by ${named(attribute)} runs from ` +
            `${points(range.low)} to ${points(range.high)} points.`,
          "consistent-range",
        ),
    dtidp === null ? null : statement(distanceSentence(attribute, dtidp.worst), "score-distance"),
  ];
}

function distanceSentence(attribute: string, worst: NonNullable<AttributeModelFairness["dtidp"]>["worst"]): string {
  const other = worst.b === null ? "everybody else" : quoted(worst.b);
  return (
    `The scores of ${quoted(worst.a)} and ${other} differ most (by ${named(attribute)}): a score distance (DTIDP) ` +
    `of ${numberEstimate(worst)}, where 0 is alike and 1 as different as scores can be.`
  );
}

function overview(context: Context) {
  return headed(
    "All models side by side",
    context.table("model-parity", {
      columns: ["attribute", "method", "scored", "parityDifference", "range", "highest", "lowest"],
      title: "Differences of rates: the recommended method, and RECAST beside it",
    }),
    context.chart("distances", {
      title: "Score distances between groups",
      reads: "0 is alike, 1 as different as scores can be; the worst pair of each attribute.",
      table: "model-distances",
    }),
    context.table("model-distances", {
      where: { comparison: "pair", measure: "DTIDP" },
      columns: ["attribute", "method", "scored", "group", "other", "distance"],
      title: "Largest score distance of each attribute (DTIDP)",
      marked: true,
      note: null,
    }),
  );
}

/** The recommended model by attribute: on the observed people, then on those of a population file. */
function attributeBodies(context: Context): Body {
  const { fairness } = context.file;
  const [first] = fairness;
  const models = fairness.filter(({ method }) => method === first?.method);
  return (first?.attributes ?? []).map(({ attribute }, j) => [
    heading(`By ${named(attribute)}`),
    models.map((model, k) => {
      const entry = model.attributes.find((one) => one.attribute === attribute);
      return entry === undefined ? null : attributeBody(context, model, entry, `${j + 1}-${k + 1}`);
    }),
  ]);
}

function attributeBody(context: Context, model: ModelFairness, entry: AttributeModelFairness, place: string): Body {
  const { attribute, columns } = entry;
  const { method, scored: whom, weighted } = model;
  const where = { method, scored: whom, attribute };
  const observed = whom === "observations";
  const name = named(attribute);
  const once = weighted ? ", everybody counted once" : "";
  return [
    paragraph(scored(model), differences(context.file, model, entry)),
    observed ? densities(context, attribute, place) : null,
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
      title: `Rates of the rebuilt model, ${observed ? "observed people" : "population file"}: ${name}`,
      note: weighted ? "By sampling weight. The CSV has the rates with everybody counted once too." : null,
    }),
    observed && columns.length === 1
      ? [
          paragraph(conditioned(entry), odds(entry, weighted)),
          context.table("model-distances", {
            where: { ...where, comparison: "pair" },
            part: place,
            title: `Score distances, observed people: ${name}`,
            limit: 12,
          }),
          context.table("model-odds-by-group", {
            where,
            part: place,
            title: `True and false positive rates, observed people${once}: ${name}`,
          }),
        ]
      : null,
  ];
}

function densities(context: Context, attribute: string, place: string) {
  const found = context.file.drawing.scoreDensities.find((one) => one.attribute === attribute);
  if (found === undefined) return null;
  const groups = found.groups.slice(0, 12).map(({ group }) => named(group));
  const apart = groups.length < 2 ? "" : " Curves that lie apart are what the score distance measures.";
  return context.chart("score-densities", {
    subject: attribute,
    title: `Scores of the rebuilt model by ${named(attribute)}`,
    words: `Smoothed distribution of scores from 0 (rejected) to 1 (accepted) for ${list(groups)}.${apart}`,
    table: "model-rates",
    part: place,
  });
}

/** Among whom DTIEO compares. */
function conditioned({ conditionedOn, dtieo }: AttributeModelFairness) {
  if (conditionedOn === null || dtieo.every(({ distances }) => distances === null)) return null;
  const column = quoted(conditionedOn.column);
  const sentence =
    conditionedOn.kind === "outcome"
      ? `DTIEO compares people alike in the observed outcome, ${column}.`
      : `There is no outcome column, so DTIEO compares people alike in the decision, ${column}; it then says how ` +
        "scores differ among people with the same decision.";
  return statement(sentence, "score-distance");
}

function odds({ equalizedOdds }: AttributeModelFairness, weighted: boolean) {
  if (equalizedOdds === null || equalizedOdds.difference === null) return null;
  const { difference, favourableOutcome } = equalizedOdds;
  return statement(
    `Among people with the same outcome, shares accepted differ by at most ${pointsEstimate(difference)} ` +
      `between groups${weighted ? ", by sampling weight" : ""} (favourable outcome: ${quoted(favourableOutcome)}).`,
    "equalized-odds",
  );
}
