import type { FeatureImportance } from "../../findings/attributions.js";
import { wilsonInterval } from "../../math/interval.js";
import { type Matrix, row } from "../../math/matrix.js";
import { seededRandom, shuffled } from "../../math/random.js";
import { featureBlocks } from "./feature-blocks.js";
import { largestFirst } from "./largest-first.js";
import type { Scorer } from "./shapley.js";

/**
 * Share of people whose rebuilt decision changes when one feature is shuffled among them, mean over `shuffles` deals.
 * The interval is Wilson's for a share of that many people; the mean over several deals varies less, so it is rather
 * too wide.
 */
export function permutationImportance(
  scorer: Scorer,
  { bounds, names }: { readonly bounds: Int32Array; readonly names: readonly string[] },
  people: Matrix,
  { shuffles, seed }: { readonly shuffles: number; readonly seed: number },
): FeatureImportance[] {
  const { rows, columns } = people;
  const blocks = featureBlocks(bounds);
  const own = Array.from({ length: rows }, (_, i) => i);
  const decided = scorer(people).map((score) => (score >= 0.5 ? 1 : 0));
  const changed = { rows, columns, values: new Float64Array(rows * columns) };
  const owner = new Int32Array(rows);
  const found = names.map((feature, f) => {
    const random = seededRandom(seed, `explain shuffle ${feature}`);
    let flips = 0;
    for (let turn = 0; turn < shuffles; turn++) {
      let size = 0;
      for (const [i, from] of shuffled(own, random).entries()) {
        const other = row(people, from);
        if (blocks.same(other, people.values, i * columns, f)) continue;
        changed.values.set(row(people, i), size * columns);
        blocks.copy(other, changed.values, size * columns, f);
        owner[size++] = i;
      }
      if (size === 0) continue;
      const scores = scorer({ rows: size, columns, values: changed.values.subarray(0, size * columns) });
      for (let k = 0; k < size; k++) if (scores[k]! >= 0.5 !== (decided[owner[k]!] === 1)) flips++;
    }
    const value = flips / (shuffles * rows);
    return { feature, importance: { value, ...wilsonInterval(value * rows, rows) } };
  });
  return largestFirst(found);
}
