import * as v from "valibot";
import type { FittedLogistic } from "../classifiers/logistic.js";
import { logistic, logisticRule } from "../classifiers/logistic.js";
import { count, finiteNumber } from "../classifiers/model-data.js";
import type { Kernels } from "../kernels/kernels.js";
import type { Matrix } from "../math/matrix.js";
import { row, stackRows } from "../math/matrix.js";
import { requirePositive, withDefaults } from "../options.js";
import { canonicalClouds, requireBothClasses, requireLetters } from "./clouds.js";
import { finiteNumbers, readModelPart } from "./revive.js";
import { boundedEntry, requireColumns, scoreOfMargin } from "./score.js";
import type { Clouds, Surrogate, SurrogateMethod } from "./surrogate.js";

export interface RidgeOptions {
  /** λ of the penalty ½·λ·‖w‖² on the coefficients of the encoded columns. @default 0.03 */
  readonly strength?: number;
}

export interface RidgeLettersOptions extends RidgeOptions {
  /** What a letter counts next to an accepted observation when the direction is sought. @default 0.5 */
  readonly letterWeight?: number;
}

const STRENGTH = 0.03;

/** What `toJSON` of the fitted surrogate gives, as a schema. */
export const ridgeData = v.strictObject({
  coefficients: finiteNumbers(),
  intercept: finiteNumber,
  converged: v.boolean(),
  iterations: count,
});

/** Logistic regression on the observed decisions alone; margin = log-odds of acceptance. */
export function ridge(given: RidgeOptions = {}): SurrogateMethod {
  const options = withDefaults<Required<RidgeOptions>>("ridge", { strength: STRENGTH }, given);
  requirePositive("strength", options.strength);
  return {
    name: "ridge",
    usesLetters: false,
    fit(clouds, kernels) {
      requireBothClasses("ridge", clouds);
      const { rejected, accepted } = canonicalClouds(clouds);
      const labels = labelled(rejected.rows, accepted.rows);
      return ridgeRule("ridge", logistic(options).fit(stackRows(rejected, accepted), labels), kernels);
    },
    revive: (data, kernels) => reviveRidge("ridge", data, kernels),
  };
}

/**
 * Logistic regression with each counterfactual as one more accepted row, in two steps: letters and observations
 * together give the direction, then the observations alone give the position and the scale along it. Letters lie near
 * the boundary by design, so they say much about its direction; counted as ordinary accepted rows they would also push
 * it towards the rejected side, the more so the more letters a platform writes.
 */
export function ridgeLetters(given: RidgeLettersOptions = {}): SurrogateMethod {
  const defaults: Required<RidgeLettersOptions> = { strength: STRENGTH, letterWeight: 0.5 };
  const options = withDefaults("ridge-letters", defaults, given);
  requirePositive("strength", options.strength);
  requirePositive("letterWeight", options.letterWeight);
  const classifier = logistic({ strength: options.strength });
  return {
    name: "ridge-letters",
    usesLetters: true,
    fit(clouds, kernels) {
      requireLetters("ridge-letters", clouds);
      const { rejected, accepted, counterfactual } = canonicalClouds(clouds);
      const observed = stackRows(rejected, accepted);
      const direction = classifier.fit(
        stackRows(observed, counterfactual),
        labelled(rejected.rows, accepted.rows + counterfactual.rows),
        weightsOf(clouds, options.letterWeight),
      );
      const along = { rows: observed.rows, columns: 1, values: direction.logits(observed) };
      return ridgeRule(
        "ridge-letters",
        composed(direction, classifier.fit(along, labelled(rejected.rows, accepted.rows))),
        kernels,
      );
    },
    revive: (data, kernels) => reviveRidge("ridge-letters", data, kernels),
  };
}

/** outer(inner(x)) as one linear rule; `outer` has a single column. */
function composed(inner: FittedLogistic, outer: FittedLogistic): FittedLogistic {
  const [slope = 0] = outer.coefficients;
  return logisticRule(
    inner.coefficients.map((value) => slope * value),
    slope * inner.intercept + outer.intercept,
    { converged: inner.converged && outer.converged, iterations: inner.iterations + outer.iterations },
  );
}

function labelled(zeros: number, ones: number): Uint8Array {
  return new Uint8Array(zeros + ones).fill(1, zeros);
}

/** 1 per rejected row; accepted rows and letters share the weight of the accepted rows. */
function weightsOf({ rejected, accepted, counterfactual }: Clouds, letterWeight: number): Float64Array {
  const each = accepted.rows / (accepted.rows + letterWeight * counterfactual.rows);
  const weights = new Float64Array(rejected.rows + accepted.rows + counterfactual.rows).fill(1);
  weights.fill(each, rejected.rows);
  return weights.fill(each * letterWeight, rejected.rows + accepted.rows);
}

function ridgeRule(method: string, fitted: FittedLogistic, kernels: Kernels): Surrogate {
  const weights = { rows: 1, columns: fitted.coefficients.length, values: fitted.coefficients };
  const bias = Float64Array.of(fitted.intercept);
  const margins = (x: Matrix) => {
    requireColumns(method, x, weights.columns);
    const { values } = kernels.weightedSums(x, weights, bias);
    return values.map((value, i) => (Number.isFinite(value) ? value : boundedLogit(fitted, x, i)));
  };
  return {
    method,
    columns: weights.columns,
    margins,
    scores: (x) => margins(x).map(scoreOfMargin),
    toJSON: () => fitted.toJSON(),
  };
}

function boundedLogit(fitted: FittedLogistic, x: Matrix, i: number): number {
  return fitted.logits({ rows: 1, columns: x.columns, values: row(x, i).map(boundedEntry) })[0]!;
}

function reviveRidge(method: string, data: unknown, kernels: Kernels): Surrogate {
  const { coefficients, intercept, converged, iterations } = readModelPart(ridgeData, data, "surrogate");
  return ridgeRule(
    method,
    logisticRule(Float64Array.from(coefficients), intercept, { converged, iterations }),
    kernels,
  );
}
