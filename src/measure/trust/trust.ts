import type { Failure } from "../../findings/quantities.js";
import type { ReportedTrust } from "../../findings/trust.js";
import type { Evidence } from "../../input/evidence.js";
import { type MeasuredShare, measureShare } from "../../math/interval.js";
import type { SurrogateMethod } from "../../surrogate/surrogate.js";

/** What a method answered out of fold, summed over the repeats; rows in canonical order. */
export interface OutOfFold {
  readonly method: SurrogateMethod;
  /** How often each observation was accepted. */
  readonly accepted: Float64Array;
  /** Sum of its margins and of its scores. */
  readonly margins: Float64Array;
  readonly scores: Float64Array;
  /** How often each letter was accepted, */
  readonly lettersAccepted: Float64Array;
  /** and its person rejected by the same surrogate; counted for letters to rejected people only. */
  readonly lettersConsistent: Float64Array;
  failure: Failure | null;
}

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

/** What a report shows of a method. */
export function reportedTrust(trust: MethodTrust): ReportedTrust {
  const { agreed: _agreed, acceptedShare: _accepted, margins: _margins, scores: _scores, ...reported } = trust;
  return reported;
}

/** Turns counts over `repeats` deals into shares; `people` maps canonical rows back to the caller's. */
export function summariseTrust(
  run: OutOfFold,
  { decisions, letterOf }: Evidence,
  people: Int32Array,
  repeats: number,
): MethodTrust {
  const { method, failure } = run;
  const common = { method: method.name, usesLetters: method.usesLetters && letterOf.length > 0, failure };
  if (failure !== null) {
    return {
      ...common,
      agreement: null,
      letterConsistency: null,
      lettersAccepted: null,
      agreed: new Float64Array(0),
      acceptedShare: new Float64Array(0),
      margins: new Float64Array(0),
      scores: new Float64Array(0),
    };
  }
  const counts = [0, 0];
  const right = [0, 0];
  const agreed = new Float64Array(decisions.length);
  const acceptedShare = new Float64Array(decisions.length);
  const margins = new Float64Array(decisions.length);
  const scores = new Float64Array(decisions.length);
  decisions.forEach((decision, i) => {
    const accepted = run.accepted[i]!;
    counts[decision]! += 1;
    right[decision]! += decision === 1 ? accepted : repeats - accepted;
    acceptedShare[people[i]!] = accepted / repeats;
    agreed[people[i]!] = decision === 1 ? accepted / repeats : 1 - accepted / repeats;
    margins[people[i]!] = run.margins[i]! / repeats;
    scores[people[i]!] = run.scores[i]! / repeats;
  });
  const [rejected = 0, accepted = 0] = counts;
  const [rejectedAgreed = 0, acceptedAgreed = 0] = right;
  const overall = measureShare((rejectedAgreed + acceptedAgreed) / repeats, rejected + accepted);
  const ofRejected = measureShare(rejectedAgreed / repeats, rejected);
  const ofAccepted = measureShare(acceptedAgreed / repeats, accepted);
  const toRejected = letterOf.filter((person) => decisions[person] === 0).length;
  return {
    ...common,
    agreement: overall && ofRejected && ofAccepted && { overall, rejected: ofRejected, accepted: ofAccepted },
    letterConsistency: measureShare(total(run.lettersConsistent) / repeats, toRejected),
    lettersAccepted: measureShare(total(run.lettersAccepted) / repeats, letterOf.length),
    agreed,
    acceptedShare,
    margins,
    scores,
  };
}

function total(counts: Float64Array): number {
  return counts.reduce((sum, value) => sum + value, 0);
}
