import { describe, expect, it } from "vitest";
import { chooseAt, chooseSizes, drawPeople, poolOf } from "../../src/leak/draw-people.js";
import { thresholdEvidence } from "./made-up.js";

const pool = (answered: number, rejected = answered, accepted = rejected) => ({
  answered,
  rejected,
  accepted,
  unpaired: 0,
});

describe("chooseSizes", () => {
  it.each([
    [pool(70), [25, 50, 70], [25, 50, 70]],
    [pool(54, 65, 75), [25, 50], [25, 50, 65]],
    [pool(100), [25, 50, 100], [25, 50, 100]],
    [pool(5000), [25, 50, 100, 200, 400], [25, 50, 100, 200, 400, 800]],
    [pool(9), [5, 9], [5, 9]],
    [pool(30), [13, 25], [13, 25, 30]],
    [pool(30, 300), [13, 25], [13, 25, 50, 100, 200, 300]],
  ])("takes the usual sizes up to what is there: %o", (given, withLetters, withoutLetters) => {
    expect(chooseSizes(given, null, [])).toEqual({ withLetters, withoutLetters });
  });

  it("adds sizes that conditions need, and keeps to those asked for", () => {
    expect(chooseSizes(pool(70), null, [40]).withLetters).toEqual([25, 40, 50, 70]);
    expect(chooseSizes(pool(70, 100), [30, 10, 30], [])).toEqual({
      withLetters: [10, 30],
      withoutLetters: [10, 30, 50, 100],
    });
  });

  it("refuses what is not there before any work, saying what is", () => {
    expect(() => chooseSizes(pool(70, 90, 80), null, [100])).toThrow(
      'so sizes go up to 70. Ask for 70 or fewer ("fidelity(70) > 0.9"), or name rows to compare with (--reference)',
    );
    expect(() => chooseSizes(pool(4, 90, 80), null, [])).toThrow("at least 5 rejected people with a letter");
  });

  it("measures fields at the largest size up to 100", () => {
    expect(chooseAt({ withLetters: [25, 50, 200], withoutLetters: [] }, null)).toBe(50);
    expect(chooseAt({ withLetters: [200, 400], withoutLetters: [] }, null)).toBe(200);
    expect(chooseAt({ withLetters: [25, 50], withoutLetters: [] }, 25)).toBe(25);
  });
});

describe("drawPeople", () => {
  const drawing = { reference: null, holdOut: 0.3, seed: 1 };
  const evidence = thresholdEvidence({ people: 80 });

  it("keeps reference rows, rejected and accepted people apart, in the numbers the pool says", () => {
    const { rejected, accepted, reference } = drawPeople(evidence, drawing, 0);
    expect(poolOf(evidence, 0.3)).toEqual({ answered: 28, rejected: 28, accepted: 28, unpaired: 0 });
    expect([rejected.length, accepted.length, reference.decisions.length]).toEqual([28, 28, 24]);
    expect(rejected.every((i) => evidence.decisions[i] === 0)).toBe(true);
    expect(accepted.every((i) => evidence.decisions[i] === 1)).toBe(true);
    const scores = evidence.observations.columns[0];
    const fitted = new Set(
      [...rejected, ...accepted].map((i) => (scores?.type === "number" ? scores.values[i] : null)),
    );
    const held = reference.table.columns[0];
    expect(held?.type === "number" && held.values.every((value) => !fitted.has(value))).toBe(true);
  });

  it("draws other people in another repeat, and the same ones again", () => {
    expect(drawPeople(evidence, drawing, 1).rejected).not.toEqual(drawPeople(evidence, drawing, 0).rejected);
    expect(drawPeople(evidence, drawing, 1)).toEqual(drawPeople(evidence, drawing, 1));
  });

  it("puts rejected people with a letter first", () => {
    const some = { ...evidence, letterOf: evidence.letterOf.map((person) => (person < 20 ? person : -1)) };
    const { rejected, unpaired } = drawPeople(some, { ...drawing, holdOut: 0 }, 0);
    expect([...rejected.subarray(0, 10)].every((i) => i < 20)).toBe(true);
    expect([...rejected.subarray(10)].every((i) => i >= 20)).toBe(true);
    expect(unpaired.length).toBe(30);
    expect(poolOf(some, 0)).toMatchObject({ answered: 10, rejected: 40, unpaired: 30 });
  });
});
