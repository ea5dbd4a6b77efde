import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AuditError } from "../../src/errors.js";
import type { LeakReport, Reach } from "../../src/findings/leak-file.js";
import { callsOf, judgeCondition, parseCondition } from "../../src/leak/condition.js";

const point = (n: number, value: number, half: number) => ({
  n,
  letters: n,
  fidelity: { value, low: value - half, high: value + half },
});
const reach = (status: Reach["status"], decisions: number | null): Reach => ({ status, decisions });

const measured: Pick<LeakReport, "curves" | "gains" | "worth" | "notices"> = {
  curves: [
    { arm: "letters", method: "bracket", points: [point(50, 0.92, 0.01), point(100, 0.95, 0.1)] },
    { arm: "no-letters", method: "bracket", points: [point(50, 0.8, 0.01), { n: 100, letters: 0, fidelity: null }] },
  ],
  gains: [{ n: 50, gain: { value: 0.12, low: 0.1, high: 0.14 } }],
  worth: [
    {
      n: 50,
      letters: 50,
      equivalent: reach("more-than", 150),
      least: reach("measured", 100),
      most: reach("more-than", 150),
      perLetter: reach("more-than", 4),
    },
  ],
  notices: [
    {
      name: "reasons-4",
      base: null,
      mostReasons: 4,
      reasonsFrom: "target",
      told: { share: 1, low: 0.9, high: 1, successes: 50, n: 50 },
      reasonsEach: 4,
      points: [
        {
          n: 50,
          told: 50,
          fidelity: { value: 0.83, low: 0.81, high: 0.85 },
          gain: { value: 0.03, low: 0.01, high: 0.05 },
          beyond: null,
        },
      ],
    },
  ],
};

function judge(text: string, failBy: "point" | "interval" = "point") {
  const { holds, clear, failed } = judgeCondition(text, parseCondition(text), measured, failBy);
  return { holds, clear, failed };
}

