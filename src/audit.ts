import { AuditError, requireRunning } from "./errors.js";
import type { AuditReport } from "./findings/audit-file.js";
import type { Evidence } from "./input/evidence.js";
import type { Kernels } from "./kernels/kernels.js";
import { attributions } from "./measure/explain/attributions.js";
import { gatherFacts, smallGroups } from "./measure/groups/facts.js";
import { applyGrouping, groupingRules } from "./measure/groups/groups.js";
import { scoreDensities } from "./measure/groups/score-densities.js";
import { letterFindings } from "./measure/letters/measure-letters.js";
import { samplePopulation, surrogateFairness } from "./measure/surrogate-fairness.js";
import { listCaveats } from "./measure/trust/caveats.js";
import { countEvidence } from "./measure/trust/count-evidence.js";
import { crossValidate } from "./measure/trust/cross-validate.js";
import { identification } from "./measure/trust/identify.js";
import { projectEvidence } from "./measure/trust/projection.js";
import { summarisePrototypes } from "./measure/trust/prototype-summary.js";
import { recommend } from "./measure/trust/recommend.js";
import { sensitivity } from "./measure/trust/sensitivity.js";
import { type SettledPeople, settledPeople } from "./measure/trust/settled-people.js";
import { type Refits, refitStability } from "./measure/trust/stability.js";
import { type MethodTrust, reportedTrust } from "./measure/trust/trust.js";
import { type AuditOptions, methodNamed, prototypeOptions, resolveAuditOptions } from "./settings/audit-options.js";
import { canonicalEvidence } from "./surrogate/canonical-evidence.js";
import { encodeClouds } from "./surrogate/clouds.js";
import { fitModel, type Model } from "./surrogate/model.js";

export type { AuditOptions, AuditReport };

/** The findings as plain data, the recommended method fitted on all of the evidence, and what was found about each person. */
export interface AuditResult {
  readonly report: AuditReport;
  readonly model: Model;
  /** In the order of the observations given. */
  readonly people: PersonResults;
}

/** One entry per observed person. */
export interface PersonResults {
  readonly decisions: Uint8Array;
  /** What the rebuilt model, fitted on everybody, answers. */
  readonly rebuilt: Uint8Array;
  readonly scores: Float64Array;
  readonly margins: Float64Array;
  /** What models that had not seen the person answer. */
  readonly outOfFoldScores: Float64Array;
  readonly outOfFoldMargins: Float64Array;
  /** Refits that had not seen the person, and how many of them accept. */
  readonly refitsAsked: Int32Array;
  readonly refitsAccepted: Int32Array;
  /** 1 or 0 where the refits agree, −1 where the decision is contested. */
  readonly settled: Int8Array;
  /** The same by the λ-band; null without letters. */
  readonly band: Int8Array | null;
  /** Smallest evidence error that would let RECAST's decision change; null without letters. */
  readonly certificates: Float64Array | null;
}

/**
 * Rebuilds a model from its decisions and letters, says what the evidence shows about groups with and without it, and measures how far
 * all of that can be trusted. The same evidence and options give the same report and model to the last bit, whatever the order of
 * the rows.
 */
