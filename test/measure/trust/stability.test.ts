import { describe, expect, it } from "vitest";
import type { Evidence } from "../../../src/input/evidence.js";
import { selectTableRows } from "../../../src/input/table.js";
import { referenceKernels } from "../../../src/kernels/reference/index.js";
import type { Matrix } from "../../../src/math/matrix.js";
import { seededRandom } from "../../../src/math/random.js";
import { refitStability, resample, withoutReplacement, withReplacement } from "../../../src/measure/trust/stability.js";
import { canonicalEvidence } from "../../../src/surrogate/canonical-evidence.js";
import { surrogateMethods } from "../../../src/surrogate/methods.js";
import { fitModel } from "../../../src/surrogate/model.js";
import { recast } from "../../../src/surrogate/recast.js";
import { ridge } from "../../../src/surrogate/ridge.js";
import type { SurrogateMethod } from "../../../src/surrogate/surrogate.js";
import { madeUpEvidence, shuffledEvidence } from "../../checks/made-up-evidence.js";

const evidence = madeUpEvidence({ people: 60 });
const rejected = evidence.decisions.filter((decision) => decision === 0).length;
const streams = (seed: number) => (stratum: string) => seededRandom(seed, stratum);

/** A method that decides everybody alike, by a coin drawn for every fit. */
function coin(share: number): SurrogateMethod {
  const random = seededRandom(7, "coin");
  return {
    name: "coin",
    usesLetters: false,
    fit(clouds) {
      const answer = random.uniform() < share ? 1 : -1;
      const margins = (x: Matrix) => new Float64Array(x.rows).fill(answer);
      return { method: "coin", columns: clouds.rejected.columns, margins, scores: margins, toJSON: () => null };
    },
    revive() {
      throw new Error("not needed here");
    },
  };
}

describe("resample(evidence, draw, random)", () => {
  const canonical = canonicalEvidence(evidence).evidence;

  it("keeps the size of both classes, and gives each copy of a person their letters", () => {
    const { evidence: drawn, seen } = resample(canonical, withReplacement, streams(1));
    expect(drawn.decisions.filter((decision) => decision === 0).length).toBe(rejected);
    expect(drawn.observations.rows).toBe(60);
    // every rejected person has one letter, so every rejected copy has one, and it is that person's: same savings
    expect([...drawn.letterOf].sort((a, b) => a - b)).toEqual(
      [...drawn.decisions.keys()].filter((i) => drawn.decisions[i] === 0),
    );
    const savings = (table: Evidence["observations"]) => (table.columns[1] as { values: Float64Array }).values;
    drawn.letterOf.forEach((person, k) => {
      expect(savings(drawn.letters)[k]).toBe(savings(drawn.observations)[person]);
    });
    expect(seen.filter((value) => value === 1).length).toBeLessThan(60);
    expect(seen.filter((value) => value === 1).length).toBeGreaterThan(25);
  });

  it("draws letters of unknown people by themselves", () => {
    const unpaired = canonicalEvidence(madeUpEvidence({ people: 60, paired: false })).evidence;
    const { evidence: drawn } = resample(unpaired, withReplacement, streams(1));
    expect(drawn.letters.rows).toBe(unpaired.letters.rows);
    expect(drawn.letterOf.every((person) => person === -1)).toBe(true);
    const half = resample(unpaired, withoutReplacement(0.5), streams(1));
    expect(half.evidence.letters.rows).toBe(Math.round(unpaired.letters.rows / 2));
  });

  it("draws a share of each class once without replacement, at least one", () => {
    const { evidence: drawn, seen } = resample(canonical, withoutReplacement(0.5), streams(2));
    expect(drawn.observations.rows).toBe(seen.filter((value) => value === 1).length);
    expect(drawn.observations.rows).toBe(Math.round(rejected / 2) + Math.round((60 - rejected) / 2));
    const one = resample(canonical, withoutReplacement(0.001), streams(2));
    expect([...one.evidence.decisions]).toEqual([0, 1]);
  });
});

