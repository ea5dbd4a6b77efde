import { LEAST_GROUP } from "../../math/group-size.js";
import { type Estimate, type MeasuredShare, measureShare, Z_95 } from "../../math/interval.js";
import { type Comparison, compareSides, type Side } from "./compared.js";
import { type Counted, rateWith, ratioOf, scoreRatio } from "./proportions.js";
import { countWeighed, type WeighedPeople, weighPeople, weightedRate } from "./weighted-rates.js";

/** How often a rebuilt model accepts the people of each group. */
export interface ModelRates {
  /** Everybody counted once; null for nobody. */
  readonly plain: readonly (MeasuredShare | null)[];
  /** By weight; null without weights or where all of a group's are 0. */
  readonly weighted: readonly (Estimate | null)[];
  /** The rate that comparisons use; null for groups of fewer than ten people with a weight that is not 0. */
  readonly sides: readonly (Side | null)[];
}

type CountedSide = Side & { readonly counted: Counted };

/** Rates of the groups of some people; people of group −1 are left out. */
export function modelRates(
  labels: readonly string[],
  groupOf: Int32Array,
  decisions: Uint8Array,
  weights: Float64Array | null,
): ModelRates {
  const counted = countGroups(labels.length, groupOf, decisions);
  const plain = counted.map(({ successes, n }) => measureShare(successes, n));
  if (weights === null) {
    const sides = counted.map((own, k): CountedSide | null =>
      own.n < LEAST_GROUP ? null : { group: labels[k] ?? "", n: own.n, counted: own, rate: (z) => rateWith(own, z) },
    );
    return { plain, weighted: labels.map(() => null), sides };
  }
  const weighed = weighPeople(groupOf, labels.length, decisions, weights);
  const everybody = addUp(weighed);
  const rate = (own: WeighedPeople) => (z: number) => weightedRate(own, everybody, z);
  return {
    plain,
    weighted: weighed.map((own) => (countWeighed(own) === 0 ? null : rate(own)(Z_95))),
    sides: weighed.map((own, k): Side | null =>
      countWeighed(own) < LEAST_GROUP ? null : { group: labels[k] ?? "", n: countWeighed(own), rate: rate(own) },
    ),
  };
}

/** Groups against the highest of them: counted shares by a score test, any others by the intervals of both. */
export function compareRates(sides: readonly (Side | null)[]): Comparison<Side> {
  return compareSides(sides, (side, reference, z) =>
    isCounted(side) && isCounted(reference)
      ? scoreRatio(side.counted, reference.counted, z)
      : ratioOf(side.rate(z), reference.rate(z)),
  );
}

/** Highest minus lowest rate of the sides that are not null; null with fewer than two. */
export function spreadOf(sides: readonly (Side | null)[]): number | null {
  const rates = sides.flatMap((side) => (side === null ? [] : [side.rate(Z_95).value]));
  return rates.length < 2 ? null : Math.max(...rates) - Math.min(...rates);
}

function isCounted(side: Side): side is CountedSide {
  return "counted" in side;
}

function countGroups(groups: number, groupOf: Int32Array, decisions: Uint8Array): Counted[] {
  const n = new Float64Array(groups);
  const successes = new Float64Array(groups);
  for (let i = 0; i < groupOf.length; i++) {
    const group = groupOf[i]!;
    if (group < 0) continue;
    n[group]! += 1;
    successes[group]! += decisions[i]!;
  }
  return Array.from(n, (count, k) => ({ n: count, successes: successes[k]! }));
}

/** All groups together. */
function addUp(groups: readonly WeighedPeople[]): WeighedPeople {
  const add = (of: (group: WeighedPeople) => readonly [number, number]): [number, number] => {
    const total: [number, number] = [0, 0];
    for (const group of groups) {
      total[0] += of(group)[0];
      total[1] += of(group)[1];
    }
    return total;
  };
  return { n: add(({ n }) => n), sums: add(({ sums }) => sums), squares: add(({ squares }) => squares) };
}
