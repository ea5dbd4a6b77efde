import type { DifferentiableClassifier, FittedClassifier } from "../classifiers/classifier.js";
import type { Target, TrainedTarget } from "../targets/target.js";

const BELOW_HALF = 0.49999999999999994; // the double before ½

/**
 * The target with its answers exchanged: a letter to it is a row the target itself rejects. One whose log-odds can be
 * differentiated stays open to the generators that look inside; any other becomes a black box.
 */
export function oppositeTarget(target: Target): Target {
  const opposite: Target = {
    name: `${target.name}, answers exchanged`,
    decide: (table) => target.decide(table).map((decision) => 1 - decision),
    // The target accepts at ½, so there its opposite rejects.
    score: (table) => target.score(table).map((score) => (score === 0.5 ? BELOW_HALF : 1 - score)),
  };
  if (!isTrained(target) || !isDifferentiable(target.classifier)) return opposite;
  const { family, encoder, classifier } = target;
  const trained: TrainedTarget = { ...opposite, family, encoder, classifier: negated(classifier) };
  return trained;
}

function negated(classifier: DifferentiableClassifier): DifferentiableClassifier {
  return {
    ...classifier,
    logits: (x) => classifier.logits(x).map((value) => -value),
    probabilities: (x) => classifier.probabilities(x).map((value) => 1 - value),
    gradients(x) {
      const slopes = classifier.gradients(x);
      return { ...slopes, values: slopes.values.map((value) => -value) };
    },
  };
}

function isTrained(target: Target): target is TrainedTarget {
  return "encoder" in target && "classifier" in target;
}

function isDifferentiable(classifier: FittedClassifier): classifier is DifferentiableClassifier {
  return "gradients" in classifier;
}
