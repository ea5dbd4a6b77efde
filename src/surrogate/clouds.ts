import type { Encoder } from "../encode/encoder.js";
import { AuditError } from "../errors.js";
import type { Evidence } from "../input/evidence.js";
import type { Kernels } from "../kernels/kernels.js";
import { compareLists, denseRanks, indices, placesOf, sortedIndices } from "../math/compare.js";
import { canonicalOrder, compareRows, type Matrix, selectRows, stackRows } from "../math/matrix.js";
import type { InCanonicalOrder } from "./canonical-evidence.js";
import { encodeReasons } from "./row-reasons.js";
import { boundedRows } from "./score.js";
import type { Clouds, SecondLetters, Surrogate, SurrogateMethod } from "./surrogate.js";

/** Rejected rows, accepted rows and letters in the encoder's space; a letter to somebody accepted has no pair. */
export function encodeClouds(encoder: Encoder, evidence: Evidence): Clouds {
  const encoded = encoder.encode(evidence.observations);
  const people = indices(evidence.decisions.length);
  const rejected = people.filter((i) => evidence.decisions[i] === 0);
  const accepted = people.filter((i) => evidence.decisions[i] !== 0);
  const place = new Int32Array(people.length).fill(-1);
  for (let k = 0; k < rejected.length; k++) place[rejected[k]!] = k;
  return {
    rejected: selectRows(encoded, rejected),
    accepted: selectRows(encoded, accepted),
    counterfactual: encoder.encode(evidence.letters),
    pairOf: evidence.letterOf.map((person) => (person < 0 ? -1 : place[person]!)),
    numeric: numericColumns(encoder),
    ...(evidence.isThreshold && { isThreshold: evidence.isThreshold }),
    ...(evidence.reasons && { reasons: encodeReasons(encoder, evidence.reasons, people.length, rejected) }),
  };
}

/** 1 for the encoded column of a number, 0 for a category's. */
export function numericColumns(encoder: Encoder): Uint8Array {
  const numeric = new Uint8Array(encoder.columns.length);
  for (const [k, { type }] of encoder.features.entries()) if (type === "number") numeric[encoder.starts[k]!] = 1;
  return numeric;
}

/** Clouds whose rows stand in an order that depends on their numbers alone. Only `canonicalClouds` makes them. */
export type CanonicalClouds = Clouds & InCanonicalOrder;

const sorted = new WeakSet<Clouds>();

/**
 * The same clouds with every cloud's rows in canonical order, so that what a fit sees never depends on the order of a
 * file, and with entries so large that their squares would overflow pulled back. Every fit calls it, and many fits see
 * the same clouds: sorted ones are returned as they are.
 */
export function canonicalClouds(clouds: Clouds): CanonicalClouds {
  if (sorted.has(clouds)) return clouds as CanonicalClouds;
  const rejected = boundedRows(clouds.rejected);
  const accepted = boundedRows(clouds.accepted);
  const counterfactual = boundedRows(clouds.counterfactual);
  const second = clouds.secondLetters && { ...clouds.secondLetters, rows: boundedRows(clouds.secondLetters.rows) };
  const letterRank = rankOfLetters(counterfactual, second, clouds.isThreshold);
  const lettersOf = ranksPerPerson(letterRank, clouds.pairOf, rejected.rows);

  // Equal people are told apart by their letters, and equal letters by their people: what remains equal is
  // interchangeable.
  const { isThreshold, reasons } = clouds;
  const people = sortedIndices(
    rejected.rows,
    (i, j) =>
      compareRows(rejected, i, rejected, j) ||
      compareLists(lettersOf[i]!, lettersOf[j]!) ||
      compareLists(reasons?.named[i] ?? [], reasons?.named[j] ?? []),
  );
  const newPlace = placesOf(people);
  const pairOf = clouds.pairOf.map((person) => (person < 0 ? -1 : newPlace[person]!));
  const compare = (k: number, l: number) => letterRank[k]! - letterRank[l]! || pairOf[k]! - pairOf[l]!;
  const letters = sortedIndices(counterfactual.rows, compare);
  const canonical: Clouds = {
    rejected: selectRows(rejected, people),
    accepted: selectRows(accepted, canonicalOrder(accepted)),
    counterfactual: selectRows(counterfactual, letters),
    pairOf: Int32Array.from(letters, (k) => pairOf[k]!),
    ...(clouds.numeric && { numeric: clouds.numeric }),
    ...(isThreshold && { isThreshold: Uint8Array.from(letters, (k) => isThreshold[k]!) }),
    ...(reasons && { reasons: { ...reasons, named: Array.from(people, (i) => reasons.named[i]!) } }),
    ...(second && { secondLetters: canonicalSecond(second, letters) }),
  };
  sorted.add(canonical);
  return canonical as CanonicalClouds;
}

