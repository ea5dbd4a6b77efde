import { describe, expect, it } from "vitest";
import { fitEncoder } from "../../src/encode/encoder.js";
import { AuditError } from "../../src/errors.js";
import { referenceKernels } from "../../src/kernels/reference/index.js";
import { majority } from "../../src/surrogate/baselines.js";
import { encodeClouds } from "../../src/surrogate/clouds.js";
import {
  doFit,
  type Fit,
  type Fitters,
  type Fitting,
  fitHere,
  fitWith,
  keptSurrogate,
  meanwhile,
  sideBySide,
} from "../../src/surrogate/fitting.js";
import { ridge } from "../../src/surrogate/ridge.js";
import { madeUpEvidence } from "../checks/made-up-evidence.js";

const evidence = madeUpEvidence({ people: 40 });
const encoder = fitEncoder(evidence.schema.features, [evidence.observations, evidence.letters], {});
const clouds = encodeClouds(encoder, evidence);
const rows = [clouds.rejected];
const fit: Fit = { method: ridge(), clouds, rows };

/** Asks for as many fits as each number says, and gives back the first margin of each. */
function* asking(...counts: number[]): Fitting<number[]> {
  const found: number[] = [];
  for (const count of counts) {
    const done = yield Array.from({ length: count }, () => fit);
    found.push(...done.map((one) => ("failure" in one ? Number.NaN : one.margins[0]![0]!)));
  }
  return found;
}

/** Fitters that finish in the order drawn by `delay`, and note how many are busy. */
function fitters(count: number, delay: (fit: number) => number): Fitters & { readonly busy: number[] } {
  const busy: number[] = [];
  let [begun, open] = [0, 0];
  return {
    count,
    busy,
    async fit(one) {
      busy.push(++open);
      const turns = delay(begun++);
      for (let turn = 0; turn < turns; turn++) await Promise.resolve();
      open--;
      return doFit(one, referenceKernels);
    },
  };
}

describe("an errand", () => {
  function* waiting(said: string[]): Fitting<string> {
    const answers = yield [fit, { errand: async () => void said.push(await Promise.resolve("back")) }, fit];
    return answers.map((one) => ("failure" in one ? "failed" : one.margins.length)).join(" ");
  }

  it("takes a turn among the fits, and the work goes on once it is done", async () => {
    const said: string[] = [];
    const beside = sideBySide([waiting(said), asking(2)]);
    expect(
      await fitWith(
        beside,
        fitters(1, () => 2),
      ),
    ).toEqual(["1 0 1", [expect.any(Number), expect.any(Number)]]);
    expect(said).toEqual(["back"]);
  });

  it("stops the work where it fails", async () => {
    const gone: Fitting<unknown> = (function* () {
      yield [{ errand: () => Promise.reject(new AuditError("FILE_NOT_FOUND", "gone")) }];
    })();
    await expect(
      fitWith(
        gone,
        fitters(1, () => 0),
      ),
    ).rejects.toThrow("gone");
  });

  it("is refused where nobody waits", () => {
    expect(() => fitHere(waiting([]), referenceKernels)).toThrow("work with errands needs fitWith");
  });
});

describe("doFit(fit, kernels)", () => {
  it("gives margins and scores of every matrix, and the surrogate only where it is kept", () => {
    const surrogate = ridge().fit(clouds, referenceKernels);
    const asked = { ...fit, rows: [clouds.rejected, clouds.accepted] };
    expect(doFit(asked, referenceKernels)).toEqual({
      surrogate: null,
      margins: asked.rows.map((x) => surrogate.margins(x)),
      scores: asked.rows.map((x) => surrogate.scores(x)),
    });
    const kept = doFit({ ...fit, keep: true }, referenceKernels);
    if ("failure" in kept) throw new Error("ridge fits here");
    expect(keptSurrogate(kept).toJSON()).toEqual(surrogate.toJSON());
    expect(() => keptSurrogate({ ...kept, surrogate: null })).toThrow("not kept");
  });

  it("takes what the evidence does not allow as a failure, and throws anything else", () => {
    const nobody = { ...clouds, accepted: { ...clouds.accepted, rows: 0, values: new Float64Array(0) } };
    expect(doFit({ ...fit, clouds: nobody }, referenceKernels)).toMatchObject({ failure: { code: "SINGLE_CLASS" } });
    const broken = {
      ...ridge(),
      fit: () => {
        throw new TypeError("a bug");
      },
    };
    expect(() => doFit({ ...fit, method: broken }, referenceKernels)).toThrow("a bug");
    const stopped = {
      ...ridge(),
      fit: () => {
        throw new AuditError("ABORTED", "stopped");
      },
    };
    expect(() => doFit({ ...fit, method: stopped }, referenceKernels)).toThrow("stopped");
  });
});

