import { AuditError } from "../errors.js";

/**
 * (λ₀, λ₁) from the squared distances of the counterfactuals to the rejected and to the accepted rows:
 * λ_c = B / (A + 2B), A to the own class, B to the other. Both lie in [0, ½]; letters equal to the accepted rows
 * give λ₁ = ½, λ₀ = 0. Single-precision noise below zero counts as zero.
 */
export function mixingWeights(toRejected: number, toAccepted: number): readonly [number, number] {
  const rejected = Math.max(0, toRejected);
  const accepted = Math.max(0, toAccepted);
  if (rejected === 0 && accepted === 0) {
    throw notSeparated("rejected rows, accepted rows and counterfactuals");
  }
  return [accepted / (rejected + 2 * accepted), rejected / (accepted + 2 * rejected)];
}

/** How several letter clouds share one prototype: see `classWeights`. */
export type ClassMixing = "shared" | "summed";

/** What a letter cloud says about one of the two classes it lies between. */
export interface AnchorDistances {
  /** W₂² from the cloud to the class the prototype stands for. */
  readonly own: number;
  /** W₂² from the cloud to the other class of its direction. */
  readonly other: number;
  readonly letters: number;
}

/** Greatest weight of each anchor relative to the class: 1 each when summed, its share of the letters when shared. */
export function anchorCaps(anchors: readonly AnchorDistances[], mixing: ClassMixing): number[] {
  const total = anchors.reduce((sum, { letters }) => sum + letters, 0);
  return anchors.map(({ letters }) => (mixing === "summed" ? 1 : letters / total));
}

/**
 * Weights (class itself, anchor 1, anchor 2, …), summing to 1. With A, B the squared distances of a cloud to its own
 * and to the other class, its ratio to the class's own weight is r = B / (A + B), as for two classes. Summed, every
 * cloud enters with its whole ratio; shared, with the ratio times its share of the class's letters, so that letters
 * never outweigh the class. One cloud gives λ = B / (A + 2B) either way.
 */
export function classWeights(anchors: readonly AnchorDistances[], mixing: ClassMixing): number[] {
  const [first] = anchors;
  if (first === undefined) return [1];
  if (anchors.length === 1) {
    const [lambda] = mixingWeights(first.own, first.other);
    return [1 - lambda, lambda];
  }
  const caps = anchorCaps(anchors, mixing);
  const ratios = anchors.map(({ own, other }, k) => caps[k]! * ratioOf(Math.max(0, own), Math.max(0, other)));
  const whole = 1 + ratios.reduce((sum, ratio) => sum + ratio, 0);
  const weights = ratios.map((ratio) => ratio / whole);
  return [1 - weights.reduce((sum, weight) => sum + weight, 0), ...weights];
}

function ratioOf(own: number, other: number): number {
  if (own + other > 0) return other / (own + other);
  throw notSeparated("two classes and the letters between them");
}

function notSeparated(clouds: string): AuditError {
  return new AuditError(
    "NOT_SEPARATED",
    `${clouds} are the same cloud of points, so the evidence does not separate the classes. ` +
      "Check that the decision column and the letters are the right ones",
  );
}
