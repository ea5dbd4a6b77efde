import { type Block, type Body, headed, heading, paragraph, sideBySide, statement } from "../../document/document.js";
import { count, numberEstimate, percent, percentRange, ratio } from "../../document/format.js";
import { named, quoted } from "../../document/names.js";
import type { Context } from "./context.js";
import type { AttributeFacts } from "./extreme-groups.js";

/** Groups that a chart's text alternative names. */
const MOST_SPOKEN = 12;

export function rateCharts(context: Context, { attribute, groups, reference, weighted }: AttributeFacts): Block | null {
  const source = {
    subject: attribute,
    table: "group-rates",
    ...(weighted === null ? {} : { part: "weighted" }),
  };
  const rates = groups.slice(0, MOST_SPOKEN).map(({ group, n, rate, weightedRate }) => {
    const plain = { value: rate.share, low: rate.low, high: rate.high };
    const { value, low, high } = weighted === null ? plain : (weightedRate ?? plain);
    return `${named(group)}: ${percent(value)}, interval ${percentRange({ low, high })}, n = ${count(n)}`;
  });
  const ratios = groups.flatMap(({ group, impactRatio, weightedImpactRatio }) => {
    const found = weighted === null ? impactRatio : weightedImpactRatio;
    if (found === null) return [];
    return [`${named(group)}: ${ratio(found.value)}, interval ${ratio(found.low)} to ${ratio(found.high)}`];
  });
  const compared = weighted === null ? reference : weighted.reference;
  return sideBySide(
    context.chart("group-rates", {
      ...source,
      title: `Rate of favourable decisions by ${named(attribute)}`,
      words: `${rates.join("; ")}.`,
    }),
    context.chart("impact-ratios", {
      ...source,
      title: `Impact ratio by ${named(attribute)}`,
      words:
        `Compared with ${compared === null ? "the highest rate" : quoted(compared)}. ` +
        `${ratios.slice(0, MOST_SPOKEN).join("; ")}. The line at 0.80 is the four-fifths rule of thumb.`,
    }),
  );
}

export function burdenBody(context: Context): Block[] {
  const { file } = context;
  const burden = file.letters?.burden ?? [];
  if (file.facts.attributes.length === 0) return [];
  const nothing =
    "Without letters that answer rejected people in the file, nothing is known about what is asked of each group.";
  return headed(
    "What letters ask of each group",
    burden.length === 0 ? paragraph(nothing) : burden.map((entry, k) => attributeBurden(context, entry, k)),
  );
}

type Burden = NonNullable<Context["file"]["letters"]>["burden"][number];

function attributeBurden(context: Context, { attribute, distanceGap: gap, groups }: Burden, k: number): Body {
  const view = { where: { attribute }, ...(k === 0 ? {} : { part: String(k + 1) }) };
  const distances = groups.flatMap(({ group, distance }) =>
    distance === null ? [] : [`${named(group)}: ${numberEstimate(distance)}`],
  );
  return [
    heading(`By ${named(attribute)}`, 4),
    gap === null
      ? null
      : paragraph(
          statement(
            `By ${named(attribute)}, letters ask most of ${quoted(gap.highest)} and least of ${quoted(gap.lowest)}: ` +
              `the mean distance from person to offer differs by ${numberEstimate(gap)} in scaled units.`,
            "burden",
          ),
          gap.low > 0
            ? "The interval leaves out 0: an indication that letters ask more of one group than of the other."
            : "The interval includes 0: the letters are consistent with equal demands.",
        ),
    context.chart("burden", {
      subject: attribute,
      title: `Mean distance from person to offer by ${named(attribute)}`,
      words: `Distances are in scaled units. ${distances.slice(0, MOST_SPOKEN).join("; ")}.`,
    }),
    context.table("burden", view),
    context.table("burden-changes", { ...view, limit: 12 }),
  ];
}
