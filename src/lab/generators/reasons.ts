import type { FittedLogistic } from "../../classifiers/logistic.js";
import type { Encoder } from "../../encode/encoder.js";
import { type Column, selectTableRows, type Table } from "../../input/table.js";
import { compareText } from "../../math/compare.js";
import { type Matrix, row } from "../../math/matrix.js";
import { quantile } from "../../math/quantile.js";
import { type Random, seededRandom, shuffled } from "../../math/random.js";
import { featureBounds, shapleyGame, shapleyValues } from "../../measure/explain/shapley.js";
import { anything, type OptionsOf, settle, whole, within } from "../../options.js";
import type { TrainedTarget } from "../targets/target.js";
import { type Asking, answered } from "./asking.js";
import type { GeneratedReasons, Generator, LetterRequest } from "./generator.js";
import { type AskingRequest, isTrained, rowSpace } from "./letter-space.js";

const BACKGROUND = 20; // accepted rows a person is compared with
const ROUNDS = 2; // orders of the features per such row, and their reverses

const table = {
  /** Reasons each person is given at most. @default 4 */
  most: whole(4, 0),
  /** Share of the reasons that name another feature than they should. @default 0 */
  wrong: within(0, 0, 1),
  /** Whether notices say if a number is too low or too high. @default false */
  directed: anything(false),
};
export type ReasonsOptions = OptionsOf<typeof table>;

/**
 * Notices without a value: the features that count most against a person. For a linear target these are the points it
 * lost against the best value in the pool, otherwise Shapley values of the score against accepted people. A feature
 * that cannot change is never named. No letter is written.
 */
export function reasons(given: ReasonsOptions = {}): Generator {
  const options = settle("reasons", table, given);
  return {
    name: "reasons",
    generate(request) {
      const found = new Uint8Array(request.rejected.rows);
      return { rows: request.rejected, found, reasons: reasonsOf(request, options) };
    },
  };
}

export function reasonsOf(request: LetterRequest, options: Required<ReasonsOptions>): GeneratedReasons {
  const { target } = request;
  const search = askReasons(request, options, isTrained(target) ? target : null);
  return answered(search, (rows) => target.score(rows));
}

/** Finds the reasons; what was `trained` here need not be asked about each of the mixed rows. */
export function* askReasons(
  request: AskingRequest,
  { most, wrong, directed }: Required<ReasonsOptions>,
  trained: TrainedTarget | null,
): Asking<GeneratedReasons> {
  const { rejected, immutable, seed } = request;
  const { encoder } = rowSpace(request, trained?.encoder ?? null);
  const names = encoder.features.map(({ name }) => name);
  const citable = names.filter((name) => !immutable.includes(name)).sort(compareText);
  const placeOf = names.map((name) => citable.indexOf(name));
  const lost = most === 0 ? null : yield* pointsLost(request, encoder, trained);
  const random = seededRandom(seed, "reasons");
  const cited = Array.from({ length: rejected.rows }, (_, p) => {
    if (lost === null) return new Int32Array(0);
    const own = row(lost, p);
    const places = [...own.keys()].filter((f) => placeOf[f]! >= 0 && own[f]! < 0).sort((a, b) => own[a]! - own[b]!);
    const right = places.slice(0, most).map((f) => placeOf[f]!);
    return Int32Array.from(mistaken(right, citable.length, wrong, random));
  });
  if (!directed) return { citable, cited };
  const helps: Int8Array[] = [];
  for (const name of citable) helps.push(yield* helpOf(request, name));
  return { citable, cited, directions: cited.map((own, p) => Int8Array.from(own, (place) => helps[place]![p]!)) };
}

const [LOW, HIGH] = [0.1, 0.9]; // of the pool: a low and a high value, as the platform tries them

/** For each person whether the target scores a high value of a number better than a low one; 0 for a category. */
function* helpOf({ rejected, pool }: AskingRequest, name: string): Asking<Int8Array> {
  const known = pool.columns.find((column) => column.name === name);
  if (known?.type !== "number") return new Int8Array(rejected.rows);
  const values = known.values.filter((value) => !Number.isNaN(value)).sort();
  if (values.length === 0) return new Int8Array(rejected.rows);
  const withValue = (share: number): Table => {
    const filled = new Float64Array(rejected.rows).fill(quantile(values, share));
    const columns = rejected.columns.map((column): Column => {
      return column.name === name && column.type === "number" ? { ...column, values: filled } : column;
    });
    return { ...rejected, columns };
  };
  const low = yield withValue(LOW);
  const high = yield withValue(HIGH);
  return Int8Array.from(high, (score, p) => Math.sign(score - low[p]!));
}

