import type { Markish } from "@observablehq/plot";
import { BOTTOM_AXIS, bottomAxis, type Tick, within } from "./axis.js";
import { type Canvas, CHART_WIDTH, FONT_SIZE, type Frame, SMALL_FONT_SIZE } from "./canvas.js";
import { colour } from "./colours.js";
import { shortName, textWidth } from "./names.js";

/** One row: a name and a note in words, and below them a value with its interval. */
export interface IntervalRow {
  readonly name: string;
  /** At the right end of the name's line. */
  readonly note: string;
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** Hollow: too few people to carry a number. Marked: the one the text speaks of. */
  readonly look: "plain" | "hollow" | "marked";
}

/** How rows are drawn. */
export interface RowsLayout {
  readonly domain: readonly [number, number];
  readonly ticks: readonly Tick[];
  readonly title: string;
  /** Lines to compare with, labelled above the first row. */
  readonly lines?: readonly { readonly at: number; readonly text: string; readonly side: "left" | "right" }[];
  /** Whether the words of the lines keep clear of them, so that those of two lines in one place do not meet. @default false */
  readonly clear?: boolean;
  /** Whether a bar leads from the left end to the value. @default false */
  readonly bars?: boolean;
  /** @default CHART_WIDTH */
  readonly width?: number;
}

const ROW = 38;
/** Of a row's height: the middle of its words, the middle of its drawing, and where the drawing starts and ends. */
const AT = { words: 0.26, drawing: 0.7, top: 0.54, bottom: 0.88 };

/** Rows below each other, each with its name above it, so that long names and many groups stay readable. */
export function intervalRows(canvas: Canvas, rows: readonly IntervalRow[], layout: RowsLayout): string | null {
  if (rows.length === 0) return null;
  const { domain, ticks, title, lines = [], bars = false, width = CHART_WIDTH } = layout;
  const frame: Frame = {
    width,
    height: (lines.length > 0 ? 20 : 4) + rows.length * ROW + BOTTOM_AXIS,
    margin: { top: lines.length > 0 ? 20 : 4, right: 8, bottom: BOTTOM_AXIS, left: 8 },
    x: domain,
    y: [0, rows.length],
  };
  return canvas.draw(frame, [
    ...tracks(canvas, rows.length, layout),
    ...referenceLines(canvas, rows.length, layout),
    ...words(canvas, rows, frame),
    ...(bars ? barMarks(canvas, rows, domain) : []),
    ...whiskers(canvas, rows, domain),
    ...dots(canvas, rows, domain),
    ...bottomAxis(canvas, frame, ticks, title),
  ]);
}

function tracks({ plot }: Canvas, rows: number, { domain, ticks }: RowsLayout): Markish[] {
  const places = Array.from({ length: rows }, (_, row) => row);
  return [
    plot.link(places, {
      x1: domain[0],
      x2: domain[1],
      y1: (row: number) => row + AT.drawing,
      y2: (row: number) => row + AT.drawing,
      stroke: colour("line"),
      strokeWidth: 1,
    }),
    plot.link(
      places.flatMap((row) => ticks.map(({ at }) => ({ row, at }))),
      {
        x1: "at",
        x2: "at",
        y1: ({ row }: { row: number }) => row + AT.drawing - 0.1,
        y2: ({ row }: { row: number }) => row + AT.drawing + 0.1,
        stroke: colour("line"),
        strokeWidth: 1,
      },
    ),
  ];
}

function referenceLines({ plot }: Canvas, rows: number, { lines = [], clear = false }: RowsLayout): Markish[] {
  const away = clear ? 4 : -4;
  return lines.flatMap(({ at, text, side }, k) => [
    plot.link(
      Array.from({ length: rows }, (_, row) => row),
      {
        x1: at,
        x2: at,
        y1: (row: number) => row + AT.top - 0.06,
        y2: (row: number) => row + AT.bottom + 0.06,
        stroke: colour("ink"),
        strokeWidth: k === 0 ? 1.5 : 1,
        ...(k === 0 ? {} : { strokeDasharray: "3 2" }),
      },
    ),
    plot.text([text], {
      x: at,
      y: 0,
      dy: -10,
      dx: side === "left" ? -away : away,
      text: [text],
      textAnchor: side === "left" ? "end" : "start",
      fill: colour("muted"),
      fontSize: SMALL_FONT_SIZE,
    }),
  ]);
}

/** How wide letters are beside those of the plain weight. */
const WIDTH_OF = { normal: 1, bold: 1.15 };

