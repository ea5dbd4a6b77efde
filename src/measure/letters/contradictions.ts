import type { Contradiction, FieldFindings } from "../../findings/letters.js";
import type { Evidence } from "../../input/evidence.js";
import { describeRows, EXAMPLE_ROWS, plural, quoteValue } from "../../input/problem.js";
import type { NeedsTwo } from "../../options.js";
import type { LetterChanges } from "./letter-changes.js";
import { type MetOffer, metOffers } from "./offers-met.js";

export const contradictionsNeedTwo: NeedsTwo = {
  what: "contradictions between letters",
  reason: "they read one boundary; letters here lie at several",
};

/** Rows of the two files as a spreadsheet counts them, by place in the evidence. */
export interface FileRows {
  readonly letters: Int32Array;
  readonly people: Int32Array;
}

interface Case {
  readonly letterRow: number;
  readonly personRow: number | null;
}

/**
 * Letters that the decisions contradict, which come first, and patterns that are worth a question and no contradiction.
 * A letter that changes nothing is neither: it says nothing about the rule, only that the letter is empty.
 */
export function findContradictions(
  evidence: Evidence,
  changes: LetterChanges,
  fields: readonly FieldFindings[],
  rows: FileRows,
): Contradiction[] {
  const { equal, exceeded } = metOffers(evidence, changes);
  const refused = quoteValue(evidence.schema.decision.unfavourable);
  const asCase = ({ letter, person }: MetOffer): Case => ({
    letterRow: rows.letters[letter]!,
    personRow: rows.people[person]!,
  });
  const byItself = (letter: number): Case => ({ letterRow: rows.letters[letter]!, personRow: null });
  return [
    ...offersRejected(equal.filter(({ letter, person }) => evidence.letterOf[letter] !== person).map(asCase), refused),
    ...offersExceeded(exceeded.map(asCase), refused),
    ...moreThanNeeded(askingMore(changes).map((r) => byItself(changes.letters[r]!))),
    ...fields.flatMap((field) => oppositeDirections(evidence, changes, field, byItself)),
  ];
}

function offersRejected(cases: readonly Case[], refused: string): Contradiction[] {
  const what = { kind: "offer-rejected", strength: "certain", field: null } as const;
  return summarise(what, cases, (where, { personRow, letterRow }) => [
    `${plural(cases.length, "letter")} (${where}) ${cases.length === 1 ? "offers" : "offer"} exactly what somebody ` +
      `with the decision ${refused} already had; the letter in row ${letterRow} matches row ${personRow} of the ` +
      "decisions.",
    "A rule that looks only at these columns cannot give the two different decisions.",
  ]);
}

function offersExceeded(cases: readonly Case[], refused: string): Contradiction[] {
  const what = { kind: "offer-exceeded", strength: "indication", field: null } as const;
  return summarise(what, cases, (where, { personRow, letterRow }) => [
    `${plural(cases.length, "letter")} (${where}) ${cases.length === 1 ? "asks" : "ask"} for less than somebody ` +
      `with the decision ${refused} already had; row ${personRow} of the decisions goes beyond the letter in row ` +
      `${letterRow} and is alike elsewhere.`,
    "Both can be true if more of these fields does not always help, or if the system looks at something that is not " +
      "in the file.",
  ]);
}

function moreThanNeeded(cases: readonly Case[]): Contradiction[] {
  const what = { kind: "more-than-needed", strength: "indication", field: null } as const;
  return summarise(what, cases, (where) => [
    `${plural(cases.length, "letter")} (${where}) ${cases.length === 1 ? "asks" : "ask"} for everything another ` +
      "letter to the same person asks, and for more.",
    "Both can be true: they are two options, and the other one is easier.",
  ]);
}

function oppositeDirections(
  { schema }: Evidence,
  { letters, difference, features: d }: LetterChanges,
  { field, up, down }: FieldFindings,
  byItself: (letter: number) => Case,
): Contradiction[] {
  if (up === 0 || down === 0) return [];
  const f = schema.features.findIndex(({ name }) => name === field);
  if (schema.features[f]?.unit !== undefined) return []; // one direction of many, which no letter asks for by itself
  const rarer = up < down ? 1 : -1;
  const cases = Array.from(
    letters.filter((_, r) => difference[r * d + f]! * rarer > 0),
    byItself,
  );
  const [most, least] = rarer > 0 ? ["less", "more"] : ["more", "less"];
  const usual = Math.max(up, down);
  const what = { kind: "opposite-directions", strength: "indication", field } as const;
  return summarise(what, cases, (where) => [
    `${plural(usual, "letter")} ${usual === 1 ? "asks" : "ask"} for ${most} of ${quoteValue(field)} and ` +
      `${cases.length} for ${least} (${where}).`,
    "Letters to different people may well do so: what helps can depend on a person's other fields.",
  ]);
}

/** Rows of the comparison whose letter asks strictly more than another letter to the same person. */
function askingMore(changes: LetterChanges): number[] {
  const lists = new Map<number, number[]>();
  for (const [r, person] of changes.people.entries()) {
    const list = lists.get(person) ?? [];
    list.push(r);
    lists.set(person, list);
  }
  return [...lists.values()]
    .flatMap((list) => list.filter((r) => list.some((other) => other !== r && asksMore(changes, r, other))))
    .sort((a, b) => a - b);
}

/** Whether letter `a` makes every change of `b` at least as far, in the same direction, and one further or besides. */
function asksMore(changes: LetterChanges, a: number, b: number): boolean {
  const { changed, difference, features: d, offered } = changes;
  if (changes.fields[b] === 0 || changes.fields[a]! < changes.fields[b]!) return false;
  let more = changes.fields[a]! > changes.fields[b]!;
  for (let f = 0; f < d; f++) {
    if (changed[b * d + f] === 0) continue;
    if (changed[a * d + f] === 0) return false;
    if (offered[a * d + f] === offered[b * d + f]) continue;
    const [ofA, ofB] = [difference[a * d + f]!, difference[b * d + f]!];
    if (!(ofA * ofB > 0) || Math.abs(ofA) < Math.abs(ofB)) return false;
    more = true;
  }
  return more;
}

/** Nothing without cases; they are sorted by their rows, and the first few become examples. */
function summarise(
  what: Pick<Contradiction, "kind" | "strength" | "field">,
  cases: readonly Case[],
  sentences: (where: string, first: Case) => readonly string[],
): Contradiction[] {
  const sorted = cases.toSorted((a, b) => a.letterRow - b.letterRow);
  const [first] = sorted;
  if (first === undefined) return [];
  const count = cases.length;
  const where = `letters file, ${describeRows({ count, rows: sorted.map(({ letterRow }) => letterRow) })}`;
  return [{ ...what, count, examples: sorted.slice(0, EXAMPLE_ROWS), sentence: sentences(where, first).join(" ") }];
}
