import type { Evidence } from "../../input/evidence.js";
import type { Column } from "../../input/table.js";
import { columnNamed } from "./letter-changes.js";

/** Rows of people and letters as small whole numbers: equal cells of a feature have the same code, −1 is missing. */
export interface RowCodes {
  readonly features: number;
  readonly people: Int32Array; // (people, features)
  readonly letters: Int32Array; // (letters, features)
  /** For each row the sum of `cellHash` over its cells. */
  readonly peopleHashes: Int32Array;
  readonly letterHashes: Int32Array;
}

/** Codes of every cell of the evidence. */
export function codeRows({ schema, observations, letters }: Evidence): RowCodes {
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
export function cellHash(feature: number, code: number): number {
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
export function rowMatcher(fields: Int32Array) {
  return (a: Int32Array, startA: number, b: Int32Array, startB: number): boolean => {
    for (let k = 0; k < fields.length; k++) {
      const code = a[startA + fields[k]!]!;
      if (code < 0 || code !== b[startB + fields[k]!]) return false;
    }
    return true;
  };
}
