/** How a surrogate answers on the reference set. Shares are null where there is no row to count. */
export interface Measures {
  /** Share of rows answered as the target does. */
  readonly fidelity: number;
  /** The same over rows whose target score is within 0.05 of ½. */
  readonly nearFidelity: number | null;
  readonly nearRows: number;
  /** Mean of the shares among rows the target rejects and rows it accepts. */
  readonly balancedFidelity: number | null;
  /** Share of rows answered as the true outcome is. */
  readonly accuracy: number;
  /** The target's own accuracy. */
  readonly targetAccuracy: number;
  /** Share of rows the surrogate accepts. */
  readonly acceptedShare: number;
  /** Share of rows the target accepts. */
  readonly targetAcceptedShare: number;
  /** Mean of the margins without their signs, in units of the method; null where margins were not looked at. */
  readonly meanMargin: number | null;
}

/** The reference set as the target sees it. */
export interface Reference {
  readonly decisions: Uint8Array;
  readonly scores: Float64Array;
  /** True outcomes. */
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
  const rows = decisions.length;
  const same = [0, 0]; // by the target's decision
  const total = [0, 0];
  let near = 0;
  let nearSame = 0;
  let correct = 0;
  let targetCorrect = 0;
  let accepted = 0;
  for (let i = 0; i < rows; i++) {
    const decision = decisions[i]!;
    const agrees = answers[i] === decision ? 1 : 0;
    same[decision]! += agrees;
    total[decision]! += 1;
    accepted += answers[i]!;
    if (answers[i] === labels[i]) correct++;
    if (decision === labels[i]) targetCorrect++;
    if (isNear(scores[i]!)) {
      near++;
      nearSame += agrees;
    }
  }
  const [rejectedSame = 0, acceptedSame = 0] = same;
  const [rejectedRows = 0, acceptedRows = 0] = total;
  const oneClass = rejectedRows === 0 || acceptedRows === 0;
  return {
    fidelity: (rejectedSame + acceptedSame) / rows,
    nearFidelity: near === 0 ? null : nearSame / near,
    nearRows: near,
    balancedFidelity: oneClass ? null : (rejectedSame / rejectedRows + acceptedSame / acceptedRows) / 2,
    accuracy: correct / rows,
    targetAccuracy: targetCorrect / rows,
    acceptedShare: accepted / rows,
    targetAcceptedShare: acceptedRows / rows,
    meanMargin: margins === null ? null : meanSize(margins),
  };
}

function meanSize(margins: Float64Array): number | null {
  let sum = 0;
  for (let i = 0; i < margins.length; i++) sum += Math.abs(margins[i]!);
  const mean = sum / margins.length;
  return Number.isFinite(mean) ? mean : null;
}
