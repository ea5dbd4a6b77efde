import { describe, expect, it } from "vitest";
import type { Table } from "../../../src/input/table.js";
import { referenceKernels } from "../../../src/kernels/reference/index.js";
import { cchvae } from "../../../src/lab/generators/cchvae.js";
import { letterQuality } from "../../../src/lab/generators/letter-quality.js";
import type { Target } from "../../../src/lab/targets/target.js";
import { seededRandom } from "../../../src/math/random.js";
import { cells, madeUpTarget, requestTo } from "../../checks/generator-checks.js";
import { madeUpPopulation } from "../../checks/made-up-population.js";

const { table, immutable } = madeUpPopulation();
const request = requestTo(madeUpTarget("lr"), table, immutable);

/** People on the diagonal of a square: the second number is the first with a little noise. */
function diagonal(rows: number): Table {
  const random = seededRandom(5, "diagonal");
  const first = Float64Array.from({ length: rows }, () => 10 * random.uniform());
  const second = first.map((value) => value + 0.2 * random.normal());
  return {
    rows,
    columns: [
      { name: "first", type: "number", values: first },
      { name: "second", type: "number", values: second },
    ],
  };
}

describe("cchvae", () => {
  it("stays near the people of the pool where a change of one number would leave them", () => {
    const firstAbove: Target = {
      name: "first above 6",
      decide: (rows) => Uint8Array.from(cells(rows, "first"), (value) => (Number(value) > 6 ? 1 : 0)),
      score: (rows) => Float64Array.from(cells(rows, "first"), (value) => (Number(value) > 6 ? 1 : 0)),
    };
    const { rows, found } = cchvae().generate(requestTo(firstAbove, diagonal(1500), []), referenceKernels);
    const second = cells(rows, "second") as number[];
    const gaps = (cells(rows, "first") as number[]).map((value, i) => Math.abs(value - second[i]!));
    expect(found).toEqual(new Uint8Array(40).fill(1));
    // A person at 3 who moves the first number alone ends 3 away from the diagonal.
    expect(gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length).toBeLessThan(0.8);
  });

  it("gives up on people it does not reach within its shells", () => {
    const { found } = cchvae({ rounds: 1, draws: 1, step: 1e-6 }).generate(request, referenceKernels);
    expect(found.includes(0)).toBe(true);
  });

  it("trains on a sample of a large pool", () => {
    const few = cchvae({ trainingRows: 50 }).generate(request, referenceKernels);
    expect(few).not.toEqual(cchvae().generate(request, referenceKernels));
    expect(letterQuality(request, few).immutableViolated).toBe(0);
  });

  it("finds nothing without a pool", () => {
    const empty = { rows: 0, columns: table.columns.map((column) => emptied(column)) };
    const { found } = cchvae().generate({ ...request, pool: empty }, referenceKernels);
    expect(found.includes(1)).toBe(false);
  });
});

function emptied(column: Table["columns"][number]): Table["columns"][number] {
  return column.type === "number"
    ? { ...column, values: new Float64Array(0) }
    : { ...column, codes: new Int32Array(0) };
}
