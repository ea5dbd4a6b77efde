import type { AuditFile } from "../../findings/audit-file.js";
import type {
  AbstentionPoint,
  DeterminedSplit,
  GroupShare,
  Identification,
  LambdaBand,
} from "../../findings/identification.js";
import { CHART_TEXTS as T } from "../text/chart-labels.js";
import { BOTTOM_AXIS, bottomAxis, heading, leftAxis, roundTicks, shareTicks } from "./axis.js";
import { type Canvas, CHART_WIDTH, type Frame, SMALL_FONT_SIZE } from "./canvas.js";
import { colour } from "./colours.js";
import { type IntervalRow, intervalRows } from "./interval-rows.js";
import { legendAbove } from "./legend.js";

/** Agreement of every method that was measured, the recommended one marked. */
export function agreementChart(canvas: Canvas, { methods, recommendation }: AuditFile): string | null {
  const rows = methods.map(({ method, agreement }): IntervalRow => {
    const share = agreement?.overall ?? null;
    const chosen = method === recommendation.method;
    const note = share === null ? T.notMeasured : T.percent(share.share);
    return {
      name: method,
      note: chosen ? T.recommended(note) : note,
      value: share?.share ?? null,
      low: share?.low ?? null,
      high: share?.high ?? null,
      look: chosen ? "marked" : "plain",
    };
  });
  if (rows.every(({ value }) => value === null)) return null;
  const from = lowerTenth(rows.flatMap(({ low }) => (low === null ? [] : [low])));
  return intervalRows(canvas, rows, { domain: [from, 1], ticks: shareTicks(from, 1), title: T.agreementAxis });
}

/** Agreement when only the surest people are answered. */
export function abstentionChart(canvas: Canvas, points: readonly AbstentionPoint[]): string | null {
  if (points.length < 2) return null;
  const curve = points.map(({ answered, agreement: { share, low, high } }) => ({ answered, share, low, high }));
  const from = lowerTenth(curve.map(({ low }) => low));
  const frame: Frame = {
    width: CHART_WIDTH,
    height: 244,
    margin: { top: 28, right: 12, bottom: BOTTOM_AXIS, left: 46 },
    x: [0, 1],
    y: [1, from],
  };
  const { plot } = canvas;
  return canvas.draw(frame, [
    ...leftAxis(canvas, frame, shareTicks(from, 1)),
    plot.areaY(curve, { x: "answered", y1: "low", y2: "high", fill: colour("mark"), fillOpacity: 0.2 }),
    plot.line(curve, { x: "answered", y: "share", stroke: colour("mark"), strokeWidth: 2 }),
    plot.dot(curve, { x: "answered", y: "share", r: 2.5, fill: colour("mark") }),
    heading(canvas, frame, T.abstentionValue),
    ...bottomAxis(canvas, frame, shareTicks(0, 1), T.abstentionAxis),
  ]);
}

/** How far each person's margin moves over all mixing weights; those whose sign changes are shaded. */
export function bandChart(canvas: Canvas, band: Identification["band"]): string | null {
  if (band.failure !== null || band.curve.length === 0) return null;
  const people = band.curve.map(({ low, high, chosen }, k) => ({
    k: k + 0.5,
    low,
    high,
    chosen,
    open: low <= 0 && high > 0,
  }));
  const least = Math.min(0, ...people.map(({ low }) => low));
  const greatest = Math.max(0, ...people.map(({ high }) => high));
  if (!(greatest > least)) return null;
  const room = (greatest - least) * 0.04;
  const { plot } = canvas;
  const symbol = { kind: "symbol", fill: "none", r: 4 } as const;
  const legend = legendAbove(
    canvas,
    [
      { text: T.acceptedByAll, mark: { ...symbol, symbol: "triangle", stroke: colour("accepted") } },
      { text: T.contested, mark: { ...symbol, symbol: "square", stroke: colour("open"), fill: colour("open") } },
      { text: T.rejectedByAll, mark: { ...symbol, symbol: "circle", stroke: colour("rejected") } },
    ],
    CHART_WIDTH,
  );
  const frame: Frame = {
    width: CHART_WIDTH,
    height: legend.height + 24 + 220 + 24,
    margin: { top: legend.height + 24, right: 8, bottom: 24, left: 46 },
    x: [0, people.length],
    y: [greatest + room, least - room],
  };
  const parts = [
    {
      kept: people.filter(({ open, low }) => !open && low > 0),
      tint: colour("accepted"),
      symbol: "triangle",
      fill: "none",
    },
    { kept: people.filter(({ open }) => open), tint: colour("open"), symbol: "square", fill: colour("open") },
    { kept: people.filter(({ high }) => high <= 0), tint: colour("rejected"), symbol: "circle", fill: "none" },
  ] as const;
  return canvas.draw(frame, [
    plot.rect(parts[1].kept, {
      x1: ({ k }: { k: number }) => k - 0.5,
      x2: ({ k }: { k: number }) => k + 0.5,
      y1: frame.y[0],
      y2: frame.y[1],
      fill: colour("open"),
      fillOpacity: 0.14,
    }),
    ...leftAxis(canvas, frame, roundTicks(least - room, greatest + room, 5)),
    plot.link([0], { x1: 0, x2: people.length, y1: 0, y2: 0, stroke: colour("ink"), strokeWidth: 1.5 }),
    ...parts.flatMap(({ kept, tint, symbol: shape, fill }) => [
      plot.link(kept, { x1: "k", x2: "k", y1: "low", y2: "high", stroke: tint, strokeWidth: 1 }),
      plot.dot(kept, { x: "k", y: "chosen", r: 1.8, symbol: shape, stroke: tint, fill, strokeWidth: 0.8 }),
    ]),
    ...legend.marks(frame),
    heading(canvas, frame, T.bandMargin),
    plot.text([T.bandAxis], {
      x: people.length / 2,
      y: frame.y[1],
      dy: 14,
      text: [T.bandAxis],
      fill: colour("muted"),
      fontSize: SMALL_FONT_SIZE,
    }),
  ]);
}

