import { describe, expect, it } from "vitest";
import { leafOf, type TreeNodes } from "../../src/classifiers/tree-nodes.js";
import { makeEncoder } from "../../src/encode/encoder.js";
import { largestDouble, type RawTree, rawTree } from "../../src/export/raw-tree.js";
import { nextDown, nextUp } from "../../src/math/next-double.js";
import { seededRandom } from "../../src/math/random.js";

const encoder = makeEncoder({
  scaling: "robust",
  features: [
    { name: "a", type: "number", immutable: false, fill: 0, scale: { kind: "linear", center: 12.3, scale: 0.7 } },
    { name: "b", type: "category", immutable: false, levels: ["x", "y"], fill: "x" },
  ],
});
const view = { kept: [0, 1, 2], centres: [0.1, 0, 0.5], spreads: [3, 1, 0.25] };

function stump(feature: number, threshold: number): TreeNodes {
  return {
    feature: Int32Array.of(feature, -1, -1),
    threshold: Float64Array.of(threshold, 0, 0),
    left: Int32Array.of(1, -1, -1),
    right: Int32Array.of(2, -1, -1),
    value: Float64Array.of(0, 10, 20),
  };
}

function thresholdOf(tree: RawTree): number {
  if (tree.kind !== "split" || tree.test.kind !== "at-most") throw new Error("no threshold");
  return tree.test.value;
}

describe("rawTree", () => {
  it("puts the threshold exactly between the doubles where the encoded answer changes", () => {
    const random = seededRandom(1, "raw-tree");
    for (let k = 0; k < 200; k++) {
      const nodes = stump(0, random.normal());
      const raw = thresholdOf(rawTree(nodes, view, encoder));
      const leafFor = (value: number) => {
        const [encoded = 0] = encoder.encode({
          rows: 1,
          columns: [
            { name: "a", type: "number", values: Float64Array.of(value) },
            { name: "b", type: "category", codes: Int32Array.of(0), levels: ["x"] },
          ],
        }).values;
        return leafOf(nodes, { rows: 1, columns: 1, values: Float64Array.of((encoded - 0.1) / 3) }, 0);
      };
      expect([leafFor(raw), leafFor(nextUp(raw)), leafFor(nextDown(raw))]).toEqual([1, 2, 1]);
    }
  });

  it("asks about levels by name, and leaves out questions with one answer", () => {
    expect(rawTree(stump(1, 0.5), view, encoder)).toEqual({
      kind: "split",
      test: { kind: "is-level", feature: 1, level: 0 },
      yes: { kind: "leaf", value: 20 },
      no: { kind: "leaf", value: 10 },
    });
    expect(rawTree(stump(2, 7), view, encoder)).toEqual({ kind: "leaf", value: 10 });
    expect(rawTree(stump(2, -7), view, encoder)).toEqual({ kind: "leaf", value: 20 });
    expect(rawTree(stump(0, 1e9), view, encoder)).toEqual({ kind: "leaf", value: 10 });
    expect(rawTree(stump(0, -1e9), view, encoder)).toEqual({ kind: "leaf", value: 20 });
  });
});

describe("largestDouble", () => {
  it("finds the last double that passes, on both sides of 0", () => {
    for (const wanted of [0, 1, -1, 1e-310, -1e300, 0.1, -Number.MIN_VALUE]) {
      expect(largestDouble((value) => value <= wanted)).toBe(wanted);
    }
    expect(largestDouble(() => true)).toBe(Number.POSITIVE_INFINITY);
    expect(largestDouble(() => false)).toBe(Number.NEGATIVE_INFINITY);
  });
});