/** The rank of each letter among the different ones; letters with the same row are told apart by their own letters. */
function rankOfLetters(
  counterfactual: Matrix,
  second: SecondLetters | undefined,
  isThreshold: Uint8Array | undefined,
): Int32Array {
  const rowRank = denseRanks(
    counterfactual.rows,
    (k, l) =>
      compareRows(counterfactual, k, counterfactual, l) || (isThreshold ? isThreshold[k]! - isThreshold[l]! : 0),
  );
  if (second === undefined) return rowRank;
  const answers = ranksPerPerson(rankOfRows(second.rows), second.pairOf, counterfactual.rows);
  const compare = (k: number, l: number) => rowRank[k]! - rowRank[l]! || compareLists(answers[k]!, answers[l]!);
  return denseRanks(counterfactual.rows, compare);
}

function canonicalSecond({ rows, pairOf }: SecondLetters, letters: Int32Array): SecondLetters {
  const newPlace = placesOf(letters);
  const place = (k: number) => newPlace[pairOf[k]!]!;
  const ranks = rankOfRows(rows);
  const order = sortedIndices(rows.rows, (k, l) => ranks[k]! - ranks[l]! || place(k) - place(l));
  return { rows: selectRows(rows, order), pairOf: order.map(place) };
}

/** The ranks of what each of `count` people received, ascending. */
export function ranksPerPerson(ranks: Int32Array, pairOf: Int32Array, count: number): number[][] {
  const lists = Array.from({ length: count }, (): number[] => []);
  for (let k = 0; k < pairOf.length; k++) lists[pairOf[k]!]?.push(ranks[k]!);
  for (const list of lists) list.sort((a, b) => a - b);
  return lists;
}

/** The place of each row among the different rows, in lexicographic order; equal rows share a rank. */
function rankOfRows(x: Matrix): Int32Array {
  return denseRanks(x.rows, (i, j) => compareRows(x, i, x, j));
}

interface MethodParts<Fitted extends Surrogate> extends Omit<SurrogateMethod<Fitted>, "fit"> {
  /** Refuses clouds that do not suffice; letters, where they are read, unless this says otherwise. */
  readonly requires?: (method: string, clouds: Clouds) => void;
  fit(clouds: CanonicalClouds, kernels: Kernels): Fitted;
}

/** The method whose fit sees clouds that suffice, in canonical order. */
export function surrogateMethod<Fitted extends Surrogate>({ requires, ...parts }: MethodParts<Fitted>) {
  const check = requires ?? (parts.usesLetters ? requireLetters : requireBothClasses);
  const method: SurrogateMethod<Fitted> = {
    ...parts,
    fit(clouds, kernels) {
      check(parts.name, clouds);
      return parts.fit(canonicalClouds(clouds), kernels);
    },
  };
  return method;
}

export interface LabelledRows {
  readonly x: Matrix;
  readonly labels: Uint8Array;
}

/** The rows of all parts, each with the label of its part. */
export function labelledRows(...parts: readonly (readonly [Matrix, number])[]): LabelledRows {
  const labels = parts.flatMap(([{ rows }, label]) => new Array<number>(rows).fill(label));
  return { x: stackRows(...parts.map(([rows]) => rows)), labels: Uint8Array.from(labels) };
}

/** Refuses clouds no method can be fitted on: a class without rows, clouds of different spaces, pairs out of range. */
export function requireBothClasses(method: string, clouds: Clouds): void {
  const { rejected, accepted, counterfactual, pairOf } = clouds;
  if (rejected.rows === 0 || accepted.rows === 0) {
    throw new AuditError(
      "SINGLE_CLASS",
      `${method} needs rejected and accepted rows, got ${rejected.rows} rejected and ${accepted.rows} accepted; ` +
        "check which decision is favourable",
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
        "add letters, or choose a method that needs none, such as bracket or ridge",
    );
  }
}

/** As `requireLetters`, and refuses evidence without letters of letters, or whose letters of letters do not fit. */
export function requireSecondLetters(method: string, clouds: Clouds): SecondLetters {
  requireLetters(method, clouds);
  const { secondLetters, counterfactual } = clouds;
  if (secondLetters === undefined || secondLetters.rows.rows === 0) {
    throw new AuditError(
      "NO_SECOND_LETTERS",
      `${method} is trained on letters and on letters of letters, and the evidence has none of the second kind; ` +
        "only somebody who may ask the platform again can have them; " +
        "choose cca or samples-mlp, which need the first kind alone",
    );
  }
  const { rows, pairOf } = secondLetters;
  if (
    rows.columns !== counterfactual.columns ||
    pairOf.length !== rows.rows ||
    pairOf.some((letter) => letter < 0 || letter >= counterfactual.rows)
  ) {
    throw new AuditError(
      "SHAPE_MISMATCH",
      `${method}: ${rows.rows} second letters of ${rows.columns} columns with ${pairOf.length} pairs do not fit ` +
        `${counterfactual.rows} letters of ${counterfactual.columns} columns; name one for each, in the same space`,
    );
  }
  return secondLetters;
}
