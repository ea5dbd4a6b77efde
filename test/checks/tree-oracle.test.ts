import { describe, expect, it } from "vitest";
import { reviveTree } from "../../src/classifiers/trees.js";
import { wholeSpace } from "../../src/math/box.js";
import { nextUp } from "../../src/math/next-double.js";
import { treeOracle } from "./tree-oracle.js";

// x ≤ 1 rejects; above, y ≤ 2 accepts and y > 2 rejects
const target = reviveTree({
  columns: 2,
  trees: [
    {
      feature: [0, -1, 1, -1, -1],
      threshold: [1, 0, 2, 0, 0],
      left: [1, -1, 3, -1, -1],
      right: [2, -1, 4, -1, -1],
      value: [0.4, 0.1, 0.6, 0.5, 0.2],
    },
  ],
});

describe("treeOracle", () => {
  const oracle = treeOracle(target);

  it("labels as the tree does: ≤ goes left, a share of ½ accepts", () => {
    const labels = [Float64Array.of(1, 0), Float64Array.of(nextUp(1), 2), Float64Array.of(3, nextUp(2))].map(
      oracle.label,
    );
    expect(labels).toEqual([0, 1, 0]);
  });

  it("steps just behind the nearest split, and moves nothing else", () => {
    expect(oracle.nearestCounterfactual(Float64Array.of(-4, 1.5), wholeSpace(2))).toEqual(
      Float64Array.of(nextUp(1), 1.5),
    );
    expect(oracle.nearestCounterfactual(Float64Array.of(-4, 5), wholeSpace(2))).toEqual(Float64Array.of(nextUp(1), 2));
    expect(oracle.nearestCounterfactual(Float64Array.of(3, 1.5), wholeSpace(2))).toEqual(Float64Array.of(3, nextUp(2)));
  });

  it("keeps to the box, and answers null where it holds one label", () => {
    const low = Float64Array.of(2, Number.NEGATIVE_INFINITY);
    const high = Float64Array.of(9, 9);
    expect(oracle.nearestCounterfactual(Float64Array.of(3, 1.5), { low, high })).toEqual(Float64Array.of(3, nextUp(2)));
    expect(oracle.nearestCounterfactual(Float64Array.of(3, 1.5), { low, high: Float64Array.of(9, 2) })).toBeNull();
  });

  it("counts its answers", () => {
    const fresh = treeOracle(target);
    fresh.label(Float64Array.of(0, 0));
    fresh.nearestCounterfactual(Float64Array.of(0, 0), wholeSpace(2));
    fresh.nearestCounterfactual(Float64Array.of(2, 0), wholeSpace(2));
    expect(fresh.queries()).toEqual({ labels: 1, counterfactuals: 2 });
  });
});
