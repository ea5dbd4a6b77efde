import { AuditError } from "../errors.js";
import type { Estimate, MeasuredShare } from "../findings/quantities.js";

export type { Estimate, MeasuredShare };

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Φ⁻¹(0.975): two-sided 95 %. */
export const Z_95 = 1.959963984540054;

/**
 * Wilson's score interval for `successes` out of `n`; `successes` may be fractional (averages over repeats).
 * With n = 0 nothing is known: [0, 1]. Wilson (1927); never leaves [0, 1], and has width even at 0 or n successes.
 */
export function wilsonInterval(successes: number, n: number, z: number = Z_95): Interval {
  if (!(Number.isFinite(n) && n >= 0 && successes >= 0 && successes <= n)) {
    throw new AuditError("INVALID_OPTION", `wilsonInterval needs 0 <= successes <= n, got ${successes} of ${n}`);
  }
  if (n === 0) return { low: 0, high: 1 };
  const share = successes / n;
  const z2 = z * z;
  const centre = share + z2 / (2 * n);
  const half = z * Math.sqrt((share * (1 - share)) / n + z2 / (4 * n * n));
  const scale = 1 + z2 / n;
  return {
    low: successes === 0 ? 0 : Math.max(0, (centre - half) / scale),
    high: successes === n ? 1 : Math.min(1, (centre + half) / scale),
  };
}

export function measureShare(successes: number, n: number): MeasuredShare | null {
  if (n === 0) return null;
  return { share: successes / n, successes, n, ...wilsonInterval(successes, n) };
}
