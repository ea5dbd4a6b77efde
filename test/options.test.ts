import { describe, expect, it } from "vitest";
import {
  anything,
  nonNegative,
  type OptionsOf,
  or,
  positive,
  settle,
  share,
  whole,
  within,
  word,
} from "../src/options.js";

const table = {
  trees: whole(100, 1),
  rate: positive(0.1),
  decay: nonNegative(0),
  dropout: within(0, 0, 0.5),
  subsample: share(1),
  solver: word<"exact" | "sinkhorn">("exact", ["exact", "sinkhorn"]),
  depth: or(null, whole(3, 1)),
  batch: or(null, whole(128, 1), 128),
  weights: anything<Float64Array | undefined>(undefined),
};

describe("settle", () => {
  const standard = {
    trees: 100,
    rate: 0.1,
    decay: 0,
    dropout: 0,
    subsample: 1,
    solver: "exact",
    depth: null,
    batch: 128,
    weights: undefined,
  };

  it("fills in defaults, also for undefined, and takes what is given", () => {
    expect(settle("model", table, {})).toEqual(standard);
    const given = { trees: 3, depth: 2, batch: null, rate: undefined } as object;
    expect(settle("model", table, given)).toEqual({ ...standard, trees: 3, depth: 2, batch: null });
  });

  it.each([
    [{ trees: 0 }, "trees must be a whole number >= 1, got 0"],
    [{ rate: 0 }, "rate must be a finite number > 0, got 0"],
    [{ decay: -1 }, "decay must be a finite number >= 0, got -1"],
    [{ dropout: 0.6 }, "dropout must be a number from 0 to 0.5, got 0.6"],
    [{ subsample: 0 }, "subsample must be a finite number > 0, got 0"],
    [{ subsample: 1.1 }, "subsample must be a number from 0 to 1, got 1.1"],
    [{ solver: "simplex" }, "solver must be one of exact, sinkhorn, got simplex"],
    [{ depth: 0 }, "depth must be a whole number >= 1, got 0"],
    [{ forest: 1 }, "model has no option 'forest'"],
  ])("refuses %o", (given, message) => {
    expect(() => settle("model", table, given as OptionsOf<typeof table>)).toThrow(message);
  });
});
