import { describe, expect, it } from "vitest";
import { referenceKernels } from "../../src/kernels/reference/index.js";
import { matrix, zeros } from "../../src/math/matrix.js";
import { majority, nearest } from "../../src/surrogate/baselines.js";

const clouds = {
  rejected: matrix(3, 2, [0, 0, 1, 0, 0, 0]),
  accepted: matrix(2, 2, [4, 0, 0, 3]),
  counterfactual: zeros(0, 2),
  pairOf: new Int32Array(0),
};

describe("nearest", () => {
  const surrogate = nearest().fit(clouds, referenceKernels);

  it("compares the distances to the nearest row of each class", () => {
    const x = matrix(4, 2, [4, 0, 1, 0, 0, 1, 2.5, 0]);
    expect(Array.from(surrogate.margins(x))).toEqual([3, -3, -1, 0]); // the last is a tie
    expect(Array.from(surrogate.scores(x))).toEqual([1, 0, 1 / 3, 0.5]);
  });

  it("accepts where the same row was both rejected and accepted", () => {
    const both = { ...clouds, accepted: matrix(1, 2, [0, 0]) };
    const torn = nearest().fit(both, referenceKernels);
    expect(torn.margins(zeros(1, 2))[0]).toBe(0);
    expect(torn.scores(zeros(1, 2))[0]).toBe(0.5);
  });

  it("keeps a repeated row once", () => {
    expect(surrogate.toJSON()).toMatchObject({ rejectedRows: 2, rejected: [0, 0, 1, 0] });
  });
});

describe("majority", () => {
  it("scores everybody by the smoothed share of acceptances", () => {
    const surrogate = majority().fit(clouds, referenceKernels);
    expect(Array.from(surrogate.scores(zeros(2, 2)))).toEqual([3 / 7, 3 / 7]);
    expect(surrogate.margins(zeros(1, 2))[0]).toBeCloseTo(Math.log(3 / 4), 14);
  });

  it("accepts when both decisions are equally frequent", () => {
    const even = { ...clouds, accepted: matrix(3, 2, [4, 0, 0, 3, 1, 1]) };
    expect(majority().fit(even, referenceKernels).margins(zeros(1, 2))[0]).toBe(0);
  });
});
