import { AuditError } from "../errors.js";

/**
 * (λ₀, λ₁) from the squared distances of the counterfactuals to the rejected and to the accepted rows:
 * λ_c = B / (A + 2B), A to the own class, B to the other. Both lie in [0, ½]; letters that sit on the accepted rows
 * give λ₁ = ½, λ₀ = 0. Single-precision noise below zero counts as zero.
 */
export function mixingWeights(toRejected: number, toAccepted: number): readonly [number, number] {
  const rejected = Math.max(0, toRejected);
  const accepted = Math.max(0, toAccepted);
  if (rejected === 0 && accepted === 0) {
    throw new AuditError(
      "NOT_SEPARATED",
      "rejected rows, accepted rows and counterfactuals are the same cloud of points, so the evidence does not " +
        "separate the classes; check that the decision column and the letters are the right ones",
    );
  }
  return [accepted / (rejected + 2 * accepted), rejected / (accepted + 2 * rejected)];
}
