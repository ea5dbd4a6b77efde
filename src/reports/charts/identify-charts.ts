import { percent } from "../../document/format.js";
import { linearAxis, shareAxis } from "../../document/svg/axis.js";
import { type ColourName, colour, PAGE } from "../../document/svg/colours.js";
import { moved } from "../../document/svg/element.js";
import { BOTTOM_AXIS, bottomAxis, frameOf, leftAxis, leftAxisWidth, placed } from "../../document/svg/frame.js";
import { type LegendEntry, legend, lookDots } from "../../document/svg/look.js";
import { bar, level, rules, type Shape, upright, words } from "../../document/svg/marks.js";
import type { AuditFile } from "../../findings/audit-file.js";
import type { AbstentionPoint, DeterminedSplit, GroupShare, Identification } from "../../findings/identification.js";
import type { Sample } from "../../findings/sample.js";
import { groupRow, type IntervalRow, intervalRows } from "./interval-rows.js";
import { CHART_WIDTH, chartBox, chartOf, groupShare, lineChart, NOTE, SIDE } from "./page-chart.js";

export function agreementChart({ methods, recommendation }: AuditFile): string | null {
  const rows = methods.map(({ method, agreement }): IntervalRow => {
    const share = agreement?.overall ?? null;
    const note = share === null ? "not measured" : percent(share.share);
    const estimate = share && { ...share, value: share.share };
    return method === recommendation.method
      ? { name: method, note: `recommended, ${note}`, estimate, look: "marked" }
      : { name: method, note, estimate };
  });
  if (rows.every(({ estimate }) => estimate === null)) return null;
  const lows = rows.flatMap(({ estimate }) => estimate?.low ?? []);
  const label = "right about people it has not seen";
  return intervalRows(rows, { axis: shareAxis(lows, { write: "percent", label }) });
}

export function abstentionChart(points: readonly AbstentionPoint[]): string | null {
  if (points.length < 2) return null;
  const curve = points.map(({ answered, agreement: { share, low, high } }) => ({ x: answered, y: share, low, high }));
  const lows = curve.map(({ low }) => low);
  return lineChart({
    x: linearAxis([0, 1], { write: "percent", label: "share of people who get an answer" }),
    y: shareAxis(lows, { write: "percent", label: "right about people it has not seen" }),
    lines: [{ look: { colour: colour("mark"), dash: "", shape: "circle", r: 2.5 }, points: curve, spread: "band" }],
    width: CHART_WIDTH,
    height: 176,
  });
}

/** How often the model is right, by the number of people it was fitted on; each size is twice the one before. */
export function learningChart(sizes: Sample["learning"]): string | null {
  if (sizes.length < 2) return null;
  const points = sizes.map(({ people, right: { share, low, high } }) => ({ x: people, y: share, low, high }));
  const lows = points.map(({ low }) => low);
  const most = points.at(-1)?.x ?? 0;
  return lineChart({
    x: linearAxis([0, most], { label: "people it was fitted on" }),
    y: shareAxis(lows, { write: "percent", label: "right about people outside its sample" }),
    lines: [{ look: { colour: colour("mark"), dash: "", shape: "circle", r: 3 }, points, spread: "bars" }],
    width: CHART_WIDTH,
    height: 140,
  });
}

/** How people are drawn whom every mixing weight accepts, some do, and none does. */
const PARTS: readonly { readonly label: string; readonly tint: ColourName; readonly shape: Shape }[] = [
  { label: "accepted throughout", tint: "accepted", shape: "triangle" },
  { label: "moves", tint: "open", shape: "square" },
  { label: "refused throughout", tint: "rejected", shape: "circle" },
];

