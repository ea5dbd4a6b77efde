/**
 * p-values adjusted by Holm's step-down method, in the order given: the k-th smallest of m times m − k + 1, at most 1,
 * and never below the one before it. Holm (1979).
 */
export function holmAdjusted(p: readonly number[]): number[] {
  const ascending = [...p.keys()].sort((a, b) => (p[a] ?? 0) - (p[b] ?? 0));
  const adjusted = new Array<number>(p.length).fill(1);
  let greatest = 0;
  ascending.forEach((place, k) => {
    greatest = Math.max(greatest, Math.min(1, (p.length - k) * (p[place] ?? 0)));
    adjusted[place] = greatest;
  });
  return adjusted;
}
