import { count, percent } from "../../document/format.js";
import { named } from "../../document/names.js";
import { PAGE } from "../../document/svg/colours.js";
import { moved, pageDrawing } from "../../document/svg/element.js";
import { type LinePanelParts, linePanel } from "../../document/svg/line-panel.js";
import { shortened } from "../../document/svg/text-width.js";

/** Width of a chart: fits a phone with type that can still be read. */
export const CHART_WIDTH = 440;
/** Width of a small chart, of which several fit in a row. */
export const SMALL_WIDTH = 210;
/** Room at the left and right of a chart. */
export const SIDE = 8;

/** Words of notes and axes. */
export const NOTE = { fill: PAGE.muted, "font-size": PAGE.size };
/** The same, ending where they are put. */
export const END_NOTE = { ...NOTE, "text-anchor": "end" };

/** "n = 1,234". */
export function sizeNote(n: number): string {
  return `n = ${count(n)}`;
}

/** "45.0 % of 1,234". */
export function groupShare(share: number, n: number): string {
  return `${percent(share)} of ${count(n)}`;
}

/** A name given by the user, cut to at most `width` pixels, and marked so that it keeps its direction of writing. */
export function shortName(name: string, width: number, fontSize: number): string {
  return named(shortened(name, width, fontSize));
}

/** The drawn area of a chart that keeps its sides free, between these heights. */
export function chartBox(top: number, bottom: number) {
  return { left: SIDE, right: CHART_WIDTH - SIDE, top, bottom, theme: PAGE };
}

export function chartOf(height: number, parts: readonly string[]): string {
  return pageDrawing({ width: CHART_WIDTH, height, body: parts.join("") });
}

export function lineChart(parts: Omit<LinePanelParts, "theme">): string {
  const { height, body } = linePanel({ ...parts, theme: PAGE, width: parts.width - 2 * SIDE });
  return pageDrawing({ width: parts.width, height, body: moved([SIDE, 0], [body]) });
}
