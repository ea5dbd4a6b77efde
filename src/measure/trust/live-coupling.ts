import type { Kernels } from "../../kernels/kernels.js";
import { type Matrix, selectRows, zeros } from "../../math/matrix.js";
import { type ExactTransportResult, exactTransport } from "../../transport/exact.js";
import { type SinkhornOptions, sinkhornDivergence } from "../../transport/sinkhorn.js";
import { evenly, type Plane, projectRows } from "./plane.js";

/** Support points of a prototype between which the geodesic is computed; of more, this many are taken evenly. */
const MOST_ON_PATH = 240;

/** Pairs of points whose mixtures (1−λ)·from + λ·to are the support of a prototype for every λ. */
export interface Coupling {
  /** Points of the class, (pairs, columns); */
  readonly from: Matrix;
  /** and where each goes among the letters. */
  readonly to: Matrix;
  /** Mass of each pair; the sum is one. */
  readonly weights: Float64Array;
  /** W₂² between class and letters, or with a blur its stand-in 2·S. */
  readonly squared: number;
}

export function exactCoupling(cloud: Matrix, letters: Matrix, kernels: Kernels): Coupling {
  const { plan, squaredDistance } = exactTransport(cloud, letters, kernels);
  return {
    from: selectRows(cloud, plan.source),
    to: selectRows(letters, plan.target),
    weights: plan.mass,
    squared: Math.max(0, squaredDistance),
  };
}

/**
 * Each point of the class and where the Sinkhorn divergence S_ε, ε = blur², pulls it: x − ∂S/∂x divided by the weight
 * of x. That is the average of the letters under the entropic plan, without the pull of the class on itself; with
 * blur → 0 the average under an exact plan, with blur → ∞ x moved by the difference of the means.
 */
export function blurredCoupling(
  cloud: Matrix,
  letters: Matrix,
  kernels: Kernels,
  options: Required<Pick<SinkhornOptions, "blur" | "scaling">>,
): Coupling {
  const { value, gradient } = sinkhornDivergence(cloud, letters, kernels, options);
  return {
    from: cloud,
    to: { ...cloud, values: cloud.values.map((entry, k) => entry - cloud.rows * gradient.values[k]!) },
    weights: new Float64Array(cloud.rows).fill(1 / cloud.rows),
    squared: Math.max(0, 2 * value),
  };
}

export type Mixer = ReturnType<typeof mixerOf>;

/** A coupling, its pairs on the geodesic (all, or some taken evenly), and the memory that mixtures are written to. */
export function mixerOf(coupling: Coupling) {
  const path = thinnedCoupling(coupling);
  return {
    ...coupling,
    path,
    pathSupport: zeros(path.from.rows, path.from.columns),
    pathPlaces: new Float64Array(2 * path.from.rows),
    support: new Float64Array(2 * coupling.from.rows),
  };
}

/** Both ends of every pair on a plane, as s, t of the one and s, t of the other. */
export function projectPairs(plane: Plane, { from, to }: Coupling): Float64Array {
  const start = projectRows(plane, from, new Float64Array(2 * from.rows));
  const end = projectRows(plane, to, new Float64Array(2 * to.rows));
  const pairs = new Float64Array(4 * from.rows);
  for (let k = 0; k < from.rows; k++) {
    pairs[4 * k] = start[2 * k]!;
    pairs[4 * k + 1] = start[2 * k + 1]!;
    pairs[4 * k + 2] = end[2 * k]!;
    pairs[4 * k + 3] = end[2 * k + 1]!;
  }
  return pairs;
}

/** (1−t)·start + t·end of every pair, written to `out`. */
export function mixPairs(pairs: Float64Array, t: number, out: Float64Array): Float64Array {
  for (let k = 0; 4 * k < pairs.length; k++) {
    out[2 * k] = (1 - t) * pairs[4 * k]! + t * pairs[4 * k + 2]!;
    out[2 * k + 1] = (1 - t) * pairs[4 * k + 1]! + t * pairs[4 * k + 3]!;
  }
  return out;
}

