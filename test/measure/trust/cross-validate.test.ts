import { describe, expect, it } from "vitest";
import type { Evidence } from "../../../src/input/evidence.js";
import { referenceKernels } from "../../../src/kernels/reference/index.js";
import { type Matrix, row } from "../../../src/math/matrix.js";
import { crossValidate } from "../../../src/measure/trust/cross-validate.js";
import { reportedTrust } from "../../../src/measure/trust/trust.js";
import { majority, nearest } from "../../../src/surrogate/baselines.js";
import { selectEvidence } from "../../../src/surrogate/canonical-evidence.js";
import { recast, recastCalibrated } from "../../../src/surrogate/recast.js";
import { ridge, ridgeLetters } from "../../../src/surrogate/ridge.js";
import type { Clouds, SurrogateMethod } from "../../../src/surrogate/surrogate.js";
import { exactTransport } from "../../../src/transport/exact.js";
import { doubledEvidence, madeUpEvidence, shuffledEvidence, turnedEvidence } from "../../checks/made-up-evidence.js";

const everyMethod = [recast(), recastCalibrated(), ridge(), ridgeLetters(), nearest(), majority()];

/** A method that writes down what it was fitted on and decides by a rule of the test's choosing. */
function spy(decide: (x: Float64Array, training: Clouds) => boolean): SurrogateMethod & { seen: Clouds[] } {
  const seen: Clouds[] = [];
  return {
    name: "spy",
    usesLetters: true,
    seen,
    fit(clouds) {
      seen.push(clouds);
      const margins = (x: Matrix) =>
        Float64Array.from({ length: x.rows }, (_, i) => (decide(row(x, i), clouds) ? 1 : -1));
      return { method: "spy", columns: clouds.rejected.columns, margins, scores: margins, toJSON: () => null };
    },
    revive() {
      throw new Error("not needed here");
    },
  };
}

const contains = (x: Matrix, wanted: Float64Array) =>
  Array.from({ length: x.rows }, (_, i) => row(x, i)).some((own) => own.every((value, j) => value === wanted[j]));

