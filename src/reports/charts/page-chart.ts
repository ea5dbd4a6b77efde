import { named } from "../../document/names.js";
import { PAGE } from "../../document/svg/colours.js";
import { moved, pageDrawing } from "../../document/svg/element.js";
import { type LinePanelParts, linePanel } from "../../document/svg/line-panel.js";
import { shortened } from "../../document/svg/text-width.js";

/** Width of a chart: fits a phone with type that can still be read. */
export const CHART_WIDTH = 440;
/** Width of a small one, of which several stand beside each other. */
export const SMALL_WIDTH = 210;
/** Room at the left and right of a chart. */
export const SIDE = 8;

/** Words of notes and axes. */
export const NOTE = { fill: PAGE.muted, "font-size": PAGE.size };

/** A name given by the user, cut to at most `width` pixels, and marked so that it keeps its own direction of writing. */
export function shortName(name: string, width: number, fontSize: number): string {
  return named(shortened(name, width, fontSize));
}

/** A panel with lines as a chart of its own. */
export function lineChart(parts: Omit<LinePanelParts, "theme">): string {
  const { height, body } = linePanel({ ...parts, theme: PAGE, width: parts.width - 2 * SIDE });
  return pageDrawing({ width: parts.width, height, body: moved([SIDE, 0], [body]) });
}
