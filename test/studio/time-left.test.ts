import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clockTime, type Mark, roundedSeconds, secondsLeft } from "../../studio/src/time-left.js";

const even = (pace: number, until: number): Mark[] =>
  Array.from({ length: Math.floor(until) + 1 }, (_, at) => ({ at, share: Math.min(1, at * pace) }));

describe("secondsLeft", () => {
  it("says nothing in the first seconds, nor while next to nothing is done", () => {
    expect(secondsLeft([], 100)).toBeNull();
    const marks = even(0.01, 3);
    expect(secondsLeft(marks, 3.9)).toBeNull();
    expect(secondsLeft(marks, 4)).not.toBeNull();
    expect(secondsLeft(marks.slice(1), 4)).toBeNull();
    expect(secondsLeft(even(0.001, 29), 31)).toBeNull();
  });

  it("is exact at an even pace", () => {
    for (const now of [5, 10, 40, 80.5, 99.2]) expect(secondsLeft(even(0.01, now), now)).toBeCloseTo(100 - now, 9);
  });

  it("is nothing at the end", () => {
    expect(secondsLeft(even(0.1, 10), 10)).toBe(0);
  });

  it("lies between the pace of the whole and that of the last third when the pace changes", () => {
    const marks = [
      { at: 0, share: 0 },
      { at: 10, share: 0.25 },
      { at: 20, share: 0.5 },
      { at: 30, share: 0.6 },
    ];
    const [whole, recent] = [(0.4 * 30) / 0.6, (0.4 * 10) / 0.1];
    expect(secondsLeft(marks, 30)).toBeCloseTo((whole + recent) / 2, 9);
  });

  it("counts down in a pause as long as those before, and grows in a longer one", () => {
    const marks = even(0.01, 50);
    expect(secondsLeft(marks, 50.75)).toBeCloseTo(49.25, 9);
    let before = secondsLeft(marks, 51) ?? 0;
    for (let now = 52; now < 200; now++) {
      const left = secondsLeft(marks, now) ?? 0;
      expect(left).toBeGreaterThan(before);
      before = left;
    }
    expect(before).toBeCloseTo(2 * 198 - 1, 9);
  });

  it("is never negative or endless, whatever the marks", () => {
    const steps = fc.array(
      fc.tuple(fc.double({ min: 0, max: 60, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true })),
      {
        minLength: 1,
        maxLength: 30,
      },
    );
    fc.assert(
      fc.property(steps, fc.double({ min: 0, max: 100, noNaN: true }), (pairs, wait) => {
        let at = 0;
        let share = 0;
        const marks = pairs.map(([time, done]) => {
          at += time;
          share += (1 - share) * done;
          return { at, share };
        });
        const left = secondsLeft(marks, at + wait);
        if (left !== null) {
          expect(left).toBeGreaterThanOrEqual(0);
          expect(Number.isFinite(left)).toBe(true);
        }
      }),
    );
  });
});

describe("roundedSeconds", () => {
  it.each([
    [0, 5],
    [6, 5],
    [7, 10],
    [42, 45],
    [58, 60],
    [67, 60],
    [80, 90],
    [125, 120],
    [575, 600],
    [700, 720],
  ])("shows %d as %d", (seconds, shown) => {
    expect(roundedSeconds(seconds)).toBe(shown);
  });
});

describe("clockTime", () => {
  it.each([
    [0, "0:00"],
    [7.9, "0:07"],
    [750, "12:30"],
    [3723, "1:02:03"],
    [-1, "0:00"],
  ])("shows %d as %s", (seconds, shown) => {
    expect(clockTime(seconds)).toBe(shown);
  });
});
