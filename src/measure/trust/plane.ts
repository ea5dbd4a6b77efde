import { AuditError } from "../../errors.js";
import type { Point } from "../../findings/drawing.js";
import type { Matrix } from "../../math/matrix.js";
import { leadingEigenPairs } from "../../math/symmetric-eigen.js";
import { moments } from "../../prototypes/prototype.js";

/** A plane through encoded space to draw on: a point of it, and two directions of length one at right angles. */
export interface Plane {
  readonly centre: Float64Array;
  readonly axes: readonly [Float64Array, Float64Array];
  /** Share of the total variance each axis carries. */
  readonly explained: readonly [number, number];
}

export interface Bounds {
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly top: number;
}

const MOST_NAMED = 3;

/** Mean and first two principal components of the rows. */
export function principalPlane(x: Matrix): Plane {
  const d = x.columns;
  const { mean, variance } = moments(x);
  const covariance = new Float64Array(d * d);
  const deviation = new Float64Array(d);
  for (let i = 0; i < x.rows; i++) {
    for (let k = 0; k < d; k++) deviation[k] = x.values[i * d + k]! - mean[k]!;
    for (let k = 0; k < d; k++) {
      const own = deviation[k]! / x.rows;
      if (own === 0) continue;
      for (let l = 0; l < d; l++) covariance[k * d + l]! += own * deviation[l]!;
    }
  }
  const { values, vectors } = leadingEigenPairs(covariance, d, 2);
  const share = (k: number) => (variance > 0 ? Math.min(1, Math.max(0, values[k] ?? 0) / variance) : 0);
  const none = new Float64Array(d); // one column has one direction
  return { centre: mean, axes: [vectors[0] ?? none, vectors[1] ?? none], explained: [share(0), share(1)] };
}

/** The plane of two encoded columns, every other column held at the mean of the rows. */
export function columnPlane(x: Matrix, columns: readonly [number, number]): Plane {
  const [first, second] = columns;
  for (const column of columns) {
    if (Number.isInteger(column) && column >= 0 && column < x.columns) continue;
    const message = `axes must be encoded columns from 0 to ${x.columns - 1}, got ${column}`;
    throw new AuditError("INVALID_OPTION", message);
  }
  if (first === second) {
    throw new AuditError("INVALID_OPTION", `axes must be two different columns, got ${first} twice`);
  }
  const { mean, variance } = moments(x);
  const along = (column: number) => new Float64Array(x.columns).fill(1, column, column + 1);
  const share = (column: number) => {
    let sum = 0;
    for (let i = 0; i < x.rows; i++) {
      const deviation = x.values[i * x.columns + column]! - mean[column]!;
      sum += deviation * deviation;
    }
    return variance > 0 ? Math.min(1, sum / x.rows / variance) : 0;
  };
  return { centre: mean, axes: [along(first), along(second)], explained: [share(first), share(second)] };
}

/** Coordinates of the rows on the plane, written to `out` as s₀, t₀, s₁, t₁ …: their orthogonal projection. */
export function projectRows({ centre, axes: [u, v] }: Plane, x: Matrix, out: Float64Array): Float64Array {
  for (let i = 0; i < x.rows; i++) {
    let s = 0;
    let t = 0;
    for (let k = 0; k < x.columns; k++) {
      const deviation = x.values[i * x.columns + k]! - centre[k]!;
      s += u[k]! * deviation;
      t += v[k]! * deviation;
    }
    out[2 * i] = s;
    out[2 * i + 1] = t;
  }
  return out;
}

/** The centre of the plane, and one step from it along each axis: these fix a linear function everywhere. */
export function cornersOf({ centre, axes }: Plane): Matrix {
  const moved = axes.map((axis) => centre.map((value, k) => value + axis[k]!));
  return { rows: 3, columns: centre.length, values: Float64Array.of(...centre, ...moved.flatMap((row) => [...row])) };
}

/** For each axis the encoded columns that weigh most, with the sign of their weight, as "income (+)". */
export function axisNames(
  { axes }: Plane,
  columns: readonly string[],
): readonly [readonly string[], readonly string[]] {
  const named = (axis: Float64Array) =>
    [...axis.keys()]
      .filter((k) => axis[k] !== 0)
      .sort((i, j) => Math.abs(axis[j]!) - Math.abs(axis[i]!) || i - j)
      .slice(0, MOST_NAMED)
      .map((k) => `${columns[k] ?? ""} (${axis[k]! > 0 ? "+" : "−"})`);
  return [named(axes[0]), named(axes[1])];
}

export function boundsOf(lists: readonly Float64Array[]): Bounds {
  let [left, bottom] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  let [right, top] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const points of lists) {
    for (let k = 0; k + 1 < points.length; k += 2) {
      left = Math.min(left, points[k]!);
      right = Math.max(right, points[k]!);
      bottom = Math.min(bottom, points[k + 1]!);
      top = Math.max(top, points[k + 1]!);
    }
  }
  return { left, right, bottom, top };
}

/** The part of the line a·s + b·t + c = 0 within the bounds; null where it does not cross them. */
export function lineWithin(
  a: number,
  b: number,
  c: number,
  { left, right, bottom, top }: Bounds,
): readonly [Point, Point] | null {
  const ends: Point[] = [];
  const add = (s: number, t: number) => {
    if (s >= left && s <= right && t >= bottom && t <= top) ends.push([s, t]);
  };
  if (b !== 0) for (const s of [left, right]) add(s, -(a * s + c) / b);
  if (a !== 0) for (const t of [bottom, top]) add(-(b * t + c) / a, t);
  const [first] = ends;
  if (first === undefined) return null;
  const distance = ([s, t]: Point) => (s - first[0]) * (s - first[0]) + (t - first[1]) * (t - first[1]);
  const last = ends.reduce((far, end) => (distance(end) > distance(far) ? end : far));
  return distance(last) > 0 ? [first, last] : null;
}

/** Points of a cloud that are drawn; of larger clouds this many are taken. */
export const MOST_DRAWN = 300;

/** At most `most` of the items, evenly spaced, first and last among them. */
export function evenly<T>(items: ArrayLike<T>, most: number): T[] {
  const count = Math.min(items.length, most);
  return Array.from({ length: count }, (_, k) => {
    const place = count === items.length ? k : Math.round((k * (items.length - 1)) / (count - 1));
    return items[place] as T;
  });
}

export function drawnRows(rows: number): Int32Array {
  return Int32Array.from(
    evenly(
      Int32Array.from({ length: rows }, (_, i) => i),
      MOST_DRAWN,
    ),
  );
}
