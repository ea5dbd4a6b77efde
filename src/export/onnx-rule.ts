import { layersOf } from "../classifiers/layers.js";
import type { Net } from "../classifiers/net.js";
import type { TreeNodes } from "../classifiers/tree-nodes.js";
import type { Encoder } from "../encode/encoder.js";
import type { Attribute, OnnxGraph } from "./onnx-graph.js";
import type { EncodedPeople } from "./onnx-inputs.js";
import { type RawTree, rawTree } from "./raw-tree.js";
import type { MixtureMember, Rule, View } from "./rule.js";

/** Names of two values with one number per row, in double precision. */
export interface RuleValues {
  readonly margin: string;
  readonly score: string;
}

/** The rule as operators. */
export function writeRule(graph: OnnxGraph, rule: Rule, encoder: Encoder, people: EncodedPeople): RuleValues {
  if (rule.kind === "nearest") return nearestValues(graph, rule, people.encoded);
  const margin = marginOf(graph, rule, encoder, people);
  return { margin, score: graph.node("Sigmoid", [margin]) };
}

function marginOf(
  graph: OnnxGraph,
  rule: Exclude<Rule, { kind: "nearest" }>,
  encoder: Encoder,
  people: EncodedPeople,
): string {
  switch (rule.kind) {
    case "linear":
      return weightedSums(graph, people.encoded, rule.weights, [rule.intercept]);
    case "prototypes":
      return prototypeMargin(graph, rule, people.encoded);
    case "net":
      return netOutput(graph, rule.net, viewOf(graph, rule.view, people.encoded));
    case "trees": {
      const sum = treeSum(graph, { trees: rule.trees, start: 0 }, { view: rule.view, encoder, raw: people.raw });
      return logitOfShare(graph, graph.node("Div", [sum, graph.doubles([rule.trees.length], [])]));
    }
    case "mixture": {
      const viewed = viewOf(graph, rule.view, people.encoded);
      const parts = rule.members.map((member) => {
        const probability = memberProbability(graph, member, viewed, { view: rule.view, encoder, raw: people.raw });
        return graph.node("Mul", [probability, graph.doubles([member.weight], [])]);
      });
      const mixed = graph.node("Sum", parts);
      const inside = clipped(graph, mixed, 1e-12, 1 - 1e-12);
      return graph.node("Mul", [logOdds(graph, inside), graph.doubles([rule.sharpness], [])]);
    }
  }
}

/** x · weights + bias; `weights` row by row, one row per column of x. */
function weightedSums(graph: OnnxGraph, x: string, weights: readonly number[], bias: readonly number[]): string {
  const matrix = graph.doubles(weights, [weights.length / bias.length, bias.length]);
  return graph.node("Add", [graph.node("MatMul", [x, matrix]), graph.doubles(bias, [1, bias.length])]);
}

/** The columns the classifier sees, in its units. */
function viewOf(graph: OnnxGraph, view: View, encoded: string): string {
  const columns = view.kept.length;
  const kept = graph.node("Gather", [encoded, graph.integers(view.kept)], { axis: { kind: "integer", value: 1 } });
  const centred = graph.node("Sub", [kept, graph.doubles(view.centres, [1, columns])]);
  return graph.node("Div", [centred, graph.doubles(view.spreads, [1, columns])]);
}

/** (D₀² − D₁² + offset) / (D₀ + D₁), or the difference alone where both distances are 0. */
function prototypeMargin(graph: OnnxGraph, rule: Extract<Rule, { kind: "prototypes" }>, x: string): string {
  const { means, variances, offset } = rule;
  const columns = means[0].length;
  const from = means.map((mean) => graph.node("Sub", [x, graph.doubles(mean, [1, columns])]));
  const distances = from.map((differences, c) => {
    const squares = rowSums(graph, graph.node("Mul", [differences, differences]));
    return graph.node("Sqrt", [graph.node("Add", [squares, graph.doubles([variances[c]!], [])])]);
  });
  const direction = means[0].map((value, k) => means[1][k]! - value);
  const both = graph.node("Add", from);
  const difference = weightedSums(graph, both, direction, [variances[0] - variances[1] + offset]);
  const scale = graph.node("Add", distances);
  const positive = graph.node("Greater", [scale, graph.doubles([0], [])]);
  return graph.node("Div", [difference, graph.node("Where", [positive, scale, graph.doubles([1], [])])]);
}