describe("fitWith(work, fitters)", () => {
  it("puts what comes of fits in order, whoever is done first", async () => {
    function* numbered(): Fitting<(string | undefined)[]> {
      const methods = ["majority", "ridge", "majority", "ridge", "ridge"].map((name) =>
        name === "ridge" ? ridge() : majority(),
      );
      const done = yield methods.map((method) => ({ method, clouds, rows, keep: true }));
      return done.map((one) => ("failure" in one ? undefined : one.surrogate?.method));
    }
    const here = fitHere(numbered(), referenceKernels);
    expect(here).toEqual(["majority", "ridge", "majority", "ridge", "ridge"]);
    for (const count of [1, 2, 7]) {
      expect(
        await fitWith(
          numbered(),
          fitters(count, (k) => (7 * k) % 5),
        ),
      ).toEqual(here);
    }
  });

  it("takes no more fits than its fitters can be given, one of them waiting", async () => {
    const three = fitters(3, () => 2);
    await fitWith(asking(20), three);
    expect(Math.max(...three.busy)).toBe(4);
  });

  it("stops taking fits once one has thrown", async () => {
    const taken: number[] = [];
    function* work(): Fitting<null> {
      yield (function* () {
        for (let k = 0; k < 50; k++) {
          taken.push(k);
          yield fit;
        }
      })();
      return null;
    }
    const broken: Fitters = { count: 1, fit: () => Promise.reject(new Error("no thread")) };
    await expect(fitWith(work(), broken)).rejects.toThrow("no thread");
    expect(taken.length).toBeLessThan(4);
  });

  it("leaves failures of the setting up in their places", async () => {
    const failure = { failure: { code: "NO_FEATURES", message: "none" } } as const;
    function* work(): Fitting<boolean[]> {
      const done = yield [fit, failure, fit];
      return done.map((one) => "failure" in one);
    }
    expect(fitHere(work(), referenceKernels)).toEqual([false, true, false]);
    expect(
      await fitWith(
        work(),
        fitters(2, () => 1),
      ),
    ).toEqual([false, true, false]);
  });
});

describe("sideBySide(works)", () => {
  it("gives every work what it asked for, however often each asks", () => {
    const alone = [asking(2), asking(), asking(1, 0, 3)].map((work) => fitHere(work, referenceKernels));
    const together = fitHere(sideBySide([asking(2), asking(), asking(1, 0, 3)]), referenceKernels);
    expect(together).toEqual(alone);
    expect(together.map((found) => found.length)).toEqual([2, 0, 4]);
  });
});

describe("meanwhile(work, here)", () => {
  it("works here once, after the first fits were given out and before they are all done", async () => {
    const said: string[] = [];
    const slow: Fitters = {
      count: 1,
      async fit(one) {
        said.push("begun");
        await new Promise((resolve) => setTimeout(resolve, 5));
        said.push("done");
        return doFit(one, referenceKernels);
      },
    };
    const work = () => meanwhile(asking(1, 1), () => said.push("here"));
    expect((await fitWith(work(), slow))[0]).toHaveLength(2);
    expect(said).toEqual(["begun", "here", "done", "begun", "done"]);
    expect(
      fitHere(
        meanwhile(asking(), () => "own"),
        referenceKernels,
      ),
    ).toEqual([[], "own"]);
  });
});