describe("refitStability(evidence, { method, fitted }, kernels, options)", () => {
  const model = fitModel(evidence, ridge(), referenceKernels);
  const refits = refitStability(evidence, { method: ridge(), fitted: model }, referenceKernels, {
    refits: 30,
    seed: 3,
  });

  it("asks only refits that had not seen the person, and settles at 95 %", () => {
    const { asked, accepted, settled, decisions } = refits.observed;
    expect(refits.refits).toBe(30);
    expect(decisions).toHaveLength(30);
    const share = asked.reduce((sum, count) => sum + count, 0) / (30 * 60);
    expect(share).toBeGreaterThan(0.3); // 1/e of the refits in the long run
    expect(share).toBeLessThan(0.45);
    settled.forEach((value, i) => {
      const votes = accepted[i]! / asked[i]!;
      expect(value).toBe(votes >= 0.95 ? 1 : votes <= 0.05 ? 0 : -1);
    });
    expect(settled.some((value) => value === 1)).toBe(true);
    expect(settled.some((value) => value === 0)).toBe(true);
  });

  it("does not depend on the order of the rows", () => {
    const turned = shuffledEvidence({ ...evidence, ids: Array.from({ length: 60 }, (_, i) => `p${i}`) }, 4);
    const others = refitStability(turned, { method: ridge(), fitted: model }, referenceKernels, { refits: 5, seed: 3 });
    const own = refitStability(evidence, { method: ridge(), fitted: model }, referenceKernels, { refits: 5, seed: 3 });
    expect(others.changed).toBe(own.changed);
    turned.ids?.forEach((id, i) => {
      expect(others.observed.accepted[i]).toBe(own.observed.accepted[Number(id.slice(1))]);
      expect(others.observed.asked[i]).toBe(own.observed.asked[Number(id.slice(1))]);
    });
  });

  it("counts how often people not seen get another decision than from the fit on everybody", () => {
    const always = { surrogate: model.surrogate, margins: (table: { rows: number }) => new Float64Array(table.rows) };
    const half = refitStability(evidence, { method: coin(0.5), fitted: always }, referenceKernels, { refits: 40 });
    const rejections = half.observed.decisions.filter((decisions) => decisions[0] === 0).length;
    expect(half.changed).toBeCloseTo(rejections / 40, 1);
    expect(half.observed.settled.every((value) => value === -1)).toBe(true);
    const sure = refitStability(evidence, { method: coin(1), fitted: always }, referenceKernels, { refits: 40 });
    expect(sure.changed).toBe(0);
    expect(sure.observed.settled.every((value) => value === 1)).toBe(true);
  });

  it("leaves every answer open where one answer is given to everybody", () => {
    const method = surrogateMethods.majority() as SurrogateMethod;
    const fitted = fitModel(evidence, method, referenceKernels);
    const scored = selectTableRows(evidence.observations, [0, 1, 2]);
    const { observed, scored: others } = refitStability(evidence, { method, fitted }, referenceKernels, {
      refits: 4,
      scored,
    });
    expect(new Set(observed.settled)).toEqual(new Set([-1]));
    expect(Array.from(others?.settled ?? [])).toEqual([-1, -1, -1]);
  });

  it("calls contested whom no refit left out", () => {
    const all = refitStability(evidence, { method: ridge(), fitted: model }, referenceKernels, {
      refits: 2,
      draw: withoutReplacement(1),
    });
    expect(all.changed).toBeNull();
    expect(all.observed.asked.every((count) => count === 0)).toBe(true);
    expect(all.observed.settled.every((value) => value === -1)).toBe(true);
  });

  it("decides other rows by all refits, alone or among others", () => {
    const { observations: scored } = madeUpEvidence({ people: 90, seed: 9 });
    const votes = refitStability(evidence, { method: ridge(), fitted: model }, referenceKernels, {
      refits: 6,
      scored,
    }).scored;
    expect(votes?.asked).toHaveLength(90);
    expect(votes?.asked.every((count) => count === 6)).toBe(true);
    const few = selectTableRows(scored, [3, 80]);
    const alone = refitStability(evidence, { method: ridge(), fitted: model }, referenceKernels, {
      refits: 6,
      scored: few,
    }).scored;
    expect([...(alone?.accepted ?? [])]).toEqual([votes?.accepted[3], votes?.accepted[80]]);
  });

  it("decides a table of many rows part by part", () => {
    const { observations } = madeUpEvidence({ people: 90, seed: 9 });
    const rows = Int32Array.from({ length: 9000 }, (_, i) => i % 90);
    const scored = selectTableRows(observations, rows);
    const votes = refitStability(evidence, { method: ridge(), fitted: model }, referenceKernels, {
      refits: 2,
      scored,
    }).scored;
    rows.forEach((row, i) => {
      if (i >= 90) expect(votes?.accepted[i]).toBe(votes?.accepted[row]);
    });
  });

  it("counts draws on which the method cannot be fitted and goes on", () => {
    const few = madeUpEvidence({ people: 40, letters: 0.08, seed: 5 });
    expect(few.letters.rows).toBeGreaterThan(0);
    const method = recast({ solver: "closed-form" });
    const fitted = fitModel(few, method, referenceKernels);
    const result = refitStability(few, { method, fitted }, referenceKernels, { refits: 40 });
    expect(result.failed).toBeGreaterThan(0); // no letter was drawn
    expect(result.refits + result.failed).toBe(40);
    expect(result.observed.decisions).toHaveLength(result.refits);
  });

  it("keeps the choices of a method that has any", () => {
    const kept: string[] = [];
    const method: SurrogateMethod = {
      ...ridge(),
      keeping: (fitted) => {
        kept.push(fitted.method);
        return ridge({ strength: 1 });
      },
    };
    refitStability(evidence, { method, fitted: model }, referenceKernels, { refits: 2 });
    expect(kept).toEqual(["ridge"]);
  });

  it("stops when asked to, tells how far it is, and refuses options it does not know", () => {
    const told: string[] = [];
    refitStability(evidence, { method: ridge(), fitted: model }, referenceKernels, {
      refits: 2,
      onProgress: (done, total, label) => told.push(`${done}/${total} ${label}`),
    });
    expect(told).toEqual(["0/2 refit 1 of 2", "1/2 refit 2 of 2", "2/2 refits done"]);
    const stopped = { refits: 2, signal: AbortSignal.abort() };
    expect(() => refitStability(evidence, { method: ridge(), fitted: model }, referenceKernels, stopped)).toThrow(
      expect.objectContaining({ code: "ABORTED" }),
    );
    expect(() => refitStability(evidence, { method: ridge(), fitted: model }, referenceKernels, { refits: 0 })).toThrow(
      "refits",
    );
  });
});