/** (1−λ)·from + λ·to in encoded space, written to `out`. */
export function mixRows({ from, to }: Coupling, lambda: number, out: Matrix): Matrix {
  for (let k = 0; k < out.values.length; k++) out.values[k] = (1 - lambda) * from.values[k]! + lambda * to.values[k]!;
  return out;
}

function thinnedCoupling(coupling: Coupling): Coupling {
  if (coupling.from.rows <= MOST_ON_PATH) return coupling;
  const places = evenly(
    Int32Array.from({ length: coupling.from.rows }, (_, k) => k),
    MOST_ON_PATH,
  );
  const mass = places.reduce((sum, k) => sum + coupling.weights[k]!, 0);
  return {
    from: selectRows(coupling.from, places),
    to: selectRows(coupling.to, places),
    weights: Float64Array.from(places, (k) => coupling.weights[k]! / mass),
    squared: coupling.squared,
  };
}

/** The geodesic from Q₀ to Q₁ on a plane. Its arrays are used again by the next one. */
export interface LivePath {
  /** W₂(Q₀, Q₁), of the support points it runs between. */
  readonly length: number;
  /** Whether those are some of the support points, taken evenly, and not all. */
  readonly pathThinned: boolean;
  readonly path: Float64Array;
  readonly pathMass: Float64Array;
  /** Q_γ and Q_½ on the plane, one point per pair. */
  readonly at: Float64Array;
  readonly midpoint: Float64Array;
}

export interface PathEnds {
  readonly mixers: readonly [Mixer, Mixer];
  readonly lambda: readonly [number, number];
}

/** Finds geodesics. Keeps the plan while couplings and λ stay the same, so another γ or plane costs nothing. */
export function pathFinder(kernels: Kernels): (plane: Plane, ends: PathEnds, gamma: number) => LivePath {
  let last: { ends: PathEnds; result: ExactTransportResult } | null = null;
  let drawnOn: Plane | null = null;
  let path = new Float64Array(0);
  let at = new Float64Array(0);
  let midpoint = new Float64Array(0);

  function planOf(ends: PathEnds): ExactTransportResult {
    if (last !== null && sameEnds(last.ends, ends)) return last.result;
    const [zero, one] = ends.mixers;
    const result = exactTransport(
      mixRows(zero.path, ends.lambda[0], zero.pathSupport),
      mixRows(one.path, ends.lambda[1], one.pathSupport),
      kernels,
      { xWeights: zero.path.weights, yWeights: one.path.weights },
    );
    last = { ends, result };
    drawnOn = null;
    return result;
  }

  return (plane, ends, gamma) => {
    const [zero, one] = ends.mixers;
    const { plan, squaredDistance } = planOf(ends);
    const { source, target, mass } = plan;
    if (path.length !== 4 * mass.length) {
      path = new Float64Array(4 * mass.length);
      at = new Float64Array(2 * mass.length);
      midpoint = new Float64Array(2 * mass.length);
    }
    if (drawnOn !== plane) {
      drawnOn = plane;
      const from = projectRows(plane, zero.pathSupport, zero.pathPlaces);
      const to = projectRows(plane, one.pathSupport, one.pathPlaces);
      for (let k = 0; k < mass.length; k++) {
        path[4 * k] = from[2 * source[k]!]!;
        path[4 * k + 1] = from[2 * source[k]! + 1]!;
        path[4 * k + 2] = to[2 * target[k]!]!;
        path[4 * k + 3] = to[2 * target[k]! + 1]!;
      }
    }
    return {
      length: Math.sqrt(Math.max(0, squaredDistance)),
      pathThinned: zero.path.from.rows < zero.from.rows || one.path.from.rows < one.from.rows,
      path,
      pathMass: mass,
      at: mixPairs(path, gamma, at),
      midpoint: mixPairs(path, 0.5, midpoint),
    };
  };
}

function sameEnds(a: PathEnds, b: PathEnds): boolean {
  return a.mixers === b.mixers && a.lambda[0] === b.lambda[0] && a.lambda[1] === b.lambda[1];
}