/** Shares that are settled and open, by both rules. */
export function determinedChart(canvas: Canvas, { band, determined, stability }: Identification): string | null {
  const rules: { readonly name: string; readonly split: DeterminedSplit }[] = [
    ...(band.failure === null ? [{ name: T.bandRule, split: (band as LambdaBand).split }] : []),
    { name: T.refitRule(stability.method), split: determined },
  ];
  const { plot } = canvas;
  const legend = legendAbove(
    canvas,
    [
      { text: T.accepted, mark: box("accepted", true) },
      { text: T.contested, mark: box("open", false) },
      { text: T.rejected, mark: box("rejected", true) },
    ],
    CHART_WIDTH,
  );
  const frame: Frame = {
    width: CHART_WIDTH,
    height: legend.height + rules.length * 62 + BOTTOM_AXIS,
    margin: { top: legend.height, right: 8, bottom: BOTTOM_AXIS, left: 8 },
    x: [0, 1],
    y: [0, rules.length],
  };
  const parts = rules.flatMap(({ split }, row) => {
    const first = split.accepted.share;
    const second = first + split.contested.share;
    return [
      { row, from: 0, to: first, tint: "accepted", dash: "", opacity: 0.35, share: split.accepted.share },
      { row, from: first, to: second, tint: "open", dash: "3 2", opacity: 0, share: split.contested.share },
      { row, from: second, to: 1, tint: "rejected", dash: "", opacity: 0.35, share: split.rejected.share },
    ] as const;
  });
  return canvas.draw(frame, [
    plot.text(rules, {
      x: 0,
      y: (_: unknown, row: number) => row + 0.18,
      text: "name",
      textAnchor: "start",
      fill: colour("ink"),
    }),
    ...parts.map(({ row, from, to, tint, dash, opacity }) =>
      plot.rect([0], {
        x1: from,
        x2: Math.max(from, to),
        y1: row + 0.36,
        y2: row + 0.66,
        inset: 0.75,
        fill: colour(tint),
        fillOpacity: opacity,
        stroke: colour(tint),
        strokeWidth: 1.5,
        ...(dash === "" ? {} : { strokeDasharray: dash }),
      }),
    ),
    // Labels stand below their part: at its ends for the outer two, and for the middle one where it has room.
    ...parts.map(({ row, from, to, share }, k) =>
      plot.text([0], {
        x: k % 3 === 0 ? 0 : k % 3 === 2 ? 1 : Math.min(0.82, Math.max(0.18, (from + to) / 2)),
        y: row + 0.82,
        text: [T.percent(share)],
        textAnchor: k % 3 === 0 ? "start" : k % 3 === 2 ? "end" : "middle",
        fill: colour("ink"),
        fontSize: SMALL_FONT_SIZE,
      }),
    ),
    ...legend.marks(frame),
    ...bottomAxis(canvas, frame, shareTicks(0, 1), T.determinedAxis),
  ]);
}

function box(name: "accepted" | "open" | "rejected", full: boolean) {
  return { kind: "symbol", symbol: "square", fill: full ? colour(name) : "none", stroke: colour(name), r: 5 } as const;
}

/** Per group, the share of people whose decision is not determined. */
export function contestedChart(canvas: Canvas, groups: readonly GroupShare[]): string | null {
  const rows = groups.map(({ group, n, status, share }): IntervalRow => {
    const few = status === "insufficient" || share === null;
    return {
      name: group,
      note: few ? T.insufficient(n) : T.share(share.share, n),
      value: share?.share ?? null,
      low: share?.low ?? null,
      high: share?.high ?? null,
      look: few ? "hollow" : "plain",
    };
  });
  return intervalRows(canvas, rows, { domain: [0, 1], ticks: shareTicks(0, 1), title: T.contestedAxis, bars: true });
}

/** The tenth below all of these shares, at most 0.9. */
function lowerTenth(shares: readonly number[]): number {
  return Math.min(0.9, Math.max(0, Math.floor(Math.min(1, ...shares) * 10) / 10));
}
