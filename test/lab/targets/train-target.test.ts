import { describe, expect, it } from "vitest";
import { fitEncoder } from "../../../src/encode/encoder.js";
import type { TargetFamily } from "../../../src/lab/targets/target.js";
import { trainTarget } from "../../../src/lab/targets/train-target.js";
import { madeUpPopulation } from "../../checks/made-up-population.js";

const FAMILIES: readonly TargetFamily[] = ["lr", "mlp", "dt", "rf", "gb"];
const { features, table, labels } = madeUpPopulation();
const fresh = madeUpPopulation(1000, 2);

describe.each(FAMILIES)("trainTarget %s", (family) => {
  const target = trainTarget(family, { features, table, labels }, { seed: 5 });

  it("accepts exactly from a score of ½", () => {
    const scores = target.score(fresh.table);
    const decisions = target.decide(fresh.table);
    for (const [i, score] of scores.entries()) {
      expect(score >= 0 && score <= 1).toBe(true);
      expect(decisions[i]).toBe(score >= 0.5 ? 1 : 0);
    }
  });

  it("learns the rule: agrees with outcomes of new people, far better than their larger class", () => {
    const decisions = target.decide(fresh.table);
    const agreement = decisions.filter((decision, i) => decision === fresh.labels[i]).length / decisions.length;
    const share = fresh.labels.reduce((sum, label) => sum + label, 0) / fresh.labels.length;
    expect(agreement).toBeGreaterThan(Math.max(share, 1 - share) + 0.2);
  });

  it("has an encoder of its own, fitted on its training rows", () => {
    expect(target.encoder.toJSON()).toEqual(fitEncoder(features, [table]).toJSON());
  });

  it("is the same for the same seed", () => {
    const again = trainTarget(family, { features, table, labels }, { seed: 5 });
    expect(again.score(fresh.table)).toEqual(target.score(fresh.table));
  });
});

describe("trainTarget", () => {
  it("refuses a seed that is none", () => {
    expect(() => trainTarget("lr", { features, table, labels }, { seed: -1 })).toThrow(
      "seed must be a whole number >= 0, got -1",
    );
  });
});
