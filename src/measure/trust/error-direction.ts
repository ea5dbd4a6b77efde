import type { ErrorDirection } from "../../findings/trust.js";
import type { Evidence } from "../../input/evidence.js";
import { Z_95 } from "../../math/interval.js";
import { collectResiduals, meanResidual } from "../groups/model-rates.js";
import type { MethodTrust } from "./trust.js";

type Decided = Pick<Evidence, "decisions" | "weights">;

/**
 * Whether a method accepts too few or too many people, by its answers out of fold. Observed and rebuilt rate are of the
 * same people, so only people who are answered wrongly count: errors on both sides cancel. `again` holds the answers of
 * refits on resampled people: how much their rates differ is added to the interval, because the model delivered is one
 * such fit and its rate is not the mean over fits. Where the rate of everybody is known, accepted and rejected people
 * weigh as it says. Null for a method that was not measured, and for one answer for everybody.
 */
export function errorDirection(
  { decisions, weights }: Decided,
  { method, agreement, acceptedShare }: Pick<MethodTrust, "method" | "agreement" | "acceptedShare">,
  again: readonly Uint8Array[],
  knownRate: number | null = null,
): ErrorDirection | null {
  if (agreement === null || method === "majority") return null;
  const weighs = scaled(knownRate === null ? weights : weightsAtRate({ decisions, weights }, knownRate));
  const everybody = new Int32Array(decisions.length);
  const [residuals] = collectResiduals(1, everybody, { decisions, outOfFold: acceptedShare, weights: weighs });
  if (residuals === undefined || !(residuals.squares > 0)) return null;
  const missing = meanResidual(residuals, Z_95);
  const rates = again.map((answers) => rateOf(answers, weighs));
  const wider = (half: number) => Math.sqrt(half * half + Z_95 * Z_95 * variance(rates));
  const value = 0 - missing.value; // no minus before zero
  const difference = {
    value,
    low: Math.max(-1, value - wider(missing.high - missing.value)),
    high: Math.min(1, value + wider(missing.value - missing.low)),
  };
  return {
    method,
    accepted: agreement.accepted,
    rejected: agreement.rejected,
    observedRate: rateOf(decisions, weighs),
    rebuiltRate: rateOf(acceptedShare, weighs),
    weighted: weights !== null,
    knownRate,
    difference,
    direction: difference.high < 0 ? "accepts too few" : difference.low > 0 ? "accepts too many" : "no clear direction",
  };
}

/** The weights with which the decisions have that rate. */
function weightsAtRate({ decisions, weights }: Decided, rate: number): Float64Array {
  const own = rateOf(decisions, scaled(weights));
  return Float64Array.from(decisions, (decision, i) => {
    const weight = weights === null ? 1 : weights[i]!;
    return weight * (decision === 1 ? rate / own : (1 - rate) / (1 - own));
  });
}

/** Weights as parts of the greatest, so that their squares stay finite. */
function scaled(weights: Float64Array | null): Float64Array | null {
  const greatest = weights?.reduce((most, weight) => Math.max(most, weight), 0) ?? 0;
  return weights && (greatest > 0 ? weights.map((weight) => weight / greatest) : weights);
}

function rateOf(answers: ArrayLike<number>, weights: Float64Array | null): number {
  let sum = 0;
  let mass = 0;
  for (let i = 0; i < answers.length; i++) {
    const weight = weights === null ? 1 : weights[i]!;
    sum += weight * answers[i]!;
    mass += weight;
  }
  return Math.min(1, sum / mass); // thirds may add up to just above the whole
}

/** Of the rates of single fits; 0 for fewer than two. */
function variance(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) * (value - mean), 0);
  return values.length < 2 ? 0 : squares / (values.length - 1);
}
