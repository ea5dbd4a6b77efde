import type { ReasonCheck, ReasonIndication } from "../../findings/reasons.js";
import { describeRows, EXAMPLE_ROWS, quoteValue } from "../../input/problem.js";
import type { ToldReason } from "./reason-check.js";

/**
 * Reasons that the decisions or the columns speak against, in the order of the reasons: worth a question, never
 * certain. `rows` are the people's rows of the decisions file.
 */
export function reasonIndications(told: readonly ToldReason[], rows: Int32Array): ReasonIndication[] {
  return [
    ...told.flatMap((reason) => valueAgainst(reason, rows)),
    ...told.flatMap((reason) => reason.immutable.flatMap((field) => names(reason, field, rows, "names-immutable"))),
    ...told.flatMap((reason) => reason.sensitive.flatMap((field) => names(reason, field, rows, "names-sensitive"))),
  ];
}

function valueAgainst({ name, checked }: ToldReason, rows: Int32Array): ReasonIndication[] {
  if (typeof checked === "string") return [];
  const { field, direction, speaksAgainst, noBetter } = checked;
  const cases = [...speaksAgainst]
    .flatMap(([person, isAgainst]) => (isAgainst ? [{ personRow: rows[person]!, person }] : []))
    .sort((a, b) => a.personRow - b.personRow)
    .map(({ personRow, person }) => ({ personRow, noBetter: noBetter(person) }));
  const [first] = cases;
  if (first === undefined) return [];
  const one = cases.length === 1;
  const has = HAS[direction];
  const sentence =
    `${peopleWere(cases)} told ${quoteValue(name)} and ${one ? "has" : "have"} ${has.of(quoteValue(field))} the ` +
    `median of the accepted people; the person in row ${first.personRow} has ${has.than} ` +
    `${(100 * first.noBetter).toFixed(0)} % of them. Both can be true if the system weighs fields together, or looks ` +
    "at something that is not in the file.";
  return [indication("value-against", { reason: name, field, sentence }, cases)];
}

const HAS: Readonly<Record<ReasonCheck["direction"], { of: (field: string) => string; than: string }>> = {
  higher: { of: (field) => `at least as much ${field} as`, than: "at least as much as" },
  lower: { of: (field) => `no more ${field} than`, than: "no more than" },
  either: { of: (field) => `a value of ${field} at least as good as`, than: "one at least as good as" },
};

function names(
  { name, people }: ToldReason,
  field: string,
  rows: Int32Array,
  kind: "names-immutable" | "names-sensitive",
): ReasonIndication[] {
  if (people.length === 0) return [];
  const cases = people
    .map((person) => ({ personRow: rows[person]!, noBetter: null }))
    .toSorted((a, b) => a.personRow - b.personRow);
  const what = kind === "names-immutable" ? "something nobody can change" : "sensitive";
  const named = `It names ${quoteValue(field)}, which is marked as ${what}.`;
  const sentence = `${peopleWere(cases)} told ${quoteValue(name)}. ${named}`;
  return [indication(kind, { reason: name, field, sentence }, cases)];
}

/** "3 people (decisions file, rows 4, 9 and 12) were". */
function peopleWere(cases: ReasonIndication["examples"]): string {
  const count = cases.length;
  const where = `decisions file, ${describeRows({ count, rows: cases.map(({ personRow }) => personRow) })}`;
  return `${count === 1 ? "1 person" : `${count} people`} (${where}) ${count === 1 ? "was" : "were"}`;
}

function indication(
  kind: ReasonIndication["kind"],
  said: Pick<ReasonIndication, "reason" | "field" | "sentence">,
  cases: ReasonIndication["examples"],
): ReasonIndication {
  return { kind, ...said, count: cases.length, examples: cases.slice(0, EXAMPLE_ROWS) };
}
