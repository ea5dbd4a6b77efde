import { describe, expect, it } from "vitest";
import { logistic } from "../../../src/classifiers/logistic.js";
import { fitEncoder } from "../../../src/encode/encoder.js";
import { parseDecisions } from "../../../src/input/decisions.js";
import type { Evidence } from "../../../src/input/evidence.js";
import { joinEvidence } from "../../../src/input/join.js";
import { parseLetters } from "../../../src/input/letters.js";
import { referenceKernels as kernels } from "../../../src/kernels/reference/index.js";
import { demoLending } from "../../../src/lab/demo/lending.js";
import { type Matrix, selectRows, stackRows } from "../../../src/math/matrix.js";
import { seededRandom } from "../../../src/math/random.js";
import { settledPeople } from "../../../src/measure/trust/lens.js";
import { letterOrders, letterStream, streamSizes } from "../../../src/measure/trust/letter-stream.js";
import { resample, withReplacement } from "../../../src/measure/trust/stability.js";
import { standardOf } from "../../../src/surrogate/bracket-sets.js";
import { canonicalEvidence, selectEvidence } from "../../../src/surrogate/canonical-evidence.js";
import { encodeClouds, numericColumns } from "../../../src/surrogate/clouds.js";
import { scaleColumns } from "../../../src/surrogate/column-scaler.js";

const demo = demoLending(5, { people: 70, population: 1 });
const decisions = parseDecisions(demo.decisionsCsv, demo.roles);
const letters = parseLetters(demo.lettersCsv, decisions);
const people = joinEvidence(decisions, null);
const share = (settled: ArrayLike<number>) => Array.from(settled).filter((value) => value < 0).length / settled.length;

/** Refits the long way: rows copied as they are drawn, and a classifier on the copies. */
function contestedByCopies(evidence: Evidence, refits: number): number {
  const canonical = canonicalEvidence(evidence).evidence;
  const encoder = fitEncoder(canonical.schema.features, [canonical.observations]);
  const silent = { ...canonical, letters: { ...canonical.letters, rows: 0 }, letterOf: new Int32Array(0) };
  const standard = standardOf({
    ...encodeClouds(encoder, { ...silent, letters: selectEvidence(canonical, [], []).letters }),
    numeric: numericColumns(encoder),
  });
  const encode = (table: Evidence["observations"]) => scaleColumns(standard, encoder.encode(table));
  const numeric = Array.from(standard.kept, (k) => numericColumns(encoder)[k]);
  const asked = new Int32Array(canonical.decisions.length);
  const accepted = new Int32Array(canonical.decisions.length);
  const everybody = encode(canonical.observations);
  for (let refit = 0; refit < refits; refit++) {
    const drawn = resample(canonical, withReplacement, (stratum) => seededRandom(0, `stability/${refit}/${stratum}`));
    const rows = encode(drawn.evidence.observations);
    const offered = encode(drawn.evidence.letters);
    const own = selectRows(rows, drawn.evidence.letterOf);
    const before: Matrix = {
      ...offered,
      values: offered.values.map((to, k) => {
        const from = own.values[k]!;
        return numeric[k % offered.columns] === 1 ? from + 0.95 * (to - from) : from;
      }),
    };
    const x = stackRows(rows, offered, before);
    const labels = Uint8Array.from({ length: x.rows }, (_, i) =>
      i < rows.rows ? drawn.evidence.decisions[i]! : i < rows.rows + offered.rows ? 1 : 0,
    );
    const logits = logistic({ strength: 1 / 30 })
      .fit(x, labels)
      .logits(everybody);
    drawn.seen.forEach((seen, i) => {
      if (seen === 1) return;
      asked[i]! += 1;
      if (logits[i]! >= 0) accepted[i]! += 1;
    });
  }
  return share(
    Array.from(asked, (count, i) =>
      count > 0 && (accepted[i]! >= 0.95 * count || count - accepted[i]! >= 0.95 * count) ? 0 : -1,
    ),
  );
}

