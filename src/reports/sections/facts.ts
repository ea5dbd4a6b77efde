import type { AttributeFacts } from "../../findings/facts.js";
import { named } from "../text/name.js";
import { type Statement, statement } from "../text/statement.js";
import type { Block, Section } from "./block.js";
import { type Context, tableOf } from "./context.js";
import { leavesOutEqual, readings } from "./ends.js";
import { chart, headed, minorHeading, paragraph, plainText, shown, sideBySide, subheading } from "./pieces.js";
import { tableBlock } from "./table-block.js";

/** Groups that a chart's text alternative names. */
const MOST_SPOKEN = 12;

/** Section 4: rates, ratios, tests and bounds by group, and what letters ask of each. */
export function factsSection(context: Context): Section {
  const { file, text } = context;
  const words = text.facts;
  const { attributes, overall, balancedByDesign } = file.facts;
  const { weighted } = file.evidence;
  const few = attributes.flatMap(({ groups }) => groups.filter(({ status }) => status === "insufficient")).length;
  const worst = widest(attributes);
  return {
    id: "facts",
    title: words.title,
    says: [
      statement(words.overall(overall.rate), "selection-rate"),
      ...(overall.weightedRate === null
        ? []
        : [statement(words.overallWeighted(overall.weightedRate), "weighted-rates")]),
      ...(balancedByDesign ? [statement(weighted ? words.balancedWeighted : words.balanced, "balanced-sample")] : []),
      ...(attributes.length === 0 ? [statement(words.noAttributes)] : []),
      ...(worst === null ? [] : ratesInShort(context, worst)),
    ],
    body: [
      ...attributes.flatMap((attribute) => attributeBody(context, attribute)),
      ...(attributes.length > 1 ? sideBySideBody(context) : []),
      ...burdenBody(context),
    ],
    limits: [
      ...(attributes.length === 0 ? [] : [words.limits.fourFifths, words.limits.alone]),
      ...(few > 0 ? [words.limits.few(few)] : []),
    ],
  };
}

/** Highest and lowest rate in one sentence, and whether the tests see a difference; nothing where groups cannot be compared. */
export function ratesInShort({ text }: Context, facts: AttributeFacts): Statement[] {
  const words = text.glance;
  const { first, weighted, once } = readings(facts);
  if (first === null) return [];
  const adjusted = facts.groups.find(({ group }) => group === first.lowest.group)?.test?.adjusted;
  const apart = [first, once].some(leavesOutEqual);
  return [
    statement(words.rates(facts.attribute, first, weighted), weighted ? "weighted-rates" : "impact-ratio"),
    ...(once === null ? [] : [statement(words.ratesOnce(once), "impact-ratio")]),
    ...(adjusted === undefined ? [] : [statement(words.differs(adjusted, apart), "tests")]),
  ];
}

/** The attribute of one column whose measured rates lie furthest apart; null when none can be compared. */
export function widest(attributes: readonly AttributeFacts[]): AttributeFacts | null {
  const gap = (facts: AttributeFacts) => readings(facts).first?.difference.value ?? 0;
  const comparable = attributes.filter(({ parityDifference }) => parityDifference !== null);
  const single = comparable.filter(({ kind }) => kind !== "intersection");
  const among = single.length > 0 ? single : comparable;
  return among.reduce<AttributeFacts | null>((best, one) => (best === null || gap(one) > gap(best) ? one : best), null);
}

/** Highest and lowest rate of an attribute, their ratio, and what the tests say. */
export function comparison({ file, text }: Context, facts: AttributeFacts): Statement[] {
  const words = text.facts;
  const { attribute, groups } = facts;
  const { first, weighted, once } = readings(facts);
  if (first === null) return [statement(words.notComparable(attribute))];
  const tested = groups.filter(({ test }) => test !== null);
  const differing = tested.filter(({ test }) => test !== null && test.adjusted < 0.05).map(({ group }) => group);
  const apart = differing.length === 0 && [first, once].some(leavesOutEqual);
  return [
    statement(words.ends(attribute, first, weighted), weighted ? "weighted-rates" : "parity-difference"),
    first.impact === null ? statement(words.zeroRate) : statement(words.impact(first.impact), "impact-ratio"),
    ...(once === null ? [] : [statement(words.endsOnce(once), "parity-difference")]),
    ...(tested.length === 0
      ? []
      : [statement(words.tested(attribute, differing, tested.length, file.facts.tests), "tests")]),
    ...(tested.length > 0 && apart ? [statement(words.intervalsApart, "tests")] : []),
  ];
}

