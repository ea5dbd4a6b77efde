import type { Encoder } from "../encode/encoder.js";
import type { MitigationEffect, MitigationKind } from "../findings/leak-file.js";
import type { Evidence } from "../input/evidence.js";
import { type Column, selectTableRows, type Table } from "../input/table.js";
import { measureShare } from "../math/interval.js";
import { quantile } from "../math/quantile.js";
import { seededRandom, shuffled } from "../math/random.js";
import { encodedDistances } from "../measure/letters/burden.js";
import { columnNamed, compareWithPeople, type LetterChanges } from "../measure/letters/letter-changes.js";

export interface AlteredLetters {
  readonly table: Table;
  readonly sent: Uint8Array;
  /** 1 for a letter that still names a threshold. @default no letter does */
  readonly isThreshold?: Uint8Array;
  /** Letters with no change left to tell, which are not sent for that. */
  readonly empty: number;
}

/** The evidence, what its letters change, and an encoder that scales by the 5–95 % range. */
interface LetterCase {
  readonly evidence: Evidence;
  readonly changes: LetterChanges;
  readonly encoder: Encoder;
}

/** What a changed cell becomes: the offered value or category, in place of `offered`; `present` is the person's own. */
type Rewrite = (cell: {
  /** Place of the feature in the schema. */
  readonly feature: number;
  /** Row of `LetterChanges`. */
  readonly row: number;
  readonly type: Column["type"];
  readonly offered: number;
  readonly present: number;
}) => number;

export function unaltered({ letters, isThreshold }: Evidence): AlteredLetters {
  const all = new Uint8Array(letters.rows).fill(1);
  return { table: letters, sent: all, ...(isThreshold && { isThreshold }), empty: 0 };
}

/**
 * Letters with some changed cells rewritten. Letters to unknown and to accepted people stay as they are. A letter that
 * then asks for no change is not sent. A threshold that was rewritten is none: one step short of it may do.
 */
function rewriteLetters({ evidence, changes }: LetterCase, rewrite: Rewrite): AlteredLetters {
  const { letters, people, changed, features } = changes;
  const remaining = new Int32Array(letters.length);
  const isThreshold = evidence.isThreshold?.slice();
  const columns = evidence.letters.columns.map((column): Column => {
    const feature = evidence.schema.features.findIndex(({ name }) => name === column.name);
    const own = columnNamed(evidence.observations.columns, column.name);
    const copy: Column =
      column.type === "number"
        ? { ...column, values: column.values.slice() }
        : { ...column, codes: column.codes.slice() };
    const cells = copy.type === "number" ? copy.values : copy.codes;
    const present = own.type === "number" ? own.values : own.codes;
    for (let row = 0; row < letters.length; row++) {
      if (changed[row * features + feature] !== 1) continue;
      const at = letters[row]!;
      const from = present[people[row]!]!;
      const value = rewrite({ feature, row, type: column.type, offered: cells[at]!, present: from });
      if (!Object.is(value + 0, cells[at]! + 0) && isThreshold !== undefined) isThreshold[at] = 0;
      cells[at] = value;
      if (!Object.is(value + 0, from + 0)) remaining[row]! += 1;
    }
    return copy;
  });
  const sent = new Uint8Array(evidence.letters.rows).fill(1);
  let empty = 0;
  for (let row = 0; row < letters.length; row++) {
    if (remaining[row] !== 0) continue;
    sent[letters[row]!] = 0;
    empty++;
  }
  return { table: { rows: evidence.letters.rows, columns }, sent, ...(isThreshold && { isThreshold }), empty };
}

/** Letters that do not tell of the changes that `isTold` refuses: there the person's own value stands. */
export function maskLetters(from: LetterCase, isTold: (feature: number, row: number) => boolean): AlteredLetters {
  return rewriteLetters(from, ({ feature, row, offered, present }) => (isTold(feature, row) ? offered : present));
}

export interface PlannedMitigation {
  readonly kind: MitigationKind;
  readonly strength: number;
  readonly letters: AlteredLetters;
  /** Whether letters say something new, so that only the target can tell whether it still accepts them. */
  readonly altersCells: boolean;
}

/** What a mitigation costs those who get the letters; the part of `MitigationEffect` that needs no fit. */
export type MitigationCost = Pick<MitigationEffect, "sent" | "empty" | "addedDistance" | "addedFields" | "invalid">;

const ROUNDING = [0.05, 0.1, 0.25];
const BINNING = [10, 5, 3];
const SPARSE = [3, 2, 1];
const FEWER = [0.5, 0.25, 0.1];

