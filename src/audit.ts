import { commitmentsNeedTwo } from "./certificate/commit.js";
import { AuditError, requireRunning } from "./errors.js";
import { AUDIT_FORMAT, type AuditReport } from "./findings/audit-file.js";
import { CLASS_FORMAT, type ClassReport } from "./findings/class-file.js";
import { type Measured, rankFindings } from "./findings/rank.js";
import { type ClassEvidence, type Evidence, hasClasses, hasReasons } from "./input/evidence.js";
import { populationNeedsTwo } from "./input/population.js";
import type { Kernels } from "./kernels/kernels.js";
import { canonicalPopulation, samplePopulation } from "./measure/canonical-population.js";
import { attributions, explanationsNeedTwo } from "./measure/explain/attributions.js";
import { classFairness } from "./measure/groups/class-fairness.js";
import { gatherFacts, ratiosNeedTwo, smallGroups, tallyFacts } from "./measure/groups/facts.js";
import { scoresNeedTwo } from "./measure/groups/model-fairness.js";
import { scoreDensities } from "./measure/groups/score-densities.js";
import { burdenNeedsTwo } from "./measure/letters/burden.js";
import { contradictionsNeedTwo } from "./measure/letters/contradictions.js";
import { letterDirections, letterFindings } from "./measure/letters/measure-letters.js";
import { reasonFindings, reasonsNeedTwo } from "./measure/letters/reasons.js";
import { answeringOthers, outsideSample } from "./measure/outside-sample.js";
import { progressSteps } from "./measure/progress.js";
import { fittedPart, samplingNeedsTwo } from "./measure/sample-evidence.js";
import { countTallied, groupedEvidence, type ScannedFile } from "./measure/scanned-evidence.js";
import { surrogateFairness } from "./measure/surrogate-fairness.js";
import { countEvidence, listCaveats } from "./measure/trust/caveats.js";
import { determinedClasses } from "./measure/trust/class-band.js";
import { validating } from "./measure/trust/cross-validate.js";
import { crossValidateClasses } from "./measure/trust/cross-validate-classes.js";
import { errorDirection } from "./measure/trust/error-direction.js";
import { summarisePrototypes } from "./measure/trust/geometry.js";
import { identification, type PersonResults, personResults } from "./measure/trust/identify.js";
import { lensNeedsTwo, settledPeople } from "./measure/trust/lens.js";
import { letterReader, letterWorth, reasonWorth } from "./measure/trust/letter-worth.js";
import { projectEvidence } from "./measure/trust/projection.js";
import { PREFERRED, recommend, recommendOutside } from "./measure/trust/recommend.js";
import { varying } from "./measure/trust/sensitivity.js";
import { type Refit, refitsNeedTwo, refitting } from "./measure/trust/stability.js";
import { acceptedOutOfFold, reportedTrust, rightShareOf, type Validated } from "./measure/trust/trust.js";
import { leftOut, type NeedsTwo, refuseForMore } from "./options.js";
import { solversNeedTwo } from "./prototypes/fit.js";
import { type AuditOptions, methodNamed, prototypeOptions, resolveAuditOptions } from "./settings/audit-options.js";
import { requireFits, requireSize } from "./settings/work-limits.js";
import { knownRateNeedsTwo } from "./surrogate/bracket.js";
import { canonicalEvidence } from "./surrogate/canonical-evidence.js";
import { encodeClassClouds, settleLetters } from "./surrogate/class-clouds.js";
import { classMethodsNamed } from "./surrogate/class-methods.js";
import { type ClassModel, fitClassModel } from "./surrogate/class-model.js";
import { encodeClouds } from "./surrogate/clouds.js";
import { type Fitting, fitHere, meanwhile, sideBySide } from "./surrogate/fitting.js";
import { abstainingNeedsTwo, fittingModel, type Model } from "./surrogate/model.js";

export type { AuditOptions, AuditReport, PersonResults };

/** The findings as plain data, the recommended method fitted on all evidence, and what was found about each person. */
export interface AuditResult {
  readonly report: AuditReport;
  readonly model: Model;
  /** In the order of the observations given. */
  readonly people: PersonResults;
  /** The model fitted again on resampled people, as `explainPerson` asks for them. */
  readonly refits: readonly Refit[];
}

