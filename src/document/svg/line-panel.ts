import type { Axis } from "./axis.js";
import type { Theme } from "./colours.js";
import { type Drawn, moved } from "./element.js";
import { BOTTOM_AXIS, bottomAxis, type Frame, frameOf, leftAxis, leftAxisWidth, placed } from "./frame.js";
import { type LegendEntry, type Look, legend, lookDots, strokeOf } from "./look.js";
import { band, curve, level, rules, upright, words } from "./marks.js";

export interface LinePoint {
  readonly x: number;
  readonly y: number;
  readonly low?: number | null;
  readonly high?: number | null;
}

/** A mean with its standard deviation to either side, where it has one. */
export function withSpread(x: number, y: number, sd: number | null): LinePoint {
  return sd === null ? { x, y } : { x, y, low: y - sd, high: y + sd };
}

export interface Line {
  readonly look: Look;
  readonly points: readonly LinePoint[];
  /** How intervals are shown. @default "bars" */
  readonly spread?: "bars" | "band";
  /** Which points have a mark. @default all */
  readonly marked?: (point: LinePoint, k: number) => boolean;
  readonly published?: readonly LinePoint[];
}

export interface Rule {
  readonly axis: "x" | "y";
  readonly at: number;
  /** @default the theme's grey */
  readonly colour?: string;
}

export interface LinePanelParts {
  readonly theme: Theme;
  readonly title?: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly lines: readonly Line[];
  readonly rules?: readonly Rule[];
  /** A legend of its own, below the panel. */
  readonly legend?: readonly LegendEntry[];
  readonly notes?: readonly string[];
  readonly width: number;
  readonly height: number;
}

/** Dashes of lines that point something out. */
export const DOTTED = "1 3";
const DODGE = 1.2;
const NOTE_ROW = 15;

export function linePanel(parts: LinePanelParts): Drawn {
  const { theme, title = "", x, y, lines, notes = [], width, height } = parts;
  const top = (title === "" ? 0 : 20) + (y.label === "" ? 8 : 26);
  const box = { left: leftAxisWidth(y, theme), right: width, top, bottom: top + height, theme };
  const frame = frameOf(box, x, y, 8);
  const below = top + height + BOTTOM_AXIS;
  const foot = below + notes.length * NOTE_ROW + (notes.length > 0 ? 6 : 0);
  const key = legend(parts.legend ?? [], width, theme);
  const body = [
    words([0, 12], title, { "font-weight": "bold", fill: theme.ink, "font-size": theme.size }),
    leftAxis(frame, y),
    bottomAxis(frame, x),
    rules(
      x.ticks.map(({ at }) => upright(frame.across(at), frame.bottom, frame.bottom + 3)),
      { stroke: theme.muted },
    ),
    ...(parts.rules ?? []).map((one) => drawRule(one, frame)),
    ...lines.map((line, k) => drawLine(line, besideOthers(frame, line, k - (lines.length - 1) / 2))),
    ...notes.map((note, k) =>
      words([0, below + 12 + k * NOTE_ROW], note, { fill: theme.muted, "font-size": theme.size }),
    ),
    moved([0, foot], [key.body]),
  ];
  return { width, height: foot + key.height, body: body.join("") };
}

/** Bars of several lines stand side by side. */
function besideOthers(frame: Frame, { spread, points }: Line, steps: number): Frame {
  if (spread === "band" || points.every(({ low }) => low == null)) return frame;
  return { ...frame, across: (value) => frame.across(value) + DODGE * steps };
}

function drawRule({ axis, at, colour }: Rule, frame: Frame): string {
  const { left, right, top, bottom, across, up, theme } = frame;
  const look = { stroke: colour ?? theme.muted, "stroke-dasharray": DOTTED };
  return rules([axis === "y" ? level(up(at), left, right) : upright(across(at), top, bottom)], look);
}

function drawLine({ look, points, spread = "bars", marked = () => true, published = [] }: Line, frame: Frame): string {
  const { across, up, theme } = frame;
  const ranges = points.flatMap(({ x, low, high }) =>
    low == null || high == null ? [] : [[across(x), up(low), up(high)] as const],
  );
  return [
    lookDots(placed(frame, published), { colour: look.colour, shape: "diamond", hollow: true }, theme),
    spread === "band"
      ? band(ranges, { fill: look.colour, "fill-opacity": 0.18 })
      : rules(
          ranges.map((range) => upright(...range)),
          { stroke: look.colour },
        ),
    curve(placed(frame, points), strokeOf(look, theme.stroke)),
    lookDots(placed(frame, points.filter(marked)), look, theme),
  ].join("");
}
