import { describe, expect, it } from "vitest";
import { loadKernels } from "../../src/kernels/load.js";
import { type Matrix, matrix, zeros } from "../../src/math/matrix.js";
import { seededRandom } from "../../src/math/random.js";
import { bracket } from "../../src/surrogate/bracket.js";
import { bracketSets, keepPeople, pathRows, standardOf } from "../../src/surrogate/bracket-sets.js";
import { scaleColumns } from "../../src/surrogate/column-scaler.js";
import { ridge } from "../../src/surrogate/ridge.js";
import type { Clouds } from "../../src/surrogate/surrogate.js";
import { madeUpClouds } from "../checks/made-up-clouds.js";

const kernels = await loadKernels();

/** Two numbers and one column of a category. */
const small: Clouds = {
  rejected: matrix(2, 3, [0, 0, 1, 4, 0, 0]),
  accepted: matrix(2, 3, [10, 0, 0, 10, 4, 1]),
  counterfactual: matrix(2, 3, [6, 2, 0, 2, 2, 1]),
  pairOf: Int32Array.of(1, 0),
  numeric: Uint8Array.of(1, 1, 0),
};
const plain = {
  columns: 3,
  kept: [0, 1, 2],
  centres: [0, 0, 0],
  spreads: [1, 1, 1],
};

describe("the evidence of bracket", () => {
  it("standardises numbers over all rows and leaves categories alone", () => {
    const standard = standardOf(small);
    expect(standard.centres[2]).toBe(0);
    expect(standard.spreads[2]).toBe(1);
    const all = [small.rejected, small.accepted, small.counterfactual].flatMap((x) => [
      ...scaleColumns(standard, x).values,
    ]);
    for (const column of [0, 1]) {
      const values = all.filter((_, at) => at % 3 === column);
      expect(values.reduce((sum, value) => sum + value, 0)).toBeCloseTo(0, 12);
      expect(values.reduce((sum, value) => sum + value * value, 0)).toBeCloseTo(values.length, 12);
    }
  });

  it("walks along each letter's path in the numbers, with the person's category", () => {
    const sets = bracketSets(small, plain, kernels);
    expect([...pathRows(sets, 0.5).values]).toEqual([5, 1, 0, 1, 1, 1]);
    expect([...pathRows(sets, 0).values]).toEqual([4, 0, 0, 0, 0, 1]);
  });

  it("recovers unknown pairs by transport, and only among people without a known letter", () => {
    const unknown = bracketSets({ ...small, pairOf: Int32Array.of(-1, -1) }, plain, kernels);
    expect([...unknown.originOf]).toEqual([1, 0]);
    const half = bracketSets({ ...small, pairOf: Int32Array.of(0, -1) }, plain, kernels);
    expect([...half.originOf]).toEqual([0, 1]);
  });

  it("takes a person's letters along when it leaves the person out", () => {
    const kept = keepPeople(bracketSets(small, plain, kernels), Int32Array.of(1), Int32Array.of(0, 1));
    expect(kept.rejected.rows).toBe(1);
    expect([...kept.letters.values]).toEqual([6, 2, 0]);
    expect([...kept.originOf]).toEqual([0]);
  });
});

/** People inside a ring are accepted; a letter moves a rejected person straight to its edge. */
function ring(people: number, seed: number): { clouds: Clouds; rows: Matrix; truth: Uint8Array } {
  const random = seededRandom(seed, "ring");
  const accepts = (x: number, y: number) => x * x + y * y <= 1.4;
  const rejected: number[] = [];
  const accepted: number[] = [];
  const letters: number[] = [];
  while (rejected.length < 2 * people || accepted.length < 2 * people) {
    const x = random.normal();
    const y = random.normal();
    if (accepts(x, y)) {
      if (accepted.length < 2 * people) accepted.push(x, y);
    } else if (rejected.length < 2 * people) {
      const shrink = Math.sqrt(1.4 / (x * x + y * y)) * 0.999;
      rejected.push(x, y);
      letters.push(shrink * x, shrink * y);
    }
  }
  const rows = matrix(
    2000,
    2,
    Float64Array.from({ length: 4000 }, () => random.normal()),
  );
  const truth = Uint8Array.from({ length: 2000 }, (_, i) =>
    accepts(rows.values[2 * i]!, rows.values[2 * i + 1]!) ? 1 : 0,
  );
  const clouds = {
    rejected: matrix(people, 2, rejected),
    accepted: matrix(people, 2, accepted),
    counterfactual: matrix(people, 2, letters),
    pairOf: Int32Array.from({ length: people }, (_, i) => i),
  };
  return { clouds, rows, truth };
}

function fidelity(margins: Float64Array, truth: Uint8Array): number {
  return truth.filter((decision, i) => (margins[i]! >= 0 ? 1 : 0) === decision).length / truth.length;
}

