import type { AbstentionPoint } from "../../findings/identification.js";
import { shareOf } from "./determined.js";

/** Shares of people to answer, surest first. */
const ANSWERED = [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1];

/**
 * Agreement when only people with the largest |margin| out of fold are answered. People as sure as the last one
 * answered are answered too, so that chance breaks no ties; the share can be above the one aimed at.
 */
export function abstentionCurve(margins: Float64Array, agreement: Float64Array): AbstentionPoint[] {
  const sureness = margins.map(Math.abs);
  const sorted = sureness.toSorted();
  const n = sureness.length;
  return ANSWERED.map((aim) => {
    const margin = aim === 1 ? 0 : sorted[n - Math.max(1, Math.round(aim * n))]!;
    let answered = 0;
    let agreed = 0;
    for (let i = 0; i < n; i++) {
      if (sureness[i]! < margin) continue;
      answered += 1;
      agreed += agreement[i]!;
    }
    return { answered: answered / n, margin, agreement: shareOf(Math.min(agreed, answered), answered) };
  });
}
