import { count, number, percent, ratio } from "../../document/format.js";
import { linearAxis } from "../../document/svg/axis.js";
import { colour, PAGE } from "../../document/svg/colours.js";
import { FONT_SIZE, type Point } from "../../document/svg/element.js";
import { BOTTOM_AXIS, bottomAxis, frameOf } from "../../document/svg/frame.js";
import { band, curve, level, rules, words } from "../../document/svg/marks.js";
import { textWidth } from "../../document/svg/text-width.js";
import type { ScoreDensities } from "../../findings/drawing.js";
import type { AttributeFacts } from "../../findings/facts.js";
import type { BurdenByAttribute } from "../../findings/letters.js";
import { greatestOf, groupRow, type IntervalRow, intervalRows } from "./interval-rows.js";
import { CHART_WIDTH, chartBox, chartOf, END_NOTE, groupShare, SIDE, shortName, sizeNote } from "./page-chart.js";

const FOUR_FIFTHS = 0.8;

/** Rates of favourable decisions per group; with sampling weights the weighted ones. */
export function groupRatesChart({ groups }: AttributeFacts): string | null {
  const weighted = groups.some(({ weightedRate }) => weightedRate !== null);
  const rows = groups.map(({ group, n, status, rate, weightedRate }) => {
    const estimate = weighted ? weightedRate : { ...rate, value: rate.share };
    const note = estimate && (weighted ? `${percent(estimate.value)}, ${sizeNote(n)}` : groupShare(estimate.value, n));
    return groupRow({ group, n, status }, estimate, note);
  });
  const label = `${weighted ? "weighted " : ""}share with the favourable decision, with its 95 % interval`;
  return intervalRows(rows, { axis: linearAxis([0, 1], { write: "percent", label }) });
}

/** Impact ratios per group, with sampling weights the weighted ones; null where none is defined. */
export function impactRatiosChart(facts: AttributeFacts): string | null {
  const weighted = facts.weighted !== null;
  const reference = facts.weighted === null ? facts.reference : facts.weighted.reference;
  const ratioOf = (group: AttributeFacts["groups"][number]) =>
    weighted ? group.weightedImpactRatio : group.impactRatio;
  if (reference === null || facts.groups.every((group) => ratioOf(group) === null)) return null;
  const rows = facts.groups.map((entry): IntervalRow => {
    const found = ratioOf(entry);
    if (entry.group === reference) {
      const estimate = found && { value: found.value, low: null, high: null };
      return { name: entry.group, note: "reference: highest rate", estimate, look: "marked" };
    }
    return { ...groupRow(entry, found, found && ratio(found.value)), look: "plain" };
  });
  const end = Math.min(2, Math.max(1.2, Math.ceil(greatestOf(rows) * 5) / 5));
  const label = `${weighted ? "weighted " : ""}impact ratio, with its 95 % interval`;
  return intervalRows(rows, {
    axis: linearAxis([0, end], { label }),
    lines: [
      { at: 1, text: "equal (1)", side: "right" },
      { at: FOUR_FIFTHS, text: "four fifths (0.8)", side: "left" },
    ],
  });
}

export function burdenChart({ groups }: BurdenByAttribute): string | null {
  const rows = groups.map(({ group, letters, status, distance }) => {
    const note = distance && `${number(Math.round(distance.value * 100) / 100)} in ${count(letters)} letters`;
    const row = groupRow({ group, n: letters, status }, distance, note);
    return note === null ? { ...row, note: `insufficient (${sizeNote(letters)})` } : row;
  });
  const end = greatestOf(rows);
  if (!(end > 0)) return null;
  const label = "mean distance from person to offer, with its 95 % interval";
  return intervalRows(rows, { axis: linearAxis([0, end * 1.02], { label }) });
}

/** Height of a group's place, and of the tallest hill in it. */
const RIDGE = 52;
const HILL = 32;

/** How the rebuilt model's scores are spread in each group: one hill below the other, all of the same area. */
export function scoreDensitiesChart({ groups }: ScoreDensities): string | null {
  const tallest = Math.max(0, ...groups.flatMap(({ density }) => density));
  if (!(tallest > 0)) return null;
  const axis = linearAxis([0, 1], { label: "score of the rebuilt model" });
  const bottom = 4 + groups.length * RIDGE;
  const frame = frameOf(chartBox(4, bottom), axis, axis);
  const grounds = groups.map((_, row) => 4 + (row + 1) * RIDGE);
  const hills = groups.flatMap(({ group, n, density }, row) => {
    const ground = grounds[row]!;
    const across = (k: number) => frame.across(k / Math.max(1, density.length - 1));
    const places = density.map((height, k) => [across(k), ground, ground - (HILL * height) / tallest] as const);
    const tops = places.map(([x, , y]): Point => [x, y]);
    const room = CHART_WIDTH - 30 - textWidth(sizeNote(n), PAGE.size);
    return [
      band(places, { fill: colour("mark"), "fill-opacity": 0.3 }),
      curve(tops, { stroke: colour("mark"), "stroke-width": 1.5 }),
      words([SIDE, ground - 38], shortName(group, room, FONT_SIZE), { fill: PAGE.ink }),
      words([CHART_WIDTH - SIDE, ground - 38], sizeNote(n), END_NOTE),
    ];
  });
  const lines = grounds.map((y) => level(y, frame.left, frame.right));
  return chartOf(bottom + BOTTOM_AXIS, [...hills, rules(lines, { stroke: PAGE.line }), bottomAxis(frame, axis)]);
}
