import type { Net } from "../classifiers/net.js";
import type { TreeNodes } from "../classifiers/tree-nodes.js";
import type { Encoder } from "../encode/encoder.js";
import type { Attributes, OnnxGraph } from "./onnx-graph.js";
import { type RawTree, rawTree } from "./raw-tree.js";
import { type MixtureMember, netLayers, type Rule, type RuleOf, type View } from "./rule.js";

/** The people as the rest of the graph sees them: two matrices with the encoder's columns. */
export interface EncodedPeople {
  /** Scaled numbers, and 0 or 1 per level. */
  readonly encoded: string;
  /** Numbers as they were given, missing ones filled in; levels as in `encoded`. */
  readonly raw: string;
}

/** Names of two values with one number per row, in double precision. */
export type RuleValues = Readonly<{ margin: string; score: string }>;

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
      const sum = treeSum(graph, rule.trees, 0, { view: rule.view, encoder, raw: people.raw });
      return logitOfShare(graph, graph.node("Div", [sum, graph.number(rule.trees.length)]));
    }
    case "mixture": {
      const viewed = viewOf(graph, rule.view, people.encoded);
      const parts = rule.members.map((member) => {
        const probability = memberProbability(graph, member, viewed, { view: rule.view, encoder, raw: people.raw });
        return graph.node("Mul", [probability, graph.number(member.weight)]);
      });
      const mixed = graph.node("Sum", parts);
      const inside = clipped(graph, mixed, 1e-12, 1 - 1e-12);
      const odds = logOdds(graph, inside);
      const moved = rule.offset === 0 ? odds : graph.node("Add", [odds, graph.number(rule.offset)]);
      return graph.node("Mul", [moved, graph.number(rule.sharpness)]);
    }
  }
}

/** x · weights + bias; `weights` row by row, one row per column of x. */
function weightedSums(graph: OnnxGraph, x: string, weights: readonly number[], bias: readonly number[]): string {
  const matrix = graph.doubles(weights, [weights.length / bias.length, bias.length]);
  return graph.node("Add", [graph.node("MatMul", [x, matrix]), graph.doubles(bias, [1, bias.length])]);
}

function viewOf(graph: OnnxGraph, view: View, encoded: string): string {
  const columns = view.kept.length;
  const kept = graph.node("Gather", [encoded, graph.integers(view.kept)], { axis: 1 });
  const centred = graph.node("Sub", [kept, graph.doubles(view.centres, [1, columns])]);
  return graph.node("Div", [centred, graph.doubles(view.spreads, [1, columns])]);
}

/** (D₀² − D₁² + offset) / (D₀ + D₁), or the difference alone where both distances are 0. */
function prototypeMargin(graph: OnnxGraph, rule: RuleOf<"prototypes">, x: string): string {
  const { means, variances, offset } = rule;
  const columns = means[0].length;
  const from = means.map((mean) => graph.node("Sub", [x, graph.doubles(mean, [1, columns])]));
  const distances = from.map((differences, c) => {
    const squares = rowSums(graph, graph.node("Mul", [differences, differences]));
    return graph.node("Sqrt", [graph.node("Add", [squares, graph.number(variances[c]!)])]);
  });
  const direction = means[0].map((value, k) => means[1][k]! - value);
  const both = graph.node("Add", from);
  const difference = weightedSums(graph, both, direction, [variances[0] - variances[1] + offset]);
  const scale = graph.node("Add", distances);
  const positive = graph.node("Greater", [scale, graph.number(0)]);
  return graph.node("Div", [difference, graph.node("Where", [positive, scale, graph.number(1)])]);
}

function rowSums(graph: OnnxGraph, x: string): string {
  return graph.node("ReduceSum", [x, graph.integers([1])], { keepdims: 1 });
}

function netOutput(graph: OnnxGraph, net: Net, x: string): string {
  return netLayers(net).reduce(
    (units, { weights, bias }, k) => weightedSums(graph, k === 0 ? units : graph.node("Relu", [units]), weights, bias),
    x,
  );
}

function memberProbability(graph: OnnxGraph, member: MixtureMember, viewed: string, asked: TreeInput): string {
  switch (member.kind) {
    case "linear":
      return graph.node("Sigmoid", [weightedSums(graph, viewed, member.weights, [member.intercept])]);
    case "boosted":
      return graph.node("Sigmoid", [treeSum(graph, member.trees, member.start, asked)]);
    case "nets": {
      const answers = member.nets.map((net) => graph.node("Sigmoid", [netOutput(graph, net, viewed)]));
      return graph.node("Div", [graph.node("Sum", answers), graph.number(member.nets.length)]);
    }
  }
}

