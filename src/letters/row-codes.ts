import type { Evidence } from "../evidence/evidence.js";
import type { Column } from "../evidence/table.js";
import { columnNamed } from "./letter-changes.js";

/** Rows of people and letters as small whole numbers: two cells of a feature hold the same code when they are equal. −1 is missing. */
export interface RowCodes {
  readonly features: number;
  readonly people: Int32Array; // (people, features)
  readonly letters: Int32Array; // (letters, features)
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
    fillCodes(columnNamed(observations.columns, name), known, codes.people, f, features);
    fillCodes(columnNamed(letters.columns, name), known, codes.letters, f, features);
  }
  return codes;
}

/** Categories have one code per level in both tables already; numbers are numbered as they are met. */
function fillCodes(column: Column, known: Map<number, number>, codes: Int32Array, f: number, features: number): void {
  if (column.type === "category") {
    for (let i = 0; i < column.codes.length; i++) codes[i * features + f] = column.codes[i]!;
    return;
  }
  for (let i = 0; i < column.values.length; i++) {
    const value = column.values[i]!;
    let code = Number.isNaN(value) ? -1 : known.get(value);
    if (code === undefined) {
      code = known.size;
      known.set(value, code);
    }
    codes[i * features + f] = code;
  }
}

/** 32 bits that depend on the codes of one row at `fields`; null when one of them is missing. */
export function hashRow(codes: Int32Array, start: number, fields: Int32Array): number | null {
  let hash = 0;
  for (let k = 0; k < fields.length; k++) {
    const code = codes[start + fields[k]!]!;
    if (code < 0) return null;
    hash = Math.imul(hash ^ code, 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  return hash;
}

/** Whether two rows hold the same codes at `fields`, none of them missing. */
export function sameRow(a: Int32Array, startA: number, b: Int32Array, startB: number, fields: Int32Array): boolean {
  for (let k = 0; k < fields.length; k++) {
    const code = a[startA + fields[k]!]!;
    if (code < 0 || code !== b[startB + fields[k]!]) return false;
  }
  return true;
}
