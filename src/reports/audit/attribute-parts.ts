import { type Block, type Body, heading, paragraph, statement } from "../../document/document.js";
import { count, numberEstimate, percent, percentRange, ratio } from "../../document/format.js";
import { named, quoted } from "../../document/names.js";
import type { Context } from "./context.js";
import type { AttributeFacts } from "./extreme-groups.js";

/** Groups that a chart's text alternative names. */
const MOST_SPOKEN = 12;

/** Rates of all groups, those with too few people among them. */
export function rateChart(context: Context, { attribute, groups, weighted }: AttributeFacts): Block | null {
  const rates = groups.slice(0, MOST_SPOKEN).map(({ group, n, rate, weightedRate }) => {
    const plain = { value: rate.share, low: rate.low, high: rate.high };
    const { value, low, high } = weighted === null ? plain : (weightedRate ?? plain);
    return `${named(group)}: ${percent(value)}, interval ${percentRange({ low, high })}, n = ${count(n)}`;
  });
  return context.chart("group-rates", {
    subject: attribute,
    title: `Rate of favourable decisions by ${named(attribute)}`,
    words: `${rates.join("; ")}.`,
  });
}

export function ratioChart(context: Context, { attribute, groups, reference, weighted }: AttributeFacts): Block | null {
  const ratios = groups.flatMap(({ group, impactRatio, weightedImpactRatio }) => {
    const found = weighted === null ? impactRatio : weightedImpactRatio;
    if (found === null) return [];
    return [`${named(group)}: ${ratio(found.value)}, interval ${ratio(found.low)} to ${ratio(found.high)}`];
  });
  const compared = weighted === null ? reference : weighted.reference;
  return context.chart("impact-ratios", {
    subject: attribute,
    table: "group-rates",
    ...(weighted === null ? {} : { part: "weighted" }),
    title: `Impact ratio by ${named(attribute)}`,
    words:
      `Compared with ${compared === null ? "the highest rate" : quoted(compared)}. ` +
      `${ratios.slice(0, MOST_SPOKEN).join("; ")}. The line at 0.80 is the four-fifths rule of thumb.`,
  });
}

type Burden = NonNullable<Context["file"]["letters"]>["burden"][number];

/** How far letters ask the people of each group to move. */
export function burdenBody(context: Context, { attribute, distanceGap: gap, groups }: Burden): Body {
  const distances = groups.flatMap(({ group, distance }) =>
    distance === null ? [] : [`${named(group)}: ${numberEstimate(distance)}`],
  );
  return [
    heading(`What letters ask by ${named(attribute)}`),
    gap === null ? null : paragraph(statement(burdenSentence(attribute, gap), "burden")),
    context.chart("burden", {
      subject: attribute,
      title: `How far letters ask people to move, by ${named(attribute)}`,
      words: `Mean distance from person to offer, in scaled units. ${distances.slice(0, MOST_SPOKEN).join("; ")}.`,
    }),
  ];
}

function burdenSentence(attribute: string, gap: NonNullable<Burden["distanceGap"]>): string {
  const { highest, lowest, low } = gap;
  const lead =
    low <= 0
      ? "no clear difference in what letters ask"
      : `letters may ask more of ${quoted(highest)} than of ${quoted(lowest)}`;
  const allowsFor = low <= 0 ? "" : " The interval allows for every pair of these groups, not for other attributes.";
  return (
    `By ${named(attribute)}, ${lead}: the mean distance from person to offer is larger for ${quoted(highest)} than ` +
    `for ${quoted(lowest)} by ${numberEstimate(gap)}, in scaled units.${allowsFor}`
  );
}

/** The full tables of one attribute; `k` counts attributes from 0. */
export function burdenTables(context: Context, { attribute }: Burden, k: number): Body {
  const view = { where: { attribute }, ...(k === 0 ? {} : { part: String(k + 1) }) };
  return [context.table("burden", view), context.table("burden-changes", view)];
}
