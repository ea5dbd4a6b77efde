import type { Reach } from "../findings/leak-file.js";

interface FidelityAt {
  readonly n: number;
  readonly fidelity: number;
}

/**
 * The curve as one that never falls: the nearest such curve in least squares, by pooling neighbours that fall. Points
 * without a fidelity are left out.
 */
export function risingCurve(points: readonly { readonly n: number; readonly fidelity: number | null }[]): FidelityAt[] {
  const pools: { readonly sum: number; readonly sizes: readonly number[] }[] = [];
  for (const { n, fidelity } of [...points].sort((a, b) => a.n - b.n)) {
    if (fidelity === null) continue;
    let pool = { sum: fidelity, sizes: [n] };
    for (let before = pools.at(-1); before !== undefined; before = pools.at(-1)) {
      if (before.sum / before.sizes.length <= pool.sum / pool.sizes.length) break;
      pool = { sum: before.sum + pool.sum, sizes: [...before.sizes, ...pool.sizes] };
      pools.pop();
    }
    pools.push(pool);
  }
  return pools.flatMap(({ sum, sizes }) => sizes.map((n) => ({ n, fidelity: sum / sizes.length })));
}

/** The fewest decisions per class at which a curve that never falls, in straight lines, reaches this fidelity. */
export function decisionsFor(fidelity: number, curve: readonly FidelityAt[]): Reach {
  let below: FidelityAt | null = null;
  for (const point of curve) {
    if (point.fidelity >= fidelity) {
      if (below === null) return { status: "at-most", decisions: point.n };
      const share = (fidelity - below.fidelity) / (point.fidelity - below.fidelity);
      return { status: "measured", decisions: below.n + share * (point.n - below.n) };
    }
    below = point;
  }
  return below === null ? { status: "unknown", decisions: null } : { status: "more-than", decisions: below.n };
}

/** Further decisions of both classes that one letter replaces, where n people per class had `letters` letters. */
export function worthPerLetter({ status, decisions }: Reach, n: number, letters: number): Reach {
  if (decisions === null || letters === 0) return { status: "unknown", decisions: null };
  return { status, decisions: (2 * (decisions - n)) / letters };
}

const RANK: Readonly<Record<Reach["status"], number>> = { "at-most": 0, measured: 1, "more-than": 2, unknown: 3 };

/** The least and the most of several reaches; a bound from above lies below all, a bound from below above all. */
export function reachRange(reaches: readonly Reach[]): { readonly least: Reach; readonly most: Reach } {
  const known = reaches
    .filter(({ status }) => status !== "unknown")
    .sort((a, b) => RANK[a.status] - RANK[b.status] || (a.decisions ?? 0) - (b.decisions ?? 0));
  const none: Reach = { status: "unknown", decisions: null };
  return { least: known[0] ?? none, most: known.at(-1) ?? none };
}