function words({ plot }: Canvas, rows: readonly IntervalRow[], { x, width }: Frame): Markish[] {
  const room = width - 16;
  const labels = rows.map(({ name, note, look }, row) => {
    const weight = look === "marked" ? ("bold" as const) : ("normal" as const);
    const left = room - textWidth(note, SMALL_FONT_SIZE) - 20;
    return { row: row + AT.words, name: shortName(name, left / WIDTH_OF[weight], FONT_SIZE), note, weight };
  });
  return [
    ...(["normal", "bold"] as const).map((weight) =>
      plot.text(
        labels.filter((label) => label.weight === weight),
        { x: x[0], y: "row", text: "name", textAnchor: "start", fill: colour("ink"), fontWeight: weight },
      ),
    ),
    plot.text(labels, {
      x: x[1],
      y: "row",
      text: "note",
      textAnchor: "end",
      fill: colour("muted"),
      fontSize: SMALL_FONT_SIZE,
    }),
  ];
}

function barMarks({ plot }: Canvas, rows: readonly IntervalRow[], [from, to]: readonly [number, number]): Markish[] {
  const start = Math.max(from, Math.min(0, to));
  const drawn = rows.flatMap(({ value, look }, row) =>
    value === null ? [] : [{ end: within(value, from, to), row: row + AT.drawing, look }],
  );
  return [0, 0.3].map((fillOpacity) =>
    plot.rect(
      drawn.filter(({ look }) => (look === "hollow") === (fillOpacity === 0)),
      {
        x1: start,
        x2: "end",
        y1: ({ row }: { row: number }) => row - 0.12,
        y2: ({ row }: { row: number }) => row + 0.12,
        fill: colour("mark"),
        fillOpacity,
        stroke: colour("mark"),
        strokeWidth: 1,
      },
    ),
  );
}

function whiskers({ plot }: Canvas, rows: readonly IntervalRow[], [from, to]: readonly [number, number]): Markish[] {
  const drawn = rows.flatMap(({ low, high }, row) => {
    if (low === null || high === null || high < from || low > to) return [];
    return [
      {
        low: within(low, from, to),
        high: within(high, from, to),
        cutLow: low < from,
        cutHigh: high > to,
        row: row + AT.drawing,
      },
    ];
  });
  const stroke = { stroke: colour("mark"), strokeWidth: 1.5 };
  const ends = drawn.flatMap(({ low, high, cutLow, cutHigh, row }) => [
    ...(cutLow ? [] : [{ at: low, row }]),
    ...(cutHigh ? [] : [{ at: high, row }]),
  ]);
  // An interval that goes on beyond the axis ends in an arrow.
  const arrow = (side: "◂" | "▸") =>
    ({ text: [side], fill: colour("mark"), fontSize: FONT_SIZE, textAnchor: side === "▸" ? "end" : "start" }) as const;
  const cut = (wanted: "cutLow" | "cutHigh", at: number, side: "◂" | "▸"): Markish[] =>
    drawn
      .filter((entry) => entry[wanted])
      .map(({ row }) => plot.text([side], { x: at, y: row, dx: side === "▸" ? 6 : -6, ...arrow(side) }));
  return [
    plot.link(drawn, { x1: "low", x2: "high", y1: "row", y2: "row", ...stroke }),
    plot.link(ends, {
      x1: "at",
      x2: "at",
      y1: ({ row }: { row: number }) => row - 0.13,
      y2: ({ row }: { row: number }) => row + 0.13,
      ...stroke,
    }),
    ...cut("cutLow", from, "◂"),
    ...cut("cutHigh", to, "▸"),
  ];
}

function dots({ plot }: Canvas, rows: readonly IntervalRow[], [from, to]: readonly [number, number]): Markish[] {
  const drawn = rows.flatMap(({ value, look }, row) =>
    value === null || value < from || value > to ? [] : [{ value, look, row: row + AT.drawing }],
  );
  const of = (look: IntervalRow["look"]) => drawn.filter((entry) => entry.look === look);
  const place = { x: "value", y: "row" } as const;
  return [
    plot.dot(of("plain"), { ...place, r: 4.5, fill: colour("mark") }),
    plot.dot(of("hollow"), { ...place, r: 4, fill: colour("paper"), stroke: colour("mark"), strokeWidth: 1.5 }),
    plot.dot(of("marked"), {
      ...place,
      r: 5.5,
      symbol: "diamond",
      fill: colour("mark"),
      stroke: colour("ink"),
      strokeWidth: 1,
    }),
  ];
}
