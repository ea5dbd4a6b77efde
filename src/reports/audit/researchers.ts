import {
  abreast,
  type Body,
  chapter,
  headed,
  heading,
  paragraph,
  sideBySide,
  statement,
} from "../../document/document.js";
import {
  count,
  list,
  measured,
  number,
  numberEstimate,
  people,
  percent,
  pointsEstimate,
} from "../../document/format.js";
import { named, quoted } from "../../document/names.js";
import type { AuditFile } from "../../findings/audit-file.js";
import type { MeasuredShare } from "../../math/interval.js";
import { agreementOf } from "./agreement.js";
import type { Context } from "./context.js";
import type { AttributeModelFairness } from "./extreme-groups.js";
import { researcherTables } from "./researcher-tables.js";

export const RESEARCHERS_TITLE = "For researchers";

/** Method names, RECAST beside the rebuilt model, and what is measured in its geometry. */
export function researchersSection(context: Context) {
  const { recommendation, methods, attributions } = context.file;
  const spoken = methods.flatMap(({ method, agreement }) =>
    agreement === null ? [] : [`${method}: ${percent(agreement.overall.share)}`],
  );
  return chapter("researchers", RESEARCHERS_TITLE, {
    says: [
      `The rebuilt model is the method ${recommendation.method}. This part names the methods, adds RECAST where ` +
        "there are letters, and has what the other sections leave out. Agreement is the share of people whom a " +
        "method, fitted without them, gives the decision they got.",
    ],
    body: [
      heading("Methods"),
      paragraph(statement(recommendation.sentence, "recommendation")),
      sideBySide(
        context.chart("agreement", {
          title: "Agreement of each method, cross-validated",
          words: `${spoken.join("; ")}.`,
          table: "methods",
        }),
        context.chart("abstention", {
          title: "Agreement when only the surest people are answered",
          reads: "It should rise towards the left, where fewer people are answered.",
        }),
      ),
      heading("Prototypes, mixing weights and the λ-band"),
      prototypes(context),
      lens(context),
      distances(context),
      curves(context),
      headed(
        "Shapley values, points and variations",
        paragraph(
          statement(shapleySentence(attributions.shapley), "shapley"),
          statement(weightsSentence(attributions), "linear-weights"),
        ),
        sideBySide(
          context.chart("shapley", {
            title: "Mean size of each column’s share in the score",
            words: `${attributions.shapley.features
              .slice(0, 12)
              .map(({ feature, importance }) => `${named(feature)} ${number(importance.value)}`)
              .join("; ")}.`,
          }),
          variations(context),
        ),
      ),
    ],
    tables: researcherTables(context),
  });
}

/**
 * RECAST's two prototypes, and the λ-band: how far its answers move with its mixing weights, which is not the share of
 * open answers.
 */
function prototypes(context: Context): Body {
  const { lambda, failure } = context.file.prototypes;
  const { band } = context.file.identification;
  const { explained, axes } = context.file.drawing.projection;
  const made =
    lambda === null
      ? `Prototypes could not be computed: ${failure?.message ?? ""}.`
      : "RECAST describes each decision by a prototype between the people who got it and the letters. The letters " +
        `weigh λ₀ = ${number(lambda[0])} for refused and λ₁ = ${number(lambda[1])} for accepted people; 0 leaves ` +
        "them out, ½ counts them as much as the people.";
  const moves =
    band.failure === null
      ? bandSentence(band.split.contested)
      : `The λ-band could not be computed: ${band.failure.message}.`;
  const [across, up] = axes.map((features) => list(features.map(named)));
  return [
    paragraph(
      statement(made, "prototypes"),
      statement(moves, "lambda-band"),
      band.failure === null ? recastAgreement(context.file) : null,
    ),
    sideBySide(
      context.chart("projection", {
        title: lambda === null ? "People on a plane" : "People, letters and both prototypes on a plane",
        reads:
          `The first two principal components: across, ${percent(explained[0])} of the variance (mostly ${across}); ` +
          `up, ${percent(explained[1])} (mostly ${up}).`,
      }),
      context.chart("band", {
        title: "How far RECAST’s margin moves over all mixing weights",
        words: moves,
        reads: "One vertical line per person, in order of the margin. Where a line crosses zero, the answer moves.",
      }),
    ),
  ];
}

function bandSentence(moved: MeasuredShare): string {
  return (
    `Over every mixing weight that RECAST’s formula can give, RECAST’s own answer moves for ${measured(moved)} of ` +
    "the people. This is about RECAST alone, and another quantity than the share of open answers."
  );
}

/** How often RECAST itself is right, beside what is said about it. */
function recastAgreement(file: AuditFile) {
  const recast = agreementOf(file, "recast");
  const sentence =
    recast === null
      ? "How often RECAST is right about people it has not seen was not measured."
      : `RECAST is right about ${measured(recast)} of the people it has not seen.`;
  return statement(sentence, "agreement");
}

function lens(context: Context): Body {
  const found = context.file.identification.lens;
  const title = "Certificates: how large an error of the evidence may be";
  if (found.failure !== null) {
    return headed(title, paragraph(statement(`Certificates could not be computed: ${found.failure.message}.`, "lens")));
  }
  const { certain, tolerance, certificates } = found;
  const median = certificates[Math.floor(certificates.length / 2)] ?? 0;
  return headed(
    title,
    paragraph(
      statement(
        "A person’s certificate is the smallest error of the evidence, in scaled units, that could change the nearer " +
          `prototype for them. Half of the certificates are ${number(median)} or more. Evidence of this size errs by ` +
          `about ${number(tolerance)} by chance; ${measured(certain)} of the people have a certificate above that.`,
        "lens",
      ),
    ),
  );
}

