import { SCALINGS, type Scaling } from "../../encode/scaling.js";
import type { Variant } from "../../findings/sensitivity.js";
import type { Evidence } from "../../input/evidence.js";
import type { Kernels } from "../../kernels/kernels.js";
import { compareText } from "../../math/compare.js";
import type { Matrix } from "../../math/matrix.js";
import { type Random, seededRandom } from "../../math/random.js";
import type { CanonicalEvidence } from "../../surrogate/canonical-evidence.js";
import { encodeClouds } from "../../surrogate/clouds.js";
import type { SurrogateMethod } from "../../surrogate/surrogate.js";
import { distancesToClouds, marginAt, measureGeometry, type Pair } from "./geometry.js";
import { answersOfAll, fitHeldOut, type HeldOutFit } from "./held-out.js";
import { decisionsOf, fitRows } from "./stability.js";
import { orFailure } from "./trust.js";

/** One choice changed. */
export interface Trial extends Pick<Variant, "kind" | "name"> {
  readonly method: string;
  /** What the same method answers in the audit, and in the folds of the variants with nothing changed. */
  readonly unchanged: readonly Uint8Array[];
  /** Answers in the order of the evidence, each from a fit that had not seen the person. */
  run(): Uint8Array;
}

/** What was rebuilt, and from what. */
export interface RebuiltParts<Some extends Evidence = Evidence> {
  readonly evidence: Some;
  readonly method: SurrogateMethod;
  /** The audit's answers about the observed people, 1 for acceptance: from fits that had not seen them. */
  readonly answers: Uint8Array;
  /** RECAST's, for the variants of λ; null leaves these out. */
  readonly recast: Uint8Array | null;
  /** Columns to leave out, most important first; at most ten are. */
  readonly columns: readonly string[];
}

interface Varying extends RebuiltParts<CanonicalEvidence> {
  /** The method fitted without each fold of the people, and what these fits answer about people they had not seen. */
  readonly fits: readonly HeldOutFit[];
  readonly unchanged: Uint8Array;
  readonly kernels: Kernels;
  readonly options: { readonly scaling: Scaling; readonly seed: number; readonly halves: number };
}

const MOST_COLUMNS = 10;
const NOISE = [0.05, 0.1, 0.2, 0.4];
const NOISE_ON_LETTERS = [0.1, 0.4]; // each costs a fit per fold
const LAMBDAS = [
  ["λ = 0", 0],
  ["λ = 1/4", 1 / 4],
  ["λ = 1/2", 1 / 2],
  ["λ/(1−λ) = 1/2", 1 / 3],
] as const;

export function listTrials(varying: Varying): Trial[] {
  return [...fittedTrials(varying), ...lambdaTrials(varying), ...noiseTrials(varying)];
}

/** Other scalings, halves of the people, and the evidence without each of its columns: all with a new encoder. */
function fittedTrials({ evidence, method, columns, answers, fits, unchanged, kernels, options }: Varying): Trial[] {
  const { scaling, seed, halves } = options;
  const common = { method: method.name, unchanged: [answers, unchanged] };
  // the directions of a text are left out together: one of them is no column that anybody gave
  const partOf = new Map(evidence.schema.features.map(({ name, unit = name }) => [name, unit]));
  const parts = new Set(partOf.values());
  const named = new Set(columns.map((column) => partOf.get(column) ?? column));
  return [
    ...SCALINGS.filter((other) => other !== scaling).map((other) => ({
      ...common,
      kind: "scaling" as const,
      name: `scaling ${other}`,
      run: () => answersOfAll(fits, (fit) => fitRows(fit.training, fit.kept, kernels, other).decide(fit.people)),
    })),
    ...Array.from({ length: halves }, (_, k) => ({
      ...common,
      kind: "subsample" as const,
      name: `half of the people (${k + 1} of ${halves})`,
      run: () => {
        const dealing = { folds: 2, scaling, seed, stream: `sensitivity/half/${k}` };
        return answersOfAll(fitHeldOut(evidence, method, kernels, dealing), answerUnchanged);
      },
    })),
    ...(parts.size < 2 ? [] : [...named].slice(0, MOST_COLUMNS).sort(compareText)).map((column) => ({
      ...common,
      kind: "drop-column" as const,
      name: `without ${column}`,
      run: () =>
        answersOfAll(fits, ({ training, kept, people }) =>
          fitRows(withoutFeature(training, column), kept, kernels, scaling).decide(people),
        ),
    })),
  ];
}

