import type { Markish, SymbolType } from "@observablehq/plot";
import { percent, points } from "../../document/format.js";
import type { ArmName, CurvePoint, LeakFile } from "../../findings/leak-file.js";
import { BOTTOM_AXIS, bottomAxis, heading, leftAxis, roundTicks, shareTicks, within } from "../charts/axis.js";
import { type Canvas, CHART_WIDTH, type Frame } from "../charts/canvas.js";
import { loadCanvas } from "../charts/charts.js";
import { type ColourName, colour } from "../charts/colours.js";
import { type IntervalRow, intervalRows } from "../charts/interval-rows.js";
import { type LegendEntry, legendAbove } from "../charts/legend.js";
import { armName, LEAK_TEXT, mitigationName } from "../text/en/leak.js";

/** The drawings of a leakage report; null where there is nothing to draw. */
export interface LeakDrawings {
  readonly curves: string | null;
  readonly letters: string | null;
  readonly fields: string | null;
  readonly mitigations: string | null;
}

/** What draws them, once the plotting library is loaded. */
export type LeakCharts = (file: LeakFile) => LeakDrawings;

/** Loads the plotting library. */
export async function loadLeakCharts(): Promise<LeakCharts> {
  const canvas = await loadCanvas();
  return (file) => ({
    curves: curvesChart(canvas, file),
    letters: lettersChart(canvas, file),
    fields: fieldsChart(canvas, file),
    mitigations: mitigationsChart(canvas, file),
  });
}

/** How each curve looks: colour, mark and dashes, so that none of them is needed alone. */
const LOOKS: Readonly<Record<ArmName, { tint: ColourName; symbol: SymbolType; dash: string; filled: boolean }>> = {
  letters: { tint: "mark", symbol: "circle", dash: "", filled: true },
  "no-letters": { tint: "rejected", symbol: "square", dash: "6 3", filled: true },
  recast: { tint: "letters", symbol: "triangle", dash: "", filled: false },
  ridge: { tint: "open", symbol: "diamond", dash: "2 3", filled: false },
};

interface Drawn {
  readonly at: number;
  readonly share: number;
  readonly low: number;
  readonly high: number;
}

function drawn(given: readonly CurvePoint[], at: (point: CurvePoint) => number): Drawn[] {
  return given.flatMap((point) =>
    point.fidelity === null
      ? []
      : [{ at: at(point), share: point.fidelity.value, low: point.fidelity.low, high: point.fidelity.high }],
  );
}

function curvesChart(canvas: Canvas, { curves, majority }: LeakFile): string | null {
  const lines = curves.map(({ arm, method, points: all }) => ({ arm, method, curve: drawn(all, ({ n }) => n) }));
  if (lines.every(({ curve }) => curve.length < 2)) return null;
  const legend = [
    ...lines.map(({ arm, method }): LegendEntry => ({ text: armName(arm, method), mark: markOf(arm) })),
    { text: LEAK_TEXT.curves.majority, mark: { kind: "dashes", stroke: colour("ink") } } as const,
  ];
  return curveFrame(canvas, lines, majority, LEAK_TEXT.curves.axis, legend);
}

function lettersChart(canvas: Canvas, { letterCurve, majority, settings }: LeakFile): string | null {
  const curve = drawn(letterCurve.points, ({ letters }) => letters);
  if (curve.length < 2) return null;
  const line = { arm: "letters", method: settings.method, curve } as const;
  return curveFrame(canvas, [line], majority, LEAK_TEXT.curves.letterAxis, []);
}