/** The same for decisions with K named values: fewer findings, and the reason for each that is left out. */
export interface ClassAuditResult {
  readonly report: ClassReport;
  readonly model: ClassModel;
}

/** What only two decisions have, in the words of the stages that cannot do more. */
export const NEED_TWO: readonly NeedsTwo[] = [
  ratiosNeedTwo,
  scoresNeedTwo,
  lensNeedsTwo,
  refitsNeedTwo,
  explanationsNeedTwo,
  burdenNeedsTwo,
  contradictionsNeedTwo,
  populationNeedsTwo,
  commitmentsNeedTwo,
];

/**
 * Rebuilds a model from its decisions and letters, says what the evidence shows about groups with and without it, and
 * measures how far to trust all of that. The same evidence and options give the same report and model to the last
 * bit, whatever the order of the rows.
 */
export function audit(given: ClassEvidence, kernels: Kernels, options?: AuditOptions): ClassAuditResult;
export function audit(given: Evidence, kernels: Kernels, options?: AuditOptions): AuditResult;
export function audit(given: Evidence, kernels: Kernels, options: AuditOptions = {}): AuditResult | ClassAuditResult {
  return hasClasses(given)
    ? auditClasses(given, kernels, options)
    : fitHere(auditing(given, kernels, options), kernels);
}

/**
 * The audit of two decisions for whoever does the fits: who does them changes no bit. With `scanned`, the evidence is
 * the sample of a file that is too long to be held, and everybody else is read from the file.
 */
export function* auditing(
  given: Evidence,
  kernels: Kernels,
  options: AuditOptions,
  scanned: ScannedFile | null = null,
): Fitting<AuditResult> {
  if (given.decisions.some((decision) => decision > 1)) {
    throw new AuditError(
      "DECISION_NOT_BINARY",
      "the decisions have more than two values; join them with their classes",
    );
  }
  const begun = begin(given, kernels, options, scanned);
  const { evidence, groupings, whole, settings, signal, step } = begun;
  const facts =
    scanned === null
      ? gatherFacts(whole.groupings, whole.evidence.decisions, whole.evidence.weights)
      : tallyFacts(whole.groupings, scanned.tally);
  const rebuilt = yield* rebuild(begun);
  const { trust, own, model, clouds } = rebuilt;
  const letters = letterFindings(whole.evidence, model.encoder, whole.groupings, letterOptions(begun));
  requireRunning(signal);
  const sampled = { ...begun, ...rebuilt, facts };
  const look = () => {
    step("attributions")?.(0, 1, "what the model looks at");
    return attributions(model, evidence, { seed: settings.seed, resamples: settings.resamples });
  };
  const [[determined, looked], answered] = yield* sideBySide([
    meanwhile(determine(begun, rebuilt), look),
    answeringOthers(sampled, { signal }),
  ]);
  const outside = yield* outsideSample(sampled, answered);
  const fairness = surrogateFairness({ ...begun, ...rebuilt, ...determined, trust: trust.methods, facts }, kernels);
  requireRunning(signal);
  const settled = settledPeople(clouds, model.encoder.encode(evidence.observations), kernels);
  const counts = { ...countEvidence(whole.evidence), ...(scanned && countTallied(scanned.tally)) };
  const recommendation = recommendOutside(rebuilt.recommendation, outside?.sample ?? null);
  const measured: Measured = {
    format: AUDIT_FORMAT,
    kernels: kernels.name,
    settings: { ...settings, folds: trust.folds },
    evidence: counts,
    facts,
    letters,
    reasons: reasonFindings(whole.evidence, whole.groupings, personRowsOf(begun)),
    prototypes: summarisePrototypes(clouds, kernels, prototypeOptions(settings)),
    methods: trust.methods.map(reportedTrust),
    recommendation,
    letterWorth: rebuilt.worth,
    reasonWorth: rebuilt.reasonWorth,
    errors: outside
      ? outside.errors
      : errorDirection(evidence, own, determined.refits.observed.decisions, settings.acceptanceRate),
    identification: { ...determined.identified, ...(outside && { agreementByGroup: outside.agreementByGroup }) },
    sample: outside?.sample ?? null,
    fairness,
    sensitivity: null,
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
      toldReasons: hasReasons(whole.evidence),
      methods: trust.methods,
      recommendation,
      sample: outside?.sample ?? null,
    }),
  };
  const findings = rankFindings(measured);
  const varied = settings.sensitivity ? yield* vary(begun, rebuilt, { ...measured, findings }) : null;
  requireRunning(signal);
  const report: AuditReport = { ...measured, sensitivity: varied, findings };
  begun.onProgress?.(100, 100, "audit done");
  const people = personResults({ ...begun, ...rebuilt, refits: determined.refits, settled });
  return { report, model, people, refits: determined.models };
}

