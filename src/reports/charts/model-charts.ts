import type { FeatureImportance, PartialDependence } from "../../findings/attributions.js";
import type { ModelFairness } from "../../findings/model-fairness.js";
import type { Sensitivity } from "../../findings/sensitivity.js";
import { CHART_TEXTS as T } from "../text/chart-labels.js";
import { choiceName } from "../text/table-labels.js";
import { BOTTOM_AXIS, bottomAxis, heading, leftAxis, roundTicks, shareTicks, type Tick } from "./axis.js";
import { type Canvas, type Frame, SMALL_FONT_SIZE } from "./canvas.js";
import { colour } from "./colours.js";
import { type IntervalRow, intervalRows } from "./interval-rows.js";
import { shortName } from "./names.js";

/** Rows a chart shows; the table beside it has all. */
const MOST_ROWS = 16;
const SMALL_WIDTH = 210;

/** The largest distance between score distributions, per attribute. */
export function distancesChart(canvas: Canvas, { attributes }: ModelFairness): string | null {
  const rows = attributes.flatMap(({ attribute, dtidp }): IntervalRow[] => {
    if (dtidp === null) return [];
    const { a, b, value, low, high } = dtidp.worst;
    return [{ name: T.between(attribute, a, b ?? ""), note: T.score(value), value, low, high, look: "plain" }];
  });
  const end = niceEnd(rows, 1);
  return intervalRows(canvas, rows, { domain: [0, end], ticks: roundTicks(0, end, 5), title: T.dtidpAxis });
}

/** Share of people whose decision changes with each choice. */
export function sensitivityChart(canvas: Canvas, { variants, method: own }: Sensitivity): string | null {
  const rows = variants.flatMap(({ name: variant, method, changed }): IntervalRow[] => {
    if (changed === null) return [];
    const name = choiceName(variant, method, own);
    return [{ name, note: T.percent(changed), value: changed, low: null, high: null, look: "plain" }];
  });
  return intervalRows(canvas, most(rows), { ...shareAxis(rows), title: axisTitle(T.changedAxis, rows), bars: true });
}

/** Share of decisions that change when a feature is shuffled. */
export function permutationChart(canvas: Canvas, features: readonly FeatureImportance[]): string | null {
  const rows = importanceRows(features, T.percent);
  return intervalRows(canvas, most(rows), {
    ...shareAxis(rows),
    title: axisTitle(T.permutationAxis, rows),
    bars: true,
  });
}

/** Mean size of Shapley values. */
export function shapleyChart(canvas: Canvas, features: readonly FeatureImportance[]): string | null {
  const rows = importanceRows(features, T.score);
  const end = niceEnd(rows, Number.POSITIVE_INFINITY);
  return intervalRows(canvas, most(rows), {
    domain: [0, end],
    ticks: roundTicks(0, end, 5),
    title: axisTitle(T.shapleyAxis, rows),
    bars: true,
  });
}

/** Mean score over the values of one feature, in a small frame. */
export function partialDependenceChart(canvas: Canvas, { feature, type, points }: PartialDependence): string | null {
  if (type === "category") {
    const rows = points.map(
      ({ value, score }): IntervalRow => ({
        name: String(value),
        note: T.ratio(score),
        value: score,
        low: null,
        high: null,
        look: "plain",
      }),
    );
    return intervalRows(canvas, most(rows), {
      domain: [0, 1],
      ticks: roundTicks(0, 1, 4),
      title: axisTitle(T.partialAxis, rows),
      bars: true,
      width: SMALL_WIDTH,
    });
  }
  const curve = points.flatMap(({ value, score }) => (typeof value === "number" ? [{ value, score }] : []));
  if (curve.length < 2) return null;
  const from = Math.min(...curve.map(({ value }) => value));
  const to = Math.max(...curve.map(({ value }) => value));
  if (!(to > from)) return null;
  const frame: Frame = {
    width: SMALL_WIDTH,
    height: 170,
    margin: { top: 28, right: 10, bottom: BOTTOM_AXIS, left: 34 },
    x: [from, to],
    y: [1, 0],
  };
  const { plot } = canvas;
  return canvas.draw(frame, [
    ...leftAxis(canvas, frame, roundTicks(0, 1, 4)),
    heading(canvas, frame, T.partialAxis),
    plot.line(curve, { x: "value", y: "score", stroke: colour("mark"), strokeWidth: 2 }),
    plot.dot(curve, { x: "value", y: "score", r: 2, fill: colour("mark") }),
    ...bottomAxis(canvas, frame, fewTicks(from, to), shortName(feature, SMALL_WIDTH - 50, SMALL_FONT_SIZE)),
  ]);
}

/** As many labels as fit a small frame. */
function fewTicks(from: number, to: number): Tick[] {
  const ticks = roundTicks(from, to, 3);
  const letters = ticks.reduce((sum, { text }) => sum + text.length, 0);
  return letters <= 20 ? ticks : roundTicks(from, to, 2);
}

function importanceRows(features: readonly FeatureImportance[], format: (value: number) => string): IntervalRow[] {
  return features.map(({ feature, importance: { value, low, high } }) => ({
    name: feature,
    note: format(value),
    value,
    low,
    high,
    look: "plain",
  }));
}

/** The rows of the largest values, as many as a chart can hold, in the order given. */
function most(rows: readonly IntervalRow[]): readonly IntervalRow[] {
  const least = rows.map(({ value }) => value ?? 0).sort((a, b) => b - a)[MOST_ROWS - 1] ?? 0;
  let ties = MOST_ROWS - rows.filter(({ value }) => (value ?? 0) > least).length;
  return rows.length <= MOST_ROWS
    ? rows
    : rows.filter(({ value }) => (value ?? 0) > least || ((value ?? 0) === least && ties-- > 0));
}

function axisTitle(title: string, rows: readonly IntervalRow[]): string {
  return rows.length > MOST_ROWS ? `${title} (${T.smaller(rows.length - MOST_ROWS)})` : title;
}

function shareAxis(rows: readonly IntervalRow[]): { readonly domain: [number, number]; readonly ticks: Tick[] } {
  const end = niceEnd(rows, 1);
  return { domain: [0, end], ticks: shareTicks(0, end) };
}

/** A round number above everything drawn, at most `most`. */
function niceEnd(rows: readonly IntervalRow[], most: number): number {
  const greatest = Math.max(0, ...rows.map(({ value, high }) => Math.max(value ?? 0, high ?? 0)));
  if (!(greatest > 0)) return Math.min(most, 0.1);
  const last = roundTicks(0, greatest, 4).at(-1)?.at ?? greatest;
  const step = roundTicks(0, greatest, 4)[1]?.at ?? greatest;
  return Math.min(most, last >= greatest ? last : last + step);
}