function rowSums(graph: OnnxGraph, x: string): string {
  return graph.node("ReduceSum", [x, graph.integers([1])], { keepdims: { kind: "integer", value: 1 } });
}

function netOutput(graph: OnnxGraph, net: Net, x: string): string {
  const layers = layersOf([net.inputs, ...net.hidden, 1]);
  let units = x;
  for (let k = 0; k < layers.starts.length; k++) {
    const size = layers.sizes[k]! * layers.sizes[k + 1]!;
    const start = layers.starts[k]!;
    const weights = Array.from(net.parameters.subarray(start, start + size));
    const bias = Array.from(net.parameters.subarray(start + size, start + size + layers.sizes[k + 1]!));
    units = weightedSums(graph, k === 0 ? units : graph.node("Relu", [units]), weights, bias);
  }
  return units;
}

function memberProbability(graph: OnnxGraph, member: MixtureMember, viewed: string, asked: TreeInput): string {
  switch (member.kind) {
    case "linear":
      return graph.node("Sigmoid", [weightedSums(graph, viewed, member.weights, [member.intercept])]);
    case "boosted":
      return graph.node("Sigmoid", [treeSum(graph, member, asked)]);
    case "nets": {
      const answers = member.nets.map((net) => graph.node("Sigmoid", [netOutput(graph, net, viewed)]));
      return graph.node("Div", [graph.node("Sum", answers), graph.doubles([member.nets.length], [])]);
    }
  }
}

/** log(p / (1 − p)) of the share, within ±37. */
function logitOfShare(graph: OnnxGraph, share: string): string {
  const inside = clipped(graph, share, 1e-300, 1 - 2 ** -53);
  const logit = clipped(graph, logOdds(graph, inside), -37, 37);
  const whole = graph.node("GreaterOrEqual", [share, graph.doubles([1], [])]);
  return graph.node("Where", [whole, graph.doubles([37], []), logit]);
}

function logOdds(graph: OnnxGraph, p: string): string {
  return graph.node("Log", [graph.node("Div", [p, graph.node("Sub", [graph.doubles([1], []), p])])]);
}

function clipped(graph: OnnxGraph, value: string, low: number, high: number): string {
  return graph.node("Clip", [value, graph.doubles([low], []), graph.doubles([high], [])]);
}

/** The columns that trees were grown on, and the raw values they are asked about in the file. */
interface TreeInput {
  readonly view: View;
  readonly encoder: Encoder;
  readonly raw: string;
}

/** start + Σ of the trees' leaves. The operator answers in single precision, whatever it computes in. */
function treeSum(
  graph: OnnxGraph,
  { trees, start }: { readonly trees: readonly TreeNodes[]; readonly start: number },
  { view, encoder, raw }: TreeInput,
): string {
  const ensemble = flattened(
    trees.map((tree) => rawTree(tree, view, encoder)),
    encoder,
  );
  const sum = graph.learnt("TreeEnsembleRegressor", [raw], {
    n_targets: { kind: "integer", value: 1 },
    aggregate_function: { kind: "text", value: "SUM" },
    base_values_as_tensor: { kind: "doubles", value: [start] },
    ...ensemble,
  });
  return graph.node("Cast", [sum], { to: { kind: "integer", value: 11 } });
}

