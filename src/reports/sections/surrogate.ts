import { named } from "../text/name.js";
import { type Statement, statement } from "../text/statement.js";
import type { Block, Section } from "./block.js";
import { type Context, tableOf } from "./context.js";
import { abreast, chart, paragraph, plainText, shown, sideBySide, subheading } from "./pieces.js";
import { tableBlock } from "./table-block.js";

/** Curves shown; the table holds all of them. */
const MOST_CURVES = 6;

/** Section 5: methods side by side, the recommendation, prototypes, and what the rebuilt model seems to look at. */
export function surrogateSection(context: Context): Section {
  const { file, text } = context;
  const words = text.surrogate;
  const methods = tableOf(context, "methods");
  const measured = file.methods.flatMap(({ method, agreement }) =>
    agreement === null ? [] : [[method, agreement.overall] as const],
  );
  return {
    id: "surrogate",
    title: words.title,
    says: summary(context),
    body: [
      subheading(words.methodsHeading),
      ...shown(
        paragraph([
          statement(file.recommendation.sentence, "recommendation"),
          statement(words.letters(file.recommendation.letters)),
        ]),
        chart(context, "agreement", {
          title: words.methodsChart,
          words: words.methodsChartWords(measured),
          table: methods,
        }),
        tableBlock(context, methods, { columns: ["method", "usesLetters", "agreementN", "agreement", "failure"] }),
        tableBlock(context, methods, {
          columns: ["method", "rejectedAgreement", "acceptedAgreement", "letterConsistency", "lettersAccepted"],
          title: words.partsTitle,
          part: "parts",
          how: "letter-consistency",
          note: null,
        }),
      ),
      subheading(words.prototypesHeading),
      ...prototypes(context),
      subheading(words.looksHeading),
      ...attributions(context),
    ],
    limits: [words.limits.agreement, words.limits.rebuilt],
  };
}

function summary({ file, text }: Context): Statement[] {
  const words = text.surrogate;
  const { method } = file.recommendation;
  const entry = file.methods.find((one) => one.method === method);
  const majority = file.methods.find((one) => one.method === "majority")?.agreement?.overall;
  const agreement = entry?.agreement?.overall;
  if (agreement === undefined) return [statement(words.notMeasured(method))];
  return [
    statement(words.recommended(method, agreement), "agreement"),
    ...(majority === undefined || method === "majority" ? [] : [statement(words.majority(majority), "agreement")]),
    ...(entry?.letterConsistency == null
      ? []
      : [statement(words.consistency(entry.letterConsistency), "letter-consistency")]),
  ];
}

function prototypes(context: Context): Block[] {
  const { file, text } = context;
  const words = text.surrogate;
  const { lambda, failure } = file.prototypes;
  const { projection } = file.drawing;
  return shown(
    paragraph(
      lambda === null
        ? [statement(words.noPrototypes(failure?.message ?? ""), "prototypes")]
        : [statement(words.prototypes(lambda[0], lambda[1]), "prototypes")],
    ),
    chart(context, "projection", {
      title: words.projectionChart,
      reads: words.projectionWords(projection.explained, projection.axes),
      words: words.projectionWords(projection.explained, projection.axes),
      table: null,
    }),
    tableBlock(context, tableOf(context, "prototypes")),
  );
}

function attributions(context: Context): Block[] {
  const { file, text } = context;
  const words = text.surrogate;
  const { permutation, shapley, weights, withoutWeights, partialDependence } = file.attributions;
  const [first] = permutation;
  const table = tableOf(context, "permutation");
  const dependence = tableOf(context, "partial-dependence");
  return shown(
    paragraph([
      ...(first === undefined
        ? []
        : [
            statement(
              words.looks(
                permutation.slice(0, 3).map(({ feature }) => feature),
                first.importance,
              ),
              "permutation",
            ),
          ]),
      statement(words.looksNot),
    ]),
    sideBySide(
      chart(context, "permutation", {
        title: words.importanceChart,
        words: words.importanceWords(
          permutation.slice(0, 12).map(({ feature, importance }) => [named(feature), importance.value]),
        ),
        table,
      }),
      chart(context, "shapley", {
        title: words.shapleyChart,
        words: words.shapleyWords(
          shapley.features.slice(0, 12).map(({ feature, importance }) => [named(feature), importance.value]),
        ),
        table: tableOf(context, "shapley"),
      }),
    ),
    tableBlock(context, table, { limit: 40 }),
    paragraph([
      statement(
        shapley.exact ? words.shapleyExact(shapley.people) : words.shapleySampled(shapley.people, shapley.samples),
        "shapley",
      ),
    ]),
    tableBlock(context, tableOf(context, "shapley"), { limit: 40 }),
    paragraph([
      weights === null
        ? statement(words.noWeights(withoutWeights), "linear-weights")
        : statement(words.weights(weights.points), "linear-weights"),
    ]),
    tableBlock(context, tableOf(context, "weights"), { hide: ["unit"], limit: 60 }),
    dependence === null ? null : subheading(words.dependenceHeading),
    dependence === null ? null : plainText(words.dependenceReads),
    abreast(
      ...partialDependence.slice(0, MOST_CURVES).map(({ feature, points }) =>
        chart(context, "partial-dependence", {
          subject: feature,
          title: words.dependenceChart(feature),
          words: words.dependenceWords(points),
          table: null,
        }),
      ),
    ),
    tableBlock(context, dependence, { limit: 12 }),
  );
}