describe("crossValidate", () => {
  const evidence = madeUpEvidence({ people: 50 });
  const rejected = evidence.decisions.filter((decision) => decision === 0).length;

  it("holds each row out of what judges it: a method that only remembers is never right", () => {
    // Accepts exactly the rows it was fitted on as accepted, and nobody it has never seen.
    const memory = spy((x, { accepted }) => contains(accepted, x));
    const { methods, folds } = crossValidate(evidence, [memory], referenceKernels);
    expect(folds).toBe(5);
    const isRejected = (i: number) => evidence.decisions[i] === 0;
    expect(Array.from(methods[0]!.agreed)).toEqual(Array.from({ length: 50 }, (_, i) => (isRejected(i) ? 1 : 0)));
    expect(methods[0]?.agreement?.accepted.share).toBe(0);
    expect(methods[0]?.agreement?.rejected.share).toBe(1);
    expect(methods[0]?.agreement?.overall.share).toBe(rejected / 50);
  });

  it("holds a person's letter out with the person", () => {
    const watcher = spy(() => true);
    crossValidate(evidence, [watcher], referenceKernels);
    for (const { rejected, counterfactual, pairOf } of watcher.seen) {
      expect(counterfactual.rows).toBe(rejected.rows); // one letter per rejected person, none of the others
      expect(Array.from(pairOf).sort((a, b) => a - b)).toEqual(Array.from({ length: rejected.rows }, (_, i) => i));
    }
    const sizes = watcher.seen.map((clouds) => clouds.rejected.rows + clouds.accepted.rows);
    expect(sizes).toEqual([40, 40, 40, 40, 40]);
  });

  it("deals letters of unknown people by themselves", () => {
    const watcher = spy(() => true);
    const unpaired = madeUpEvidence({ people: 50, paired: false });
    const { methods } = crossValidate(unpaired, [watcher], referenceKernels);
    const held = watcher.seen.map((clouds) => unpaired.letters.rows - clouds.counterfactual.rows);
    expect(held.reduce((sum, count) => sum + count, 0)).toBe(unpaired.letters.rows);
    expect(Math.max(...held) - Math.min(...held)).toBeLessThanOrEqual(1);
    expect(methods[0]?.letterConsistency).toBeNull();
    expect(methods[0]?.lettersAccepted).toMatchObject({ share: 1, n: unpaired.letters.rows });
  });

  it("counts a letter as consistent when its person is rejected and its offer accepted", () => {
    const letters = evidence.letters.columns.map((column) =>
      column.name === "branch" && column.type === "number" ? { ...column, values: column.values.map(() => 8) } : column,
    );
    const marked = { ...evidence, letters: { ...evidence.letters, columns: letters } };
    const tellsApart = spy((x, training) => x[0]! > row(training.rejected, 0)[0]!); // column 0 is the branch: 8 in letters only
    const methodsGiven = [spy(() => true), spy(() => false), tellsApart];
    const { methods } = crossValidate(marked, methodsGiven, referenceKernels);
    expect(methods[0]?.letterConsistency?.share).toBe(0); // the person is accepted
    expect(methods[1]?.letterConsistency?.share).toBe(0); // the offer is rejected
    expect(methods[2]?.letterConsistency).toMatchObject({ share: 1, n: rejected });
  });

  it("fits the encoder without the held-out rows", () => {
    const income = 4; // after branch and three homes
    const scales = new Set<number>();
    const watcher = spy(() => true);
    crossValidate(evidence, [watcher], referenceKernels);
    for (const { accepted } of watcher.seen) scales.add(row(accepted, 0)[income]!);
    expect(scales.size).toBe(5); // one encoder for all folds would give the same encoded row in most of them
  });

  it("gives majority the share of the majority", () => {
    const { methods } = crossValidate(evidence, [majority()], referenceKernels);
    expect(methods[0]?.agreement?.overall.share).toBe(Math.max(rejected, 50 - rejected) / 50);
  });

  it("is the same with rows shuffled and columns turned, and differs with the seed", () => {
    const run = (given: Evidence, seed = 0) => {
      const { methods } = crossValidate(given, everyMethod, referenceKernels, { seed });
      return methods.map(reportedTrust);
    };
    const twins = doubledEvidence(madeUpEvidence({ people: 30, missing: 3 }));
    for (const given of [evidence, twins]) {
      const expected = run(given);
      expect(run(shuffledEvidence(given, 1))).toEqual(expected);
      expect(run(turnedEvidence(given))).toEqual(expected);
    }
    expect(run(evidence, 1)).not.toEqual(run(evidence));
  });

  it("hands out-of-fold answers back in the order of the rows given", () => {
    const order = Array.from({ length: 50 }, (_, i) => 49 - i);
    const reversed = selectEvidence(
      evidence,
      order,
      Array.from({ length: evidence.letters.rows }, (_, k) => k),
    );
    const forward = crossValidate(evidence, [ridge()], referenceKernels).methods[0]!;
    const backward = crossValidate(reversed, [ridge()], referenceKernels).methods[0]!;
    expect([...backward.margins].reverse()).toEqual([...forward.margins]);
    expect([...backward.scores].reverse()).toEqual([...forward.scores]);
    expect(forward.margins.every((margin, i) => margin >= 0 === forward.acceptedShare[i]! > 0)).toBe(true);
    const forth = forward.acceptedShare;
    const back = backward.acceptedShare;
    expect(Array.from(back)).toEqual(Array.from(forth).reverse());
    const wrong = forth.filter((share, i) => share !== evidence.decisions[i]).length;
    expect(forward.agreement!.overall.share).toBe((50 - wrong) / 50);
  });

  it("averages over repeats without pretending to more people", () => {
    const { methods, repeats } = crossValidate(evidence, [nearest()], referenceKernels, { repeats: 4 });
    expect(repeats).toBe(4);
    expect(methods[0]?.agreement?.overall.n).toBe(50);
    const { acceptedShare, agreed } = methods[0]!;
    expect(acceptedShare.some((share) => share > 0 && share < 1)).toBe(true);
    const asDecided = acceptedShare.map((share, i) => (evidence.decisions[i] === 1 ? share : 1 - share));
    expect(agreed).toEqual(asDecided);
  });

  it("reports a method that cannot be fitted, and goes on with the others", () => {
    const without = madeUpEvidence({ letters: 0 });
    const { methods } = crossValidate(without, everyMethod, referenceKernels);
    expect(methods.map(({ method, failure }) => [method, failure?.code ?? null])).toEqual([
      ["recast", "NO_LETTERS"],
      ["recast-calibrated", "NO_LETTERS"],
      ["ridge", null],
      ["ridge-letters", "NO_LETTERS"],
      ["nearest", null],
      ["majority", null],
    ]);
    expect(methods[0]?.agreement).toBeNull();
    expect(methods[2]?.lettersAccepted).toBeNull();
  });

  it("leaves letters to accepted people out of letter consistency", () => {
    const accepted = Array.from(evidence.decisions.keys()).filter((i) => evidence.decisions[i] === 1);
    const misdirect = (letters: number) =>
      evidence.letterOf.map((person, k) => (k < letters ? accepted[k % accepted.length]! : person));
    const consistency = (letterOf: Int32Array) =>
      crossValidate({ ...evidence, letterOf }, [spy(() => false)], referenceKernels).methods[0]?.letterConsistency;
    expect(consistency(misdirect(4))?.n).toBe(evidence.letters.rows - 4);
    expect(consistency(misdirect(evidence.letters.rows))).toBeNull();
  });

  it("keeps ridge and majority when another method is too large for this evidence", () => {
    const wide = { rows: 40_000, columns: 0, values: new Float64Array(0) };
    const large: SurrogateMethod = {
      ...spy(() => true),
      fit: (_, kernels) => {
        exactTransport(wide, wide, kernels);
        throw new Error("was not refused");
      },
    };
    const { methods } = crossValidate(evidence, [large, ridge(), majority()], referenceKernels);
    expect(methods[0]).toMatchObject({ agreement: null, failure: { code: "TOO_LARGE" } });
    for (const { agreement } of methods.slice(1)) expect(agreement?.overall.n).toBe(50);
  });

  it("uses fewer folds for a small class, and refuses a class of one", () => {
    const rows = (zeros: number) => {
      const of = (decision: number) =>
        Array.from(evidence.decisions.keys()).filter((i) => evidence.decisions[i] === decision);
      return selectEvidence(evidence, [...of(0).slice(0, zeros), ...of(1)], []);
    };
    expect(crossValidate(rows(3), [ridge()], referenceKernels).folds).toBe(3);
    expect(() => crossValidate(rows(1), [ridge()], referenceKernels)).toThrow(
      expect.objectContaining({ code: "CLASS_TOO_SMALL" }),
    );
    expect(() => crossValidate(rows(0), [ridge()], referenceKernels)).toThrow(
      expect.objectContaining({ code: "SINGLE_CLASS" }),
    );
  });

  it("reports progress to the end, and stops when asked", () => {
    const steps: [number, number][] = [];
    crossValidate(evidence, [ridge(), majority()], referenceKernels, {
      onProgress: (done, total) => steps.push([done, total]),
    });
    expect(steps).toEqual(Array.from({ length: 11 }, (_, done) => [done, 10]));
    const controller = new AbortController();
    const stopped = () =>
      crossValidate(evidence, [ridge()], referenceKernels, {
        signal: controller.signal,
        onProgress: (done) => {
          if (done === 2) controller.abort();
        },
      });
    expect(stopped).toThrow(expect.objectContaining({ code: "ABORTED" }));
  });

  it("lets a fault in the code be a fault, not a finding", () => {
    const broken = { ...ridge(), fit: () => { throw new TypeError("a slip"); } }; // biome-ignore format: one line reads better
    expect(() => crossValidate(evidence, [broken], referenceKernels)).toThrow(TypeError);
  });
});
