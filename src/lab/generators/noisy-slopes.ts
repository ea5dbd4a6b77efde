import type { FittedClassifier } from "../../classifiers/classifier.js";
import { logisticRule } from "../../classifiers/logistic.js";
import { netGradients, netLogits } from "../../classifiers/net.js";
import { type Matrix, zeros } from "../../math/matrix.js";
import type { Random } from "../../math/random.js";
import { log, sigmoid } from "../../math/special.js";
import { isLogistic, isMlp, slopeOf } from "./readable-classifiers.js";
import type { Slope } from "./steepest.js";

/**
 * The log-odds of a classifier whose parameters were shaken `draws` times by normal noise, in units of their root mean
 * square; null for a classifier whose parameters cannot be shaken.
 */
export function noisySlopes(
  classifier: FittedClassifier,
  draws: number,
  noise: number,
  random: Random,
): Slope[] | null {
  const times = Array.from({ length: draws });
  if (isLogistic(classifier)) {
    const { coefficients, intercept } = classifier;
    const unit = noise * rootMeanSquare(coefficients);
    return times.map(() => {
      const shaken = coefficients.map((value) => value + unit * random.normal());
      const rule = logisticRule(shaken, intercept + unit * random.normal(), classifier);
      return slopeOf(rule) as Slope;
    });
  }
  if (!isMlp(classifier)) return null;
  const { net } = classifier;
  const unit = noise * rootMeanSquare(net.parameters);
  return times.map(() => {
    const shaken = { ...net, parameters: net.parameters.map((value) => value + unit * random.normal()) };
    return { values: (x) => netLogits(shaken, x), gradients: (x) => netGradients(shaken, x) };
  });
}

/** The least of the slopes at each row. */
export function worstOf(slopes: readonly Slope[]): Slope {
  return {
    values: (x) => least(slopes, x).values,
    gradients(x) {
      const { which } = least(slopes, x);
      const gradients = zeros(x.rows, x.columns);
      for (const [s, slope] of slopes.entries()) {
        if (!which.includes(s)) continue;
        const own = slope.gradients(x);
        for (let i = 0; i < x.rows; i++) {
          if (which[i] !== s) continue;
          gradients.values.set(own.values.subarray(i * x.columns, (i + 1) * x.columns), i * x.columns);
        }
      }
      return gradients;
    },
  };
}

/** The log-odds of the mean probability. */
export function meanOf(slopes: readonly Slope[]): Slope {
  return {
    values: (x) => meanProbabilities(slopes, x).map((p) => log(p) - log(1 - p)),
    gradients(x) {
      const means = meanProbabilities(slopes, x);
      const gradients = zeros(x.rows, x.columns);
      for (const slope of slopes) {
        const logits = slope.values(x);
        const own = slope.gradients(x);
        for (let i = 0; i < x.rows; i++) {
          const spread = sigmoid(logits[i]!) * sigmoid(-logits[i]!);
          const weight = spread / (means[i]! * (1 - means[i]!) * slopes.length);
          for (let at = i * x.columns; at < (i + 1) * x.columns; at++)
            gradients.values[at]! += weight * own.values[at]!;
        }
      }
      return gradients;
    },
  };
}

function least(slopes: readonly Slope[], x: Matrix): { values: Float64Array; which: Int32Array } {
  const values = new Float64Array(x.rows).fill(Number.POSITIVE_INFINITY);
  const which = new Int32Array(x.rows);
  for (const [s, slope] of slopes.entries()) {
    for (const [i, value] of slope.values(x).entries()) {
      if (!(value < values[i]!)) continue;
      values[i] = value;
      which[i] = s;
    }
  }
  return { values, which };
}

/** Kept off 0 and 1, so that the log-odds stay finite. */
function meanProbabilities(slopes: readonly Slope[], x: Matrix): Float64Array {
  const means = new Float64Array(x.rows);
  for (const slope of slopes) {
    for (const [i, value] of slope.values(x).entries()) means[i]! += sigmoid(value) / slopes.length;
  }
  return means.map((p) => Math.max(1e-12, Math.min(1 - 1e-12, p)));
}

function rootMeanSquare(values: Float64Array): number {
  let squares = 0;
  for (let k = 0; k < values.length; k++) squares += values[k]! * values[k]!;
  return Math.sqrt(squares / Math.max(1, values.length));
}
