import * as Plot from "@observablehq/plot";
import { parseHTML } from "linkedom/worker";
import { describe, expect, it } from "vitest";
import { type Canvas, canvasOf, type Frame, type PlotLibrary } from "../../../src/reports/charts/canvas.js";

const { document } = parseHTML("<html></html>");
const FRAME: Frame = { width: 100, height: 60, margin: { top: 5, right: 5, bottom: 5, left: 5 }, x: [0, 1], y: [0, 1] };

function drawing({ plot, draw }: Canvas): string {
  const points = [
    { a: 0.1, b: 0.2 },
    { a: 0.7, b: 1 / 3 },
  ];
  const place = { x: "a", y: "b" } as const;
  return draw(FRAME, [
    plot.dot(points, place),
    plot.dot(points, { ...place, symbol: "star", dx: 3 }),
    plot.text(points, { ...place, text: ["<b>", '"'], dy: -2.5 }),
    plot.line(points, place),
    plot.link(points, { x1: "a", x2: "b", y1: 0, y2: 1 }),
    plot.areaY(points, { x: "a", y1: 0, y2: "b" }),
    plot.rect(points, { x1: 0, x2: "a", y1: 0, y2: "b" }),
  ]);
}

/** The library as it draws on screens whose pixels are large: these marks half a pixel further right and down. */
const nudging: PlotLibrary = {
  ...Plot,
  dot: (data, options) => Plot.dot(data, nudged(options)),
  text: (data, options) => Plot.text(data, nudged(options)),
  line: (data, options) => Plot.line(data, nudged(options)),
  link: (data, options) => Plot.link(data, nudged(options)),
};

function nudged<Options extends { dx?: number; dy?: number }>(options?: Options): Options {
  return { ...(options as Options), dx: (options?.dx ?? 0) + 0.5, dy: (options?.dy ?? 0) + 0.5 };
}

describe("canvasOf", () => {
  it("draws the same whatever screen the library believes to draw for", () => {
    expect(drawing(canvasOf(nudging, document))).toBe(drawing(canvasOf(Plot, document)));
  });

  it("puts data where the frame says, y downwards from its first end", () => {
    const svg = canvasOf(Plot, document).draw(FRAME, [Plot.dot([[0.5, 0.2]], { r: 1 })]);
    expect(svg).toContain('<circle cx="50" cy="15" r="1"></circle>');
  });

  it("escapes text", () => {
    const svg = drawing(canvasOf(Plot, document));
    expect(svg).toContain(">&lt;b&gt;</text>");
    expect(svg).toContain(">&quot;</text>");
  });
});
