import type { DifferentiableClassifier, FittedClassifier } from "../../classifiers/classifier.js";
import type { FittedLogistic } from "../../classifiers/logistic.js";
import type { FittedMlp } from "../../classifiers/mlp.js";
import type { FittedTree } from "../../classifiers/tree.js";
import type { TreeNodes } from "../../classifiers/tree-nodes.js";
import { zeros } from "../../math/matrix.js";
import type { Slope } from "./steepest.js";

/** The nodes of a decision tree; null for any other classifier. */
export function treeOf(classifier: FittedClassifier): TreeNodes | null {
  return isTree(classifier) ? classifier.nodes : null;
}

/** The log-odds of a classifier as a slope to climb; null for one without derivatives. */
export function slopeOf(classifier: FittedClassifier): Slope | null {
  if (isDifferentiable(classifier)) return { values: classifier.logits, gradients: classifier.gradients };
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

function isTree(classifier: FittedClassifier): classifier is FittedTree {
  return classifier.name === "tree" && "nodes" in classifier;
}

/** Whether a classifier is a linear rule. */
export function isLogistic(classifier: FittedClassifier): classifier is FittedLogistic {
  return classifier.name === "logistic" && "coefficients" in classifier;
}

/** Whether a classifier is a net whose parameters can be read. */
export function isMlp(classifier: FittedClassifier): classifier is FittedMlp {
  return classifier.name === "mlp" && "net" in classifier;
}

function isDifferentiable(classifier: FittedClassifier): classifier is DifferentiableClassifier {
  return "gradients" in classifier;
}
