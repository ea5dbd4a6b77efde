import { SCALINGS, type Scaling } from "../../encode/scaling.js";
import { requireRunning } from "../../errors.js";
import type { Gap, Sensitivity, Variant } from "../../findings/sensitivity.js";
import type { Evidence } from "../../input/evidence.js";
import type { Table } from "../../input/table.js";
import type { Kernels } from "../../kernels/kernels.js";
import { compareText } from "../../math/compare.js";
import type { Matrix } from "../../math/matrix.js";
import { type Random, seededRandom } from "../../math/random.js";
import { type ProgressOptions, requireInteger, withDefaults } from "../../options.js";
import { defaultsOf, type Given } from "../../settings/settings.js";
import { type Canonicalised, canonicalEvidence } from "../../surrogate/canonical-evidence.js";
import { encodeClouds } from "../../surrogate/clouds.js";
import type { Model } from "../../surrogate/model.js";
import type { SurrogateMethod } from "../../surrogate/surrogate.js";
import type { Grouping } from "../groups/groups.js";
import { drawConclusions, gapOf, ratesOf, type Tried } from "./conclusions.js";
import { distancesToClouds, marginAt, measureGeometry, type Pair } from "./geometry.js";
import { decisionsOf, fitDecisions, resample, withoutReplacement } from "./stability.js";
import { asGiven, orFailure } from "./trust.js";

export interface SensitivityOptions extends ProgressOptions, Given<"seed" | "scaling"> {
  /** How often half of the people are drawn. @default 5 */
  readonly halves?: number;
}

export interface SensitivityParts {
  readonly evidence: Evidence;
  readonly method: SurrogateMethod;
  readonly model: Model;
  /** Intersections of attributes are left out. */
  readonly groupings: readonly Grouping[];
  /** What the audit says of each attribute out of fold; a statement about the full fit that differs is not followed. */
  readonly stated: readonly Gap[];
  /** Columns to leave out, most important first; at most fifteen are. */
  readonly columns: readonly string[];
}

const MOST_COLUMNS = 15;

interface Trial extends Pick<Variant, "kind" | "name"> {
  readonly method: string;
  /** Decisions on the observed people, and, where some were left out of the fit, who they are. */
  run(): { readonly decisions: Uint8Array; readonly leftOut?: Uint8Array };
  readonly reference: Uint8Array;
}

const NOISE = [0.05, 0.1, 0.2, 0.4];
const LAMBDAS = [
  ["λ = 0", 0],
  ["λ = 1/4", 1 / 4],
  ["λ = 1/2", 1 / 2],
  ["λ/(1−λ) = 1/2", 1 / 3],
] as const;

const DEFAULTS: Required<SensitivityOptions> = {
  ...defaultsOf("seed", "scaling"),
  halves: 5,
  onProgress: undefined,
  signal: undefined,
};

/**
 * Changes one choice at a time and says whose decision changes and which statements about groups stay true. What a
 * method chose by its own cross-validation is kept where it can be. Independent of the order of the rows.
 */
export function sensitivity(
  parts: SensitivityParts,
  kernels: Kernels,
  givenOptions: SensitivityOptions = {},
): Sensitivity {
  const options = withDefaults("sensitivity", DEFAULTS, givenOptions);
  requireInteger("halves", options.halves, 0);
  const { evidence, method, model } = parts;
  const ordered: OrderedParts = { ...parts, canonical: canonicalEvidence(evidence) };
  const groupings = parts.groupings.filter(({ kind }) => kind !== "intersection");
  const reference = decisionsOf(model.margins(evidence.observations));
  const trials = [
    ...fittedTrials(ordered, reference, kernels, options),
    ...lambdaTrials(parts, kernels),
    ...noiseTrials(ordered, reference, kernels, options.seed),
  ];
  const tried: Tried[] = [];
  const variants = trials.map((trial, done): Variant => {
    requireRunning(options.signal);
    options.onProgress?.(done, trials.length, trial.name);
    const { kind, name } = trial;
    const common = { kind, name, method: trial.method };
    const result = orFailure(() => trial.run());
    if ("failure" in result) {
      return { ...common, changed: null, agreement: null, gaps: [], failure: result.failure.message };
    }
    const { decisions, leftOut } = result;
    const rates = groupings.map((grouping) => ratesOf(grouping, decisions));
    const agreement = leftOut === undefined ? null : agreementOn(leftOut, decisions, evidence.decisions);
    // another model says nothing about this one
    if (trial.method === method.name) tried.push({ name, rates, agreement });
    return {
      ...common,
      changed: decisions.filter((decision, i) => decision !== trial.reference[i]).length / decisions.length,
      agreement: agreement?.own ?? null,
      gaps: rates.map(gapOf),
      failure: null,
    };
  });
  options.onProgress?.(trials.length, trials.length, "sensitivity done");
  const audit = groupings.map((grouping) => ratesOf(grouping, reference));
  return {
    method: method.name,
    gaps: audit.map(gapOf),
    variants,
    conclusions: drawConclusions(method.name, audit, parts.stated, tried),
  };
}

interface OrderedParts extends SensitivityParts {
  readonly canonical: Canonicalised;
}

