import {
  abreast,
  type Block,
  type Chapter,
  paragraph,
  plainText,
  type Statement,
  shown,
  sideBySide,
  statement,
  subheading,
} from "../../document/document.js";
import { count, list, measured, number, people, percent, percentRange } from "../../document/format.js";
import { named, quoted } from "../../document/names.js";
import type { AuditFile } from "../../findings/audit-file.js";
import type { MeasuredShare } from "../../math/interval.js";
import { type Context, chart, findTable, table } from "./context.js";

/** Curves shown; the table holds all of them. */
const MOST_CURVES = 6;

export const SURROGATE_TITLE = "The rebuilt model";

/** What agreement and the rebuilt model cannot show. */
export const SURROGATE_LIMITS = [
  "Agreement is measured on people like those in the file. For others it can be lower, and nothing here shows by " +
    "how much.",
  "The rebuilt model is not the audited system. It is one rule that decides much as the system did.",
] as const;

/** How often a method agrees with decisions it was not fitted on; null where that was not measured. */
export function agreementOf({ methods }: AuditFile, method: string): MeasuredShare | null {
  return methods.find((one) => one.method === method)?.agreement?.overall ?? null;
}

/** The same for giving everybody the more frequent decision, where that is not the recommended method itself. */
export function majorityOf(file: AuditFile): MeasuredShare | null {
  return file.recommendation.method === "majority" ? null : agreementOf(file, "majority");
}

/** Section 5: methods side by side, the recommendation, prototypes, and what the rebuilt model seems to look at. */
export function surrogateSection(context: Context): Chapter {
  const { methods, recommendation } = context.file;
  const spoken = methods.flatMap(({ method, agreement }) =>
    agreement === null ? [] : [`${method}: ${percent(agreement.overall.share)}`],
  );
  return {
    id: "surrogate",
    title: SURROGATE_TITLE,
    says: summary(context),
    body: [
      subheading("Methods side by side"),
      ...shown(
        paragraph([
          statement(recommendation.sentence, "recommendation"),
          statement(`On what the letters add: ${recommendation.letters}.`),
        ]),
        chart(context, "agreement", {
          title: "Agreement with decisions a method was not fitted on",
          words: `${spoken.join("; ")}.`,
          table: findTable(context, "methods"),
        }),
        table(context, "methods", { columns: ["method", "usesLetters", "agreementN", "agreement", "failure"] }),
        table(context, "methods", {
          columns: ["method", "rejectedAgreement", "acceptedAgreement", "letterConsistency", "lettersAccepted"],
          title: "Agreement by decision, and agreement with the letters",
          part: "parts",
          how: "letter-consistency",
          note: null,
        }),
      ),
      subheading("Prototypes and mixing weights"),
      ...prototypes(context),
      subheading("What the rebuilt model seems to look at"),
      ...attributions(context),
    ],
    limits: SURROGATE_LIMITS,
  };
}

function summary({ file }: Context): Statement[] {
  const { method } = file.recommendation;
  const entry = file.methods.find((one) => one.method === method);
  const agreement = agreementOf(file, method);
  const majority = majorityOf(file);
  if (agreement === null) {
    return [statement(`The recommended method, ${method}, was not measured on people it was not fitted on.`)];
  }
  return shown(
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
    entry?.letterConsistency == null
      ? null
      : statement(
          `For ${measured(entry.letterConsistency)} of the letters held out of a fit, it rejects the person ` +
            "and accepts the offer, as the letter says.",
          "letter-consistency",
        ),
  );
}

function prototypes(context: Context): Block[] {
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
  return shown(
    plainText(made, "prototypes"),
    chart(context, "projection", {
      title: "People, letters and both prototypes on a plane",
      reads: plane,
      words: plane,
      table: null,
    }),
    table(context, "prototypes"),
  );
}

function attributions(context: Context): Block[] {
  const { permutation, shapley, weights, withoutWeights, partialDependence } = context.file.attributions;
  const values = (features: typeof permutation, write: (value: number) => string) =>
    features
      .slice(0, 12)
      .map(({ feature, importance }) => `${named(feature)} ${write(importance.value)}`)
      .join("; ");
  const dependence = findTable(context, "partial-dependence");
  return shown(
    paragraph([
      ...looks(permutation),
      statement(
        "This describes the rebuilt model. Another model consistent with the same evidence may look at other columns.",
      ),
    ]),
    sideBySide(
      chart(context, "permutation", {
        title: "How much each column matters to the rebuilt model",
        words: `Share of answers that change when the column is shuffled: ${values(permutation, percent)}.`,
        table: findTable(context, "permutation"),
      }),
      chart(context, "shapley", {
        title: "Mean size of each column’s share in the score",
        words: `${values(shapley.features, number)}.`,
        table: findTable(context, "shapley"),
      }),
    ),
    table(context, "permutation", { limit: 40 }),
    plainText(shapleySentence(shapley), "shapley"),
    table(context, "shapley", { limit: 40 }),
    plainText(weightsSentence(weights?.points ?? null, withoutWeights), "linear-weights"),
    table(context, "weights", { hide: ["unit"], limit: 60 }),
    ...(dependence === null
      ? []
      : [
          subheading("How scores move with one column"),
          plainText("Each curve sets one column to a value for everybody and keeps the rest."),
        ]),
    abreast(
      ...partialDependence.slice(0, MOST_CURVES).map(({ feature, points }) =>
        chart(context, "partial-dependence", {
          subject: feature,
          title: `Mean score by ${named(feature)}`,
          words: curveWords(points),
          table: null,
        }),
      ),
    ),
    table(context, "partial-dependence", { limit: 12 }),
  );
}

type Attributions = AuditFile["attributions"];

function looks(permutation: Attributions["permutation"]): Statement[] {
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

/** How the shares in the score were computed. */
export function shapleySentence({
  exact,
  people: n,
  samples,
}: Pick<Attributions["shapley"], "exact" | "people" | "samples">): string {
  return exact
    ? `Exact Shapley values over all sets of columns, averaged over ${people(n)}.`
    : `Shapley values from ${count(samples)} random orders of the columns per person, averaged over ${people(n)}.`;
}

function weightsSentence(
  points: "log-odds" | "squared distance" | null,
  without: Attributions["withoutWeights"],
): string {
  if (points === null) {
    return without === "rank scaling"
      ? "Numbers were scaled by rank, so there are no points per unit."
      : "The rule is not a sum of points, so there are no weights to print.";
  }
  const unit =
    points === "log-odds"
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
