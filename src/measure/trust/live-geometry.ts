import type { Kernels } from "../../kernels/kernels.js";
import { canonicalOrder, type Matrix, selectRows, stackRows } from "../../math/matrix.js";
import { requireNonNegative, requireWithin, withDefaults } from "../../options.js";
import { mixingWeights } from "../../prototypes/mixing-weights.js";
import { canonicalClouds } from "../../surrogate/clouds.js";
import { type PrototypeRule, squaredDifferences } from "../../surrogate/prototype-rule.js";
import type { Clouds } from "../../surrogate/surrogate.js";
import { exactTransport } from "../../transport/exact.js";
import { type BandRegion, bandOfDistances, bandRegion, settledByBand } from "./band.js";
import { distancesToClouds, type Geometry, marginAt, measureGeometry, prototypeRuleOf } from "./geometry.js";
import { auditTolerances } from "./lens.js";
import {
  blurredCoupling,
  exactCoupling,
  type LivePath,
  type Mixer,
  mixerOf,
  mixPairs,
  pathFinder,
  projectPairs,
} from "./live-coupling.js";
import {
  type Bounds,
  boundsOf,
  columnPlane,
  cornersOf,
  drawnRows,
  type Plane,
  principalPlane,
  projectRows,
} from "./plane.js";

/** The plane of the first two principal components, or of two encoded columns. */
export type PlaneAxes = "principal" | readonly [number, number];

/** A plane with the evidence on it. */
export interface LivePlane extends Plane {
  /** Drawn points on the plane, as s₀, t₀, s₁, t₁ … */
  readonly rejected: Float64Array;
  readonly accepted: Float64Array;
  readonly letters: Float64Array;
  /** The smallest bounds around them. */
  readonly bounds: Bounds;
}

/** What may be changed between two frames. */
export interface FrameSettings {
  /** (λ₀, λ₁) by hand, each in [0, 1]; null for the formula. */
  readonly lambda: readonly [number, number] | null;
  /** 0 for exact transport, else the blur of the Sinkhorn divergence. */
  readonly blur: number;
  /** Place on the geodesic from Q₀ to Q₁, in [0, 1]. */
  readonly gamma: number;
}

/** Everything that depends on the settings. Its arrays are used again by the next frame: copy what is to be kept. */
export interface GeometryFrame extends LivePath {
  /** The (λ₀, λ₁) drawn, and the formula's. */
  readonly lambda: readonly [number, number];
  readonly formula: readonly [number, number];
  /** W₂² of the classes to the letters, or its stand-in 2·S. */
  readonly squared: readonly [number, number];
  /** Means and total variances of Q₀ and Q₁. */
  readonly rule: PrototypeRule;
  /** Pairs of class point and place among the letters on the plane: s, t, s, t each; and their mass. */
  readonly pairs: readonly [Float64Array, Float64Array];
  readonly pairMass: readonly [Float64Array, Float64Array];
  /** Support of Q₀ and of Q₁ on the plane, one point per pair. */
  readonly support: readonly [Float64Array, Float64Array];
  /** The decision line a·s + b·t + c = 0; positive on the accepted side. */
  readonly line: readonly [number, number, number];
  /** Margin of every observed person, rejected people first, in the order of the clouds given. */
  readonly margins: Float64Array;
  /** The λ-band's word on the same people: 1 accepted by all λ, 0 rejected by all, −1 contested. */
  readonly settled: Int8Array;
  /** How many of them are contested. */
  readonly contested: number;
}

/** The geometry of the evidence, opened once and asked for any number of frames. */
export interface LiveGeometry {
  /** Moments, exact squared distances and the formula's λ of all rows. */
  readonly geometry: Geometry;
  /** W₂ between rejected and accepted rows, of the drawn ones where there are more. */
  readonly betweenClasses: number;
  /** Radii of the lens, as the audit takes them. */
  readonly tolerances: ReturnType<typeof auditTolerances>;
  /** Places of the drawn rows in the clouds given. */
  readonly drawn: { readonly rejected: Int32Array; readonly accepted: Int32Array; readonly letters: Int32Array };
  plane(axes: PlaneAxes): LivePlane;
  frame(plane: LivePlane, settings: FrameSettings): GeometryFrame;
  /** The λ-band on a part of the plane; it depends on the blur and not on λ. */
  region(
    plane: LivePlane,
    blur: number,
    bounds: Bounds,
    size: { readonly columns: number; readonly rows: number },
  ): BandRegion;
}

/** How the geometry is opened. */
export interface LiveGeometryOptions {
  /** Factor from one blur level to the next, as in `sinkhornDivergence`; nearer 1 is slower and finer. @default 0.5 */
  readonly scaling?: number;
}

const DEFAULTS: Required<LiveGeometryOptions> = { scaling: 0.5 };

type Two<T> = readonly [T, T];

/** Both couplings at one blur, and what follows from them before λ is known. */
interface Transports {
  readonly blur: number;
  readonly mixers: Two<Mixer>;
  readonly squared: Two<number>;
  readonly formula: Two<number>;
  readonly settled: Int8Array;
  readonly contested: number;
}

