import type { Axis } from "../../document/svg/axis.js";
import { FILE } from "../../document/svg/colours.js";
import type { Drawn, Point } from "../../document/svg/element.js";
import { BOTTOM_AXIS, bottomAxis, type Frame, frameOf } from "../../document/svg/frame.js";
import { lookDots, numberedLook } from "../../document/svg/look.js";
import { rule, rules, words } from "../../document/svg/marks.js";
import { textWidth } from "../../document/svg/text-width.js";
import { PANEL, SOFT, TITLE } from "./plot-page.js";

/** One row of a panel with dots. */
export interface DotRow {
  readonly label: string;
  readonly mean: number | null;
  readonly sd: number | null;
  readonly published: number | null;
  readonly best: boolean;
}

/** Rows under a word of their own. */
export interface DotGroup {
  /** Empty where a panel has one group. */
  readonly label: string;
  readonly rows: readonly DotRow[];
}

const ROW = 17;
const TOP = 30;

/** A row for each method: the mean as a dot, the standard deviation as a line, a published value as a diamond. */
export function dotPanel(title: string, axis: Axis, groups: readonly DotGroup[]): Drawn {
  const lines = groups.flatMap(({ label, rows }) => [...(label === "" ? [] : [label]), ...rows]);
  const names = lines.map((line) => textWidth(typeof line === "string" ? line : line.label, FILE.size));
  const bottom = TOP + lines.length * ROW;
  const left = Math.min(150, 14 + Math.max(40, ...names));
  const box = { left, right: PANEL.width - 8, top: TOP, bottom, theme: FILE };
  const frame = frameOf(box, axis, axis);
  const grid = axis.ticks.map(({ at }): [Point, Point] => [
    [frame.across(at), TOP - 4],
    [frame.across(at), bottom],
  ]);
  const body = [
    words([0, 14], title, TITLE),
    rules(grid, { stroke: FILE.line }),
    ...lines.map((line, k) => {
      const y = TOP + k * ROW + ROW / 2;
      return typeof line === "string"
        ? words([0, y + 4], line, { ...SOFT, "font-style": "italic" })
        : drawRow(line, y, frame);
    }),
    bottomAxis(frame, axis),
  ];
  return { width: PANEL.width, height: bottom + BOTTOM_AXIS, body: body.join("") };
}

function drawRow({ label, mean, sd, published, best }: DotRow, y: number, { left, across }: Frame): string {
  const { colour } = numberedLook(best ? 1 : 0);
  const diamond = { colour: FILE.muted, shape: "diamond", hollow: true } as const;
  return [
    words([left - 8, y + 4], label, { "text-anchor": "end", "font-weight": best ? "bold" : undefined }),
    published === null ? "" : lookDots([[across(published), y]], diamond, FILE),
    mean === null || sd === null ? "" : rule([across(mean - sd), y], [across(mean + sd), y], { stroke: colour }),
    mean === null ? "" : lookDots([[across(mean), y]], { colour, shape: "circle", r: 3.5 }, FILE),
  ].join("");
}