function auditClasses(given: ClassEvidence, kernels: Kernels, options: AuditOptions): ClassAuditResult {
  refuseForMore(options, [...NEED_TWO, abstainingNeedsTwo, solversNeedTwo, knownRateNeedsTwo, samplingNeedsTwo]);
  const { evidence, groupings, settings, signal, onProgress } = begin(given, kernels, options);
  const { folds, repeats, seed, scaling, resamples } = settings;
  const { names } = evidence.classes;
  const unnamed = options.methods === undefined && evidence.letters.rows === 0; // then readers of letters are left out
  const methods = classMethodsNamed(settings.methods).filter(({ usesLetters }) => !(unnamed && usesLetters));
  const dealt = { folds, repeats, seed, scaling, withholdLetters: false, withholdReasons: false, onProgress, signal };
  const trust = crossValidateClasses(evidence, methods, kernels, dealt);
  const recommendation = recommend(trust.methods);
  const own = trustOf(trust.methods, recommendation.method);
  const recast = trustOf(trust.methods, "recast", own);
  const method = methods.find(({ name }) => name === recommendation.method)!;
  const model = fitClassModel(evidence, method, kernels, scaling);
  const clouds = settleLetters(encodeClassClouds(model.encoder, evidence));
  const encoded = model.encoder.encode(evidence.observations);
  const measure = rightShareOf(recast.method, trust.folds);
  const reader = letterReader(methods, trust.methods, recommendation.method);
  const [silent] =
    reader === null
      ? []
      : crossValidateClasses(evidence, [reader.silent], kernels, { ...dealt, withholdLetters: true }).methods;
  const report: ClassReport = {
    format: CLASS_FORMAT,
    kernels: kernels.name,
    settings: { folds: trust.folds, repeats, seed, scaling, resamples },
    evidence: {
      people: evidence.observations.rows,
      letters: evidence.letters.rows,
      decision: { column: evidence.schema.decision.column, classes: names },
      counts: names.map((_, c) => evidence.decisions.filter((decision) => decision === c).length),
      sensitive: evidence.schema.sensitive,
    },
    methods: trust.methods.map(({ confusion: _confusion, agreed: _agreed, agreement, ...shown }) => ({
      ...shown,
      agreement: agreement?.overall ?? null,
      byClass: agreement?.byClass ?? [],
    })),
    recommendation,
    letterWorth: letterWorth(reader, silent, trust.folds),
    confusion: own.confusion,
    facts: classFairness(evidence.decisions, names.length, groupings, { resamples, seed }),
    directions: letterDirections(evidence, clouds),
    ...determinedClasses(clouds, { encoded, agreement: { agreed: recast.agreed, measure }, groupings }, kernels),
    notAvailable: leftOut(hasReasons(evidence) ? [...NEED_TWO, reasonsNeedTwo] : NEED_TWO),
  };
  return { report, model };
}

type Begun<Some extends Evidence = Evidence> = ReturnType<typeof begin<Some>>;

/** Settings, people and letters in canonical order, and the groups they are compared by. */
function begin<Some extends Evidence>(
  given: Some,
  kernels: Kernels,
  options: AuditOptions,
  scanned: ScannedFile | null = null,
) {
  const { onProgress, signal, rows, ...resolved } = resolveAuditOptions(options, hasClasses(given));
  const { population: others, ...settings } = resolved;
  requireSize(given, "the decisions");
  requireFits({
    ...settings,
    methods: settings.methods.length,
    folds: Math.min(settings.folds, given.decisions.length),
  });
  const { evidence: all, people, letters } = canonicalEvidence(given);
  const { rules, groupings, drawn } = groupedEvidence(all, settings, scanned);
  const whole = { evidence: all, groupings, people, letters };
  const population = others && canonicalPopulation(others);
  const sample = population && samplePopulation(population, settings.seed);
  const step = progressSteps(onProgress, settings.sensitivity);
  return {
    ...fittedPart(whole, drawn, rules),
    whole,
    drawn,
    rules,
    settings,
    population,
    sample,
    rows,
    kernels,
    step,
    onProgress,
    signal,
  };
}

