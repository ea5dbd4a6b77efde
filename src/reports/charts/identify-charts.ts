import { linearAxis, shareAxis } from "../../document/svg/axis.js";
import { type ColourName, colour, PAGE } from "../../document/svg/colours.js";
import { moved, type Point, pageDrawing } from "../../document/svg/element.js";
import { BOTTOM_AXIS, bottomAxis, frameOf, leftAxis, leftAxisWidth, placed } from "../../document/svg/frame.js";
import { type LegendEntry, legend, lookDots } from "../../document/svg/look.js";
import { bar, rule, rules, type Shape, words } from "../../document/svg/marks.js";
import type { AuditFile } from "../../findings/audit-file.js";
import type {
  AbstentionPoint,
  DeterminedSplit,
  GroupShare,
  Identification,
  LambdaBand,
} from "../../findings/identification.js";
import { CHART_TEXTS as T } from "../text/chart-labels.js";
import { type IntervalRow, intervalRows } from "./interval-rows.js";
import { CHART_WIDTH, lineChart, NOTE, SIDE } from "./page-chart.js";

/** Agreement of every method that was measured, the recommended one marked. */
export function agreementChart({ methods, recommendation }: AuditFile): string | null {
  const rows = methods.map(({ method, agreement }): IntervalRow => {
    const share = agreement?.overall ?? null;
    const chosen = method === recommendation.method;
    const note = share === null ? T.notMeasured : T.percent(share.share);
    const estimate = share && { ...share, value: share.share };
    return chosen
      ? { name: method, note: T.recommended(note), estimate, look: "marked" }
      : { name: method, note, estimate };
  });
  if (rows.every(({ estimate }) => estimate === null)) return null;
  const lows = rows.flatMap(({ estimate }) => estimate?.low ?? []);
  return intervalRows(rows, { axis: shareAxis(lows, { write: "percent", label: T.agreementAxis }) });
}

/** Agreement when only the surest people are answered. */
export function abstentionChart(points: readonly AbstentionPoint[]): string | null {
  if (points.length < 2) return null;
  const curve = points.map(({ answered, agreement: { share, low, high } }) => ({ x: answered, y: share, low, high }));
  const lows = curve.map(({ low }) => low);
  return lineChart({
    x: linearAxis([0, 1], { write: "percent", label: T.abstentionAxis }),
    y: shareAxis(lows, { write: "percent", label: T.abstentionValue }),
    lines: [{ look: { colour: colour("mark"), dash: "", shape: "circle", r: 2.5 }, points: curve, spread: "band" }],
    width: CHART_WIDTH,
    height: 176,
  });
}

/** How people are drawn whose decision is settled one way, the other, or not. */
const PARTS: readonly { readonly label: string; readonly tint: ColourName; readonly shape: Shape }[] = [
  { label: T.acceptedByAll, tint: "accepted", shape: "triangle" },
  { label: T.contested, tint: "open", shape: "square" },
  { label: T.rejectedByAll, tint: "rejected", shape: "circle" },
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
  const y = linearAxis([least - room, greatest + room], { label: T.bandMargin });
  const looks = PARTS.map(({ tint, shape }, part) => ({ colour: colour(tint), shape, hollow: part !== 1 }));
  const key = legend(
    PARTS.map(({ label }, part) => ({ label, look: { ...looks[part]!, r: 4 } })),
    CHART_WIDTH - 2 * SIDE,
    PAGE,
  );
  const top = key.height + 28;
  const bottom = top + 220;
  const box = { left: SIDE + leftAxisWidth(y, PAGE), right: CHART_WIDTH - SIDE, top, bottom, theme: PAGE };
  const frame = frameOf(box, x, y);
  const shade = { fill: colour("open"), "fill-opacity": 0.14 };
  const body = [
    moved([SIDE, 0], [key.body]),
    ...openRuns(people).map(([from, to]) => bar([frame.across(from), top], [frame.across(to), bottom], shade)),
    leftAxis(frame, y),
    rule([frame.left, frame.up(0)], [frame.right, frame.up(0)], { stroke: PAGE.ink, "stroke-width": 1.5 }),
    ...looks.flatMap((look, part) => {
      const kept = people.filter((person) => person.part === part);
      const segments = kept.map(({ x: at, low, high }): [Point, Point] => {
        return [
          [frame.across(at), frame.up(low)],
          [frame.across(at), frame.up(high)],
        ];
      });
      return [rules(segments, { stroke: look.colour }), lookDots(placed(frame, kept), { ...look, r: 1.8 }, PAGE)];
    }),
    words([(frame.left + frame.right) / 2, bottom + 17], T.bandAxis, { ...NOTE, "text-anchor": "middle" }),
  ];
  return pageDrawing({ width: CHART_WIDTH, height: bottom + 24, body: body.join("") });
}

