import { describe, expect, it } from "vitest";
import { settledPeople } from "../../src/identify/settled-people.js";
import { referenceKernels } from "../../src/kernels/reference/index.js";
import { matrix, selectRows } from "../../src/math/matrix.js";
import { recast } from "../../src/surrogate/recast.js";
import { madeUpClouds } from "../checks/made-up-clouds.js";

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