/** Other scalings, halves of the people, and the evidence without each of its columns: all with a new encoder. */
function fittedTrials(
  { evidence: given, canonical, method, model, columns }: OrderedParts,
  reference: Uint8Array,
  kernels: Kernels,
  { seed, scaling, halves }: Required<SensitivityOptions>,
): Trial[] {
  const { evidence, people } = canonical;
  const kept = method.keeping?.(model.surrogate) ?? method;
  const common = { method: method.name, reference };
  const fitted = (from: Evidence, by: Scaling) => fitDecisions(from, kept, kernels, by)(given.observations);
  // the directions of a text are left out together: one of them is no column that anybody gave
  const partOf = new Map(evidence.schema.features.map(({ name, unit = name }) => [name, unit]));
  const parts = new Set(partOf.values());
  const named = new Set(columns.map((column) => partOf.get(column) ?? column));
  return [
    ...SCALINGS.filter((other) => other !== scaling).map((other) => ({
      ...common,
      kind: "scaling" as const,
      name: `scaling ${other}`,
      run: () => ({ decisions: fitted(evidence, other) }),
    })),
    ...Array.from({ length: halves }, (_, k) => ({
      ...common,
      kind: "subsample" as const,
      name: `half of the people (${k + 1} of ${halves})`,
      run: () => {
        const half = resample(evidence, withoutReplacement(0.5), (stratum) =>
          seededRandom(seed, `sensitivity/half/${k}/${stratum}`),
        );
        const leftOut = half.seen.map((seen) => 1 - seen);
        return { decisions: fitted(half.evidence, scaling), leftOut: asGiven(people, leftOut) };
      },
    })),
    ...(parts.size < 2 ? [] : [...named].slice(0, MOST_COLUMNS).sort(compareText)).map((column) => ({
      ...common,
      kind: "drop-column" as const,
      name: `without ${column}`,
      run: () => ({ decisions: fitted(withoutFeature(evidence, column), scaling) }),
    })),
  ];
}

/** RECAST at other mixing weights, against RECAST at its own; none without letters. */
function lambdaTrials({ evidence, model }: SensitivityParts, kernels: Kernels): Trial[] {
  if (evidence.letters.rows === 0) return [];
  const measured = orFailure(() => {
    const geometry = measureGeometry(encodeClouds(model.encoder, evidence), kernels);
    return { geometry, distances: distancesToClouds(geometry, model.encoder.encode(evidence.observations)) };
  });
  if ("failure" in measured) return [];
  const { geometry, distances } = measured;
  const decide = (lambda: Pair) =>
    decisionsOf(distances.rejected.map((_, i) => marginAt(distances, i, geometry.squared, lambda)));
  const common = { kind: "lambda", method: "recast", reference: decide(geometry.lambda) } as const;
  return LAMBDAS.map(([name, lambda]) => ({ ...common, name, run: () => ({ decisions: decide([lambda, lambda]) }) }));
}

/**
 * Normal noise of standard deviation τ on every encoded column: of the people decided on, as in the paper, with the
 * model unchanged; and of the letters, on which the model is then refitted.
 */
function noiseTrials(
  { evidence: given, canonical, method, model }: OrderedParts,
  reference: Uint8Array,
  kernels: Kernels,
  seed: number,
): Trial[] {
  const { evidence, people } = canonical;
  const encoded = (table: Table) => model.encoder.encode(table);
  const common = { kind: "noise" as const, method: method.name, reference };
  const kept = method.keeping?.(model.surrogate) ?? method;
  const onPeople = NOISE.map((tau) => ({
    ...common,
    name: `noise ${tau} on the people`,
    run: () => {
      const random = seededRandom(seed, `sensitivity/noise/people/${tau}`);
      const answers = decisionsOf(model.surrogate.margins(withNoise(encoded(evidence.observations), tau, random)));
      return { decisions: asGiven(people, answers) };
    },
  }));
  if (evidence.letters.rows === 0 || !method.usesLetters) return onPeople;
  const onLetters = NOISE.map((tau) => ({
    ...common,
    name: `noise ${tau} on the letters`,
    run: () => {
      const clouds = encodeClouds(model.encoder, evidence);
      const random = seededRandom(seed, `sensitivity/noise/letters/${tau}`);
      const counterfactual = withNoise(clouds.counterfactual, tau, random);
      const surrogate = kept.fit({ ...clouds, counterfactual }, kernels);
      return { decisions: decisionsOf(surrogate.margins(encoded(given.observations))) };
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

/** How often people left out get their real decision, from the model and from the others' more frequent decision. */
function agreementOn(leftOut: Uint8Array, decisions: Uint8Array, observed: Uint8Array): Tried["agreement"] {
  const kept = observed.filter((_, i) => leftOut[i] === 0);
  const asked = observed.filter((_, i) => leftOut[i] === 1);
  if (asked.length === 0) return null;
  const keptAccepted = kept.filter((decision) => decision === 1).length;
  const usual = 2 * keptAccepted >= kept.length ? 1 : 0;
  const agreed = observed.filter((decision, i) => leftOut[i] === 1 && decision === decisions[i]).length;
  const majority = asked.filter((decision) => decision === usual).length;
  return { own: agreed / asked.length, majority: majority / asked.length };
}
