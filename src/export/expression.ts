import type { Net } from "../classifiers/net.js";
import type { TreeNodes } from "../classifiers/tree-nodes.js";
import { logitOfShare } from "../classifiers/trees.js";
import type { Encoder } from "../encode/encoder.js";
import { columnOrigins, type RawTree, rawTree } from "./raw-tree.js";
import { type MixtureMember, netLayers, type Rule, type RuleOf, type View } from "./rule.js";

/** A number computed from a person's raw values, as a tree of operations that SQL and spreadsheets can write down. */
export type Expression =
  | { readonly kind: "number"; readonly value: number }
  /** The encoded number of a numeric feature. */
  | { readonly kind: "scaled"; readonly feature: number }
  /** 1 for a person with this level of the category, else 0. */
  | { readonly kind: "level"; readonly feature: number; readonly level: number }
  /** constant + Σ weight · term. */
  | { readonly kind: "sum"; readonly constant: number; readonly terms: readonly Term[] }
  | { readonly kind: "tree"; readonly tree: RawTree }
  | { readonly kind: "square" | "relu" | "sigmoid" | "root"; readonly of: Expression }
  /** slope · log(p / (1 − p)), with p first kept within [low, 1 − low]. */
  | {
      readonly kind: "log-odds";
      readonly of: Expression;
      readonly slope: number;
      readonly offset: number;
      readonly low: number;
    }
  /** log(p / (1 − p)) within ±37, which p ≤ 0 and p ≥ 1 give. */
  | { readonly kind: "log-odds of share"; readonly of: Expression }
  /** The least over some rows p of Σ (column − p)²; the rows one after the other. */
  | { readonly kind: "nearest"; readonly of: readonly Expression[]; readonly rows: readonly number[] }
  /** over / under, or `otherwise` where `under` is 0. */
  | { readonly kind: "quotient"; readonly over: Expression; readonly under: Expression; readonly otherwise: Expression }
  /** A value used more than once: worth a name where the language has names. */
  | { readonly kind: "shared"; readonly of: Expression };

export type Term = Readonly<{ weight: number; of: Expression }>;

export type RuleExpressions = Readonly<{ margin: Expression; score: Expression }>;

export function ruleExpressions(rule: Rule, encoder: Encoder): RuleExpressions {
  const columns = encodedColumns(encoder);
  if (rule.kind === "nearest") return nearestExpressions(rule, columns);
  const margin = shared(marginExpression(rule, encoder, columns));
  return { margin, score: { kind: "sigmoid", of: margin } };
}

function encodedColumns(encoder: Encoder): Expression[] {
  return columnOrigins(encoder).map(({ feature, level }) =>
    shared(level < 0 ? { kind: "scaled", feature } : { kind: "level", feature, level }),
  );
}

function marginExpression(
  rule: Exclude<Rule, { kind: "nearest" }>,
  encoder: Encoder,
  columns: readonly Expression[],
): Expression {
  switch (rule.kind) {
    case "linear":
      return weighted(rule.intercept, rule.weights, columns);
    case "prototypes":
      return prototypeMargin(rule, columns);
    case "net":
      return netOutput(rule.net, viewed(rule.view, columns));
    case "trees":
      return treesMargin(rule, encoder);
    case "mixture": {
      const inputs = viewed(rule.view, columns);
      const weights = rule.members.map(({ weight }) => weight);
      const answers = rule.members.map((member) => memberProbability(member, rule.view, encoder, inputs));
      const of = shared(weighted(0, weights, answers));
      return { kind: "log-odds", of, slope: rule.sharpness, offset: rule.offset, low: 1e-12 };
    }
  }
}

function shared(of: Expression): Expression {
  return of.kind === "shared" || of.kind === "number" ? of : { kind: "shared", of };
}

/** Terms of weight 0 are left out; what they multiply is finite. */
function sum(constant: number, terms: readonly Term[]): Expression {
  return { kind: "sum", constant, terms: terms.filter(({ weight }) => weight !== 0) };
}

/** constant + Σ weight · value. */
function weighted(constant: number, weights: readonly number[], values: readonly Expression[]): Expression {
  const terms = values.map((of, k) => ({ weight: weights[k]!, of }));
  return sum(constant, terms);
}

/** constant + Σ value. */
export function total(constant: number, values: readonly Expression[]): Expression {
  return { kind: "sum", constant, terms: values.map((of) => ({ weight: 1, of })) };
}

/** (x − centre) / spread of the columns a classifier sees, as weight and constant of a sum. */
type ViewedColumn = Readonly<{ of: Expression; centre: number; spread: number }>;

