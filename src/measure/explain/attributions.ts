import type { Encoder } from "../../encode/encoder.js";
import type { FeatureCode } from "../../encode/encoder-data.js";
import { applyScale } from "../../encode/scaling.js";
import type { Attributions, FeatureImportance, PartialDependence } from "../../findings/attributions.js";
import type { Evidence } from "../../input/evidence.js";
import type { Table } from "../../input/table.js";
import { compareText } from "../../math/compare.js";
import { type Estimate, wilsonInterval } from "../../math/interval.js";
import { type Matrix, row, selectRows } from "../../math/matrix.js";
import { quantile } from "../../math/quantile.js";
import { sampleWithoutReplacement, seededRandom, shuffled } from "../../math/random.js";
import { type NeedsTwo, requireInteger, withDefaults } from "../../options.js";
import { canonicalEvidence } from "../../surrogate/canonical-evidence.js";
import type { Model } from "../../surrogate/model.js";
import { type LinearRule, linearRuleOf, linearWeights } from "./linear-rule.js";
import { columnNamed, countLevels, presentNumbers } from "./observed-values.js";
import { featureBlocks, featureBounds, type Scorer, type ShapleyGame, shapleyGame, shapleyValues } from "./shapley.js";

export const explanationsNeedTwo: NeedsTwo = {
  what: "explanations per person",
  reason: "they read one boundary; letters here lie at several",
};

export interface AttributionsOptions {
  /** Seed of shuffles, samples and orders. @default 0 */
  readonly seed?: number;
  /** Resamples of the people behind the intervals of the Shapley values. @default 1000 */
  readonly resamples?: number;
}

const DEFAULTS: Required<AttributionsOptions> = { seed: 0, resamples: 1000 };

/**
 * What the rebuilt model looks at: weights where it is linear, how many decisions depend on each feature, how much each
 * moves the score, and how the score runs along it. It describes the rebuilt model on the observed people, not the
 * platform's model and no causes. The order of the rows changes nothing.
 */
export function attributions(model: Model, given: Evidence, givenOptions: AttributionsOptions = {}): Attributions {
  const { seed, resamples } = withDefaults("attributions", DEFAULTS, givenOptions);
  requireInteger("seed", seed, 0);
  requireInteger("resamples", resamples, 1);
  const { observations } = canonicalEvidence(given).evidence;
  const { encoder, surrogate } = model;
  const x = encoder.encode(observations);
  const bounds = featureBounds(encoder);
  const names = encoder.features.map(({ name }) => name);
  const scorer: Scorer = (rows) => surrogate.scores(rows);
  const rule = linearRuleOf(surrogate);
  const sizes = planAttributions(names.length, x.rows, costOf(model, rule));

  const { shuffledPeople, shuffles, partialDependencePeople, rounds } = sizes;
  const shuffledRows = drawRows(x, shuffledPeople, seed, "explain shuffled people");
  const explained = drawRows(x, sizes.people, seed, "explain people");
  const background = drawRows(x, sizes.background, seed, "explain background");
  const drawnAlong = drawRows(x, partialDependencePeople, seed, "explain curves");
  const weights = rule && linearWeights(rule, encoder, observations);
  return {
    method: model.method,
    weights,
    withoutWeights: rule === null ? "not linear" : weights === null ? "rank scaling" : null,
    permutation: permutationImportance(scorer, { bounds, names }, shuffledRows, { shuffles, seed }),
    shapley: {
      exact: sizes.orders === 0,
      people: sizes.people,
      samples: sizes.orders,
      ...meanShapley(shapleyGame(scorer, bounds, background), names, explained, { rounds, seed, resamples }),
    },
    partialDependence: partialDependence(scorer, encoder, observations, drawnAlong),
    sizes: { shuffledPeople, shuffles, partialDependencePeople },
  };
}

/** What a row costs next to one of the ensemble on 400 people, which takes about 10 µs. */
function costOf({ method, evidence }: Model, rule: LinearRule | null): number {
  if (rule !== null) return 0.05;
  return method === "nearest" ? Math.max(1, (evidence.rejected + evidence.accepted) / 400) : 1;
}

function drawRows(x: Matrix, count: number, seed: number, stream: string): Matrix {
  if (count >= x.rows) return x;
  return selectRows(x, sampleWithoutReplacement(x.rows, count, seededRandom(seed, stream)).sort());
}

/** Mean |φ| over the people, with a bootstrap interval over them; `rounds` 0 goes through all coalitions. */
function meanShapley(
  game: ShapleyGame,
  names: readonly string[],
  people: Matrix,
  { rounds, seed, resamples }: Record<"rounds" | "seed" | "resamples", number>,
): Pick<Attributions["shapley"], "background" | "base" | "features"> {
  const random = seededRandom(seed, "explain orders");
  const sizes = names.map(() => new Float64Array(people.rows));
  const way = rounds === 0 ? "exact" : { rounds, random };
  let base = 0;
  for (let i = 0; i < people.rows; i++) {
    const found = shapleyValues(game, row(people, i), way);
    base = found.base;
    for (let f = 0; f < names.length; f++) sizes[f]![i] = Math.abs(found.values[f]!);
  }
  const drawing = seededRandom(seed, "explain resamples");
  const draws = Int32Array.from({ length: resamples * people.rows }, () => drawing.integer(people.rows));
  const features = names.map((feature, f) => ({ feature, importance: meanWithInterval(sizes[f]!, draws) }));
  return { background: game.background.rows, base, features: largestFirst(features) };
}

