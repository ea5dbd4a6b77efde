import type { Evidence } from "../../input/evidence.js";
import { type Random, sampleWithoutReplacement } from "../../math/random.js";
import { type CanonicalEvidence, selectEvidence } from "../../surrogate/canonical-evidence.js";

/** Evidence about resampled people, and who is not among them. */
export interface Resample {
  readonly evidence: Evidence;
  /** 1 for an observation that was drawn at least once. */
  readonly seen: Uint8Array;
}

/** How many of `count` are drawn, and which: numbers in [0, count), ascending. */
export type Draw = (count: number, random: Random) => Int32Array;

/** As many as there are, with replacement: the bootstrap. */
export const withReplacement: Draw = (count, random) =>
  Int32Array.from({ length: count }, () => random.integer(count)).sort();

/** A share of them, rounded, at least one, each at most once. */
export function withoutReplacement(share: number): Draw {
  return (count, random) =>
    sampleWithoutReplacement(count, Math.min(count, Math.max(1, Math.round(share * count))), random).sort();
}

/**
 * Draws rejected people, accepted people and letters of unknown people, each by itself. A person's letters come along,
 * once for each time the person is drawn.
 */
export function resample(given: CanonicalEvidence, draw: Draw, random: (stratum: string) => Random): Resample {
  const { decisions, letterOf } = given;
  const lettersOf = Array.from(decisions, (): number[] => []);
  const alone: number[] = [];
  letterOf.forEach((person, k) => {
    (lettersOf[person] ?? alone).push(k);
  });
  const people: number[] = [];
  for (const decision of [0, 1]) {
    const own = Int32Array.from(decisions.keys()).filter((i) => decisions[i] === decision);
    for (const place of draw(own.length, random(String(decision)))) people.push(own[place]!);
  }
  const letters: number[] = [];
  const copies: number[] = []; // whose letter: the copy of the person it came along with
  people.forEach((person, copy) => {
    for (const letter of lettersOf[person]!) {
      letters.push(letter);
      copies.push(copy);
    }
  });
  if (alone.length > 0) {
    for (const place of draw(alone.length, random("letters"))) {
      letters.push(alone[place]!);
      copies.push(-1);
    }
  }
  const seen = new Uint8Array(decisions.length);
  for (const person of people) seen[person] = 1;
  return { evidence: { ...selectEvidence(given, people, letters), letterOf: Int32Array.from(copies) }, seen };
}
