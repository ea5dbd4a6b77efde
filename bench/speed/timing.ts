/** Least and largest wall time in milliseconds. */
export interface Timing {
  readonly least: number;
  readonly largest: number;
}

/** Times `work` once. */
export function once(work: () => void): number {
  const began = performance.now();
  work();
  return performance.now() - began;
}

/** Least and largest of some times. */
export function spread(times: readonly number[]): Timing {
  return { least: Math.min(...times), largest: Math.max(...times) };
}

/** "12.3 ms" or "1.23 s", with the spread where there is one. */
export function describeTime({ least, largest }: Timing): string {
  const text = (ms: number) => (ms >= 1000 ? `${(ms / 1000).toPrecision(3)} s` : `${ms.toPrecision(3)} ms`);
  return largest > least ? `${text(least)} (to ${text(largest)})` : text(least);
}

/** "57×"; empty without a peer. */
export function describeRatio(ours: Timing, peer: Timing | null): string {
  if (peer === null) return "–";
  const ratio = peer.least / ours.least;
  return `${ratio >= 10 ? Math.round(ratio).toLocaleString("en") : ratio.toPrecision(2)}×`;
}
