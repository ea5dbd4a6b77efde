import { describe, expect, it } from "vitest";
import { logistic } from "../../src/classifiers/logistic.js";
import { tree } from "../../src/classifiers/trees.js";
import { referenceKernels } from "../../src/kernels/reference/index.js";
import { type Matrix, matrix, stackRows } from "../../src/math/matrix.js";
import { seededRandom } from "../../src/math/random.js";
import type { Surrogate, SurrogateMethod } from "../../src/surrogate/surrogate.js";
import { noCfDt, noCfLr, noCfMlp, noCfRf, samplesDt, samplesLr, samplesMlp } from "../../src/surrogate/trained.js";
import { cloud, madeUpClouds } from "../checks/made-up-clouds.js";

const clouds = madeUpClouds(4);
const people = cloud(80, 4, 0, 1, seededRandom(1, "people"));
const observed = stackRows(clouds.rejected, clouds.accepted);
const all = stackRows(observed, clouds.counterfactual);

/** Each column at mean 0 and deviation 1 over `reference`. */
function standardised(x: Matrix, reference: Matrix): Matrix {
  const column = (j: number) => Array.from({ length: reference.rows }, (_, i) => reference.values[i * 4 + j]!);
  const means = [0, 1, 2, 3].map((j) => column(j).reduce((a, b) => a + b) / reference.rows);
  const spreads = [0, 1, 2, 3].map((j) =>
    Math.sqrt(column(j).reduce((sum, value) => sum + (value - means[j]!) ** 2, 0) / reference.rows),
  );
  return matrix(
    x.rows,
    4,
    x.values.map((value, at) => (value - means[at % 4]!) / spreads[at % 4]!),
  );
}

function labels(rows: number): number[] {
  return Array.from({ length: rows }, (_, i) => (i < clouds.rejected.rows ? 0 : 1));
}

function decisions(surrogate: Surrogate, x: Matrix): boolean[] {
  return Array.from(surrogate.margins(x), (margin) => margin >= 0);
}

describe("samples and no-cf", () => {
  it.each([
    ["samples-lr", samplesLr(), all],
    ["no-cf-lr", noCfLr(), observed],
  ] as const)("%s is logistic regression with C = 1 on standardised numbers", (_, method, rows) => {
    const expected = logistic({ strength: 1 })
      .fit(standardised(rows, rows), labels(rows.rows))
      .logits(standardised(people, rows));
    method
      .fit(clouds, referenceKernels)
      .margins(people)
      .forEach((margin, i) => {
        expect(margin).toBeCloseTo(expected[i]!, 8);
      });
  });

  it("leaves columns of categories as they are", () => {
    const numeric = Uint8Array.of(1, 1, 1, 0);
    const { scaler } = JSON.parse(JSON.stringify(samplesLr().fit({ ...clouds, numeric }, referenceKernels)));
    expect(scaler.centres[3]).toBe(0);
    expect(scaler.spreads[3]).toBe(1);
    expect(scaler.spreads[0]).not.toBe(1);
  });

  it.each([
    ["samples-dt", samplesDt(), all],
    ["no-cf-dt", noCfDt(), observed],
  ] as const)("%s is a tree of depth 6 whose leaves hold 2 %% of the rows", (_, method, rows) => {
    const expected = tree({ depth: 6, leaf: 2 }).fit(rows, labels(rows.rows)).logits(people); // 2 % of 54 or 78, rounded up
    expect(method.fit(clouds, referenceKernels).margins(people)).toEqual(expected);
  });

  it("grows the same tree when every row comes twice", () => {
    const doubled = {
      rejected: stackRows(clouds.rejected, clouds.rejected),
      accepted: stackRows(clouds.accepted, clouds.accepted),
      counterfactual: stackRows(clouds.counterfactual, clouds.counterfactual),
      pairOf: Int32Array.from([...clouds.pairOf, ...clouds.pairOf]),
    };
    for (const method of [samplesDt(), noCfDt(), noCfRf({ trees: 20 })]) {
      expect(method.fit(doubled, referenceKernels).margins(people)).toEqual(
        method.fit(clouds, referenceKernels).margins(people),
      );
    }
  });

  it.each([
    ["samples-mlp", samplesMlp()],
    ["samples-dt", samplesDt()],
    ["no-cf-mlp", noCfMlp()],
    ["no-cf-dt", noCfDt()],
    ["no-cf-rf", noCfRf()],
  ] as const)("%s learns what no line separates", (_, method) => {
    const corners = exclusiveOr(120);
    const others = exclusiveOr(200, 2);
    const same = (x: Matrix, answer: boolean) =>
      decisions(method.fit(corners, referenceKernels), x).filter((one) => one === answer).length;
    expect(same(others.rejected, false) + same(others.accepted, true)).toBeGreaterThanOrEqual(0.9 * 200);
    expect(decisions(noCfLr().fit(corners, referenceKernels), others.accepted)).toContain(false);
  });

  it.each([
    ["samples-mlp", (seed: number) => samplesMlp({ seed })],
    ["no-cf-mlp", (seed: number) => noCfMlp({ seed })],
    ["no-cf-rf", (seed: number) => noCfRf({ seed })],
  ] as const)("%s follows its seed", (_, make) => {
    const margins = (seed: number) => make(seed).fit(clouds, referenceKernels).margins(people);
    expect(margins(1)).toEqual(margins(1));
    expect(margins(1)).not.toEqual(margins(2));
  });

  it("names the option and the value it refuses", () => {
    expect(() => samplesLr({ strength: 0 })).toThrow("strength must be a finite number > 0, got 0");
    expect(() => samplesMlp({ epochs: 0 })).toThrow("epochs must be a whole number >= 1, got 0");
    expect(() => samplesDt({ leafShare: 0.7 })).toThrow("leafShare must be a number from 0 to 0.5, got 0.7");
    expect(() => noCfRf({ trees: 0 })).toThrow("trees must be a whole number >= 1, got 0");
  });
});

