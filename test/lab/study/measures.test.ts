import { expect, it } from "vitest";
import { measure } from "../../../src/lab/study/measures.js";

const reference = {
  decisions: Uint8Array.of(0, 0, 0, 0, 1, 1),
  scores: Float64Array.of(0.1, 0.45, 0.2, 0.3, 0.55, 0.9),
  labels: Uint8Array.of(0, 1, 0, 0, 1, 0),
};

it("counts agreement overall, near the threshold, per class, and with the truth", () => {
  const measures = measure(reference, Uint8Array.of(0, 1, 0, 0, 1, 0));
  expect(measures).toEqual({
    fidelity: 4 / 6,
    nearFidelity: 1 / 2, // 0.45 answered otherwise, 0.55 alike
    nearRows: 2,
    balancedFidelity: (3 / 4 + 1 / 2) / 2,
    accuracy: 1,
    targetAccuracy: 4 / 6,
    acceptedShare: 2 / 6,
    targetAcceptedShare: 2 / 6,
    meanMargin: null,
  });
  const margins = Float64Array.of(-3, 1, -1, -1, 5, -1);
  expect(measure(reference, Uint8Array.of(0, 1, 0, 0, 1, 0), margins)).toEqual({ ...measures, meanMargin: 2 });
  expect(measure(reference, new Uint8Array(6), margins.fill(Number.NEGATIVE_INFINITY)).meanMargin).toBe(null);
});

it("has no share where there is nothing to count", () => {
  const { decisions } = reference;
  const sure = { ...reference, scores: Float64Array.of(0, 0, 0, 0, 1, 1) };
  expect(measure(sure, decisions)).toMatchObject({ fidelity: 1, nearFidelity: null, nearRows: 0, balancedFidelity: 1 });
  const refusing = { ...reference, decisions: new Uint8Array(6) };
  expect(measure(refusing, new Uint8Array(6)).balancedFidelity).toBe(null);
});
