import { describe, expect, it } from "vitest";
import { crossingWords, findCrossings } from "../../../src/lab/study/crossing.js";
import type { PlaceSummary, StudySummary } from "../../../src/lab/study/summary.js";
import { smallSpec } from "./small-study.js";

const sizes = [10, 20, 40];
const crossing = { letters: ["recast"], plain: ["ridge"] };
const spec = smallSpec({ sizes, crossing, methods: ["ridge", "recast"] });

function summary(recast: readonly (number | null)[], ridge: readonly number[]): StudySummary {
  const places = sizes.map((n, k): PlaceSummary => {
    const method = (name: string, mean: number | null) => ({
      ...{ method: name, seeds: 1, failed: 0, mean, sd: null, published: null, publishedSd: null },
      ...{ difference: null, best: false, clear: false },
    });
    return {
      ...{ dataset: "lending", target: "lr", generator: "1nn", n },
      ...{ targetAccuracy: null, publishedTargetAccuracy: null },
      methods: [method("recast", recast[k] ?? null), method("ridge", ridge[k] ?? null)],
    };
  });
  return { measure: "fidelity", places, overall: [], failures: [], open: 0 };
}

const words = (recast: readonly (number | null)[], ridge: readonly number[]) =>
  findCrossings(spec, summary(recast, ridge)).map(crossingWords);

describe("findCrossings", () => {
  it("finds the size from which on the method without letters is ahead for good", () => {
    expect(words([0.8, 0.8, 0.8], [0.7, 0.9, 0.9])).toEqual(["ridge passes recast between n = 10 and n = 20"]);
    expect(words([0.8, 0.8, 0.8], [0.9, 0.7, 0.9])).toEqual(["ridge passes recast between n = 20 and n = 40"]);
    expect(words([0.8, 0.8, 0.8], [0.9, 0.9, 0.9])).toEqual(["ridge is ahead of recast at every size"]);
    expect(words([0.8, 0.8, 0.8], [0.9, 0.9, 0.8])).toEqual(["ridge does not pass recast up to n = 40"]);
  });

  it("looks only at sizes that both have", () => {
    expect(words([0.8, 0.8, null], [0.7, 0.9, 0.9])).toEqual(["ridge passes recast between n = 10 and n = 20"]);
    expect(words([null, null, null], [0.7, 0.9, 0.9])).toEqual(["ridge and recast: no size has both"]);
  });

  it("finds nothing where a study asks for nothing", () => {
    expect(findCrossings(smallSpec(), summary([0.8, 0.8, 0.8], [0.7, 0.9, 0.9]))).toEqual([]);
  });
});
