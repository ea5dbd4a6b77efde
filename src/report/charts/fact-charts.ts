import type { AttributeFacts } from "../../fairness/facts-types.js";
import type { ScoreDensities } from "../../fairness/score-densities-types.js";
import type { BurdenByAttribute } from "../../letters/letter-findings.js";
import { CHART_TEXTS as T } from "../text/chart-labels.js";
import { BOTTOM_AXIS, bottomAxis, roundTicks, shareTicks } from "./axis.js";
import { type Canvas, CHART_WIDTH, FONT_SIZE, type Frame, SMALL_FONT_SIZE } from "./canvas.js";
import { colour } from "./colours.js";
import { type IntervalRow, intervalRows } from "./interval-rows.js";
import { shortName, textWidth } from "./names.js";

/** Rates of favourable decisions per group. */
export function groupRatesChart(canvas: Canvas, { groups }: AttributeFacts): string | null {
  const rows = groups.map(({ group, n, status, rate }): IntervalRow => {
    const few = status === "insufficient";
    return {
      name: group,
      note: few ? T.insufficient(n) : T.share(rate.share, n),
      value: rate.share,
      low: rate.low,
      high: rate.high,
      look: few ? "hollow" : "plain",
    };
  });
  return intervalRows(canvas, rows, { domain: [0, 1], ticks: shareTicks(0, 1), title: T.rateAxis });
}

/** Impact ratios per group; null without two groups to compare. */
export function impactRatiosChart(canvas: Canvas, { groups, reference }: AttributeFacts): string | null {
  if (reference === null) return null;
  const rows = groups.map(({ group, n, impactRatio }): IntervalRow => {
    const own = group === reference ? null : impactRatio;
    return {
      name: group,
      note: group === reference ? T.reference : impactRatio === null ? T.insufficient(n) : T.ratio(impactRatio.value),
      value: impactRatio?.value ?? null,
      low: own?.low ?? null,
      high: own?.high ?? null,
      look: group === reference ? "marked" : "plain",
    };
  });
  const greatest = Math.max(...rows.map(({ value, high }) => Math.max(value ?? 0, high ?? 0)));
  const end = Math.min(2, Math.max(1.2, Math.ceil(greatest * 5) / 5));
  return intervalRows(canvas, rows, {
    domain: [0, end],
    ticks: roundTicks(0, end, 6),
    title: T.ratioAxis,
    lines: [
      { at: 1, text: T.equal, side: "right" },
      { at: 0.8, text: T.fourFifths, side: "left" },
    ],
  });
}

/** What letters ask of each group: mean distance from person to offer. */
export function burdenChart(canvas: Canvas, { groups }: BurdenByAttribute): string | null {
  const rows = groups.map(({ group, letters, status, distance }): IntervalRow => {
    const few = status === "insufficient";
    return {
      name: group,
      note: few || distance === null ? T.insufficient(letters) : T.valueOf(distance.value, letters),
      value: distance?.value ?? null,
      low: distance?.low ?? null,
      high: distance?.high ?? null,
      look: few ? "hollow" : "plain",
    };
  });
  const end = Math.max(...rows.map(({ value, high }) => Math.max(value ?? 0, high ?? 0)), 0);
  if (!(end > 0)) return null;
  return intervalRows(canvas, rows, {
    domain: [0, end * 1.02],
    ticks: roundTicks(0, end * 1.02, 5),
    title: T.distanceAxis,
  });
}

const RIDGE = 52;

/** How the rebuilt model's scores are spread in each group: one hill below the other, all of the same area. */
export function scoreDensitiesChart(canvas: Canvas, { groups }: ScoreDensities): string | null {
  const tallest = Math.max(0, ...groups.flatMap(({ density }) => density));
  if (!(tallest > 0)) return null;
  const frame: Frame = {
    width: CHART_WIDTH,
    height: 4 + groups.length * RIDGE + BOTTOM_AXIS,
    margin: { top: 4, right: 8, bottom: BOTTOM_AXIS, left: 8 },
    x: [0, 1],
    y: [0, groups.length],
  };
  const { plot } = canvas;
  const hills = groups.map(({ density }, row) =>
    density.map((height, k) => ({ at: k / Math.max(1, density.length - 1), top: row + 1 - (0.62 * height) / tallest })),
  );
  return canvas.draw(frame, [
    ...hills.map((hill, row) =>
      plot.areaY(hill, { x: "at", y1: row + 1, y2: "top", fill: colour("mark"), fillOpacity: 0.3 }),
    ),
    ...hills.map((hill) => plot.line(hill, { x: "at", y: "top", stroke: colour("mark"), strokeWidth: 1.5 })),
    plot.link(groups, {
      x1: 0,
      x2: 1,
      y1: (_: unknown, row: number) => row + 1,
      y2: (_: unknown, row: number) => row + 1,
      stroke: colour("line"),
    }),
    plot.text(groups, {
      x: 0,
      y: (_: unknown, row: number) => row + 0.2,
      text: ({ group, n }: ScoreDensities["groups"][number]) =>
        shortName(group, CHART_WIDTH - 30 - textWidth(T.size(n), SMALL_FONT_SIZE), FONT_SIZE),
      textAnchor: "start",
      fill: colour("ink"),
    }),
    plot.text(groups, {
      x: 1,
      y: (_: unknown, row: number) => row + 0.2,
      text: ({ n }: ScoreDensities["groups"][number]) => T.size(n),
      textAnchor: "end",
      fill: colour("muted"),
      fontSize: SMALL_FONT_SIZE,
    }),
    ...bottomAxis(canvas, frame, roundTicks(0, 1, 5), T.densityAxis),
  ]);
}
