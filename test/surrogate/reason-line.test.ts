import { describe, expect, it } from "vitest";
import { logistic } from "../../src/classifiers/logistic.js";
import { stackRows } from "../../src/math/matrix.js";
import { seededRandom } from "../../src/math/random.js";
import { fitReasonLines, type ReasonLine, type ReasonRows, reasonLogits } from "../../src/surrogate/reason-line.js";
import { cloud } from "../checks/made-up-clouds.js";

const COLUMNS = 4;

/** Rejected rows left of accepted ones, each told of the two of these columns in which it falls short the most. */
function rows(citable: readonly number[], numeric = 1, seed = 1): ReasonRows {
  const random = seededRandom(seed, "reason-line");
  const rejected = cloud(40, COLUMNS, -0.5, 1, random);
  const accepted = cloud(40, COLUMNS, 0.5, 1, random);
  return {
    x: stackRows(rejected, accepted),
    labels: Uint8Array.from({ length: 80 }, (_, i) => (i < 40 ? 0 : 1)),
    numeric: new Uint8Array(COLUMNS).fill(numeric),
    accepted: [40, 80],
    reasons: {
      columnsOf: Array.from({ length: COLUMNS }, (_, k) => Int32Array.of(k)),
      named: Array.from({ length: 40 }, (_, i) => {
        const own = rejected.values.subarray(i * COLUMNS, (i + 1) * COLUMNS);
        const worst = citable.toSorted((a, b) => own[a]! - own[b]!).slice(0, 2);
        return Int32Array.from(worst).sort();
      }),
    },
  };
}

const size = (weights: Float64Array, column: number) => Math.abs(weights[column]!);

function fitReasonLine(given: ReasonRows, weight: number): ReasonLine {
  return fitReasonLines(given, [weight])[0]!;
}

describe("fitReasonLines", () => {
  it("is ridge logistic regression where reasons weigh nothing and no column bends", () => {
    const given = rows([0], 0);
    const { weights, intercept, bends } = fitReasonLine(given, 0);
    expect(bends).toEqual([]);
    const peer = logistic({ strength: 0.5, tolerance: 1e-10 }).fit(given.x, given.labels);
    for (let k = 0; k < COLUMNS; k++) expect(weights[k]).toBeCloseTo(peer.coefficients[k]!, 3);
    expect(intercept).toBeCloseTo(peer.intercept, 3);
  });

  it("moves weight to the columns that are named where they fall short", () => {
    const share = ({ weights }: { readonly weights: Float64Array }) =>
      (size(weights, 0) + size(weights, 1)) / [0, 1, 2, 3].reduce((sum, k) => sum + size(weights, k), 0);
    const given = rows([0, 1, 2], 0);
    const onlyTwo = given.reasons.named.map((own) => own.filter((k) => k < 2));
    const told = { ...given, reasons: { ...given.reasons, named: onlyTwo } };
    expect(share(fitReasonLine(told, 1))).toBeGreaterThan(share(fitReasonLine(told, 0)) + 0.05);
  });

  it("finds the same line wherever it begins", () => {
    const given = rows([0, 1, 2]);
    const [alone, after] = [fitReasonLine(given, 1), fitReasonLines(given, [0, 0.1, 0.3, 1])[3]!];
    for (const [k, weight] of alone.weights.entries()) expect(after.weights[k]).toBeCloseTo(weight, 2);
    expect(after.intercept).toBeCloseTo(alone.intercept, 2);
  });

  it("takes no weight from what no reason could have named", () => {
    const given = rows([0, 1, 2], 0);
    const never = { ...given, reasons: { ...given.reasons, columnsOf: given.reasons.columnsOf.slice(0, 3) } };
    const plain = size(fitReasonLine(never, 0).weights, 3);
    expect(size(fitReasonLine(never, 1).weights, 3)).toBeGreaterThan(0.9 * plain);
    expect(size(fitReasonLine(given, 1).weights, 3)).toBeLessThan(size(fitReasonLine(never, 1).weights, 3));
  });

  it("does the same whether or not a reason about nothing in the file could have been given", () => {
    const { reasons, ...given } = rows([0, 1], 0);
    const withOther = { ...given, reasons: { ...reasons, columnsOf: [...reasons.columnsOf, new Int32Array(0)] } };
    const [a, b] = [{ ...given, reasons }, withOther].map((one) => fitReasonLine(one, 0.3).weights);
    for (let k = 0; k < COLUMNS; k++) expect(Math.sign(a![k]!)).toBe(Math.sign(b![k]!));
  });

  it("bends numbers at their quartiles and clips them", () => {
    const given = rows([0]);
    const line = fitReasonLine(given, 0.3);
    expect(line.bends.length).toBe(3 * COLUMNS);
    const far = { rows: 2, columns: COLUMNS, values: Float64Array.from([4, 4, 4, 4, 400, 400, 400, 400]) };
    const [near, beyond] = reasonLogits(line, far);
    expect(near).toBe(beyond);
  });

  it("stays finite when everybody is told of everything, and with a lone column", () => {
    const all = fitReasonLine(rows([0, 1, 2, 3]), 1);
    expect(all.weights.every(Number.isFinite)).toBe(true);
  });
});
