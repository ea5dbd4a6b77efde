import type { Encoder } from "../encode/encoder.js";
import { AuditError } from "../errors.js";
import type { Evidence } from "../evidence/evidence.js";
import { canonicalOrder, compareRows, type Matrix, selectRows } from "../math/matrix.js";
import { boundedEntry } from "./score.js";
import type { Clouds } from "./surrogate.js";

/** Rejected rows, accepted rows and letters in the encoder's space. A letter to a person who was accepted has no pair. */
export function encodeClouds(encoder: Encoder, evidence: Evidence): Clouds {
  const encoded = encoder.encode(evidence.observations);
  const place = new Int32Array(evidence.decisions.length).fill(-1);
  const rejected: number[] = [];
  const accepted: number[] = [];
  evidence.decisions.forEach((decision, i) => {
    if (decision === 0) place[i] = rejected.length;
    (decision === 0 ? rejected : accepted).push(i);
  });
  return {
    rejected: selectRows(encoded, rejected),
    accepted: selectRows(encoded, accepted),
    counterfactual: encoder.encode(evidence.letters),
    pairOf: evidence.letterOf.map((person) => (person < 0 ? -1 : place[person]!)),
    numeric: numericColumns(encoder),
  };
}

/** 1 for the encoded column of a number, 0 for those of a category. */
function numericColumns(encoder: Encoder): Uint8Array {
  const numeric = new Uint8Array(encoder.columns.length);
  encoder.features.forEach((feature, k) => {
    if (feature.type === "number") numeric[encoder.starts[k]!] = 1;
  });
  return numeric;
}

/**
 * The same clouds with every cloud's rows in canonical order, so that what a fit sees never depends on the order of a
 * file, and with entries so large that their squares would overflow pulled back.
 */
export function canonicalClouds(clouds: Clouds): Clouds {
  const rejected = bounded(clouds.rejected);
  const accepted = bounded(clouds.accepted);
  const counterfactual = bounded(clouds.counterfactual);
  const letterRank = rankOfRows(counterfactual);
  const lettersOf = Array.from({ length: rejected.rows }, (): number[] => []);
  clouds.pairOf.forEach((person, k) => {
    lettersOf[person]?.push(letterRank[k]!);
  });
  for (const ranks of lettersOf) ranks.sort((a, b) => a - b);

  // Equal people are told apart by their letters, and equal letters by their people: what remains equal is interchangeable.
  const people = Array.from({ length: rejected.rows }, (_, i) => i);
  people.sort((i, j) => compareRows(rejected, i, rejected, j) || compareLists(lettersOf[i]!, lettersOf[j]!) || i - j);
  const newPlace = new Int32Array(rejected.rows);
  people.forEach((from, to) => {
    newPlace[from] = to;
  });
  const pairOf = clouds.pairOf.map((person) => (person < 0 ? -1 : newPlace[person]!));
  const letters = Array.from({ length: counterfactual.rows }, (_, k) => k);
  letters.sort((k, l) => letterRank[k]! - letterRank[l]! || pairOf[k]! - pairOf[l]! || k - l);
  return {
    rejected: selectRows(rejected, people),
    accepted: selectRows(accepted, canonicalOrder(accepted)),
    counterfactual: selectRows(counterfactual, letters),
    pairOf: Int32Array.from(letters, (k) => pairOf[k]!),
    ...(clouds.numeric && { numeric: clouds.numeric }),
  };
}

/** The place of each row among the different rows, in lexicographic order; equal rows share a rank. */
function rankOfRows(x: Matrix): Int32Array {
  const ranks = new Int32Array(x.rows);
  let rank = 0;
  let previous = -1;
  for (const i of canonicalOrder(x)) {
    if (previous >= 0 && compareRows(x, previous, x, i) !== 0) rank++;
    ranks[i] = rank;
    previous = i;
  }
  return ranks;
}

function compareLists(a: readonly number[], b: readonly number[]): number {
  for (let k = 0; k < Math.min(a.length, b.length); k++) if (a[k] !== b[k]) return a[k]! - b[k]!;
  return a.length - b.length;
}

function bounded(x: Matrix): Matrix {
  return { ...x, values: x.values.map(boundedEntry) };
}

/** Refuses clouds no method can be fitted on: a class without rows, clouds of different spaces, pairs out of range. */
export function requireBothClasses(method: string, clouds: Clouds): void {
  const { rejected, accepted, counterfactual, pairOf } = clouds;
  if (rejected.rows === 0 || accepted.rows === 0) {
    throw new AuditError(
      "SINGLE_CLASS",
      `${method} needs rejected and accepted rows, got ${rejected.rows} rejected and ${accepted.rows} accepted; ` +
        "check the favourable value of the decision column",
    );
  }
  if (accepted.columns !== rejected.columns || counterfactual.columns !== rejected.columns) {
    throw new AuditError(
      "SHAPE_MISMATCH",
      `${method}: rejected rows have ${rejected.columns} columns, accepted ${accepted.columns}, ` +
        `counterfactuals ${counterfactual.columns}; encode all three with the same encoder`,
    );
  }
  if (pairOf.length !== counterfactual.rows || pairOf.some((person) => person < -1 || person >= rejected.rows)) {
    throw new AuditError(
      "SHAPE_MISMATCH",
      `${method}: pairOf must name a rejected row (0 to ${rejected.rows - 1}) or -1 for each of the ` +
        `${counterfactual.rows} counterfactuals, got ${pairOf.length} entries`,
    );
  }
}

/** As `requireBothClasses`, and refuses evidence without letters, saying what still works. */
export function requireLetters(method: string, clouds: Clouds): void {
  requireBothClasses(method, clouds);
  if (clouds.counterfactual.rows === 0) {
    throw new AuditError(
      "NO_LETTERS",
      `${method} is built from letters, and the evidence has none; ` +
        "pass a letters file, or choose ridge, nearest or majority, which work without",
    );
  }
}
