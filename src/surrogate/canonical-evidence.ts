import { AuditError } from "../errors.js";
import type { ClassEvidence, Evidence } from "../input/evidence.js";
import { columnKey, compareBy, numberKey, tableKeys, textKey } from "../input/row-order.js";
import { type Column, selectColumnRows, selectTableRows } from "../input/table.js";
import { compareLists, denseRanks, indices, placesOf, sortedIndices } from "../math/compare.js";
import { ranksPerPerson } from "./clouds.js";
import { reasonKey, selectReasons } from "./row-reasons.js";

/** Marks a type. It is private, so a copy such as `{ ...evidence, letters }` has lost the mark. */
export declare class InCanonicalOrder {
  private readonly isInOrder: true;
}

/** Evidence whose rows stand in an order that depends on their content alone. Only `canonicalEvidence` makes it. */
export type CanonicalEvidence = Evidence & InCanonicalOrder;

/** Evidence in canonical order, and where its rows were. */
export interface Canonicalised<Some extends Evidence = Evidence> {
  readonly evidence: Some & InCanonicalOrder;
  /** For each row of the canonical observations, its row in the given ones. */
  readonly people: Int32Array;
  /** For each canonical letter, its row among the given ones. */
  readonly letters: Int32Array;
}

const sorted = new WeakSet<Evidence>();

/**
 * Puts people and letters in an order given by what is written about them: features by name, decision, letters,
 * reasons, groups, outcome, weight, id. Sums and folds taken in this order are the same to the last bit however the
 * files were sorted; rows that still tie are alike in everything. This is the door of every function that takes
 * evidence as it was read; evidence that came through it before is not sorted again.
 */
export function canonicalEvidence<Some extends Evidence>(given: Some): Canonicalised<Some> {
  if (sorted.has(given)) {
    const evidence = given as Canonicalised<Some>["evidence"];
    return { evidence, people: indices(given.observations.rows), letters: indices(given.letters.rows) };
  }
  requireConsistent(given);
  const letterKeys = [
    ...tableKeys(given.letters.columns),
    ...(given.isThreshold ? [Int32Array.from(given.isThreshold)] : []),
  ];
  const letterRank = denseRanks(given.letters.rows, (k, l) => compareBy(letterKeys, k, l));
  const keys = [
    ...tableKeys(given.observations.columns),
    Int32Array.from(given.decisions),
    letterKey(given, letterRank),
    ...(given.reasons ? [reasonKey(given.reasons, given.observations.rows)] : []),
    ...given.groups.map(columnKey),
    ...(given.outcomes ? [columnKey(given.outcomes)] : []),
    ...(given.weights ? [numberKey(given.weights)] : []),
    ...(given.ids ? [textKey(given.ids)] : []),
  ];
  const people = sortedIndices(given.observations.rows, (i, j) => compareBy(keys, i, j));
  const newPlace = placesOf(people);
  const place = (letter: number) => {
    const person = given.letterOf[letter]!;
    return person < 0 ? -1 : newPlace[person]!;
  };
  const letters = sortedIndices(given.letters.rows, (k, l) => letterRank[k]! - letterRank[l]! || place(k) - place(l));
  const evidence = selectEvidence(given, people, letters);
  sorted.add(evidence);
  return { evidence: evidence as Canonicalised<Some>["evidence"], people, letters };
}

/** Evidence of as many classes, in whatever order. */
export type Unordered<Some extends Evidence> = Some extends ClassEvidence ? ClassEvidence : Evidence;

/** The people at `people` and the letters at `letters`; a letter to somebody left out becomes one to nobody known. */
export function selectEvidence<Some extends Evidence>(
  given: Some,
  people: ArrayLike<number>,
  letters: ArrayLike<number>,
): Unordered<Some> {
  const newPlace = new Int32Array(given.observations.rows).fill(-1);
  for (let k = 0; k < people.length; k++) newPlace[people[k]!] = k;
  const { outcomes, weights, ids, classes, isThreshold, reasons } = given;
  return {
    ...given,
    observations: selectTableRows(given.observations, people),
    decisions: Uint8Array.from(people, (i) => given.decisions[i]!),
    letters: selectTableRows(given.letters, letters),
    letterOf: Int32Array.from(letters, (k) => {
      const person = given.letterOf[k]!;
      return person < 0 ? -1 : newPlace[person]!;
    }),
    ...(isThreshold && { isThreshold: Uint8Array.from(letters, (k) => isThreshold[k]!) }),
    ...(reasons && { reasons: selectReasons(reasons, people) }),
    groups: given.groups.map((column) => selectColumnRows(column, people)),
    outcomes: outcomes && selectColumnRows(outcomes, people),
    weights: weights && Float64Array.from(people, (i) => weights[i]!),
    ids: ids && Array.from(people, (i) => ids[i]!),
    ...(classes && {
      classes: {
        ...classes,
        letterFrom: Int32Array.from(letters, (k) => classes.letterFrom[k]!),
        letterTo: Int32Array.from(letters, (k) => classes.letterTo[k]!),
      },
    }),
  } as Unordered<Some>;
}

/** Refuses evidence whose parts do not fit together; what the readers build always does. */
function requireConsistent(evidence: Evidence): void {
  const { observations, decisions, letters, letterOf, groups, schema } = evidence;
  const people = observations.rows;
  if (decisions.length !== people || groups.some((group) => rowsOf(group) !== people)) {
    throw new AuditError(
      "SHAPE_MISMATCH",
      `the evidence has ${people} observations, ${decisions.length} decisions and groups of ` +
        `${groups.map(rowsOf).join(", ") || "no"} rows; pass one decision and one group per observation`,
    );
  }
  if (letterOf.length !== letters.rows || letterOf.some((person) => person < -1 || person >= people)) {
    throw new AuditError(
      "SHAPE_MISMATCH",
      `letterOf must name an observation (0 to ${people - 1}) or -1 for each of the ${letters.rows} letters, ` +
        `got ${letterOf.length} entries`,
    );
  }
  requireFittingNotices(evidence);
  if (schema.features.length === 0) {
    throw new AuditError("NO_FEATURES", "the evidence has no feature columns; add at least one");
  }
}

function requireFittingNotices({ isThreshold, letters, reasons, observations }: Evidence): void {
  if (isThreshold !== undefined && isThreshold.length !== letters.rows) {
    const message = `isThreshold needs one entry for each of the ${letters.rows} letters, got ${isThreshold.length}`;
    throw new AuditError("SHAPE_MISMATCH", message);
  }
  if (reasons === undefined) return;
  const { names, personOf, nameOf, direction } = reasons;
  const fits =
    nameOf.length === personOf.length &&
    direction.length === personOf.length &&
    personOf.every((person) => person >= 0 && person < observations.rows) &&
    nameOf.every((name) => name >= 0 && name < names.length);
  if (fits) return;
  const message = "each reason must name an observation, one of the reasons' names and a direction";
  throw new AuditError("SHAPE_MISMATCH", message);
}

function rowsOf(column: Column): number {
  return column.type === "number" ? column.values.length : column.codes.length;
}

/** The rank of each person's list of letters. */
function letterKey(given: Evidence, letterRank: Int32Array): Int32Array {
  const lists = ranksPerPerson(letterRank, given.letterOf, given.observations.rows);
  return denseRanks(lists.length, (i, j) => compareLists(lists[i] ?? [], lists[j] ?? []));
}
