import { describe, expect, it } from "vitest";
import { quantile } from "../../../src/math/quantile.js";
import { seededRandom } from "../../../src/math/random.js";
import { medianInterval } from "../../../src/measure/letters/resampled-median.js";

describe("medianInterval", () => {
  it.each([
    { people: 9, letters: 9 },
    { people: 6, letters: 13 },
    { people: 2, letters: 2 },
  ])("is the percentile interval by definition: $people people, $letters letters", ({ people, letters }) => {
    const random = seededRandom(letters, "values");
    const owners = Int32Array.from({ length: letters }, (_, k) => k % people);
    const values = Float64Array.from({ length: letters }, () => random.integer(20));
    const drawing = seededRandom(5, "hand");
    const medians = Array.from({ length: 250 }, () => {
      const drawn = Array.from({ length: people }, () => drawing.integer(people));
      const pooled = drawn.flatMap((person) => [...values].filter((_, k) => owners[k] === person));
      return quantile(
        pooled.sort((a, b) => a - b),
        0.5,
      );
    }).sort((a, b) => a - b);
    expect(medianInterval({ values, owners, people }, 250, seededRandom(5, "hand"))).toEqual({
      value: quantile(values.toSorted(), 0.5),
      low: quantile(medians, 0.025),
      high: quantile(medians, 0.975),
    });
  });
});
