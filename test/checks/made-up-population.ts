import type { FeatureSchema } from "../../src/input/evidence.js";
import { selectTableRows, type Table } from "../../src/input/table.js";
import { seededRandom } from "../../src/math/random.js";

/** People with true outcomes: two numbers and a category they can change, an age and a group they cannot. */
export interface Population {
  readonly features: readonly FeatureSchema[];
  readonly table: Table;
  readonly labels: Uint8Array;
  readonly immutable: readonly string[];
}

const HOMES = ["owned", "rented", "shared"];
const GROUPS = ["a", "b"];

/** Seeded people; one cell in fifty of those they can change is missing. */
export function madeUpPopulation(rows = 400, seed = 1): Population {
  const random = seededRandom(seed, "made-up-population");
  const income = new Float64Array(rows);
  const savings = new Float64Array(rows);
  const age = new Float64Array(rows);
  const home = new Int32Array(rows);
  const group = new Int32Array(rows);
  const labels = new Uint8Array(rows);
  for (let i = 0; i < rows; i++) {
    income[i] = 2000 + 900 * random.normal();
    savings[i] = random.uniform() < 0.4 ? 0 : 5000 * random.uniform();
    age[i] = 20 + random.integer(50);
    home[i] = random.integer(3);
    group[i] = random.integer(2);
    const points = income[i]! / 900 + savings[i]! / 2500 + (home[i] === 0 ? 1 : 0) + (group[i] === 0 ? 0.4 : 0);
    labels[i] = points + age[i]! / 100 + 0.3 * random.normal() > 4 ? 1 : 0;
    if (random.uniform() < 0.02) income[i] = Number.NaN;
    if (random.uniform() < 0.02) home[i] = -1;
  }
  const table: Table = {
    rows,
    columns: [
      { name: "income", type: "number", values: income },
      { name: "home", type: "category", codes: home, levels: HOMES },
      { name: "savings", type: "number", values: savings },
      { name: "age", type: "number", values: age },
      { name: "group", type: "category", codes: group, levels: GROUPS },
    ],
  };
  const immutable = ["age", "group"];
  return {
    features: table.columns.map(({ name, type }) => ({ name, type, immutable: immutable.includes(name) })),
    table,
    labels,
    immutable,
  };
}

/** The first `count` rows of a table that `decisions` rejects. */
export function firstRejected(table: Table, decisions: Uint8Array, count: number): Table {
  const rows = Array.from(decisions.keys()).filter((i) => decisions[i] === 0);
  return selectTableRows(table, rows.slice(0, count));
}
