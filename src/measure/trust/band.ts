import type { Matrix } from "../../math/matrix.js";
import { requireInteger } from "../../options.js";
import {
  type CloudDistances,
  distancesToClouds,
  type Geometry,
  marginAt,
  type Pair,
  rootDifference,
  squaredDistanceAt,
} from "./geometry.js";
import type { Bounds, Plane } from "./plane.js";

/** Least and greatest margin of each row over all (λ₀, λ₁) in [0, ½]², and the margin at the λ of the audit. */
export interface Band {
  readonly low: Float64Array;
  readonly high: Float64Array;
  readonly chosen: Float64Array;
}

/** The largest weight of the letters that the formula λ = B / (A + 2B) can give. */
const LARGEST = 0.5;

/**
 * The margin D₀(x, λ₀) − D₁(x, λ₁) is separable, and each D² is a convex quadratic in its λ: the extremes lie at 0, at
 * ½ or at the stationary point, so the band is exact, without a grid.
 */
export function lambdaBand(geometry: Geometry, x: Matrix): Band {
  return bandOfDistances(distancesToClouds(geometry, x), geometry.squared, geometry.lambda);
}

/** The λ-band of people from their distances to the clouds; `squared` has the classes' squared distances to letters. */
export function bandOfDistances(distances: CloudDistances, squared: Pair, lambda: Pair): Band {
  const { rejected, accepted, letters } = distances;
  const rows = rejected.length;
  const band = { low: new Float64Array(rows), high: new Float64Array(rows), chosen: new Float64Array(rows) };
  for (let i = 0; i < rows; i++) {
    const zero = extremes(rejected[i]!, letters[i]!, squared[0]);
    const one = extremes(accepted[i]!, letters[i]!, squared[1]);
    band.low[i] = rootDifference(zero.least, one.greatest);
    band.high[i] = rootDifference(zero.greatest, one.least);
    band.chosen[i] = marginAt(distances, i, squared, lambda);
  }
  return band;
}

/** 1 where every λ accepts, 0 where every λ rejects, −1 where they differ; a margin of 0 accepts. */
export function settledByBand({ low, high }: Pick<Band, "low" | "high">): Int8Array {
  return Int8Array.from(low, (least, i) => (least >= 0 ? 1 : high[i]! < 0 ? 0 : -1));
}

/** Least and greatest D² over λ in [0, ½], from squared distances: person to class, to letters, and between the two. */
export function extremes(own: number, letters: number, between: number): { least: number; greatest: number } {
  const start = squaredDistanceAt(0, own, letters, between);
  const end = squaredDistanceAt(LARGEST, own, letters, between);
  const stationary = between > 0 ? (between + own - letters) / (2 * between) : 0;
  const inside = Math.min(LARGEST, Math.max(0, stationary));
  return {
    least: Math.min(start, end, squaredDistanceAt(inside, own, letters, between)),
    greatest: Math.max(start, end),
  };
}

export interface BandRegion {
  /** Points asked, from left to right and from bottom to top; first and last lie on the bounds. */
  readonly columns: number;
  readonly rows: number;
  readonly bounds: Bounds;
  /** 1 where every λ accepts, 0 where every λ rejects, −1 where they differ; row by row from the bottom. */
  readonly settled: Int8Array;
  /** The curve beyond which every λ accepts, in pieces: s, t of the one end and s, t of the other. */
  readonly acceptedBeyond: Float64Array;
  /** The curve beyond which every λ rejects, in pieces. */
  readonly rejectedBeyond: Float64Array;
}

/** Squared distances of the points of a plane to one cloud: base + 2s·a + 2t·b + s²·aa + t²·bb. */
type Quadratic = ReturnType<typeof quadraticOf>;

/**
 * The λ-band of the points of a plane, each point exactly: distances to the clouds are quadratic on it, and the
 * extremes over λ are found as in `lambdaBand`. `squared` are the squared distances of the classes to the letters. The
 * curves join the zeros of the least and greatest margin along the lines of the grid, by linear interpolation.
 */
