import { type Block, sideBySide } from "../../document/document.js";
import { count, percent, percentRange, ratio } from "../../document/format.js";
import { named, quoted } from "../../document/names.js";
import { MOST_SPOKEN } from "./burden.js";
import { type Context, chart, findTable } from "./context.js";
import type { AttributeFacts } from "./ends.js";

/** Rates and impact ratios of an attribute, weighted where there are weights. */
export function rateCharts(context: Context, { attribute, groups, reference, weighted }: AttributeFacts): Block | null {
  const source = {
    subject: attribute,
    table: findTable(context, "group-rates", attribute),
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
    chart(context, "group-rates", {
      ...source,
      title: `Rate of favourable decisions by ${named(attribute)}`,
      words: `${rates.join("; ")}.`,
    }),
    chart(context, "impact-ratios", {
      ...source,
      title: `Impact ratio by ${named(attribute)}`,
      words:
        `Compared with ${compared === null ? "the highest rate" : quoted(compared)}. ` +
        `${ratios.slice(0, MOST_SPOKEN).join("; ")}. The line at 0.80 is the four-fifths rule of thumb.`,
    }),
  );
}