function viewed({ kept, centres, spreads }: View, columns: readonly Expression[]): ViewedColumn[] {
  return kept.map((column, k) => ({ of: columns[column]!, centre: centres[k]!, spread: spreads[k]! }));
}

/** intercept + Σ weight · (x − centre) / spread. */
function linear(intercept: number, weights: readonly number[], inputs: readonly ViewedColumn[]): Expression {
  let constant = intercept;
  const terms = inputs.map(({ of, centre, spread }, k) => {
    const weight = weights[k]! / spread;
    constant -= weight * centre;
    return { weight, of };
  });
  return sum(constant, terms);
}

function prototypeMargin(rule: RuleOf<"prototypes">, columns: readonly Expression[]): Expression {
  const { means, variances, offset } = rule;
  const distance = (c: 0 | 1): Expression => {
    const squares = columns.map((of, k): Expression => ({ kind: "square", of: total(-means[c][k]!, [of]) }));
    return { kind: "root", of: total(variances[c], squares) };
  };
  let constant = variances[0] - variances[1] + offset;
  const terms = columns.map((of, k): Term => {
    const direction = means[1][k]! - means[0][k]!;
    constant -= direction * (means[0][k]! + means[1][k]!);
    return { weight: 2 * direction, of };
  });
  const difference = shared(sum(constant, terms));
  const scale = shared(total(0, [distance(0), distance(1)]));
  return { kind: "quotient", over: difference, under: scale, otherwise: difference };
}

function netOutput(net: Net, inputs: readonly ViewedColumn[]): Expression {
  const layers = netLayers(net);
  let units: Expression[] = [];
  for (const [k, layer] of layers.entries()) {
    const outs = layer.bias.length;
    units = layer.bias.map((bias, o) => {
      const weights = Array.from({ length: layer.weights.length / outs }, (_, i) => layer.weights[i * outs + o]!);
      const before = k === 0 ? linear(bias, weights, inputs) : weighted(bias, weights, units);
      return k + 1 < layers.length ? shared({ kind: "relu", of: before }) : before;
    });
  }
  return units[0]!;
}

function treeLeaves(trees: readonly TreeNodes[], view: View, encoder: Encoder): Expression[] {
  return trees.map((nodes) => shared({ kind: "tree", tree: rawTree(nodes, view, encoder) }));
}

/** One tree gives its log-odds leaf by leaf; several are averaged first. */
function treesMargin({ trees, view }: RuleOf<"trees">, encoder: Encoder): Expression {
  if (trees.length === 1) {
    return { kind: "tree", tree: withLeaves(rawTree(trees[0]!, view, encoder), logitOfShare) };
  }
  const over = shared(total(0, treeLeaves(trees, view, encoder)));
  const under: Expression = { kind: "number", value: trees.length };
  return { kind: "log-odds of share", of: shared({ kind: "quotient", over, under, otherwise: over }) };
}

function withLeaves(tree: RawTree, change: (value: number) => number): RawTree {
  if (tree.kind === "leaf") return { kind: "leaf", value: change(tree.value) };
  return { ...tree, yes: withLeaves(tree.yes, change), no: withLeaves(tree.no, change) };
}

function memberProbability(
  member: MixtureMember,
  view: View,
  encoder: Encoder,
  inputs: readonly ViewedColumn[],
): Expression {
  const sigmoid = (of: Expression): Expression => ({ kind: "sigmoid", of: shared(of) });
  switch (member.kind) {
    case "linear":
      return sigmoid(linear(member.intercept, member.weights, inputs));
    case "boosted":
      return sigmoid(total(member.start, treeLeaves(member.trees, view, encoder)));
    case "nets": {
      const weight = 1 / member.nets.length;
      const terms = member.nets.map((net) => ({ weight, of: sigmoid(netOutput(net, inputs)) }));
      return sum(0, terms);
    }
  }
}

function nearestExpressions(rule: RuleOf<"nearest">, columns: readonly Expression[]): RuleExpressions {
  const distance = (rows: readonly number[]): Expression =>
    shared({ kind: "root", of: { kind: "nearest", of: columns, rows } });
  const [d0, d1] = [distance(rule.rejected), distance(rule.accepted)];
  const under = shared(total(0, [d0, d1]));
  const score: Expression = { kind: "quotient", over: d0, under, otherwise: { kind: "number", value: 0.5 } };
  return { margin: shared(weighted(0, [1, -1], [d0, d1])), score };
}
