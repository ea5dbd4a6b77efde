import { describe, expect, it } from "vitest";
import { loadKernels } from "../../../src/kernels/load.js";
import { row } from "../../../src/math/matrix.js";
import { seededRandom } from "../../../src/math/random.js";
import { lambdaBand, settledByBand } from "../../../src/measure/trust/band.js";
import { classBand, settledClasses } from "../../../src/measure/trust/class-band.js";
import { measureGeometry } from "../../../src/measure/trust/geometry.js";
import { gluedPrototype } from "../../../src/prototypes/glued-barycenter.js";
import { measureClasses } from "../../../src/surrogate/class-clouds.js";
import { asClasses, madeUpClasses } from "../../checks/made-up-classes.js";
import { cloud, madeUpClouds } from "../../checks/made-up-clouds.js";

const kernels = await loadKernels();

describe("classBand", () => {
  it("is the binary λ-band for two classes", () => {
    const clouds = madeUpClouds(5, 20, 18, 4);
    const people = cloud(300, 4, 0, 1.2, seededRandom(2, "people"));
    const binary = lambdaBand(measureGeometry(clouds, kernels), people);
    const { low, high } = classBand(measureClasses(asClasses(clouds), kernels, "shared")).distances(people);
    for (let i = 0; i < people.rows; i++) {
      expect(Math.sqrt(low.values[2 * i]!) - Math.sqrt(high.values[2 * i + 1]!)).toBeCloseTo(binary.low[i]!, 10);
      expect(Math.sqrt(high.values[2 * i]!) - Math.sqrt(low.values[2 * i + 1]!)).toBeCloseTo(binary.high[i]!, 10);
    }
    expect(settledClasses({ low, high })).toEqual(settledByBand(binary));
    expect(new Set(settledByBand(binary)).size).toBe(3);
  });

  it.each(["shared", "summed"] as const)(
    "holds every weight of a fine random search and touches its ends (%s)",
    (mixing) => {
      const clouds = madeUpClasses(3, [14, 12, 16]);
      const geometry = measureClasses(clouds, kernels, mixing);
      const people = cloud(25, 3, 1.4, 1.5, seededRandom(2, "people"));
      const { low, high } = classBand(geometry).distances(people);
      const random = seededRandom(6, "weights");
      geometry.forEach(({ glued, caps }, c) => {
        for (let i = 0; i < people.rows; i++) {
          let least = Number.POSITIVE_INFINITY;
          let greatest = 0;
          let best: number[] = [];
          for (let draw = 0; draw < 1500; draw++) {
            const near = draw >= 300; // first anywhere, then ever closer to the best so far
            const reach = 0.5 * 0.994 ** (draw - 300);
            const ratios = caps.map((cap, k) => {
              if (!near) return cap * (draw % 2 === 0 ? random.integer(2) : random.uniform());
              return Math.min(cap, Math.max(0, best[k]! + cap * reach * (2 * random.uniform() - 1)));
            });
            const whole = 1 + ratios.reduce((a, b) => a + b, 0);
            const weights = [1 / whole, ...ratios.map((ratio) => ratio / whole)];
            const { mean, variance } = gluedPrototype(glued, weights);
            const squared = row(people, i).reduce((sum, value, j) => sum + (value - mean[j]!) ** 2, variance);
            if (squared < least) best = ratios;
            least = Math.min(least, squared);
            greatest = Math.max(greatest, squared);
          }
          const at = i * 3 + c;
          expect(low.values[at]).toBeLessThanOrEqual(least + 1e-9);
          expect(high.values[at]).toBeGreaterThanOrEqual(greatest - 1e-9);
          expect(high.values[at]! - greatest).toBeLessThan(1e-9); // a corner is among the draws
          expect(least - low.values[at]!).toBeLessThan(1e-3);
        }
      });
    },
  );

  it("settles a person only where the class wins against every other at its best", () => {
    const band = {
      low: { rows: 3, columns: 3, values: Float64Array.of(1, 4, 5, 1, 2, 5, 3, 3, 9) },
      high: { rows: 3, columns: 3, values: Float64Array.of(2, 6, 9, 3, 6, 9, 4, 3, 9) },
    };
    expect(settledClasses(band)).toEqual(Int8Array.of(0, -1, 1)); // the tie of the third row goes to the later class
  });

  it("refuses a class with letters of too many directions, with the reason", () => {
    const [first] = measureClasses(madeUpClasses(3, [9, 9, 9]), kernels, "shared");
    const anchors = new Array(7).fill(first!.anchors[0]);
    expect(() => classBand([{ ...first!, anchors }])).toThrow(/letters of 7 directions/);
  });
});
