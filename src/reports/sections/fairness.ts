import type { AttributeModelFairness, ModelFairness } from "../../findings/model-fairness.js";
import { named } from "../text/name.js";
import { type Statement, statement } from "../text/statement.js";
import type { Block, Section } from "./block.js";
import { type Context, tableOf } from "./context.js";
import { correctedEnds, ofPopulation, throughModel } from "./ends.js";
import { chart, headed, paragraph, shown, subheading } from "./pieces.js";
import { tableBlock } from "./table-block.js";

/** Section 7: differences between groups as the rebuilt models show them. */
export function fairnessSection(context: Context): Section {
  const { file, text } = context;
  const words = text.fairness;
  const { fairness } = file;
  const corrected = fairness.some(({ scored }) => scored === "population");
  const empty = fairness.every(({ attributes }) => attributes.length === 0);
  return {
    id: "fairness",
    title: words.title,
    says: empty ? [statement(words.none)] : summary(context),
    body: empty ? [] : [...overview(context), ...attributeBodies(context), ...agreement(context)],
    limits: empty ? [] : [words.limits.instead, ...(corrected ? [words.limits.correctedBecause] : [])],
  };
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
export function modelInShort({ file, text }: Context): Statement[] {
  const words = text.glance;
  const [model] = file.fairness;
  const widest = model === undefined ? null : widestThrough(model);
  const found = model === undefined || widest === null ? null : throughModel(file, model, widest);
  if (widest === null || found === null) return [];
  const { attribute } = widest;
  const entry = ofPopulation(file)?.attributes.find((one) => one.attribute === attribute);
  const corrected = entry === undefined ? null : correctedEnds(entry);
  return [
    ...(corrected === null ? [] : [statement(words.corrected(attribute, corrected), "corrected-rates")]),
    statement(words.fairness(attribute, found), "consistent-range"),
  ];
}

function summary(context: Context): Statement[] {
  const { file, text } = context;
  const words = text.fairness;
  const [model] = file.fairness;
  if (model === undefined) return [];
  const uncorrectable = file.facts.balancedByDesign && !file.evidence.weighted && ofPopulation(file) !== null;
  const found = modelInShort(context);
  return [
    ...(found.length === 0 ? [statement(words.noneComparable)] : found),
    statement(words.scored(model.method, model.n, model.scored === "population"), "model-rates"),
    ...(uncorrectable ? [statement(words.notCorrected, "corrected-rates")] : []),
  ];
}

function differences({ file, text }: Context, model: ModelFairness, entry: AttributeModelFairness): Statement[] {
  const words = text.fairness;
  const { attribute, parityDifference, range, dtidp } = entry;
  const found = throughModel(file, model, entry);
  if (parityDifference === null || found === null) return [statement(words.notComparable(attribute))];
  const { highest, lowest } = parityDifference;
  const corrected = correctedEnds(entry);
  return [
    ...(corrected === null ? [] : [statement(text.glance.corrected(attribute, corrected), "corrected-rates")]),
    statement(words.difference(attribute, parityDifference, highest, lowest, model.weighted), "model-rates"),
    ...(found.observed === null || model.scored === "population"
      ? []
      : [statement(words.observed(found.observed), model.weighted ? "weighted-rates" : "parity-difference")]),
    ...(range === null
      ? []
      : [statement(words.range(attribute, range.low, range.high, range.surrogates), "consistent-range")]),
    ...(dtidp === null
      ? []
      : [statement(words.distance(attribute, dtidp.worst.a, dtidp.worst.b, dtidp.worst), "score-distance")]),
  ];
}

/** All models beside each other: the recommended one and RECAST, on the people they were asked about. */
function overview(context: Context): Block[] {
  const words = context.text.fairness;
  const distances = tableOf(context, "model-distances");
  return headed(
    words.overviewHeading,
    tableBlock(context, tableOf(context, "model-parity"), {
      columns: ["attribute", "method", "scored", "parityDifference", "range", "highest", "lowest"],
      title: words.overviewTitle,
    }),
    chart(context, "distances", {
      title: words.distancesChart,
      words: words.distancesReads,
      reads: words.distancesReads,
      table: distances,
    }),
    tableBlock(context, distances, {
      where: { comparison: "pair", measure: "DTIDP" },
      columns: ["attribute", "method", "scored", "group", "other", "distance"],
      title: words.worstTitle,
      marked: true,
      note: null,
    }),
  );
}

/** The recommended model by attribute: on the observed people, then on those of a population file. */
function attributeBodies(context: Context): Block[] {
  const { file, text } = context;
  const [first] = file.fairness;
  const models = file.fairness.filter(({ method }) => method === first?.method);
  return (first?.attributes ?? []).flatMap(({ attribute }, j) => [
    subheading(text.frame.attributeHeading(attribute)),
    ...models.flatMap((model, k) => {
      const entry = model.attributes.find((one) => one.attribute === attribute);
      return entry === undefined ? [] : attributeBody(context, model, entry, `${j + 1}-${k + 1}`);
    }),
  ]);
}

function attributeBody(context: Context, model: ModelFairness, entry: AttributeModelFairness, place: string): Block[] {
  const { file, text } = context;
  const words = text.fairness;
  const { attribute, conditionedOn, equalizedOdds, columns } = entry;
  const { method, scored, weighted } = model;
  const where = { method, scored, attribute };
  const rates = tableOf(context, "model-rates");
  const densities = file.drawing.scoreDensities.find((one) => one.attribute === attribute);
  const observed = scored === "observations";
  return shown(
    paragraph([
      statement(words.scored(method, model.n, !observed), "model-rates"),
      ...differences(context, model, entry),
    ]),
    observed && densities !== undefined
      ? chart(context, "score-densities", {
          subject: attribute,
          title: words.densityChart(attribute),
          words: words.densityWords(densities.groups.slice(0, 12).map(({ group }) => named(group))),
          table: rates,
          part: place,
        })
      : null,
    entry.groups.some(({ correctedRate }) => correctedRate !== null)
      ? tableBlock(context, rates, {
          where,
          part: `corrected-${place}`,
          columns: ["group", "n", "correctedRate", "correctedRatio"],
          title: words.correctedTitle(attribute),
          how: "corrected-rates",
        })
      : null,
    tableBlock(context, rates, {
      where,
      part: place,
      columns: weighted
        ? ["group", "n", "weightedRate", "impactRatio", "meanScore"]
        : ["group", "n", "rate", "impactRatio", "meanScore"],
      title: words.ratesTitle(attribute, observed),
      note: weighted ? words.weightedNote : null,
    }),
    observed && columns.length === 1
      ? paragraph([
          ...(conditionedOn === null || entry.dtieo.every(({ distances }) => distances === null)
            ? []
            : [statement(words.conditioned(conditionedOn.column, conditionedOn.kind), "score-distance")]),
          ...(equalizedOdds === null || equalizedOdds.difference === null
            ? []
            : [
                statement(
                  words.odds(equalizedOdds.difference, equalizedOdds.favourableOutcome, weighted),
                  "equalized-odds",
                ),
              ]),
        ])
      : null,
    observed && columns.length === 1
      ? tableBlock(context, tableOf(context, "model-distances"), {
          where: { ...where, comparison: "pair" },
          part: place,
          title: words.distancesTitle(attribute),
          limit: 12,
        })
      : null,
    observed && columns.length === 1
      ? tableBlock(context, tableOf(context, "model-odds-by-group"), {
          where,
          part: place,
          title: words.oddsTitle(attribute, weighted),
        })
      : null,
  );
}

function agreement(context: Context): Block[] {
  const words = context.text.fairness;
  return headed(
    words.agreementHeading,
    tableBlock(context, tableOf(context, "agreement-by-group"), { title: words.agreementTitle }),
  );
}