/** The part a person belongs to, by the ends of the margin. */
function partOf({ low, high }: { readonly low: number; readonly high: number }): number {
  return high <= 0 ? 2 : low > 0 ? 0 : 1;
}

/** Where people who are not determined stand side by side: from, to. */
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

/** Height of a bar with its name above it and its shares below, and where the bar begins and ends in it. */
const SPLIT = { row: 62, words: 15, bar: [22, 41], shares: 55 } as const;

/** Shares that are settled and open, by both rules. */
export function determinedChart({ band, determined, stability }: Identification): string | null {
  const rules: { readonly name: string; readonly split: DeterminedSplit }[] = [
    ...(band.failure === null ? [{ name: T.bandRule, split: (band as LambdaBand).split }] : []),
    { name: T.refitRule(stability.method), split: determined },
  ];
  const box = (label: string, tint: ColourName, hollow: boolean): LegendEntry => {
    return { label, look: { colour: colour(tint), shape: "square", r: 5, hollow } };
  };
  const entries = [
    box(T.accepted, "accepted", false),
    box(T.contested, "open", true),
    box(T.rejected, "rejected", false),
  ];
  const key = legend(entries, CHART_WIDTH - 2 * SIDE, PAGE);
  const axis = linearAxis([0, 1], { write: "percent", label: T.determinedAxis });
  const top = key.height + 6;
  const bottom = top + rules.length * SPLIT.row;
  const edges = { left: SIDE, right: CHART_WIDTH - SIDE, top, bottom, theme: PAGE };
  const frame = frameOf(edges, axis, axis);
  const body = [
    moved([SIDE, 0], [key.body]),
    ...rules.map(({ name, split }, row) => moved([0, top + row * SPLIT.row], splitBar(name, split, frame.across))),
    bottomAxis(frame, axis),
  ];
  return pageDrawing({ width: CHART_WIDTH, height: bottom + BOTTOM_AXIS, body: body.join("") });
}

/** One bar in three parts. Their shares stand below: at the ends for the outer two, and for the middle one where it has room. */
function splitBar(name: string, split: DeterminedSplit, across: (value: number) => number): string[] {
  const first = split.accepted.share;
  const second = first + split.contested.share;
  const middle = Math.min(0.82, Math.max(0.18, (first + second) / 2));
  const part = (from: number, to: number, tint: ColourName, settled: boolean) =>
    bar([across(from) + 0.75, SPLIT.bar[0]], [Math.max(across(from), across(to) - 1.5) + 0.75, SPLIT.bar[1]], {
      fill: colour(tint),
      "fill-opacity": settled ? 0.35 : 0,
      stroke: colour(tint),
      "stroke-width": 1.5,
      "stroke-dasharray": settled ? undefined : "3 2",
    });
  const share = (at: number, value: number, anchor: "start" | "middle" | "end") =>
    words([across(at), SPLIT.shares], T.percent(value), {
      fill: PAGE.ink,
      "font-size": PAGE.size,
      "text-anchor": anchor,
    });
  return [
    words([SIDE, SPLIT.words], name, { fill: PAGE.ink }),
    part(0, first, "accepted", true),
    part(first, second, "open", false),
    part(second, 1, "rejected", true),
    share(0, split.accepted.share, "start"),
    share(middle, split.contested.share, "middle"),
    share(1, split.rejected.share, "end"),
  ];
}

/** Per group, the share of people whose decision is not determined. */
export function contestedChart(groups: readonly GroupShare[]): string | null {
  const rows = groups.map(({ group, n, status, share }): IntervalRow => {
    const estimate = share && { ...share, value: share.share };
    return status === "insufficient" || estimate === null
      ? { name: group, note: T.insufficient(n), estimate, look: "hollow" }
      : { name: group, note: T.share(estimate.value, n), estimate };
  });
  return intervalRows(rows, { axis: linearAxis([0, 1], { write: "percent", label: T.contestedAxis }), bars: true });
}
