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

/** A letter concerned, and the person it clashes with where that is not its own. */
interface Case {
  readonly letterRow: number;
  readonly personRow: number | null;
}

/** Letters that cannot all be true, or only under a reading nobody would expect; certain ones first. */
export function findContradictions(
  evidence: Evidence,
  changes: LetterChanges,
  fields: readonly FieldFindings[],
  rows: FileRows,
): Contradiction[] {
  const { equal, exceeded } = metOffers(evidence, changes);
  const asCase = ({ letter, person }: MetOffer): Case => ({
    letterRow: rows.letters[letter]!,
    personRow: evidence.letterOf[letter] === person ? null : rows.people[person]!,
  });
  return [
    ...offersRejected(equal.map(asCase)),
    ...offersExceeded(exceeded.map(asCase)),
    ...moreThanNeeded(
      askingMore(changes).map((r) => ({ letterRow: rows.letters[changes.letters[r]!]!, personRow: null })),
    ),
    ...fields.flatMap((field) => oppositeDirections(evidence, changes, field, rows)),
  ];
}

function offersRejected(cases: readonly Case[]): Contradiction[] {
  if (cases.length === 0) return [];
  const own = cases.filter(({ personRow }) => personRow === null).length;
  const one = cases.length === 1;
  const some = `${own} of them ${own === 1 ? "changes" : "change"}`;
  const idle = own < cases.length ? some : one ? "It changes" : "They change";
  return [
    summarise({ kind: "offer-rejected", strength: "certain", field: null }, cases, (where) =>
      [
        `${plural(cases.length, "letter")} (${where}) ${one ? "describes a row" : "describe rows"} ` +
          "as accepted that the decisions show as rejected.",
        own === 0 ? "" : `${idle} nothing for the person addressed.`,
        "One rule on these columns cannot do both.",
      ]
        .filter((sentence) => sentence !== "")
        .join(" "),
    ),
  ];
}

function offersExceeded(cases: readonly Case[]): Contradiction[] {
  if (cases.length === 0) return [];
  return [
    summarise({ kind: "offer-exceeded", strength: "indication", field: null }, cases, (where, [first]) =>
      [
        `${plural(cases.length, "letter")} (${where}) ${cases.length === 1 ? "asks" : "ask"} ` +
          "for less than a rejected person already has.",
        first === undefined
          ? ""
          : `For example, the person in row ${first.personRow} of the decisions goes beyond what the letter ` +
            `in row ${first.letterRow} asks, in the direction letters ask, and is alike elsewhere.`,
        "This is consistent with a rule that does not grow in these fields or looks at something not in the files.",
      ].join(" "),
    ),
  ];
}

function moreThanNeeded(cases: readonly Case[]): Contradiction[] {
  if (cases.length === 0) return [];
  const one = cases.length === 1;
  return [
    summarise(
      { kind: "more-than-needed", strength: "indication", field: null },
      cases,
      (where) =>
        `${plural(cases.length, "letter")} (${where}) ${one ? "asks" : "ask"} for everything another letter ` +
        "to the same person asks, and for more. According to the other letter, less was enough.",
    ),
  ];
}

function oppositeDirections(
  { schema }: Evidence,
  { letters, difference, features: d }: LetterChanges,
  { field, up, down }: FieldFindings,
  rows: FileRows,
): Contradiction[] {
  if (up === 0 || down === 0) return [];
  const f = schema.features.findIndex(({ name }) => name === field);
  if (schema.features[f]?.unit !== undefined) return []; // one direction of many, which no letter asks for by itself
  const rarer = up < down ? 1 : -1;
  const cases: Case[] = [];
  letters.forEach((letter, r) => {
    if (difference[r * d + f]! * rarer > 0) cases.push({ letterRow: rows.letters[letter]!, personRow: null });
  });
  const [most, least] = rarer > 0 ? ["less", "more"] : ["more", "less"];
  const usual = Math.max(up, down);
  return [
    summarise(
      { kind: "opposite-directions", strength: "indication", field },
      cases,
      (where) =>
        `${plural(usual, "letter")} ${usual === 1 ? "asks" : "ask"} for ${most} of ${quoteValue(field)} ` +
        `and ${cases.length} for ${least} (${where}). ` +
        "Both can be true only if the direction that helps depends on the person's other fields.",
    ),
  ];
}

/** Rows of the comparison whose letter asks strictly more than another letter to the same person. */
function askingMore(changes: LetterChanges): number[] {
  const lists = new Map<number, number[]>();
  changes.people.forEach((person, r) => {
    const list = lists.get(person);
    if (list === undefined) lists.set(person, [r]);
    else list.push(r);
  });
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

function summarise(
  { kind, strength, field }: Pick<Contradiction, "kind" | "strength" | "field">,
  cases: readonly Case[],
  sentence: (where: string, examples: readonly Case[]) => string,
): Contradiction {
  const count = cases.length;
  const sorted = cases.toSorted((a, b) => a.letterRow - b.letterRow);
  const examples = sorted.slice(0, EXAMPLE_ROWS);
  const where = `letters file, ${describeRows({ count, rows: sorted.map(({ letterRow }) => letterRow) })}`;
  return { kind, strength, count, field, examples, sentence: sentence(where, examples) };
}