/** Every mitigation that these letters allow, from mild to strong. */
export function planMitigations(from: LetterCase, seed: number): PlannedMitigation[] {
  const { evidence, changes } = from;
  const mostFields = changes.fields.reduce((most, count) => Math.max(most, count), 0);
  const numeric = evidence.schema.features.some(({ type }, f) => type === "number" && changesOf(changes, f) > 0);
  const sparse = SPARSE.filter((k) => k < mostFields);
  const plan = (kind: MitigationKind, strengths: readonly number[], alter: (strength: number) => AlteredLetters) =>
    strengths.map((strength): PlannedMitigation => {
      const altersCells = kind !== "once" && kind !== "fewer";
      return { kind, strength, letters: alter(strength), altersCells };
    });
  return [
    ...plan("rounding", numeric ? ROUNDING : [], (share) => roundLetters(from, share)),
    ...plan("binning", numeric ? BINNING : [], (bins) => binLetters(from, bins)),
    ...plan("sparse", sparse, (most) => sparseLetters(from, most)),
    ...plan("once", hasSeveral(evidence) ? [1] : [], () => oncePerPerson(evidence, seed)),
    ...plan("fewer", FEWER, (share) => fewerLetters(evidence, share, seed)),
  ];
}

export function changesOf({ letters, changed, features }: LetterChanges, feature: number): number {
  let count = 0;
  for (let row = 0; row < letters.length; row++) count += changed[row * features + feature]!;
  return count;
}

/** The largest round step up to `size`, 1, 2 or 5 times a power of ten, as a fraction. */
function stepOf(size: number): { readonly top: number; readonly bottom: number } {
  let top = 1;
  let bottom = 1;
  while (top * 10 <= size) top *= 10;
  while (top > size * bottom && bottom < 1e12) bottom *= 10;
  const factor = [5, 2].find((candidate) => candidate * top <= size * bottom) ?? 1;
  return { top: top * factor, bottom };
}

/** Offered numbers in steps of about `share` of the field's range, rounded away from the person: no change shrinks. */
function roundLetters(from: LetterCase, share: number): AlteredLetters {
  const { evidence, encoder } = from;
  const steps = evidence.schema.features.map(({ name }) => {
    const code = encoder.features.find((feature) => feature.name === name);
    return code?.type === "number" && code.scale.kind === "linear" ? stepOf(share * code.scale.scale) : null;
  });
  return rewriteLetters(from, ({ feature, offered, present }) => {
    const step = steps[feature] ?? null;
    if (step === null || Number.isNaN(offered) || Number.isNaN(present)) return offered;
    const wholes = (offered * step.bottom) / step.top;
    const nearest = Math.round(wholes);
    if (Math.abs(wholes - nearest) <= 1e-9 * Math.max(1, Math.abs(wholes))) return offered;
    const beyond = offered > present ? Math.ceil(wholes) : Math.floor(wholes);
    return (beyond * step.top) / step.bottom + 0;
  });
}

/** Offered numbers at the far end of their bin, so that the letter tells no more. Bins have equally many people. */
function binLetters(from: LetterCase, bins: number): AlteredLetters {
  const { evidence } = from;
  const edges = evidence.schema.features.map(({ name, type }) => {
    const column = columnNamed(evidence.observations.columns, name);
    if (type !== "number" || column.type !== "number") return null;
    const values = column.values.filter((value) => !Number.isNaN(value)).sort();
    return values.length === 0 ? null : Array.from({ length: bins + 1 }, (_, k) => quantile(values, k / bins));
  });
  return rewriteLetters(from, ({ feature, offered, present }) => {
    const own = edges[feature] ?? null;
    if (own === null || Number.isNaN(offered) || Number.isNaN(present)) return offered;
    const found = offered > present ? own.find((edge) => edge >= offered) : own.findLast((edge) => edge <= offered);
    return found ?? offered;
  });
}

/** Only the `most` largest changes of each letter, by encoded distance; the others are not told. */
function sparseLetters(from: LetterCase, most: number): AlteredLetters {
  const { evidence, changes, encoder } = from;
  const offered = encoder.encode(selectTableRows(evidence.letters, changes.letters));
  const present = encoder.encode(selectTableRows(evidence.observations, changes.people));
  const spans = evidence.schema.features.map(({ name }) => {
    const place = encoder.features.findIndex((feature) => feature.name === name);
    return { start: encoder.starts[place]!, end: encoder.starts[place + 1] ?? encoder.columns.length };
  });
  const told = new Uint8Array(changes.changed.length);
  for (let row = 0; row < changes.letters.length; row++) {
    const sizes = spans.flatMap(({ start, end }, feature) => {
      if (changes.changed[row * changes.features + feature] !== 1) return [];
      let squared = 0;
      for (let j = row * offered.columns + start; j < row * offered.columns + end; j++) {
        const step = offered.values[j]! - present.values[j]!;
        squared += step * step;
      }
      return [{ feature, squared }];
    });
    sizes.sort((a, b) => b.squared - a.squared || a.feature - b.feature);
    for (const { feature } of sizes.slice(0, most)) told[row * changes.features + feature] = 1;
  }
  return maskLetters(from, (feature, row) => told[row * changes.features + feature] === 1);
}

