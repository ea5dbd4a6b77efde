import type { Encoder } from "../../encode/encoder.js";
import { AuditError } from "../../errors.js";
import type { Table } from "../../input/table.js";
import { compareText } from "../../math/compare.js";
import { type Matrix, row } from "../../math/matrix.js";
import { type Random, seededRandom, shuffled } from "../../math/random.js";
import { requireInteger, withDefaults } from "../../options.js";
import type { Model } from "../../surrogate/model.js";

/** What each feature adds to one person's score. */
export interface Contributions {
  /** Whether all coalitions were tried. */
  readonly exact: boolean;
  /** Orders drawn; 0 when exact. */
  readonly samples: number;
  /** Rows the person was compared with. */
  readonly background: number;
  /** Mean score of those rows; the contributions lead from it to the person's score. */
  readonly base: number;
  readonly score: number;
  /** The largest first, whatever its sign; `error` is a standard error, 0 when exact. */
  readonly features: readonly { readonly feature: string; readonly contribution: number; readonly error: number }[];
}

export interface ShapleyOfOptions {
  /** Seed of the orders, where they are drawn. @default 0 */
  readonly seed?: number;
}

const MOST_EXACT_ROWS = 65_536; // scored at once
const DRAWN_ROWS = 40_000;

/**
 * Shapley values of the rebuilt model's score for the only row of `person`, against the rows of `background`: exact
 * while 2^features · background rows are at most 65,536, from orders drawn otherwise.
 */
export function shapleyOf(model: Model, background: Table, person: Table, given: ShapleyOfOptions = {}): Contributions {
  const { seed } = withDefaults<Required<ShapleyOfOptions>>("shapleyOf", { seed: 0 }, given);
  requireInteger("seed", seed, 0);
  requireOneRow("shapleyOf", person);
  if (background.rows === 0) {
    throw new AuditError("SHAPE_MISMATCH", "shapleyOf: the background has no rows; pass the rows to compare with");
  }
  const { encoder, surrogate } = model;
  const others = encoder.encode(background);
  const features = encoder.features.length;
  const exact = features <= 16 && (1 << features) * others.rows <= MOST_EXACT_ROWS;
  const rounds = Math.max(1, Math.floor(DRAWN_ROWS / (2 * others.rows * Math.max(1, features - 1))));
  const way = exact ? "exact" : { rounds, random: seededRandom(seed, "explain person") };
  const game = shapleyGame((x) => surrogate.scores(x), featureBounds(encoder), others);
  const found = shapleyValues(game, encoder.encode(person).values, way);
  return {
    exact,
    samples: exact ? 0 : 2 * rounds * others.rows,
    background: others.rows,
    base: found.base,
    score: found.score,
    features: encoder.features
      .map(({ name }, f) => ({ feature: name, contribution: found.values[f]!, error: found.errors[f]! }))
      .sort((a, b) => Math.abs(b.contribution) - Math.abs(a.contribution) || compareText(a.feature, b.feature)),
  };
}

export function requireOneRow(owner: string, person: Table): void {
  if (person.rows === 1) return;
  const message = `${owner} explains one person, got ${person.rows} rows; pass a table of one row`;
  throw new AuditError("SHAPE_MISMATCH", message);
}

export type Scorer = (x: Matrix) => Float64Array;

export interface ShapleyValues {
  /** One per feature; they add up to score − base. */
  readonly values: Float64Array;
  /** Standard error of each by drawing orders; 0 where all coalitions were tried. */
  readonly errors: Float64Array;
  readonly score: number;
  readonly base: number;
}

/** How values are computed: all coalitions, or `rounds` pairs of an order and its reverse per background row. */
export type ShapleyWay = "exact" | { readonly rounds: number; readonly random: Random };

export type ShapleyGame = ReturnType<typeof shapleyGame>;

/** What everybody is compared by: a score, the features, and the background with its scores. */
export function shapleyGame(scorer: Scorer, bounds: Int32Array, background: Matrix) {
  const features = bounds.length - 1;
  return { scorer, features, blocks: featureBlocks(bounds), background, backgroundScores: scorer(background) };
}

/**
 * Shapley values of v(S) = mean over background rows b of score(x with the features outside S taken from b), the
 * interventional value function. Per background row only features that differ from it can add anything, so coalitions
 * and orders run over those alone.
 *
 * Shapley (1953); Strumbelj & Kononenko (2014) for the sampling, in pairs of an order and its reverse (Mitchell et al.
 * 2022). With orders the errors come from how much the values differ between background rows, which overstates the
 * error of drawing.
 */
export function shapleyValues(game: ShapleyGame, person: Float64Array, way: ShapleyWay): ShapleyValues {
  const { scorer, background, backgroundScores, features, blocks } = game;
  const score = scorer({ rows: 1, columns: person.length, values: person })[0]!;
  const differing = Array.from({ length: background.rows }, (_, b) => {
    const own: number[] = [];
    for (let f = 0; f < features; f++) {
      if (!blocks.same(person, background.values, b * background.columns, f)) own.push(f);
    }
    return Int32Array.from(own);
  });
  const parts: Parts = { ...game, person, score, differing };
  const each = way === "exact" ? coalitionValues(parts) : orderValues(parts, way.rounds, way.random);

  const values = new Float64Array(features);
  const errors = new Float64Array(features);
  const count = background.rows;
  for (let f = 0; f < features; f++) {
    let sum = 0;
    for (let b = 0; b < count; b++) sum += each[b * features + f]!;
    const mean = sum / count;
    values[f] = mean;
    if (way === "exact" || count < 2) continue;
    let squares = 0;
    for (let b = 0; b < count; b++) squares += (each[b * features + f]! - mean) * (each[b * features + f]! - mean);
    errors[f] = Math.sqrt(squares / (count - 1) / count);
  }
  return { values, errors, score, base: backgroundScores.reduce((sum, value) => sum + value, 0) / count };
}

