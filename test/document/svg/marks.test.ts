import { describe, expect, it } from "vitest";
import { linearAxis } from "../../../src/document/svg/axis.js";
import { FILE } from "../../../src/document/svg/colours.js";
import { element, pageDrawing } from "../../../src/document/svg/element.js";
import { bottomAxis, frameOf, leftAxis } from "../../../src/document/svg/frame.js";
import { linePanel } from "../../../src/document/svg/line-panel.js";
import { legend, numberedLook } from "../../../src/document/svg/look.js";
import { band, bar, curve, dots, rules, type Shape, words } from "../../../src/document/svg/marks.js";
import { numbersOf, textsIn } from "./drawn.js";

describe("element", () => {
  it("writes numbers to a hundredth, leaves undefined attributes out, and has no minus before 0", () => {
    expect(element("rect", { x: 1 / 3, y: -0.001, fill: undefined })).toBe('<rect x="0.33" y="0"/>');
  });

  it("escapes attributes and words, and replaces what no document may hold", () => {
    expect(element("g", { fill: '"><script>' })).toBe('<g fill="&quot;&gt;&lt;script&gt;"/>');
    expect(words([0, 0], "<b> & \u0000\uD800", {})).toContain(">&lt;b&gt; &amp; \uFFFD\uFFFD</text>");
  });

  it("draws for a page with a view box and nothing to hear", () => {
    const svg = pageDrawing({ width: 10, height: 20, body: element("g", {}) });
    expect(svg).toMatch(/^<svg class="chart" width="10" height="20" viewBox="0 0 10 20" .*aria-hidden="true"/);
  });
});

describe("marks", () => {
  it("lie where they are put, to a hundredth", () => {
    expect(
      curve(
        [
          [0, 1.005],
          [2 / 3, 4],
        ],
        {},
      ),
    ).toContain('d="M0,1L0.67,4"');
    expect(
      rules(
        [
          [
            [0, 0],
            [1, 2],
          ],
          [
            [3, 3],
            [4, 5],
          ],
        ],
        {},
      ),
    ).toContain('d="M0,0L1,2M3,3L4,5"');
    expect(bar([5, 8], [2, 3], {})).toBe('<rect x="2" y="3" width="3" height="5"/>');
    expect(dots([[5, 6]], "circle", 2, { fill: "red" })).toBe('<g fill="red"><circle cx="5" cy="6" r="2"/></g>');
  });

  it("are nothing where there is nothing to draw", () => {
    expect([curve([], {}), rules([], {}), band([], {}), dots([], "star", 3, {}), words([0, 0], "", {})].join("")).toBe(
      "",
    );
  });

  it("close an area: one line forwards, the other back", () => {
    const d = /d="([^"]*)"/.exec(
      band(
        [
          [0, 1, 2],
          [1, 3, 4],
        ],
        {},
      ),
    )?.[1];
    expect(d).toBe("M0,2L1,4L1,3L0,1Z");
  });

  it.each(["square", "triangle", "diamond", "star", "plus"] satisfies Shape[])("centres a %s on its place", (shape) => {
    const d = /d="([^"]*)"/.exec(dots([[100, 50]], shape, 4, {}))?.[1] ?? "";
    const corners = [...d.matchAll(/[ML](-?[\d.]+),(-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const);
    expect(corners.length).toBeGreaterThan(0);
    for (const [x, y] of corners) {
      expect(Math.abs(x - 100)).toBeLessThanOrEqual(8);
      expect(Math.abs(y - 50)).toBeLessThanOrEqual(8);
    }
  });
});

describe("a frame", () => {
  const axis = linearAxis([0, 10]);
  const frame = frameOf({ left: 20, right: 120, top: 10, bottom: 60, theme: FILE }, axis, axis, 5);

  it("puts the low ends at the left and at the bottom", () => {
    expect([frame.across(0), frame.across(10), frame.up(0), frame.up(10), frame.up(5)]).toEqual([25, 115, 60, 10, 35]);
  });

  it("labels ticks where they are, and leaves out every second where they would run into each other", () => {
    expect(textsIn(bottomAxis(frame, axis))).toEqual(["0", "2", "4", "6", "8", "10"]);
    const long = { ...axis, ticks: axis.ticks.map(({ at }) => ({ at, text: "1,000,000" })) };
    expect(textsIn(bottomAxis(frame, long)).length).toBeLessThan(3);
    expect(numbersOf(leftAxis(frame, axis), "text", "y")).toEqual([64, 54, 44, 34, 24, 14]);
  });

  it("keeps the outermost labels within the drawing", () => {
    const wide = { ...axis, ticks: [{ at: 0, text: "a long label" }] };
    expect(numbersOf(bottomAxis(frame, wide), "text", "x")[0]).toBeGreaterThan(frame.across(0));
  });
});

describe("linePanel", () => {
  const axis = linearAxis([0, 1]);
  const points = [
    { x: 0, y: 0.5, low: 0.4, high: 0.6 },
    { x: 1, y: 1, low: 0.9, high: 1 },
  ];
  const draw = (spread: "bars" | "band") =>
    linePanel({
      theme: FILE,
      title: "Title",
      x: axis,
      y: axis,
      lines: [{ look: numberedLook(0), points, spread, published: [{ x: 0.5, y: 0.5 }] }],
      rules: [
        { axis: "x", at: 0.5 },
        { axis: "y", at: 0.5, colour: "red" },
      ],
      legend: [{ label: "one", look: numberedLook(0) }],
      notes: ["a note"],
      width: 300,
      height: 100,
    });

  it("puts a dot at each value, halfway up where the value is half of the axis", () => {
    const circles = numbersOf(draw("bars").body, "circle", "cy");
    const [half = 0, top = 0] = circles;
    const ticks = numbersOf(draw("bars").body, "text", "y");
    expect(half - top).toBe(50);
    expect(ticks).toContain(top + 4); // of the tick 1.0
    expect(textsIn(draw("bars").body)).toEqual(expect.arrayContaining(["Title", "a note", "one"]));
  });

  it("shows intervals as bars or as a band", () => {
    expect(draw("bars").body).not.toContain("fill-opacity");
    expect(draw("band").body).toContain("fill-opacity");
  });
});

describe("legend", () => {
  it("takes as many columns as fit, and as many rows as that leaves", () => {
    const entries = Array.from({ length: 5 }, (_, k) => ({ label: `entry ${k}`, look: numberedLook(k) }));
    expect(legend(entries, 60, FILE).height).toBe(5 * legend(entries, 2000, FILE).height);
    expect(legend([], 100, FILE)).toMatchObject({ height: 0, body: "" });
  });

  it("gives no two of 32 lines the same colour, dashes and shape", () => {
    const looks = Array.from({ length: 32 }, (_, k) => JSON.stringify(numberedLook(k)));
    expect(new Set(looks).size).toBe(32);
  });
});
