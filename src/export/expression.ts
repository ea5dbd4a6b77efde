import { layersOf } from "../classifiers/layers.js";
import type { Net } from "../classifiers/net.js";
import { logitOfShare } from "../classifiers/trees.js";
import type { Encoder } from "../encode/encoder.js";
import { columnOrigins, type RawTree, rawTree } from "./raw-tree.js";
import type { MixtureMember, Rule, View } from "./rule.js";

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
  | { readonly kind: "log-odds"; readonly of: Expression; readonly slope: number; readonly low: number }
  /** log(p / (1 − p)) within ±37, which p ≤ 0 and p ≥ 1 give. */
  | { readonly kind: "log-odds of share"; readonly of: Expression }
  /** The least over some rows p of Σ (column − p)²; the rows one after the other. */
  | { readonly kind: "nearest"; readonly of: readonly Expression[]; readonly rows: readonly number[] }
  /** over / under, or `otherwise` where `under` is 0. */
  | { readonly kind: "quotient"; readonly over: Expression; readonly under: Expression; readonly otherwise: Expression }
  /** A value used more than once: worth a name where the language has names. */
  | { readonly kind: "shared"; readonly of: Expression };

export interface Term {
  readonly weight: number;
  readonly of: Expression;
}

/** What a rule gives a person. */
export interface RuleExpressions {
  readonly margin: Expression;
  readonly score: Expression;
}

/** The rule as expressions over raw values. */
export function ruleExpressions(rule: Rule, encoder: Encoder): RuleExpressions {
  const columns = encodedColumns(encoder);
  if (rule.kind === "nearest") return nearestExpressions(rule, columns);
  const margin = shared(marginExpression(rule, encoder, columns));
  return { margin, score: { kind: "sigmoid", of: margin } };
}

/** The value of every encoded column. */
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
      return sum(
        rule.intercept,
        rule.weights.map((weight, k) => ({ weight, of: columns[k]! })),
      );
    case "prototypes":
      return prototypeMargin(rule, columns);
    case "net":
      return netOutput(rule.net, viewed(rule.view, columns));
    case "trees":
      return treesMargin(rule, encoder);
    case "mixture": {
      const inputs = viewed(rule.view, columns);
      const terms = rule.members.map((member) => ({
        weight: member.weight,
        of: memberProbability(member, rule.view, encoder, inputs),
      }));
      const mixed = shared(sum(0, terms));
      return { kind: "log-odds", of: mixed, slope: rule.sharpness, low: 1e-12 };
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

/** (x − centre) / spread of the columns a classifier sees, as weight and constant of a sum. */
interface ViewedColumn {
  readonly of: Expression;
  readonly centre: number;
  readonly spread: number;
}

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

function prototypeMargin(rule: Extract<Rule, { kind: "prototypes" }>, columns: readonly Expression[]): Expression {
  const { means, variances, offset } = rule;
  const distance = (c: 0 | 1): Expression => {
    const squares = columns.map((of, k): Term => {
      const difference = sum(-means[c][k]!, [{ weight: 1, of }]);
      return { weight: 1, of: { kind: "square", of: difference } };
    });
    return { kind: "root", of: sum(variances[c], squares) };
  };
  let constant = variances[0] - variances[1] + offset;
  const terms = columns.map((of, k): Term => {
    const direction = means[1][k]! - means[0][k]!;
    constant -= direction * (means[0][k]! + means[1][k]!);
    return { weight: 2 * direction, of };
  });
  const difference = shared(sum(constant, terms));
  const scale = shared(
    sum(0, [
      { weight: 1, of: distance(0) },
      { weight: 1, of: distance(1) },
    ]),
  );
  return { kind: "quotient", over: difference, under: scale, otherwise: difference };
}

function netOutput(net: Net, inputs: readonly ViewedColumn[]): Expression {
  const { sizes, starts } = layersOf([net.inputs, ...net.hidden, 1]);
  const { parameters } = net;
  let units: Expression[] = [];
  for (let k = 0; k < starts.length; k++) {
    const [from, to, start] = [sizes[k]!, sizes[k + 1]!, starts[k]!];
    units = Array.from({ length: to }, (_, o) => {
      const weights = Array.from({ length: from }, (__, j) => parameters[start + j * to + o]!);
      const bias = parameters[start + from * to + o]!;
      const before =
        k === 0
          ? linear(bias, weights, inputs)
          : sum(
              bias,
              weights.map((weight, j) => ({ weight, of: units[j]! })),
            );
      return k + 1 < starts.length ? shared({ kind: "relu", of: before }) : before;
    });
  }
  return units[0]!;
}

/** One tree gives its log-odds leaf by leaf; several are averaged first. */
function treesMargin({ trees, view }: Extract<Rule, { kind: "trees" }>, encoder: Encoder): Expression {
  const raw = trees.map((nodes) => rawTree(nodes, view, encoder));
  if (raw.length === 1) return { kind: "tree", tree: withLeaves(raw[0]!, logitOfShare) };
  const total = shared(
    sum(
      0,
      raw.map((tree) => ({ weight: 1, of: shared({ kind: "tree", tree }) })),
    ),
  );
  const share: Expression = {
    kind: "quotient",
    over: total,
    under: { kind: "number", value: trees.length },
    otherwise: total,
  };
  return { kind: "log-odds of share", of: shared(share) };
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
    case "boosted": {
      const trees = member.trees.map((nodes): Term => {
        const tree = rawTree(nodes, view, encoder);
        return { weight: 1, of: shared({ kind: "tree", tree }) };
      });
      return sigmoid(sum(member.start, trees));
    }
    case "nets": {
      const weight = 1 / member.nets.length;
      return sum(
        0,
        member.nets.map((net) => ({ weight, of: sigmoid(netOutput(net, inputs)) })),
      );
    }
  }
}

function nearestExpressions(rule: Extract<Rule, { kind: "nearest" }>, columns: readonly Expression[]): RuleExpressions {
  const distance = (rows: readonly number[]): Expression =>
    shared({ kind: "root", of: { kind: "nearest", of: columns, rows } });
  const [d0, d1] = [distance(rule.rejected), distance(rule.accepted)];
  const margin = sum(0, [
    { weight: 1, of: d0 },
    { weight: -1, of: d1 },
  ]);
  const both = shared(
    sum(0, [
      { weight: 1, of: d0 },
      { weight: 1, of: d1 },
    ]),
  );
  return {
    margin: shared(margin),
    score: { kind: "quotient", over: d0, under: both, otherwise: { kind: "number", value: 0.5 } },
  };
}
