import type { Markish } from "@observablehq/plot";
import { type Canvas, type Frame, SMALL_FONT_SIZE } from "./canvas.js";
import { colour } from "./colours.js";

/** Marks of an axis: where, and what is written there. */
export interface Tick {
  readonly at: number;
  readonly text: string;
}

/** Round numbers from `low` to `high`, about `count` of them: multiples of 1, 2 or 5 times a power of ten. */
export function roundTicks(low: number, high: number, count: number): Tick[] {
  if (!(high > low)) return [{ at: low, text: plainNumber(low, 0) }];
  let power = 1; // of ten: the largest that is not above the step asked for
  let decimals = 0;
  const wanted = (high - low) / count;
  while (power * 10 <= wanted) power *= 10;
  while (power > wanted) {
    power /= 10;
    decimals++;
  }
  const factor = [1, 2, 5, 10].find((candidate) => candidate * power >= wanted * 0.999) ?? 10;
  if (factor === 10) decimals = Math.max(0, decimals - 1);
  const step = factor * power;
  const ticks: Tick[] = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + step * 1e-9; k++) {
    ticks.push({ at: k * step, text: plainNumber(k * step, decimals) });
  }
  return ticks;
}

/** Shares from `low` to `high` in steps of 10, 20 or 25 %, as percentages. */
export function shareTicks(low: number, high: number): Tick[] {
  const step = high - low > 0.6 ? 0.25 : high - low > 0.3 ? 0.1 : 0.05;
  return roundTicksOf(low, high, step).map((at) => ({ at, text: `${Math.round(at * 100)} %` }));
}

function roundTicksOf(low: number, high: number, step: number): number[] {
  const ticks: number[] = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9; k++) ticks.push(k * step);
  return ticks;
}

function plainNumber(value: number, decimals: number): string {
  if (Math.abs(value) >= 1e6 || decimals > 6) return shortPower(value);
  const text = Math.abs(value).toFixed(decimals);
  const grouped = text.replace(/\B(?=(?:\d{3})+(?!\d))(?<!\.\d*)/g, ",");
  return value < 0 && Number(text) !== 0 ? `−${grouped}` : grouped;
}

function shortPower(value: number): string {
  return value === 0 ? "0" : value.toExponential(1).replace("-", "−").replace("e+", "e");
}

/** Tick labels along the bottom, and what they count. */
export function bottomAxis({ plot }: Canvas, frame: Frame, ticks: readonly Tick[], title: string): Markish[] {
  const bottom = frame.y[1];
  const middle = (frame.x[0] + frame.x[1]) / 2;
  const place = (at: number) => (at - frame.x[0]) / (frame.x[1] - frame.x[0]);
  return [
    // The outermost labels are turned inwards, so that none is cut off.
    ...ticks.map(({ at, text }) =>
      plot.text([at], {
        x: at,
        y: bottom,
        text: [text],
        dy: 13,
        fill: colour("muted"),
        fontSize: SMALL_FONT_SIZE,
        textAnchor: place(at) < 0.03 ? "start" : place(at) > 0.97 ? "end" : "middle",
      }),
    ),
    plot.text([title], {
      x: middle,
      y: bottom,
      text: [title],
      dy: 30,
      fill: colour("muted"),
      fontSize: SMALL_FONT_SIZE,
    }),
  ];
}

/** Lines across the frame with their labels at its left. */
export function leftAxis({ plot }: Canvas, frame: Frame, ticks: readonly Tick[]): Markish[] {
  const [low, high] = frame.x;
  return [
    plot.link(ticks, { x1: low, x2: high, y1: "at", y2: "at", stroke: colour("line"), strokeWidth: 1 }),
    plot.text(ticks, {
      x: low,
      y: "at",
      text: "text",
      dx: -6,
      textAnchor: "end",
      fill: colour("muted"),
      fontSize: SMALL_FONT_SIZE,
    }),
  ];
}

/** What the heights count, above the frame. */
export function heading({ plot }: Canvas, frame: Frame, text: string): Markish {
  return plot.text([text], {
    x: frame.x[0],
    y: frame.y[0],
    dx: -frame.margin.left + 8,
    dy: -16,
    text: [text],
    textAnchor: "start",
    fill: colour("muted"),
    fontSize: SMALL_FONT_SIZE,
  });
}

/** Height below a frame that `bottomAxis` takes. */
export const BOTTOM_AXIS = 40;

/** The value, or the end of the range it lies beyond. */
export function within(value: number, from: number, to: number): number {
  return Math.min(Math.max(value, from), to);
}
