import type { Evidence } from "../../src/input/evidence.js";
import type { CategoryColumn, Column, NumberColumn, Table } from "../../src/input/table.js";
import { type Random, seededRandom, shuffled } from "../../src/math/random.js";
import { selectEvidence } from "../../src/surrogate/canonical-evidence.js";

const HOMES = ["owned", "rented", "shared"];

/** A made-up lender: accepts when income, savings and home speak for it, with an edge for group a. */
interface Person {
  readonly income: number;
  readonly savings: number;
  readonly home: number;
  readonly group: number;
}

function inventPerson(random: Random): Person {
  return {
    income: 2000 + 900 * random.normal(),
    savings: random.uniform() < 0.4 ? 0 : 5000 * random.uniform(),
    home: random.integer(3),
    group: random.integer(2),
  };
}

function points({ income, savings, home, group }: Person): number {
  return income / 900 + savings / 2500 + (home === 0 ? 1 : 0) + (group === 0 ? 0.4 : 0);
}

export interface MadeUpOptions {
  readonly people?: number;
  readonly seed?: number;
  /** Letters go to this share of the rejected. */
  readonly letters?: number;
  /** Whether letters say whose they are. */
  readonly paired?: boolean;
  /** Rows where a cell is left out. */
  readonly missing?: number;
}

/** Seeded evidence with two numbers, a category and a constant column; every letter asks for more income. */
export function madeUpEvidence(options: MadeUpOptions = {}): Evidence {
  const { people: count = 60, seed = 1, letters: share = 1, paired = true, missing = 0 } = options;
  const random = seededRandom(seed, "made-up-evidence");
  const people = Array.from({ length: count }, () => inventPerson(random));
  const decisions = Uint8Array.from(people, (person) => (points(person) >= 3.4 ? 1 : 0));
  const asked = people.flatMap((_, i) => (decisions[i] === 0 && random.uniform() < share ? [i] : []));
  const offers = asked.map((i) => {
    const person = people[i]!;
    return { ...person, income: person.income + 900 * (3.4 - points(person)) + 1 };
  });
  const observations = tableOf(people);
  for (let k = 0; k < missing; k++) {
    const column = observations.columns[random.integer(2)] as NumberColumn;
    column.values[random.integer(count)] = Number.NaN;
    (observations.columns[2] as CategoryColumn).codes[random.integer(count)] = -1;
  }
  return {
    schema: {
      features: observations.columns.map(({ name, type }) => ({ name, type, immutable: false })),
      decision: { column: "approved", favourable: "yes", unfavourable: "no" },
      sensitive: ["group"],
      outcome: null,
      favourableOutcome: null,
      id: null,
      weight: null,
      ignored: [],
    },
    observations,
    decisions,
    letters: tableOf(offers),
    letterOf: Int32Array.from(asked, (i) => (paired ? i : -1)),
    groups: [
      { name: "group", type: "category", codes: Int32Array.from(people, ({ group }) => group), levels: ["a", "b"] },
    ],
    outcomes: null,
    weights: null,
    ids: null,
  };
}

function tableOf(people: readonly Person[]): Table {
  return {
    rows: people.length,
    columns: [
      { name: "income", type: "number", values: Float64Array.from(people, ({ income }) => income) },
      { name: "savings", type: "number", values: Float64Array.from(people, ({ savings }) => savings) },
      { name: "home", type: "category", codes: Int32Array.from(people, ({ home }) => home), levels: HOMES },
      { name: "branch", type: "number", values: new Float64Array(people.length).fill(7) },
    ],
  };
}

/** The same evidence with people and letters in another order. */
export function shuffledEvidence(evidence: Evidence, seed: number): Evidence {
  const random = seededRandom(seed, "shuffled-evidence");
  const order = (rows: number) =>
    shuffled(
      Array.from({ length: rows }, (_, i) => i),
      random,
    );
  return selectEvidence(evidence, order(evidence.observations.rows), order(evidence.letters.rows));
}

/** The same evidence with its columns reversed and the levels of its categories listed in another order. */
export function turnedEvidence(evidence: Evidence): Evidence {
  return {
    ...evidence,
    schema: { ...evidence.schema, features: evidence.schema.features.toReversed() },
    observations: turned(evidence.observations),
    letters: turned(evidence.letters),
  };
}

function turned(table: Table): Table {
  return { ...table, columns: table.columns.toReversed().map(relabelled) };
}

/** The same cells with the levels of a category listed in another order. */
export function relabelled(column: Column): Column {
  if (column.type === "number") return column;
  const last = column.levels.length - 1;
  return {
    ...column,
    levels: column.levels.toReversed(),
    codes: column.codes.map((code) => (code < 0 ? -1 : last - code)),
  };
}

/** The evidence with every person and every letter twice. */
export function doubledEvidence(evidence: Evidence): Evidence {
  const twice = (rows: number) => Array.from({ length: 2 * rows }, (_, i) => i % rows);
  const people = evidence.observations.rows;
  const doubled = selectEvidence(evidence, twice(people), twice(evidence.letters.rows));
  const letterOf = Int32Array.from(twice(evidence.letters.rows), (k, position) => {
    const person = evidence.letterOf[k]!;
    return person < 0 ? -1 : person + (position < evidence.letters.rows ? 0 : people);
  });
  return { ...doubled, letterOf };
}