interface Parts extends ShapleyGame {
  readonly person: Float64Array;
  readonly score: number;
  readonly differing: readonly Int32Array[];
}

/** Values against each background row, row by row, from all coalitions of the features that differ. */
function coalitionValues({ scorer, features, blocks, person, background, differing }: Parts): Float64Array {
  const { columns } = background;
  const rows = differing.reduce((sum, own) => sum + (1 << own.length), 0);
  const hybrids = { rows, columns, values: new Float64Array(rows * columns) };
  let at = 0; // row of the empty coalition
  for (const [b, own] of differing.entries()) {
    hybrids.values.set(row(background, b), at * columns);
    for (let mask = 1; mask < 1 << own.length; mask++) {
      const without = mask & (mask - 1); // the lowest member left out
      const last = 31 - Math.clz32(mask ^ without);
      const to = (at + mask) * columns;
      hybrids.values.copyWithin(to, (at + without) * columns, (at + without + 1) * columns);
      blocks.copy(person, hybrids.values, to, own[last]!);
    }
    at += 1 << own.length;
  }
  const scores = scorer(hybrids);

  const values = new Float64Array(background.rows * features);
  at = 0;
  for (const [b, own] of differing.entries()) {
    const weights = coalitionWeights(own.length);
    for (let mask = 0; mask < 1 << own.length; mask++) {
      const weight = weights[bitCount(mask)]!;
      for (let k = 0; k < own.length; k++) {
        if ((mask >> k) & 1) continue;
        values[b * features + own[k]!]! += weight * (scores[at + (mask | (1 << k))]! - scores[at + mask]!);
      }
    }
    at += 1 << own.length;
  }
  return values;
}

/** |S|! (m − |S| − 1)! / m! for |S| = 0 … m − 1; 0 for the whole set, which nothing can join. */
function coalitionWeights(m: number): Float64Array {
  const weights = new Float64Array(m + 1);
  let choices = 1; // of |S| among m − 1
  for (let size = 0; size < m; size++) {
    weights[size] = 1 / (m * choices);
    choices = (choices * (m - 1 - size)) / (size + 1);
  }
  return weights;
}

function bitCount(mask: number): number {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/** Numbers in the rows that are scored at once: with many columns, the rows of all orders would fill the memory. */
const MOST_SCORED = 1 << 23;

/** The same from orders: each adds the person's features one after the other; the rows between the ends are scored. */
function orderValues(parts: Parts, rounds: number, random: Random): Float64Array {
  const { features, background, backgroundScores, score, differing } = parts;
  const values = new Float64Array(background.rows * features);
  let waiting: Order[] = [];
  let rows = 0;
  const finish = () => {
    const scores = scoresBetween(parts, waiting, rows);
    let at = 0;
    for (const { b, order } of waiting) {
      let before = backgroundScores[b]!;
      for (let k = 0; k < order.length; k++) {
        const after = k + 1 < order.length ? scores[at++]! : score;
        values[b * features + order[k]!]! += (after - before) / (2 * rounds);
        before = after;
      }
    }
    waiting = [];
    rows = 0;
  };
  for (const [b, own] of differing.entries()) {
    for (let round = 0; round < rounds && own.length > 0; round++) {
      const order = shuffled(Array.from(own), random);
      waiting.push({ b, order }, { b, order: order.toReversed() });
      rows += 2 * (own.length - 1);
      if (rows * background.columns > MOST_SCORED) finish();
    }
  }
  finish();
  return values;
}

/** An order in which the person's features replace a background row's. */
interface Order {
  readonly b: number;
  readonly order: readonly number[];
}

/** Scores of the rows between background row and person, order after order. */
function scoresBetween({ scorer, blocks, person, background }: Parts, orders: readonly Order[], rows: number) {
  const { columns } = background;
  const hybrids = { rows, columns, values: new Float64Array(rows * columns) };
  let at = 0;
  for (const { b, order } of orders) {
    for (let k = 0; k + 1 < order.length; k++) {
      const to = at * columns;
      if (k === 0) hybrids.values.set(row(background, b), to);
      else hybrids.values.copyWithin(to, to - columns, to);
      blocks.copy(person, hybrids.values, to, order[k]!);
      at++;
    }
  }
  return rows === 0 ? new Float64Array(0) : scorer(hybrids);
}

/** Feature f has the encoded columns from entry f up to entry f + 1; one entry more than there are features. */
export function featureBounds(encoder: Encoder): Int32Array {
  const bounds = new Int32Array(encoder.features.length + 1);
  bounds.set(encoder.starts);
  bounds[encoder.features.length] = encoder.columns.length;
  return bounds;
}

/** Compares and copies the columns of feature `f` of an encoded row and of the row that begins at `at` of `values`. */
export function featureBlocks(bounds: Int32Array) {
  return {
    same(row: Float64Array, values: Float64Array, at: number, f: number): boolean {
      for (let j = bounds[f]!; j < bounds[f + 1]!; j++) if (row[j] !== values[at + j]) return false;
      return true;
    },
    copy(row: Float64Array, values: Float64Array, at: number, f: number): void {
      for (let j = bounds[f]!; j < bounds[f + 1]!; j++) values[at + j] = row[j]!;
    },
  };
}
