import type { Encoder } from "../encode/encoder.js";
import type { Kernels } from "../kernels/kernels.js";
import { type Matrix, selectRows, stackRows } from "../math/matrix.js";
import { leadingEigenPairs } from "../math/symmetric-eigen.js";
import { fitPrototypes } from "../prototypes/fit.js";
import { geodesic } from "../prototypes/geodesic.js";
import { moments } from "../prototypes/prototype.js";
import { canonicalClouds } from "../surrogate/clouds.js";
import { squaredDifferences } from "../surrogate/prototype-rule.js";
import type { Clouds } from "../surrogate/surrogate.js";
import type { Measure } from "../transport/interpolate.js";
import { attempt } from "./attempt.js";
import { measureGeometry, prototypeRuleOf } from "./geometry.js";
import { evenly } from "./parts.js";
import type { Point, Projection } from "./projection-types.js";

const MOST_POINTS = 300;
const MOST_NAMED = 3;

/** The plane everything is drawn on: a point of it, and two directions at right angles. */
interface Plane {
  readonly centre: Float64Array;
  readonly axes: readonly [Float64Array, Float64Array];
  readonly explained: readonly [number, number];
}

/**
 * The evidence on the plane of its first two principal components, with RECAST's prototypes, the midpoint of the geodesic between them and
 * the line in which its boundary cuts the plane. Clouds of more than 300 rows are thinned evenly before prototypes are
 * computed for drawing; the mixing weights and the boundary are those of all rows.
 */
export function projectEvidence(given: Clouds, encoder: Pick<Encoder, "columns">, kernels: Kernels): Projection {
  const { rejected, accepted, counterfactual } = canonicalClouds(given);
  const plane = principalPlane(stackRows(rejected, accepted, counterfactual));
  const drawn = {
    rejected: thinned(rejected),
    accepted: thinned(accepted),
    counterfactual: thinned(counterfactual),
  };
  const points = {
    rejected: project(plane, drawn.rejected),
    accepted: project(plane, drawn.accepted),
    letters: project(plane, drawn.counterfactual),
  };
  const geometry = attempt(() => measureGeometry(given, kernels));
  const common = { explained: plane.explained, axes: axisNames(plane, encoder.columns), ...points };
  if ("failure" in geometry) return { ...common, prototypes: null, boundary: null };

  const fit = fitPrototypes(drawn, kernels, { solver: "exact", lambda: geometry.lambda });
  const [q0, q1] = fit.prototypes;
  const path = geodesic(q0, q1, kernels);
  const prototypes = {
    rejected: project(plane, heaviest(q0)),
    accepted: project(plane, heaviest(q1)),
    midpoint: project(plane, heaviest(path.at(0.5))),
    length: path.length,
  };
  // D₀² − D₁² is linear in x: its values at three points of the plane give the line where it is 0
  const [c = 0, a = 0, b = 0] = squaredDifferences(prototypeRuleOf(geometry), cornersOf(plane));
  const all = [...points.rejected, ...points.accepted, ...points.letters];
  return {
    ...common,
    prototypes,
    boundary: lineWithin(a - c, b - c, c, all),
  };
}

/** Mean and first two principal components of the rows. */
function principalPlane(x: Matrix): Plane {
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

function project({ centre, axes }: Plane, x: Matrix): Point[] {
  return Array.from({ length: x.rows }, (_, i): Point => {
    const along = (axis: Float64Array) => {
      let sum = 0;
      for (let k = 0; k < x.columns; k++) sum += axis[k]! * (x.values[i * x.columns + k]! - centre[k]!);
      return sum;
    };
    return [along(axes[0]), along(axes[1])];
  });
}

/** The encoded columns that weigh most on each axis, with the sign of their weight. */
function axisNames({ axes }: Plane, columns: readonly string[]): Projection["axes"] {
  const named = (axis: Float64Array) =>
    [...axis.keys()]
      .filter((k) => axis[k] !== 0)
      .sort((i, j) => Math.abs(axis[j]!) - Math.abs(axis[i]!) || i - j)
      .slice(0, MOST_NAMED)
      .map((k) => `${columns[k] ?? ""} (${axis[k]! > 0 ? "+" : "−"})`);
  return [named(axes[0]), named(axes[1])];
}

function thinned(x: Matrix): Matrix {
  return x.rows <= MOST_POINTS
    ? x
    : selectRows(
        x,
        evenly(
          Int32Array.from({ length: x.rows }, (_, i) => i),
          MOST_POINTS,
        ),
      );
}

/** The points of most weight, heaviest first. */
function heaviest({ points, weights }: Measure): Matrix {
  const order = [...weights.keys()].sort((i, j) => weights[j]! - weights[i]! || i - j);
  return selectRows(points, order.slice(0, MOST_POINTS));
}

/** The centre of the plane, and one step from it along each axis. */
function cornersOf({ centre, axes }: Plane): Matrix {
  const moved = axes.map((axis) => centre.map((value, k) => value + axis[k]!));
  return { rows: 3, columns: centre.length, values: Float64Array.of(...centre, ...moved.flatMap((row) => [...row])) };
}

/** The part of the line a·s + b·t + c = 0 within the range of the points; null where it does not cross it. */
function lineWithin(a: number, b: number, c: number, points: readonly Point[]): readonly [Point, Point] | null {
  const [left, right] = rangeOf(points, 0);
  const [bottom, top] = rangeOf(points, 1);
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

function rangeOf(points: readonly Point[], axis: 0 | 1): readonly [number, number] {
  let least = Number.POSITIVE_INFINITY;
  let greatest = Number.NEGATIVE_INFINITY;
  for (const point of points) {
    least = Math.min(least, point[axis]);
    greatest = Math.max(greatest, point[axis]);
  }
  return [least, greatest];
}
