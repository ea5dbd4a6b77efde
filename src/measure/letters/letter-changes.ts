import type { FieldFindings } from "../../findings/letters.js";
import type { Evidence } from "../../input/evidence.js";
import type { CategoryColumn, Column } from "../../input/table.js";
import { compareText } from "../../math/compare.js";
import { measureShare } from "../../math/interval.js";
import { quantile } from "../../math/quantile.js";

/** What each letter to a known rejected person asks: `m` letters by `d` features, in the order of the evidence. */
export interface LetterChanges {
  readonly letters: Int32Array; // (m)
  readonly people: Int32Array; // (m)
  readonly features: number;
  /** 1 where the offered cell differs from the person's. */
  readonly changed: Uint8Array; // (m, d)
  /** The offered number, or the code of the offered category. */
  readonly offered: Float64Array; // (m, d)
  /** Offered minus present number; 0 for categories, unchanged cells, and where either side is missing. */
  readonly difference: Float64Array; // (m, d)
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

const MOST_MOVES = 10;
const MISSING = "(missing)";

/** How often and how far each feature is to be changed; most often changed first, then by name. */
export function fieldFindings(evidence: Evidence, changes: LetterChanges): FieldFindings[] {
  const { changed, difference, features: d } = changes;
  const letters = changes.letters.length;
  const findings = evidence.schema.features.flatMap((feature, f): FieldFindings[] => {
    const rows: number[] = [];
    for (let r = 0; r < letters; r++) if (changed[r * d + f] === 1) rows.push(r);
    const share = measureShare(rows.length, letters);
    if (share === null) return [];
    const steps = Float64Array.from(rows, (r) => difference[r * d + f]!);
    return [
      {
        field: feature.name,
        type: feature.type,
        immutable: feature.immutable,
        changed: share,
        up: steps.filter((step) => step > 0).length,
        down: steps.filter((step) => step < 0).length,
        size: feature.type === "number" ? fiveNumbers(steps) : null,
        moves: feature.type === "number" ? [] : frequentMoves(evidence, changes, rows, feature.name),
      },
    ];
  });
  return findings.sort((a, b) => b.changed.successes - a.changed.successes || compareText(a.field, b.field));
}

function fiveNumbers(steps: Float64Array): FieldFindings["size"] {
  const sizes = steps
    .filter((step) => step !== 0)
    .map(Math.abs)
    .sort();
  if (sizes.length === 0) return null;
  return {
    least: sizes[0]!,
    lowerQuartile: quantile(sizes, 0.25),
    median: quantile(sizes, 0.5),
    upperQuartile: quantile(sizes, 0.75),
    greatest: sizes[sizes.length - 1]!,
  };
}

function frequentMoves(
  { observations, letters }: Evidence,
  changes: LetterChanges,
  rows: readonly number[],
  name: string,
): FieldFindings["moves"] {
  const present = columnNamed(observations.columns, name) as CategoryColumn;
  const offered = columnNamed(letters.columns, name) as CategoryColumn;
  const counts = new Map<string, { from: string; to: string; letters: number }>();
  for (const r of rows) {
    const [i, k] = [present.codes[changes.people[r]!]!, offered.codes[changes.letters[r]!]!];
    const move = counts.get(`${i} ${k}`);
    if (move !== undefined) move.letters += 1;
    else counts.set(`${i} ${k}`, { from: present.levels[i] ?? MISSING, to: offered.levels[k] ?? MISSING, letters: 1 });
  }
  return [...counts.values()]
    .sort((a, b) => b.letters - a.letters || compareText(a.from, b.from) || compareText(a.to, b.to))
    .slice(0, MOST_MOVES);
}
