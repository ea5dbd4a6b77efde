import type { Kernels } from "../kernels/kernels.js";
import { indices } from "../math/compare.js";
import { type Matrix, selectRows, stackRows, zeros } from "../math/matrix.js";
import { exactTransport } from "../transport/exact.js";
import type { Clouds } from "./surrogate.js";

/** Standardised evidence, each letter beside the person it answers. */
export interface BracketSets {
  readonly rejected: Matrix;
  readonly accepted: Matrix;
  readonly letters: Matrix;
  /** Row of `rejected` each letter answers, known or recovered. */
  readonly originOf: Int32Array;
  readonly numeric: Uint8Array;
}

/** (x − center) / scale of the columns that vary; columns of categories keep their 0 and 1. */
export interface Standard {
  /** Encoded columns of the rows it takes. */
  readonly columns: number;
  /** The ones that vary in the evidence: the others cannot tell people apart. */
  readonly kept: Int32Array;
  /** One entry per kept column. */
  readonly centers: Float64Array;
  readonly scales: Float64Array;
}

/** Centres and standard deviations of the numeric columns over all rows of the evidence. */
export function standardOf(clouds: Clouds): Standard {
  const all = stackRows(clouds.rejected, clouds.accepted, clouds.counterfactual);
  const varies = (k: number) => {
    for (let at = k; at < all.values.length; at += all.columns) if (all.values[at] !== all.values[k]) return true;
    return false;
  };
  const kept = indices(all.columns).filter(varies);
  const centers = new Float64Array(kept.length);
  const scales = new Float64Array(kept.length).fill(1);
  kept.forEach((k, place) => {
    if (clouds.numeric?.[k] === 0) return;
    let sum = 0;
    for (let at = k; at < all.values.length; at += all.columns) sum += all.values[at]!;
    const mean = sum / all.rows;
    let squares = 0;
    for (let at = k; at < all.values.length; at += all.columns) {
      const deviation = all.values[at]! - mean;
      squares += deviation * deviation;
    }
    const deviation = Math.sqrt(squares / all.rows);
    centers[place] = mean;
    if (deviation > 0 && Number.isFinite(deviation)) scales[place] = deviation;
  });
  return { columns: all.columns, kept, centers, scales };
}

/** The kept columns of the rows in standard units. */
export function standardise({ kept, centers, scales }: Standard, x: Matrix): Matrix {
  const rows = zeros(x.rows, kept.length);
  for (let i = 0; i < x.rows; i++) {
    for (let j = 0; j < kept.length; j++) {
      rows.values[i * kept.length + j] = (x.values[i * x.columns + kept[j]!]! - centers[j]!) / scales[j]!;
    }
  }
  return rows;
}

/** The evidence in standard units, with every letter paired. */
export function bracketSets(clouds: Clouds, standard: Standard, kernels: Kernels): BracketSets {
  const rejected = standardise(standard, clouds.rejected);
  const letters = standardise(standard, clouds.counterfactual);
  return {
    rejected,
    accepted: standardise(standard, clouds.accepted),
    letters,
    originOf: recoverPairs(rejected, letters, clouds.pairOf, kernels),
    numeric: Uint8Array.from(standard.kept, (k) => clouds.numeric?.[k] ?? 1),
  };
}

/** Known pairs stay; letters without one get the person that sends them the most mass in the W₂-optimal plan. */
function recoverPairs(rejected: Matrix, letters: Matrix, pairOf: Int32Array, kernels: Kernels): Int32Array {
  const origins = pairOf.slice();
  const open = [...origins.keys()].filter((k) => origins[k]! < 0);
  if (open.length === 0) return origins;
  const answered = new Set(pairOf);
  const unanswered = indices(rejected.rows).filter((i) => !answered.has(i));
  const people = unanswered.length > 0 ? unanswered : indices(rejected.rows);
  const { plan } = exactTransport(selectRows(rejected, people), selectRows(letters, open), kernels);
  const most = new Float64Array(open.length);
  for (let k = 0; k < plan.mass.length; k++) {
    const letter = plan.target[k]!;
    if (plan.mass[k]! <= most[letter]!) continue;
    most[letter] = plan.mass[k]!;
    origins[open[letter]!] = people[plan.source[k]!]!;
  }
  return origins;
}

/**
 * The point at `t` on each letter's displacement path in the numeric columns, with the person's categories. The
 * boundary lies between a person and their letter, so a point part of the way is a rejected one nearer to it.
 */
export function pathRows({ rejected, letters, originOf, numeric }: BracketSets, t: number): Matrix {
  const d = letters.columns;
  const rows = zeros(letters.rows, d);
  for (let i = 0; i < letters.rows; i++) {
    const origin = originOf[i]! * d;
    for (let k = 0; k < d; k++) {
      const from = rejected.values[origin + k]!;
      rows.values[i * d + k] = numeric[k] === 1 ? from + t * (letters.values[i * d + k]! - from) : from;
    }
  }
  return rows;
}

/** The evidence of some people: their rows, and the letters that answer them. */
export function keepPeople(sets: BracketSets, rejected: Int32Array, accepted: Int32Array): BracketSets {
  const place = new Int32Array(sets.rejected.rows).fill(-1);
  rejected.forEach((from, to) => {
    place[from] = to;
  });
  const kept = [...sets.originOf.keys()].filter((k) => place[sets.originOf[k]!]! >= 0);
  return {
    rejected: selectRows(sets.rejected, rejected),
    accepted: selectRows(sets.accepted, accepted),
    letters: selectRows(sets.letters, kept),
    originOf: Int32Array.from(kept, (k) => place[sets.originOf[k]!]!),
    numeric: sets.numeric,
  };
}
