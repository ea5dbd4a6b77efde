import { linearAxis } from "../../document/svg/axis.js";
import { colour, PAGE } from "../../document/svg/colours.js";
import { FONT_SIZE, type Point, pageDrawing } from "../../document/svg/element.js";
import { BOTTOM_AXIS, bottomAxis, frameOf } from "../../document/svg/frame.js";
import { band, curve, rules, words } from "../../document/svg/marks.js";
import { textWidth } from "../../document/svg/text-width.js";
import type { ScoreDensities } from "../../findings/drawing.js";
import type { AttributeFacts } from "../../findings/facts.js";
import type { BurdenByAttribute } from "../../findings/letters.js";
import { CHART_TEXTS as T } from "../text/chart-labels.js";
import { greatestOf, type IntervalRow, intervalRows } from "./interval-rows.js";
import { CHART_WIDTH, NOTE, SIDE, shortName } from "./page-chart.js";

const FOUR_FIFTHS = 0.8;

/** Rates of favourable decisions per group; with sampling weights the weighted ones. */
export function groupRatesChart({ groups }: AttributeFacts): string | null {
  const weighted = groups.some(({ weightedRate }) => weightedRate !== null);
  const rows = groups.map(({ group, n, status, rate, weightedRate }): IntervalRow => {
    const estimate = weighted ? weightedRate : rate.share === null ? null : { ...rate, value: rate.share };
    const words = weighted ? T.weightedShare : T.share;
    const note = estimate === null ? T.notMeasured : words(estimate.value, n);
    return status === "insufficient"
      ? { name: group, note: T.insufficient(n), estimate, look: "hollow" }
      : { name: group, note, estimate };
  });
  const label = weighted ? T.weightedRateAxis : T.rateAxis;
  return intervalRows(rows, { axis: linearAxis([0, 1], { write: "percent", label }) });
}

/** Impact ratios per group, with sampling weights the weighted ones; null where none is defined. */
export function impactRatiosChart(facts: AttributeFacts): string | null {
  const reference = facts.weighted === null ? facts.reference : facts.weighted.reference;
  if (reference === null) return null;
  const ratioOf = (group: AttributeFacts["groups"][number]) =>
    facts.weighted === null ? group.impactRatio : group.weightedImpactRatio;
  if (facts.groups.every((group) => ratioOf(group) === null)) return null;
  const rows = facts.groups.map((entry): IntervalRow => {
    const { group, n, status } = entry;
    const ratio = ratioOf(entry);
    if (group === reference) {
      const estimate = ratio && { value: ratio.value, low: null, high: null };
      return { name: group, note: T.reference, estimate, look: "marked" };
    }
    const note = ratio === null ? T.notMeasured : T.ratio(ratio.value);
    return { name: group, note: status === "insufficient" ? T.insufficient(n) : note, estimate: ratio };
  });
  const end = Math.min(2, Math.max(1.2, Math.ceil(greatestOf(rows) * 5) / 5));
  return intervalRows(rows, {
    axis: linearAxis([0, end], { label: facts.weighted === null ? T.ratioAxis : T.weightedRatioAxis }),
    lines: [
      { at: 1, text: T.equal, side: "right" },
      { at: FOUR_FIFTHS, text: T.fourFifths, side: "left" },
    ],
  });
}

/** What letters ask of each group: mean distance from person to offer. */
export function burdenChart({ groups }: BurdenByAttribute): string | null {
  const rows = groups.map(({ group, letters, status, distance }): IntervalRow => {
    const few = status === "insufficient";
    const note = few || distance === null ? T.insufficient(letters) : T.valueOf(distance.value, letters);
    return { name: group, note, estimate: distance, look: few ? "hollow" : "plain" };
  });
  const end = greatestOf(rows);
  if (!(end > 0)) return null;
  return intervalRows(rows, { axis: linearAxis([0, end * 1.02], { label: T.distanceAxis }) });
}

/** Height of a group's place, and of the tallest hill in it. */
const RIDGE = 52;
const HILL = 32;

/** How the rebuilt model's scores are spread in each group: one hill below the other, all of the same area. */
export function scoreDensitiesChart({ groups }: ScoreDensities): string | null {
  const tallest = Math.max(0, ...groups.flatMap(({ density }) => density));
  if (!(tallest > 0)) return null;
  const axis = linearAxis([0, 1], { label: T.densityAxis });
  const bottom = 4 + groups.length * RIDGE;
  const box = { left: SIDE, right: CHART_WIDTH - SIDE, top: 4, bottom, theme: PAGE };
  const frame = frameOf(box, axis, axis);
  const hills = groups.flatMap(({ group, n, density }, row) => {
    const ground = 4 + (row + 1) * RIDGE;
    const across = (k: number) => frame.across(k / Math.max(1, density.length - 1));
    const places = density.map((height, k) => [across(k), ground, ground - (HILL * height) / tallest] as const);
    const room = CHART_WIDTH - 30 - textWidth(T.size(n), PAGE.size);
    return [
      band(places, { fill: colour("mark"), "fill-opacity": 0.3 }),
      curve(
        places.map(([x, , y]): Point => [x, y]),
        { stroke: colour("mark"), "stroke-width": 1.5 },
      ),
      words([SIDE, ground - 38], shortName(group, room, FONT_SIZE), { fill: PAGE.ink }),
      words([CHART_WIDTH - SIDE, ground - 38], T.size(n), { ...NOTE, "text-anchor": "end" }),
    ];
  });
  const grounds = groups.map((_, row) => 4 + (row + 1) * RIDGE);
  const body = [
    ...hills,
    rules(
      grounds.map((y): [Point, Point] => [
        [frame.left, y],
        [frame.right, y],
      ]),
      { stroke: PAGE.line },
    ),
    bottomAxis(frame, axis),
  ];
  return pageDrawing({ width: CHART_WIDTH, height: bottom + BOTTOM_AXIS, body: body.join("") });
}
