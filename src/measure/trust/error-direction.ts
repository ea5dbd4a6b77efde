import type { ErrorDirection } from "../../findings/trust.js";
import type { Evidence } from "../../input/evidence.js";
import { Z_95 } from "../../math/interval.js";
import { collectResiduals, meanResidual, type Residuals } from "../groups/model-rates.js";
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
  const rates = again.map((answers) => rateOf(answers, weighs));
  return described(method, agreement, {
    residuals,
    observedRate: rateOf(decisions, weighs),
    rebuiltRate: rateOf(acceptedShare, weighs),
    weighted: weights !== null,
    knownRate,
    spread: variance(rates),
  });
}

/** People with the same decision and answer: how many, and the sums of their weights and of the squares. */
export interface AnswerCell {
  readonly decision: 0 | 1;
  readonly answer: 0 | 1;
  readonly n: number;
  readonly mass: number;
  readonly squares: number;
}

/** The same from counts of people outside the sample. With weights, last digits can differ. */
export function countedDirection(
  { cells: given, weighted }: { readonly cells: readonly AnswerCell[]; readonly weighted: boolean },
  { method, agreement }: Pick<MethodTrust, "method" | "agreement">,
  knownRate: number | null = null,
): ErrorDirection | null {
  if (agreement === null || method === "majority") return null;
  const cells = knownRate === null ? given : cellsAtRate(given, knownRate);
  const sum = (value: (cell: AnswerCell) => number) => cells.reduce((all, cell) => all + value(cell), 0);
  const mass = sum((cell) => cell.mass);
  const residuals = {
    n: sum(({ n }) => n),
    mass,
    squares: sum(({ squares }) => squares),
    sum: sum(({ decision, answer, mass: own }) => own * (decision - answer)),
    squaredSum: sum(({ decision, answer, squares }) => squares * (decision - answer)),
    squaredSquares: sum(({ decision, answer, squares }) => (decision === answer ? 0 : squares)),
  };
  if (!(residuals.squares > 0)) return null;
  return described(method, agreement, {
    residuals,
    observedRate: Math.min(1, sum((cell) => cell.decision * cell.mass) / mass),
    rebuiltRate: Math.min(1, sum((cell) => cell.answer * cell.mass) / mass),
    weighted,
    knownRate,
    spread: 0,
  });
}

/** Cells with the weights with which the decisions have that rate. */
function cellsAtRate(cells: readonly AnswerCell[], rate: number): readonly AnswerCell[] {
  const massOf = (side: readonly AnswerCell[]) => side.reduce((sum, { mass }) => sum + mass, 0);
  const own = massOf(cells.filter(({ decision }) => decision === 1)) / massOf(cells);
  return cells.map((cell) => {
    const factor = cell.decision === 1 ? rate / own : (1 - rate) / (1 - own);
    return { ...cell, mass: cell.mass * factor, squares: cell.squares * factor * factor };
  });
}

interface Measured extends Pick<ErrorDirection, "observedRate" | "rebuiltRate" | "weighted" | "knownRate"> {
  readonly residuals: Residuals;
  /** Variance of the rates of refits. */
  readonly spread: number;
}

function described(
  method: string,
  { accepted, rejected }: Pick<ErrorDirection, "accepted" | "rejected">,
  { residuals, spread, ...rates }: Measured,
): ErrorDirection {
  const missing = meanResidual(residuals, Z_95);
  const wider = (half: number) => Math.sqrt(half * half + Z_95 * Z_95 * spread);
  const value = 0 - missing.value; // no minus before zero
  const difference = {
    value,
    low: Math.max(-1, value - wider(missing.high - missing.value)),
    high: Math.min(1, value + wider(missing.value - missing.low)),
  };
  return {
    method,
    accepted,
    rejected,
    ...rates,
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
