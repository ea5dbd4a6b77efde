import { describe, expect, it } from "vitest";
import { letterSpace } from "../../../src/lab/generators/letter-space.js";
import type { Slope } from "../../../src/lab/generators/slopes.js";
import { steepestLetters } from "../../../src/lab/generators/steepest.js";
import { zeros } from "../../../src/math/matrix.js";
import { madeUpTarget, requestTo } from "../../checks/generator-checks.js";
import { madeUpPopulation } from "../../checks/made-up-population.js";

const { table, immutable } = madeUpPopulation();
const space = letterSpace(requestTo(madeUpTarget("lr"), table, immutable));
const column = (name: string) => space.encoder.columns.indexOf(name);

/** Income above its middle, with derivatives that promise more of a home than there is. */
const misleading: Slope = {
  values: (x) =>
    Float64Array.from({ length: x.rows }, (_, i) => {
      const at = i * x.columns;
      return x.values[at + column("income")]! - 0.3 * x.values[at + column("home=owned")]!;
    }),
  gradients(x) {
    const gradients = zeros(x.rows, x.columns);
    for (let i = 0; i < x.rows; i++) {
      gradients.values[i * x.columns + column("income")] = 1;
      gradients.values[i * x.columns + column("home=owned")] = 5;
    }
    return gradients;
  },
};

describe("steepestLetters", () => {
  it("takes back a switch that lowers the slope, and goes on with numbers", () => {
    const { owners, rows } = steepestLetters(space, misleading);
    expect(Array.from(owners)).toEqual(Array.from({ length: space.people.rows }, (_, p) => p));
    const move = space.moves.find(({ code }) => code.name === "home")!;
    for (const [k, p] of owners.entries()) {
      expect(rows.values[k * rows.columns + move.column]).toBe(space.people.values[p * rows.columns + move.column]);
    }
    for (const value of misleading.values(space.encode(rows))) expect(value).toBeGreaterThanOrEqual(0);
  });

  it("gives nobody a row on a slope that is flat", () => {
    const flat: Slope = {
      values: (x) => new Float64Array(x.rows).fill(-1),
      gradients: (x) => zeros(x.rows, x.columns),
    };
    expect(steepestLetters(space, flat).owners).toHaveLength(0);
  });
});
