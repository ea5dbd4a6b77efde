import { type Attributes, element, escapeText, type Point, round } from "./element.js";

export type Shape = "circle" | "square" | "triangle" | "diamond" | "star" | "plus";

/** Corners of shapes that have the area of a circle of radius 1: across and down in turn. */
const CORNERS: Readonly<Record<Exclude<Shape, "circle" | "plus">, readonly number[]>> = {
  square: [-0.89, -0.89, 0.89, -0.89, 0.89, 0.89, -0.89, 0.89],
  triangle: [0, -1.56, 1.35, 0.78, -1.35, 0.78],
  diamond: [0, -1.25, 1.25, 0, 0, 1.25, -1.25, 0],
  star: [
    ...[0, -1.67, 0.38, -0.52, 1.59, -0.52, 0.61, 0.2, 0.98, 1.35],
    ...[0, 0.64, -0.98, 1.35, -0.61, 0.2, -1.59, -0.52, -0.38, -0.52],
  ],
};

type Segment = readonly [Point, Point];

/** A line from left to right. */
export function level(y: number, from: number, to: number): Segment {
  const at = (x: number): Point => [x, y];
  return [at(from), at(to)];
}

/** A line from top to bottom. */
export function upright(x: number, from: number, to: number): Segment {
  const at = (y: number): Point => [x, y];
  return [at(from), at(to)];
}

export function rules(segments: readonly Segment[], look: Attributes): string {
  if (segments.length === 0) return "";
  const d = segments.map(curvePath).join("");
  return element("path", { d, fill: "none", ...look });
}

export function rule(from: Point, to: Point, look: Attributes): string {
  return rules([[from, to]], look);
}

export function curve(points: readonly Point[], look: Attributes): string {
  return points.length === 0 ? "" : element("path", { d: curvePath(points), fill: "none", ...look });
}

/** Points joined by straight lines, as the `d` of a path. */
export function curvePath(points: readonly Point[]): string {
  return points.map((point, k) => `${k === 0 ? "M" : "L"}${point.map(round)}`).join("");
}

/** The area between two lines that have their places across in common: across, then one and the other height. */
export function band(places: readonly (readonly [number, number, number])[], look: Attributes): string {
  return places.length === 0 ? "" : element("path", { d: bandPath(places), ...look });
}

/** The outline of such an area, as the `d` of a path. */
export function bandPath(places: readonly (readonly [number, number, number])[]): string {
  const upper = places.map(([x, , high]): Point => [x, high]);
  const lower = places.map(([x, low]): Point => [x, low]);
  return `${curvePath([...upper, ...lower.reverse()])}Z`;
}

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
  const arm = 1.5 * r;
  if (shape === "plus") return curvePath(level(y, x - arm, x + arm)) + curvePath(upright(x, y - arm, y + arm));
  const corners = CORNERS[shape];
  const at = (_: unknown, k: number): Point => [x + r * corners[2 * k]!, y + r * corners[2 * k + 1]!];
  return `${curvePath(Array.from({ length: corners.length / 2 }, at))}Z`;
}

/** Words on one line, their left end at the place unless `text-anchor` says otherwise. */
export function words([x, y]: Point, text: string, look: Attributes): string {
  return text === "" ? "" : element("text", { x, y, ...look }, [escapeText(text)]);
}
