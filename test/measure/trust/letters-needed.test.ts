import { describe, expect, it } from "vitest";
import {
  forecastShare,
  lettersNeeded,
  type SharesAt,
  shareOnCurve,
} from "../../../src/measure/trust/letters-needed.js";

const SIZES = [0, 1, 2, 3, 5, 7, 10, 14, 20, 28, 40, 56, 80];

/** Shares on a curve, order k above it by `apart` times k. */
function onCurve(share: (letters: number) => number, orders = 4, apart = 0): SharesAt[] {
  return SIZES.map((letters) => ({
    letters,
    shares: Array.from({ length: orders }, (_, k) => share(letters) + apart * k),
  }));
}

describe("lettersNeeded", () => {
  it("finds the number of letters on a curve of either shape", () => {
    const root = onCurve((k) => 0.3 / Math.sqrt(1 + k / 20));
    const quarter = lettersNeeded(root, 0.1); // 0.3/√(1 + k/20) = 0.1 at k = 160
    expect(quarter).toMatchObject({ status: "about", low: 80, high: 80, more: 80 });
    const inverse = onCurve((k) => 0.05 + 0.2 / (1 + k / 40));
    const found = lettersNeeded(inverse, 0.1); // 0.2/(1 + k/40) = 0.05 at k = 120
    expect(found).toMatchObject({ status: "about", more: 40 });
  });

  it("says that the target is reached", () => {
    const samples = onCurve((k) => 0.3 / Math.sqrt(1 + k / 20));
    expect(lettersNeeded(samples, 0.3 / Math.sqrt(5))).toEqual({ status: "reached" });
    expect(lettersNeeded(samples, 0.5)).toEqual({ status: "reached" });
  });

  it("says when the curve ends above the target, or does not fall at all", () => {
    const floor = lettersNeeded(
      onCurve((k) => 0.15 + 0.1 / (1 + k / 10)),
      0.1,
    );
    expect(floor).toMatchObject({ status: "not-in-sight", low: null });
    expect(floor.status === "not-in-sight" && floor.curve.floor).toBeCloseTo(0.15, 6);
    const flat = lettersNeeded(
      onCurve(() => 0.2),
      0.1,
    );
    expect(flat).toMatchObject({ status: "not-in-sight", low: null, curve: { floor: 0.2, fall: 0 } });
    const rising = lettersNeeded(
      onCurve((k) => 0.2 + k / 1000),
      0.1,
    );
    expect(rising).toMatchObject({ status: "not-in-sight", curve: { fall: 0 } });
  });

  it("says nothing about more than four times the letters there are", () => {
    const slow = onCurve((k) => 0.3 / Math.sqrt(1 + k / 20));
    expect(lettersNeeded(slow, 0.3 / Math.sqrt(1 + 390 / 20))).toMatchObject({ status: "about", more: 310 });
    expect(lettersNeeded(slow, 0.3 / Math.sqrt(1 + 410 / 20))).toMatchObject({ status: "not-in-sight", low: null });
  });

  it("gives the range of single orders, without an upper end where one never gets there", () => {
    const near = lettersNeeded(
      onCurve((k) => 0.05 + 0.2 / (1 + k / 40), 4, 0.002),
      0.1,
    );
    expect(near.status).toBe("about");
    if (near.status !== "about") return;
    expect(near.low).toBe(40);
    expect(near.more).toBeGreaterThan(near.low);
    expect(near.high).toBeGreaterThan(near.more);
    const open = lettersNeeded(
      onCurve((k) => 0.05 + 0.2 / (1 + k / 40), 4, 0.03),
      0.1,
    );
    expect(open).toMatchObject({ status: "not-in-sight", low: 40 });
    const half = lettersNeeded(
      onCurve((k) => 0.05 + 0.2 / (1 + k / 40), 2, 0.055),
      0.11,
    );
    expect(half).toMatchObject({ status: "about", high: null });
  });

  it("needs ten letters", () => {
    const few = onCurve((k) => 0.3 / (1 + k)).slice(0, 6);
    expect(lettersNeeded(few, 0.01)).toEqual({ status: "too-few", least: 10 });
    expect(lettersNeeded([], 0.01)).toEqual({ status: "too-few", least: 10 });
    expect(forecastShare(few, 20)).toBeNull();
  });

  it("refuses a target that is no share", () => {
    expect(() => lettersNeeded([], 1.5)).toThrow("target must be a number from 0 to 1, got 1.5");
  });
});

describe("forecastShare", () => {
  it("goes on along the curve, between the curves of single orders", () => {
    const forecast = forecastShare(
      onCurve((k) => 0.05 + 0.2 / (1 + k / 40), 3, 0.01),
      160,
    );
    expect(forecast?.share).toBeCloseTo(0.1, 4); // the middle order
    expect(forecast?.low).toBeCloseTo(0.09, 4);
    expect(forecast?.high).toBeCloseTo(0.11, 4);
  });
});

describe("shareOnCurve", () => {
  it("is floor and fall without letters, and falls towards the floor", () => {
    const curve = { floor: 0.1, fall: 0.2, scale: 30, power: 0.5 } as const;
    expect(shareOnCurve(curve, 0)).toBeCloseTo(0.3, 12);
    expect(shareOnCurve(curve, 90)).toBeCloseTo(0.2, 12);
    expect(shareOnCurve({ ...curve, power: 1 }, 90)).toBeCloseTo(0.15, 12);
  });
});
