import { beforeAll, describe, expect, it } from "vitest";
import { selectTableRows } from "../../../../src/input/table.js";
import type { Kernels } from "../../../../src/kernels/kernels.js";
import { loadKernels } from "../../../../src/kernels/load.js";
import { mccf } from "../../../../src/lab/generators/least-change.js";
import { acceptedRows, shuffledOffers } from "../../../../src/lab/generators/useless.js";
import { madeUpData } from "../../../../src/lab/study/made-up-data.js";
import { makeCase, makeWorld, type World } from "../../../../src/lab/study/truth/case.js";
import { testEqual } from "../../../../src/measure/groups/proportions.js";

const data = madeUpData("lending");
let kernels: Kernels;
let same: World;
let differs: World;
beforeAll(async () => {
  kernels = await loadKernels();
  same = makeWorld(data, { target: "gb", differs: false, seed: 1 });
  differs = makeWorld(data, { target: "gb", differs: true, seed: 1 });
});

describe("makeCase", () => {
  it("observes as many people as asked for, with the target's decisions, and knows everybody else's", () => {
    const made = makeCase(same, { generator: mccf(), n: 60, balanced: true }, kernels);
    const { evidence, others, world } = made;
    expect([evidence.observations.rows, evidence.decisions.filter((d) => d === 1).length]).toEqual([60, 30]);
    expect(Array.from(world.target.decide(evidence.observations))).toEqual(Array.from(evidence.decisions));
    expect(Array.from(world.target.decide(others.table))).toEqual(Array.from(others.decisions));
    expect(others.table.rows).toBe(world.people.rows - 60);
    expect(evidence.groups.map(({ name }) => name)).toEqual(["half", "third", "fifth"]);
    expect(evidence.groups.every((column) => column.type === "category" && column.codes.length === 60)).toBe(true);
    const free = makeCase(same, { generator: mccf(), n: 60, balanced: false }, kernels);
    expect(free.evidence.decisions.filter((d) => d === 1).length).not.toBe(30);
  });

  it("makes the same case twice, and other people for another size", () => {
    const make = (n: number) => makeCase(differs, { generator: mccf(), n, balanced: false }, kernels).evidence;
    expect(make(50)).toEqual(make(50));
    const first = selectTableRows(
      make(70).observations,
      Array.from({ length: 50 }, (_, i) => i),
    );
    expect(first).not.toEqual(make(50).observations);
  });

  it("forms groups by coins that no decision depends on, or by attributes that some decisions do", () => {
    for (const { codes } of same.groups) {
      expect(pOf(same.decisions, (i) => codes[i] === 0)).toBeGreaterThan(0.01);
    }
    const ps = differs.groups.map(({ codes }) => pOf(differs.decisions, (i) => codes[i] === 0));
    expect(Math.min(...ps)).toBeLessThan(1e-6);
  });

  it("makes an attribute that goes with the decision where a data set has none", () => {
    const world = makeWorld({ ...data, sensitive: [] }, { target: "lr", differs: true, seed: 2 });
    expect(world.groups.map(({ name }) => name)).toEqual(["uneven", "half"]);
    const p = ({ codes }: { readonly codes: Int32Array }) => pOf(world.decisions, (i) => codes[i] === 0);
    expect(p(world.groups[0]!)).toBeLessThan(1e-6);
    expect(p(world.groups[1]!)).toBeGreaterThan(0.01);
  });

  it("refuses a world too small to leave people aside", () => {
    const options = { generator: mccf(), n: 1800, balanced: false };
    expect(() => makeCase(same, options, kernels)).toThrow("not enough to observe 1800");
  });
});

describe("useless letters", () => {
  for (const generator of [shuffledOffers(), acceptedRows()]) {
    it(`${generator.name}: every offer is accepted, keeps what cannot change, and lies far from its reader`, () => {
      const { evidence, world } = makeCase(differs, { generator, n: 120, balanced: true }, kernels);
      const near = makeCase(differs, { generator: mccf(), n: 120, balanced: true }, kernels).evidence;
      expect(evidence.letters.rows).toBeGreaterThan(40);
      expect(world.target.decide(evidence.letters).every((decision) => decision === 1)).toBe(true);
      const own = selectTableRows(evidence.observations, evidence.letterOf);
      for (const name of ["age", "sex", "origin"]) {
        const cells = [own, evidence.letters].map(({ columns }) => columns.find((column) => column.name === name));
        expect(cells[1]).toEqual(cells[0]);
      }
      expect(fieldsChanged(evidence)).toBeGreaterThan(2 * fieldsChanged(near));
    });
  }
});

function fieldsChanged({ observations, letters, letterOf }: ReturnType<typeof makeCase>["evidence"]): number {
  const own = selectTableRows(observations, letterOf);
  let changed = 0;
  for (const [j, column] of letters.columns.entries()) {
    const before = own.columns[j]!;
    const cells = (c: typeof column) => (c.type === "number" ? c.values : c.codes);
    cells(column).forEach((cell, k) => {
      if (cell !== cells(before)[k]) changed++;
    });
  }
  return changed / letters.rows;
}

/** The p-value of a difference in decisions between the people inside and outside a group. */
function pOf(decisions: Uint8Array, isInside: (i: number) => boolean): number {
  const counts = [0, 1].map(() => ({ successes: 0, n: 0 }));
  decisions.forEach((decision, i) => {
    const side = counts[isInside(i) ? 1 : 0]!;
    side.n++;
    side.successes += decision;
  });
  return testEqual(counts[0]!, counts[1]!).p;
}
