import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Axis, linearAxis, shareAxis, valueAxis } from "../../../src/document/svg/axis.js";

const texts = ({ ticks }: Axis) => ticks.map(({ text }) => text);

describe("linearAxis", () => {
  it.each([
    [0, 1, 5, ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]],
    [0, 10, 5, ["0", "2", "4", "6", "8", "10"]],
    [-2.4, 2.6, 5, ["−2", "−1", "0", "1", "2"]],
    [0, 0.13, 4, ["0.00", "0.05", "0.10"]],
    [18, 90, 3, ["20", "40", "60", "80"]],
    [0, 12000, 4, ["0", "2,000", "4,000", "6,000", "8,000", "10,000", "12,000"]],
    [0, 4e7, 2, ["0", "20,000,000", "40,000,000"]],
    [0, 4e12, 2, ["0", "2e12", "4e12"]],
    [0, 4e-7, 2, ["0", "2e−7", "4e−7"]],
    [-0.4, 0.4, 4, ["−0.4", "−0.2", "0.0", "0.2", "0.4"]],
  ])("from %d to %d about %d: %j", (low, high, about, wanted) => {
    expect(texts(linearAxis([low, high], { about }))).toEqual(wanted);
  });

  it("writes shares as percentages, with decimals where the steps are small", () => {
    const percent = (low: number, high: number) => texts(linearAxis([low, high], { write: "percent" }));
    expect(percent(0, 1)).toEqual(["0 %", "20 %", "40 %", "60 %", "80 %", "100 %"]);
    expect(percent(0, 0.02)).toEqual(["0.0 %", "0.5 %", "1.0 %", "1.5 %", "2.0 %"]);
  });

  it("puts a value where its share of the way says, and what lies beyond an end at it", () => {
    const { place } = linearAxis([2, 6]);
    expect([2, 3, 6, -1, 9].map(place)).toEqual([0, 0.25, 1, 0, 1]);
  });

  it("has ticks within its ends; with round ends the first and the last are ticks and cover what was asked for", () => {
    const number = fc.integer({ min: -1e9, max: 1e9 }).map((k) => k / 1000);
    fc.assert(
      fc.property(number, fc.double({ min: 1e-2, max: 1e8, noNaN: true }), (low, size) => {
        const slack = 1e-6 * size; // ends are sums, ticks are not
        for (const { at } of linearAxis([low, low + size]).ticks) {
          expect(at).toBeGreaterThanOrEqual(low - slack);
          expect(at).toBeLessThanOrEqual(low + size + slack);
        }
        const { domain, ticks } = linearAxis([low, low + size], { round: true });
        expect(domain[0]).toBeLessThanOrEqual(low + slack);
        expect(domain[1]).toBeGreaterThanOrEqual(low + size - slack);
        expect([ticks[0]?.at, ticks.at(-1)?.at]).toEqual(domain);
      }),
    );
  });

  it("has steps of 1, 2 or 5 times a power of ten, also where the step asked for is one", () => {
    for (let power = -6; power <= 8; power++) {
      for (const [step, wanted] of [
        [1, 1],
        [1.4, 1],
        [1.5, 2],
        [3.1, 2],
        [3.2, 5],
        [7, 5],
        [7.1, 10],
        [9.99, 10],
      ] as const) {
        const size = Number(`${5 * step}e${power}`);
        const [first = 0, second = 0] = linearAxis([0, size]).ticks.map(({ at }) => at);
        expect(second - first, `${size}`).toBe(Number(`${wanted}e${power}`));
      }
    }
  });
});

describe("shareAxis", () => {
  it("starts at the tenth at or below the least share, at most at 0.9, and ends at 1", () => {
    expect(shareAxis([0.47, 0.9]).domain).toEqual([0.4, 1]);
    expect(shareAxis([0.3]).domain).toEqual([0.3, 1]); // 0.3 · 10 is not 3 in binary
    expect(shareAxis([-0.2]).domain).toEqual([0, 1]);
    expect(shareAxis([]).domain).toEqual([0.9, 1]);
  });
});

describe("valueAxis", () => {
  it("has the values as ticks, sorted and once each, equally far apart and in proportion between them", () => {
    const axis = valueAxis("n", [100, 25, 50, 25], "even");
    expect(texts(axis)).toEqual(["25", "50", "100"]);
    expect([25, 50, 75, 100, 7, 900].map(axis.place)).toEqual([0, 0.5, 0.75, 1, 0, 1]);
  });

  it("or as far apart as their logarithms", () => {
    const { place } = valueAxis("n", [25, 100, 400], "logarithm");
    expect(place(100)).toBeCloseTo(0.5, 12);
    expect(place(50)).toBeCloseTo(0.25, 12);
  });

  it("puts a single value into the middle", () => {
    for (const spacing of ["even", "logarithm"] as const) expect(valueAxis("n", [7], spacing).place(7)).toBe(0.5);
  });
});
