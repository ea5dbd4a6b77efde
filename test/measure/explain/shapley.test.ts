import { describe, expect, it } from "vitest";
import { type Matrix, matrix } from "../../../src/math/matrix.js";
import { seededRandom } from "../../../src/math/random.js";
import { type Scorer, shapleyGame, shapleyValues } from "../../../src/measure/explain/shapley.js";

/** Rows drawn from a normal law. */
function madeUpRows(rows: number, columns: number, seed: number): Matrix {
  const random = seededRandom(seed, "shapley-test");
  return matrix(
    rows,
    columns,
    Float64Array.from({ length: rows * columns }, () => random.normal()),
  );
}

const singles = (features: number) => Int32Array.from({ length: features + 1 }, (_, f) => f);

function scorerOf(each: (x: Float64Array) => number): Scorer {
  return ({ rows, columns, values }) =>
    Float64Array.from({ length: rows }, (_, i) => each(values.subarray(i * columns, (i + 1) * columns)));
}

/** The definition, slowly: the mean marginal contribution over every order of the features and every background row. */
function bruteForce(each: (x: Float64Array) => number, bounds: Int32Array, person: Float64Array, background: Matrix) {
  const features = bounds.length - 1;
  const orders = permutations(Array.from({ length: features }, (_, f) => f));
  const values = new Float64Array(features);
  for (let b = 0; b < background.rows; b++) {
    for (const order of orders) {
      const hybrid = background.values.slice(b * background.columns, (b + 1) * background.columns);
      let before = each(hybrid);
      for (const f of order) {
        for (let j = bounds[f]!; j < bounds[f + 1]!; j++) hybrid[j] = person[j]!;
        const after = each(hybrid);
        values[f]! += (after - before) / (orders.length * background.rows);
        before = after;
      }
    }
  }
  return values;
}

function permutations(items: number[]): number[][] {
  if (items.length < 2) return [items];
  return items.flatMap((first) => permutations(items.filter((item) => item !== first)).map((rest) => [first, ...rest]));
}

const crooked = (x: Float64Array) => x[0]! * x[1]! + Math.max(0, x[2]!) - 0.3 * x[3]! * x[3]! * x[0]! + x[4]!;

function explain(each: (x: Float64Array) => number, bounds: Int32Array, way: "exact" | number, seed = 1) {
  const columns = bounds.at(-1) ?? 0;
  const background = madeUpRows(9, columns, seed);
  const person = madeUpRows(1, columns, seed + 100).values;
  const scorer = scorerOf(each);
  const chosen = way === "exact" ? way : { rounds: way, random: seededRandom(7, "orders") };
  const found = shapleyValues(shapleyGame(scorer, bounds, background), person, chosen);
  return { background, person, found };
}

const sum = (values: ArrayLike<number>) => Array.from(values).reduce((total, value) => total + value, 0);

