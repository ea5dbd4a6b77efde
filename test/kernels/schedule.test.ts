import { describe, expect, it } from "vitest";
import { diameterOf, epsilonSchedule } from "../../src/kernels/schedule.js";
import { matrix } from "../../src/math/matrix.js";
import { vectors } from "../fixtures/vectors.js";

describe("epsilonSchedule", () => {
  it.each(vectors.schedules)(
    "has GeomLoss's temperatures for diameter $diameter, blur $blur, scaling $scaling",
    (entry) => {
      const schedule = epsilonSchedule(entry.diameter, entry.blur, entry.scaling);
      expect(schedule.length).toBe(entry.eps.length);
      schedule.forEach((epsilon, k) => {
        expect(Math.abs(epsilon / entry.eps[k]! - 1)).toBeLessThan(1e-14);
      });
    },
  );
});

describe("diameterOf", () => {
  it("is the diagonal of the box around both clouds", () => {
    expect(diameterOf(matrix(2, 2, [0, 0, 3, 1]), matrix(1, 2, [1, 4]))).toBe(5);
  });
});
