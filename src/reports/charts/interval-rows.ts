import type { Axis } from "../../document/svg/axis.js";
import { colour, PAGE } from "../../document/svg/colours.js";
import { FONT_SIZE, type Point, pageDrawing } from "../../document/svg/element.js";
import { BOTTOM_AXIS, bottomAxis, frameOf } from "../../document/svg/frame.js";
import { bar, dots, level, rules, upright, words } from "../../document/svg/marks.js";
import { textWidth } from "../../document/svg/text-width.js";
import { CHART_WIDTH, END_NOTE, NOTE, SIDE, shortName, sizeNote } from "./page-chart.js";

export interface IntervalRow {
  readonly name: string;
  /** At the right end of the name's line. */
  readonly note: string;
  /** What is drawn: nothing where null, without an interval where it has none. */
  readonly estimate: { readonly value: number; readonly low: number | null; readonly high: number | null } | null;
  /** Hollow: too few people to carry a number. Marked: the one the text speaks of. @default "plain" */
  readonly look?: "plain" | "hollow" | "marked";
}

export interface ReferenceLine {
  readonly at: number;
  readonly text: string;
  readonly side: "left" | "right";
}

export interface RowsLayout {
  readonly axis: Axis;
  readonly lines?: readonly ReferenceLine[];
  /** Whether a bar leads from the left end to the value. @default false */
  readonly bars?: boolean;
  /** @default CHART_WIDTH */
  readonly width?: number;
}

/** The row of a group: hollow where it has too few people, and without a value where its note is null. */
export function groupRow(
  { group, n, status }: { readonly group: string; readonly n: number; readonly status: string },
  estimate: IntervalRow["estimate"],
  note: string | null,
): IntervalRow {
  return status === "insufficient"
    ? { name: group, note: `insufficient (${sizeNote(n)})`, estimate, look: "hollow" }
    : { name: group, note: note ?? "not measured", estimate };
}

const ROW = 38;
/** Below the top of a row: the base of its words, and the middle of its drawing. */
const AT = { words: 14.5, drawing: 26.5 };
/** How much wider bold letters are than plain ones. */
const BOLD = 1.15;

type Across = (value: number) => number;

/** Rows below each other, each with its name above it, so that long names and many groups stay readable. */
export function intervalRows(rows: readonly IntervalRow[], layout: RowsLayout): string | null {
  if (rows.length === 0) return null;
  const { axis, lines = [], bars = false, width = CHART_WIDTH } = layout;
  const top = lines.length > 0 ? 20 : 4;
  const bottom = top + rows.length * ROW;
  const box = { left: SIDE, right: width - SIDE, top, bottom, theme: PAGE };
  const frame = frameOf(box, axis, axis);
  const middles = rows.map((_, k) => top + k * ROW + AT.drawing);
  const body = [
    ...tracks(axis, middles, frame.across),
    ...lines.map((line, k) => referenceLine(line, k, middles, frame.across)),
    ...lines.map((line) => referenceWords(line, top - 6, width, frame.across)),
    ...rows.map((row, k) => rowWords(row, middles[k]! - AT.drawing + AT.words, width)),
    ...rows.map((row, k) => (bars ? valueBar(row, middles[k]!, axis, frame.across) : "")),
    ...rows.map((row, k) => whisker(row, middles[k]!, axis, frame.across)),
    ...rows.map((row, k) => valueDot(row, middles[k]!, axis, frame.across)),
    bottomAxis(frame, axis),
  ];
  return pageDrawing({ width, height: bottom + BOTTOM_AXIS, body: body.join("") });
}

/** The axis again behind each row, with its ticks. */
function tracks({ domain, ticks }: Axis, middles: readonly number[], across: Across): string[] {
  const segments = middles.flatMap((y) => [
    level(y, across(domain[0]), across(domain[1])),
    ...ticks.map(({ at }) => upright(across(at), y - 4, y + 4)),
  ]);
  return [rules(segments, { stroke: PAGE.line })];
}

function referenceLine({ at }: ReferenceLine, k: number, middles: readonly number[], across: Across): string {
  const look = k === 0 ? { "stroke-width": 1.5 } : { "stroke-dasharray": "3 2" };
  const segments = middles.map((y) => upright(across(at), y - 8.5, y + 8.5));
  return rules(segments, { stroke: PAGE.ink, ...look });
}

/** Beside its line, and never beyond an edge of the drawing. */
function referenceWords({ at, text, side }: ReferenceLine, y: number, width: number, across: Across): string {
  const own = textWidth(text, PAGE.size);
  const start = across(at) + (side === "left" ? -4 - own : 4);
  const middle = Math.max(0, Math.min(width - own, start)) + own / 2;
  return words([middle, y], text, { ...NOTE, "text-anchor": "middle" });
}

function rowWords({ name, note, look }: IntervalRow, y: number, width: number): string {
  const marked = look === "marked";
  const room = width - 2 * SIDE - textWidth(note, PAGE.size) - 20;
  const short = shortName(name, room / (marked ? BOLD : 1), FONT_SIZE);
  const weight = marked ? "bold" : undefined;
  return [
    words([SIDE, y], short, { fill: PAGE.ink, "font-weight": weight }),
    words([width - SIDE, y], note, END_NOTE),
  ].join("");
}

function valueBar({ estimate, look }: IntervalRow, y: number, { domain }: Axis, across: Across): string {
  if (estimate === null) return "";
  const fill = { fill: colour("mark"), "fill-opacity": look === "hollow" ? 0 : 0.3, stroke: colour("mark") };
  const start = Math.max(domain[0], Math.min(0, domain[1]));
  return bar([across(start), y - 4.5], [across(estimate.value), y + 4.5], fill);
}

/** The interval, with a stop at either end, or an arrow where it goes on beyond the axis. */
function whisker({ estimate }: IntervalRow, y: number, { domain: [from, to] }: Axis, across: Across): string {
  const { low = null, high = null } = estimate ?? {};
  if (low === null || high === null || high < from || low > to) return "";
  const ends = [...(low < from ? [] : [across(low)]), ...(high > to ? [] : [across(high)])];
  const segments = [level(y, across(low), across(high)), ...ends.map((x) => upright(x, y - 5, y + 5))];
  const arrow = { fill: colour("mark") };
  return [
    rules(segments, { stroke: colour("mark"), "stroke-width": 1.5 }),
    low < from ? words([across(from) - 6, y + 4.5], "◂", arrow) : "",
    high > to ? words([across(to) + 6, y + 4.5], "▸", { ...arrow, "text-anchor": "end" }) : "",
  ].join("");
}

function valueDot({ estimate, look }: IntervalRow, y: number, { domain }: Axis, across: Across): string {
  if (estimate === null || estimate.value < domain[0] || estimate.value > domain[1]) return "";
  const at: Point = [across(estimate.value), y];
  const mark = colour("mark");
  if (look === "marked") return dots([at], "diamond", 5.5, { fill: mark, stroke: PAGE.ink });
  return look === "hollow"
    ? dots([at], "circle", 4, { fill: PAGE.paper, stroke: mark, "stroke-width": 1.5 })
    : dots([at], "circle", 4.5, { fill: mark });
}

/** The greatest value or end of an interval drawn, at least 0. */
export function greatestOf(rows: readonly IntervalRow[]): number {
  return Math.max(0, ...rows.map(({ estimate }) => Math.max(estimate?.value ?? 0, estimate?.high ?? 0)));
}
