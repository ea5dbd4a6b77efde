import { area, line, type SymbolType, symbolDiamond2, symbolSquare, symbolStar, symbolTriangle } from "d3-shape";
import { type Attributes, element, escapeText, type Point, round } from "./element.js";

/** The shape of a dot. */
export type Shape = "circle" | "square" | "triangle" | "diamond" | "star" | "plus";

const SYMBOLS: Readonly<Record<Exclude<Shape, "circle" | "plus">, SymbolType>> = {
  square: symbolSquare,
  triangle: symbolTriangle,
  diamond: symbolDiamond2,
  star: symbolStar,
};

/** Decimals of the places in a path. */
const DIGITS = 2;

/** Straight lines that look alike. */
export function rules(segments: readonly (readonly [Point, Point])[], look: Attributes): string {
  if (segments.length === 0) return "";
  const d = segments.map(([from, to]) => `M${from.map(round)}L${to.map(round)}`).join("");
  return element("path", { d, fill: "none", ...look });
}

/** A straight line. */
export function rule(from: Point, to: Point, look: Attributes): string {
  return rules([[from, to]], look);
}

/** Points joined by straight lines. */
export function curve(points: readonly Point[], look: Attributes): string {
  return points.length === 0 ? "" : element("path", { d: curvePath(points), fill: "none", ...look });
}

/** Points joined by straight lines, as the `d` of a path. */
export function curvePath(points: readonly Point[]): string {
  return line<Point>().digits(DIGITS)(points as Point[]) ?? "";
}

/** The area between two lines that have their places across in common: across, then one and the other height. */
export function band(places: readonly (readonly [number, number, number])[], look: Attributes): string {
  return places.length === 0 ? "" : element("path", { d: bandPath(places), ...look });
}

/** The outline of such an area, as the `d` of a path. */
export function bandPath(places: readonly (readonly [number, number, number])[]): string {
  const shape = area<readonly [number, number, number]>()
    .x(([x]) => x)
    .y0(([, low]) => low)
    .y1(([, , high]) => high);
  return shape.digits(DIGITS)([...places]) ?? "";
}

/** A rectangle between two corners. */
export function bar([x1, y1]: Point, [x2, y2]: Point, look: Attributes): string {
  const [x, y] = [Math.min(x1, x2), Math.min(y1, y2)];
  return element("rect", { x, y, width: Math.abs(x2 - x1), height: Math.abs(y2 - y1), ...look });
}

/** Dots of one shape that look alike; shapes of the same `r` have the same area. */
export function dots(points: readonly Point[], shape: Shape, r: number, look: Attributes): string {
  if (points.length === 0) return "";
  const one = (point: Point) =>
    shape === "circle"
      ? element("circle", { cx: point[0], cy: point[1], r })
      : element("path", { d: symbolPath(point, shape, r) });
  return element("g", look, points.map(one));
}

/** The outline of a dot, as the `d` of a path. */
export function symbolPath([x, y]: Point, shape: Exclude<Shape, "circle">, r: number): string {
  const size = Math.PI * r * r;
  if (shape === "plus") {
    const arm = 1.5 * r;
    return `M${round(x - arm)},${round(y)}H${round(x + arm)}M${round(x)},${round(y - arm)}V${round(y + arm)}`;
  }
  const parts: string[] = [];
  const to = (letter: string) => (dx: number, dy: number) => {
    parts.push(`${letter}${round(x + dx)},${round(y + dy)}`);
  };
  const [moveTo, lineTo] = [to("M"), to("L")];
  const rect = (dx: number, dy: number, width: number, height: number) => {
    moveTo(dx, dy);
    parts.push(`h${round(width)}v${round(height)}h${round(-width)}Z`);
  };
  const pen = { moveTo, lineTo, rect, closePath: () => parts.push("Z") };
  SYMBOLS[shape].draw(pen as unknown as CanvasRenderingContext2D, size);
  return parts.join("");
}

/** Words on one line, their left end at the place unless `text-anchor` says otherwise. */
export function words([x, y]: Point, text: string, look: Attributes): string {
  return text === "" ? "" : element("text", { x, y, ...look }, [escapeText(text)]);
}
