import { column, estimate, measuredShare, own, range, type Table, tableOf } from "../../../document/table.js";
import type { AuditFile } from "../../../findings/audit-file.js";
import { fewPeople, ROW_LABELS } from "./rows.js";

type Facts = AuditFile["facts"];
type AttributeFacts = Facts["attributes"][number];
type GroupFacts = AttributeFacts["groups"][number];
type GroupRow = Omit<GroupFacts, "status"> & { readonly status: GroupFacts["status"] | "unknown" };

export function factTables({ attributes }: Facts): Table[] {
  return [
    ...attributes.map((attribute, k) => groupRates(attribute, k + 1)),
    tableOf(
      { id: "parity", title: "Highest and lowest rate", note: "Over the measured groups.", how: "parity-difference" },
      attributes,
      [
        column("attribute", "text", ({ attribute }) => attribute),
        estimate("parityDifference", "points", ({ parityDifference }) => parityDifference, "Highest minus lowest"),
        estimate("parityRatio", "ratio", ({ parityRatio }) => parityRatio, "Lowest over highest"),
        column("highest", "text", ({ parityDifference }) => parityDifference?.highest ?? null, "Highest group"),
        column("lowest", "text", ({ parityDifference }) => parityDifference?.lowest ?? null, "Lowest group"),
        estimate("weightedParityDifference", "points", weightedDifference, "Weighted highest minus lowest"),
        estimate(
          "weightedParityRatio",
          "ratio",
          (facts) => facts.weighted?.parityRatio,
          "Weighted lowest over highest",
        ),
        column(
          "weightedHighest",
          "text",
          (facts) => weightedDifference(facts)?.highest ?? null,
          "Highest group, weighted",
        ),
        column(
          "weightedLowest",
          "text",
          (facts) => weightedDifference(facts)?.lowest ?? null,
          "Lowest group, weighted",
        ),
        column("unknown", "count", ({ unknown }) => unknown?.n ?? 0, "People of unknown group"),
      ],
    ),
    tableOf(
      {
        id: "power",
        title: "What a file of this size can show",
        note: "For the reference group and the next largest measured group, at a level of 5 % and a power of 80 %.",
        how: "power",
      },
      attributes.flatMap(({ attribute, power }) => (power === null ? [] : [{ attribute, power }])),
      [
        column("attribute", "text", ({ attribute }) => attribute),
        column("reference", "text", ({ power }) => power.reference, "Reference group"),
        column("group", "text", ({ power }) => power.group),
        column("detectableRatio", "ratio", ({ power }) => power.detectableRatio, "Largest ratio it would detect"),
        column("neededPerGroup", "count", ({ power }) => power.neededPerGroup, "People needed per group to detect 0.8"),
      ],
    ),
  ];
}

function weightedDifference({ weighted }: AttributeFacts) {
  return weighted?.parityDifference ?? null;
}

function groupRates(facts: AttributeFacts, place: number): Table {
  return tableOf<GroupRow>(
    {
      id: "group-rates",
      title: "Rates of favourable decisions by group",
      note:
        "Intervals hold 95 %. Impact ratios compare with the measured group of the highest rate. Adjusted p takes " +
        "all tests of the report into account (Holm).",
      how: "selection-rate",
      attribute: facts.attribute,
      place,
      emphasis: (row) => fewPeople(row, row.n),
    },
    [...facts.groups, ...unknownRow(facts)],
    [
      own({ group: "text", n: "count" }),
      column("favourable", "count", ({ rate }) => rate.successes),
      measuredShare("rate", ({ rate }) => rate),
      estimate("weightedRate", "share", ({ weightedRate }) => weightedRate),
      estimate("impactRatio", "ratio", ({ impactRatio }) => impactRatio),
      estimate("weightedImpactRatio", "ratio", ({ weightedImpactRatio }) => weightedImpactRatio),
      estimate("correctedDifference", "points", (row) => row.comparison?.difference, "Difference from everybody else"),
      column("correctedP", "p", ({ comparison }) => comparison?.adjusted ?? null, "p, corrected"),
      column("test", "word", ({ test }) => test?.name ?? null),
      column("p", "p", ({ test }) => test?.p ?? null),
      column("adjusted", "p", ({ test }) => test?.adjusted ?? null, "p, adjusted"),
      range(
        "boundRate",
        "share",
        ({ bounds }) => bounds && { low: bounds.rateLow, high: bounds.rateHigh },
        "Rate, group unknown",
      ),
      range(
        "boundRatio",
        "ratio",
        ({ bounds }) => bounds && { low: bounds.ratioLow, high: bounds.ratioHigh },
        "Impact ratio, group unknown",
      ),
      column("status", "word", ({ status }) => status),
    ],
  );
}

/** People whose group is not known, as a last row. */
function unknownRow({ unknown }: AttributeFacts): GroupRow[] {
  if (unknown === null) return [];
  const nothing = {
    weightedRate: null,
    impactRatio: null,
    weightedImpactRatio: null,
    differenceFromRest: null,
    test: null,
    bounds: null,
    comparison: null,
  };
  return [{ group: ROW_LABELS.unknown, n: unknown.n, status: "unknown", rate: unknown.rate, ...nothing }];
}
