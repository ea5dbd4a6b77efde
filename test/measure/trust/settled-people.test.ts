import { describe, expect, it } from "vitest";
import { referenceKernels } from "../../../src/kernels/reference/index.js";
import { matrix, selectRows } from "../../../src/math/matrix.js";
import { settledPeople, settlingRule } from "../../../src/measure/trust/settled-people.js";
import { recast } from "../../../src/surrogate/recast.js";
import { madeUpClouds } from "../../checks/made-up-clouds.js";

describe("settledPeople(clouds, x, kernels)", () => {
  const clouds = madeUpClouds();

  it("says of each row what every λ decides, and how large an error that would stand", () => {
    const { band, certificates } = settledPeople(clouds, clouds.accepted, referenceKernels);
    expect(band).toHaveLength(clouds.accepted.rows);
    expect(certificates?.every((value) => value >= 0)).toBe(true);
    const settled = [...(band ?? []).keys()].filter((i) => band?.[i] !== -1);
    expect(settled.length).toBeGreaterThan(0);
    for (const lambda of [0, 0.2, 0.5]) {
      const surrogate = recast({ solver: "closed-form", lambda }).fit(clouds, referenceKernels);
      surrogate.margins(selectRows(clouds.accepted, settled)).forEach((margin, k) => {
        expect(margin >= 0 ? 1 : 0).toBe(band?.[settled[k]!]);
      });
    }
  });

  it("says nothing without letters", () => {
    const none = { ...clouds, counterfactual: matrix(0, 4, []), pairOf: new Int32Array(0) };
    expect(settledPeople(none, clouds.accepted, referenceKernels)).toEqual({ band: null, certificates: null });
  });
});

describe("settlingRule(clouds, kernels)", () => {
  const clouds = madeUpClouds();

  it("answers row by row what settledPeople answers for all at once", () => {
    const rule = settlingRule(clouds, referenceKernels);
    if (rule.failure !== null) throw new Error(rule.failure.message);
    const { band, certificates } = settledPeople(clouds, clouds.rejected, referenceKernels);
    for (let i = 0; i < clouds.rejected.rows; i++) {
      const own = rule.settle(selectRows(clouds.rejected, [i]));
      expect([own.settled[0], own.certificates[0]]).toEqual([band?.[i], certificates?.[i]]);
      expect(own.low[0]).toBeLessThanOrEqual(own.chosen[0]!);
      expect(own.chosen[0]).toBeLessThanOrEqual(own.high[0]!);
    }
  });

  it("says why there is nothing to measure", () => {
    const none = { ...clouds, counterfactual: matrix(0, 4, []), pairOf: new Int32Array(0) };
    expect(settlingRule(none, referenceKernels).failure?.code).toBe("NO_LETTERS");
  });
});
