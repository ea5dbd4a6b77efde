import {
  type Block,
  paragraph,
  plainText,
  type Statement,
  shown,
  statement,
  subheading,
} from "../../document/document.js";
import { numberEstimate } from "../../document/format.js";
import { named, quoted } from "../../document/names.js";
import type { Estimate } from "../../math/interval.js";
import { type Context, chart, findTable, table } from "./context.js";

/** Groups that a chart's text alternative names. */
export const MOST_SPOKEN = 12;

/** What letters ask of each group, attribute by attribute. */
export function burdenBody(context: Context): Block[] {
  const { file } = context;
  const burden = file.letters?.burden ?? [];
  if (file.facts.attributes.length === 0) return [];
  const heading = subheading("What letters ask of each group");
  if (burden.length === 0) {
    return [
      heading,
      plainText(
        "Without letters that answer rejected people in the file, nothing is known about what is asked of each group.",
      ),
    ];
  }
  return [
    heading,
    ...burden.flatMap(({ attribute, distanceGap, groups }, k) => {
      const view = { where: { attribute }, ...(k === 0 ? {} : { part: String(k + 1) }) };
      const distances = groups.flatMap(({ group, distance }) =>
        distance === null ? [] : [`${named(group)}: ${numberEstimate(distance)}`],
      );
      return shown(
        subheading(`By ${named(attribute)}`, 4),
        distanceGap === null ? null : paragraph(burdenSentences(attribute, distanceGap)),
        chart(context, "burden", {
          subject: attribute,
          title: `Mean distance from person to offer by ${named(attribute)}`,
          words: `Distances are in scaled units. ${distances.slice(0, MOST_SPOKEN).join("; ")}.`,
          table: findTable(context, "burden"),
        }),
        table(context, "burden", view),
        table(context, "burden-changes", { ...view, limit: 12 }),
      );
    }),
  ];
}

function burdenSentences(
  attribute: string,
  gap: Estimate & { readonly highest: string; readonly lowest: string },
): Statement[] {
  return [
    statement(
      `By ${named(attribute)}, letters ask most of ${quoted(gap.highest)} and least of ${quoted(gap.lowest)}: ` +
        `the mean distance from person to offer differs by ${numberEstimate(gap)} in scaled units.`,
      "burden",
    ),
    statement(
      gap.low > 0
        ? "The interval leaves out 0: an indication that letters ask more of one group than of the other."
        : "The interval includes 0: the letters are consistent with equal demands.",
    ),
  ];
}
