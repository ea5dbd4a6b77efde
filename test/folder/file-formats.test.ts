import { describe, expect, it } from "vitest";
import { redefinedSince } from "../../src/folder/file-formats.js";

describe("redefinedSince", () => {
  const { isAt } = redefinedSince("recast-audit/3")!;

  it("takes intervals of how often a model is right for redefined, and never the share itself", () => {
    for (const place of [
      "methods.0.agreement.overall",
      "identification.abstention.3.agreement",
      "identification.determined.agreementContested",
      "identification.agreementByGroup.1.groups.0.share",
    ]) {
      expect([isAt(`${place}.low`), isAt(`${place}.high`), isAt(`${place}.share`)], place).toEqual([true, true, false]);
      expect(isAt(`${place}.successes`), place).toBe(false);
    }
    expect(isAt("methods.0.letterConsistency.low")).toBe(false);
  });

  it("takes what is said of a population for redefined, and not what is said of the observed people", () => {
    expect(isAt("fairness.1.attributes.0.groups.0.weightedRate.value")).toBe(true);
    expect(isAt("identification.determined.population.accepted.successes")).toBe(true);
    expect(isAt("fairness.0.attributes.0.groups.0.weightedRate.value")).toBe(false);
    expect(isAt("identification.determined.accepted.successes")).toBe(false);
  });

  it("knows nothing of the format that is written now", () => {
    expect(redefinedSince("recast-audit/7")).toBeNull();
  });
});
