import type { AttributeFacts, Facts, GroupFacts } from "../../findings/facts.js";
import { ROW_LABELS } from "../text/table-labels.js";
import { byStatus, type ReportTable, reportTable } from "./report-table.js";

type GroupRow = Omit<GroupFacts, "status"> & { readonly status: GroupFacts["status"] | "unknown" };

/** What the decisions say about groups: one table per attribute, then highest against lowest, then power. */
export function factTables({ attributes }: Facts): ReportTable[] {
  return [
    ...attributes.flatMap((attribute, k) => groupRates(attribute, k + 1)),
    ...reportTable(
      "parity",
      ({ column, estimate }) => [
        column("attribute", "text", ({ attribute }) => attribute),
        estimate("parityDifference", "number", ({ parityDifference }) => parityDifference),
        estimate("parityRatio", "ratio", ({ parityRatio }) => parityRatio),
        column("highest", "text", ({ parityDifference }) => parityDifference?.highest ?? null),
        column("lowest", "text", ({ parityDifference }) => parityDifference?.lowest ?? null),
        estimate("weightedParityDifference", "number", ({ weighted }) => weighted?.parityDifference),
        estimate("weightedParityRatio", "ratio", ({ weighted }) => weighted?.parityRatio),
        column("weightedHighest", "text", ({ weighted }) => weighted?.parityDifference?.highest ?? null),
        column("weightedLowest", "text", ({ weighted }) => weighted?.parityDifference?.lowest ?? null),
        column("unknown", "count", ({ unknown }) => unknown?.n ?? 0),
      ],
      attributes,
    ),
    ...reportTable(
      "power",
      ({ column }) => [
        column("attribute", "text", ({ attribute }) => attribute),
        column("reference", "text", ({ power }) => power.reference),
        column("group", "text", ({ power }) => power.group),
        column("detectableRatio", "ratio", ({ power }) => power.detectableRatio),
        column("neededPerGroup", "count", ({ power }) => power.neededPerGroup),
      ],
      attributes.flatMap(({ attribute, power }) => (power === null ? [] : [{ attribute, power }])),
    ),
  ];
}

function groupRates(facts: AttributeFacts, place: number): ReportTable[] {
  return reportTable<GroupRow>(
    "group-rates",
    ({ column, estimate, measured, range }) => [
      column("group", "text", ({ group }) => group),
      column("n", "count", ({ n }) => n),
      column("favourable", "count", ({ rate }) => rate.successes),
      measured("rate", ({ rate }) => rate),
      estimate("weightedRate", "share", ({ weightedRate }) => weightedRate),
      estimate("impactRatio", "ratio", ({ impactRatio }) => impactRatio),
      estimate("weightedImpactRatio", "ratio", ({ weightedImpactRatio }) => weightedImpactRatio),
      estimate("differenceFromRest", "number", ({ differenceFromRest }) => differenceFromRest),
      column("test", "word", ({ test }) => test?.name ?? null),
      column("p", "p", ({ test }) => test?.p ?? null),
      column("adjusted", "p", ({ test }) => test?.adjusted ?? null),
      range("boundRate", "share", ({ bounds }) => bounds && { low: bounds.rateLow, high: bounds.rateHigh }),
      range("boundRatio", "ratio", ({ bounds }) => bounds && { low: bounds.ratioLow, high: bounds.ratioHigh }),
      column("status", "word", ({ status }) => status),
    ],
    [...facts.groups, ...unknownRow(facts)],
    { attribute: facts.attribute, place, emphasis: byStatus },
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
  };
  return [{ group: ROW_LABELS.unknown, n: unknown.n, status: "unknown", rate: unknown.rate, ...nothing }];
}
