/** Probabilities that differ by less than this part count as equal: equal ones differ in their last digits. */
const TIE = 1e-7;

/**
 * Two-sided p-value of Fisher's exact test: `successes` of `n` against `otherSuccesses` of `otherN`. The probability,
 * given both sizes and all successes, of a table no likelier than this one. 1 when nobody or everybody succeeded, or a
 * side is empty.
 */
export function fisherExact(successes: number, n: number, otherSuccesses: number, otherN: number): number {
  const all = successes + otherSuccesses;
  const least = Math.max(0, all - otherN);
  const most = Math.min(n, all);
  const mode = Math.min(most, Math.floor(((n + 1) * (all + 1)) / (n + otherN + 2)));
  // Hypergeometric probabilities relative to the mode's, each from its neighbour: no logarithms, nothing to cancel.
  const up = (k: number) => ((all - k) * (n - k)) / ((k + 1) * (otherN - all + k + 1));
  let observed = 1;
  for (let k = mode; k < successes; k++) observed *= up(k);
  for (let k = mode; k > successes; k--) observed /= up(k - 1);

  let total = 0;
  let asUnlikely = 0;
  const add = (probability: number) => {
    total += probability;
    if (probability <= observed * (1 + TIE)) asUnlikely += probability;
  };
  let probability = 1;
  for (let k = mode; k <= most && probability > 0; k++) {
    add(probability);
    probability *= up(k);
  }
  probability = 1;
  for (let k = mode - 1; k >= least && probability > 0; k--) {
    probability /= up(k);
    add(probability);
  }
  return asUnlikely / total;
}
