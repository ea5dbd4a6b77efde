import type { Identification, LambdaBand, Lens } from "../../findings/identification.js";
import type { Evidence } from "../../input/evidence.js";
import type { Table } from "../../input/table.js";
import type { Kernels } from "../../kernels/kernels.js";
import type { Matrix } from "../../math/matrix.js";
import { quantile } from "../../math/quantile.js";
import { encodeClouds } from "../../surrogate/clouds.js";
import { orFailure } from "../../surrogate/fitting.js";
import type { Model } from "../../surrogate/model.js";
import type { Grouping } from "../groups/groups.js";
import { type Band, lambdaBand, settledByBand } from "./band.js";
import { type Agreement, abstentionCurve, rightWhere, shareOf, sharesByGroup, splitPeople } from "./determined.js";
import { distancesToClouds, type Geometry, measureGeometry } from "./geometry.js";
import {
  auditTolerances,
  certificates,
  impliedLambda,
  lipschitzConstant,
  riskBound,
  type settledPeople,
} from "./lens.js";
import { evenly } from "./plane.js";
import { eachBatch, type Refits } from "./stability.js";
import { acceptedOutOfFold, asGiven, type MethodTrust, rightShareOf } from "./trust.js";

export interface IdentificationParts {
  readonly evidence: Evidence;
  /** The recommended method, fitted on all of the evidence. */
  readonly model: Pick<Model, "encoder">;
  /** Its answers out of fold, people in the order of the evidence. */
  readonly trust: MethodTrust;
  /** RECAST's answers out of fold, for its band and lens; null to use the recommended method's. */
  readonly recastTrust: MethodTrust | null;
  /** Folds of the cross-validation that gave both. */
  readonly folds: number;
  readonly groupings: readonly Grouping[];
  readonly refits: Refits;
  /** People of a population file, who are classified as well. */
  readonly population: Table | null;
}

const MOST_DRAWN = 200;
const QUANTILES = [0, 0.05, 0.25, 0.5, 0.75, 0.95, 1];
const LARGEST_LAMBDA = 0.5;
const NOBODY: Table = { rows: 0, columns: [] };

/** Whose answer the evidence makes clear, and whose it leaves open. */
export function identification(parts: IdentificationParts, kernels: Kernels): Identification {
  const { evidence, model, trust, groupings } = parts;
  const { observed, scored, ...refits } = parts.refits;
  const { settled } = observed;
  const agreementOf = ({ method, agreed }: MethodTrust) => ({ agreed, measure: rightShareOf(method, parts.folds) });
  const own = agreementOf(trust);
  const byRecast = agreementOf(parts.recastTrust?.failure === null ? parts.recastTrust : trust);
  const geometry = orFailure(() => measureGeometry(encodeClouds(model.encoder, evidence), kernels));
  const x = model.encoder.encode(evidence.observations);
  const failed = "failure" in geometry;
  return {
    band: failed ? geometry : describeBand(geometry, x, byRecast, parts),
    lens: failed ? geometry : describeLens(geometry, x, byRecast),
    stability: { ...refits, steady: shareOf(settled.filter((value) => value >= 0).length, settled.length) },
    determined: splitPeople(settled, own, groupings, scored?.settled ?? null),
    abstention: abstentionCurve(trust.margins, own),
    agreementByGroup: groupings.map((grouping) => sharesByGroup(grouping, own.agreed, own.measure)),
  };
}

function describeBand(
  geometry: Geometry,
  x: Matrix,
  agreement: Agreement,
  { groupings, model, population }: IdentificationParts,
): LambdaBand {
  const band = lambdaBand(geometry, x);
  const others = population && new Int8Array(population.rows);
  eachBatch(population ?? NOBODY, (part, start) => {
    others?.set(settledByBand(lambdaBand(geometry, model.encoder.encode(part))), start);
  });
  const split = splitPeople(settledByBand(band), agreement, groupings, others);
  return { failure: null, split, curve: drawnCurve(band) };
}