describe("parseCondition", () => {
  it("reads calls, numbers and comparisons", () => {
    expect(parseCondition("fidelity(100) > 0.9")).toEqual({
      kind: "compare",
      operator: ">",
      left: { name: "fidelity", n: 100, arm: "letters", text: "fidelity(100)" },
      right: 0.9,
    });
    expect(parseCondition(" .5<=FIDELITY( 25 ,no-letters )")).toMatchObject({
      operator: "<=",
      left: 0.5,
      right: { n: 25, arm: "no-letters", text: "fidelity(25, no-letters)" },
    });
  });

  it("lets 'and' bind more tightly than 'or', and brackets more than both", () => {
    expect(parseCondition("gain(2) > 1 or gain(3) > 1 and gain(4) > 1")).toMatchObject({
      kind: "or",
      parts: [{ kind: "compare" }, { kind: "and", parts: [{ left: { n: 3 } }, { left: { n: 4 } }] }],
    });
    expect(parseCondition("(gain(2) > 1 or gain(3) > 1) and worth(4) > 1")).toMatchObject({
      kind: "and",
      parts: [{ kind: "or" }, {}],
    });
  });

  it("reads the notice that fidelity or gain is asked about", () => {
    expect(parseCondition("gain(25, thresholds-reasons-4) > 0.02")).toMatchObject({
      left: { name: "gain", arm: "thresholds-reasons-4", text: "gain(25, thresholds-reasons-4)" },
    });
    expect(judge("gain(50, reasons-4) > 0.02")).toEqual({ holds: true, clear: false, failed: true });
    expect(judge("fidelity(50, reasons-4) > 0.9")).toEqual({ holds: false, clear: true, failed: false });
    expect(judge("gain(25, reasons-4) > 0.02")).toEqual({ holds: null, clear: false, failed: true });
  });

  it("names every call in the order written", () => {
    expect(
      callsOf(parseCondition("fidelity(9) > fidelity(8, no-letters) and gain(7) != 0")).map(({ text }) => text),
    ).toEqual(["fidelity(9)", "fidelity(8, no-letters)", "gain(7)"]);
  });

  it.each([
    ["", "ends where a number, fidelity(n), fidelity(n, no-letters), gain(n), worth(n), "],
    ["accuracy(100) > 0.9", "has 'accuracy' where"],
    ["fidelity(100)", "ends where one of > >= < <= == != is expected"],
    ["fidelity(100) > ", "ends where a number"],
    ["fidelity(1) > 0", "asks for 1 people per class"],
    ["fidelity(2.5) > 0", "asks for 2.5 people per class"],
    ["fidelity() > 0", "has ')' where a number of people per class is expected"],
    ["fidelity(10, letters) > 0", "has 'letters' where no-letters or a notice"],
    ["gain(10, no-letters) > 0", "gives gain the second argument no-letters"],
    ["fidelity(10) > 0.9 0.8", "has '0.8' where 'and', 'or' or the end is expected"],
    ["(fidelity(10) > 0.9", "ends where ')' is expected"],
    ["fidelity(10) => 0.9", "has something unknown at '=> 0.9'"],
    ["fidelity(10) > 0.9; rm", "has something unknown at '; rm'"],
  ])("refuses '%s' with the reason", (text, reason) => {
    expect(() => parseCondition(text)).toThrow(AuditError);
    expect(() => parseCondition(text)).toThrow(reason);
  });

  it("reads or refuses any text, and never hangs or throws something else", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(..."fidelty(1,0.) ><=!andor".split("")), maxLength: 40 }),
        (text) => {
          try {
            parseCondition(text);
          } catch (error) {
            expect(error).toBeInstanceOf(AuditError);
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe("judgeCondition", () => {
  it("decides by the estimate, and says whether the interval agrees", () => {
    expect(judge("fidelity(50) > 0.9")).toEqual({ holds: true, clear: true, failed: true });
    expect(judge("fidelity(100) > 0.9")).toEqual({ holds: true, clear: false, failed: true });
    expect(judge("fidelity(50) > 0.94")).toEqual({ holds: false, clear: true, failed: false });
    expect(judge("fidelity(100) >= 0.96")).toEqual({ holds: false, clear: false, failed: false });
  });

  it("by the interval fails only where it lies beyond the limit as a whole", () => {
    expect(judge("fidelity(100) > 0.9", "interval").failed).toBe(false);
    expect(judge("fidelity(50) > 0.9", "interval").failed).toBe(true);
  });

  it("compares two measured numbers", () => {
    expect(judge("fidelity(50) > fidelity(50, no-letters)")).toEqual({ holds: true, clear: true, failed: true });
    expect(judge("fidelity(50) < fidelity(50, no-letters)").holds).toBe(false);
  });

  it("knows what a bound settles, and fails where it cannot tell", () => {
    expect(judge("worth(50) > 3")).toEqual({ holds: true, clear: false, failed: true });
    expect(judge("worth(50) > 5")).toEqual({ holds: null, clear: false, failed: true });
    expect(judge("worth(50) < 3").holds).toBe(false);
    expect(judge("fidelity(100, no-letters) > 0.5")).toEqual({ holds: null, clear: false, failed: true });
    expect(judge("worth(51) > 5").holds).toBeNull();
  });

  it.each([
    ["gain(50) > 0.1 and worth(50) > 5", null],
    ["gain(50) > 0.2 and worth(50) > 5", false],
    ["gain(50) > 0.1 or worth(50) > 5", true],
    ["gain(50) > 0.2 or worth(50) > 5", null],
    ["gain(50) > 0.2 or gain(50) < 0.1", false],
    ["gain(50) != 0.12", false],
    ["gain(50) == 0.12", true],
    ["gain(50) <= 0.12", true],
  ])("joins what is known and what is not: %s is %s", (text, holds) => {
    expect(judge(text).holds).toBe(holds);
  });

  it("hands out each number once, with its interval", () => {
    const text = "worth(50) > 1 or worth(50) > 2";
    expect(judgeCondition(text, parseCondition(text), measured, "point").values).toEqual([
      { call: "worth(50)", value: 4, low: 2, high: null, status: "more-than" },
    ]);
  });
});
