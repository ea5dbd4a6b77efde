import { describe, expect, it } from "vitest";
import { fitEncoder } from "../../src/encode/encoder.js";
import { parseDecisions } from "../../src/input/decisions.js";
import { joinEvidence } from "../../src/input/join.js";
import { parseLetters } from "../../src/input/letters.js";
import { canonicalClouds, encodeClouds } from "../../src/surrogate/clouds.js";

const decisions = parseDecisions(
  `id,income,kind,approved
${Array.from({ length: 12 }, (_, i) => `p${i},${i},${"abc"[i % 3]},${i < 6 ? "no" : "yes"}`).join("\n")}
`,
  { decision: "approved", favourable: "yes", id: "id" },
);
const letters = parseLetters("id,field,new_value\np2,income,7\np0,income,8\n", decisions);
const evidence = joinEvidence(decisions, letters);
const encoder = fitEncoder(evidence.schema.features, [evidence.observations, evidence.letters]);

describe("encodeClouds", () => {
  it("parts people by decision, pairs letters with rejected rows, and marks which columns are numbers", () => {
    const clouds = encodeClouds(encoder, evidence);
    expect([clouds.rejected.rows, clouds.accepted.rows, clouds.counterfactual.rows]).toEqual([6, 6, 2]);
    expect([...clouds.pairOf].sort()).toEqual([0, 2]);
    expect(encoder.columns).toEqual(["income", "kind=a", "kind=b", "kind=c"]);
    expect([...clouds.numeric!]).toEqual([1, 0, 0, 0]);
  });

  it("keeps the marks in canonical order", () => {
    expect([...canonicalClouds(encodeClouds(encoder, evidence)).numeric!]).toEqual([1, 0, 0, 0]);
  });

  it("are sorted once: clouds in order come back as they are, a copy is sorted again to the same", () => {
    const clouds = canonicalClouds(encodeClouds(encoder, evidence));
    expect(canonicalClouds(clouds)).toBe(clouds);
    expect(canonicalClouds({ ...clouds })).toEqual(clouds);
  });
});
