import { describe, expect, it } from "vitest";
import { referenceKernels } from "../../../src/kernels/reference/index.js";
import { dice } from "../../../src/lab/generators/dice.js";
import { mccf } from "../../../src/lab/generators/least-change.js";
import { letterQuality } from "../../../src/lab/generators/letter-quality.js";
import { letterSpace } from "../../../src/lab/generators/letter-space.js";
import { madeUpTarget, requestTo } from "../../checks/generator-checks.js";
import { madeUpPopulation } from "../../checks/made-up-population.js";

const { table, immutable } = madeUpPopulation();
const target = madeUpTarget("lr");
const request = requestTo(target, table, immutable);

describe("dice", () => {
  it("changes nothing that could be put back", () => {
    const { rows, found } = dice().generate(request, referenceKernels);
    const space = letterSpace(request);
    const letters = space.flatten(rows);
    for (const { column } of space.moves) {
      const values = letters.values.slice();
      const changed = new Set<number>();
      for (let i = 0; i < letters.rows; i++) {
        const at = i * letters.columns + column;
        if (!Object.is(values[at], space.people.values[at]) && found[i] === 1) changed.add(i);
        values[at] = space.people.values[at]!;
      }
      const decided = space.accepts({ ...letters, values });
      for (const i of changed) expect(decided[i]).toBe(0);
    }
  });

  it("overshoots, unlike the least change", () => {
    const random = letterQuality(request, dice().generate(request, referenceKernels));
    const least = letterQuality(request, mccf().generate(request, referenceKernels));
    expect(random.overshoot).toBeGreaterThan(0.02);
    expect(least.overshoot).toBeLessThan(1e-6);
    expect(least.distance).toBeLessThan(random.distance!);
  });

  it("writes other letters for another seed", () => {
    const first = dice().generate(request, referenceKernels);
    expect(dice().generate({ ...request, seed: 8 }, referenceKernels)).not.toEqual(first);
  });

  it("gives up on people it does not reach within its rounds", () => {
    const { found } = dice({ rounds: 1, draws: 1, reach: 0.1 }).generate(request, referenceKernels);
    expect(found.includes(0)).toBe(true);
  });

  it("names the option it does not know", () => {
    expect(() => dice({ steps: 3 } as never)).toThrow("dice has no option 'steps'");
  });
});