export function bandRegion(
  { means, variances, squared }: Pick<Geometry, "means" | "variances" | "squared">,
  plane: Plane,
  bounds: Bounds,
  size: { readonly columns: number; readonly rows: number },
): BandRegion {
  const { columns, rows } = size;
  requireInteger("columns", columns, 2);
  requireInteger("rows", rows, 2);
  const clouds = means.map((mean, c) => quadraticOf(plane, mean, variances[c]!)) as [Quadratic, Quadratic, Quadratic];
  const lengths = plane.axes.map((axis) => axis.reduce((sum, value) => sum + value * value, 0)) as [number, number];
  const distance = ({ base, a, b }: Quadratic, s: number, t: number) =>
    Math.max(0, base + 2 * (s * a + t * b) + s * s * lengths[0] + t * t * lengths[1]);
  // The least and the greatest D₀² − D₁², which have the signs of the margins.
  const low = new Float64Array(columns * rows);
  const high = new Float64Array(columns * rows);
  for (let j = 0; j < rows; j++) {
    const t = bounds.bottom + ((bounds.top - bounds.bottom) * j) / (rows - 1);
    for (let i = 0; i < columns; i++) {
      const s = bounds.left + ((bounds.right - bounds.left) * i) / (columns - 1);
      const toLetters = distance(clouds[2], s, t);
      const zero = extremes(distance(clouds[0], s, t), toLetters, squared[0]);
      const one = extremes(distance(clouds[1], s, t), toLetters, squared[1]);
      const at = j * columns + i;
      low[at] = zero.least - one.greatest;
      high[at] = zero.greatest - one.least;
    }
  }
  return {
    columns,
    rows,
    bounds,
    settled: settledByBand({ low, high }),
    acceptedBeyond: zeroCurve(low, columns, rows, bounds),
    rejectedBeyond: zeroCurve(high, columns, rows, bounds),
  };
}

function quadraticOf({ centre, axes: [u, v] }: Plane, mean: Float64Array, variance: number) {
  let base = variance;
  let a = 0;
  let b = 0;
  for (let k = 0; k < centre.length; k++) {
    const difference = centre[k]! - mean[k]!;
    base += difference * difference;
    a += u[k]! * difference;
    b += v[k]! * difference;
  }
  return { base, a, b };
}

/** Where a field on a grid changes sign, cell by cell: s, t, s, t per piece; two pieces where the corners alternate. */
function zeroCurve(field: Float64Array, columns: number, rows: number, bounds: Bounds): Float64Array {
  const pieces: number[] = [];
  const width = (bounds.right - bounds.left) / (columns - 1);
  const height = (bounds.top - bounds.bottom) / (rows - 1);
  const crossings = new Float64Array(8);
  for (let j = 0; j + 1 < rows; j++) {
    for (let i = 0; i + 1 < columns; i++) {
      let count = 0;
      for (let side = 0; side < 4; side++) {
        // corners in turn: below left, below right, above right, above left
        const [i0, j0] = [i + (side === 1 || side === 2 ? 1 : 0), j + (side >= 2 ? 1 : 0)];
        const [i1, j1] = [i + (side <= 1 ? 1 : 0), j + (side === 1 || side === 2 ? 1 : 0)];
        const from = field[j0 * columns + i0]!;
        const to = field[j1 * columns + i1]!;
        if (from >= 0 === to >= 0) continue;
        const part = from / (from - to);
        crossings[2 * count] = bounds.left + width * (i0 + part * (i1 - i0));
        crossings[2 * count + 1] = bounds.bottom + height * (j0 + part * (j1 - j0));
        count++;
      }
      for (let k = 0; k < 4 * (count >> 1); k++) pieces.push(crossings[k]!);
    }
  }
  return Float64Array.from(pieces);
}