describe("shapleyValues", () => {
  it("is the mean marginal contribution over all orders", () => {
    const { background, person, found } = explain(crooked, singles(5), "exact");
    const expected = bruteForce(crooked, singles(5), person, background);
    for (let f = 0; f < 5; f++) expect(found.values[f]).toBeCloseTo(expected[f]!, 12);
  });

  it("moves the columns of a feature together", () => {
    const bounds = Int32Array.of(0, 2, 3, 5);
    const { background, person, found } = explain(crooked, bounds, "exact", 3);
    const expected = bruteForce(crooked, bounds, person, background);
    expect(found.values).toHaveLength(3);
    for (let f = 0; f < 3; f++) expect(found.values[f]).toBeCloseTo(expected[f]!, 12);
  });

  it.each(["exact", 1, 5] as const)("adds up to score − base (%s)", (way) => {
    const { found } = explain(crooked, singles(5), way);
    expect(sum(found.values)).toBeCloseTo(found.score - found.base, 12);
  });

  it.each(["exact", 1] as const)("gives w·(x − mean) for a linear score (%s)", (way) => {
    const w = [2, -1, 0.5];
    const { background, person, found } = explain(
      (x) => 3 + x.reduce((total, value, j) => total + w[j]! * value, 0),
      singles(3),
      way,
    );
    for (let j = 0; j < 3; j++) {
      const mean = sum(Array.from({ length: 9 }, (_, b) => background.values[b * 3 + j]!)) / 9;
      expect(found.values[j]).toBeCloseTo(w[j]! * (person[j]! - mean), 12);
    }
  });

  it.each(["exact", 1] as const)("gives exactly 0 to a feature the score does not read (%s)", (way) => {
    const { found } = explain((x) => x[0]! * x[2]!, singles(3), way);
    expect(found.values[1]).toBe(0);
    expect(found.values[0]).not.toBe(0);
  });

  it("gives two features that play the same part the same value", () => {
    const scorer = scorerOf((x) => Math.abs(x[0]! + x[1]!) + x[2]! * x[0]! * x[1]!);
    const background = matrix(2, 3, [0.5, 0.5, -1, -2, -2, 0.25]);
    const found = shapleyValues(shapleyGame(scorer, singles(3), background), Float64Array.of(1, 1, 3), "exact");
    expect(found.values[0]).toBeCloseTo(found.values[1]!, 14);
  });

  it("comes closer to the exact values with more orders, within its error bars", () => {
    // pairs of an order and its reverse get every sum of parts in two features right, so three must meet
    const threefold = (x: Float64Array) => x[0]! * x[1]! * x[2]! + x[0]! * x[3]! * x[4]!;
    const exact = explain(threefold, singles(5), "exact").found;
    const few = explain(threefold, singles(5), 1).found;
    const many = explain(threefold, singles(5), 400).found;
    const distance = (found: typeof exact) => sum(found.values.map((value, f) => Math.abs(value - exact.values[f]!)));
    expect(distance(many)).toBeLessThan(distance(few) / 5); // a twentieth is to be expected
    for (let f = 0; f < 5; f++) {
      expect(Math.abs(few.values[f]! - exact.values[f]!)).toBeLessThanOrEqual(3 * few.errors[f]! + 1e-12);
    }
    expect(exact.errors).toEqual(new Float64Array(5));
  });

  it("gives nothing to anybody when the person is the background", () => {
    const scorer = scorerOf(crooked);
    const background = madeUpRows(1, 5, 4);
    for (const way of ["exact", { rounds: 2, random: seededRandom(0) }] as const) {
      const found = shapleyValues(shapleyGame(scorer, singles(5), background), background.values, way);
      expect(found.values).toEqual(new Float64Array(5));
    }
  });

  it("needs one pair of orders per row for a score of parts in two features", () => {
    const exact = explain(crooked, singles(5), "exact").found;
    const drawn = explain(crooked, singles(5), 1).found;
    for (let f = 0; f < 5; f++) expect(drawn.values[f]).toBeCloseTo(exact.values[f]!, 12);
  });

  it("scores many columns in parts, and gives every order its own scores", () => {
    const [rows, columns] = [8, 900];
    let most = 0;
    const scorer: Scorer = (x) => {
      most = Math.max(most, x.values.length);
      return Float64Array.from({ length: x.rows }, (_, i) => sum(x.values.subarray(i * columns, (i + 1) * columns)));
    };
    const background = madeUpRows(rows, columns, 5);
    const person = madeUpRows(1, columns, 6).values;
    const way = { rounds: 1, random: seededRandom(0) };
    const { values } = shapleyValues(shapleyGame(scorer, singles(columns), background), person, way);
    for (const f of [0, 1, 450, columns - 1]) {
      const mean = sum(Float64Array.from({ length: rows }, (_, b) => background.values[b * columns + f]!)) / rows;
      expect(values[f]).toBeCloseTo(person[f]! - mean, 8);
    }
    expect(most).toBeLessThan(2 * rows * (columns - 1) * columns);
  });

  it("handles a single feature", () => {
    for (const way of ["exact", 1] as const) {
      const { found } = explain((x) => x[0]! * x[0]!, singles(1), way);
      expect(found.values[0]).toBeCloseTo(found.score - found.base, 14);
    }
  });
});