/** The rebuilt model, and how often it is right about people it has not seen. */
function* rebuild({ modelled: evidence, settings, step, signal }: Begun) {
  const { folds, repeats, seed, scaling, abstain } = settings;
  const methods = settings.methods.map((name) => methodNamed(name, settings));
  const dealt = { folds, repeats, seed, scaling, signal };
  const trust = yield* validating(evidence, methods, { ...dealt, onProgress: step("cross-validation") });
  const recommendation = recommend(trust.methods);
  const method = methodNamed(recommendation.method, settings);
  const reader = letterReader(methods, trust.methods, recommendation.method);
  const readsReasons = hasReasons(evidence) && method.name === PREFERRED; // others read none
  const [model, withoutLetters, withoutReasons] = yield* sideBySide([
    fittingModel(evidence, method, { scaling, abstain }),
    validating(evidence, reader === null ? [] : [reader.silent], { ...dealt, withholdLetters: true }),
    validating(evidence, readsReasons ? [method] : [], { ...dealt, withholdReasons: true }),
  ]);
  requireRunning(signal);
  const clouds = encodeClouds(model.encoder, evidence);
  const own = trustOf(trust.methods, recommendation.method);
  const worth = letterWorth(reader, withoutLetters.methods[0], trust.folds);
  const told = reasonWorth(own, withoutReasons.methods[0], trust.folds);
  return { trust, recommendation, worth, reasonWorth: told, method, model, clouds, own };
}

type Rebuilt = ReturnType<typeof rebuild> extends Generator<unknown, infer Result> ? Result : never;

/** Examples name rows of the files, which the canonical order has moved. */
function letterOptions(begun: Begun) {
  const { settings, rows, whole } = begun;
  const letterRows = rows === null ? {} : { letterRows: whole.letters.map((k) => rows.letters[k]!) };
  return { resamples: settings.resamples, seed: settings.seed, ...personRowsOf(begun), ...letterRows };
}

function personRowsOf({ rows, whole }: Begun) {
  return rows === null ? {} : { personRows: whole.people.map((i) => rows.people[i]!) };
}

/** What the evidence determines: refits on resampled people, the λ-band and the lens. */
function* determine(begun: Begun, { method, model, own, trust }: Rebuilt) {
  const { modelled: evidence, groupings, settings, population, sample, kernels, step, signal } = begun;
  const { refits: count, seed, scaling } = settings;
  const models: Refit[] = [];
  const onRefit = (refit: Refit) => models.push(refit);
  const scored = sample?.people;
  const options = { refits: count, seed, scaling, signal, scored, onRefit, onProgress: step("refits") };
  const refits = yield* refitting(evidence, { method, fitted: model }, options);
  const recast = trust.methods.find((entry) => entry.method === "recast" && entry.failure === null) ?? null;
  const people = population?.people ?? null;
  const { folds } = trust;
  const parts = { evidence, model, trust: own, recastTrust: recast, folds, groupings, refits, population: people };
  return { refits, models, identified: identification(parts, kernels) };
}

/** Whose answers change, and which findings stay, when scaling, λ, people, columns and noise are varied. */
function* vary(
  { modelled: evidence, groupings, settings: { seed, scaling }, kernels, step, signal }: Begun,
  { method, own, trust }: Rebuilt,
  { findings, fairness, attributions: { permutation } }: AuditReport,
) {
  const recast = trust.methods.find((entry) => entry.method === "recast" && entry.failure === null);
  const parts = {
    evidence,
    method,
    answers: acceptedOutOfFold(own),
    recast: recast === undefined ? null : acceptedOutOfFold(recast),
    columns: permutation.map(({ feature }) => feature),
    groupings,
    findings,
    fairness,
    favourable: evidence.schema.decision.favourable,
  };
  return yield* varying(parts, kernels, { signal, seed, scaling, onProgress: step("sensitivity") });
}

/** The answers of the method of that name; of `instead` where it failed or was not measured. */
function trustOf<Trust extends Validated>(methods: readonly Trust[], name: string, instead?: Trust): Trust {
  const found = methods.find(({ method, failure }) => method === name && failure === null) ?? instead;
  if (found === undefined) throw new Error(`${name} was recommended but not measured`);
  return found;
}
