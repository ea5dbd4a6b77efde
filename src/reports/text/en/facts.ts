import {
  amount,
  count,
  list,
  measured,
  numberEstimate,
  people,
  percent,
  percentEstimate,
  pointsEstimate,
  ratio,
  ratioEstimate,
} from "../../../document/format.js";
import type { Estimate, MeasuredShare } from "../../../math/interval.js";
import type { End, Ends } from "../ends.js";
import { named, quoted } from "../name.js";

const end = ({ n, rate }: End) => `${percent(rate)}, n = ${count(n)}`;

/** Most and least often, and how far apart. */
const apart = ({ highest, lowest, difference }: Ends) =>
  highest.rate === lowest.rate
    ? `every group that is compared got the favourable decision equally often (${percent(highest.rate)}): a difference of ${pointsEstimate(difference)}`
    : `${quoted(highest.group)} got the favourable decision most often (${end(highest)}) and ${quoted(lowest.group)} least often (${end(lowest)}): a difference of ${pointsEstimate(difference)}`;

/** Section 4: what the decisions say without any model. */
export const facts = {
  title: "Facts that need no rebuilt model",
  overall: (rate: MeasuredShare) => `The favourable decision was given to ${measured(rate)} of the people in the file.`,
  overallWeighted: (rate: Estimate) => `With sampling weights the rate is ${percentEstimate(rate)}.`,
  ends: (attribute: string, ends: Ends, weighted: boolean) =>
    `By ${named(attribute)}${weighted ? ", with sampling weights" : ""}, ${apart(ends)}.`,
  balanced:
    "The sample looks balanced by design: without sampling weights, the rates here describe the sample and nobody else.",
  balancedWeighted:
    "The sample looks drawn half from each decision: rates that count everybody once describe the sample and nobody else. Read those with sampling weights.",
  /** After the weighted ones. */
  endsOnce: (ends: Ends) =>
    `With everybody counted once, ${apart(ends)}${ends.impact === null ? "" : `, an impact ratio of ${ratioEstimate(ends.impact)}`}.`,
  weightedTitle: "Rates and impact ratios with sampling weights",
  impact: (estimate: Estimate) => `The impact ratio, the lower rate over the higher, is ${ratioEstimate(estimate)}.`,
  /** Where tests see nothing and an interval seems to. */
  intervalsApart:
    "The intervals leave out equal rates all the same: each is for one comparison, and only the p-values are corrected for the number of tests.",
  tested: (attribute: string, differing: readonly string[], measuredGroups: number, tests: number) =>
    differing.length === 0
      ? `After correction for ${amount(tests, "test", "tests")}, no group of ${named(attribute)} differs from the rest at the 5 % level: the file is consistent with equal rates, and does not show them.`
      : `After correction for ${amount(tests, "test", "tests")}, ${differing.length === measuredGroups && measuredGroups === 2 ? "the two groups differ from each other" : `${differing.length > 6 ? `${count(differing.length)} groups` : list(differing.map(quoted))} ${differing.length === 1 ? "differs" : "differ"} from the rest`} at the 5 % level: an indication to look further, not a statement about causes.`,
  noAttributes:
    "No column was named as sensitive, so groups are not compared. Naming one (sex, origin, age) adds rates, impact ratios and tests for its groups.",
  notComparable: (attribute: string) =>
    `Fewer than two groups of ${named(attribute)} have ten people or more, so no comparison is made.`,
  zeroRate: "Nobody in the compared groups received the favourable decision, so the impact ratio is not defined.",
  unknown: (n: number, attribute: string) =>
    `For ${people(n)} the value of ${named(attribute)} is not known. The bounds below show what every way of assigning them to groups could make of the rates.`,
  power: (detectable: number | null, needed: number | null, reference: string, group: string) =>
    [
      detectable === null
        ? `A file of this size would not reliably detect any impact ratio between ${quoted(group)} and ${quoted(reference)}.`
        : `In a single comparison, before correction for the others, a file of this size would detect, with a power of 80 %, an impact ratio between ${quoted(group)} and ${quoted(reference)} of ${ratio(detectable)} or less; one nearer to 1 may go unnoticed.`,
      needed === null ? "" : ` To see a ratio of 0.80, about ${people(needed)} per group would be needed.`,
    ].join(""),
  rateChart: (attribute: string) => `Rate of favourable decisions by ${named(attribute)}`,
  rateChartWords: (groups: readonly (readonly [string, number, Estimate])[]) =>
    `${groups.map(([group, n, rate]) => `${group}: ${percent(rate.value)}, interval ${percent(rate.low)} to ${percent(rate.high)}, n = ${count(n)}`).join("; ")}.`,
  ratioChart: (attribute: string) => `Impact ratio by ${named(attribute)}`,
  ratioChartWords: (reference: string | null, groups: readonly (readonly [string, Estimate])[]) =>
    `Compared with ${reference === null ? "the highest rate" : quoted(reference)}. ${groups.map(([group, value]) => `${group}: ${ratio(value.value)}, interval ${ratio(value.low)} to ${ratio(value.high)}`).join("; ")}. The line at 0.80 is the four-fifths rule of thumb.`,
  ratesTitle: (weights: boolean) => `Rates and impact ratios${weights ? ", everybody counted once" : ""}`,
  ratesNote: "Impact ratios compare with the measured group of the highest rate.",
  testsNote: (weights: boolean) =>
    `The adjusted p takes all tests of the report into account (Holm); the intervals are for one comparison each.${weights ? " Everybody is counted once." : ""}`,
  testsTitle: "Each group against the rest",
  boundsTitle: "Bounds over unknown group membership",
  summaryHeading: "Highest and lowest rates side by side",
  summaryTitle: (weights: boolean) => `Highest and lowest rate${weights ? ", everybody counted once" : ""}`,
  burdenHeading: "What letters ask of each group",
  burden: (attribute: string, gap: Estimate, highest: string, lowest: string) =>
    `By ${named(attribute)}, letters ask most of ${quoted(highest)} and least of ${quoted(lowest)}: the mean distance from person to offer differs by ${numberEstimate(gap)} in scaled units.`,
  burdenIncludesZero: "The interval includes 0: the letters are consistent with equal demands.",
  burdenExcludesZero: "The interval leaves out 0: an indication that letters ask more of one group than of the other.",
  burdenChart: (attribute: string) => `Mean distance from person to offer by ${named(attribute)}`,
  burdenChartWords: (groups: readonly (readonly [string, Estimate])[]) =>
    `Distances are in scaled units. ${groups.map(([group, distance]) => `${group}: ${numberEstimate(distance)}`).join("; ")}.`,
  noBurden:
    "Without letters that answer rejected people in the file, nothing is known about what is asked of each group.",
  limits: {
    fourFifths:
      "An impact ratio below 0.80 is the four-fifths rule of thumb of United States employment guidelines for looking closer. It is no pass mark: small files fall below it by chance, and a ratio above it excludes nothing.",
    alone: "A difference in rates says that decisions and groups go together. It does not say why.",
    few: (groups: number) =>
      `${amount(groups, "group has", "groups have")} fewer than ten people: shown, labelled insufficient, and not compared.`,
  },
};
