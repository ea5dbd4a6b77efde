import type { Evidence } from "../../input/evidence.js";
import type { Column } from "../../input/table.js";

/** What each letter to a known rejected person asks: `m` letters by `d` features, in the order of the evidence. */
export interface LetterChanges {
  /** The letter of each row. */
  readonly letters: Int32Array; // (m)
  /** The person it answers. */
  readonly people: Int32Array; // (m)
  readonly features: number;
  /** 1 where the offered cell differs from the person's. */
  readonly changed: Uint8Array; // (m, d)
  /** The offered number, or the code of the offered category. */
  readonly offered: Float64Array; // (m, d)
  /** Offered minus present number; 0 for categories, unchanged cells, and where either side is missing. */
  readonly difference: Float64Array; // (m, d)
  /** How many cells each letter changes. */
  readonly fields: Int32Array; // (m)
  /** 1 where a letter changes an immutable feature. */
  readonly immutable: Uint8Array; // (m)
}

/** Compares every letter with its person; letters to unknown and to accepted people are left out. */
export function compareWithPeople({ schema, observations, decisions, letters, letterOf }: Evidence): LetterChanges {
  const rows: number[] = [];
  letterOf.forEach((person, k) => {
    if (person >= 0 && decisions[person] === 0) rows.push(k);
  });
  const d = schema.features.length;
  const changes = {
    letters: Int32Array.from(rows),
    people: Int32Array.from(rows, (k) => letterOf[k]!),
    features: d,
    changed: new Uint8Array(rows.length * d),
    offered: new Float64Array(rows.length * d),
    difference: new Float64Array(rows.length * d),
    fields: new Int32Array(rows.length),
    immutable: new Uint8Array(rows.length),
  };
  for (const [f, { name, immutable }] of schema.features.entries()) {
    const offered = columnNamed(letters.columns, name);
    const present = columnNamed(observations.columns, name);
    for (let r = 0; r < rows.length; r++) {
      const step = cellDifference(offered, changes.letters[r]!, present, changes.people[r]!);
      changes.offered[r * d + f] =
        offered.type === "number" ? offered.values[changes.letters[r]!]! : offered.codes[changes.letters[r]!]!;
      if (step === null) continue;
      changes.changed[r * d + f] = 1;
      changes.difference[r * d + f] = step;
      changes.fields[r]! += 1;
      if (immutable) changes.immutable[r] = 1;
    }
  }
  return changes;
}

/** The column of that name; evidence always has one per feature. */
export function columnNamed(columns: readonly Column[], name: string): Column {
  const column = columns.find((candidate) => candidate.name === name);
  if (column === undefined) throw new Error(`evidence without a column '${name}'`);
  return column;
}

/** Null when the cells are alike, both missing included; else the difference of two numbers, 0 where there is none. */
function cellDifference(offered: Column, k: number, present: Column, i: number): number | null {
  if (offered.type === "number" && present.type === "number") {
    const [to, from] = [offered.values[k]!, present.values[i]!];
    if (to === from || (Number.isNaN(to) && Number.isNaN(from))) return null;
    return Number.isNaN(to) || Number.isNaN(from) ? 0 : to - from;
  }
  if (offered.type === "category" && present.type === "category")
    return offered.codes[k] === present.codes[i] ? null : 0;
  throw new Error(`letters and people differ in the type of '${present.name}'`);
}
