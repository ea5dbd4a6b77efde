import { count, percent } from "../../document/format.js";
import { type Axis, linearAxis } from "../../document/svg/axis.js";
import { colour, PAGE } from "../../document/svg/colours.js";
import { FONT_SIZE, moved, pageDrawing } from "../../document/svg/element.js";
import { BOTTOM_AXIS, bottomAxis, frameOf } from "../../document/svg/frame.js";
import { type LegendEntry, legend } from "../../document/svg/look.js";
import { bar, dots, level, rules, type Shape, upright, words } from "../../document/svg/marks.js";
import { textWidth } from "../../document/svg/text-width.js";
import type { Strength } from "../../findings/findings.js";
import type { Estimate } from "../../findings/quantities.js";
import { CHART_WIDTH, END_NOTE, groupShare, NOTE, SIDE, shortName } from "./page-chart.js";

/** A compared group: how many people, their rate with its interval, and how sure the difference from the others is. */
export interface ComparedGroup {
  readonly group: string;
  readonly n: number;
  readonly rate: Estimate;
  readonly strength: Strength;
}

/** The groups of one attribute that a chart shows, lowest rate first. */
export interface ComparedAttribute {
  readonly attribute: string;
  /** The lowest rates, and after what is left out the highest. */
  readonly low: readonly ComparedGroup[];
  readonly between: number;
  readonly high: readonly ComparedGroup[];
  /** Four fifths of the highest rate; null where that is not known. */
  readonly fourFifths: number | null;
}

export interface GroupsChart {
  readonly attributes: readonly ComparedAttribute[];
  /** Rate of everybody. */
  readonly overall: number;
  /** What the axis counts. */
  readonly label: string;
}

const HEADING = 19;
const ROW = 19;
const NAMES = 136;
const LEAST_NOTES = 98;
const TOP = 20;

const LOOKS: Readonly<Record<Strength, { readonly text: string; readonly shape: Shape; readonly hollow: boolean }>> = {
  clear: { text: "clear difference", shape: "diamond", hollow: false },
  possible: { text: "possible difference", shape: "diamond", hollow: true },
  none: { text: "no clear difference", shape: "circle", hollow: false },
  untested: { text: "not tested", shape: "circle", hollow: true },
};

/** Lines that an attribute takes: its name, its groups, and one for those left out. */
export function linesOf({ low, high, between }: ComparedAttribute): number {
  return 1 + low.length + high.length + (between > 0 ? 1 : 0);
}

/** Every group as a dot with its interval, below the name of its attribute; null without any. */
export function groupsChart({ attributes, overall, label }: GroupsChart): string | null {
  const shown = attributes.flatMap(({ low, high }) => [...low, ...high]);
  if (shown.length === 0) return null;
  const end = Math.min(1, Math.max(overall, ...shown.map(({ rate }) => rate.high)));
  const axis = linearAxis([0, end], { write: "percent", label, round: end < 1 });
  const key = legend(legendOf(shown), CHART_WIDTH - 2 * SIDE, PAGE);
  const height = attributes.reduce((sum, one) => sum + HEADING + ROW * (linesOf(one) - 1), 0);
  const bottom = TOP + height + 4;
  const notes = shown.map(({ rate, n }) => textWidth(groupShare(rate.value, n), PAGE.size));
  const right = CHART_WIDTH - Math.max(LEAST_NOTES, 2 * SIDE + Math.max(...notes));
  const box = { left: NAMES, right, top: TOP, bottom, theme: PAGE };
  const { across } = frameOf(box, axis, axis);
  const body = [
    rules([upright(across(overall), TOP, bottom)], { stroke: PAGE.muted }),
    atMost(`everybody: ${percent(overall)}`, across(overall), TOP - 7),
  ];
  let top = TOP;
  for (const one of attributes) {
    body.push(attributeRows(one, top, axis, across));
    top += HEADING + ROW * (linesOf(one) - 1);
  }
  body.push(
    rules([level(bottom, NAMES, right)], { stroke: PAGE.line }),
    bottomAxis({ ...box, across, up: () => 0 }, axis),
    moved([SIDE, bottom + BOTTOM_AXIS + 2], [key.body]),
  );
  return pageDrawing({ width: CHART_WIDTH, height: bottom + BOTTOM_AXIS + key.height + 4, body: body.join("") });
}

type Across = (value: number) => number;

function attributeRows(one: ComparedAttribute, top: number, axis: Axis, across: Across): string {
  const { attribute, low, between, high, fourFifths } = one;
  const parts = [
    words([SIDE, top + 14], shortName(attribute, (CHART_WIDTH - 2 * SIDE) / 1.15, FONT_SIZE), {
      fill: PAGE.ink,
      "font-weight": "bold",
    }),
  ];
  const from = top + HEADING;
  low.forEach((group, k) => {
    parts.push(groupRow(group, from + ROW * k, axis, across));
  });
  let next = from + ROW * low.length;
  if (between > 0) {
    parts.push(words([SIDE + 8, next + 14], `… ${count(between)} more between these`, NOTE));
    next += ROW;
  }
  high.forEach((group, k) => {
    parts.push(groupRow(group, next + ROW * k, axis, across));
  });
  if (fourFifths !== null) {
    const marks = [...low, ...high].map((_, k) => {
      const y = (k < low.length ? from : next - ROW * low.length) + ROW * k;
      return upright(across(fourFifths), y + 2, y + ROW - 2);
    });
    parts.push(rules(marks, { stroke: PAGE.ink, "stroke-dasharray": "2 2" }));
  }
  return parts.join("");
}

