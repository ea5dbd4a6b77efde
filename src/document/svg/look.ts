import type { Theme } from "./colours.js";
import { type Drawn, moved, type Point } from "./element.js";
import { dots, rule, type Shape, words } from "./marks.js";
import { textWidth } from "./text-width.js";

export interface Look {
  readonly colour: string;
  /** Of the line: none where undefined, solid where empty. */
  readonly dash?: string | undefined;
  readonly shape?: Shape | undefined;
  readonly hollow?: boolean;
  /** Of the dots. @default 3 */
  readonly r?: number;
}

export interface LegendEntry {
  readonly label: string;
  readonly look: Look;
}

const COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#b8860b", "#000000", "#7f7f7f"];
const DASHES = ["", "6 3", "2 3", "8 3 2 3"];
const SHAPES = ["circle", "square", "triangle", "diamond"] as const;

/** The look of the line of that number, on white; the first 32 differ from each other. */
export function numberedLook(number: number): Look & { readonly dash: string } {
  const turn = Math.floor(number / COLOURS.length); // with the same colour again, other dashes and another shape
  return {
    colour: COLOURS[number % COLOURS.length]!,
    dash: DASHES[(Math.floor(number / 2) + turn) % DASHES.length]!,
    shape: SHAPES[(number + turn) % SHAPES.length]!,
  };
}

/** The attributes of a line, and none of dashes where it is solid. */
export function strokeOf({ colour, dash }: Look, width: number) {
  return { stroke: colour, "stroke-width": width, "stroke-dasharray": dash === "" ? undefined : dash };
}

export function lookDots(points: readonly Point[], { colour, shape, hollow = false, r = 3 }: Look, theme: Theme) {
  if (shape === undefined) return "";
  return dots(points, shape, r, hollow ? { fill: theme.paper, stroke: colour } : { fill: colour });
}

const ROW = 18;

export function legend(entries: readonly LegendEntry[], width: number, theme: Theme): Drawn {
  const sample = entries.some(({ look }) => look.dash !== undefined) ? 28 : 14;
  const column = sample + 22 + Math.max(0, ...entries.map(({ label }) => textWidth(label, theme.size)));
  const across = Math.max(1, Math.min(entries.length, Math.floor(width / column)));
  const body = entries.map(({ label, look }, k) =>
    moved(
      [(k % across) * column, Math.floor(k / across) * ROW + ROW / 2],
      [
        look.dash === undefined ? "" : rule([0, 0], [sample, 0], strokeOf(look, 1.5)),
        lookDots([[sample / 2, 0]], look, theme),
        words([sample + 8, 4], label, { fill: theme.ink, "font-size": theme.size }),
      ],
    ),
  );
  return { width, height: Math.ceil(entries.length / across) * ROW, body: body.join("") };
}