function curveFrame(
  canvas: Canvas,
  lines: readonly { readonly arm: ArmName; readonly curve: readonly Drawn[] }[],
  majority: number,
  axis: string,
  entries: readonly LegendEntry[],
): string {
  const all = lines.flatMap(({ curve }) => curve);
  const from = tenthBelow([...all.map(({ low }) => low), majority]);
  const last = Math.max(...all.map(({ at }) => at));
  const { plot } = canvas;
  const legend = entries.length === 0 ? null : legendAbove(canvas, entries, CHART_WIDTH);
  const top = (legend?.height ?? 0) + 28;
  const frame: Frame = {
    width: CHART_WIDTH,
    height: top + 220 + BOTTOM_AXIS,
    margin: { top, right: 14, bottom: BOTTOM_AXIS, left: 46 },
    x: [0, last * 1.02],
    y: [1, from],
  };
  const marks = lines.flatMap(({ arm, curve }): Markish[] => {
    const { tint, symbol, dash, filled } = LOOKS[arm];
    const clipped = curve.map((point) => ({
      ...point,
      low: within(point.low, from, 1),
      high: within(point.high, from, 1),
    }));
    return [
      ...(filled
        ? [plot.areaY(clipped, { x: "at", y1: "low", y2: "high", fill: colour(tint), fillOpacity: 0.14 })]
        : []),
      plot.line(curve, {
        x: "at",
        y: "share",
        stroke: colour(tint),
        strokeWidth: 2,
        ...(dash === "" ? {} : { strokeDasharray: dash }),
      }),
      plot.dot(curve, {
        x: "at",
        y: "share",
        r: 3.5,
        symbol,
        fill: filled ? colour(tint) : colour("paper"),
        stroke: colour(tint),
      }),
    ];
  });
  return canvas.draw(frame, [
    ...leftAxis(canvas, frame, shareTicks(from, 1)),
    plot.link([majority], {
      x1: 0,
      x2: frame.x[1],
      y1: majority,
      y2: majority,
      stroke: colour("ink"),
      strokeWidth: 1,
      strokeDasharray: "3 3",
    }),
    ...marks,
    ...(legend?.marks(frame) ?? []),
    heading(canvas, frame, LEAK_TEXT.curves.value),
    ...bottomAxis(canvas, frame, roundTicks(0, last, 5), axis),
  ]);
}

function markOf(arm: ArmName): LegendEntry["mark"] {
  const { tint, symbol, filled } = LOOKS[arm];
  return { kind: "symbol", symbol, r: 4.5, fill: filled ? colour(tint) : "none", stroke: colour(tint) };
}

const MOST_FIELDS = 20;

function fieldsChart(canvas: Canvas, { fields }: LeakFile): string | null {
  const rows = fields.slice(0, MOST_FIELDS).map(({ field, drop }): IntervalRow => {
    return {
      name: field,
      note: drop === null ? LEAK_TEXT.notDetermined : points(drop.value),
      value: drop?.value ?? null,
      low: drop?.low ?? null,
      high: drop?.high ?? null,
      look: (drop?.low ?? 0) > 0 ? "marked" : "plain",
    };
  });
  if (rows.every(({ value }) => value === null)) return null;
  const ends = rows.flatMap(({ low, high }) => (low === null || high === null ? [] : [low, high]));
  const domain: [number, number] = [
    Math.floor(Math.min(0, ...ends) * 20) / 20,
    Math.max(0.05, Math.ceil(Math.max(0, ...ends) * 20) / 20),
  ];
  const ticks = roundTicks(100 * domain[0], 100 * domain[1], 5).map(({ at, text }) => ({ at: at / 100, text }));
  const zero = { at: 0, text: "", side: "right" } as const;
  return intervalRows(canvas, rows, { domain, ticks, title: LEAK_TEXT.fields.axis, lines: [zero] });
}

function mitigationsChart(canvas: Canvas, { mitigations, curves, settings }: LeakFile): string | null {
  const rows = mitigations.map((one): IntervalRow => {
    const { fidelity } = one;
    return {
      name: mitigationName(one),
      note: fidelity === null ? LEAK_TEXT.notDetermined : percent(fidelity.value),
      value: fidelity?.value ?? null,
      low: fidelity?.low ?? null,
      high: fidelity?.high ?? null,
      look: "plain",
    };
  });
  if (rows.every(({ value }) => value === null)) return null;
  const at = (arm: ArmName) =>
    curves.find((curve) => curve.arm === arm)?.points.find(({ n }) => n === settings.at)?.fidelity?.value ?? null;
  const lines = [
    { arm: "letters", text: LEAK_TEXT.mitigations.before },
    { arm: "no-letters", text: LEAK_TEXT.mitigations.without },
  ] as const;
  const shown = lines.flatMap(({ arm, text }) => {
    const share = at(arm);
    return share === null ? [] : [{ at: share, text }];
  });
  const lowest = shown.findIndex((line) => shown.every((other) => line.at <= other.at));
  // the words of the two lines stand apart from each other: the lower line's to its left
  const placed = shown.map((line, k) => ({ ...line, side: k === lowest ? ("left" as const) : ("right" as const) }));
  const from = tenthBelow([...rows.flatMap(({ low }) => (low === null ? [] : [low])), ...shown.map((line) => line.at)]);
  return intervalRows(canvas, rows, {
    domain: [from, 1],
    ticks: shareTicks(from, 1),
    title: LEAK_TEXT.mitigations.axis,
    lines: placed,
    clear: true,
  });
}

function tenthBelow(shares: readonly number[]): number {
  return Math.min(0.9, Math.max(0, Math.floor(Math.min(1, ...shares) * 10) / 10));
}
