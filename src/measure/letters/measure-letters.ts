import type { Encoder } from "../../encode/encoder.js";
import type { ClassDirection } from "../../findings/class-file.js";
import type { LetterFindings } from "../../findings/letters.js";
import type { ClassEvidence, Evidence } from "../../input/evidence.js";
import { LEAST_GROUP } from "../../math/group-size.js";
import { type MeasuredShare, measureShare } from "../../math/interval.js";
import { requireInteger } from "../../options.js";
import type { Grouping } from "../groups/groups.js";
import { burdenByAttribute, encodedDistances } from "./burden.js";
import { findContradictions } from "./contradictions.js";
import { compareWithPeople, fieldFindings, type LetterChanges } from "./letter-changes.js";

export interface LetterFindingsOptions {
  /** Resamples behind the intervals of the burden. */
  readonly resamples: number;
  readonly seed: number;
  /** Row of each letter in its file, as a spreadsheet counts. @default the letters in this order */
  readonly letterRows?: Int32Array;
  /** Row of each person in the decisions file. @default as if the file held these people in this order */
  readonly personRows?: Int32Array;
}

const HEADER = 1;

/** What the letters ask, of whom, and where they cannot all be true; null without letters. No model is involved. */
export function letterFindings(
  evidence: Evidence,
  encoder: Encoder,
  groupings: readonly Grouping[],
  { resamples, seed, letterRows, personRows }: LetterFindingsOptions,
): LetterFindings | null {
  requireInteger("resamples", resamples, 1);
  if (evidence.letters.rows === 0) return null;
  const changes = compareWithPeople(evidence);
  const fields = fieldFindings(evidence, changes);
  const distances = encodedDistances(evidence, encoder, changes);
  const asked = { evidence, changes, distances, fields, resamples, seed };
  const compared = changes.letters.length;
  const anyKnown = evidence.letterOf.some((person) => person >= 0);
  return {
    letters: evidence.letters.rows,
    compared,
    coverage: coverageOf(evidence, null),
    coverageByAttribute: (anyKnown ? groupings : []).map(({ attribute, labels, groupOf }) => ({
      attribute,
      groups: labels.map((group, g) => {
        const coverage = coverageOf(evidence, (person) => groupOf[person] === g);
        return { group, coverage, status: (coverage?.n ?? 0) < LEAST_GROUP ? "insufficient" : "measured" };
      }),
    })),
    fieldCounts: countFields(changes),
    fields,
    immutable: measureShare(changes.immutable.filter((touched) => touched === 1).length, compared),
    contradictions: findContradictions(evidence, changes, fields, {
      letters: letterRows ?? rowsFrom(evidence.letters.rows),
      people: personRows ?? rowsFrom(evidence.observations.rows),
    }),
    burden: (compared > 0 ? groupings : []).map((grouping) => burdenByAttribute(asked, grouping)),
  };
}

function rowsFrom(count: number): Int32Array {
  return Int32Array.from({ length: count }, (_, i) => i + 1 + HEADER);
}

/** Share of the rejected people, of those `isCounted` says, who have a letter; null when no letter says whose it is. */
function coverageOf(
  { decisions, letterOf }: Evidence,
  isCounted: ((person: number) => boolean) | null,
): MeasuredShare | null {
  const answered = new Set(letterOf.filter((person) => person >= 0));
  if (answered.size === 0) return null;
  const rejected = [...decisions.keys()].filter((i) => decisions[i] === 0 && (isCounted?.(i) ?? true));
  return measureShare(rejected.filter((i) => answered.has(i)).length, rejected.length);
}

/** Letters that change 0, 1, 2 … fields, without gaps up to the most any letter changes. */
function countFields({ fields }: LetterChanges): LetterFindings["fieldCounts"] {
  const most = fields.reduce((greatest, number) => Math.max(greatest, number), -1);
  const counts = new Int32Array(most + 1);
  for (const number of fields) counts[number]! += 1;
  return Array.from(counts, (letters, number) => ({ fields: number, letters }));
}

/** How many letters go from each class to each other one, and for how many the nearest classes gave the direction. */
export function letterDirections(
  { classes }: ClassEvidence,
  { from, to }: { readonly from: Int32Array; readonly to: Int32Array },
): ClassDirection[] {
  const size = classes.names.length;
  const pairs = Array.from({ length: size * size }, (_, k) => ({ from: Math.floor(k / size), to: k % size }));
  return pairs.flatMap((pair) => {
    const own = Array.from(from.keys()).filter((k) => from[k] === pair.from && to[k] === pair.to);
    if (own.length === 0) return [];
    const derived = own.filter((k) => classes.letterFrom[k]! < 0 || classes.letterTo[k]! < 0).length;
    return [{ ...pair, letters: own.length, derived }];
  });
}
