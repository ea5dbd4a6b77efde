/**
 * The `p`-quantile of values sorted in ascending order, linearly interpolated between the two nearest (type 7 of
 * Hyndman & Fan 1996, numpy's default, to the last bit). `sorted` must not be empty.
 */
export function quantile(sorted: ArrayLike<number>, p: number): number {
  const position = p * (sorted.length - 1);
  const below = Math.floor(position);
  const a = sorted[below]!;
  const b = sorted[Math.min(below + 1, sorted.length - 1)]!;
  const t = position - below;
  return t < 0.5 ? a + (b - a) * t : b - (b - a) * (1 - t); // the nearer end is the base: exact at both
}
