import type { TreeNodes } from "../classifiers/tree-nodes.js";
import type { Encoder } from "../encode/encoder.js";
import type { NumberCode } from "../encode/encoder-data.js";
import { applyScale } from "../encode/scaling.js";
import type { View } from "./rule.js";

/** A question about a raw value: a number at most so large, or a category that is this level. */
export type RawTest =
  | { readonly kind: "at-most"; readonly feature: number; readonly value: number }
  | { readonly kind: "is-level"; readonly feature: number; readonly level: number };

export type RawTree =
  | { readonly kind: "leaf"; readonly value: number }
  | { readonly kind: "split"; readonly test: RawTest; readonly yes: RawTree; readonly no: RawTree };

/** Which feature an encoded column belongs to, and which of its levels it marks; −1 for a number. */
export type ColumnOrigin = Readonly<{ feature: number; level: number }>;

export function columnOrigins(encoder: Encoder): ColumnOrigin[] {
  return encoder.features.flatMap((code, feature) =>
    code.type === "number" ? [{ feature, level: -1 }] : code.levels.map((_, level) => ({ feature, level })),
  );
}

/**
 * The tree with its questions put to raw values. Encoding a number is monotone, rounding included, so "encoded ≤
 * threshold" holds exactly up to some largest double, which becomes the raw threshold: every number gets the same
 * answer, rounding or not. Questions that have one answer for everybody are left out.
 */
export function rawTree(nodes: TreeNodes, view: View, encoder: Encoder): RawTree {
  const origins = columnOrigins(encoder);
  const grow = (node: number): RawTree => {
    const asked = nodes.feature[node]!;
    if (asked < 0) return { kind: "leaf", value: nodes.value[node]! };
    const { feature, level } = origins[view.kept[asked]!]!;
    const threshold = nodes.threshold[node]!;
    const isLeft = (encoded: number) => (encoded - view.centres[asked]!) / view.spreads[asked]! <= threshold;
    const left = () => grow(nodes.left[node]!);
    const right = () => grow(nodes.right[node]!);
    if (level >= 0) {
      const [other, own] = [isLeft(0), isLeft(1)];
      if (other === own) return own ? left() : right();
      const test: RawTest = { kind: "is-level", feature, level };
      return { kind: "split", test, yes: own ? left() : right(), no: own ? right() : left() };
    }
    const { scale } = encoder.features[feature] as NumberCode;
    const value = largestDouble((raw) => isLeft(applyScale(scale, raw)));
    if (value === Number.NEGATIVE_INFINITY) return right();
    if (value === Number.POSITIVE_INFINITY) return left();
    return { kind: "split", test: { kind: "at-most", feature, value }, yes: left(), no: right() };
  };
  return grow(0);
}

/** The largest double that passes a test which fails for all larger ones; ∓∞ when none or all do. */
export function largestDouble(passes: (value: number) => boolean): number {
  if (!passes(-Number.MAX_VALUE)) return Number.NEGATIVE_INFINITY;
  if (passes(Number.MAX_VALUE)) return Number.POSITIVE_INFINITY;
  let low = orderOf(-Number.MAX_VALUE);
  let high = orderOf(Number.MAX_VALUE);
  while (high - low > 1n) {
    const middle = (low + high) >> 1n;
    if (passes(doubleOf(middle))) low = middle;
    else high = middle;
  }
  return doubleOf(low) + 0; // −0 compares as 0
}

const bits = new DataView(new ArrayBuffer(8));
const LEAST = -(1n << 63n);

/** Whole numbers in the order of the doubles they stand for. */
function orderOf(value: number): bigint {
  bits.setFloat64(0, value);
  const word = bits.getBigInt64(0);
  return word >= 0n ? word : LEAST - word;
}

function doubleOf(order: bigint): number {
  bits.setBigInt64(0, order >= 0n ? order : LEAST - order);
  return bits.getFloat64(0);
}
