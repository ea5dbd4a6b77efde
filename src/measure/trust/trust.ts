import type { Failure } from "../../findings/quantities.js";
import type { ReportedTrust } from "../../findings/trust.js";
import { type MeasuredShare, measureShare, wilsonInterval } from "../../math/interval.js";
import { exp, log } from "../../math/special.js";

/** How often a method answered as decided about people it was not fitted on, for any number of decisions. */
export interface Validated {
  readonly method: string;
  readonly usesLetters: boolean;
  /** Null for a method that could not be fitted: `failure` says why. */
  readonly agreement: { readonly overall: MeasuredShare } | null;
  readonly failure: Failure | null;
  /** Share of repeats in which each observation, in the order given, was answered as decided; empty after a failure. */
  readonly agreed: Float64Array;
}

/** What is known of a method without anybody but the observed people. */
export interface MethodTrust extends ReportedTrust, Pick<Validated, "agreed"> {
  /** Share of repeats in which each observation, as given, was accepted out of fold; empty after a failure. */
  readonly acceptedShare: Float64Array;
  /** Mean margin and mean score of each observation out of fold, in the same order. */
  readonly margins: Float64Array;
  readonly scores: Float64Array;
}

/** The method's answer about each person out of fold: 1 where at least half of the deals accept. */
export function acceptedOutOfFold({ acceptedShare }: Pick<MethodTrust, "acceptedShare">): Uint8Array {
  return Uint8Array.from(acceptedShare, (share) => (share >= 0.5 ? 1 : 0));
}

/** How a share of right answers is measured for one method. */
export type RightShare = (right: number, n: number) => MeasuredShare | null;

/** Errors fall with the number of people fitted on, like n to the power of minus this. */
const LEARNING = 0.4;
/** Variance of the share about the model delivered, over the variance of a share of n people. */
const WIDER = 1.6;
/** The same among accepted or rejected people alone: a threshold that lies higher in one fit costs one side more. */
const SIDE_WIDER = 3;

/**
 * How often a method is right: the share as measured, by fits on k − 1 of k folds, and an interval for the model
 * delivered. It was fitted on more people, so for the interval errors are multiplied by ((k − 1) / k)^0.4. It is one
 * fit of many possible ones, so the interval is Wilson's for n / 1.6 people, and for n / 3 among people with one
 * decision. The numbers were chosen on audits whose target is known, of other seeds than the truth bench, which counts
 * how often the interval holds. The more common answer learns nothing: its interval is the measured share's own.
 */
export function rightShareOf(method: string, folds: number, among: "everybody" | "one side" = "everybody"): RightShare {
  if (method === "majority") return measureShare;
  const wider = among === "everybody" ? WIDER : SIDE_WIDER;
  return (right, n) => {
    if (n === 0) return null;
    const successes = Math.min(right, n); // thirds may add up to just above the whole
    const share = successes / n;
    const expected = Math.min(1, 1 - (1 - share) * learnt(folds));
    const { low, high } = wilsonInterval((expected * n) / wider, n / wider);
    return { share, successes, n, low: Math.min(low, share), high };
  };
}

/** What is left of the errors of fits on k − 1 of k folds when all people are fitted on. */
export function learnt(folds: number): number {
  return exp(LEARNING * log((folds - 1) / folds));
}

export function reportedTrust(trust: MethodTrust): ReportedTrust {
  const { agreed: _agreed, acceptedShare: _accepted, margins: _margins, scores: _scores, ...reported } = trust;
  return reported;
}

/** Values in canonical order brought back to the order given: canonical row k is row `people[k]` there. */
export function asGiven<T extends Uint8Array | Int8Array | Int32Array | Float64Array>(
  people: Int32Array,
  values: T,
): T {
  const ordered = values.slice() as T;
  for (let k = 0; k < people.length; k++) ordered[people[k]!] = values[k]!;
  return ordered;
}

export function total(values: ArrayLike<number>): number {
  return Array.from(values).reduce((sum, value) => sum + value, 0);
}
