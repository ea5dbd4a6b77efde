import type { Sample } from "../findings/sample.js";
import type { Evidence } from "../input/evidence.js";
import { type Column, selectColumnRows, selectTableRows, type Table } from "../input/table.js";
import { allocate } from "../math/allocate.js";
import { indices } from "../math/compare.js";
import { sampleWithoutReplacement, seededRandom } from "../math/random.js";
import type { NeedsTwo } from "../options.js";
import type { AuditSettings } from "../settings/settings.js";
import {
  type CanonicalEvidence,
  type Canonicalised,
  canonicalEvidence,
  selectEvidence,
} from "../surrogate/canonical-evidence.js";
import { readableReasons } from "../surrogate/reason-members.js";
import { applyGrouping, type Grouping, type GroupingRule, groupingRules } from "./groups/groups.js";

export const samplingNeedsTwo: NeedsTwo = {
  what: "a sample",
  reason: "with more than two decisions every method is fitted on everybody; audit a random part of a large file",
  settings: ["sample"],
};

/** Some people outside the sample. */
export interface OthersBatch {
  /** Their features, and what was decided: 1 for the favourable decision. */
  readonly table: Table;
  readonly decisions: Uint8Array;
  /** One column per sensitive attribute. */
  readonly groups: readonly Column[];
  readonly weights: Float64Array | null;
}

/** Everybody outside the sample: rows of the same evidence, or of a file that is never held whole. */
export interface Others {
  readonly rows: number;
  /** Gives every one of them once, in the same order each time; that order must not depend on the file's. */
  batches(use: (people: OthersBatch) => void): void;
}

/** Everybody outside the sample, in a file that is too long to be held. */
export interface StreamedOthers {
  readonly rows: number;
  /** Gives every one of them once. */
  stream(): AsyncIterable<OthersBatch>;
  /** Some of them, drawn at random: for questions that are asked several times. */
  readonly measured: OthersBatch;
  /** Throws where the stream gave another number of people: then the file has changed. */
  requireAll(found: number): void;
}

/** The people that methods are fitted on, and all the others. */
export interface DrawnEvidence {
  readonly evidence: CanonicalEvidence;
  /** For each of its rows, the row of the evidence it was drawn from. */
  readonly rows: Int32Array;
  /** Its rows so that every beginning of this list is a stratified sample too. */
  readonly nested: Int32Array;
  readonly strata: Sample["strata"];
  /** Letters in the sample and in all, and people who were told a reason. */
  readonly letters: Sample["letters"];
  readonly told: Sample["told"];
  readonly others: Others | StreamedOthers;
}

export interface DrawOptions {
  /** The most people to draw. */
  readonly sample: number;
  readonly seed: number;
}

/** Of few more people than the sample, a fifth is left out: enough to say how often the model is right. */
export const MOST_DRAWN = 0.8;

/** Letters to people who are not known are in no stratum. */
const UNKNOWN = -1;

/**
 * A random sample of the people, in proportion within each decision and combination of sensitive groups; null where
 * everybody is fitted on. Letters and reasons come with their person, of letters to unknown people as large a share.
 * The evidence is in canonical order, so the same people are drawn however the file was sorted.
 */
export function sampleEvidence(
  whole: CanonicalEvidence,
  groupings: readonly Grouping[],
  { sample, seed }: DrawOptions,
): DrawnEvidence | null {
  const people = whole.decisions.length;
  if (people <= sample) return null;
  const cells = cellsOf(whole.decisions, groupings);
  const alone = new Set([0, 1].filter((decision) => cells.filter((cell) => cell.decision === decision).length === 1));
  const drawn = allocate(
    cells.map(({ members }) => members.length),
    Math.min(sample, Math.floor(MOST_DRAWN * people)),
    (cell) => (alone.has(cells[cell]!.decision) ? 2 : 1), // nothing can be fitted without two people of a decision
  );
  const chosen = drawRows(cells, drawn, seed);
  const rows = Int32Array.from(chosen, ({ row }) => row).sort();
  const given = canonicalEvidence(selectEvidence(whole, rows, lettersTo(whole, rows, seed)));
  const ordered = given.people.map((k) => rows[k]!);
  const place = new Map(Array.from(ordered, (row, k) => [row, k]));
  return {
    evidence: given.evidence,
    rows: ordered,
    nested: inTurn(chosen).map((row) => place.get(row)!),
    strata: cells.map(({ decision, groups, members }, cell) => ({
      decision: decision === 1 ? "accepted" : "rejected",
      groups,
      people: members.length,
      drawn: drawn[cell]!,
      weight: drawn[cell]! === 0 ? null : members.length / drawn[cell]!,
    })),
    letters: { drawn: given.evidence.letters.rows, of: whole.letters.rows },
    told: { drawn: toldPeople(given.evidence), of: toldPeople(whole) },
    others: othersOf(whole, rows),
  };
}

interface ChosenRow {
  readonly row: number;
  /** Where it comes in an order of which every beginning has its share of each cell. */
  readonly turn: number;
}

/** So many rows of each cell. */
export function drawRows(cells: readonly Cell[], drawn: ArrayLike<number>, seed: number): readonly ChosenRow[] {
  return cells.flatMap(({ members }, cell) => {
    const random = seededRandom(seed, `sample/${cell}`);
    const phase = random.uniform();
    const places = sampleWithoutReplacement(members.length, drawn[cell]!, random);
    return Array.from(places, (place, k) => ({ row: members[place]!, turn: (k + phase) / drawn[cell]! }));
  });
}

