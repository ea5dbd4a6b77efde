import { describe, expect, it } from "vitest";
import { roundTicks, shareTicks } from "../../../src/reports/charts/axis.js";

const texts = (ticks: readonly { readonly text: string }[]) => ticks.map(({ text }) => text);

describe("roundTicks", () => {
  it.each([
    [0, 1, 5, ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]],
    [0, 10, 5, ["0", "2", "4", "6", "8", "10"]],
    [-2.4, 2.6, 5, ["−2", "−1", "0", "1", "2"]],
    [0, 0.13, 4, ["0.00", "0.05", "0.10"]],
    [18, 90, 3, ["50"]],
    [0, 12000, 4, ["0", "5,000", "10,000"]],
    [0, 4e7, 2, ["0", "2.0e7", "4.0e7"]],
    [5, 5, 3, ["5"]],
  ])("from %d to %d about %d: %j", (low, high, count, wanted) => {
    expect(texts(roundTicks(low, high, count))).toEqual(wanted);
  });

  it("stays within its ends", () => {
    for (const [low, high] of [
      [0.123, 0.7],
      [-1e-5, 3e-5],
      [1e8, 1.5e8],
    ] as const) {
      for (const { at } of roundTicks(low, high, 4)) {
        expect(at).toBeGreaterThanOrEqual(low - 1e-9 * (high - low));
        expect(at).toBeLessThanOrEqual(high + 1e-9 * (high - low));
      }
    }
  });
});

describe("shareTicks", () => {
  it("are whole percentages", () => {
    expect(texts(shareTicks(0, 1))).toEqual(["0 %", "25 %", "50 %", "75 %", "100 %"]);
    expect(texts(shareTicks(0.6, 1))).toEqual(["60 %", "70 %", "80 %", "90 %", "100 %"]);
    expect(texts(shareTicks(0, 0.2))).toEqual(["0 %", "5 %", "10 %", "15 %", "20 %"]);
  });
});
