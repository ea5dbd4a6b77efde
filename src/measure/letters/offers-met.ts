import type { Evidence } from "../../input/evidence.js";
import type { Column } from "../../input/table.js";
import { columnNamed, type LetterChanges } from "./letter-changes.js";

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
  const sameRow = rowMatcher(Int32Array.from({ length: d }, (_, f) => f));
  const byHash = new Map<number, number[]>(); // one person per different row
  for (const i of rejected) {
    if (!sameRow(codes.people, i * d, codes.people, i * d)) continue; // a cell is missing
    const found = byHash.get(codes.peopleHashes[i]!);
    if (found === undefined) byHash.set(codes.peopleHashes[i]!, [i]);
    else if (!found.some((j) => sameRow(codes.people, i * d, codes.people, j * d))) found.push(i);
  }
  const met: MetOffer[] = [];
  for (let k = 0; k < letters.rows; k++) {
    const alike = byHash.get(codes.letterHashes[k]!);
    const first = alike?.find((i) => sameRow(codes.letters, k * d, codes.people, i * d));
    if (first === undefined) continue;
    const own = letterOf[k]!;
    const isOwn = own >= 0 && decisions[own] === 0 && sameRow(codes.letters, k * d, codes.people, own * d);
    met.push({ letter: k, person: isOwn ? own : first });
  }
  return met;
}

/**
 * Letters that ask no more than a rejected person has: at least the offered number in every field the letter moves in
 * the direction letters agree on, more than it in one of them, and the offered cell elsewhere.
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
    const letters = Array.from(rows, (r) => changes.letters[r]!);
    for (const group of alikeElsewhere(codes, { letters, rejected }, asked, height)) {
      for (const letter of group.letters) {
        const person = group.front.find((i) => exceeds(height, i, letter, asked));
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
type Heights = ReturnType<typeof heights>;

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
  return { features: d, people: turned(observations), letters: turned(letters) };
}

/** The letters in groups of equal cells but those asked for, each with the front of the rejected people alike. */
function alikeElsewhere(
  codes: RowCodes,
  { letters, rejected }: { readonly letters: readonly number[]; readonly rejected: readonly number[] },
  asked: readonly number[],
  height: Heights,
): Alike[] {
  const { features: d } = codes;
  const sameRow = rowMatcher(Int32Array.from({ length: d }, (_, f) => f).filter((f) => !asked.includes(f)));
  const byHash = new Map<number, Alike[]>();
  for (const letter of letters) {
    if (!sameRow(codes.letters, letter * d, codes.letters, letter * d)) continue; // a cell is missing
    const hash = hashElsewhere(codes.letterHashes, codes.letters, letter);
    const groups = byHash.get(hash) ?? [];
    byHash.set(hash, groups);
    const same = groups.find((group) => isLetterIn(group, letter));
    if (same === undefined) groups.push({ letters: [letter], front: [] });
    else same.letters.push(letter);
  }
  for (const i of rejected) {
    const groups = byHash.get(hashElsewhere(codes.peopleHashes, codes.people, i));
    const group = groups?.find(({ letters: [first = 0] }) => sameRow(codes.people, i * d, codes.letters, first * d));
    if (group !== undefined) joinFront(group.front, i, asked, height);
  }
  return [...byHash.values()].flat();

  function hashElsewhere(hashes: Int32Array, cells: Int32Array, row: number): number {
    let hash = hashes[row]!;
    for (const f of asked) hash = (hash - cellHash(f, cells[row * d + f]!)) | 0;
    return hash;
  }

  function isLetterIn({ letters: [first = 0] }: Alike, letter: number): boolean {
    return sameRow(codes.letters, letter * d, codes.letters, first * d);
  }
}

/** Adds a person unless somebody has at least as much; removes those who have no more than the new one. */
function joinFront(front: number[], person: number, asked: readonly number[], heights: Heights): void {
  const { people: height, features: d } = heights;
  if (asked.some((f) => Number.isNaN(height[person * d + f]!))) return;
  const reaches = (i: number, j: number) => asked.every((f) => height[i * d + f]! >= height[j * d + f]!);
  if (front.some((other) => reaches(other, person))) return;
  let kept = 0;
  for (const other of front) if (!reaches(person, other)) front[kept++] = other;
  front.length = kept;
  front.push(person);
}

/** Whether a person has at least what a letter offers in every field asked for, and more in one. */
function exceeds({ people, letters, features: d }: Heights, i: number, letter: number, asked: readonly number[]) {
  let more = false;
  for (const f of asked) {
    const has = people[i * d + f]!;
    const offered = letters[letter * d + f]!;
    if (!(has >= offered)) return false;
    if (has > offered) more = true;
  }
  return more;
}

/** Rows of people and letters as small whole numbers: equal cells of a feature have the same code, −1 is missing. */
type RowCodes = ReturnType<typeof codeRows>;

function codeRows({ schema, observations, letters }: Evidence) {
  const features = schema.features.length;
  const codes = {
    features,
    people: new Int32Array(observations.rows * features),
    letters: new Int32Array(letters.rows * features),
  };
  for (const [f, { name }] of schema.features.entries()) {
    const known = new Map<number, number>();
    fillCodes(columnNamed(observations.columns, name), known, codes.people.subarray(f), features);
    fillCodes(columnNamed(letters.columns, name), known, codes.letters.subarray(f), features);
  }
  const [peopleHashes, letterHashes] = [hashRows(codes.people, features), hashRows(codes.letters, features)];
  return { ...codes, peopleHashes, letterHashes };
}

/** Categories have one code per level in both tables already; numbers are numbered as they are met. */
function fillCodes(column: Column, known: Map<number, number>, codes: Int32Array, features: number): void {
  if (column.type === "category") {
    for (let i = 0; i < column.codes.length; i++) codes[i * features] = column.codes[i]!;
    return;
  }
  for (let i = 0; i < column.values.length; i++) {
    const value = column.values[i]!;
    let code = Number.isNaN(value) ? -1 : known.get(value);
    if (code === undefined) {
      code = known.size;
      known.set(value, code);
    }
    codes[i * features] = code;
  }
}

/** 32 bits for a cell. A row has their sum, so that cells can be taken out of it again. */
function cellHash(feature: number, code: number): number {
  let hash = Math.imul(code ^ Math.imul(feature + 1, 0x9e3779b1), 0x85ebca6b);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0xc2b2ae35);
  return hash ^ (hash >>> 13);
}

function hashRows(codes: Int32Array, features: number): Int32Array {
  const hashes = new Int32Array(codes.length / features);
  for (let i = 0; i < hashes.length; i++) {
    for (let f = 0; f < features; f++) hashes[i]! += cellHash(f, codes[i * features + f]!);
  }
  return hashes;
}

/** Whether two rows, by where they begin, have the same codes at `fields`, none of them missing. */
function rowMatcher(fields: Int32Array) {
  return (a: Int32Array, startA: number, b: Int32Array, startB: number): boolean => {
    for (let k = 0; k < fields.length; k++) {
      const code = a[startA + fields[k]!]!;
      if (code < 0 || code !== b[startB + fields[k]!]) return false;
    }
    return true;
  };
}