/** What a fit answers about the people it had not seen. */
export function answerUnchanged({ surrogate, encoder, people }: HeldOutFit): Uint8Array {
  return decisionsOf(surrogate.margins(encoder.encode(people)));
}

/** RECAST at other mixing weights, against RECAST at its own; none without letters. */
function lambdaTrials({ evidence, recast, fits, kernels }: Varying): Trial[] {
  if (evidence.letters.rows === 0 || recast === null) return [];
  const measured = orFailure(() => {
    const geometries = fits.map(({ encoder, training, people }) => {
      const geometry = measureGeometry(encodeClouds(encoder, training), kernels);
      return { geometry, distances: distancesToClouds(geometry, encoder.encode(people)) };
    });
    return { of: new Map(fits.map((fit, k) => [fit, geometries[k]!])) };
  });
  if ("failure" in measured) return [];
  const decide = (lambda: Pair | null) =>
    answersOfAll(fits, (fit) => {
      const { geometry, distances } = measured.of.get(fit)!;
      const at = lambda ?? geometry.lambda;
      return decisionsOf(distances.rejected.map((_, i) => marginAt(distances, i, geometry.squared, at)));
    });
  const common = { kind: "lambda", method: "recast", unchanged: [recast, decide(null)] } as const;
  return LAMBDAS.map(([name, lambda]) => ({ ...common, name, run: () => decide([lambda, lambda]) }));
}

/**
 * Normal noise of standard deviation τ on every encoded column: of the people decided on, as in the paper, with the
 * fits unchanged; and of the letters, on which the method is then fitted again.
 */
function noiseTrials({ evidence, method, answers, fits, unchanged, kernels, options: { seed } }: Varying): Trial[] {
  const common = { kind: "noise" as const, method: method.name, unchanged: [answers, unchanged] };
  const onPeople = NOISE.map((tau) => ({
    ...common,
    name: `noise ${tau} on the people`,
    run: () => {
      const random = seededRandom(seed, `sensitivity/noise/people/${tau}`);
      return answersOfAll(fits, ({ surrogate, encoder, people }) =>
        decisionsOf(surrogate.margins(withNoise(encoder.encode(people), tau, random))),
      );
    },
  }));
  if (evidence.letters.rows === 0 || !method.usesLetters) return onPeople;
  const onLetters = NOISE_ON_LETTERS.map((tau) => ({
    ...common,
    name: `noise ${tau} on the letters`,
    run: () => {
      const random = seededRandom(seed, `sensitivity/noise/letters/${tau}`);
      return answersOfAll(fits, ({ encoder, training, kept, people }) => {
        const clouds = encodeClouds(encoder, training);
        const counterfactual = withNoise(clouds.counterfactual, tau, random);
        const surrogate = kept.fit({ ...clouds, counterfactual }, kernels);
        return decisionsOf(surrogate.margins(encoder.encode(people)));
      });
    },
  }));
  return [...onPeople, ...onLetters];
}

function withNoise(x: Matrix, tau: number, random: Random): Matrix {
  return { ...x, values: x.values.map((value) => value + tau * random.normal()) };
}

function withoutFeature(evidence: Evidence, name: string): Evidence {
  const features = evidence.schema.features.filter((feature) => (feature.unit ?? feature.name) !== name);
  return { ...evidence, schema: { ...evidence.schema, features } };
}