function attributeBody(context: Context, facts: AttributeFacts): Block[] {
  const { text } = context;
  const words = text.facts;
  const { attribute, unknown, power, weighted } = facts;
  const table = tableOf(context, "group-rates", attribute);
  return [
    subheading(text.frame.attributeHeading(attribute)),
    ...shown(
      paragraph(comparison(context, facts)),
      rateCharts(context, facts),
      tableBlock(context, table, {
        columns: ["group", "n", "weightedRate", "weightedImpactRatio"],
        title: words.weightedTitle,
        part: "weighted",
        how: "weighted-rates",
        without: { status: "unknown" },
        note: null,
      }),
      tableBlock(context, table, {
        columns: ["group", "n", "favourable", "rate", "impactRatio"],
        title: words.ratesTitle(weighted !== null),
        note: facts.reference === null ? null : words.ratesNote,
      }),
      tableBlock(context, table, {
        columns: ["group", "differenceFromRest", "test", "p", "adjusted"],
        title: words.testsTitle,
        part: "tests",
        without: { status: "unknown" },
        how: "tests",
        note: words.testsNote(weighted !== null),
      }),
      unknown === null ? null : paragraph([statement(words.unknown(unknown.n, attribute), "unknown-groups")]),
      unknown === null
        ? null
        : tableBlock(context, table, {
            columns: ["group", "boundRate", "boundRatio"],
            title: words.boundsTitle,
            part: "bounds",
            without: { status: "unknown" },
            how: "unknown-groups",
            note: null,
          }),
      power === null
        ? null
        : paragraph([
            statement(words.power(power.detectableRatio, power.neededPerGroup, power.reference, power.group), "power"),
          ]),
    ),
  ];
}

/** Highest and lowest rates of all attributes: with sampling weights, where there are any, then with everybody counted once. */
function sideBySideBody(context: Context): Block[] {
  const words = context.text.facts;
  const { weighted } = context.file.evidence;
  const table = tableOf(context, "parity");
  return headed(
    words.summaryHeading,
    weighted
      ? tableBlock(context, table, {
          columns: [
            "attribute",
            "weightedParityDifference",
            "weightedParityRatio",
            "weightedHighest",
            "weightedLowest",
          ],
          part: "weighted",
          how: "weighted-rates",
        })
      : null,
    tableBlock(context, table, {
      columns: ["attribute", "parityDifference", "parityRatio", "highest", "lowest"],
      title: words.summaryTitle(weighted),
    }),
  );
}

/** Rates and impact ratios of an attribute, weighted where there are weights. */
function rateCharts(context: Context, { attribute, groups, reference, weighted }: AttributeFacts): Block | null {
  const words = context.text.facts;
  const table = tableOf(context, "group-rates", attribute);
  const part = weighted === null ? {} : { part: "weighted" };
  const rates = groups.map(({ group, n, rate, weightedRate }) => {
    const plain = { value: rate.share, low: rate.low, high: rate.high };
    return [named(group), n, weighted === null ? plain : (weightedRate ?? plain)] as const;
  });
  const ratios = groups.flatMap(({ group, impactRatio, weightedImpactRatio }) => {
    const ratio = weighted === null ? impactRatio : weightedImpactRatio;
    return ratio === null ? [] : [[named(group), ratio] as const];
  });
  return sideBySide(
    chart(context, "group-rates", {
      subject: attribute,
      title: words.rateChart(attribute),
      words: words.rateChartWords(rates.slice(0, MOST_SPOKEN)),
      table,
      ...part,
    }),
    chart(context, "impact-ratios", {
      subject: attribute,
      title: words.ratioChart(attribute),
      words: words.ratioChartWords(weighted === null ? reference : weighted.reference, ratios.slice(0, MOST_SPOKEN)),
      table,
      ...part,
    }),
  );
}

function burdenBody(context: Context): Block[] {
  const { file, text } = context;
  const words = text.facts;
  const burden = file.letters?.burden ?? [];
  if (file.facts.attributes.length === 0) return [];
  const heading = subheading(words.burdenHeading);
  const table = tableOf(context, "burden");
  if (burden.length === 0 || table === null) return [heading, plainText(words.noBurden)];
  const changes = tableOf(context, "burden-changes");
  return [
    heading,
    ...burden.flatMap(({ attribute, distanceGap, groups }, k) => {
      const part = k === 0 ? {} : { part: String(k + 1) };
      return shown(
        minorHeading(text.frame.attributeHeading(attribute)),
        distanceGap === null
          ? null
          : paragraph([
              statement(words.burden(attribute, distanceGap, distanceGap.highest, distanceGap.lowest), "burden"),
              statement(distanceGap.low > 0 ? words.burdenExcludesZero : words.burdenIncludesZero),
            ]),
        chart(context, "burden", {
          subject: attribute,
          title: words.burdenChart(attribute),
          words: words.burdenChartWords(
            groups
              .flatMap(({ group, distance }) => (distance === null ? [] : [[named(group), distance] as const]))
              .slice(0, MOST_SPOKEN),
          ),
          table,
        }),
        tableBlock(context, table, { where: { attribute }, ...part }),
        tableBlock(context, changes, { where: { attribute }, ...part, limit: 12 }),
      );
    }),
  ];
}