function hasSeveral({ letterOf }: Evidence): boolean {
  const known = letterOf.filter((person) => person >= 0);
  return new Set(known).size < known.length;
}

/** One letter for each person, drawn; letters to unknown people are all sent. */
function oncePerPerson(evidence: Evidence, seed: number): AlteredLetters {
  const whole = unaltered(evidence);
  const sent = new Uint8Array(whole.table.rows);
  const served = new Set<number>();
  for (const letter of drawnOrder(sent.length, seed, "once")) {
    const person = evidence.letterOf[letter]!;
    if (person >= 0 && served.has(person)) continue;
    served.add(person);
    sent[letter] = 1;
  }
  return { ...whole, sent };
}

/** Letters to a drawn share of the people who got any; smaller shares are part of larger ones. */
function fewerLetters(evidence: Evidence, share: number, seed: number): AlteredLetters {
  const owner = evidence.letterOf.map((person, letter) => (person < 0 ? -1 - letter : person));
  const owners = [...new Set(owner)].sort((a, b) => a - b);
  const drawn = drawnOrder(owners.length, seed, "fewer").slice(0, Math.ceil(share * owners.length));
  const kept = new Set(drawn.map((k) => owners[k]));
  return { ...unaltered(evidence), sent: Uint8Array.from(owner, (person) => (kept.has(person) ? 1 : 0)) };
}

function drawnOrder(count: number, seed: number, name: string): number[] {
  const order = Array.from({ length: count }, (_, k) => k);
  return shuffled(order, seededRandom(seed, `leak/${name}`));
}

/** What the target answers: one entry per letter, 1 = accepted. */
export interface LetterAnswers {
  /** For the letters as they are. */
  readonly before: Uint8Array;
  /** For the letters of each mitigation; null for those that alter no cell. */
  readonly after: readonly (Uint8Array | null)[];
}

/** Letters that the target accepted before and does not accept now are not sent; without answers nothing is known. */
export function withheldInvalid(
  { letters }: PlannedMitigation,
  before: Uint8Array,
  after: Uint8Array,
): { readonly letters: AlteredLetters; readonly invalid: MitigationCost["invalid"] } {
  const sent = letters.sent.slice();
  let lost = 0;
  let asked = 0;
  for (let k = 0; k < sent.length; k++) {
    if (sent[k] !== 1 || before[k] !== 1) continue;
    asked++;
    if (after[k] === 1) continue;
    lost++;
    sent[k] = 0;
  }
  return { letters: { ...letters, sent }, invalid: measureShare(lost, asked) };
}

/** What letters as they would be sent ask of their recipients, against the letters as they are. */
export function costOf(from: LetterCase, { table, sent, empty }: AlteredLetters): Omit<MitigationCost, "invalid"> {
  const { evidence, changes, encoder } = from;
  const altered = { ...evidence, letters: table };
  const before = encodedDistances(evidence, encoder, changes);
  const after = encodedDistances(altered, encoder, changes);
  const { fields } = compareWithPeople(altered);
  let count = 0;
  let distance = 0;
  let added = 0;
  for (let row = 0; row < changes.letters.length; row++) {
    if (sent[changes.letters[row]!] !== 1) continue;
    count++;
    distance += after[row]! - before[row]!;
    added += fields[row]! - changes.fields[row]!;
  }
  const all = sent.reduce((sum, one) => sum + one, 0);
  return {
    sent: shareOrNone(all, sent.length),
    empty,
    addedDistance: count === 0 ? null : distance / count,
    addedFields: count === 0 ? null : added / count,
  };
}

/** A share with its interval; without anything to count, the share about which nothing is known. */
export function shareOrNone(successes: number, n: number) {
  return measureShare(successes, n) ?? { share: 0, low: 0, high: 1, successes: 0, n: 0 };
}

/** The tables a target must be asked about: the letters, and what each mitigation that alters cells makes of them. */
export function tablesToAsk(evidence: Evidence, planned: readonly PlannedMitigation[]): (Table | null)[] {
  return [evidence.letters, ...planned.map(({ altersCells, letters }) => (altersCells ? letters.table : null))];
}
