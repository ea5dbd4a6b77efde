import { describe, expect, it } from "vitest";
import { audit } from "../../src/audit.js";
import { canonicalJson } from "../../src/document/canonical-json.js";
import type { CategoryColumn } from "../../src/input/table.js";
import { loadKernels } from "../../src/kernels/load.js";
import { seededRandom, shuffled } from "../../src/math/random.js";
import { canonicalPopulation, samplePopulation } from "../../src/measure/canonical-population.js";
import type { PopulationPeople } from "../../src/settings/audit-options.js";
import { madeUpEvidence, relabelled } from "../checks/made-up-evidence.js";

const kernels = await loadKernels();

/** People of whom many are alike in their features, and some in everything. */
function madeUp(rows: number, order = [...Array(rows).keys()]): PopulationPeople {
  const of = <T>(value: (i: number) => T) => order.map(value);
  const category = (name: string, levels: readonly string[], code: (i: number) => number): CategoryColumn => ({
    name,
    type: "category",
    codes: Int32Array.from(of(code)),
    levels,
  });
  return {
    people: {
      rows,
      columns: [
        { name: "income", type: "number", values: Float64Array.from(of((i) => (i % 11 ? 900 * (i % 5) : Number.NaN))) },
        { name: "savings", type: "number", values: Float64Array.from(of((i) => 500 * (i % 3))) },
        category("home", ["shared", "owned", "rented"], (i) => (i % 4) - 1),
        { name: "branch", type: "number", values: new Float64Array(rows).fill(7) },
      ],
    },
    groups: [category("group", ["b", "a"], (i) => (i % 7) % 2)],
    outcomes: category("paid", ["yes", "no"], (i) => (i % 13) % 2),
    weights: Float64Array.from(of((i) => 0.1 + (i % 17))),
  };
}

function turned({ people, groups, outcomes, weights }: PopulationPeople): PopulationPeople {
  return {
    people: { ...people, columns: people.columns.toReversed().map(relabelled) },
    groups: groups.map(relabelled),
    outcomes: outcomes && (relabelled(outcomes) as CategoryColumn),
    weights,
  };
}

const anyOrder = (rows: number) => shuffled([...Array(rows).keys()], seededRandom(1, "order"));

describe("canonicalPopulation", () => {
  it("is the same whatever the order of the rows, and so is a sample of it", () => {
    const given = canonicalPopulation(madeUp(2300));
    const other = canonicalPopulation(madeUp(2300, anyOrder(2300)));
    expect(other).toEqual(given);
    expect(samplePopulation(given, 3).rows).toHaveLength(2000);
    expect(samplePopulation(other, 3)).toEqual(samplePopulation(given, 3));
  });

  it("loses nobody", () => {
    const { weights } = canonicalPopulation(madeUp(300));
    expect(Array.from(weights!).sort()).toEqual(Array.from(madeUp(300).weights!).sort());
  });

  it("refuses a column with another number of values", () => {
    const given = { ...madeUp(30), weights: new Float64Array(29) };
    expect(() => canonicalPopulation(given)).toThrow("the population has 30 rows and a column of 29");
  });
});

describe("audit", () => {
  it("says the same of a population with rows, columns and categories in another order", () => {
    const options = { methods: ["bracket", "recast"], refits: 2, resamples: 100, sensitivity: false } as const;
    const reported = (population: PopulationPeople) => {
      const { report } = audit(madeUpEvidence({ people: 60 }), kernels, { ...options, population });
      return canonicalJson(report);
    };
    expect(reported(turned(madeUp(2300, anyOrder(2300))))).toBe(reported(madeUp(2300)));
  });
});
