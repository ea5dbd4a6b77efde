import { describe, expect, it } from "vitest";
import { loadKernels } from "../../src/kernels/load.js";
import { matrix, row, selectRows } from "../../src/math/matrix.js";
import { seededRandom } from "../../src/math/random.js";
import { winners } from "../../src/surrogate/class-clouds.js";
import { type ClassMethodName, classMethods } from "../../src/surrogate/class-methods.js";
import { surrogateMethods } from "../../src/surrogate/methods.js";
import { allRows, asClasses, madeUpClasses, shuffledClasses } from "../checks/made-up-classes.js";
import { cloud, madeUpClouds } from "../checks/made-up-clouds.js";

const kernels = await loadKernels();
const names = Object.keys(classMethods) as ClassMethodName[];
const clouds = madeUpClasses(4, [16, 14, 18]);
const observed = allRows(clouds);
const labels = clouds.classes.flatMap((own, c) => new Array<number>(own.rows).fill(c));

describe.each(names)("%s", (name) => {
  const method = classMethods[name]();

  it("is the binary method for two classes", () => {
    const two = madeUpClouds(9, 20, 24, 4);
    const people = cloud(300, 4, 0, 1.2, seededRandom(3, "people"));
    const margins = surrogateMethods[name]().fit(two, kernels).margins(people);
    const points = method.fit(asClasses(two), kernels).points(people);
    margins.forEach((margin, i) => {
      expect(Math.abs(points.values[2 * i + 1]! - points.values[2 * i]! - margin)).toBeLessThan(1e-12);
    });
    expect(winners(points)).toEqual(Uint8Array.from(margins, (margin) => (margin >= 0 ? 1 : 0)));
  });

  it("tells three classes apart, independent of the order of rows, and the same after save and load", () => {
    const fitted = method.fit(clouds, kernels);
    const points = fitted.points(observed);
    const right = winners(points).reduce((sum, c, i) => sum + (c === labels[i] ? 1 : 0), 0);
    if (name === "majority") expect(new Set(winners(points))).toEqual(new Set([2]));
    else expect(right / labels.length).toBeGreaterThan(0.85);
    expect(JSON.stringify(method.fit(shuffledClasses(clouds, 2), kernels))).toBe(JSON.stringify(fitted));
    const revived = method.revive(JSON.parse(JSON.stringify(fitted)), kernels);
    expect(revived.points(observed)).toEqual(points);
    expect(JSON.stringify(revived)).toBe(JSON.stringify(fitted));
    expect(() => fitted.points(matrix(1, 2, [0, 0]))).toThrow(/columns/);
  });
});

describe("composition", () => {
  it("compares any two classes by their own distances (nearest)", () => {
    const points = classMethods.nearest().fit(clouds, kernels).points(observed);
    for (const i of [0, 20, 40]) {
      const x = row(observed, i);
      const distances = clouds.classes.map((own) =>
        Math.min(
          ...Array.from({ length: own.rows }, (_, k) => Math.hypot(...row(own, k).map((value, j) => value - x[j]!))),
        ),
      );
      for (let c = 0; c < 3; c++) {
        const difference = points.values[i * 3 + c]! - points.values[i * 3 + 2]!;
        expect(difference).toBeCloseTo(distances[2]! - distances[c]!, 12);
      }
    }
  });

  it("fits a pair with letters of both directions twice, and a pair without letters once", () => {
    const { parts } = classMethods.bracket().fit(clouds, kernels).toJSON() as {
      parts: { rejected: number; accepted: number }[];
    };
    expect(parts.map(({ rejected, accepted }) => [rejected, accepted])).toEqual(
      [
        [0, 1],
        [0, 2],
        [1, 2],
        [1, 0],
      ].sort((a, b) => Math.min(...a) - Math.min(...b) || Math.max(...a) - Math.max(...b)),
    );
  });

  it("takes a letter as one more row of the class it offers (samples-lr), and works where a class was never offered", () => {
    const kept = Array.from(clouds.from.keys()).filter((k) => clouds.to[k] === 1);
    const pick = (values: Int32Array) => Int32Array.from(kept, (k) => values[k]!);
    const some = {
      ...clouds,
      letters: selectRows(clouds.letters, kept),
      from: pick(clouds.from),
      to: pick(clouds.to),
      pairOf: pick(clouds.pairOf),
    };
    const { parts } = classMethods["samples-lr"]().fit(some, kernels).toJSON() as { parts: { method: string }[] };
    expect(parts.map(({ method }) => method)).toEqual(["no-cf-lr", "samples-lr", "no-cf-lr"]);
  });

  it("refuses model data that do not fit together", () => {
    const data = JSON.parse(JSON.stringify(classMethods.majority().fit(clouds, kernels)));
    const revive = (change: object) => () => classMethods.majority().revive({ ...data, ...change }, kernels);
    expect(revive({ parts: [{ ...data.parts[0], method: "nearest" }] })).toThrow(/is no part of majority/);
    expect(revive({ classes: 2 })).toThrow(/does not fit 2 classes/);
    const recast = classMethods.recast();
    const fitted = JSON.parse(JSON.stringify(recast.fit(clouds, kernels)));
    expect(() => recast.revive({ ...fitted, variances: [1] }, kernels)).toThrow(/per class/);
  });
});
