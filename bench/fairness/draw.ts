import type { Grouping, ModelFairnessInput } from "recast-audit";

/** Random numbers of its own, so that the benchmark's data do not depend on the package's streams. */
export interface Draw {
  uniform(): number;
  normal(): number;
}

/** A small xorshift generator. */
export function startDraw(seed: number): Draw {
  let state = ((seed + 1) * 2654435761) >>> 0 || 1;
  const uniform = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 4294967296;
  };
  for (let k = 0; k < 20; k++) uniform();
  const normal = () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
  return { uniform, normal };
}

/** `counts[k]` people of group "k", in order. */
export function groupingOf(counts: readonly number[]): Grouping {
  const groupOf = Int32Array.from(counts.flatMap((count, group) => Array.from({ length: count }, () => group)));
  return { attribute: "group", columns: ["group"], kind: "category", labels: counts.map((_, k) => String(k)), groupOf };
}

/** An input of people scored, with nothing else known about them. */
export function inputOf(grouping: Grouping, scores: Float64Array, decisions: Uint8Array): ModelFairnessInput {
  return {
    method: "made-up",
    scored: "observations",
    groupings: [grouping],
    scores,
    decisions,
    weights: null,
    y: null,
    observed: { groupings: [grouping], decisions, outOfFold: Float64Array.from(decisions), weights: null },
    balancedByDesign: false,
    consistent: [],
    consistentRows: null,
    resamples: 1,
    seed: 0,
  };
}
