import { describe, expect, it } from "vitest";
import { measureShare } from "../../../src/math/interval.js";
import { recommend } from "../../../src/measure/trust/recommend.js";
import type { MethodTrust } from "../../../src/measure/trust/trust.js";

const people = 100;
const decisions = Uint8Array.from({ length: people }, (_, i) => i % 2);

/** A method that is wrong exactly about the people listed. */
function wrongAbout(method: string, usesLetters: boolean, wrong: readonly number[]): MethodTrust {
  const share = measureShare(people - wrong.length, people)!;
  return {
    method,
    usesLetters,
    agreement: { overall: share, rejected: share, accepted: share },
    letterConsistency: null,
    lettersAccepted: null,
    failure: null,
    agreed: Float64Array.from(decisions, (_, i) => (wrong.includes(i) ? 0 : 1)),
    acceptedShare: Float64Array.from(decisions, (decision, i) => (wrong.includes(i) ? 1 - decision : decision)),
    margins: new Float64Array(decisions.length),
    scores: new Float64Array(decisions.length),
  };
}

function failed(method: string): MethodTrust {
  const failure = { code: "NO_LETTERS", message: "there are none" } as const;
  return {
    ...wrongAbout(method, true, []),
    agreement: null,
    failure,
    agreed: new Float64Array(0),
    acceptedShare: new Float64Array(0),
  };
}

const first = (count: number, from = 0) => Array.from({ length: count }, (_, i) => from + i);

describe("recommend", () => {
  it("takes the highest agreement when the lead is clear", () => {
    const methods = [wrongAbout("ridge", false, first(30)), wrongAbout("ridge-letters", true, first(10))];
    const result = recommend([...methods, wrongAbout("majority", false, first(50))]);
    expect(result).toMatchObject({ method: "ridge-letters", highest: "ridge-letters" });
    expect(result.sentence).toBe(
      "ridge-letters is right about 90.0 % of people it has not seen (95 % interval 82.6 % to 94.5 %), the highest of 3 methods; next is ridge with 70.0 %.",
    );
  });

  it("prefers the simpler method within one standard error of the difference", () => {
    // Each alone is wrong about 5 and 6 others: difference 1 %, standard error √11 %.
    const apart = [wrongAbout("ridge", false, first(6)), wrongAbout("nearest", false, first(5, 6))];
    expect(recommend(apart)).toMatchObject({ method: "ridge", highest: "nearest" });
    expect(recommend(apart).sentence).toContain(
      "nearest is right about 95.0 %, within one standard error, so the simpler method is recommended.",
    );
    // Differing about 4 people, each time to its disadvantage: 4 people, standard error 2 people, and one for the count.
    const nested = [wrongAbout("ridge", false, first(9)), wrongAbout("nearest", false, first(5))];
    expect(recommend(nested).method).toBe("nearest");
    // A lead of one or two people is none.
    for (const lead of [1, 2]) {
      const close = [wrongAbout("ridge", false, first(5 + lead)), wrongAbout("nearest", false, first(5))];
      expect(recommend(close).method).toBe("ridge");
    }
  });

  it("compares in the order of simplicity, not in the order given", () => {
    const equal = ["nearest", "recast-calibrated", "ridge", "majority"].map((name) =>
      wrongAbout(name, false, first(5)),
    );
    expect(recommend(equal).method).toBe("majority");
    expect(recommend(equal.slice(0, 3)).method).toBe("ridge");
    expect(recommend(equal.slice(0, 2)).method).toBe("recast-calibrated");
  });

  it("prefers bracket to what is equal to it, and says what the linear rule would cost", () => {
    const ridge = wrongAbout("ridge", false, first(6));
    const equal = recommend([ridge, wrongAbout("bracket", true, first(6, 50))]);
    expect(equal.method).toBe("bracket");
    expect(equal.sentence).toMatch(/; ridge is right about 94\.0 %, within one standard error\.$/);
    const near = recommend([ridge, wrongAbout("bracket", true, first(6)), wrongAbout("nearest", false, first(5))]);
    expect(near.sentence).toContain(
      "The simple linear rule (ridge) is right about 94.0 %: within one standard error, so it would do as well.",
    );
    const clear = recommend([wrongAbout("ridge", false, first(20)), wrongAbout("bracket", true, first(5))]);
    expect(clear.sentence).toContain("The simple linear rule (ridge) is right about 80.0 %: 15.0 points less.");
    const above = recommend([wrongAbout("nearest", false, first(5)), wrongAbout("bracket", true, first(8, 50))]);
    expect(above).toMatchObject({ method: "bracket", highest: "nearest" });
    expect(above.sentence).toContain("nearest is right about 95.0 %, within one standard error.");
    const beaten = recommend([wrongAbout("nearest", false, first(5)), wrongAbout("bracket", true, first(30))]);
    expect(beaten).toMatchObject({ method: "nearest", highest: "nearest" });
    const nothing = recommend([wrongAbout("majority", false, first(9)), wrongAbout("bracket", true, first(9, 50))]);
    expect(nothing.method).toBe("majority");
  });

  it("says so when nothing beats the more frequent decision", () => {
    const result = recommend([wrongAbout("majority", false, first(5)), wrongAbout("ridge", false, first(9))]);
    expect(result.method).toBe("majority");
    expect(result.sentence).toContain("this evidence does not show how the system tells people apart");
  });

  it("leaves failed methods out", () => {
    const result = recommend([failed("recast"), wrongAbout("ridge", false, first(10))]);
    expect(result).toMatchObject({ method: "ridge" });
    expect(result.sentence).toContain("no other method was measured");
  });

  it("refuses when no method could be measured, with the first reason", () => {
    expect(() => recommend([failed("recast")])).toThrow(
      expect.objectContaining({ code: "NO_LETTERS", message: expect.stringContaining("recast: there are none") }),
    );
    expect(() => recommend([])).toThrow("no method was given");
  });
});
