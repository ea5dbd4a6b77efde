import type { Measures } from "./result.js";

export interface Reference {
  readonly decisions: Uint8Array;
  readonly scores: Float64Array;
  readonly labels: Uint8Array;
}

const NEAR_LOW = 0.45; // ends of "within 0.05 of ½", both included
const NEAR_HIGH = 0.55;

/** Whether a target's score is within 0.05 of ½. */
export function isNear(score: number): boolean {
  return score >= NEAR_LOW && score <= NEAR_HIGH;
}

/** Compares a surrogate's decisions with the target's, row by row. */
export function measure(
  { decisions, scores, labels }: Reference,
  answers: Uint8Array,
  margins: Float64Array | null = null,
): Measures {
  const count = (holds: (i: number) => boolean) => decisions.reduce((sum, _, i) => sum + (holds(i) ? 1 : 0), 0);
  const share = (holds: (i: number) => boolean) => count(holds) / decisions.length;
  const agrees = (i: number) => answers[i] === decisions[i];
  const fidelityAmong = (among: (i: number) => boolean) => {
    const rows = count(among);
    return rows === 0 ? null : count((i) => among(i) && agrees(i)) / rows;
  };
  const near = (i: number) => isNear(scores[i]!);
  const [rejected, accepted] = [0, 1].map((answer) => fidelityAmong((i) => decisions[i] === answer));
  return {
    fidelity: share(agrees),
    nearFidelity: fidelityAmong(near),
    nearRows: count(near),
    balancedFidelity: rejected == null || accepted == null ? null : (rejected + accepted) / 2,
    accuracy: share((i) => answers[i] === labels[i]),
    targetAccuracy: share((i) => decisions[i] === labels[i]),
    acceptedShare: share((i) => answers[i] === 1),
    targetAcceptedShare: share((i) => decisions[i] === 1),
    meanMargin: margins === null ? null : meanSize(margins),
  };
}

function meanSize(margins: Float64Array): number | null {
  const mean = margins.reduce((sum, margin) => sum + Math.abs(margin), 0) / margins.length;
  return Number.isFinite(mean) ? mean : null;
}
