import { type MeasuredShare, measureShare } from "../math/interval.js";
import { type Grouping, LEAST_GROUP } from "./groups.js";

/** How often one group got the favourable decision. */
export interface GroupRate {
  readonly group: string;
  readonly n: number;
  /** "insufficient" below ten people: the rate is shown, but says little. */
  readonly status: "measured" | "insufficient";
  readonly rate: MeasuredShare;
  /** The rate with every person counted by their sampling weight; null without weights or when they sum to 0. */
  readonly weightedRate: number | null;
}

/** Selection rate of each group, in the order of its labels. */
export function selectionRates(
  { labels, groupOf }: Pick<Grouping, "labels" | "groupOf">,
  decisions: Uint8Array,
  weights: Float64Array | null,
): GroupRate[] {
  const size = new Float64Array(labels.length);
  const selected = new Float64Array(labels.length);
  const mass = new Float64Array(labels.length);
  const selectedMass = new Float64Array(labels.length);
  groupOf.forEach((group, i) => {
    if (group < 0) return;
    const weight = weights === null ? 1 : weights[i]!;
    size[group]! += 1;
    mass[group]! += weight;
    if (decisions[i] !== 1) return;
    selected[group]! += 1;
    selectedMass[group]! += weight;
  });
  return labels.flatMap((group, k) => {
    const n = size[k]!;
    const rate = measureShare(selected[k]!, n);
    if (rate === null) return [];
    const weightedRate = weights !== null && mass[k]! > 0 ? selectedMass[k]! / mass[k]! : null;
    return [{ group, n, status: n < LEAST_GROUP ? "insufficient" : "measured", rate, weightedRate } as const];
  });
}