describe("a trained surrogate that was saved", () => {
  const methods: readonly SurrogateMethod[] = [samplesLr(), samplesMlp(), samplesDt(), noCfRf({ trees: 3 })];

  it.each(methods)("is refused when its parts do not fit together ($name)", (method) => {
    const saved = JSON.parse(JSON.stringify(method.fit(clouds, referenceKernels)));
    const { scaler } = saved;
    const without = (list: readonly number[]) => list.slice(1);
    const damaged = [
      { ...saved, scaler: { ...scaler, kept: [1, 0, 2, 3] } },
      { ...saved, scaler: { ...scaler, kept: [0, 1, 2, 4] } },
      { ...saved, scaler: { ...scaler, centres: without(scaler.centres) } },
      { ...saved, scaler: { ...scaler, spreads: [0, 1, 1, 1] } },
      {
        ...saved,
        scaler: {
          columns: 4,
          kept: without(scaler.kept),
          centres: without(scaler.centres),
          spreads: without(scaler.spreads),
        },
      },
    ];
    for (const data of damaged) {
      expect(() => method.revive(data, referenceKernels)).toThrow(expect.objectContaining({ code: "MODEL_INVALID" }));
    }
  });
});

/** Rejected where both coordinates have the same sign; letters mirror the first one. */
function exclusiveOr(rows: number, seed = 1) {
  const random = seededRandom(seed, "exclusive-or");
  const points = Array.from({ length: rows }, (_, i) => {
    const x = (random.uniform() < 0.5 ? -1 : 1) * (0.3 + random.uniform());
    const y = Math.sign(x) * (i % 2 === 0 ? 1 : -1) * (0.3 + random.uniform());
    return [x, y];
  });
  const half = (odd: number) => points.filter((_, i) => i % 2 === odd);
  const rejected = matrix(rows / 2, 2, half(0).flat());
  return {
    rejected,
    accepted: matrix(rows / 2, 2, half(1).flat()),
    counterfactual: matrix(
      rows / 2,
      2,
      half(0).flatMap(([x = 0, y = 0]) => [-0.3 * Math.sign(x), y]),
    ),
    pairOf: Int32Array.from({ length: rows / 2 }, (_, i) => i),
  };
}
