import type {
  AttributeModelFairness,
  ModelFairness,
  PairDistance,
  ScoreDistances,
} from "../../findings/model-fairness.js";
import type { Estimate } from "../../math/interval.js";
import { ROW_LABELS } from "../text/table-labels.js";
import { byStatus, type ColumnMakers, type ReportTable, reportTable } from "./report-table.js";

/** Whose attribute a row is about. */
interface OfModel {
  readonly method: string;
  readonly scored: ModelFairness["scored"];
  readonly attribute: string;
}

/** Differences between groups as the rebuilt models show them. */
export function modelTables(fairness: readonly ModelFairness[]): ReportTable[] {
  const all = fairness.flatMap(({ method, scored, attributes }) =>
    attributes.map((entry) => ({ of: { method, scored, attribute: entry.attribute }, entry })),
  );
  return [
    ...reportTable(
      "model-rates",
      (makers) => [
        ...modelColumns(makers),
        makers.column("group", "text", ({ group }) => group),
        makers.column("n", "count", ({ n }) => n),
        makers.measured("rate", ({ rate }) => rate),
        makers.estimate("weightedRate", "share", ({ weightedRate }) => weightedRate),
        makers.column("meanScore", "number", ({ meanScore }) => meanScore),
        makers.estimate("impactRatio", "ratio", ({ impactRatio }) => impactRatio),
        makers.estimate("correctedRate", "share", ({ correctedRate }) => correctedRate),
        makers.estimate("correctedRatio", "ratio", ({ correctedRatio }) => correctedRatio),
        makers.column("agreementN", "count", ({ agreement }) => agreement?.n ?? null),
        makers.measured("agreement", ({ agreement }) => agreement),
        makers.column("status", "word", ({ status }) => status),
      ],
      all.flatMap(({ of, entry }) => entry.groups.map((group) => ({ ...of, ...group }))),
      { emphasis: byStatus },
    ),
    ...reportTable(
      "model-parity",
      (makers) => [
        ...modelColumns(makers),
        makers.estimate("parityDifference", "number", ({ entry }) => entry.parityDifference),
        makers.column("highest", "text", ({ entry }) => entry.parityDifference?.highest ?? null),
        makers.column("lowest", "text", ({ entry }) => entry.parityDifference?.lowest ?? null),
        makers.range("range", "number", ({ entry }) => entry.range),
        makers.column("surrogates", "count", ({ entry }) => entry.range?.surrogates ?? null),
        makers.column("rangeLowest", "text", ({ entry }) => entry.range?.lowest ?? null),
        makers.column("rangeHighest", "text", ({ entry }) => entry.range?.highest ?? null),
      ],
      all.map(({ of, entry }) => ({ ...of, entry })),
    ),
    ...distanceTable(all.flatMap(({ of, entry }) => distanceRows(entry).map((row) => ({ ...of, ...row })))),
    ...oddsTables(all.map(({ of, entry }) => ({ ...of, entry }))),
  ];
}

function modelColumns<Row extends OfModel>({ column }: ColumnMakers<Row>) {
  return [
    column("method", "word", ({ method }) => method),
    column("scored", "word", ({ scored }) => scored),
    column("attribute", "text", ({ attribute }) => attribute),
  ];
}

interface DistanceRow {
  readonly measure: "DTIDP" | "DTIEO";
  readonly y: string | null;
  readonly comparison: "pair" | "against-rest";
  readonly pair: PairDistance;
  readonly worst: boolean;
}

function distanceTable(rows: readonly (OfModel & DistanceRow)[]): ReportTable[] {
  return reportTable(
    "model-distances",
    (makers) => [
      ...modelColumns(makers),
      makers.column("measure", "word", ({ measure }) => measure),
      makers.column("y", "text", ({ y }) => y),
      makers.column("comparison", "word", ({ comparison }) => comparison),
      makers.column("group", "text", ({ pair }) => pair.a),
      makers.column("other", "text", ({ pair }) => pair.b ?? ROW_LABELS.rest),
      makers.estimate("distance", "number", ({ pair }) => pair),
    ],
    rows,
    { emphasis: ({ worst }) => (worst ? "highlight" : "normal") },
  );
}

function distanceRows({ dtidp, dtieo, conditionedOn }: AttributeModelFairness): DistanceRow[] {
  return [
    ...scoreRows("DTIDP", null, dtidp),
    ...dtieo.flatMap(({ y, distances }) =>
      scoreRows("DTIEO", conditionedOn === null ? y : `${conditionedOn.column} = ${y}`, distances),
    ),
  ];
}

function scoreRows(measure: DistanceRow["measure"], y: string | null, distances: ScoreDistances | null): DistanceRow[] {
  if (distances === null) return [];
  const { pairs, againstRest, worst } = distances;
  const isWorst = ({ a, b }: PairDistance) => a === worst.a && b === worst.b;
  return [
    ...pairs.map((pair) => ({ measure, y, comparison: "pair" as const, pair, worst: isWorst(pair) })),
    ...againstRest.map((pair) => ({ measure, y, comparison: "against-rest" as const, pair, worst: false })),
  ];
}

function oddsTables(all: readonly (OfModel & { readonly entry: AttributeModelFairness })[]): ReportTable[] {
  const known = all.flatMap(({ entry: { equalizedOdds }, ...of }) =>
    equalizedOdds === null ? [] : [{ of, equalizedOdds }],
  );
  return [
    ...reportTable(
      "model-odds",
      (makers) => [
        ...modelColumns(makers),
        makers.column("quantity", "word", ({ quantity }) => quantity),
        makers.estimate("difference", "number", ({ difference }) => difference),
      ],
      known.flatMap(({ of, equalizedOdds: { truePositiveDifference, falsePositiveDifference, difference } }) => {
        const row = (quantity: string, value: Estimate | null) => ({ ...of, quantity, difference: value });
        return [
          row("true-positive-difference", truePositiveDifference),
          row("false-positive-difference", falsePositiveDifference),
          row("difference", difference),
        ];
      }),
    ),
    ...reportTable(
      "model-odds-by-group",
      (makers) => [
        ...modelColumns(makers),
        makers.column("group", "text", ({ group }) => group),
        makers.measured("truePositiveRate", ({ truePositiveRate }) => truePositiveRate),
        makers.measured("falsePositiveRate", ({ falsePositiveRate }) => falsePositiveRate),
      ],
      known.flatMap(({ of, equalizedOdds }) => equalizedOdds.groups.map((group) => ({ ...of, ...group }))),
    ),
  ];
}