/** At most 200 people, evenly spaced by the middle of their band. */
function drawnCurve({ low, high, chosen }: Band): LambdaBand["curve"] {
  const middle = low.map((value, i) => value + high[i]!);
  const order = Int32Array.from(low.keys()).sort((i, j) => middle[i]! - middle[j]! || low[i]! - low[j]! || i - j);
  return evenly(order, MOST_DRAWN).map((i) => ({ low: low[i]!, high: high[i]!, chosen: chosen[i]! }));
}

function describeLens(geometry: Geometry, x: Matrix, agreement: Agreement): Lens {
  const { squared, lambda } = geometry;
  const { epsilon, delta } = auditTolerances(geometry);
  const lipschitz = [lipschitzConstant(epsilon[0], delta[0]), lipschitzConstant(epsilon[1], delta[1])] as const;
  const own = certificates(distancesToClouds(geometry, x), delta);
  const sorted = own.toSorted();
  const tolerance = Math.max(...epsilon);
  const isCertain = (i: number) => own[i]! > tolerance;
  const eta = [1, 1] as const;
  const constants = (c: 0 | 1) => ({ alpha: lambda[c], eta1: eta[0], eta2: eta[1] });
  const boundOf = (c: 0 | 1) =>
    riskBound({
      ...constants(c),
      toClass: lambda[c] * lambda[c] * squared[c], // Q_c divides the geodesic at λ_c
      toLetters: (1 - lambda[c]) * (1 - lambda[c]) * squared[c],
      epsilon: epsilon[c],
      delta: delta[c],
    });
  return {
    failure: null,
    radii: delta,
    lipschitz,
    bounds: [LARGEST_LAMBDA * lipschitz[0], LARGEST_LAMBDA * lipschitz[1]],
    certificates: QUANTILES.map((p) => quantile(sorted, p)),
    tolerance,
    certain: shareOf(own.filter((_, i) => isCertain(i)).length, own.length),
    agreementCertain: rightWhere(agreement, isCertain),
    agreementOther: rightWhere(agreement, (i) => !isCertain(i)),
    risk: {
      epsilon,
      delta,
      alpha: lambda,
      eta,
      lambda: [impliedLambda(constants(0)), impliedLambda(constants(1))],
      bound: boundOf(0) + boundOf(1),
    },
  };
}

/** One entry per person whom methods were fitted on. */
export interface PersonResults {
  /** The observations they are, ascending; null for everybody. */
  readonly sampled: Int32Array | null;
  readonly decisions: Uint8Array;
  /** What the rebuilt model answers, which was fitted on everybody: the person is no stranger to it. */
  readonly rebuilt: Uint8Array;
  readonly scores: Float64Array;
  readonly margins: Float64Array;
  /** What models that had not seen the person answer: 1 where at least half of the deals accept. */
  readonly outOfFold: Uint8Array;
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

/** What was found, each in canonical order; canonical row k is row `people[k]` of the order given. */
export interface PersonFindings extends Pick<PersonResults, "sampled"> {
  readonly evidence: Evidence;
  readonly people: Int32Array;
  readonly model: Model;
  readonly own: MethodTrust;
  readonly refits: Refits;
  readonly settled: ReturnType<typeof settledPeople>;
}

export function personResults(findings: PersonFindings): PersonResults {
  const { sampled, evidence, people, model, own, refits, settled } = findings;
  const given = <T extends Parameters<typeof asGiven>[1]>(values: T) => asGiven(people, values);
  const answers = model.predict(evidence.observations);
  return {
    sampled,
    decisions: given(evidence.decisions),
    rebuilt: given(answers.decisions),
    scores: given(answers.scores),
    margins: given(answers.margins),
    outOfFold: given(acceptedOutOfFold(own)),
    outOfFoldScores: given(own.scores),
    outOfFoldMargins: given(own.margins),
    refitsAsked: given(refits.observed.asked),
    refitsAccepted: given(refits.observed.accepted),
    settled: given(refits.observed.settled),
    band: settled && given(settled.settled),
    certificates: settled && given(settled.certificates),
  };
}