/** The same reasons, each replaced with a chance of `wrong` by a feature that is not among them. */
function mistaken(right: readonly number[], count: number, wrong: number, random: Random): number[] {
  const others = shuffled(
    Array.from({ length: count }, (_, k) => k).filter((k) => !right.includes(k)),
    random,
  );
  return right.map((place) => (random.uniform() < wrong ? (others.pop() ?? place) : place));
}

/** What each feature adds to each person's score, one row per person; below 0 it counts against the person. */
function* pointsLost(request: AskingRequest, encoder: Encoder, trained: TrainedTarget | null): Asking<Matrix> {
  if (trained?.family === "lr") return linearPoints(trained, request);
  const { pool, rejected, seed } = request;
  const random = seededRandom(seed, "reasons background");
  const scores = trained === null ? yield pool : trained.score(pool);
  const accepted = shuffled(
    Array.from(scores.keys()).filter((i) => scores[i]! >= 0.5),
    random,
  ).slice(0, BACKGROUND);
  const background = encoder.encode(selectTableRows(pool, accepted));
  const bounds = featureBounds(encoder);
  const people = encoder.encode(rejected);
  const features = encoder.features.length;
  const points = { rows: people.rows, columns: features, values: new Float64Array(people.rows * features) };
  const ofTrained = trained && shapleyGame((x) => trained.classifier.probabilities(x), bounds, background);
  for (let p = 0; p < people.rows; p++) {
    const person = row(people, p);
    const values = ofTrained
      ? shapleyValues(ofTrained, person, { rounds: ROUNDS, random }).values
      : yield* askShapley({ encoder, bounds, background, person, random });
    points.values.set(values, p * features);
  }
  return points;
}

interface Mixed {
  readonly encoder: Encoder;
  readonly bounds: Int32Array;
  readonly background: Matrix;
  readonly person: Float64Array;
  readonly random: Random;
}

/** Shapley values by asking: which rows are mixed does not depend on the answers, so they are gathered first. */
function* askShapley({ encoder, bounds, background, person, random }: Mixed): Asking<Float64Array> {
  const drawn: number[] = [];
  const compute = (scorer: (x: Matrix) => Float64Array, integer: Random["integer"]) =>
    shapleyValues(shapleyGame(scorer, bounds, background), person, { rounds: ROUNDS, random: { ...random, integer } });
  const batches: Matrix[] = [];
  const gather = (x: Matrix) => {
    batches.push(x);
    return new Float64Array(x.rows);
  };
  compute(gather, (bound) => {
    const next = random.integer(bound);
    drawn.push(next);
    return next;
  });
  const answers: Float64Array[] = [];
  for (const x of batches) answers.push(yield encoder.decode(x));
  const again = drawn.values();
  return compute(
    () => answers.shift()!,
    () => again.next().value!,
  ).values;
}

/** Points of a linear target: each feature's share of the log-odds, less the best that anybody in the pool has. */
function linearPoints({ encoder, classifier }: TrainedTarget, { pool, rejected }: AskingRequest): Matrix {
  const bounds = featureBounds(encoder);
  const features = encoder.features.length;
  const slopes = (classifier as FittedLogistic).coefficients;
  const points = (table: Table): Matrix => {
    const x = encoder.encode(table);
    const values = new Float64Array(x.rows * features);
    for (let i = 0; i < x.rows; i++) {
      for (let f = 0; f < features; f++) {
        for (let k = bounds[f]!; k < bounds[f + 1]!; k++) {
          values[i * features + f]! += slopes[k]! * x.values[i * x.columns + k]!;
        }
      }
    }
    return { rows: x.rows, columns: features, values };
  };
  const best = new Float64Array(features).fill(Number.NEGATIVE_INFINITY);
  const all = points(pool);
  for (let i = 0; i < all.rows; i++) {
    for (let f = 0; f < features; f++) best[f] = Math.max(best[f]!, all.values[i * features + f]!);
  }
  const own = points(rejected);
  return { ...own, values: own.values.map((value, at) => value - best[at % features]!) };
}
