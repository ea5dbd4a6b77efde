import { SCALINGS, type Scaling } from "../../encode/scaling.js";
import type { Variant } from "../../findings/sensitivity.js";
import type { Evidence } from "../../input/evidence.js";
import type { Kernels } from "../../kernels/kernels.js";
import { compareText } from "../../math/compare.js";
import type { Matrix } from "../../math/matrix.js";
import { type Random, seededRandom } from "../../math/random.js";
import type { CanonicalEvidence } from "../../surrogate/canonical-evidence.js";
import { encodeClouds } from "../../surrogate/clouds.js";
import { type Fit, type Fitted, orFailure } from "../../surrogate/fitting.js";
import type { SurrogateMethod } from "../../surrogate/surrogate.js";
import { distancesToClouds, marginAt, measureGeometry, type Pair } from "./geometry.js";
import { answersOfAll, fitOf, type HeldOutFit, heldOutParts } from "./held-out.js";
import { decisionsOf, encoderOf } from "./stability.js";

/** One choice changed. */
export interface Trial extends Pick<Variant, "kind" | "name"> {
  readonly method: string;
  /** What the same method answers in the audit, and in the folds of the variants with nothing changed. */
  readonly unchanged: readonly Uint8Array[];
  /** The fits it takes, if any; an AuditError says why it cannot be tried. */
  fits(): Iterable<Fit>;
  /** Answers in the order of the evidence, each from a fit that had not seen the person. */
  read(fitted: readonly Fitted[]): Uint8Array;
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
function fittedTrials({ evidence, method, columns, answers, fits, unchanged, options }: Varying): Trial[] {
  const { scaling, seed, halves } = options;
  const common = { method: method.name, unchanged: [answers, unchanged] };
  // the directions of a text are left out together: one of them is no column that anybody gave
  const partOf = new Map(evidence.schema.features.map(({ name, unit = name }) => [name, unit]));
  const parts = new Set(partOf.values());
  const named = new Set(columns.map((column) => partOf.get(column) ?? column));
  /** Each fit again, of the method with what it chose, on other training or in another scaling. */
  const again = (change: (training: Evidence) => Evidence, by: Scaling) => ({
    *fits() {
      for (const { training, people, kept } of fits) {
        const changed = change(training);
        yield fitOf(kept, { training: changed, encoder: encoderOf(changed, by), people });
      }
    },
    read: (fitted: readonly Fitted[]) => answersByFit(fits, fitted),
  });
  return [
    ...SCALINGS.filter((other) => other !== scaling).map((other) => ({
      ...common,
      kind: "scaling" as const,
      name: `scaling ${other}`,
      ...again((training) => training, other),
    })),
    ...Array.from({ length: halves }, (_, k) => {
      const dealing = { folds: 2, scaling, seed, stream: `sensitivity/half/${k}` };
      const rows: Pick<HeldOutFit, "rows">[] = [];
      return {
        ...common,
        kind: "subsample" as const,
        name: `half of the people (${k + 1} of ${halves})`,
        *fits() {
          for (const part of heldOutParts(evidence, dealing)) {
            rows.push({ rows: part.rows });
            yield fitOf(method, part);
          }
        },
        read: (fitted: readonly Fitted[]) => answersByFit(rows, fitted),
      };
    }),
    ...(parts.size < 2 ? [] : [...named].slice(0, MOST_COLUMNS).sort(compareText)).map((column) => ({
      ...common,
      kind: "drop-column" as const,
      name: `without ${column}`,
      ...again((training) => withoutFeature(training, column), scaling),
    })),
  ];
}

/** One answer per person, from the fit that was asked about the person. */
function answersByFit(parts: readonly { readonly rows: Int32Array }[], fitted: readonly Fitted[]): Uint8Array {
  const of = new Map(parts.map((part, k) => [part, fitted[k]!]));
  return answersOfAll(parts, (part) => decisionsOf(of.get(part)!.margins[0]!));
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
  return LAMBDAS.map(([name, lambda]) => ({ ...common, name, fits: () => [], read: () => decide([lambda, lambda]) }));
}

/**
 * Normal noise of standard deviation τ on every encoded column: of the people decided on, as in the paper, with the
 * fits unchanged; and of the letters, on which the method is then fitted again.
 */
function noiseTrials({ evidence, method, answers, fits, unchanged, options: { seed } }: Varying): Trial[] {
  const common = { kind: "noise" as const, method: method.name, unchanged: [answers, unchanged] };
  const onPeople = NOISE.map((tau) => ({
    ...common,
    name: `noise ${tau} on the people`,
    fits: () => [],
    read: () => {
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
    *fits() {
      const random = seededRandom(seed, `sensitivity/noise/letters/${tau}`);
      for (const part of fits) {
        const { clouds, ...fit } = fitOf(part.kept, part);
        yield { ...fit, clouds: { ...clouds, counterfactual: withNoise(clouds.counterfactual, tau, random) } };
      }
    },
    read: (fitted: readonly Fitted[]) => answersByFit(fits, fitted),
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