/** How far each person's margin moves over all mixing weights; those whose sign changes are shaded. */
export function bandChart(band: Identification["band"]): string | null {
  if (band.failure !== null || band.curve.length === 0) return null;
  const people = band.curve.map((person, k) => ({ ...person, x: k + 0.5, y: person.chosen, part: partOf(person) }));
  const least = Math.min(0, ...people.map(({ low }) => low));
  const greatest = Math.max(0, ...people.map(({ high }) => high));
  if (!(greatest > least)) return null;
  const room = (greatest - least) * 0.04;
  const x = linearAxis([0, people.length]);
  const y = linearAxis([least - room, greatest + room], { label: "margin: above 0 is accepted" });
  const looks = PARTS.map(({ tint, shape }, part) => ({ colour: colour(tint), shape, hollow: part !== 1 }));
  const key = legend(
    PARTS.map(({ label }, part) => ({ label, look: { ...looks[part]!, r: 4 } })),
    CHART_WIDTH - 2 * SIDE,
    PAGE,
  );
  const top = key.height + 28;
  const bottom = top + 220;
  const frame = frameOf({ ...chartBox(top, bottom), left: SIDE + leftAxisWidth(y, PAGE) }, x, y);
  const shade = { fill: colour("open"), "fill-opacity": 0.14 };
  const body = [
    moved([SIDE, 0], [key.body]),
    ...openRuns(people).map(([from, to]) => bar([frame.across(from), top], [frame.across(to), bottom], shade)),
    leftAxis(frame, y),
    rules([level(frame.up(0), frame.left, frame.right)], { stroke: PAGE.ink, "stroke-width": 1.5 }),
    ...looks.flatMap((look, part) => {
      const kept = people.filter((person) => person.part === part);
      const segments = kept.map(({ x: at, low, high }) => upright(frame.across(at), frame.up(low), frame.up(high)));
      return [rules(segments, { stroke: look.colour }), lookDots(placed(frame, kept), { ...look, r: 1.8 }, PAGE)];
    }),
    words([(frame.left + frame.right) / 2, bottom + 17], "people, in the order of their margin", {
      ...NOTE,
      "text-anchor": "middle",
    }),
  ];
  return chartOf(bottom + 24, body);
}

function partOf({ low, high }: { readonly low: number; readonly high: number }): number {
  return high <= 0 ? 2 : low > 0 ? 0 : 1;
}

/** Where people whose answer moves stand side by side: from, to. */
function openRuns(people: readonly { readonly part: number }[]): [number, number][] {
  const runs: [number, number][] = [];
  people.forEach(({ part }, k) => {
    if (part !== 1) return;
    const last = runs.at(-1);
    if (last?.[1] === k) last[1] = k + 1;
    else runs.push([k, k + 1]);
  });
  return runs;
}

/** Height of a bar with its shares below, and where the bar begins and ends in it. */
const SPLIT = { row: 42, bar: [4, 23], shares: 37 } as const;

/** Shares whose answer is clear one way or the other, and open. */
export function determinedChart({ determined }: Pick<Identification, "determined">): string | null {
  const box = (label: string, tint: ColourName, hollow: boolean): LegendEntry => {
    return { label, look: { colour: colour(tint), shape: "square", r: 5, hollow } };
  };
  const entries = [
    box("clearly accepted", "accepted", false),
    box("open", "open", true),
    box("clearly refused", "rejected", false),
  ];
  const key = legend(entries, CHART_WIDTH - 2 * SIDE, PAGE);
  const axis = linearAxis([0, 1], { write: "percent", label: "share of people" });
  const top = key.height + 6;
  const bottom = top + SPLIT.row;
  const frame = frameOf(chartBox(top, bottom), axis, axis);
  return chartOf(bottom + BOTTOM_AXIS, [
    moved([SIDE, 0], [key.body]),
    moved([0, top], splitBar(determined, frame.across)),
    bottomAxis(frame, axis),
  ]);
}

/** One bar in three parts, their shares below: at the ends for the outer two, for the middle one where it has room. */
function splitBar(split: DeterminedSplit, across: (value: number) => number): string[] {
  const first = split.accepted.share;
  const second = first + split.contested.share;
  const middle = Math.min(0.82, Math.max(0.18, (first + second) / 2));
  const part = (from: number, to: number, tint: ColourName, isClear: boolean) =>
    bar([across(from) + 0.75, SPLIT.bar[0]], [Math.max(across(from), across(to) - 1.5) + 0.75, SPLIT.bar[1]], {
      fill: colour(tint),
      "fill-opacity": isClear ? 0.35 : 0,
      stroke: colour(tint),
      "stroke-width": 1.5,
      "stroke-dasharray": isClear ? undefined : "3 2",
    });
  const share = (at: number, value: number, anchor: "start" | "middle" | "end") =>
    words([across(at), SPLIT.shares], percent(value), { ...NOTE, fill: PAGE.ink, "text-anchor": anchor });
  return [
    part(0, first, "accepted", true),
    part(first, second, "open", false),
    part(second, 1, "rejected", true),
    share(0, split.accepted.share, "start"),
    share(middle, split.contested.share, "middle"),
    share(1, split.rejected.share, "end"),
  ];
}

export function contestedChart(groups: readonly GroupShare[]): string | null {
  const rows = groups.map(({ group, n, status, share }) => {
    const few = { group, n, status: share === null ? "insufficient" : status };
    return groupRow(few, share && { ...share, value: share.share }, share && groupShare(share.share, n));
  });
  return intervalRows(rows, {
    axis: linearAxis([0, 1], { write: "percent", label: "share of people whose answer is open" }),
    bars: true,
  });
}
