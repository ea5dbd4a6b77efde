import { FILE } from "../../document/svg/colours.js";
import { type Drawn, element, escapeText, moved, round } from "../../document/svg/element.js";
import { type LegendEntry, legend } from "../../document/svg/look.js";
import { words } from "../../document/svg/marks.js";
import { wrapped } from "../../document/svg/text-width.js";
import type { PublishedTable } from "./published.js";
import type { CellResult } from "./result.js";
import type { StudySpec } from "./spec.js";
import type { MeasureName } from "./summary.js";

export interface PlotInput {
  readonly spec: StudySpec;
  readonly results: ReadonlyMap<string, CellResult>;
  readonly measure: MeasureName;
  readonly published: PublishedTable | null;
}

interface PageParts {
  readonly note: string;
  readonly panels: readonly Drawn[];
  readonly across: number;
  readonly legend?: readonly LegendEntry[];
}

/** Width of a panel unless it says otherwise, and the room between two. */
export const PANEL = { width: 300, gap: 24 };

/** Width of a panel that stands alone or beside one other. */
export const WIDE = 440;

/** Size and height of the drawn area that a panel with lines of this width has. */
export function panelSize(width: number) {
  return { theme: FILE, width, height: Math.round(40 + 0.4 * width) };
}

export const TITLE = { "font-weight": "bold" };
export const SOFT = { fill: FILE.muted };
export const MIDDLE = { "text-anchor": "middle" };

const HEAD_SIZE = 15;

/** Panels under a title, row by row, with a legend at the foot. */
export function pageSvg({ title }: StudySpec, { note, panels, across, legend: entries = [] }: PageParts): string {
  const columns = Math.min(across, Math.max(1, panels.length));
  const panelWidth = Math.max(PANEL.width, ...panels.map((panel) => panel.width));
  const room = Math.max(columns * (panelWidth + PANEL.gap) - PANEL.gap, 2 * PANEL.width + PANEL.gap);
  const heads = wrapped(title, room / 1.05, HEAD_SIZE);
  const notes = wrapped(note, room, FILE.size);
  const below = 24 + heads.length * 20;
  const body = [
    ...heads.map((part, k) => words([PANEL.gap, 24 + k * 20], part, { ...TITLE, "font-size": HEAD_SIZE })),
    ...notes.map((part, k) => words([PANEL.gap, below + k * 15], part, SOFT)),
  ];
  let y = below + notes.length * 15 + 10;
  for (let k = 0; k < panels.length; k += columns) {
    const row = panels.slice(k, k + columns);
    row.forEach((panel, j) => {
      body.push(moved([PANEL.gap + j * (panelWidth + PANEL.gap), y], [panel.body]));
    });
    y += Math.max(...row.map(({ height }) => height)) + PANEL.gap;
  }
  const foot = legend(entries, room, FILE);
  body.push(moved([PANEL.gap, y], [foot.body]));
  const size = { width: room + 2 * PANEL.gap, height: y + foot.height + (entries.length > 0 ? 12 : 0) };
  return `${element(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      ...size,
      viewBox: `0 0 ${round(size.width)} ${round(size.height)}`,
      "font-family": "sans-serif",
      "font-size": FILE.size,
      role: "img",
    },
    [element("title", {}, [escapeText(title)]), element("rect", { ...size, fill: FILE.paper }), ...body],
  )}\n`;
}
