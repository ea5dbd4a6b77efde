import { describe, expect, it } from "vitest";
import type { Classifier, FittedClassifier } from "../../src/classifiers/classifier.js";
import { type Matrix, matrix, selectRows, stackRows, zeros } from "../../src/math/matrix.js";
import { seededRandom } from "../../src/math/random.js";
import { sigmoid } from "../../src/math/special.js";

/** Rows with two numbers, a category of three levels and a constant, and labels that a curved rule gives, with some noise. */
export function madeUpRows(rows: number, seed = 1): { x: Matrix; labels: Uint8Array } {
  const random = seededRandom(seed, "classifier checks");
  const x = zeros(rows, 6);
  const labels = new Uint8Array(rows);
  for (let i = 0; i < rows; i++) {
    const a = random.normal();
    const b = random.normal();
    const level = random.integer(3);
    x.values.set([a, b], i * 6);
    x.values[i * 6 + 2 + level] = 1;
    x.values[i * 6 + 5] = 1;
    labels[i] = a + b * b - level + 0.3 * random.normal() > 0 ? 1 : 0;
  }
  return { x, labels };
}

export interface ClassifierCase<Fitted extends FittedClassifier, Options> {
  readonly name: string;
  /** Small enough to be trained often. */
  readonly options: Options;
  readonly make: (options: Options) => Classifier<Fitted>;
  readonly revive: (data: unknown) => Fitted;
  /** Whether a row of weight 2 is, up to rounding, the row twice. */
  readonly weightsCount: boolean;
  /** Data that `revive` must refuse, made from good ones. */
  readonly damage: readonly ((data: Record<string, unknown>) => void)[];
}

/** What every classifier must satisfy. */
export function checkClassifier<Fitted extends FittedClassifier, Options>(
  given: ClassifierCase<Fitted, Options>,
): void {
  const { name, options, make, revive } = given;
  const { x, labels } = madeUpRows(90);
  const people = madeUpRows(200, 2).x;
  const fitted = make(options).fit(x, labels);

  describe(name, () => {
    it("carries its name, and leaves its options and the data as they were", () => {
      const before = structuredClone({ options, x, labels });
      const classifier = make(options);
      expect(classifier.name).toBe(name);
      expect(classifier.fit(x, labels).name).toBe(name);
      expect({ options, x, labels }).toEqual(before);
    });

    it("gives the same bits when trained twice, by one value or by two", () => {
      const classifier = make(options);
      const expected = JSON.stringify(fitted);
      expect(JSON.stringify(classifier.fit(x, labels))).toBe(expected);
      classifier.fit(people, madeUpRows(200, 2).labels); // a fit in between leaves nothing behind
      expect(JSON.stringify(classifier.fit(x, labels))).toBe(expected);
    });

    it("gives probabilities in [0, 1] that are the sigmoid of finite log-odds, on the same side of ½", () => {
      const logits = fitted.logits(people);
      const probabilities = fitted.probabilities(people);
      expect(logits).toHaveLength(200);
      logits.forEach((logit, i) => {
        const p = probabilities[i]!;
        expect(Number.isFinite(logit)).toBe(true);
        expect(p >= 0 && p <= 1).toBe(true);
        expect(Math.abs(p - sigmoid(logit))).toBeLessThan(1e-14);
        expect(p >= 0.5).toBe(logit >= 0);
      });
    });

    it("answers for a row alone as for the row among others, and for no rows with nothing", () => {
      const together = fitted.logits(people);
      for (const i of [0, 99, 199]) expect(fitted.logits(selectRows(people, [i]))[0]).toBe(together[i]);
      expect(fitted.probabilities(zeros(0, 6))).toHaveLength(0);
    });

    it("is the same after saving and loading, bit for bit", () => {
      const text = JSON.stringify(fitted);
      const loaded = revive(JSON.parse(text));
      expect(loaded.logits(people)).toEqual(fitted.logits(people));
      expect(loaded.probabilities(people)).toEqual(fitted.probabilities(people));
      expect(loaded).toMatchObject({ name, converged: fitted.converged, iterations: fitted.iterations });
      expect(JSON.stringify(loaded)).toBe(text);
    });

    it("refuses data that cannot have been written by it", () => {
      const unknown = (data: Record<string, unknown>) => {
        data["extra"] = 1;
      };
      for (const damage of [unknown, ...given.damage]) {
        const data = JSON.parse(JSON.stringify(fitted)) as Record<string, unknown>;
        damage(data);
        expect(() => revive(data), damage.toString()).toThrow(expect.objectContaining({ code: "MODEL_INVALID" }));
      }
      expect(() => revive(null)).toThrow(`the data of a fitted ${name} are damaged`);
    });

    it("takes constant columns, and decides without them as with them", () => {
      const constant = matrix(4, 2, [0, 3, 0, 3, 1, 3, 1, 3]);
      const decisions = make(options)
        .fit(
          stackRows(...Array.from({ length: 10 }, () => constant)),
          new Uint8Array(40).map((_, i) => (i >> 1) % 2),
        )
        .logits(constant);
      expect(decisions.map((logit) => (logit >= 0 ? 1 : 0))).toEqual(Float64Array.of(0, 0, 1, 1));
    });

    it("does not see rows of weight 0 differently from rows that are not there, where weights count rows", () => {
      if (!given.weightsCount) return;
      const extra = madeUpRows(10, 7);
      const weights = new Float64Array(100).fill(1).fill(0, 90);
      const all = make(options).fit(
        stackRows(x, extra.x),
        Uint8Array.of(...labels, ...extra.labels.map((label) => 1 - label)),
        weights,
      );
      expectClose(all.logits(people), fitted.logits(people));
    });

    it("sees a row of weight 2 as the row twice, where weights count rows", () => {
      if (!given.weightsCount) return;
      const weights = Float64Array.from({ length: 90 }, (_, i) => 1 + (i % 3));
      const copies = Array.from({ length: 90 }, (_, i) => Array.from({ length: 1 + (i % 3) }, () => i)).flat();
      const weighted = make(options).fit(x, labels, weights);
      const repeated = make(options).fit(
        selectRows(x, copies),
        Uint8Array.from(copies, (i) => labels[i]!),
      );
      expectClose(weighted.logits(people), repeated.logits(people));
    });

    it("refuses wrong shapes, bad weights and one class, naming what it got", () => {
      const classifier = make(options);
      expect(() => classifier.fit(x, labels.subarray(1))).toThrow("x has 90 rows, labels 89 and weights 90");
      expect(() => classifier.fit(x, labels, new Float64Array(90).fill(-1))).toThrow("weight 0 is -1");
      expect(() => classifier.fit(x, new Uint8Array(90))).toThrow(expect.objectContaining({ code: "SINGLE_CLASS" }));
      expect(() => fitted.logits(zeros(1, 5))).toThrow(expect.objectContaining({ code: "SHAPE_MISMATCH" }));
    });

    it("refuses options it does not have", () => {
      const wrong = { ...options, strengthh: 1 } as Options;
      expect(() => make(wrong)).toThrow(`${name} has no option 'strengthh'`);
    });
  });
}

function expectClose(actual: Float64Array, expected: Float64Array): void {
  expect(actual).toHaveLength(expected.length);
  actual.forEach((value, i) => {
    expect(Math.abs(value - expected[i]!)).toBeLessThanOrEqual(1e-9 * (1 + Math.abs(expected[i]!)));
  });
}