export function audit(given: Evidence, kernels: Kernels, givenOptions: AuditOptions = {}): AuditResult {
  const { onProgress, signal, population, rows, ...settings } = resolveAuditOptions(givenOptions);
  const { folds, repeats, seed, scaling, abstain, resamples } = settings;
  if (given.decisions.some((decision) => decision > 1)) {
    throw new AuditError("DECISION_NOT_BINARY", "the decisions have more than two values; use auditClasses");
  }
  const { evidence, people, letters: letterOrder } = canonicalEvidence(given);
  const step = progressSteps(onProgress, settings.sensitivity);

  // what needs no model
  const rules = groupingRules(evidence.groups, settings);
  const groupings = rules.map((rule) => applyGrouping(rule, evidence.groups));
  const facts = gatherFacts(groupings, evidence.decisions, evidence.weights);

  // the rebuilt model, and how often it is right about people it has not seen
  const methods = settings.methods.map((name) => methodNamed(name, settings));
  const trust = crossValidate(evidence, methods, kernels, {
    ...{ folds, repeats, seed, scaling, signal },
    onProgress: step("cross-validation"),
  });
  const recommendation = recommend(trust.methods, evidence.decisions);
  const method = methodNamed(recommendation.method, settings);
  const model = fitModel(evidence, method, kernels, { scaling, abstain });
  requireRunning(signal);
  const clouds = encodeClouds(model.encoder, evidence);
  const prototypes = summarisePrototypes(clouds, kernels, prototypeOptions(settings));
  const own = trustOf(trust.methods, recommendation.method);
  const recast = trust.methods.find((entry) => entry.method === "recast" && entry.failure === null) ?? null;

  const letters = letterFindings(evidence, model.encoder, groupings, {
    ...{ resamples, seed },
    ...(rows && {
      personRows: people.map((i) => rows.people[i]!),
      letterRows: letterOrder.map((k) => rows.letters[k]!),
    }),
  });

  // what the evidence determines
  const sample = population && samplePopulation(population, seed);
  const refits = refitStability(evidence, method, model, kernels, {
    ...{ refits: settings.refits, seed, scaling, signal },
    scored: sample?.people,
    onProgress: step("refits"),
  });
  const identified = identification(
    { evidence, model, trust: own, recastTrust: recast, groupings, refits, population: population?.people ?? null },
    kernels,
  );

  // who is treated differently, through the rebuilt model
  const fairness = surrogateFairness(
    { evidence, settings, groupings, rules, facts, trust: trust.methods, own, model, refits, population, sample },
    kernels,
  );
  requireRunning(signal);
  step("attributions")?.(0, 1, "what the model looks at");
  const looked = attributions(model, evidence, { seed, resamples });
  requireRunning(signal);
  const stated = (fairness[0]?.attributes ?? []).map(({ attribute, parityDifference: gap }) => ({
    ...{ attribute, difference: gap?.value ?? null, highest: gap?.highest ?? null, lowest: gap?.lowest ?? null },
  }));
  const columns = looked.permutation.map(({ feature }) => feature);
  const varied = settings.sensitivity
    ? sensitivity({ evidence, method, model, groupings, stated, columns }, kernels, {
        ...{ signal, seed, scaling },
        onProgress: step("sensitivity"),
      })
    : null;
  requireRunning(signal);
  const settled = settledPeople(clouds, model.encoder.encode(evidence.observations), kernels);
  const counts = countEvidence(evidence);
  const report: AuditReport = {
    format: "recast-audit/2",
    kernels: kernels.name,
    settings: { ...settings, folds: trust.folds },
    evidence: counts,
    facts,
    letters,
    prototypes,
    methods: trust.methods.map(reportedTrust),
    recommendation,
    identification: identified,
    fairness,
    sensitivity: varied,
    attributions: looked,
    drawing: {
      projection: projectEvidence(clouds, model.encoder, kernels),
      scoreDensities: scoreDensities(groupings, own.scores),
    },
    warnings: model.encoder.warnings,
    caveats: listCaveats({
      ...counts,
      smallGroups: smallGroups(facts),
      comparesGroups: groupings.length > 0,
      methods: trust.methods,
      recommendation,
    }),
  };
  onProgress?.(100, 100, "audit done");
  return { report, model, people: personResults(evidence, people, model, own, refits, settled) };
}

type Step = ((done: number, total: number, label: string) => void) | undefined;

/** Where each part of the work begins and ends, in hundredths of the whole. */
const PARTS = {
  "cross-validation": [0, 40],
  refits: [40, 65],
  attributions: [65, 75],
  sensitivity: [75, 100],
} as const;

/** Turns the progress of each part into progress of the whole; without sensitivity its share is spread over the others. */
function progressSteps(onProgress: AuditOptions["onProgress"], withSensitivity: boolean) {
  return (part: keyof typeof PARTS): Step => {
    if (onProgress === undefined) return undefined;
    const [start, end] = PARTS[part];
    const stretch = withSensitivity ? 1 : 100 / 75;
    return (done, total, label) => {
      const place = start + ((end - start) * done) / Math.max(1, total);
      onProgress(Math.min(99, Math.floor(stretch * place)), 100, label);
    };
  };
}

/** The answers of the method recommended, which was measured. */
function trustOf(methods: readonly MethodTrust[], name: string): MethodTrust {
  const found = methods.find(({ method }) => method === name);
  if (found === undefined) throw new Error(`${name} was recommended but not measured`);
  return found;
}

/** What was found about each person, brought back from canonical order to the order given: canonical row k is row `people[k]`. */
function personResults(
  evidence: Evidence,
  people: Int32Array,
  model: Model,
  trust: MethodTrust,
  refits: Refits,
  { band, certificates }: SettledPeople,
): PersonResults {
  const given = <T extends Uint8Array | Int8Array | Int32Array | Float64Array>(values: T): T => {
    const ordered = values.slice() as T;
    people.forEach((to, from) => {
      ordered[to] = values[from]!;
    });
    return ordered;
  };
  const answers = model.predict(evidence.observations);
  return {
    decisions: given(evidence.decisions),
    rebuilt: given(answers.decisions),
    scores: given(answers.scores),
    margins: given(answers.margins),
    outOfFoldScores: given(trust.scores),
    outOfFoldMargins: given(trust.margins),
    refitsAsked: given(refits.observed.asked),
    refitsAccepted: given(refits.observed.accepted),
    settled: given(refits.observed.settled),
    band: band && given(band),
    certificates: certificates && given(certificates),
  };
}
