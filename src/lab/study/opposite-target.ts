import type { FittedClassifier } from "../../classifiers/classifier.js";
import { logisticRule } from "../../classifiers/logistic.js";
import { type FittedMlp, netData, reviveMlp } from "../../classifiers/net.js";
import { type TreeNodes, treeData } from "../../classifiers/tree-nodes.js";
import { reviveTree } from "../../classifiers/trees.js";
import { isTrained } from "../generators/letter-space.js";
import { isLogistic, isMlp, treeOf } from "../generators/slopes.js";
import type { Target, TrainedTarget } from "../targets/target.js";

const BELOW_HALF = 0.49999999999999994; // the double before ½

/**
 * The target with its answers exchanged: a letter to it is a row the target itself rejects. A linear rule, a net and a
 * tree stay open to the generators that look inside, with log-odds negated; anything else becomes a black box.
 */
export function oppositeTarget(target: Target): Target {
  const opposite: Target = {
    name: `${target.name}, answers exchanged`,
    decide: (table) => target.decide(table).map((decision) => 1 - decision),
    score: (table) => target.score(table).map(oppositeScore),
  };
  const classifier = isTrained(target) ? oppositeClassifier(target.classifier) : null;
  if (!isTrained(target) || classifier === null) return opposite;
  const trained: TrainedTarget = { ...opposite, family: target.family, encoder: target.encoder, classifier };
  return trained;
}

/** The target accepts at ½, so there its opposite rejects. */
function oppositeScore(score: number): number {
  return score === 0.5 ? BELOW_HALF : 1 - score;
}

function oppositeClassifier(classifier: FittedClassifier): FittedClassifier | null {
  if (isLogistic(classifier)) {
    const { coefficients, intercept } = classifier;
    return logisticRule(
      coefficients.map((value) => -value),
      -intercept,
      classifier,
    );
  }
  if (isMlp(classifier)) return oppositeNet(classifier);
  const nodes = treeOf(classifier);
  return nodes === null ? null : oppositeTree(classifier, nodes);
}

/** The weights and the bias of the last layer, which stand at the end, change their sign. */
function oppositeNet({ net, converged, iterations }: FittedMlp): FittedMlp {
  const last = (net.hidden.at(-1) ?? net.inputs) + 1;
  const first = net.parameters.length - last;
  const parameters = net.parameters.map((value, k) => (k < first ? value : -value));
  return reviveMlp({ net: netData({ ...net, parameters }), converged, iterations });
}

function oppositeTree(classifier: FittedClassifier, nodes: TreeNodes): FittedClassifier {
  const tree = { ...nodes, value: nodes.value.map(oppositeScore) };
  return reviveTree({ ...(classifier.toJSON() as object), trees: [treeData(tree)] });
}
