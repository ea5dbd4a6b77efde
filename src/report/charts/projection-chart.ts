import type { SymbolType } from "@observablehq/plot";
import type { Point, Projection } from "../../identify/projection-types.js";
import { CHART_TEXTS as T } from "../text/chart-labels.js";
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
    layer(T.people.rejected, projection.rejected, "circle", "rejected", false, 2.4),
    layer(T.people.accepted, projection.accepted, "plus", "accepted", false, 2.6),
    layer(T.letters, projection.letters, "triangle", "letters", false, 2.8),
    layer(T.prototypes.rejected, prototypes?.rejected ?? [], "diamond", "rejected", true, 3.6),
    layer(T.prototypes.accepted, prototypes?.accepted ?? [], "square", "accepted", true, 3.2),
    layer(T.prototypes.midpoint, prototypes?.midpoint ?? [], "star", "open", true, 3.2),
  ].filter(({ points }) => points.length > 0);
  const all = layers.flatMap(({ points }) => points);
  if (all.length === 0) return null;
  const entries: LegendEntry[] = layers.map(({ text, symbol, fill, stroke, r }) => ({
    text,
    mark: { kind: "symbol", symbol, fill, stroke, r: r + 1.4 },
  }));
  if (boundary !== null) entries.push({ text: T.boundary, mark: { kind: "line", stroke: colour("ink"), dash: "5 3" } });
  const legend = legendAbove(canvas, entries, CHART_WIDTH);
  const frame = equalFrame(all, legend.height);
  const { plot } = canvas;
  const line = boundary === null ? null : clipLine(boundary, frame);
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
      plot.dot(points, {
        x: "0",
        y: "1",
        symbol,
        fill,
        stroke,
        r,
        strokeWidth: 1,
        ...(fill === "none" ? {} : { fillOpacity: 0.85 }),
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
    ...projection.axes.map((features, k) => {
      const text = shortName(
        T.component(k + 1, projection.explained[k] ?? 0, features),
        CHART_WIDTH - 12,
        SMALL_FONT_SIZE,
      );
      return plot.text([text], {
        x: frame.x[0],
        y: frame.y[1],
        dy: 14 + 16 * k,
        text: [`${k === 0 ? "→" : "↑"} ${text}`],
        textAnchor: "start",
        fill: colour("muted"),
        fontSize: SMALL_FONT_SIZE,
      });
    }),
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
  return { text, points, symbol, r, fill: full ? colour(tint) : "none", stroke: colour(tint) };
}

/** A frame around the points with the same unit along both axes. */
function equalFrame(points: readonly Point[], top: number): Frame {
  const [left, right] = ends(points.map(([x]) => x));
  const [low, high] = ends(points.map(([, y]) => y));
  const margin = { top: top + 4, right: 4, bottom: 40, left: 4 };
  const across = CHART_WIDTH - margin.left - margin.right;
  const tall = Math.min(360, Math.max(200, (across * (high - low)) / (right - left)));
  const unit = Math.max((right - left) / across, (high - low) / tall); // data units per pixel
  const x = (left + right) / 2;
  const y = (low + high) / 2;
  return {
    width: CHART_WIDTH,
    height: tall + margin.top + margin.bottom,
    margin,
    x: [x - (unit * across) / 2, x + (unit * across) / 2],
    y: [y + (unit * tall) / 2, y - (unit * tall) / 2],
  };
}

function ends(values: readonly number[]): [number, number] {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const room = high > low ? (high - low) * 0.05 : 1;
  return [low - room, high + room];
}

/** The part within the frame of the straight line through both points; null when it does not cross it. */
function clipLine([[x1, y1], [x2, y2]]: readonly [Point, Point], frame: Frame): readonly [Point, Point] | null {
  const dx = x2 - x1;
  const dy = y2 - y1;
  let from = Number.NEGATIVE_INFINITY;
  let to = Number.POSITIVE_INFINITY;
  for (const [start, step, low, high] of [
    [x1, dx, frame.x[0], frame.x[1]],
    [y1, dy, frame.y[1], frame.y[0]],
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
