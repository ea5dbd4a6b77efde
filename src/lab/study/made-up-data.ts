import { AuditError } from "../../errors.js";
import type { Column } from "../../input/table.js";
import { canonicalCategory } from "../../input/values.js";
import type { DataSet } from "../data/data-set.js";
import { inventPeople, PERSON_COLUMNS, type Person } from "../demo/people.js";
import { TIERS, tierOf } from "../demo/tiers.js";

const LENDING_TIERS = "lending-tiers";
const PEOPLE = 6000;
const IMMUTABLE: readonly string[] = ["age", "sex", "origin"];

export function isMadeUp(name: string): boolean {
  return name === LENDING_TIERS;
}

export function madeUpData(name: string): DataSet {
  if (!isMadeUp(name)) throw new AuditError("DATA_MISSING", `there is no made-up data set '${name}'`);
  const people = inventPeople(PEOPLE, name, 0);
  const columns = PERSON_COLUMNS.map((column) => columnOf(people, column));
  return {
    name,
    features: columns.map(({ name: own, type }) => ({ name: own, type, immutable: IMMUTABLE.includes(own) })),
    table: { rows: people.length, columns },
    labels: Uint8Array.from(people, tierOf),
    classes: { names: TIERS, ordered: true },
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
