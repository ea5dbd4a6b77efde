import type { AttributeModelFairness, ModelFairness } from "../../../fairness/model-fairness-types.js";
import { named } from "../../text/name.js";
import { type Statement, statement } from "../../text/statement.js";
import { type Context, type Section, tableOf } from "../context.js";
import type { Markup } from "../markup.js";
import { chart, minorHeading, paragraph, subheading } from "../pieces.js";
import { renderTable } from "../table.js";
import { shown } from "./evidence.js";

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
    body: empty
      ? []
      : [
          ...shown(
            chart(context, "distances", {
              title: words.distancesChart,
              words: words.distancesReads,
              reads: words.distancesReads,
              table: tableOf(context, "model-distances"),
            }),
          ),
          ...fairness.flatMap((model, k) => modelBody(context, model, k)),
        ],
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

function summary({ file, text }: Context): Statement[] {
  const words = text.fairness;
  const [model] = file.fairness;
  if (model === undefined) return [];
  const widest = widestThrough(model);
  const said = [statement(words.scored(named(model.method), model.n, model.scored === "population"), "model-rates")];
  if (widest === null || widest.parityDifference === null) return said;
  return [
    ...said,
    statement(text.glance.fairness(widest.attribute, widest.parityDifference, widest.range), "consistent-range"),
  ];
}

function differences({ text }: Pick<Context, "text">, entry: AttributeModelFairness): Statement[] {
  const words = text.fairness;
  const { attribute, parityDifference, range, dtidp } = entry;
  if (parityDifference === null) return [statement(words.notComparable(attribute))];
  return [
    statement(
      words.difference(attribute, parityDifference, parityDifference.highest, parityDifference.lowest),
      "model-rates",
    ),
    ...(range === null
      ? []
      : [statement(words.range(attribute, range.low, range.high, range.surrogates), "consistent-range")]),
    ...(dtidp === null
      ? []
      : [statement(words.distance(attribute, dtidp.worst.a, dtidp.worst.b, dtidp.worst), "score-distance")]),
  ];
}

function modelBody(context: Context, model: ModelFairness, k: number): Markup[] {
  const { text } = context;
  return [
    subheading(text.fairness.methodHeading(model.method)),
    ...model.attributes.flatMap((entry, j) =>
      attributeBody(context, model, entry, k === 0 && j === 0 ? null : `${k + 1}-${j + 1}`, k === 0),
    ),
  ];
}

function attributeBody(
  context: Context,
  model: ModelFairness,
  entry: AttributeModelFairness,
  place: string | null,
  first: boolean,
): Markup[] {
  const { file, text } = context;
  const words = text.fairness;
  const { attribute, conditionedOn, equalizedOdds } = entry;
  const where = { method: model.method, attribute };
  const part = place === null ? {} : { part: place };
  const rates = tableOf(context, "model-rates");
  const densities = file.drawing.scoreDensities.find((one) => one.attribute === attribute);
  return shown(
    minorHeading(text.frame.attributeHeading(attribute)),
    paragraph(differences(context, entry), text),
    first && densities !== undefined
      ? chart(context, "score-densities", {
          subject: attribute,
          title: words.densityChart(attribute),
          words: words.densityWords(densities.groups.slice(0, 12).map(({ group }) => named(group))),
          table: null,
        })
      : null,
    renderTable(context, rates, {
      where,
      ...part,
      columns: ["group", "n", "rate", "weightedRate", "impactRatio", "meanScore"],
      title: words.ratesTitle,
      note: null,
    }),
    renderTable(context, rates, {
      where,
      part: `fidelity-${place ?? "1-1"}`,
      columns: ["group", "agreementN", "agreement"],
      title: words.fidelityTitle,
      how: "agreement",
      note: null,
    }),
    entry.groups.some(({ correctedRate }) => correctedRate !== null)
      ? renderTable(context, rates, {
          where,
          part: `corrected-${place ?? "1-1"}`,
          columns: ["group", "n", "correctedRate", "correctedRatio"],
          title: words.correctedTitle,
          how: "corrected-rates",
        })
      : null,
    paragraph(
      [
        ...(conditionedOn === null
          ? []
          : [statement(words.conditioned(conditionedOn.column, conditionedOn.kind), "score-distance")]),
        ...(equalizedOdds === null || equalizedOdds.difference === null
          ? []
          : [statement(words.odds(equalizedOdds.difference, equalizedOdds.favourableOutcome), "equalized-odds")]),
      ],
      text,
    ),
    renderTable(context, tableOf(context, "model-distances"), {
      where: { ...where, comparison: "pair" },
      hide: ["scored"],
      ...part,
      title: words.distancesTitle,
      limit: 24,
    }),
    renderTable(context, tableOf(context, "model-odds-by-group"), { where, hide: ["scored"], ...part }),
  );
}
