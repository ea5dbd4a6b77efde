import type { DifferentiableClassifier, FittedClassifier } from "../../classifiers/classifier.js";
import { type FittedLogistic, logisticRule } from "../../classifiers/logistic.js";
import type { FittedMlp } from "../../classifiers/net.js";
import { netGradients, netLogits } from "../../classifiers/net.js";
import type { TreeNodes } from "../../classifiers/tree-nodes.js";
import type { FittedTree } from "../../classifiers/trees.js";
import { type Matrix, zeros } from "../../math/matrix.js";
import type { Random } from "../../math/random.js";
import { log, sigmoid } from "../../math/special.js";

/** A smooth value per encoded row that a letter must bring to 0 or above. */
export interface Slope {
  values(x: Matrix): Float64Array;
  /** One row of derivatives per row. */
  gradients(x: Matrix): Matrix;
}

export function treeOf(classifier: FittedClassifier): TreeNodes | null {
  return classifier.name === "tree" && "nodes" in classifier ? (classifier as FittedTree).nodes : null;
}

/** The log-odds of a classifier as a slope to climb; null for one without derivatives. */
export function slopeOf(classifier: FittedClassifier): Slope | null {
  if ("gradients" in classifier) {
    const { logits, gradients } = classifier as DifferentiableClassifier;
    return { values: logits, gradients };
  }
  return isLogistic(classifier) ? linearSlope(classifier) : null;
}

function linearSlope({ logits, coefficients }: FittedLogistic): Slope {
  return {
    values: logits,
    gradients(x) {
      const gradients = zeros(x.rows, x.columns);
      for (let i = 0; i < x.rows; i++) gradients.values.set(coefficients, i * x.columns);
      return gradients;
    },
  };
}

export function isLogistic(classifier: FittedClassifier): classifier is FittedLogistic {
  return classifier.name === "logistic" && "coefficients" in classifier;
}

/** Whether a classifier is a net whose parameters can be read. */
export function isMlp(classifier: FittedClassifier): classifier is FittedMlp {
  return classifier.name === "mlp" && "net" in classifier;
}

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
  const shaken = (values: Float64Array, unit: number) => values.map((value) => value + unit * random.normal());
  const times = Array.from({ length: draws });
  if (isLogistic(classifier)) {
    const { coefficients, intercept } = classifier;
    const unit = noise * rootMeanSquare(coefficients);
    return times.map(() =>
      linearSlope(logisticRule(shaken(coefficients, unit), intercept + unit * random.normal(), classifier)),
    );
  }
  if (!isMlp(classifier)) return null;
  const { net } = classifier;
  const unit = noise * rootMeanSquare(net.parameters);
  return times.map(() => {
    const copy = { ...net, parameters: shaken(net.parameters, unit) };
    return { values: (x) => netLogits(copy, x), gradients: (x) => netGradients(copy, x) };
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
  const squares = values.reduce((sum, value) => sum + value * value, 0);
  return Math.sqrt(squares / Math.max(1, values.length));
}