describe("letterStream", () => {
  const stream = letterStream(people, kernels, { refits: 12 });

  it("asks refits on people drawn anew, as fits on copied rows do", () => {
    expect(stream.refits(letters)).toBe(contestedByCopies(joinEvidence(decisions, letters), 12));
    expect(stream.refits(letters, [])).toBe(contestedByCopies(people, 12));
  });

  it("has the band of the audit with all letters, and none without", () => {
    const evidence = joinEvidence(decisions, letters);
    const encoder = fitEncoder(evidence.schema.features, [evidence.observations, evidence.letters]);
    const people = settledPeople(encodeClouds(encoder, evidence), encoder.encode(evidence.observations), kernels);
    expect(stream.measure(letters).band).toBe(share(people?.settled ?? []));
    expect(stream.measure(letters, [])).toMatchObject({ letters: 0, band: null });
  });

  it("does not depend on the order of letters or people", () => {
    const some = [4, 1, 9, 6];
    expect(stream.measure(letters, some)).toEqual(stream.measure(letters, [...some].reverse()));
    const backwards = Int32Array.from({ length: people.observations.rows }, (_, i) => people.observations.rows - 1 - i);
    const turned = letterStream(selectEvidence(people, backwards, []), kernels, { refits: 12 });
    const place = new Int32Array(backwards.length);
    backwards.forEach((from, to) => {
      place[from] = to;
    });
    const same = { table: letters.table, letterOf: letters.letterOf.map((person) => place[person]!) };
    expect(turned.measure(same)).toEqual(stream.measure(letters));
  });

  it("takes letters of nobody known, and letters to accepted people", () => {
    const stranger = {
      table: letters.table,
      letterOf: letters.letterOf.map((person, k) => (k % 2 === 0 ? -1 : person)),
    };
    const known = Int32Array.from(people.decisions.keys()).find((i) => people.decisions[i] === 1) ?? 0;
    const accepted = { table: letters.table, letterOf: letters.letterOf.map(() => known) };
    for (const given of [stranger, accepted]) {
      const { refits, band } = stream.measure(given);
      expect(refits).toBeGreaterThanOrEqual(0);
      expect(refits).toBeLessThanOrEqual(1);
      expect(band).toBe(stream.measure(letters).band); // the band looks at the cloud of letters only
    }
  });

  it("draws other people with another seed, and the same with the same", () => {
    const again = letterStream(people, kernels, { refits: 12 });
    expect(again.measure(letters)).toEqual(stream.measure(letters));
    const other = letterStream(people, kernels, { refits: 12, seed: 1 });
    const shares = [0, 5, 10, 20].map((count) => Array.from({ length: count }, (_, k) => k));
    expect(shares.map((some) => other.refits(letters, some))).not.toEqual(
      shares.map((some) => stream.refits(letters, some)),
    );
  });

  it("refuses people of one decision, and numbers of refits that are none", () => {
    const alike = { ...people, decisions: new Uint8Array(people.decisions.length) };
    expect(() => letterStream(alike, kernels)).toThrow("needs rejected and accepted rows");
    expect(() => letterStream(people, kernels, { refits: 0 })).toThrow("refits must be a whole number >= 1, got 0");
  });
});

describe("streamSizes", () => {
  it("begins with none, ends with all, and grows by steps of about √2", () => {
    expect(streamSizes(0)).toEqual([0]);
    expect(streamSizes(1)).toEqual([0, 1]);
    expect(streamSizes(3)).toEqual([0, 1, 2, 3]);
    expect(streamSizes(77)).toEqual([0, 1, 2, 3, 4, 6, 8, 11, 15, 21, 29, 41, 57, 77]);
  });
});

describe("letterOrders", () => {
  it("gives orders of all letters that one more letter does not change", () => {
    const orders = letterOrders(30, 5, 2);
    const longer = letterOrders(31, 5, 2);
    expect(orders).toHaveLength(5);
    orders.forEach((order, k) => {
      expect([...order].sort((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, i) => i));
      expect(longer[k]?.filter((letter) => letter < 30)).toEqual(order);
    });
    expect(orders[0]).not.toEqual(orders[1]);
    expect(letterOrders(30, 5, 3)).not.toEqual(orders);
  });
});
