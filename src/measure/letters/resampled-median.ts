import type { Estimate } from "../../math/interval.js";
import { quantile } from "../../math/quantile.js";
import type { Random } from "../../math/random.js";

/** Values of people: `owners[k]` in [0, people) says whose `values[k]` is. */
export interface OwnedValues {
  readonly values: Float64Array;
  readonly owners: Int32Array;
  readonly people: number;
}

/** The median with its 95 % bootstrap percentile interval; people are drawn with all their values. */
export function medianInterval({ values, owners, people }: OwnedValues, resamples: number, random: Random): Estimate {
  const order = Int32Array.from(values, (_, k) => k).sort((a, b) => values[a]! - values[b]! || a - b);
  const sorted = values.toSorted();
  const ownerOf = order.map((k) => owners[k]!);
  const times = new Int32Array(people);
  const medians = new Float64Array(resamples);
  for (let b = 0; b < resamples; b++) {
    times.fill(0);
    for (let draw = 0; draw < people; draw++) times[random.integer(people)]! += 1;
    let total = 0;
    for (let k = 0; k < ownerOf.length; k++) total += times[ownerOf[k]!]!;
    medians[b] = (valueAt((total + 1) >> 1) + valueAt((total >> 1) + 1)) / 2;
  }
  medians.sort();
  return { value: quantile(sorted, 0.5), low: quantile(medians, 0.025), high: quantile(medians, 0.975) };

  /** The value at the 1-based `position` among the values drawn, each as often as its owner was. */
  function valueAt(position: number): number {
    let seen = 0;
    let k = -1;
    while (seen < position) seen += times[ownerOf[++k]!]!;
    return sorted[k]!;
  }
}