/** All nodes of all trees as the lists the operator takes. */
function flattened(trees: readonly RawTree[], encoder: Encoder): Record<string, Attribute> {
  const treeIds: number[] = [];
  const nodeIds: number[] = [];
  const features: number[] = [];
  const values: number[] = [];
  const modes: string[] = [];
  const whenTrue: number[] = [];
  const whenFalse: number[] = [];
  const leafTrees: number[] = [];
  const leafNodes: number[] = [];
  const leafValues: number[] = [];

  function place(tree: RawTree, treeId: number, next: { node: number }): number {
    const node = next.node++;
    const at = treeIds.length;
    treeIds.push(treeId);
    nodeIds.push(node);
    features.push(0);
    values.push(0);
    modes.push("LEAF");
    whenTrue.push(0);
    whenFalse.push(0);
    if (tree.kind === "leaf") {
      leafTrees.push(treeId);
      leafNodes.push(node);
      leafValues.push(tree.value);
      return node;
    }
    const { test } = tree;
    const isLevel = test.kind === "is-level";
    features[at] = encoder.starts[test.feature]! + (isLevel ? test.level : 0);
    values[at] = isLevel ? 0.5 : test.value;
    modes[at] = "BRANCH_LEQ";
    whenTrue[at] = place(isLevel ? tree.no : tree.yes, treeId, next);
    whenFalse[at] = place(isLevel ? tree.yes : tree.no, treeId, next);
    return node;
  }
  trees.forEach((tree, treeId) => {
    place(tree, treeId, { node: 0 });
  });
  return {
    nodes_treeids: { kind: "integers", value: treeIds },
    nodes_nodeids: { kind: "integers", value: nodeIds },
    nodes_featureids: { kind: "integers", value: features },
    nodes_values_as_tensor: { kind: "doubles", value: values },
    nodes_modes: { kind: "texts", value: modes },
    nodes_truenodeids: { kind: "integers", value: whenTrue },
    nodes_falsenodeids: { kind: "integers", value: whenFalse },
    target_treeids: { kind: "integers", value: leafTrees },
    target_nodeids: { kind: "integers", value: leafNodes },
    target_ids: { kind: "integers", value: leafNodes.map(() => 0) },
    target_weights_as_tensor: { kind: "doubles", value: leafValues },
  };
}

/** Squared distances without ‖x‖², which both sides share: ‖p‖² − 2·x·p, the least over the rows p of a class. */
function nearestValues(graph: OnnxGraph, rule: Extract<Rule, { kind: "nearest" }>, x: string): RuleValues {
  const { columns } = rule;
  const own = rowSums(graph, graph.node("Mul", [x, x]));
  const [least0, least1] = [rule.rejected, rule.accepted].map((cloud) => {
    const rows = cloud.length / columns;
    const turned: number[] = [];
    const squares = new Array<number>(rows).fill(0);
    for (let k = 0; k < columns; k++) {
      for (let i = 0; i < rows; i++) {
        const value = cloud[i * columns + k]!;
        turned.push(-2 * value);
        squares[i]! += value * value;
      }
    }
    const all = weightedSums(graph, x, turned, squares);
    return graph.node("ReduceMin", [all], {
      axes: { kind: "integers", value: [1] },
      keepdims: { kind: "integer", value: 1 },
    });
  }) as [string, string];
  const distance = (least: string) => {
    const squared = graph.node("Max", [graph.node("Add", [own, least]), graph.doubles([0], [])]);
    return graph.node("Sqrt", [squared]);
  };
  const [d0, d1] = [distance(least0), distance(least1)];
  const both = graph.node("Add", [d0, d1]);
  const apart = graph.node("Greater", [both, graph.doubles([0], [])]);
  const scale = graph.node("Where", [apart, both, graph.doubles([1], [])]);
  const margin = graph.node("Div", [graph.node("Sub", [least0, least1]), scale]);
  const share = graph.node("Where", [apart, graph.node("Div", [d0, scale]), graph.doubles([0.5], [])]);
  return { margin, score: share };
}