export function inTurn(chosen: readonly ChosenRow[]): Int32Array {
  return Int32Array.from(
    chosen.toSorted((a, b) => a.turn - b.turn || a.row - b.row),
    ({ row }) => row,
  );
}

/** What an audit with these settings fits its methods on. */
export function fittedEvidence(given: Evidence, settings: AuditSettings): CanonicalEvidence {
  const { evidence } = canonicalEvidence(given);
  const groupings = groupingRules(evidence.groups, settings).map((rule) => applyGrouping(rule, evidence.groups));
  return sampleEvidence(evidence, groupings, settings)?.evidence ?? evidence;
}

/** All the evidence in canonical order, and where its rows were in the files. */
interface WholeEvidence<Some extends Evidence> extends Canonicalised<Some> {
  readonly groupings: readonly Grouping[];
}

/** What methods are fitted on: everybody, or the sample with its groups. */
export function fittedPart<Some extends Evidence>(
  whole: WholeEvidence<Some>,
  drawn: DrawnEvidence | null,
  rules: readonly GroupingRule[],
) {
  if (drawn === null) return { ...whole, modelled: readableReasons(whole.evidence), sampled: null };
  const evidence = drawn.evidence as typeof whole.evidence; // of two decisions: more are never sampled
  const given = drawn.rows.map((row) => whole.people[row]!);
  const sampled = given.toSorted();
  const place = new Map(Array.from(sampled, (row, k) => [row, k]));
  return {
    evidence,
    modelled: readableReasons(evidence),
    groupings: rules.map((rule) => applyGrouping(rule, evidence.groups)),
    /** For each row of the evidence, its place among the sampled ones in the order of the file. */
    people: given.map((row) => place.get(row)!),
    /** The observations that were drawn, ascending. */
    sampled,
  };
}

export interface Cell {
  readonly decision: number;
  /** The group by each attribute; null where it is not known. */
  readonly groups: readonly (string | null)[];
  /** Rows, ascending. */
  readonly members: Int32Array;
}

/** Everybody by decision and by all sensitive attributes at once. */
export function cellsOf(decisions: Uint8Array, groupings: readonly Grouping[]): Cell[] {
  const single = groupings.filter(({ kind }) => kind !== "intersection");
  let cellOf = Float64Array.from(decisions);
  for (const { labels, groupOf } of single) {
    // ranks in place of products, which would outgrow whole numbers
    cellOf = ranked(cellOf.map((cell, i) => cell * (labels.length + 1) + groupOf[i]! + 1));
  }
  const sizes = new Int32Array(1 + cellOf.reduce((most, cell) => Math.max(most, cell), 0));
  for (const cell of cellOf) sizes[cell]! += 1;
  const members = Array.from(sizes, (size) => new Int32Array(size));
  const filled = new Int32Array(sizes.length);
  cellOf.forEach((cell, i) => {
    members[cell]![filled[cell]!++] = i;
  });
  return members.flatMap((rows) => {
    const [first] = rows;
    if (first === undefined) return [];
    const groups = single.map(({ labels, groupOf }) => labels[groupOf[first]!] ?? null);
    return { decision: decisions[first]!, groups, members: rows };
  });
}

/** The place of each value among the different ones. */
function ranked(values: Float64Array): Float64Array<ArrayBuffer> {
  const distinct = Float64Array.from(new Set(values)).sort();
  const places = new Map(Array.from(distinct, (value, place) => [value, place]));
  return Float64Array.from(values, (value) => places.get(value)!);
}

/** The letters to the people at `rows`, and of those to unknown people the same share. */
function lettersTo({ letterOf, decisions }: Evidence, rows: Int32Array, seed: number): Int32Array {
  const isDrawn = new Uint8Array(decisions.length);
  for (const row of rows) isDrawn[row] = 1;
  const letters = indices(letterOf.length);
  const unknown = letters.filter((k) => letterOf[k] === UNKNOWN);
  const count = Math.round((unknown.length * rows.length) / decisions.length);
  const places = sampleWithoutReplacement(unknown.length, count, seededRandom(seed, "sample/letters"));
  const kept = new Set(Array.from(places, (place) => unknown[place]!));
  return letters.filter((k) => (letterOf[k] === UNKNOWN ? kept.has(k) : isDrawn[letterOf[k]!] === 1));
}

function toldPeople({ reasons }: Evidence): number {
  return reasons === undefined ? 0 : new Set(reasons.personOf).size;
}

/** Rows of a batch: as many as are encoded at a time. */
const BATCH = 8192;

function othersOf({ observations, decisions, groups, weights }: Evidence, rows: Int32Array): Others {
  const isDrawn = new Uint8Array(decisions.length);
  for (const row of rows) isDrawn[row] = 1;
  const left = indices(decisions.length).filter((row) => isDrawn[row] === 0);
  return {
    rows: left.length,
    batches(use) {
      for (let start = 0; start < left.length; start += BATCH) {
        const part = left.subarray(start, start + BATCH);
        use({
          table: selectTableRows(observations, part),
          decisions: Uint8Array.from(part, (row) => decisions[row]!),
          groups: groups.map((column) => selectColumnRows(column, part)),
          weights: weights && Float64Array.from(part, (row) => weights[row]!),
        });
      }
    },
  };
}
