/** The evidence and both prototypes on a plane, to draw: the paper's figure. Principal components of the encoded observations and letters. */
export interface Projection {
  /** Share of the total variance each axis carries. */
  readonly explained: readonly [number, number];
  /** For each axis the features that weigh most, as "income (+)". */
  readonly axes: readonly [readonly string[], readonly string[]];
  /** At most 300 points each, chosen evenly in canonical order. */
  readonly rejected: readonly Point[];
  readonly accepted: readonly Point[];
  readonly letters: readonly Point[];
  /** Support points of Q₀, Q₁ and of the midpoint Q_½ of the geodesic between them, heaviest first, at most 300 each; null without letters. */
  readonly prototypes: {
    readonly rejected: readonly Point[];
    readonly accepted: readonly Point[];
    readonly midpoint: readonly Point[];
    readonly length: number;
  } | null;
  /** RECAST's decision line within the drawn range, where it crosses it (the hyperplane cut by the plane through the mean); null when it does not. */
  readonly boundary: readonly [Point, Point] | null;
}

export type Point = readonly [number, number];
