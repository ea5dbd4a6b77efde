import { count, percent, ratio } from "../../document/format.js";
import { type Axis, linearAxis } from "../../document/svg/axis.js";
import { colour, PAGE } from "../../document/svg/colours.js";
import type { FeatureImportance, PartialDependence } from "../../findings/attributions.js";
import type { ModelFairness } from "../../findings/model-fairness.js";
import type { Sensitivity } from "../../findings/sensitivity.js";
import { choiceName } from "../audit/tables/rows.js";
import { greatestOf, type IntervalRow, intervalRows } from "./interval-rows.js";
import { lineChart, SMALL_WIDTH, shortName } from "./page-chart.js";

/** Rows a chart shows; the table beside it has all. */
const MOST_ROWS = 8;

export function distancesChart({ attributes }: ModelFairness): string | null {
  const rows = attributes.flatMap(({ attribute, dtidp }): IntervalRow[] => {
    if (dtidp === null) return [];
    const { a, b, value, low, high } = dtidp.worst;
    return [{ name: `${attribute}: ${a} and ${b ?? ""}`, note: score(value), estimate: { value, low, high } }];
  });
  return intervalRows(rows, { axis: axisFromZero(rows, "distance between score distributions (DTIDP)") });
}

/** Chance first, then the choices that change most. */
export function sensitivityChart({ variants, method: own, folds }: Sensitivity): string | null {
  if (folds === null) return null;
  const rows = variants.flatMap(({ name: variant, method, kind, changed }) => {
    if (changed === null) return [];
    const row: IntervalRow = {
      name: choiceName(variant, method, own),
      note: percent(changed),
      estimate: bare(changed),
    };
    return [{ kind, row }];
  });
  const chance = rows.filter(({ kind }) => kind === "folds").map(({ row }) => row);
  const choices = rows.filter(({ kind }) => kind !== "folds").map(({ row }) => row);
  const end = greatestOf([...chance, ...choices]) || 0.1;
  const label = axisTitle("share of people who get another answer", choices);
  return intervalRows([...chance, ...most(choices)], {
    axis: linearAxis([0, end], { label, write: "percent", round: true }),
    bars: true,
  });
}

export function permutationChart(features: readonly FeatureImportance[]): string | null {
  const rows = importanceRows(features, percent);
  return intervalRows(most(rows), {
    axis: axisFromZero(rows, "share of answers that change when shuffled", "percent"),
    bars: true,
  });
}

export function shapleyChart(features: readonly FeatureImportance[]): string | null {
  const rows = importanceRows(features, score);
  return intervalRows(most(rows), {
    axis: axisFromZero(rows, "mean size of its share in the score"),
    bars: true,
  });
}

export function dependenceChart({ feature, type, points }: PartialDependence): string | null {
  if (type === "category") {
    const rows = points.map((point): IntervalRow => {
      return { name: String(point.value), note: ratio(point.score), estimate: bare(point.score) };
    });
    const label = axisTitle("mean score", rows);
    return intervalRows(most(rows), { axis: linearAxis([0, 1], { label }), bars: true, width: SMALL_WIDTH });
  }
  const curve = points.flatMap(({ value, score: y }) => (typeof value === "number" ? [{ x: value, y }] : []));
  const from = Math.min(...curve.map(({ x }) => x));
  const to = Math.max(...curve.map(({ x }) => x));
  if (!(to > from)) return null;
  return lineChart({
    x: linearAxis([from, to], { about: 3, label: shortName(feature, SMALL_WIDTH - 50, PAGE.size) }),
    y: linearAxis([0, 1], { label: "mean score" }),
    lines: [{ look: { colour: colour("mark"), dash: "", shape: "circle", r: 2 }, points: curve }],
    width: SMALL_WIDTH,
    height: 102,
  });
}

/** A score, or a difference of scores. */
function score(value: number): string {
  return value.toFixed(3);
}

function importanceRows(features: readonly FeatureImportance[], format: (value: number) => string): IntervalRow[] {
  return features.map(({ feature, importance }) => {
    return { name: feature, note: format(importance.value), estimate: importance };
  });
}

function bare(value: number) {
  return { value, low: null, high: null };
}

/** The rows of the largest values, as many as a chart can hold, in the order given. */
function most(rows: readonly IntervalRow[]): readonly IntervalRow[] {
  if (rows.length <= MOST_ROWS) return rows;
  const sizeOf = ({ estimate }: IntervalRow) => estimate?.value ?? 0;
  const least = rows.map(sizeOf).sort((a, b) => b - a)[MOST_ROWS - 1]!;
  let ties = MOST_ROWS - rows.filter((row) => sizeOf(row) > least).length;
  return rows.filter((row) => sizeOf(row) > least || (sizeOf(row) === least && ties-- > 0));
}

function axisTitle(title: string, rows: readonly IntervalRow[]): string {
  return rows.length > MOST_ROWS ? `${title} (${count(rows.length - MOST_ROWS)} smaller in the table)` : title;
}

/** From 0 to a round number above everything drawn; shares end at 1. */
function axisFromZero(rows: readonly IntervalRow[], title: string, write: "number" | "percent" = "number"): Axis {
  return linearAxis([0, greatestOf(rows) || 0.1], { label: axisTitle(title, rows), write, round: true });
}
