import * as v from "valibot";
import { count, type DataOf, distance, finite, list, maybe, share } from "./quantities.js";

const point = v.strictTuple([finite, finite]);

/**
 * The evidence and both prototypes on a plane, to draw: the paper's figure. Principal components of the encoded
 * observations and letters.
 */
const projection = v.strictObject({
  /** Share of the total variance each axis carries. */
  explained: v.strictTuple([share, share]),
  /** For each axis the features that weigh most, as "income (+)". */
  axes: v.strictTuple([list(v.string()), list(v.string())]),
  /** At most 300 points each, chosen evenly in canonical order. */
  rejected: list(point),
  accepted: list(point),
  letters: list(point),
  /**
   * Support points of Q₀, Q₁ and of the midpoint Q_½ of the geodesic between them, heaviest first, at most 300 each;
   * null without letters.
   */
  prototypes: maybe(
    v.strictObject({ rejected: list(point), accepted: list(point), midpoint: list(point), length: distance }),
  ),
  /**
   * RECAST's decision line within the drawn range, where it crosses it (the hyperplane cut by the plane through the
   * mean); null when it does not.
   */
  boundary: maybe(v.strictTuple([point, point])),
});

/** Densities of the rebuilt model's scores, to draw: `density[k]` at score k / (length − 1). */
const scoreDensities = v.strictObject({
  attribute: v.string(),
  /** Kernel bandwidth, one for all groups so that their curves compare. */
  bandwidth: distance,
  /** Groups of at least ten people. */
  groups: list(v.strictObject({ group: v.string(), n: count, density: list(distance) })),
});

/** What charts need beyond the numbers. */
export const drawingSchema = v.strictObject({ projection, scoreDensities: list(scoreDensities) });

export type Point = DataOf<typeof point>;
export type Projection = DataOf<typeof projection>;
export type ScoreDensities = DataOf<typeof scoreDensities>;
