/** Values and the class (0 or 1) each belongs to. */
export interface LabelledValues {
  readonly values: Float64Array;
  readonly labels: Uint8Array;
}

/** Thresholds `low` < t ≤ `high` all accept the same rows. */
interface Gap {
  readonly low: number;
  readonly high: number;
  readonly cost: number;
}

/**
 * The threshold t for "accept when value ≥ t" with the fewest errors, each class weighing the same in total.
 *
 * All thresholds between two neighbouring values are equally good. Of the best gaps the widest is taken, then the one
 * whose middle is nearest to 0, then the lower, and t is its middle. Accepting or rejecting everything is chosen only
 * when no gap between two values does as well. Without values t is 0.
 */
export function chooseThreshold({ values, labels }: LabelledValues): number {
  const order = Array.from({ length: values.length }, (_, i) => i).sort((i, j) => values[i]! - values[j]!);
  const ones = labels.reduce((sum, label) => sum + label, 0);
  const zeros = labels.length - ones;
  const zeroCost = Math.max(1, ones); // costs in whole numbers: equal ones compare equal
  const oneCost = Math.max(1, zeros);

  let cost = zeros * zeroCost; // everything accepted
  let low = Number.NEGATIVE_INFINITY;
  const gaps: Gap[] = [];
  for (const i of order) {
    const value = values[i]!;
    if (value > low) gaps.push({ low, high: value, cost });
    low = value;
    cost += labels[i] ? oneCost : -zeroCost; // this row is rejected by any higher threshold
  }
  gaps.push({ low, high: Number.POSITIVE_INFINITY, cost });

  const best = gaps.reduce((chosen, gap) => (better(gap, chosen) ? gap : chosen));
  return middle(best, values.length > 1 ? low - (gaps[0]?.high ?? low) : 0);
}

function better(gap: Gap, chosen: Gap): boolean {
  if (gap.cost !== chosen.cost) return gap.cost < chosen.cost;
  const width = finiteWidth(gap);
  const chosenWidth = finiteWidth(chosen);
  if (width !== chosenWidth) return width > chosenWidth;
  return Math.abs(gap.low + gap.high) < Math.abs(chosen.low + chosen.high);
}

/** Width of a gap between two values; −1 for the two that reach to infinity, so that they lose ties. */
function finiteWidth({ low, high }: Gap): number {
  return Number.isFinite(low) && Number.isFinite(high) ? high - low : -1;
}

/** The middle; for a gap that reaches to infinity, half the spread of the values beyond its end. */
function middle({ low, high }: Gap, spread: number): number {
  const beyond = spread > 0 ? spread / 2 : 1;
  if (Number.isFinite(low) && Number.isFinite(high)) {
    const between = low + (high - low) / 2;
    return between > low ? between : high; // neighbouring doubles have nothing between them
  }
  if (Number.isFinite(high)) return high - beyond;
  return Number.isFinite(low) ? low + beyond : 0;
}
