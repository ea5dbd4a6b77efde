import type { FeatureImportance } from "../../findings/attributions.js";
import { compareText } from "../../math/compare.js";

/** Sorted by importance, by name where that is equal. */
export function largestFirst(features: readonly FeatureImportance[]): FeatureImportance[] {
  return [...features].sort((a, b) => b.importance.value - a.importance.value || compareText(a.feature, b.feature));
}
