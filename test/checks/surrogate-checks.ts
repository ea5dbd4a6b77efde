import { describe, expect, it } from "vitest";
import type { Kernels } from "../../src/kernels/kernels.js";
import { type Matrix, matrix, selectRows, stackRows, zeros } from "../../src/math/matrix.js";
import { seededRandom } from "../../src/math/random.js";
import type { Clouds, SurrogateMethod } from "../../src/surrogate/surrogate.js";
import { cloud, madeUpClouds, mapClouds, shuffledClouds, withSecondLetters } from "./made-up-clouds.js";

/** What every surrogate must satisfy on encoded rows. `make` builds the method with the options it is given. */
export function checkSurrogateMethod(given: (options?: never) => SurrogateMethod, kernels: Kernels): void {
  const make = (options?: never) => withSecondLetters(given(options));
  const method = make();
  const clouds = madeUpClouds();
  const people = cloud(300, 4, 0, 1.2, seededRandom(2, "people"));
  const train = (given: Clouds) => method.fit(given, kernels);

  describe(`${method.name} with ${kernels.name} kernels`, () => {
    it("gives the same bits when fitted twice, by one value or by two", () => {
      const first = train(clouds);
      train(madeUpClouds(9)); // a fit in between leaves nothing behind
      for (const again of [train(clouds), make().fit(clouds, kernels)]) {
        expect(again.margins(people)).toEqual(first.margins(people));
        expect(again.scores(people)).toEqual(first.scores(people));
        expect(JSON.stringify(again)).toBe(JSON.stringify(first));
      }
    });

    it("gives the same bits whatever the order of the rows", () => {
      const expected = JSON.stringify(train(clouds));
      for (const seed of [1, 2, 3]) expect(JSON.stringify(train(shuffledClouds(clouds, seed)))).toBe(expected);
    });

    it("gives the same bits whatever the order of equal people with different letters", () => {
      const twins = {
        ...clouds,
        rejected: selectRows(
          clouds.rejected,
          clouds.pairOf.map((i) => i >> 1),
        ),
      };
      const expected = JSON.stringify(train(twins));
      for (const seed of [1, 2, 3]) expect(JSON.stringify(train(shuffledClouds(twins, seed)))).toBe(expected);
    });

    it("scores within [0, 1], at least ½ exactly where the margin is at least 0", () => {
      const surrogate = train(clouds);
      const near = nearBoundary(people, (x) => surrogate.margins(x));
      for (const rows of [people, clouds.rejected, clouds.accepted, near, extremes()]) {
        const margins = surrogate.margins(rows);
        const scores = surrogate.scores(rows);
        expect(margins).toHaveLength(rows.rows);
        margins.forEach((margin, i) => {
          const score = scores[i]!;
          expect(Number.isFinite(margin)).toBe(true);
          expect(score >= 0 && score <= 1).toBe(true);
          expect(score >= 0.5, `margin ${margin} has score ${score}`).toBe(margin >= 0);
        });
      }
    });

    it("answers for a row alone as for the row among others, and for no rows with nothing", () => {
      const surrogate = train(clouds);
      const together = surrogate.margins(people);
      const alone = [0, 150, 299].map((i) => surrogate.margins(selectRows(people, [i]))[0]);
      expect(alone).toEqual([together[0], together[150], together[299]]);
      expect(surrogate.scores(zeros(0, 4))).toHaveLength(0);
    });

    it("is the same model after saving and loading, bit for bit", () => {
      const surrogate = train(clouds);
      const text = JSON.stringify(surrogate);
      const loaded = method.revive(JSON.parse(text), kernels);
      expect(loaded.method).toBe(method.name);
      expect(loaded.margins(people)).toEqual(surrogate.margins(people));
      expect(loaded.scores(people)).toEqual(surrogate.scores(people));
      expect(JSON.stringify(loaded)).toBe(text);
    });

    it("takes duplicate rows, and decides alike when every row comes twice", () => {
      const twice = (x: Matrix) => stackRows(x, x);
      const doubled: Clouds = {
        ...mapClouds(clouds, twice),
        pairOf: Int32Array.from([...clouds.pairOf, ...clouds.pairOf.map((i) => i + clouds.rejected.rows)]),
      };
      const once = train(clouds).margins(people);
      const margins = train(doubled).margins(people);
      const same = margins.filter((margin, i) => margin >= 0 === once[i]! >= 0).length;
      // calibration deals other folds, a penalty weighs half as much; bracket also draws other rows for its boosted trees
      expect(same / people.rows).toBeGreaterThanOrEqual(method.name === "bracket" ? 0.93 : 0.96);
    });

    it("is not moved by a constant column, whatever its value there", () => {
      const withConstant = (value: number) => (x: Matrix) =>
        matrix(
          x.rows,
          5,
          Array.from({ length: x.rows }, (_, i) => [...x.values.subarray(i * 4, i * 4 + 4), value]).flat(),
        );
      const plain = train(clouds).margins(people);
      const margins = train(mapClouds(clouds, withConstant(1))).margins(withConstant(1)(people));
      margins.forEach((margin, i) => {
        expect(margin).toBeCloseTo(plain[i]!, 9);
      });
    });

    it("takes rows of all zeros, as unknown categories are encoded", () => {
      expect(Number.isFinite(train(clouds).margins(zeros(1, 4))[0])).toBe(true);
    });

    it("refuses evidence it cannot be fitted on", () => {
      const none = zeros(0, 4);
      expect(() => train({ ...clouds, accepted: none })).toThrow("24 rejected and 0 accepted");
      expect(() => train({ ...clouds, rejected: none, pairOf: clouds.pairOf.map(() => -1) })).toThrow("0 rejected");
      expect(() => train({ rejected: none, accepted: none, counterfactual: none, pairOf: new Int32Array(0) })).toThrow(
        expect.objectContaining({ code: "SINGLE_CLASS" }),
      );
      expect(() => train({ ...clouds, accepted: zeros(3, 5) })).toThrow("encode all three with the same encoder");
      expect(() => train({ ...clouds, pairOf: clouds.pairOf.map((i) => i + 1) })).toThrow("pairOf must name");
      expect(() => train({ ...clouds, pairOf: new Int32Array(1) })).toThrow("pairOf must name");
    });

    it("works without letters, or says that it cannot and what can", () => {
      const without = { ...clouds, counterfactual: zeros(0, 4), pairOf: new Int32Array(0) };
      if (method.name === "bracket") {
        expect(train(without).margins(people).every(Number.isFinite)).toBe(true); // the members without letters remain
      } else if (method.usesLetters) {
        expect(() => train(without)).toThrow(expect.objectContaining({ code: "NO_LETTERS" }));
        expect(() => train(without)).toThrow("choose a method that needs none");
      } else {
        expect(JSON.stringify(train(without))).toBe(JSON.stringify(train(clouds)));
      }
    });

    it("reads letters exactly when it says so", () => {
      const moved = { ...clouds, counterfactual: madeUpClouds(5).counterfactual };
      const changed = JSON.stringify(train(moved)) !== JSON.stringify(train(clouds));
      expect(changed).toBe(method.usesLetters);
    });

    it("works when nobody knows whose letter is whose", () => {
      const margins = train({ ...clouds, pairOf: clouds.pairOf.map(() => -1) }).margins(people);
      expect(margins.every(Number.isFinite)).toBe(true);
    });

    it("changes neither its options nor the clouds", () => {
      const options = Object.freeze({});
      const copy = structuredClone(clouds);
      make(options as never).fit(clouds, kernels);
      expect(clouds).toEqual(copy);
    });

    it("refuses unknown options, naming itself", () => {
      expect(() => make({ no_such_option: 1 } as never)).toThrow(`${method.name} has no option 'no_such_option'`);
    });

    it("refuses rows of another space", () => {
      expect(() => train(clouds).margins(zeros(2, 3))).toThrow(/trained on 4 columns, got rows of 3/);
      expect(() => train(clouds).scores(zeros(2, 3))).toThrow(expect.objectContaining({ code: "SHAPE_MISMATCH" }));
    });

    it("refuses saved data that were damaged", () => {
      const saved = JSON.parse(JSON.stringify(train(clouds))) as Record<string, unknown>;
      const damaged: unknown[] = [null, 3, "x", [], {}, { ...saved, surplus: 1 }];
      for (const key of Object.keys(saved)) {
        damaged.push({ ...saved, [key]: undefined }, { ...saved, [key]: "text" }, { ...saved, [key]: [null] });
      }
      for (const data of damaged) {
        expect(() => method.revive(data, kernels)).toThrow(expect.objectContaining({ code: "MODEL_INVALID" }));
      }
    });
  });
}

/** Rows so far out that squares overflow, with one column at a time or all. */
function extremes(): Matrix {
  return matrix(4, 4, [1e200, 0, 0, 0, 0, -1e300, 0, 0, 1e308, 1e308, 1e308, 1e308, -1e308, -1e308, -1e308, -1e308]);
}

/** Points found by bisection between rows on both sides of the boundary: margins within rounding of 0. */
function nearBoundary(people: Matrix, margins: (x: Matrix) => Float64Array): Matrix {
  const sides = margins(people);
  const yes = sides.findIndex((margin) => margin >= 0);
  const no = sides.findIndex((margin) => margin < 0);
  if (yes < 0 || no < 0) return selectRows(people, [0]);
  let inside = selectRows(people, [yes]);
  let outside = selectRows(people, [no]);
  const visited: Matrix[] = [];
  for (let step = 0; step < 60; step++) {
    const middle = matrix(
      1,
      people.columns,
      inside.values.map((value, j) => (value + outside.values[j]!) / 2),
    );
    visited.push(middle);
    if (margins(middle)[0]! >= 0) inside = middle;
    else outside = middle;
  }
  return stackRows(...visited);
}
