import { describe, expect, it } from "vitest";
import { referenceKernels } from "../../src/kernels/reference/index.js";
import { type Matrix, matrix, selectRows } from "../../src/math/matrix.js";
import { seededRandom, shuffled } from "../../src/math/random.js";
import { canonicalClouds } from "../../src/surrogate/clouds.js";
import type { Clouds } from "../../src/surrogate/surrogate.js";
import { dualcf } from "../../src/surrogate/trained.js";
import { cloud, madeUpClouds } from "../checks/made-up-clouds.js";

/** A linear target x + y ≥ 0.5: letters a step behind it, letters of letters a step before it. */
function straddling(): Clouds {
  const random = seededRandom(3, "straddling");
  const rejected = cloud(40, 2, -1, 0.4, random);
  const onBoundary = (i: number, step: number) => {
    const [x = 0, y = 0] = rejected.values.subarray(2 * i, 2 * i + 2);
    const missing = (0.5 - x - y) / 2 + step;
    return [x + missing, y + missing];
  };
  const rows = (step: number) => matrix(40, 2, Array.from({ length: 40 }, (_, i) => onBoundary(i, step)).flat());
  return {
    rejected,
    accepted: cloud(40, 2, 3, 0.4, random),
    counterfactual: rows(0.3),
    pairOf: Int32Array.from({ length: 40 }, (_, i) => i),
    secondLetters: { rows: rows(-0.3), pairOf: Int32Array.from({ length: 40 }, (_, i) => i) },
  };
}

describe("dualcf", () => {
  it("finds a boundary that lies between letters and their letters, wherever the people are", () => {
    const surrogate = dualcf().fit(straddling(), referenceKernels);
    const people = cloud(400, 2, 0.25, 0.5, seededRandom(4, "people"));
    const same = surrogate.margins(people).filter((margin, i) => {
      const [x = 0, y = 0] = people.values.subarray(2 * i, 2 * i + 2);
      return margin >= 0 === x + y >= 0.5;
    }).length;
    expect(same / 400).toBeGreaterThan(0.95);
  });

  it("does not look at the observations", () => {
    const clouds = straddling();
    const moved = { ...clouds, accepted: cloud(40, 2, 9, 1, seededRandom(5, "elsewhere")) };
    expect(JSON.stringify(dualcf().fit(moved, referenceKernels))).toBe(
      JSON.stringify(dualcf().fit(clouds, referenceKernels)),
    );
  });

  it("refuses evidence without letters of letters, and says what works", () => {
    const { secondLetters: _, ...without } = straddling();
    const empty = { rows: matrix(0, 2, []), pairOf: new Int32Array(0) };
    for (const clouds of [without, { ...without, secondLetters: empty }]) {
      expect(() => dualcf().fit(clouds, referenceKernels)).toThrow(
        expect.objectContaining({ code: "NO_SECOND_LETTERS", message: expect.stringContaining("choose cca") }),
      );
    }
  });

  it("refuses letters of letters that do not fit", () => {
    const clouds = straddling();
    const { rows, pairOf } = clouds.secondLetters!;
    const wrong = [
      { rows, pairOf: pairOf.slice(1) },
      { rows, pairOf: pairOf.map((k) => k + 1) },
      { rows: matrix(40, 1, new Float64Array(40)), pairOf },
    ];
    for (const secondLetters of wrong) {
      expect(() => dualcf().fit({ ...clouds, secondLetters }, referenceKernels)).toThrow(
        expect.objectContaining({ code: "SHAPE_MISMATCH" }),
      );
    }
  });
});

describe("canonicalClouds with letters of letters", () => {
  it("is the same for any order of rows, equal people and equal letters among them", () => {
    const given = madeUpClouds(2, 12, 6, 2);
    const twins: Clouds = {
      ...given,
      rejected: pick(given.rejected, (i) => i >> 2),
      counterfactual: pick(given.counterfactual, (i) => i >> 1),
      secondLetters: { rows: given.rejected, pairOf: given.pairOf },
    };
    const expected = canonicalClouds(twins);
    for (const seed of [1, 2, 3]) expect(canonicalClouds(shuffledWithSecond(twins, seed))).toEqual(expected);
    // Each second letter still answers a letter with the same row as before.
    const { rows, pairOf } = expected.secondLetters!;
    const original = (value: number) => given.rejected.values.indexOf(value) / 2;
    pairOf.forEach((letter, k) => {
      expect(selectRows(expected.counterfactual, [letter])).toEqual(
        selectRows(twins.counterfactual, [original(rows.values[2 * k]!)]),
      );
    });
  });
});

function pick(x: Matrix, from: (i: number) => number): Matrix {
  return selectRows(
    x,
    Array.from({ length: x.rows }, (_, i) => from(i)),
  );
}

function shuffledWithSecond(clouds: Clouds, seed: number): Clouds {
  const random = seededRandom(seed, "shuffled");
  const order = (rows: number) =>
    shuffled(
      Array.from({ length: rows }, (_, i) => i),
      random,
    );
  const people = order(clouds.rejected.rows);
  const letters = order(clouds.counterfactual.rows);
  const seconds = order(clouds.secondLetters!.rows.rows);
  return {
    rejected: selectRows(clouds.rejected, people),
    accepted: selectRows(clouds.accepted, order(clouds.accepted.rows)),
    counterfactual: selectRows(clouds.counterfactual, letters),
    pairOf: Int32Array.from(letters, (k) => people.indexOf(clouds.pairOf[k]!)),
    secondLetters: {
      rows: selectRows(clouds.secondLetters!.rows, seconds),
      pairOf: Int32Array.from(seconds, (k) => letters.indexOf(clouds.secondLetters!.pairOf[k]!)),
    },
  };
}
