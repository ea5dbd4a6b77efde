import type { Evidence } from "../input/evidence.js";
import { type CanonicalEvidence, canonicalEvidence, selectEvidence } from "./canonical-evidence.js";

/** Decisions of K ≥ 2 classes and letters from one class to another. */
export interface ClassEvidence {
  /** As for two classes, but `decisions` holds the class of each person: 0 to K − 1. */
  readonly base: Evidence;
  /** Name of each class; the least favourable first when they are ordered. */
  readonly classes: readonly string[];
  /** Whether a later class is better for the person. */
  readonly ordered: boolean;
  /** Class of each letter's recipient, −1 when not known. */
  readonly letterFrom: Int32Array;
  /** Class each letter offers, −1 when not known. */
  readonly letterTo: Int32Array;
}

/** The people at `people` and the letters at `letters`; a letter to somebody left out keeps its classes. */
export function selectClassEvidence(
  given: ClassEvidence,
  people: ArrayLike<number>,
  letters: ArrayLike<number>,
): ClassEvidence {
  return {
    ...given,
    base: selectEvidence(given.base, people, letters),
    letterFrom: Int32Array.from(letters, (k) => given.letterFrom[k]!),
    letterTo: Int32Array.from(letters, (k) => given.letterTo[k]!),
  };
}

/** The same evidence in canonical order; `people` is each row's place in the given. */
export function canonicalClassEvidence(given: ClassEvidence): {
  readonly evidence: ClassEvidence & { readonly base: CanonicalEvidence };
  readonly people: Int32Array;
} {
  const { evidence: base, people, letters } = canonicalEvidence(given.base);
  const select = (of: Int32Array) => letters.map((k) => of[k]!);
  const evidence = { ...given, base, letterFrom: select(given.letterFrom), letterTo: select(given.letterTo) };
  return { evidence, people };
}
