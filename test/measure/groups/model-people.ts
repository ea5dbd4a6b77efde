import type { Random } from "../../../src/math/random.js";
import { sigmoid } from "../../../src/math/special.js";
import type { Grouping } from "../../../src/measure/groups/groups.js";
import type { ModelFairnessInput } from "../../../src/measure/groups/model-fairness.js";

/** An attribute from the group of each person; the labels are "g0", "g1" … */
export function groupingOf(groups: ArrayLike<number>, attribute = "group"): Grouping {
  const groupOf = Int32Array.from(groups);
  const labels = Array.from({ length: Math.max(-1, ...groupOf) + 1 }, (_, k) => `g${k}`);
  return { attribute, columns: [attribute], kind: "category", labels, groupOf };
}

/** An input without weights, y or other surrogates, the observed people being those scored. */
export function inputOf(
  groups: ArrayLike<number>,
  scores: ArrayLike<number>,
  changes: Partial<ModelFairnessInput> = {},
): ModelFairnessInput {
  const groupings = [groupingOf(groups)];
  const decisions = Uint8Array.from(scores, (score) => (score >= 0.5 ? 1 : 0));
  return {
    method: "made-up",
    scored: "observations",
    groupings,
    scores: Float64Array.from(scores),
    decisions,
    weights: null,
    y: null,
    observed: { groupings, decisions, outOfFold: Float64Array.from(decisions), weights: null },
    balancedByDesign: false,
    consistent: [],
    consistentRows: null,
    resamples: 100,
    seed: 1,
    ...changes,
  };
}

/** Scores around a centre, in (0, 1). */
export function drawScores(random: Random, count: number, centre: number, spread = 1): number[] {
  return Array.from({ length: count }, () => sigmoid(centre + spread * random.normal()));
}

/** `counts[k]` people of group k, in order. */
export function groupsOf(...counts: number[]): number[] {
  return counts.flatMap((count, group) => Array.from({ length: count }, () => group));
}
