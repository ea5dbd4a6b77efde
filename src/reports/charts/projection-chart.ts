import type { SymbolType } from "@observablehq/plot";
import type { Point, Projection } from "../../findings/drawing.js";
import { CHART_TEXTS as T } from "../text/chart-labels.js";
import { within } from "./axis.js";
import { type Canvas, CHART_WIDTH, type Frame, SMALL_FONT_SIZE } from "./canvas.js";
import { colour } from "./colours.js";
import { type LegendEntry, legendAbove } from "./legend.js";
import { shortName } from "./names.js";

interface Layer {
  readonly text: string;
  readonly points: readonly Point[];
  readonly symbol: SymbolType;
  readonly fill: string;
  readonly stroke: string;
  readonly r: number;
}

/** People, offers, both prototypes, the midpoint between them and RECAST's boundary, on the plane of most variance. */
export function projectionChart(canvas: Canvas, projection: Projection): string | null {
  const { prototypes, boundary } = projection;
  const layers: Layer[] = [
    layer(T.prototypes.rejected, prototypes?.rejected ?? [], "diamond", "rejected", true, 3),
    layer(T.prototypes.accepted, prototypes?.accepted ?? [], "square", "accepted", true, 2.6),
    layer(T.prototypes.midpoint, prototypes?.midpoint ?? [], "star", "open", true, 2.6),
    layer(T.people.rejected, projection.rejected, "circle", "rejected", false, 2.2),
    layer(T.people.accepted, projection.accepted, "plus", "accepted", false, 2.4),
    layer(T.letters, projection.letters, "triangle", "letters", false, 2.4),
  ].filter(({ points }) => points.length > 0);
  const all = layers.flatMap(({ points }) => points);
  if (all.length === 0) return null;
  const entries: LegendEntry[] = layers.map(({ text, symbol, fill, stroke, r }) => ({
    text,
    mark: { kind: "symbol", symbol, fill, stroke, r: r + 1.4 },
  }));
  const area = areaAround(all);
  const line = boundary === null ? null : clipLine(boundary, area);
  if (line !== null) entries.push({ text: T.boundary, mark: { kind: "dashes", stroke: colour("ink") } });
  const inFrame = ([x, y]: Point): Point => [within(x, area.x[0], area.x[1]), within(y, area.y[1], area.y[0])];
  const outside = all.filter((point) => inFrame(point).some((value, k) => value !== point[k])).length;
  const captions = [
    ...(["→", "↑"] as const).map((arrow, k) =>
      shortName(
        T.component(arrow, projection.explained[k] ?? 0, projection.axes[k] ?? []),
        CHART_WIDTH - 8,
        SMALL_FONT_SIZE,
      ),
    ),
    ...(outside > 0 ? [T.outside(outside)] : []),
    ...(boundary !== null && line === null ? [T.boundaryOutside] : []),
  ];
  const legend = legendAbove(canvas, entries, CHART_WIDTH);
  const margin = { top: legend.height + 8, right: 6, bottom: 10 + 16 * captions.length, left: 6 };
  const frame: Frame = { ...area, width: CHART_WIDTH, height: 290 + margin.top + margin.bottom, margin };
  const { plot } = canvas;
  return canvas.draw(frame, [
    plot.rect([0], {
      x1: frame.x[0],
      x2: frame.x[1],
      y1: frame.y[0],
      y2: frame.y[1],
      fill: "none",
      stroke: colour("line"),
    }),
    ...layers.map(({ points, symbol, fill, stroke, r }) =>
      plot.dot(points.map(inFrame), {
        x: "0",
        y: "1",
        symbol,
        fill,
        stroke,
        r,
        strokeWidth: 1,
        ...(fill === "none" ? {} : { fillOpacity: 0.6 }),
      }),
    ),
    ...(line === null
      ? []
      : [
          plot.link([line], {
            x1: line[0][0],
            y1: line[0][1],
            x2: line[1][0],
            y2: line[1][1],
            stroke: colour("ink"),
            strokeWidth: 2,
            strokeDasharray: "5 3",
          }),
        ]),
    ...legend.marks(frame),
    ...captions.map((text, k) =>
      plot.text([text], {
        x: frame.x[0],
        y: frame.y[1],
        dy: 14 + 16 * k,
        text: [text],
        textAnchor: "start",
        fill: colour("muted"),
        fontSize: SMALL_FONT_SIZE,
      }),
    ),
  ]);
}

function layer(
  text: string,
  points: readonly Point[],
  symbol: SymbolType,
  tint: "rejected" | "accepted" | "letters" | "open",
  full: boolean,
  r: number,
): Layer {
  return { text, points, symbol, r, fill: full ? colour(tint) : "none", stroke: full ? "none" : colour(tint) };
}

/** What is drawn of the plane. */
type Area = Pick<Frame, "x" | "y">;

/** An area around nearly all points: a few far away would push the others together, and are drawn at the edge. */
function areaAround(points: readonly Point[]): Area {
  const [low, high] = ends(points.map(([, y]) => y));
  return { x: ends(points.map(([x]) => x)), y: [high, low] };
}

/** Where all but a twenty-fifth at either end lie, with a tenth to spare; or all of them, where that takes little more. */
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
    [y1, dy, area.y[1], area.y[0]],
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