function groupRow({ group, n, rate, strength }: ComparedGroup, y: number, { domain }: Axis, across: Across): string {
  const { shape, hollow } = LOOKS[strength];
  const isClear = strength === "clear";
  const tint = isClear ? colour("rejected") : colour("mark");
  const middle = y + ROW / 2;
  const weight = isClear ? "bold" : undefined;
  return [
    words([SIDE + 8, y + 14], shortName(group, (NAMES - SIDE - 16) / (isClear ? 1.1 : 1), PAGE.size), {
      fill: PAGE.ink,
      "font-size": PAGE.size,
      "font-weight": weight,
    }),
    rules([level(middle, across(domain[0]), across(domain[1]))], { stroke: PAGE.line }),
    rules([level(middle, across(rate.low), across(rate.high))], { stroke: tint, "stroke-width": 2 }),
    dots([[across(rate.value), middle]], shape, isClear ? 5.5 : 4.5, {
      fill: hollow ? PAGE.paper : tint,
      stroke: tint,
      "stroke-width": 1.5,
    }),
    words([CHART_WIDTH - SIDE, y + 14], groupShare(rate.value, n), END_NOTE),
  ].join("");
}

function legendOf(shown: readonly ComparedGroup[]): LegendEntry[] {
  return (Object.keys(LOOKS) as Strength[])
    .filter((strength) => shown.some((group) => group.strength === strength))
    .map((strength): LegendEntry => {
      const { text, shape, hollow } = LOOKS[strength];
      const tint = strength === "clear" ? colour("rejected") : colour("mark");
      return { label: text, look: { colour: tint, shape, hollow, r: strength === "clear" ? 5.5 : 4.5 } };
    });
}

/** Words in the middle of a place, and never beyond an edge of the drawing. */
function atMost(text: string, middle: number, y: number): string {
  const half = textWidth(text, PAGE.size) / 2;
  if (middle + half > CHART_WIDTH - SIDE) return words([CHART_WIDTH - SIDE, y], text, END_NOTE);
  return words([Math.max(half, middle), y], text, { ...NOTE, "text-anchor": "middle" });
}

export interface TrustBar {
  readonly rebuilt: Estimate;
  /** What to compare it with: the more common answer, a simple linear rule. */
  readonly others: readonly { readonly text: string; readonly share: number }[];
}

const BAR = { top: 24, bottom: 44 };
const LABEL = 15;

/** One bar from 0 to 100 %: how far the rebuilt model gets with its interval, and what simpler answers reach. */
export function trustBar({ rebuilt, others }: TrustBar): string {
  const axis = linearAxis([0, 1]);
  const box = { left: SIDE, right: CHART_WIDTH - SIDE, top: BAR.top, bottom: BAR.bottom, theme: PAGE };
  const { across, left, right } = frameOf(box, axis, axis);
  const middle = (BAR.top + BAR.bottom) / 2;
  const below = [...others.map(({ text, share }) => ({ text: `${text} ${percent(share)}`, at: across(share) }))];
  const placed = stacked([...below, { text: "100 %", at: right }]);
  const levels = Math.max(...placed.map((one) => one.level)) + 1;
  const body = [
    bar([left, BAR.top], [right, BAR.bottom], { fill: "none", stroke: PAGE.line }),
    bar([left, BAR.top], [across(rebuilt.value), BAR.bottom], { fill: colour("mark"), "fill-opacity": 0.3 }),
    rules([upright(across(rebuilt.value), BAR.top - 4, BAR.bottom + 4)], {
      stroke: colour("mark"),
      "stroke-width": 3,
    }),
    rules([level(middle, across(rebuilt.low), across(rebuilt.high))], { stroke: PAGE.ink, "stroke-width": 2 }),
    rules(
      [rebuilt.low, rebuilt.high].map((end) => upright(across(end), middle - 5, middle + 5)),
      { stroke: PAGE.ink, "stroke-width": 2 },
    ),
    rules(
      others.map(({ share }) => upright(across(share), BAR.top, BAR.bottom + 4)),
      { stroke: PAGE.ink, "stroke-dasharray": "3 2" },
    ),
    atMost(`rebuilt model ${percent(rebuilt.value)}`, across(rebuilt.value), BAR.top - 8),
    ...placed.map(({ text, at, level: row }) => atMost(text, at, BAR.bottom + 17 + LABEL * row)),
  ];
  return pageDrawing({ width: CHART_WIDTH, height: BAR.bottom + 8 + LABEL * levels, body: body.join("") });
}

interface Label {
  readonly text: string;
  readonly at: number;
}

/** Labels on as many lines as they need not to run into each other. */
function stacked(labels: readonly Label[]): (Label & { readonly level: number })[] {
  const placed: (Label & { level: number; from: number; to: number })[] = [];
  for (const label of labels) {
    const width = textWidth(label.text, PAGE.size);
    const from = Math.max(0, Math.min(CHART_WIDTH - width, label.at - width / 2));
    const to = from + width;
    const hits = (row: number) => placed.some((one) => one.level === row && one.from < to + 8 && one.to > from - 8);
    let row = 0;
    while (hits(row)) row++;
    placed.push({ ...label, level: row, from, to });
  }
  return placed;
}
