import type { Facts } from "../findings/facts.js";
import type { ModelFairness } from "../findings/model-fairness.js";
import type { Evidence } from "../input/evidence.js";
import type { CategoryColumn, Table } from "../input/table.js";
import { canonicalCategory } from "../input/values.js";
import type { Kernels } from "../kernels/kernels.js";
import { methodNamed } from "../settings/audit-options.js";
import type { AuditSettings } from "../settings/settings.js";
import type { CanonicalEvidence } from "../surrogate/canonical-evidence.js";
import { fitModel, type Model } from "../surrogate/model.js";
import type { CanonicalPopulation, PopulationSample } from "./canonical-population.js";
import { applyGrouping, type Grouping, type GroupingRule } from "./groups/groups.js";
import { type ConditioningValue, modelFairness } from "./groups/model-fairness.js";
import { withinOneError } from "./trust/recommend.js";
import type { Refits } from "./trust/stability.js";
import { eachBatch } from "./trust/stability.js";
import { acceptedOutOfFold, type MethodTrust } from "./trust/trust.js";

interface FairnessParts {
  readonly evidence: CanonicalEvidence;
  readonly settings: AuditSettings;
  readonly groupings: readonly Grouping[];
  readonly rules: readonly GroupingRule[];
  readonly facts: Facts;
  /** Every method's answers out of fold, and the recommended one's. */
  readonly trust: readonly MethodTrust[];
  readonly own: MethodTrust;
  readonly model: Model;
  readonly refits: Refits;
  readonly population: CanonicalPopulation | null;
  readonly sample: PopulationSample | null;
}

/**
 * Group differences through the recommended surrogate, on the observed people and on the population where there is one,
 * then the same through recast where it is another and could be fitted.
 */
export function surrogateFairness(parts: FairnessParts, kernels: Kernels): ModelFairness[] {
  const { own, trust, evidence, settings, population } = parts;
  const { scaling, abstain } = settings;
  const recast = trust.find(({ method, failure }) => method === "recast" && failure === null);
  const shown = recast === undefined || recast === own ? [own] : [own, recast];
  return shown.flatMap((entry) => {
    const observed = throughObservations(parts, entry);
    if (population === null) return [observed];
    const method = methodNamed(entry.method, settings);
    const model = entry === own ? parts.model : fitModel(evidence, method, kernels, { scaling, abstain });
    return [observed, throughPopulation({ ...parts, model, population }, entry, kernels)];
  });
}

/** What both kinds of scored people share. */
function commonInput({ groupings, evidence, facts, settings }: FairnessParts, method: MethodTrust) {
  const { decisions, weights } = evidence;
  return {
    method: method.method,
    observed: { groupings, decisions, outOfFold: method.acceptedShare, weights },
    balancedByDesign: facts.balancedByDesign,
    otherTests: facts.tests,
    resamples: settings.resamples,
    seed: settings.seed,
  };
}

function throughObservations(parts: FairnessParts, method: MethodTrust): ModelFairness {
  const { evidence, groupings, own, refits, trust } = parts;
  const others = notRuledOut(trust, method).map((entry) => ({
    name: entry.method,
    decisions: acceptedOutOfFold(entry),
  }));
  const again = method === own ? namedRefits(refits.observed.decisions) : [];
  return modelFairness({
    ...commonInput(parts, method),
    scored: "observations",
    groupings,
    scores: method.scores,
    decisions: acceptedOutOfFold(method),
    weights: evidence.weights,
    y: outcomesOf(evidence.outcomes, evidence.schema.favourableOutcome) ?? decisionsAsValue(evidence),
    consistent: [...others, ...again],
    consistentRows: null,
  });
}

/** `parts.model` is the model of `method`, fitted on everybody. */
function throughPopulation(
  parts: FairnessParts & { readonly population: CanonicalPopulation },
  method: MethodTrust,
  kernels: Kernels,
): ModelFairness {
  const { evidence, settings, rules, own, refits, trust, sample, model, population } = parts;
  const onSample = ({ method: name }: MethodTrust) => {
    const other = fitModel(evidence, methodNamed(name, settings), kernels, { scaling: settings.scaling });
    return { name, decisions: scoreInParts(other, sample?.people ?? population.people).decisions };
  };
  const again = method === own ? namedRefits(refits.scored?.decisions ?? []) : [];
  return modelFairness({
    ...commonInput(parts, method),
    scored: "population",
    groupings: rules.map((rule) => applyGrouping(rule, population.groups)),
    ...scoreInParts(model, population.people),
    weights: population.weights,
    y: outcomesOf(population.outcomes, evidence.schema.favourableOutcome),
    consistent: [...notRuledOut(trust, method).map(onSample), ...again],
    consistentRows: sample?.rows ?? null,
  });
}

/**
 * The other methods whose agreement is within one standard error of the highest: this evidence does not rule them out.
 * None for a method that is itself ruled out.
 */
function notRuledOut(trust: readonly MethodTrust[], but: MethodTrust): MethodTrust[] {
  const measured = trust.filter(({ agreement }) => agreement !== null);
  const share = ({ agreement }: MethodTrust) => agreement?.overall.share ?? 0;
  const highest = measured.reduce((best, entry) => (share(entry) > share(best) ? entry : best), but);
  const within = measured.filter((entry) => withinOneError(entry, highest));
  return within.includes(but) ? within.filter((entry) => entry !== but) : [];
}

function namedRefits(decisions: readonly Uint8Array[]) {
  return decisions.map((answers, k) => ({ name: `refit ${k + 1}`, decisions: answers }));
}

function outcomesOf(outcomes: CategoryColumn | null, favourable: string | null): ConditioningValue | null {
  if (outcomes === null) return null;
  const { name, codes, levels } = canonicalCategory(outcomes.name, outcomes.codes, outcomes.levels);
  return { column: name, kind: "outcome", labels: levels, codes, favourable };
}

function decisionsAsValue({ schema, decisions }: Evidence): ConditioningValue {
  const { column, favourable, unfavourable } = schema.decision;
  const codes = Int32Array.from(decisions);
  return { column, kind: "decision", labels: [unfavourable, favourable], codes, favourable: null };
}

/** Scores and decisions of any number of rows, encoded some thousands at a time. */
function scoreInParts(model: Model, table: Table) {
  const scores = new Float64Array(table.rows);
  const decisions = new Uint8Array(table.rows);
  eachBatch(table, (part, start) => {
    const answers = model.predict(part);
    scores.set(answers.scores, start);
    decisions.set(answers.decisions, start);
  });
  return { scores, decisions };
}