describe("bracket", () => {
  it("finds a boundary that no straight line follows, and letters sharpen it", () => {
    const { clouds, rows, truth } = ring(40, 3);
    const share = (given: Clouds) => fidelity(bracket().fit(given, kernels).margins(rows), truth);
    const without = share({ ...clouds, counterfactual: zeros(0, 2), pairOf: new Int32Array(0) });
    const withLetters = share(clouds);
    expect(fidelity(ridge().fit(clouds, kernels).margins(rows), truth)).toBeLessThan(0.7);
    expect(without).toBeGreaterThan(0.8);
    expect(withLetters).toBeGreaterThan(without);
    expect(withLetters).toBeGreaterThan(0.95);
  });

  it("needs no known pairs", () => {
    const { clouds, rows, truth } = ring(40, 3);
    const unpaired = bracket().fit({ ...clouds, pairOf: clouds.pairOf.map(() => -1) }, kernels);
    expect(fidelity(unpaired.margins(rows), truth)).toBeGreaterThan(0.93);
  });

  it("weighs members by their errors: the weights sum to one and the best has the most", () => {
    const { weights, members } = bracket().fit(ring(40, 3).clouds, kernels).toJSON() as {
      weights: number[];
      members: { name: string }[];
    };
    expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 12);
    expect(members).toHaveLength(weights.length);
    expect(members.map(({ name }) => name)).not.toContain("linear"); // useless on a ring
  });

  it("is fitted even when a class is one person many times, and when nobody differs", () => {
    const same = (value: number) => matrix(6, 2, new Float64Array(12).fill(value));
    const clouds = madeUpClouds(1, 24, 30, 2);
    const people = matrix(2, 2, [-1, -1, 1, 1]);
    const one = bracket()
      .fit({ ...clouds, accepted: same(1) }, kernels)
      .margins(people);
    expect(one[1]!).toBeGreaterThan(one[0]!);
    const nobody = {
      rejected: same(0),
      accepted: same(0),
      counterfactual: same(0),
      pairOf: new Int32Array(6).fill(-1),
    };
    expect(bracket().fit(nobody, kernels).margins(people).every(Number.isFinite)).toBe(true);
  });

  it("changes with its seed, and refuses a file whose parts do not fit", () => {
    const clouds = madeUpClouds();
    const fitted = bracket().fit(clouds, kernels);
    expect(JSON.stringify(bracket({ seed: 1 }).fit(clouds, kernels))).not.toBe(JSON.stringify(fitted));
    const data = JSON.parse(JSON.stringify(fitted)) as { weights: number[]; scales: number[] };
    expect(() => bracket().revive({ ...data, weights: [] }, kernels)).toThrow("one weight per member");
    expect(() => bracket().revive({ ...data, scales: [1] }, kernels)).toThrow("one scale per kept column");
    expect(() => bracket({ folds: 1 })).toThrow("folds must be a whole number >= 2, got 1");
  });
});

describe("bracket keeping the choices of a fit", () => {
  const clouds = madeUpClouds(5);
  const first = bracket().fit(clouds, kernels);

  it("gives the same surrogate on the same clouds, bit for bit", () => {
    expect(bracket().keeping!(first).fit(clouds, kernels).toJSON()).toEqual(first.toJSON());
  });

  it("carries weights and sharpness over to other clouds", () => {
    const other = bracket().keeping!(first).fit(madeUpClouds(6), kernels).toJSON();
    const own = bracket().fit(madeUpClouds(6), kernels).toJSON();
    const { weights, sharpness } = first.toJSON() as { weights: number[]; sharpness: number };
    expect(other).toMatchObject({ weights, sharpness });
    expect(own).not.toMatchObject({ weights, sharpness });
  });

  it("weighs anew where its letter readers would have no letters, or the fit came from a file", () => {
    const without = { ...clouds, counterfactual: zeros(0, clouds.rejected.columns), pairOf: new Int32Array(0) };
    const plainFit = bracket().fit(without, kernels).toJSON();
    expect(bracket().keeping!(first).fit(without, kernels).toJSON()).toEqual(plainFit);
    const revived = bracket().revive(first.toJSON(), kernels);
    expect(bracket().keeping!(revived).fit(clouds, kernels).toJSON()).toEqual(first.toJSON());
  });
});

describe("bracket on many people", () => {
  it("weighs its members by more people than a call has room for arguments", () => {
    const column = (rows: number, at: number) =>
      matrix(
        rows,
        1,
        Array.from({ length: rows }, (_, i) => at + (i % 100) / 200),
      );
    const clouds: Clouds = {
      rejected: column(70_000, 0),
      accepted: column(70_000, 1),
      counterfactual: zeros(0, 1),
      pairOf: new Int32Array(0),
      numeric: Uint8Array.of(1),
    };
    const [reject, accept] = bracket({ folds: 2 })
      .fit(clouds, kernels)
      .margins(matrix(2, 1, [0, 1]));
    expect(reject).toBeLessThan(0);
    expect(accept).toBeGreaterThan(0);
  });
});
