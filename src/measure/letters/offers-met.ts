import type { Evidence } from "../../input/evidence.js";
import type { LetterChanges } from "./letter-changes.js";
import { cellHash, codeRows, type RowCodes, sameRow } from "./row-codes.js";

/** A letter and somebody who was rejected with what it offers. */
export interface MetOffer {
  readonly letter: number;
  readonly person: number;
}

/** Letters that agree outside the fields they ask for, and the rejected people who agree with them there. */
interface Alike {
  readonly letters: number[];
  /** Of people alike elsewhere, those nobody else has at least as much as in every field asked for. */
  readonly front: number[];
}

/** A direction is what letters ask when at least this many change the field … */
const LEAST_LETTERS = 5;
/** … and at least this share of them agree. */
const LEAST_AGREEMENT = 0.9;

/** Both ways in which a letter can offer what a rejected person has already. */
export function metOffers(evidence: Evidence, changes: LetterChanges): { equal: MetOffer[]; exceeded: MetOffer[] } {
  const codes = codeRows(evidence);
  const rejected: number[] = [];
  evidence.decisions.forEach((decision, i) => {
    if (decision === 0) rejected.push(i);
  });
  return {
    equal: equalOffers(evidence, codes, rejected),
    exceeded: exceededOffers(evidence, changes, codes, rejected),
  };
}

/** Letters whose row a rejected person has, cell by cell: their own person if so, else the first such person. */
function equalOffers(
  { letters, letterOf, decisions }: Evidence,
  codes: RowCodes,
  rejected: readonly number[],
): MetOffer[] {
  const { features: d } = codes;
  const all = Int32Array.from({ length: d }, (_, f) => f);
  const byHash = new Map<number, number[]>(); // one person per different row
  for (const i of rejected) {
    if (!sameRow(codes.people, i * d, codes.people, i * d, all)) continue; // a cell is missing
    const found = byHash.get(codes.peopleHashes[i]!);
    if (found === undefined) byHash.set(codes.peopleHashes[i]!, [i]);
    else if (!found.some((j) => sameRow(codes.people, i * d, codes.people, j * d, all))) found.push(i);
  }
  const met: MetOffer[] = [];
  for (let k = 0; k < letters.rows; k++) {
    const alike = byHash.get(codes.letterHashes[k]!);
    const first = alike?.find((i) => sameRow(codes.letters, k * d, codes.people, i * d, all));
    if (first === undefined) continue;
    const own = letterOf[k]!;
    const isOwn = own >= 0 && decisions[own] === 0 && sameRow(codes.letters, k * d, codes.people, own * d, all);
    met.push({ letter: k, person: isOwn ? own : first });
  }
  return met;
}

/**
 * Letters that ask no more than a rejected person has: at least the offered number in every field the letter moves in the
 * direction letters agree on, more than it in one of them, and the offered cell elsewhere.
 */
function exceededOffers(
  evidence: Evidence,
  changes: LetterChanges,
  codes: RowCodes,
  rejected: readonly number[],
): MetOffer[] {
  const { features: d, difference } = changes;
  const directions = agreedDirections(changes);
  const byFields = new Map<string, { asked: number[]; rows: number[] }>();
  for (let r = 0; r < changes.letters.length; r++) {
    const asked: number[] = [];
    for (let f = 0; f < d; f++) if (directions[f]! * difference[r * d + f]! > 0) asked.push(f);
    if (asked.length === 0) continue;
    const key = asked.join();
    const group = byFields.get(key);
    if (group === undefined) byFields.set(key, { asked, rows: [r] });
    else group.rows.push(r);
  }
  const height = heights(evidence, directions);
  const met: MetOffer[] = [];
  for (const { asked, rows } of byFields.values()) {
    const elsewhere = Int32Array.from({ length: d }, (_, f) => f).filter((f) => !asked.includes(f));
    const letters = Array.from(rows, (r) => changes.letters[r]!);
    for (const group of alikeElsewhere(codes, letters, rejected, elsewhere, asked, height.people)) {
      for (const letter of group.letters) {
        const person = group.front.find((i) => exceeds(height.people, i * d, height.letters, letter * d, asked));
        if (person !== undefined) met.push({ letter, person });
      }
    }
  }
  return met.sort((a, b) => a.letter - b.letter);
}

