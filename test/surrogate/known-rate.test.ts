import { describe, expect, it } from "vitest";
import { loadKernels } from "../../src/kernels/load.js";
import { letterGenerators } from "../../src/lab/generators/generators.js";
import { madeUpData } from "../../src/lab/study/made-up-data.js";
import { makeCase, makeWorld, type TruthCase } from "../../src/lab/study/truth/case.js";
import { bracket } from "../../src/surrogate/bracket.js";
import { fitModel } from "../../src/surrogate/model.js";
import { parseModel } from "../../src/surrogate/model-file.js";
import { madeUpClouds } from "../checks/made-up-clouds.js";

const kernels = await loadKernels();
const data = madeUpData("lending");

function cases(balanced: boolean): readonly TruthCase[] {
  return [201, 202, 203, 204, 205, 206].map((seed) => {
    const world = makeWorld(data, { target: seed % 2 === 0 ? "gb" : "lr", differs: false, seed });
    return makeCase(world, { generator: letterGenerators.mccf(), n: 60, balanced }, kernels);
  });
}

const mean = (values: ArrayLike<number>) => Array.from(values).reduce((sum, value) => sum + value, 0) / values.length;

/** How often the model is right about the other people, and how far its rate is off, with and without the known rate. */
function measured({ evidence, others, world }: TruthCase, rate: number | null) {
  const { decisions } = fitModel(evidence, bracket({ rate }), kernels).predict(others.table);
  return {
    right: mean(decisions.map((answer, i) => (answer === others.decisions[i] ? 1 : 0))),
    off: Math.abs(mean(decisions) - mean(world.decisions)),
  };
}

describe("bracket with a known rate", () => {
  it("is right more often and has a truer rate where half of each decision were drawn", () => {
    const pairs = cases(true).map((made) => {
      const [plain, told] = [null, mean(made.world.decisions)].map((rate) => measured(made, rate));
      return { gain: told!.right - plain!.right, closer: plain!.off - told!.off };
    });
    expect(mean(pairs.map(({ gain }) => gain))).toBeGreaterThan(0.003);
    expect(mean(pairs.map(({ closer }) => closer))).toBeGreaterThan(0.005);
  });

  it("accepts more people the higher the rate, and orders people as before", () => {
    const [made] = cases(true);
    const fits = [0.1, 0.5, 0.9].map((rate) => fitModel(made!.evidence, bracket({ rate }), kernels));
    const shares = fits.map((fit) => mean(fit.predict(made!.others.table).decisions));
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(new Set(shares).size).toBe(3);
    const [low, high] = [fits[0]!, fits[2]!].map((fit) => fit.margins(made!.others.table));
    const moved = low!.map((margin, i) => high![i]! - margin);
    expect(Math.max(...moved) - Math.min(...moved)).toBeLessThan(1e-9);
    expect(moved[0]).toBeGreaterThan(0);
  });

  it("keeps the offset in the model file and in refits; files without one are read as before", () => {
    const [made] = cases(false);
    const told = fitModel(made!.evidence, bracket({ rate: 0.2 }), kernels);
    const plain = fitModel(made!.evidence, bracket(), kernels);
    const read = parseModel(JSON.stringify(told.toJSON()), kernels);
    expect(read.margins(made!.others.table)).toEqual(told.margins(made!.others.table));
    expect(plain.toJSON()["surrogate"]).not.toHaveProperty("offset");
    const { offset } = told.surrogate.toJSON() as { offset: number };
    const refitted = bracket({ rate: 0.2 }).keeping!(read.surrogate).fit(madeUpClouds(), kernels);
    expect(refitted.toJSON()).toMatchObject({ offset });
  });

  it.each([0, 1, -0.2, Number.NaN])("refuses %s", (rate) => {
    expect(() => bracket({ rate })).toThrow("rate");
  });
});
