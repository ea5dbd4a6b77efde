import type { Kernels } from "../kernels/kernels.js";
import { indices } from "../math/compare.js";
import { type Matrix, selectRows, stackRows, zeros } from "../math/matrix.js";
import { exactTransport } from "../transport/exact.js";
import { type LabelledRows, labelledRows } from "./clouds.js";
import { type ColumnScaler, fitColumnScaler, scaleColumns } from "./column-scaler.js";
import type { RowReasons } from "./row-reasons.js";
import type { Clouds } from "./surrogate.js";

/** How far along its path a point is that just falls short of a threshold. */
const JUST_SHORT = 0.99;

/** Standardised evidence, each letter with the person it answers. */
export interface BracketSets {
  readonly rejected: Matrix;
  readonly accepted: Matrix;
  readonly letters: Matrix;
  /** Row of `rejected` each letter answers, known or recovered. */
  readonly originOf: Int32Array;
  readonly numeric: Uint8Array;
  /** 1 for a letter that is a threshold. */
  readonly isThreshold: Uint8Array;
  /** What the rejected people were told, in the kept columns; null where nobody was told anything. */
  readonly reasons: RowReasons | null;
}

/** Centres and standard deviations of the numeric columns over all rows of the evidence; the others keep 0 and 1. */
export function standardOf(clouds: Clouds): ColumnScaler {
  const all = stackRows(clouds.rejected, clouds.accepted, clouds.counterfactual);
  return fitColumnScaler(all, (column) => clouds.numeric?.[column] !== 0);
}

/** The evidence in standard units, with every letter paired. */
export function bracketSets(clouds: Clouds, standard: ColumnScaler, kernels: Kernels): BracketSets {
  const rejected = scaleColumns(standard, clouds.rejected);
  const letters = scaleColumns(standard, clouds.counterfactual);
  return {
    rejected,
    accepted: scaleColumns(standard, clouds.accepted),
    letters,
    originOf: recoverPairs(rejected, letters, clouds.pairOf, kernels),
    numeric: Uint8Array.from(standard.kept, (k) => clouds.numeric?.[k] ?? 1),
    isThreshold: clouds.isThreshold ?? new Uint8Array(letters.rows),
    reasons: clouds.reasons ? keptReasons(clouds.reasons, standard) : null,
  };
}

/** The reasons in the columns that vary; null where nobody was given one. */
function keptReasons({ columnsOf, named }: RowReasons, { columns, kept }: ColumnScaler): RowReasons | null {
  if (named.every((own) => own.length === 0)) return null;
  const place = new Int32Array(columns).fill(-1);
  kept.forEach((column, k) => {
    place[column] = k;
  });
  return { columnsOf: columnsOf.map((own) => own.map((column) => place[column]!).filter((k) => k >= 0)), named };
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
export function pathRows({ rejected, letters, originOf, numeric, isThreshold }: BracketSets, t: number): Matrix {
  const d = letters.columns;
  const rows = zeros(letters.rows, d);
  for (let i = 0; i < letters.rows; i++) {
    const origin = originOf[i]! * d;
    const at = isThreshold[i] === 1 ? Math.max(t, JUST_SHORT) : t;
    for (let k = 0; k < d; k++) {
      const from = rejected.values[origin + k]!;
      rows.values[i * d + k] = numeric[k] === 1 ? from + at * (letters.values[i * d + k]! - from) : from;
    }
  }
  return rows;
}

/** The observations by their decisions, rejected first; with `t`, also letters as 1 and the path's rows as 0. */
export function bracketRows(sets: BracketSets, t: number | null): LabelledRows {
  const { rejected, accepted, letters } = sets;
  if (t === null) return labelledRows([rejected, 0], [accepted, 1]);
  return labelledRows([rejected, 0], [accepted, 1], [letters, 1], [pathRows(sets, t), 0]);
}

/** The evidence of some people: their rows, and the letters that answer them. */
export function keepPeople(sets: BracketSets, rejected: Int32Array, accepted: Int32Array): BracketSets {
  const place = new Int32Array(sets.rejected.rows).fill(-1);
  for (let to = 0; to < rejected.length; to++) place[rejected[to]!] = to;
  const kept = [...sets.originOf.keys()].filter((k) => place[sets.originOf[k]!]! >= 0);
  return {
    rejected: selectRows(sets.rejected, rejected),
    accepted: selectRows(sets.accepted, accepted),
    letters: selectRows(sets.letters, kept),
    originOf: Int32Array.from(kept, (k) => place[sets.originOf[k]!]!),
    numeric: sets.numeric,
    isThreshold: Uint8Array.from(kept, (k) => sets.isThreshold[k]!),
    reasons: sets.reasons && { ...sets.reasons, named: Array.from(rejected, (i) => sets.reasons!.named[i]!) },
  };
}