/** +1 or −1 where nearly all of enough letters ask for more or for less of a field, else 0. */
function agreedDirections({ letters, features: d, difference }: LetterChanges): Int8Array {
  return Int8Array.from({ length: d }, (_, f) => {
    let up = 0;
    let down = 0;
    for (let r = 0; r < letters.length; r++) {
      if (difference[r * d + f]! > 0) up++;
      else if (difference[r * d + f]! < 0) down++;
    }
    if (up + down < LEAST_LETTERS || Math.max(up, down) < LEAST_AGREEMENT * (up + down)) return 0;
    return up > down ? 1 : -1;
  });
}

/** The numbers of each row, turned so that letters ask for higher ones; NaN where missing or without a direction. */
function heights({ schema, observations, letters }: Evidence, directions: Int8Array) {
  const d = schema.features.length;
  const turned = (table: Evidence["letters"]) => {
    const values = new Float64Array(table.rows * d).fill(Number.NaN);
    for (const [f, { name }] of schema.features.entries()) {
      const column = table.columns.find((candidate) => candidate.name === name);
      if (directions[f] === 0 || column?.type !== "number") continue;
      for (let i = 0; i < table.rows; i++) values[i * d + f] = directions[f]! * column.values[i]!;
    }
    return values;
  };
  return { people: turned(observations), letters: turned(letters) };
}

/** The letters in groups of equal cells `elsewhere`, each with the front of the rejected people who have them too. */
function alikeElsewhere(
  codes: RowCodes,
  letters: readonly number[],
  rejected: readonly number[],
  elsewhere: Int32Array,
  asked: readonly number[],
  height: Float64Array,
): Alike[] {
  const { features: d } = codes;
  const byHash = new Map<number, Alike[]>();
  for (const letter of letters) {
    if (!sameRow(codes.letters, letter * d, codes.letters, letter * d, elsewhere)) continue; // a cell is missing
    const hash = hashElsewhere(codes.letterHashes, codes.letters, letter);
    const groups = byHash.get(hash) ?? [];
    byHash.set(hash, groups);
    const same = groups.find((group) => isLetterIn(group, letter));
    if (same === undefined) groups.push({ letters: [letter], front: [] });
    else same.letters.push(letter);
  }
  for (const i of rejected) {
    const groups = byHash.get(hashElsewhere(codes.peopleHashes, codes.people, i));
    const group = groups?.find(({ letters: [first = 0] }) =>
      sameRow(codes.people, i * d, codes.letters, first * d, elsewhere),
    );
    if (group !== undefined) joinFront(group.front, i, asked, height, d);
  }
  return [...byHash.values()].flat();

  function hashElsewhere(hashes: Int32Array, cells: Int32Array, row: number): number {
    let hash = hashes[row]!;
    for (const f of asked) hash = (hash - cellHash(f, cells[row * d + f]!)) | 0;
    return hash;
  }

  function isLetterIn({ letters: [first = 0] }: Alike, letter: number): boolean {
    return sameRow(codes.letters, letter * d, codes.letters, first * d, elsewhere);
  }
}

/** Adds a person unless somebody has at least as much; removes those who have no more than the new one. */
function joinFront(front: number[], person: number, asked: readonly number[], height: Float64Array, d: number): void {
  if (asked.some((f) => Number.isNaN(height[person * d + f]!))) return;
  const reaches = (i: number, j: number) => asked.every((f) => height[i * d + f]! >= height[j * d + f]!);
  if (front.some((other) => reaches(other, person))) return;
  let kept = 0;
  for (const other of front) if (!reaches(person, other)) front[kept++] = other;
  front.length = kept;
  front.push(person);
}

/** At least as high in every field asked for, and higher in one. */
function exceeds(a: Float64Array, startA: number, b: Float64Array, startB: number, asked: readonly number[]): boolean {
  let more = false;
  for (const f of asked) {
    if (!(a[startA + f]! >= b[startB + f]!)) return false;
    if (a[startA + f]! > b[startB + f]!) more = true;
  }
  return more;
}
