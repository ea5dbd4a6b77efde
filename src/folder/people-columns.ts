import type { PersonResults } from "../audit.js";
import type { OutputColumn } from "../document/columnar.js";
import type { AuditFile } from "../findings/audit-file.js";

const SETTLED_WORDS = new Map([
  [1, "accepted by all"],
  [0, "rejected by all"],
  [-1, "contested"],
]);

/**
 * One value per observed person, by row of the decisions file: what was decided, what the rebuilt model says, and how
 * sure that is.
 */
export function peopleColumns(
  people: PersonResults,
  rows: Int32Array,
  { favourable, unfavourable }: AuditFile["evidence"]["decision"],
): readonly OutputColumn[] {
  const words = [unfavourable, favourable];
  const answers = (codes: Uint8Array) => Array.from(codes, (code) => words[code]!);
  const settled = (codes: Int8Array | null) => Array.from(rows, (_, i) => SETTLED_WORDS.get(codes?.[i] ?? 2) ?? null);
  const text = (name: string, values: OutputColumn["values"]): OutputColumn => ({ name, type: "text", values });
  const number = (name: string, values: Float64Array | null): OutputColumn => ({
    name,
    type: "number",
    values: Array.from(rows, (_, i) => values?.[i] ?? null),
  });
  const integer = (name: string, values: ArrayLike<number>): OutputColumn => ({
    name,
    type: "integer",
    values: Array.from(values),
  });
  return [
    integer("row", rows),
    text("decision", answers(people.decisions)),
    text("rebuilt", answers(people.rebuilt)),
    number("score", people.scores),
    number("margin", people.margins),
    number("out_of_fold_score", people.outOfFoldScores),
    number("out_of_fold_margin", people.outOfFoldMargins),
    integer("refits_asked", people.refitsAsked),
    integer("refits_accepted", people.refitsAccepted),
    text("determined", settled(people.settled)),
    text("lambda_band", settled(people.band)),
    number("certificate", people.certificates),
  ];
}
