import { describe, expect, it } from "vitest";
import { selectTableRows, type Table } from "../../../src/input/table.js";
import { referenceKernels } from "../../../src/kernels/reference/index.js";
import { oneNearest } from "../../../src/lab/generators/nearest-rows.js";
import type { TrainedTarget } from "../../../src/lab/targets/target.js";
import { cells, madeUpTarget, requestTo } from "../../checks/generator-checks.js";
import { madeUpPopulation } from "../../checks/made-up-population.js";

const { table, immutable } = madeUpPopulation();
const target = madeUpTarget("lr") as TrainedTarget;
const { encoder } = target;

/** ℓ1 distance of encoded numbers plus half the distance of one-hot columns, over the features that may change. */
function distances(person: Table, rows: Table): number[] {
  const own = encoder.encode(person);
  const x = encoder.encode(rows);
  return Array.from({ length: rows.rows }, (_, i) =>
    encoder.columns.reduce((sum, name, j) => {
      const [feature = "", level] = name.split("=");
      const gap = Math.abs(x.values[i * x.columns + j]! - own.values[j]!);
      return immutable.includes(feature) ? sum : sum + (level === undefined ? gap : gap / 2);
    }, 0),
  );
}

/** The pool with the unchangeable features of one person. */
function poolAs(person: Table): Table {
  return {
    rows: table.rows,
    columns: table.columns.map((column) => {
      const own = person.columns.find(({ name }) => name === column.name);
      if (!immutable.includes(column.name)) return column;
      return own?.type === "number"
        ? { ...own, values: new Float64Array(table.rows).fill(own.values[0]!) }
        : { ...own!, codes: new Int32Array(table.rows).fill(own!.codes[0]!) };
    }),
  };
}

describe("1nn", () => {
  it("is the nearest of all accepted rows that stay accepted with what the person cannot change", () => {
    const request = requestTo(target, table, immutable);
    const letters = oneNearest().generate(request, referenceKernels);
    const accepted = target.decide(table);
    for (let i = 0; i < request.rejected.rows; i++) {
      const person = selectTableRows(request.rejected, [i]);
      const pool = poolAs(person);
      const still = target.decide(pool);
      const all = distances(person, pool).filter((_, k) => accepted[k] === 1 && still[k] === 1);
      const [own = Number.NaN] = distances(person, selectTableRows(letters.rows, [i]));
      expect(letters.found[i]).toBe(1);
      expect(own).toBeCloseTo(Math.min(...all), 12);
    }
  });

  it("copies numbers from the pool as they are written there", () => {
    const request = requestTo(target, table, immutable);
    const { rows } = oneNearest().generate(request, referenceKernels);
    const known = new Set(cells(table, "savings"));
    for (const value of cells(rows, "savings")) expect(known.has(value)).toBe(true);
  });

  it("looks beyond the first rows where what a person cannot change stands in the way", () => {
    // Accepts whoever is in group b, and of the others only those with the one largest income.
    const income = cells(table, "income") as number[];
    const highest = Math.max(...income.filter((value) => !Number.isNaN(value)));
    const picky = {
      name: "picky",
      decide: (rows: Table) => {
        const incomes = cells(rows, "income") as number[];
        return Uint8Array.from(cells(rows, "group"), (group, i) => (group === "b" || incomes[i]! >= highest ? 1 : 0));
      },
      score: (rows: Table) => new Float64Array(rows.rows),
    };
    const request = requestTo(picky, table, ["group"], 5);
    const { rows, found } = oneNearest().generate(request, referenceKernels);
    expect(Array.from(found)).toEqual([1, 1, 1, 1, 1]);
    expect(cells(rows, "income")).toEqual(new Array(5).fill(highest));
    expect(cells(rows, "group")).toEqual(new Array(5).fill("a"));
  });
});
