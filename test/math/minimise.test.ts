import { describe, expect, it } from "vitest";
import { minimise } from "../../src/math/minimise.js";

const OPTIONS = { steps: 500, tolerance: 1e-9 };

describe("minimise", () => {
  it("finds the minimum of a badly scaled quadratic", () => {
    const curvatures = [1, 100, 0.01, 25];
    const centres = [3, -2, 50, 0.5];
    const found = minimise(
      4,
      (x, gradient) =>
        x.reduce((sum, value, k) => {
          gradient[k] = curvatures[k]! * (value - centres[k]!);
          return sum + 0.5 * curvatures[k]! * (value - centres[k]!) ** 2;
        }, 0),
      OPTIONS,
    );
    for (const [k, centre] of centres.entries()) expect(found[k]).toBeCloseTo(centre, 6);
  });

  it("finds the minimum of a function that is no quadratic", () => {
    // the minimum of e^x − a·x is ln a
    const wanted = [0.5, 2, 7];
    const found = minimise(
      3,
      (x, gradient) =>
        x.reduce((sum, value, k) => {
          gradient[k] = Math.exp(value) - wanted[k]!;
          return sum + Math.exp(value) - wanted[k]! * value;
        }, 0),
      OPTIONS,
    );
    for (const [k, a] of wanted.entries()) expect(found[k]).toBeCloseTo(Math.log(a), 7);
  });

  it("begins where it is told to", () => {
    const asked: number[] = [];
    const square = (x: Float64Array, gradient: Float64Array) => {
      asked.push(x[0]!);
      gradient[0] = 2 * x[0]!;
      return x[0]! ** 2;
    };
    expect(minimise(1, square, { ...OPTIONS, start: Float64Array.of(5) })[0]).toBeCloseTo(0, 8);
    expect(asked[0]).toBe(5);
  });

  it("stays at 0 where the gradient is 0, and stops after the steps it was given", () => {
    expect(minimise(2, () => 5, OPTIONS)).toEqual(new Float64Array(2));
    let asked = 0;
    minimise(
      1,
      (x, gradient) => {
        asked++;
        gradient[0] = 2 * (x[0]! - 1000);
        return (x[0]! - 1000) ** 2;
      },
      { steps: 1, tolerance: 1e-12 },
    );
    expect(asked).toBeLessThan(40);
  });
});
