import type { Markish } from "@observablehq/plot";
import { colour } from "./colours.js";
import { serialiseSvg } from "./serialise.js";

/** The plotting library, once it is loaded. */
export type PlotLibrary = typeof import("@observablehq/plot");

/** Size of the type in charts, in their own pixels. */
export const FONT_SIZE = 13;
/** Size of the type of notes and axes. */
export const SMALL_FONT_SIZE = 11.5;
/** Width of a chart: fits a phone with type that can still be read. */
export const CHART_WIDTH = 440;

/** Where the data lie in a drawing. */
export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly margin: { readonly top: number; readonly right: number; readonly bottom: number; readonly left: number };
  readonly x: readonly [number, number];
  /** From the top of the frame to its bottom. */
  readonly y: readonly [number, number];
}

/** The library's marks that charts are made of. */
type Pens = Pick<PlotLibrary, "areaY" | "dot" | "line" | "link" | "rect" | "text">;

/** Something to draw on: marks, and how they become text. */
export interface Canvas {
  readonly plot: Pens;
  draw(frame: Frame, marks: readonly Markish[]): string;
}

/**
 * Draws with the library in a document of its own. The library's axes, grids, rules and ticks are left out: their places
 * depend on the screen they are computed on, and their numbers on the locale. Other marks are put back to where they are
 * everywhere.
 */
export function canvasOf(plot: PlotLibrary, document: Document): Canvas {
  const nudge = nudgeOf(plot, document);
  const steady =
    <Data, Options extends { dx?: number; dy?: number }, Mark>(pen: (data?: Data, options?: Options) => Mark) =>
    (data?: Data, options?: Options): Mark =>
      pen(data, { ...(options as Options), dx: (options?.dx ?? 0) - nudge, dy: (options?.dy ?? 0) - nudge });
  return {
    plot: {
      areaY: plot.areaY,
      dot: steady(plot.dot),
      line: steady(plot.line),
      link: steady(plot.link),
      rect: plot.rect,
      text: steady(plot.text),
    },
    draw({ width, height, margin, x, y }, marks) {
      const svg = plot.plot({
        document,
        className: "chart",
        width,
        height,
        marginTop: margin.top,
        marginRight: margin.right,
        marginBottom: margin.bottom,
        marginLeft: margin.left,
        axis: null,
        x: { type: "linear", domain: [...x], nice: false },
        y: { type: "linear", domain: [y[1], y[0]], nice: false },
        marks: [...marks],
      });
      svg.setAttribute("color", colour("ink"));
      svg.setAttribute("font-size", String(FONT_SIZE));
      return serialiseSvg(svg);
    },
  };
}

/** By how much the library moves marks towards the middle of a pixel: half of one where it believes that pixels are large, else 0. */
function nudgeOf(plot: PlotLibrary, document: Document): number {
  const moved = plot
    .plot({ document, axis: null, marks: [plot.dot([[0, 0]])] })
    .querySelector("g")
    ?.getAttribute("transform");
  return Number(/^translate\(([\d.]+)/.exec(moved ?? "")?.[1] ?? 0);
}
