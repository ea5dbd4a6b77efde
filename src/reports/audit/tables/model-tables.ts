import { count } from "../../../document/format.js";
import { column, estimate, measuredShare, own, range, type Table, tableOf } from "../../../document/table.js";
import type { AuditFile } from "../../../findings/audit-file.js";
import { LEAST_GROUP } from "../../../math/group-size.js";
import type { Estimate } from "../../../math/interval.js";
import { fewPeople, marked, ROW_LABELS } from "./rows.js";

type ModelFairness = AuditFile["fairness"][number];
type AttributeModelFairness = ModelFairness["attributes"][number];
type ScoreDistances = NonNullable<AttributeModelFairness["dtidp"]>;
type PairDistance = ScoreDistances["pairs"][number];

interface OfModel {
  readonly method: string;
  readonly scored: ModelFairness["scored"];
  readonly attribute: string;
}

const OF_MODEL = [
  ...own({ method: "word" }),
  ...column<OfModel>("scored", "word", ({ scored }) => scored, "People scored"),
  ...own({ attribute: "text" }),
];

export function modelTables(fairness: readonly ModelFairness[]): Table[] {
  const all = fairness.flatMap(({ method, scored, attributes }) =>
    attributes.map((entry) => ({ of: { method, scored, attribute: entry.attribute }, entry })),
  );
  const entries = all.map(({ of, entry }) => ({ ...of, entry }));
  return [
    tableOf(
      {
        id: "model-rates",
        title: "Rates of the rebuilt model by group",
        note: "Corrected rates add the mean error on the observed people to the mean answer on the population.",
        how: "model-rates",
        emphasis: fewScored,
      },
      all.flatMap(({ of, entry }) => entry.groups.map((group) => ({ ...of, ...group }))),
      [
        OF_MODEL,
        own({ group: "text", n: "count" }),
        measuredShare("rate", ({ rate }) => rate),
        estimate("weightedRate", "share", ({ weightedRate }) => weightedRate),
        column("meanScore", "number", ({ meanScore }) => meanScore),
        estimate("impactRatio", "ratio", ({ impactRatio }) => impactRatio),
        estimate("correctedRate", "share", ({ correctedRate }) => correctedRate),
        estimate("correctedRatio", "ratio", ({ correctedRatio }) => correctedRatio, "Corrected impact ratio"),
        column("agreementN", "count", ({ agreement }) => agreement?.n ?? null, "People compared"),
        measuredShare("agreement", ({ agreement }) => agreement, "Right about people not seen"),
        column("status", "word", ({ status }) => status),
      ],
    ),
    tableOf(
      {
        id: "model-parity",
        title: "Highest and lowest rate of the rebuilt model",
        note:
          "The range runs over the rebuilt models tried that agree with the decisions about as well as the best " +
          "one; the audited system may lie outside.",
        how: "consistent-range",
      },
      entries,
      [
        OF_MODEL,
        estimate("parityDifference", "points", ({ entry }) => entry.parityDifference, "Highest minus lowest"),
        column("highest", "text", ({ entry }) => entry.parityDifference?.highest ?? null, "Highest group"),
        column("lowest", "text", ({ entry }) => entry.parityDifference?.lowest ?? null, "Lowest group"),
        range("range", "points", ({ entry }) => entry.range, "Over models that agree about as well"),
        column("surrogates", "count", ({ entry }) => entry.range?.surrogates ?? null, "Models compared"),
        column("rangeLowest", "text", ({ entry }) => entry.range?.lowest ?? null, "Model of the lowest"),
        column("rangeHighest", "text", ({ entry }) => entry.range?.highest ?? null, "Model of the highest"),
      ],
    ),
    distanceTable(all.flatMap(({ of, entry }) => distanceRows(entry).map((row) => ({ ...of, ...row })))),
    ...oddsTables(entries),
  ];
}

/** Enough people of a group may have been scored, and too few of them observed. */
function fewScored(row: AttributeModelFairness["groups"][number]) {
  const { status, n, agreement } = row;
  if (status !== "insufficient" || n < LEAST_GROUP) return fewPeople(row, n);
  return { as: "insufficient" as const, label: `insufficient (${count(agreement?.n ?? 0)} observed)` };
}

interface DistanceRow {
  readonly measure: "DTIDP" | "DTIEO";
  readonly y: string | null;
  readonly comparison: "pair" | "against-rest";
  readonly pair: PairDistance;
  readonly worst: boolean;
}

function distanceTable(rows: readonly (OfModel & DistanceRow)[]): Table {
  return tableOf(
    {
      id: "model-distances",
      title: "Distances between score distributions",
      note: "0 is alike, 1 as different as scores can be. The largest distance between two groups is marked.",
      how: "score-distance",
      emphasis: ({ worst }) => marked(worst, "largest"),
    },
    rows,
    [
      OF_MODEL,
      column("measure", "word", ({ measure }) => measure),
      column("y", "text", ({ y }) => y, "Among people with"),
      column("comparison", "word", ({ comparison }) => comparison),
      column("group", "text", ({ pair }) => pair.a),
      column("other", "text", ({ pair }) => pair.b ?? ROW_LABELS.rest, "Other group"),
      estimate("distance", "number", ({ pair }) => pair),
    ],
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

function oddsTables(all: readonly (OfModel & { readonly entry: AttributeModelFairness })[]): Table[] {
  const known = all.flatMap(({ entry: { equalizedOdds }, ...of }) =>
    equalizedOdds === null ? [] : [{ of, equalizedOdds }],
  );
  return [
    tableOf(
      { id: "model-odds", title: "Differences of true and false positive rates", how: "equalized-odds" },
      known.flatMap(({ of, equalizedOdds: { truePositiveDifference, falsePositiveDifference, difference } }) => {
        const row = (quantity: string, value: Estimate | null) => ({ ...of, quantity, difference: value });
        return [
          row("true-positive-difference", truePositiveDifference),
          row("false-positive-difference", falsePositiveDifference),
          row("difference", difference),
        ];
      }),
      [
        OF_MODEL,
        column("quantity", "word", ({ quantity }) => quantity),
        estimate("difference", "points", ({ difference }) => difference),
      ],
    ),
    tableOf(
      { id: "model-odds-by-group", title: "True and false positive rates by group", how: "equalized-odds" },
      known.flatMap(({ of, equalizedOdds }) => equalizedOdds.groups.map((group) => ({ ...of, ...group }))),
      [
        OF_MODEL,
        column("group", "text", ({ group }) => group),
        measuredShare("truePositiveRate", ({ truePositiveRate }) => truePositiveRate),
        measuredShare("falsePositiveRate", ({ falsePositiveRate }) => falsePositiveRate),
      ],
    ),
  ];
}