/** log(p / (1 − p)) of the share, within ±37. */
function logitOfShare(graph: OnnxGraph, share: string): string {
  const inside = clipped(graph, share, 1e-300, 1 - 2 ** -53);
  const logit = clipped(graph, logOdds(graph, inside), -37, 37);
  const whole = graph.node("GreaterOrEqual", [share, graph.number(1)]);
  return graph.node("Where", [whole, graph.number(37), logit]);
}

function logOdds(graph: OnnxGraph, p: string): string {
  return graph.node("Log", [graph.node("Div", [p, graph.node("Sub", [graph.number(1), p])])]);
}

function clipped(graph: OnnxGraph, value: string, low: number, high: number): string {
  return graph.node("Clip", [value, graph.number(low), graph.number(high)]);
}

/** The columns that trees were grown on, and the raw values they are asked about in the file. */
type TreeInput = Readonly<{ view: View; encoder: Encoder; raw: string }>;

/** start + Σ of the trees' leaves. The operator answers in single precision, whatever it computes in. */
function treeSum(graph: OnnxGraph, trees: readonly TreeNodes[], start: number, input: TreeInput): string {
  const raw = trees.map((tree) => rawTree(tree, input.view, input.encoder));
  const sum = graph.learnt("TreeEnsembleRegressor", [input.raw], {
    n_targets: 1,
    aggregate_function: "SUM",
    base_values_as_tensor: Float64Array.of(start),
    ...flattened(raw, input.encoder),
  });
  return graph.cast(sum, "double");
}

/** A node of a tree as the operator takes it. */
type FlatNode = Record<"tree" | "node" | "feature" | "value" | "yes" | "no", number> & { mode: "LEAF" | "BRANCH_LEQ" };

/** All nodes of all trees as the lists the operator takes. */
function flattened(trees: readonly RawTree[], { starts }: Encoder): Attributes {
  const nodes: FlatNode[] = [];
  const leaves: FlatNode[] = [];
  const place = (tree: RawTree, treeId: number, first: number): number => {
    const flat: FlatNode = {
      tree: treeId,
      node: nodes.length - first,
      feature: 0,
      value: 0,
      mode: "LEAF",
      yes: 0,
      no: 0,
    };
    nodes.push(flat);
    if (tree.kind === "leaf") {
      leaves.push({ ...flat, value: tree.value });
      return flat.node;
    }
    const { test } = tree;
    const isLevel = test.kind === "is-level";
    flat.feature = starts[test.feature]! + (isLevel ? test.level : 0);
    flat.value = isLevel ? 0.5 : test.value;
    flat.mode = "BRANCH_LEQ";
    flat.yes = place(isLevel ? tree.no : tree.yes, treeId, first);
    flat.no = place(isLevel ? tree.yes : tree.no, treeId, first);
    return flat.node;
  };
  for (const [treeId, tree] of trees.entries()) place(tree, treeId, nodes.length);
  return {
    nodes_treeids: nodes.map(({ tree }) => tree),
    nodes_nodeids: nodes.map(({ node }) => node),
    nodes_featureids: nodes.map(({ feature }) => feature),
    nodes_values_as_tensor: Float64Array.from(nodes, ({ value }) => value),
    nodes_modes: nodes.map(({ mode }) => mode),
    nodes_truenodeids: nodes.map(({ yes }) => yes),
    nodes_falsenodeids: nodes.map(({ no }) => no),
    target_treeids: leaves.map(({ tree }) => tree),
    target_nodeids: leaves.map(({ node }) => node),
    target_ids: leaves.map(() => 0),
    target_weights_as_tensor: Float64Array.from(leaves, ({ value }) => value),
  };
}

/** Squared distances without ‖x‖², which both sides share: ‖p‖² − 2·x·p, the least over the rows p of a class. */
function nearestValues(graph: OnnxGraph, rule: RuleOf<"nearest">, x: string): RuleValues {
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
    return graph.node("ReduceMin", [all], { axes: [1], keepdims: 1 });
  }) as [string, string];
  const distance = (least: string) => {
    const squared = graph.node("Max", [graph.node("Add", [own, least]), graph.number(0)]);
    return graph.node("Sqrt", [squared]);
  };
  const [d0, d1] = [distance(least0), distance(least1)];
  const both = graph.node("Add", [d0, d1]);
  const apart = graph.node("Greater", [both, graph.number(0)]);
  const scale = graph.node("Where", [apart, both, graph.number(1)]);
  const margin = graph.node("Div", [graph.node("Sub", [least0, least1]), scale]);
  const share = graph.node("Where", [apart, graph.node("Div", [d0, scale]), graph.number(0.5)]);
  return { margin, score: share };
}
