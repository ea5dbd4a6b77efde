import type { Attributions } from "../../findings/attributions.js";
import type { Evidence } from "../../input/evidence.js";
import type { Estimate } from "../../math/interval.js";
import { type Matrix, row, selectRows } from "../../math/matrix.js";
import { quantile } from "../../math/quantile.js";
import { sampleWithoutReplacement, seededRandom } from "../../math/random.js";
import type { NeedsTwo } from "../../options.js";
import { requireInteger, withDefaults } from "../../options.js";
import { canonicalEvidence } from "../../surrogate/canonical-evidence.js";
import type { Model } from "../../surrogate/model.js";
import { featureBounds } from "./feature-blocks.js";
import { largestFirst } from "./largest-first.js";
import { type LinearRule, linearRuleOf } from "./linear-rule.js";
import { linearWeights } from "./linear-weights.js";
import { partialDependence } from "./partial-dependence.js";
import { permutationImportance } from "./permutation.js";
import { type Scorer, type ShapleyGame, shapleyGame, shapleyValues } from "./shapley.js";
import { planAttributions } from "./sizes.js";

/** What this stage does not do for more than two decisions. */
export const explanationsNeedTwo: NeedsTwo = {
  what: "explanations per person",
  reason: "they read one boundary; letters here lie at several",
  settings: [],
};

export interface AttributionsOptions {
  /** Seed of shuffles, samples and orders. @default 0 */
  readonly seed?: number;
  /** Resamples of the people behind the intervals of the Shapley values. @default 1000 */
  readonly resamples?: number;
}

const DEFAULTS: Required<AttributionsOptions> = { seed: 0, resamples: 1000 };

/**
 * What the rebuilt model looks at: weights where it is linear, how many decisions hang on each feature, how much each
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

  const shuffledPeople = drawRows(x, sizes.shuffledPeople, seed, "explain shuffled people");
  const explained = drawRows(x, sizes.people, seed, "explain people");
  const background = drawRows(x, sizes.background, seed, "explain background");
  const weights = rule && linearWeights(rule, encoder, observations);
  return {
    method: model.method,
    weights,
    withoutWeights: rule === null ? "not linear" : weights === null ? "rank scaling" : null,
    permutation: permutationImportance(scorer, { bounds, names }, shuffledPeople, { shuffles: sizes.shuffles, seed }),
    shapley: {
      exact: sizes.orders === 0,
      people: sizes.people,
      samples: sizes.orders,
      ...meanShapley(shapleyGame(scorer, bounds, background), names, explained, {
        rounds: sizes.rounds,
        seed,
        resamples,
      }),
    },
    partialDependence: partialDependence(
      scorer,
      encoder,
      observations,
      drawRows(x, sizes.partialDependencePeople, seed, "explain curves"),
    ),
    sizes: {
      shuffledPeople: sizes.shuffledPeople,
      shuffles: sizes.shuffles,
      partialDependencePeople: sizes.partialDependencePeople,
    },
  };
}

/** What a row costs next to one of the ensemble on 400 people, which takes about 10 µs. */
function costOf({ method, evidence }: Model, rule: LinearRule | null): number {
  if (rule !== null) return 0.05;
  return method === "nearest" ? Math.max(1, (evidence.rejected + evidence.accepted) / 400) : 1;
}

/** All rows, or `count` of them drawn without replacement and left in their order. */
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
  let base = 0;
  for (let i = 0; i < people.rows; i++) {
    const way = rounds === 0 ? "exact" : { rounds, random };
    const found = shapleyValues(game, row(people, i), way);
    base = found.base;
    for (let f = 0; f < names.length; f++) sizes[f]![i] = Math.abs(found.values[f]!);
  }
  const draws = Int32Array.from({ length: resamples * people.rows }, drawFrom(people.rows, seed));
  const features = largestFirst(
    names.map((feature, f) => ({ feature, importance: meanWithInterval(sizes[f]!, draws) })),
  );
  return { background: game.background.rows, base, features };
}

function drawFrom(count: number, seed: number): () => number {
  const random = seededRandom(seed, "explain resamples");
  return () => random.integer(count);
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
