import { abreast, chapter, heading, paragraph, type Said, sideBySide, statement } from "../../document/document.js";
import { count, list, measured, number, people, percent, percentRange } from "../../document/format.js";
import { named, quoted } from "../../document/names.js";
import type { AuditFile } from "../../findings/audit-file.js";
import { letterWorthSentence } from "../letter-worth-words.js";
import { agreementOf, majorityOf } from "./agreement.js";
import type { Context } from "./context.js";
import { errorSentences } from "./rebuilt-words.js";

/** Curves shown; the table holds all of them. */
const MOST_CURVES = 6;

export const SURROGATE_TITLE = "The rebuilt model";

export const SURROGATE_LIMITS = [
  "Agreement is measured on people like those in the file. For others it can be lower, and nothing here shows by " +
    "how much.",
  "The rebuilt model is not the audited system. It is one rule that decides much as the system did.",
] as const;

/** Section 5: methods side by side, the recommendation, prototypes, and what the rebuilt model seems to look at. */
export function surrogateSection(context: Context) {
  const { methods, recommendation, letterWorth, evidence } = context.file;
  const spoken = methods.flatMap(({ method, agreement }) =>
    agreement === null ? [] : [`${method}: ${percent(agreement.overall.share)}`],
  );
  return chapter("surrogate", SURROGATE_TITLE, {
    says: summary(context.file),
    body: [
      heading("Methods side by side"),
      paragraph(
        statement(recommendation.sentence, "recommendation"),
        evidence.letters === 0
          ? null
          : statement(letterWorthSentence(letterWorth, recommendation.method), "letter-worth"),
      ),
      context.chart("agreement", {
        title: "Agreement with decisions a method was not fitted on",
        words: `${spoken.join("; ")}.`,
        table: "methods",
      }),
      context.table("methods", { columns: ["method", "usesLetters", "agreementN", "agreement", "failure"] }),
      context.table("methods", {
        columns: ["method", "rejectedAgreement", "acceptedAgreement", "letterConsistency", "lettersAccepted"],
        title: "Agreement by decision, and agreement with the letters",
        part: "parts",
        how: "letter-consistency",
        note: null,
      }),
      heading("Prototypes and mixing weights"),
      prototypes(context),
      heading("What the rebuilt model seems to look at"),
      attributions(context),
    ],
    limits: SURROGATE_LIMITS,
  });
}

function summary(file: AuditFile): Said {
  const { method } = file.recommendation;
  const entry = file.methods.find((one) => one.method === method);
  const agreement = agreementOf(file, method);
  const majority = majorityOf(file);
  if (agreement === null) {
    return [`The recommended method, ${method}, was not measured on people it was not fitted on.`];
  }
  return [
    statement(
      `The rebuilt model (method ${method}) gives people it was not fitted on the decision they got in ` +
        `${measured(agreement)} of cases.`,
      "agreement",
    ),
    majority === null
      ? null
      : statement(
          `Giving everybody the more frequent decision would reach ${percent(majority.share)}; that is what to ` +
            "compare with.",
          "agreement",
        ),
    file.errors === null ? null : errorSentences(file.errors).map((words) => statement(words, "error-direction")),
    entry?.letterConsistency == null
      ? null
      : statement(
          `For ${measured(entry.letterConsistency)} of the letters held out of a fit, it rejects the person ` +
            "and accepts the offer, as the letter says.",
          "letter-consistency",
        ),
  ];
}

function prototypes(context: Context) {
  const { lambda, failure } = context.file.prototypes;
  const { explained, axes } = context.file.drawing.projection;
  const made =
    lambda === null
      ? `Prototypes could not be computed: ${failure?.message ?? ""}.`
      : "RECAST describes each decision by a prototype that lies between the people who got it and the letters. " +
        `The weight of the letters is λ₀ = ${number(lambda[0])} for rejected and λ₁ = ${number(lambda[1])} for ` +
        "accepted people; 0 would leave the letters out, ½ would count them as much as the people.";
  const [across, up] = axes.map((features) => list(features.map(named)));
  const plane =
    "The first two principal components of the scaled columns. The horizontal axis carries " +
    `${percent(explained[0])} of the variance (mostly ${across}), the vertical ${percent(explained[1])} (mostly ` +
    `${up}). What lies apart in other directions can coincide here.`;
  return [
    paragraph(statement(made, "prototypes")),
    context.chart("projection", {
      title: "People, letters and both prototypes on a plane",
      reads: plane,
    }),
    context.table("prototypes"),
  ];
}

function attributions(context: Context) {
  const { permutation, shapley, partialDependence } = context.file.attributions;
  const values = (features: typeof permutation, write: (value: number) => string) =>
    features
      .slice(0, 12)
      .map(({ feature, importance }) => `${named(feature)} ${write(importance.value)}`)
      .join("; ");
  return [
    paragraph(
      looks(permutation),
      "This describes the rebuilt model. Another model consistent with the same evidence may look at other columns.",
    ),
    sideBySide(
      context.chart("permutation", {
        title: "How much each column matters to the rebuilt model",
        words: `Share of answers that change when the column is shuffled: ${values(permutation, percent)}.`,
      }),
      context.chart("shapley", {
        title: "Mean size of each column’s share in the score",
        words: `${values(shapley.features, number)}.`,
      }),
    ),
    context.table("permutation", { limit: 40 }),
    paragraph(statement(shapleySentence(shapley), "shapley")),
    context.table("shapley", { limit: 40 }),
    paragraph(statement(weightsSentence(context.file.attributions), "linear-weights")),
    context.table("weights", { hide: ["unit"], limit: 60 }),
    context.has("partial-dependence")
      ? [
          heading("How scores move with one column"),
          "Each curve sets one column to a value for everybody and keeps the rest.",
        ]
      : null,
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
    context.table("partial-dependence", { limit: 12 }),
  ];
}

type Attributions = AuditFile["attributions"];

function looks(permutation: Attributions["permutation"]): Said {
  const [first] = permutation;
  if (first === undefined) return [];
  const { feature, importance } = first;
  const features = list(permutation.slice(0, 3).map((one) => quoted(one.feature)));
  return [
    statement(
      `The rebuilt model’s answers hang most on ${features}: shuffling ${quoted(feature)} changes ` +
        `${percent(importance.value)} of them (95 % interval ${percentRange(importance)}).`,
      "permutation",
    ),
  ];
}

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

function curveWords(points: readonly { readonly value: number | string; readonly score: number }[]): string {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return "";
  const end = ({ value, score }: typeof first) =>
    `${number(score)} at ${typeof value === "number" ? number(value) : named(value)}`;
  return `From ${end(first)} to ${end(last)}.`;
}
