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

/** Something to draw on: the library's marks, and how they become text. */
export interface Canvas {
  readonly plot: PlotLibrary;
  draw(frame: Frame, marks: readonly Markish[]): string;
}

/**
 * Draws with the library in a document of its own. The library's own axes, grids, rules and ticks must not be used:
 * their places depend on the screen they were computed on, and their numbers on the locale.
 */
export function canvasOf(plot: PlotLibrary, document: Document): Canvas {
  return {
    plot,
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
