import type { Axis } from "./plot-axis.js";
import { gridLine, type LegendEntry, legendSvg, PANEL, type Panel, panelTitle } from "./plot-page.js";
import { colourOf, diamond, INK, LETTER_WIDTH, line, markOf, round, type Stroke, strokeOf, words } from "./plot-svg.js";

/** A value of a line, with its standard deviation where it has one. */
export interface LinePoint {
  readonly x: number;
  readonly y: number;
  readonly sd?: number | null;
}

/** One line of a panel. */
export interface Line {
  readonly stroke: Stroke;
  readonly points: readonly LinePoint[];
  /** How the standard deviation is shown. @default "bars" */
  readonly spread?: "bars" | "band";
  /** Which points have a mark. @default all */
  readonly marked?: (point: LinePoint, k: number) => boolean;
  /** Published values: empty diamonds. */
  readonly published?: readonly LinePoint[];
}

/** A place on one of the axes that a dotted line points out. */
export interface Rule {
  readonly axis: "x" | "y";
  readonly at: number;
  readonly stroke?: Stroke;
}

/** What a panel with lines shows. */
export interface LinePanelParts {
  readonly title: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly lines: readonly Line[];
  readonly rules?: readonly Rule[];
  /** A legend of its own, below the panel. */
  readonly legend?: readonly LegendEntry[];
  /** Lines of words below the panel. */
  readonly notes?: readonly string[];
  /** @default PANEL.width */
  readonly width?: number;
}

const DODGE = 1.2;
const NOTE_ROW = 15;

/** Where the drawn area of a panel begins and ends. */
interface Frame {
  readonly left: number;
  readonly right: number;
  readonly base: number;
  across(value: number): number;
  up(value: number): number;
}

/** A panel with lines between two axes. */
export function linePanel(given: LinePanelParts): Panel {
  const { title, x, y, lines, rules = [], legend = [], notes = [], width = PANEL.width } = given;
  const height = Math.round(116 + 0.4 * width);
  const base = height - PANEL.bottom;
  const left = 16 + LETTER_WIDTH * Math.max(2, ...y.ticks.map(({ label }) => label.length)) + (y.label === "" ? 0 : 14);
  const frame: Frame = {
    left,
    right: width,
    base,
    across: (value) => round(left + 10 + x.place(value) * (width - left - 20)),
    up: (value) => round(base - y.place(value) * (base - PANEL.top)),
  };
  const parts = [panelTitle(title), ...drawAxes(frame, x, y)];
  for (const rule of rules) parts.push(drawRule(rule, frame));
  lines.forEach((drawn, k) => {
    // bars of a standard deviation stand side by side
    const bars = drawn.spread !== "band" && drawn.points.some(({ sd }) => sd != null);
    const aside = bars ? DODGE * (k - (lines.length - 1) / 2) : 0;
    parts.push(drawLine(drawn, { ...frame, across: (value) => round(frame.across(value) + aside) }));
  });
  notes.forEach((note, k) => {
    parts.push(words(0, height + 12 + k * NOTE_ROW, note, `fill="${INK.soft}"`));
  });
  const foot = height + notes.length * NOTE_ROW + (legend.length > 0 ? 6 : 0);
  const below = legendSvg(legend, width);
  parts.push(`<g transform="translate(0 ${foot})">${below.body}</g>`);
  return { width, height: foot + below.height, body: parts.join("") };
}

function drawAxes(frame: Frame, x: Axis, y: Axis): string[] {
  const { left, right, base, across, up } = frame;
  const parts: string[] = [];
  for (const { value, label } of y.ticks) {
    parts.push(gridLine(left, up(value), right, up(value)));
    parts.push(words(left - 6, up(value) + 4, label, `text-anchor="end" fill="${INK.soft}"`));
  }
  const middle = round((base + PANEL.top) / 2);
  if (y.label !== "") {
    parts.push(words(10, middle, y.label, `text-anchor="middle" transform="rotate(-90 10 ${middle})"`));
  }
  for (const { value, label } of thinned(x, across)) {
    parts.push(line(across(value), base, across(value), base + 3, INK.soft));
    parts.push(words(across(value), base + 15, label, `text-anchor="middle" fill="${INK.soft}"`));
  }
  parts.push(words((left + right) / 2, base + 31, x.label, 'text-anchor="middle"'));
  return parts;
}

/** The ticks whose words do not run into each other. */
function thinned({ ticks }: Axis, across: (value: number) => number) {
  let end = Number.NEGATIVE_INFINITY;
  return ticks.filter(({ value, label }) => {
    const half = (LETTER_WIDTH * label.length) / 2;
    if (across(value) - half < end + 4) return false;
    end = across(value) + half;
    return true;
  });
}

function drawRule({ axis, at, stroke }: Rule, { left, right, base, across, up }: Frame): string {
  const colour = stroke === undefined ? INK.soft : colourOf(stroke);
  return axis === "y"
    ? line(left, up(at), right, up(at), colour, "1 3")
    : line(across(at), PANEL.top - 4, across(at), base, colour, "1 3");
}

function drawLine(
  { stroke, points, spread = "bars", marked = () => true, published = [] }: Line,
  { across, up }: Frame,
): string {
  const parts: string[] = [];
  for (const { x, y } of published) parts.push(diamond(across(x), up(y), colourOf(stroke)));
  if (points.length === 0) return parts.join("");
  if (spread === "band" && points.some(({ sd }) => sd != null && sd > 0)) {
    const upper = points.map(({ x, y, sd }) => `${across(x)},${up(y + (sd ?? 0))}`);
    const lower = points.map(({ x, y, sd }) => `${across(x)},${up(y - (sd ?? 0))}`).reverse();
    const corners = [...upper, ...lower].join(" ");
    parts.push(`<polygon points="${corners}" fill="${colourOf(stroke)}" fill-opacity="0.12"/>`);
  }
  const path = points.map(({ x, y }) => `${across(x)},${up(y)}`).join(" ");
  parts.push(`<polyline points="${path}" fill="none" ${strokeOf(stroke)}/>`);
  points.forEach((point, k) => {
    const { x, y, sd } = point;
    if (spread === "bars" && sd != null)
      parts.push(line(across(x), up(y - sd), across(x), up(y + sd), colourOf(stroke)));
    if (marked(point, k)) parts.push(markOf(stroke, across(x), up(y)));
  });
  return parts.join("");
}