/** The mean and the 2.5 and 97.5 % quantiles of the means of resampled values; `draws` has resample after resample. */
function meanWithInterval(values: Float64Array, draws: Int32Array): Estimate {
  const size = values.length;
  const means = new Float64Array(draws.length / size);
  for (let r = 0; r < means.length; r++) {
    let sum = 0;
    for (let k = r * size; k < (r + 1) * size; k++) sum += values[draws[k]!]!;
    means[r] = sum / size;
  }
  means.sort();
  const value = values.reduce((sum, each) => sum + each, 0) / size;
  return { value, low: Math.min(value, quantile(means, 0.025)), high: Math.max(value, quantile(means, 0.975)) };
}

// Rows scored by a method that takes about 10 µs for one: three budgets of together some 2.5 s. They are counts, not
// seconds, so that every machine computes the same.
const SHUFFLED_ROWS = 50_000;
const SHAPLEY_ROWS = 150_000;
const CURVE_ROWS = 40_000;

const MOST_FEATURES_EXACT = 10;
const BACKGROUND = 32;
const PEOPLE = 200;
const ENOUGH_PEOPLE = 50; // below it the mean over people says little
const LEAST_BACKGROUND = 8;
const CURVE_POINTS = 20;

/** How many people, shuffles and orders are used, a row costing `cost` times 10 µs. */
export function planAttributions(features: number, rows: number, cost: number) {
  const shuffledPeople = Math.min(rows, 400);
  const shuffles = within(Math.floor(SHUFFLED_ROWS / cost / (features * shuffledPeople)), 2, 10);
  const curvePeople = within(Math.floor(CURVE_ROWS / cost / (CURVE_POINTS * features)), 20, PEOPLE);
  const shapley = planShapley(features, rows, SHAPLEY_ROWS / cost);
  return { shuffledPeople, shuffles, ...shapley, partialDependencePeople: Math.min(rows, curvePeople) };
}

function planShapley(features: number, rows: number, budget: number) {
  const all = Math.min(PEOPLE, rows);
  const background = Math.min(BACKGROUND, rows);
  if (features <= MOST_FEATURES_EXACT) {
    const people = Math.min(all, Math.floor(budget / (background * (1 << features))));
    if (people >= Math.min(all, ENOUGH_PEOPLE)) return { people, background, rounds: 0, orders: 0 };
  }
  const perRow = 2 * Math.max(1, features - 1); // an order and its reverse
  const people = within(Math.floor(budget / (background * perRow)), Math.min(all, ENOUGH_PEOPLE), all);
  const fewer = Math.min(background, Math.max(LEAST_BACKGROUND, Math.floor(budget / (people * perRow))));
  return { people, background: fewer, rounds: 1, orders: 2 * fewer };
}

function within(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}

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

const MOST_POINTS = 20;

/**
 * For each feature, the mean score and the share accepted when everybody of `people` gets one value of it and keeps the
 * rest: at the observed values where they are few, else at evenly spaced quantiles; for categories at the most frequent
 * levels. Combinations nobody has are scored too, which is the weakness of this curve. Friedman (2001).
 */
export function partialDependence(
  scorer: Scorer,
  encoder: Encoder,
  observations: Table,
  people: Matrix,
): PartialDependence[] {
  return encoder.features.map((code, f) => {
    const values = code.type === "number" ? gridOf(observations, code.name) : levelsOf(observations, code);
    const changed = { ...people, values: people.values.slice() };
    const points = values.map((value) => {
      setFeature(changed, encoder.starts[f]!, code, value);
      const scores = scorer(changed);
      const score = scores.reduce((sum, each) => sum + each, 0) / people.rows;
      return { value, score, accepted: scores.reduce((sum, each) => sum + (each >= 0.5 ? 1 : 0), 0) / people.rows };
    });
    return { feature: code.name, type: code.type, points };
  });
}

/** The observed numbers, at most 20 of them: all, or quantiles from the least to the greatest. */
export function gridOf(observations: Table, feature: string): number[] {
  const sorted = presentNumbers(observations, feature);
  const distinct = [...new Set(sorted)];
  if (distinct.length <= MOST_POINTS) return distinct;
  const quantiles = Array.from({ length: MOST_POINTS }, (_, k) => quantile(sorted, k / (MOST_POINTS - 1)));
  return [...new Set(quantiles)];
}

/** The levels the model knows that somebody observed has, the most frequent first, at most 20. */
function levelsOf(observations: Table, code: FeatureCode): string[] {
  const column = columnNamed(observations, code.name);
  if (code.type !== "category" || column?.type !== "category") return [];
  const counts = countLevels(column);
  return code.levels
    .filter((level) => counts.has(level))
    .sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0) || compareText(a, b))
    .slice(0, MOST_POINTS);
}

function setFeature(x: Matrix, start: number, code: FeatureCode, value: number | string): void {
  const block = new Float64Array(code.type === "number" ? 1 : code.levels.length);
  if (code.type === "number") block[0] = applyScale(code.scale, Number(value));
  else block[code.levels.indexOf(String(value))] = 1;
  for (let i = 0; i < x.rows; i++) x.values.set(block, i * x.columns + start);
}

export function largestFirst(features: readonly FeatureImportance[]): FeatureImportance[] {
  return [...features].sort((a, b) => b.importance.value - a.importance.value || compareText(a.feature, b.feature));
}
