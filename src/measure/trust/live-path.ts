import type { Kernels } from "../../kernels/kernels.js";
import { type ExactTransportResult, exactTransport } from "../../transport/exact.js";
import { type Mixer, mixPairs, mixRows } from "./live-coupling.js";
import { type Plane, projectRows } from "./plane.js";

/** The geodesic from Q₀ to Q₁ on a plane. Its arrays are used again by the next one. */
export interface LivePath {
  /** W₂(Q₀, Q₁), of the support points it runs between. */
  readonly length: number;
  /** Whether those are some of the support points, taken evenly, and not all. */
  readonly pathThinned: boolean;
  /** Pairs of the plan from Q₀ to Q₁ on the plane: s, t, s, t each; and their mass. */
  readonly path: Float64Array;
  readonly pathMass: Float64Array;
  /** Q_γ and Q_½ on the plane, one point per pair. */
  readonly at: Float64Array;
  readonly midpoint: Float64Array;
}

/** What a geodesic runs between. */
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
