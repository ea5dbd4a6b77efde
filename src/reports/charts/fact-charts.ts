import type { ScoreDensities } from "../../findings/drawing.js";
import type { AttributeFacts } from "../../findings/facts.js";
import type { BurdenByAttribute } from "../../findings/letters.js";
import { CHART_TEXTS as T } from "../text/chart-labels.js";
import { BOTTOM_AXIS, bottomAxis, roundTicks, shareTicks } from "./axis.js";
import { type Canvas, CHART_WIDTH, FONT_SIZE, type Frame, SMALL_FONT_SIZE } from "./canvas.js";
import { colour } from "./colours.js";
import { type IntervalRow, intervalRows } from "./interval-rows.js";
import { shortName, textWidth } from "./names.js";

const FOUR_FIFTHS = 0.8;

/** Rates of favourable decisions per group; with sampling weights the weighted ones. */
export function groupRatesChart(canvas: Canvas, { groups }: AttributeFacts): string | null {
  const weighted = groups.some(({ weightedRate }) => weightedRate !== null);
  const rows = groups.map(({ group, n, status, rate, weightedRate }): IntervalRow => {
    const few = status === "insufficient";
    const { value, low, high } = weighted
      ? (weightedRate ?? { value: null, low: null, high: null })
      : { value: rate.share, low: rate.low, high: rate.high };
    const note = value === null ? T.notMeasured : weighted ? T.weightedShare(value, n) : T.share(value, n);
    return { name: group, note: few ? T.insufficient(n) : note, value, low, high, look: few ? "hollow" : "plain" };
  });
  const title = weighted ? T.weightedRateAxis : T.rateAxis;
  return intervalRows(canvas, rows, { domain: [0, 1], ticks: shareTicks(0, 1), title });
}

/** Impact ratios per group, with sampling weights the weighted ones; null where none is defined. */
export function impactRatiosChart(canvas: Canvas, facts: AttributeFacts): string | null {
  const reference = facts.weighted === null ? facts.reference : facts.weighted.reference;
  if (reference === null) return null;
  const ratioOf = (group: AttributeFacts["groups"][number]) =>
    facts.weighted === null ? group.impactRatio : group.weightedImpactRatio;
  if (facts.groups.every((group) => ratioOf(group) === null)) return null;
  const rows = facts.groups.map((entry): IntervalRow => {
    const { group, n, status } = entry;
    const ratio = ratioOf(entry);
    const own = group === reference ? null : ratio;
    const note = ratio === null ? T.notMeasured : T.ratio(ratio.value);
    return {
      name: group,
      note: group === reference ? T.reference : status === "insufficient" ? T.insufficient(n) : note,
      value: ratio?.value ?? null,
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
    title: facts.weighted === null ? T.ratioAxis : T.weightedRatioAxis,
    lines: [
      { at: 1, text: T.equal, side: "right" },
      { at: FOUR_FIFTHS, text: T.fourFifths, side: "left" },
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
