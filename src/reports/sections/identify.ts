import { named } from "../text/name.js";
import { type Statement, statement } from "../text/statement.js";
import type { Block, Section } from "./block.js";
import { type Context, tableOf } from "./context.js";
import { chart, paragraph, shown, sideBySide, subheading } from "./pieces.js";
import { tableBlock } from "./table-block.js";

/** Section 6: who is determined and who is not, overall and by group, and how agreement rises with abstention. */
export function identifySection(context: Context): Section {
  const { file, text } = context;
  const words = text.identify;
  const { stability, determined } = file.identification;
  const contested = tableOf(context, "contested-by-group");
  return {
    id: "determined",
    title: words.title,
    says: summary(context),
    body: [
      subheading(words.determinedHeading),
      ...shown(
        chart(context, "determined", {
          title: words.determinedChart,
          words: words.determinedWords(determined),
          table: tableOf(context, "determined"),
        }),
        tableBlock(context, tableOf(context, "determined"), {
          where: { rule: "refits" },
          title: words.refitsTitle,
          note: null,
        }),
        stability.changed === null
          ? null
          : paragraph([statement(words.stability(stability.changed, stability.refits), "stability")]),
        tableBlock(context, tableOf(context, "stability")),
      ),
      ...(contested === null ? [] : [subheading(words.groupHeading)]),
      ...shown(
        sideBySide(
          ...determined.byAttribute.map(({ attribute, groups }) =>
            chart(context, "contested-by-group", {
              subject: attribute,
              title: words.contestedChart(attribute),
              words: words.contestedWords(
                groups
                  .flatMap(({ group, share }) => (share === null ? [] : [[named(group), share] as const]))
                  .slice(0, 12),
              ),
              table: contested,
            }),
          ),
        ),
        tableBlock(context, contested, { where: { rule: "refits" } }),
      ),
      ...abstention(context),
      ...band(context),
      ...lens(context),
    ],
    limits: [words.limits.within, words.limits.observed],
  };
}

function summary({ file, text }: Context): Statement[] {
  const words = text.identify;
  const { determined, stability, band } = file.identification;
  const { agreementDetermined, agreementContested, population } = determined;
  return [
    statement(words.determined(determined.contested, stability.refits, stability.method), "determined"),
    ...(agreementDetermined === null && agreementContested === null
      ? []
      : [statement(words.agreement(agreementDetermined, agreementContested), "determined")]),
    ...(band.failure === null
      ? [statement(words.band(band.split.contested), "lambda-band"), recastAgreement({ file, text })]
      : []),
    ...(population === null ? [] : [statement(words.population(population.n, population.contested), "determined")]),
  ];
}

/** How often RECAST itself agrees, to stand beside what is settled for RECAST. */
function recastAgreement({ file, text }: Pick<Context, "file" | "text">): Statement {
  const { method } = file.recommendation;
  const of = (name: string) => file.methods.find((one) => one.method === name)?.agreement?.overall ?? null;
  const own = method === "recast" ? null : of(method);
  return statement(text.identify.recast(of("recast"), own && { method, share: own.share }), "agreement");
}

function abstention(context: Context): Block[] {
  const { file, text } = context;
  const words = text.identify;
  const points = file.identification.abstention;
  const table = tableOf(context, "abstention");
  const all = points.reduce<(typeof points)[number] | null>(
    (best, point) => (best === null || point.answered > best.answered ? point : best),
    null,
  );
  const half = points.reduce<(typeof points)[number] | null>(
    (best, point) => (best === null || Math.abs(point.answered - 0.5) < Math.abs(best.answered - 0.5) ? point : best),
    null,
  );
  if (all === null || half === null) return [];
  const sentence = words.abstention(all.agreement, half);
  return [
    subheading(words.abstentionHeading),
    ...shown(
      paragraph([statement(sentence, "abstention")]),
      chart(context, "abstention", {
        title: words.abstentionChart,
        words: sentence,
        reads: words.abstentionWords,
        table,
      }),
      tableBlock(context, table, { limit: 24 }),
    ),
  ];
}

function band(context: Context): Block[] {
  const { file, text } = context;
  const words = text.identify;
  const found = file.identification.band;
  const heading = subheading(words.bandHeading);
  if (found.failure !== null) {
    return [heading, ...shown(paragraph([statement(words.noBand(found.failure.message), "lambda-band")]))];
  }
  return [
    heading,
    ...shown(
      paragraph([statement(words.band(found.split.contested), "lambda-band"), recastAgreement(context)]),
      chart(context, "band", {
        title: words.bandChart,
        words: words.band(found.split.contested),
        reads: words.bandChartWords,
        table: null,
      }),
      tableBlock(context, tableOf(context, "determined"), {
        where: { rule: "lambda-band" },
        title: words.bandTitle,
        part: "band",
        how: "lambda-band",
        note: null,
      }),
    ),
  ];
}

function lens(context: Context): Block[] {
  const { file, text } = context;
  const words = text.identify;
  const found = file.identification.lens;
  const heading = subheading(words.lensHeading);
  if (found.failure !== null) {
    return [heading, ...shown(paragraph([statement(words.noLens(found.failure.message), "lens")]))];
  }
  const median = found.certificates[Math.floor(found.certificates.length / 2)] ?? 0;
  return [
    heading,
    ...shown(
      paragraph([statement(words.lens(found.certain, found.tolerance, median), "lens"), recastAgreement(context)]),
      tableBlock(context, tableOf(context, "determined"), {
        where: { rule: "lens" },
        part: "lens",
        title: words.lensTitle,
        how: "lens",
        note: null,
      }),
      tableBlock(context, tableOf(context, "lens")),
    ),
  ];
}
