/**
 * `seats` shared out in proportion to `counts`, in whole numbers: each gets its share rounded down, and those with the
 * largest remainders one more; of equal ones the first. Hamilton's method. With at most as many seats as counts
 * together, none gets more than its count.
 */
export function largestRemainders(counts: readonly number[], seats: number): number[] {
  const all = counts.reduce((sum, count) => sum + count, 0);
  if (all === 0) return counts.map(() => 0);
  const shares = counts.map((count) => (seats * count) / all);
  const given = shares.map(Math.floor);
  const left = seats - given.reduce((sum, count) => sum + count, 0);
  const order = [...shares.keys()].sort((a, b) => shares[b]! - given[b]! - (shares[a]! - given[a]!) || a - b);
  for (const k of order.slice(0, left)) given[k]! += 1;
  return given;
}
