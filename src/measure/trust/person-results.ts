import type { Evidence } from "../../input/evidence.js";
import type { Model } from "../../surrogate/model.js";
import type { SettledPeople } from "./settled-people.js";
import type { Refits } from "./stability.js";
import type { MethodTrust } from "./trust.js";

/** One entry per observed person. */
export interface PersonResults {
  readonly decisions: Uint8Array;
  /** What the rebuilt model, fitted on everybody, answers. */
  readonly rebuilt: Uint8Array;
  readonly scores: Float64Array;
  readonly margins: Float64Array;
  /** What models that had not seen the person answer. */
  readonly outOfFoldScores: Float64Array;
  readonly outOfFoldMargins: Float64Array;
  /** Refits that had not seen the person, and how many of them accept. */
  readonly refitsAsked: Int32Array;
  readonly refitsAccepted: Int32Array;
  /** 1 or 0 where the refits agree, −1 where the decision is contested. */
  readonly settled: Int8Array;
  /** The same by the λ-band; null without letters. */
  readonly band: Int8Array | null;
  /** Smallest evidence error that would let RECAST's decision change; null without letters. */
  readonly certificates: Float64Array | null;
}

/** What was found, each in canonical order; canonical row k is row `people[k]` of the order given. */
export interface PersonFindings {
  readonly evidence: Evidence;
  readonly people: Int32Array;
  readonly model: Model;
  readonly own: MethodTrust;
  readonly refits: Refits;
  readonly settled: SettledPeople;
}

/** What was found about each person, brought back from canonical order to the order given. */
export function personResults({ evidence, people, model, own, refits, settled }: PersonFindings): PersonResults {
  const { band, certificates } = settled;
  const given = <T extends Uint8Array | Int8Array | Int32Array | Float64Array>(values: T): T => {
    const ordered = values.slice() as T;
    people.forEach((to, from) => {
      ordered[to] = values[from]!;
    });
    return ordered;
  };
  const answers = model.predict(evidence.observations);
  return {
    decisions: given(evidence.decisions),
    rebuilt: given(answers.decisions),
    scores: given(answers.scores),
    margins: given(answers.margins),
    outOfFoldScores: given(own.scores),
    outOfFoldMargins: given(own.margins),
    refitsAsked: given(refits.observed.asked),
    refitsAccepted: given(refits.observed.accepted),
    settled: given(refits.observed.settled),
    band: band && given(band),
    certificates: certificates && given(certificates),
  };
}
