import { AuditError } from "../../errors.js";
import type { Column } from "../../input/table.js";
import { canonicalCategory } from "../../input/values.js";
import type { DataSet } from "../data/data-set.js";
import { hiddenDecision } from "../demo/lender.js";
import { inventPeople, PERSON_COLUMNS, type Person } from "../demo/people.js";
import { TIERS, tierOf } from "../demo/tiers.js";

/** What the people of each data set got: a loan or none, or one of several offers. */
const OUTCOMES: Readonly<Record<string, Pick<DataSet, "classes"> & { readonly of: (person: Person) => number }>> = {
  lending: { of: hiddenDecision },
  "lending-tiers": { of: tierOf, classes: { names: TIERS, ordered: true } },
};
const PEOPLE = 6000;
const IMMUTABLE: readonly string[] = ["age", "sex", "origin"];

export function isMadeUp(name: string): boolean {
  return Object.hasOwn(OUTCOMES, name);
}

export function madeUpData(name: string): DataSet {
  const outcome = isMadeUp(name) ? OUTCOMES[name] : undefined;
  if (outcome === undefined) throw new AuditError("DATA_MISSING", `there is no made-up data set '${name}'`);
  const people = inventPeople(PEOPLE, name, 0);
  const columns = PERSON_COLUMNS.map((column) => columnOf(people, column));
  return {
    name,
    features: columns.map(({ name: own, type }) => ({ name: own, type, immutable: IMMUTABLE.includes(own) })),
    table: { rows: people.length, columns },
    labels: Uint8Array.from(people, outcome.of),
    ...(outcome.classes && { classes: outcome.classes }),
    sensitive: ["sex", "origin"],
  };
}

function columnOf(people: readonly Person[], name: (typeof PERSON_COLUMNS)[number]): Column {
  const cells = people.map((person) => person[name]);
  if (cells.every((cell) => typeof cell === "number")) {
    return { name, type: "number", values: Float64Array.from(cells) };
  }
  const levels = [...new Set(cells.map(String))];
  const codes = Int32Array.from(cells, (cell) => levels.indexOf(String(cell)));
  return canonicalCategory(name, codes, levels);
}
