import * as v from "valibot";
import {
  count,
  type DataOf,
  distance,
  estimate,
  failure,
  maybe,
  measuredShare,
  openWord,
  share,
} from "./quantities.js";

/** Share of held-out people who get the decision they got, overall and by that decision. */
const agreementShares = v.strictObject({ overall: measuredShare, rejected: measuredShare, accepted: measuredShare });

/** How far a method can be trusted, measured out of fold. */
export const methodSchema = v.strictObject({
  method: v.string(),
  usesLetters: v.boolean(),
  /** Null for a method that could not be fitted: `failure` says why. */
  agreement: maybe(agreementShares),
  /**
   * Held-out letters whose person the surrogate rejects and whose offer it accepts, of the letters to rejected people;
   * null without such letters.
   */
  letterConsistency: maybe(measuredShare),
  /** Held-out letters whose offer the surrogate accepts; null without letters. */
  lettersAccepted: maybe(measuredShare),
  failure: maybe(failure),
});

/** Which method to use on this evidence, and why. */
export const recommendationSchema = v.strictObject({
  method: v.string(),
  /** The method with the highest agreement, which is the recommended one unless `recommend` prefers an equal. */
  highest: v.string(),
  /** Why, in plain words. */
  sentence: v.string(),
});

/** What a kind of evidence adds to a method: fitted with and without it on the same folds, compared by person. */
const worth = {
  /** People asked, and the share of them whose decision the method gave without having seen them. */
  n: count,
  right: share,
  rightWithout: share,
  /** `right` − `rightWithout`, with an interval for the models fitted on everybody. */
  difference: estimate,
  /** The least gain that counts as help where the interval does not show one. */
  margin: share,
  /** "help": the interval lies above 0; "do not help": below `margin`; "not clear": neither. */
  verdict: v.picklist(["help", "do not help", "not clear"]),
};

/** What letters add. */
export const letterWorthSchema = v.strictObject({
  /** The recommended method where it reads letters, else another that does. */
  method: v.string(),
  /** What the method is where it may not read them: the same, or its name without letters. */
  withoutLetters: v.string(),
  ...worth,
});

/** What reasons add, to the rebuilt model or else to another that reads them. */
export const reasonWorthSchema = v.strictObject({ method: v.string(), ...worth });

/** On which side the rebuilt model errs, measured on people it was not fitted on. */
export const errorsSchema = v.strictObject({
  method: v.string(),
  /** Share it gets right of the people who were accepted, and of the people who were rejected. */
  accepted: measuredShare,
  rejected: measuredShare,
  /** Share accepted as observed and by the rebuilt model, of the same people; by weight where `weighted`. */
  observedRate: share,
  rebuiltRate: share,
  weighted: v.boolean(),
  /** The rate of everybody, where it was given: accepted and rejected people then weigh as it says. */
  knownRate: maybe(share),
  /** Rebuilt minus observed. */
  difference: estimate,
  /** What the interval of the difference says. */
  direction: v.picklist(["accepts too few", "accepts too many", "no clear direction"]),
});

/** W₂ between the clouds; with solver `sinkhorn` the distances to the letters are its stand-ins √(2·S). */
const cloudDistances = v.strictObject({
  rejectedToLetters: distance,
  acceptedToLetters: distance,
  rejectedToAccepted: distance,
});

/** Mixing weights, and how far apart the three clouds are in the encoded space; null where `failure` says why. */
export const prototypesSchema = v.strictObject({
  /** (λ₀, λ₁). */
  lambda: maybe(v.strictTuple([share, share])),
  distances: maybe(cloudDistances),
  failure: maybe(failure),
});

/** A limit of the findings: a stable code and a sentence an official can use. */
export const caveatSchema = v.strictObject({
  code: openWord<
    | "NOT_IDENTIFIED"
    | "NO_CAUSE"
    | "SELECTION"
    | "FOUR_FIFTHS"
    | "SAMPLED"
    | "SMALL_SAMPLE"
    | "BALANCED_SAMPLE"
    | "ROWS_CONTRADICT"
    | "SMALL_GROUPS"
    | "NO_LETTERS"
    | "LETTERS_UNPAIRED"
    | "STRAIGHT_BOUNDARY"
    | "NOT_ABOVE_MAJORITY"
    | "METHODS_FAILED"
  >(),
  text: v.string(),
});

export type ReportedTrust = DataOf<typeof methodSchema>;
export type Recommendation = DataOf<typeof recommendationSchema>;
export type LetterWorth = DataOf<typeof letterWorthSchema>;
export type ReasonWorth = DataOf<typeof reasonWorthSchema>;
export type ErrorDirection = DataOf<typeof errorsSchema>;
export type PrototypeSummary = DataOf<typeof prototypesSchema>;
export type Caveat = DataOf<typeof caveatSchema>;
