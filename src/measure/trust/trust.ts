import type { Failure } from "../../findings/quantities.js";
import type { ReportedTrust } from "../../findings/trust.js";
import type { Evidence } from "../../input/evidence.js";
import { measureShare } from "../../math/interval.js";
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

/** What is known of a method without anybody but the observed people. */
export interface MethodTrust extends ReportedTrust {
  /** Share of repeats in which each observation, in the order given, was accepted out of fold; empty after a failure. */
  readonly acceptedShare: Float64Array;
  /** Mean margin and mean score of each observation out of fold, in the same order. */
  readonly margins: Float64Array;
  readonly scores: Float64Array;
}

/** What a report shows of a method. */
export function reportedTrust({ acceptedShare: _, margins: _m, scores: _s, ...reported }: MethodTrust): ReportedTrust {
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
      acceptedShare: new Float64Array(0),
      margins: new Float64Array(0),
      scores: new Float64Array(0),
    };
  }
  const counts = [0, 0];
  const agreed = [0, 0];
  const acceptedShare = new Float64Array(decisions.length);
  const margins = new Float64Array(decisions.length);
  const scores = new Float64Array(decisions.length);
  decisions.forEach((decision, i) => {
    const accepted = run.accepted[i]!;
    counts[decision]! += 1;
    agreed[decision]! += decision === 1 ? accepted : repeats - accepted;
    acceptedShare[people[i]!] = accepted / repeats;
    margins[people[i]!] = run.margins[i]! / repeats;
    scores[people[i]!] = run.scores[i]! / repeats;
  });
  const [rejected = 0, accepted = 0] = counts;
  const [rejectedAgreed = 0, acceptedAgreed = 0] = agreed;
  const overall = measureShare((rejectedAgreed + acceptedAgreed) / repeats, rejected + accepted);
  const ofRejected = measureShare(rejectedAgreed / repeats, rejected);
  const ofAccepted = measureShare(acceptedAgreed / repeats, accepted);
  const toRejected = letterOf.filter((person) => decisions[person] === 0).length;
  return {
    ...common,
    agreement: overall && ofRejected && ofAccepted && { overall, rejected: ofRejected, accepted: ofAccepted },
    letterConsistency: measureShare(total(run.lettersConsistent) / repeats, toRejected),
    lettersAccepted: measureShare(total(run.lettersAccepted) / repeats, letterOf.length),
    acceptedShare,
    margins,
    scores,
  };
}

function total(counts: Float64Array): number {
  return counts.reduce((sum, value) => sum + value, 0);
}