/** Distances between score distributions. */
function distances(context: Context): Body {
  const { fairness, drawing } = context.file;
  const [model] = fairness;
  const [first] = drawing.scoreDensities;
  if (model === undefined || model.attributes.length === 0) return [];
  const said = model.attributes.flatMap(({ attribute, dtidp }) =>
    dtidp === null ? [] : [{ attribute, worst: dtidp.worst }],
  );
  const [largest] = said.toSorted((a, b) => b.worst.value - a.worst.value);
  const single = model.attributes.filter(({ columns }) => columns.length === 1);
  return headed(
    "Score distances (DTIDP and DTIEO) and equalized odds",
    paragraph(
      largest === undefined ? null : statement(distanceSentence(largest.attribute, largest.worst), "score-distance"),
      single.slice(0, 1).map(conditioned),
      single.slice(0, 1).map((entry) => odds(entry, model.weighted)),
    ),
    sideBySide(
      context.chart("distances", {
        title: "Score distances between groups",
        reads: "0 is alike, 1 as different as scores can be; the worst pair of each attribute.",
        table: "model-distances",
      }),
      first === undefined
        ? null
        : context.chart("score-densities", {
            subject: first.attribute,
            title: `Scores of the rebuilt model by ${named(first.attribute)}`,
            words: `Smoothed distribution of scores from 0 (refused) to 1 (accepted) for ${list(
              first.groups.slice(0, 12).map(({ group }) => named(group)),
            )}.`,
            table: null,
          }),
    ),
  );
}

function distanceSentence(attribute: string, worst: NonNullable<AttributeModelFairness["dtidp"]>["worst"]): string {
  const other = worst.b === null ? "everybody else" : quoted(worst.b);
  return (
    `By ${named(attribute)}, the scores of ${quoted(worst.a)} and ${other} differ most: a score distance (DTIDP) of ` +
    `${numberEstimate(worst)}, where 0 is alike and 1 as different as scores can be.`
  );
}

/** Among whom DTIEO compares. */
function conditioned({ conditionedOn, dtieo }: AttributeModelFairness) {
  if (conditionedOn === null || dtieo.every(({ distances: found }) => found === null)) return null;
  const column = quoted(conditionedOn.column);
  return statement(
    conditionedOn.kind === "outcome"
      ? `DTIEO compares people with the same outcome, ${column}.`
      : `There is no outcome column, so DTIEO compares people with the same decision, ${column}.`,
    "score-distance",
  );
}

function odds({ equalizedOdds }: AttributeModelFairness, weighted: boolean) {
  if (equalizedOdds === null || equalizedOdds.difference === null) return null;
  const { difference, favourableOutcome } = equalizedOdds;
  return statement(
    `Among people with the same outcome, the shares accepted differ by at most ${pointsEstimate(difference)} between ` +
      `groups${weighted ? ", by sampling weight" : ""} (favourable outcome: ${quoted(favourableOutcome)}).`,
    "equalized-odds",
  );
}

type Attributions = AuditFile["attributions"];

export function shapleySentence(found: Pick<Attributions["shapley"], "exact" | "people" | "samples">): string {
  const { exact, people: n, samples } = found;
  return exact
    ? `Exact Shapley values over all sets of columns, averaged over ${people(n)}.`
    : `Shapley values from ${count(samples)} random orders of the columns per person, averaged over ${people(n)}.`;
}

function weightsSentence({ weights, withoutWeights: without }: Attributions): string {
  if (weights === null) {
    return without === "rank scaling"
      ? "Numbers were scaled by rank, so there are no points per unit."
      : "The rule is not a sum of points, so there are no weights to print.";
  }
  const unit =
    weights.points === "log-odds"
      ? "a unit of the log-odds of acceptance"
      : "a unit of squared scaled distance, of which the sign alone matters";
  return `The rule adds points and accepts at 0 or above. A point is ${unit}.`;
}

/** Curves that are drawn; the table has all of them. */
const MOST_CURVES = 6;

function curves(context: Context): Body {
  const { partialDependence } = context.file.attributions;
  return headed(
    "How scores move with one column",
    partialDependence.length === 0
      ? null
      : "Each curve sets one column to a value for everybody and keeps the rest. The score runs from 0 (refused) to " +
          "1 (accepted).",
    abreast(
      ...partialDependence.slice(0, MOST_CURVES).map(({ feature, points }) =>
        context.chart("partial-dependence", {
          subject: feature,
          title: `Mean score by ${named(feature)}`,
          words: curveWords(points),
          table: null,
        }),
      ),
    ),
  );
}

function curveWords(points: readonly { readonly value: number | string; readonly score: number }[]): string {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return "";
  const end = ({ value, score }: typeof first) =>
    `${number(score)} at ${typeof value === "number" ? number(value) : named(value)}`;
  return `From ${end(first)} to ${end(last)}.`;
}

function variations(context: Context) {
  return context.chart("sensitivity", {
    title: "Share of people who get another answer under each variation",
    reads: "The longer the bar, the more answers depend on that choice. The first bar is chance.",
    table: "sensitivity-variants",
  });
}