/**
 * Opens the evidence for drawing. Clouds of more than 300 rows are thinned evenly for plans and points; moments,
 * distances, λ, line and band come from all rows. What a blur adds to the thinned clouds' squared distance is added to
 * the distance of all. Throws SINGLE_CLASS, NO_LETTERS or NOT_SEPARATED where there is nothing to draw.
 */
export function openGeometry(given: Clouds, kernels: Kernels, options: LiveGeometryOptions = {}): LiveGeometry {
  const { scaling } = withDefaults("openGeometry", DEFAULTS, options);
  requireWithin("scaling", scaling, 0.01, 0.99);
  const geometry = measureGeometry(given, kernels);
  const { rejected, accepted, counterfactual } = canonicalClouds(given);
  const everything = stackRows(rejected, accepted, counterfactual);
  const picked = {
    rejected: drawnRows(rejected.rows),
    accepted: drawnRows(accepted.rows),
    letters: drawnRows(counterfactual.rows),
  };
  const classes = [selectRows(rejected, picked.rejected), selectRows(accepted, picked.accepted)] as const;
  const letters = selectRows(counterfactual, picked.letters);
  const distances = distancesToClouds(geometry, stackRows(given.rejected, given.accepted));
  const margins = new Float64Array(distances.rejected.length);
  const exact = transportsOf(0);
  const findPath = pathFinder(kernels);
  let blurred: Transports | null = null;
  let projected: { transports: Transports; plane: LivePlane; pairs: Two<Float64Array> } | null = null;

  function transportsOf(blur: number): Transports {
    const couplings = both((c) =>
      blur === 0
        ? exactCoupling(classes[c], letters, kernels)
        : blurredCoupling(classes[c], letters, kernels, { blur, scaling }),
    );
    const squared = both((c) => {
      const whole = classes[c].rows === geometry.rows[c] && letters.rows === counterfactual.rows;
      if (whole) return couplings[c].squared;
      const added = blur === 0 ? 0 : couplings[c].squared - exact.mixers[c].squared;
      return Math.max(0, geometry.squared[c] + added);
    });
    const settled = settledByBand(bandOfDistances(distances, squared, [0, 0]));
    return {
      blur,
      mixers: both((c) => mixerOf(couplings[c])),
      squared,
      formula: mixingWeights(squared[0], squared[1]),
      settled,
      contested: settled.reduce((sum, word) => sum + (word < 0 ? 1 : 0), 0),
    };
  }

  function transportsAt(blur: number): Transports {
    requireNonNegative("blur", blur);
    if (blur === 0) return exact;
    if (blurred?.blur !== blur) blurred = transportsOf(blur);
    return blurred;
  }

  function pairsOn(plane: LivePlane, transports: Transports): Two<Float64Array> {
    if (projected?.plane !== plane || projected.transports !== transports) {
      projected = { transports, plane, pairs: both((c) => projectPairs(plane, transports.mixers[c])) };
    }
    return projected.pairs;
  }

  return {
    geometry,
    betweenClasses: Math.sqrt(Math.max(0, exactTransport(classes[0], classes[1], kernels).squaredDistance)),
    tolerances: auditTolerances(geometry),
    drawn: {
      rejected: placesIn(given.rejected, picked.rejected),
      accepted: placesIn(given.accepted, picked.accepted),
      letters: placesIn(given.counterfactual, picked.letters),
    },
    plane(axes) {
      const plane = axes === "principal" ? principalPlane(everything) : columnPlane(everything, axes);
      const placed = (cloud: Matrix) => projectRows(plane, cloud, new Float64Array(2 * cloud.rows));
      const points = { rejected: placed(classes[0]), accepted: placed(classes[1]), letters: placed(letters) };
      return { ...plane, ...points, bounds: boundsOf(Object.values(points)) };
    },
    frame(plane, { lambda: byHand, blur, gamma }) {
      for (const value of byHand ?? []) requireWithin("lambda", value, 0, 1);
      requireWithin("gamma", gamma, 0, 1);
      const transports = transportsAt(blur);
      const { mixers, squared, formula, settled, contested } = transports;
      const lambda = byHand ?? formula;
      const rule = prototypeRuleOf({ ...geometry, squared, lambda });
      const [c = 0, a = 0, b = 0] = squaredDifferences(rule, cornersOf(plane));
      const pairs = pairsOn(plane, transports);
      for (let i = 0; i < margins.length; i++) margins[i] = marginAt(distances, i, squared, lambda);
      return {
        lambda,
        formula,
        squared,
        rule,
        pairs,
        pairMass: both((c) => mixers[c].weights),
        support: both((c) => mixPairs(pairs[c], lambda[c], mixers[c].support)),
        ...findPath(plane, { mixers, lambda: both((c) => lambda[c]) }, gamma),
        line: [a - c, b - c, c],
        margins,
        settled,
        contested,
      };
    },
    region(plane, blur, bounds, size) {
      return bandRegion({ ...geometry, squared: transportsAt(blur).squared }, plane, bounds, size);
    },
  };
}

/** Places in the given order of rows that were picked in canonical order; equal rows are interchangeable. */
function placesIn(given: Matrix, picked: Int32Array): Int32Array {
  const order = canonicalOrder(given);
  return picked.map((place) => order[place]!);
}

function both<T>(of: (c: 0 | 1) => T): Two<T> {
  return [of(0), of(1)];
}
