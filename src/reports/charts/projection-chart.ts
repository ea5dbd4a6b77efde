import { count, percent } from "../../document/format.js";
import { linearAxis } from "../../document/svg/axis.js";
import { type ColourName, colour, PAGE } from "../../document/svg/colours.js";
import { moved } from "../../document/svg/element.js";
import { frameOf } from "../../document/svg/frame.js";
import { type LegendEntry, legend } from "../../document/svg/look.js";
import { bar, dots, rule, type Shape, words } from "../../document/svg/marks.js";
import type { Point, Projection } from "../../findings/drawing.js";
import { CHART_WIDTH, chartOf, NOTE, shortName } from "./page-chart.js";

interface Layer {
  readonly text: string;
  readonly points: readonly Point[];
  readonly shape: Shape;
  readonly tint: ColourName;
  readonly full: boolean;
  readonly r: number;
}

/** Room at the left and right of the plane, and its height. */
const SIDE = 6;
const PLANE = 290;
const CAPTION = 16;

/** People, offers, both prototypes, the midpoint between them and RECAST's boundary, on the plane of most variance. */
export function projectionChart(projection: Projection): string | null {
  const { prototypes, boundary } = projection;
  const { rejected = [], accepted = [], midpoint = [] } = prototypes ?? {};
  const every: readonly Layer[] = [
    { text: "prototype Q₀ (refused)", points: rejected, shape: "diamond", tint: "rejected", full: true, r: 3 },
    { text: "prototype Q₁ (accepted)", points: accepted, shape: "square", tint: "accepted", full: true, r: 2.6 },
    { text: "midpoint Q½", points: midpoint, shape: "star", tint: "open", full: true, r: 2.6 },
    { text: "refused people", points: projection.rejected, shape: "circle", tint: "rejected", full: false, r: 2.2 },
    { text: "accepted people", points: projection.accepted, shape: "plus", tint: "accepted", full: false, r: 2.4 },
    { text: "offers in letters", points: projection.letters, shape: "triangle", tint: "letters", full: false, r: 2.4 },
  ];
  const layers = every.filter(({ points }) => points.length > 0);
  const all = layers.flatMap(({ points }) => points);
  if (all.length === 0) return null;
  const area: Area = { x: ends(all.map(([x]) => x)), y: ends(all.map(([, y]) => y)) };
  const line = boundary === null ? null : clipLine(boundary, area);
  const isInside = ([x, y]: Point) => x >= area.x[0] && x <= area.x[1] && y >= area.y[0] && y <= area.y[1];
  const outside = all.filter((point) => !isInside(point)).length;
  const captions = [
    ...(["→", "↑"] as const).map((arrow, k) => {
      const variance = `${percent(projection.explained[k] ?? 0)} of the variance`;
      return shortName(`${arrow} ${variance}: ${projection.axes[k]?.join(", ")}`, CHART_WIDTH - 8, PAGE.size);
    }),
    ...(outside > 0 ? [outsideNote(outside)] : []),
    ...(boundary !== null && line === null ? ["the boundary of RECAST does not cross this frame"] : []),
  ];
  const entries = layers.map(({ text, shape, tint, full, r }): LegendEntry => {
    return { label: text, look: { colour: colour(tint), shape, r: r + 1.4, hollow: !full } };
  });
  if (line !== null) entries.push({ label: "boundary of RECAST", look: { colour: PAGE.ink, dash: "5 3" } });
  const key = legend(entries, CHART_WIDTH - 2 * SIDE, PAGE);
  const top = key.height + 8;
  const bottom = top + PLANE;
  const box = { left: SIDE, right: CHART_WIDTH - SIDE, top, bottom, theme: PAGE };
  const frame = frameOf(box, linearAxis(area.x), linearAxis(area.y));
  const place = ([x, y]: Point): Point => [frame.across(x), frame.up(y)];
  const body = [
    moved([SIDE, 0], [key.body]),
    bar([frame.left, top], [frame.right, bottom], { fill: "none", stroke: PAGE.line }),
    ...layers.map(({ points, shape, tint, full, r }) => {
      const look = full ? { fill: colour(tint), "fill-opacity": 0.6 } : { fill: "none", stroke: colour(tint) };
      return dots(points.map(place), shape, r, look);
    }),
    line === null
      ? ""
      : rule(place(line[0]), place(line[1]), { stroke: PAGE.ink, "stroke-width": 2, "stroke-dasharray": "5 3" }),
    ...captions.map((text, k) => words([SIDE, bottom + 18 + CAPTION * k], text, NOTE)),
  ];
  return chartOf(bottom + 10 + CAPTION * captions.length, body);
}

function outsideNote(points: number): string {
  const [lie, are] = points === 1 ? ["point lies", "it is"] : ["points lie", "they are"];
  return `${count(points)} ${lie} further out than the edge ${are} drawn at`;
}

/** What is drawn of the plane: nearly all points; a few far away would push the others together: drawn at the edge. */
interface Area {
  readonly x: readonly [number, number];
  readonly y: readonly [number, number];
}

/** Where all but a twenty-fifth at either end lie, with a tenth to spare; or all, where that takes little more. */
function ends(values: readonly number[]): [number, number] {
  const sorted = values.toSorted((a, b) => a - b);
  const cut = Math.floor(sorted.length / 25);
  const at = (place: number) => sorted[place] ?? 0;
  const [least, greatest] = [at(0), at(sorted.length - 1)];
  const [low, high] = [at(cut), at(sorted.length - 1 - cut)];
  if (!(high > low)) return greatest > least ? [least, greatest] : [least - 1, greatest + 1];
  const room = (high - low) / 10;
  const far = (high - low) / 2;
  return [
    least >= low - far ? least - room / 2 : low - room,
    greatest <= high + far ? greatest + room / 2 : high + room,
  ];
}

/** The part within the frame of the straight line through both points; null when it does not cross it. */
function clipLine([[x1, y1], [x2, y2]]: readonly [Point, Point], area: Area): readonly [Point, Point] | null {
  const dx = x2 - x1;
  const dy = y2 - y1;
  let from = Number.NEGATIVE_INFINITY;
  let to = Number.POSITIVE_INFINITY;
  for (const [start, step, low, high] of [
    [x1, dx, area.x[0], area.x[1]],
    [y1, dy, area.y[0], area.y[1]],
  ] as const) {
    if (step === 0) {
      if (start < low || start > high) return null;
      continue;
    }
    const [a, b] = [(low - start) / step, (high - start) / step];
    from = Math.max(from, Math.min(a, b));
    to = Math.min(to, Math.max(a, b));
  }
  if (!(from < to) || !Number.isFinite(from) || !Number.isFinite(to)) return null;
  return [
    [x1 + from * dx, y1 + from * dy],
    [x1 + to * dx, y1 + to * dy],
  ];
}
