import * as v from "valibot";
import { layersOf } from "../classifiers/layers.js";
import { type Net, netOf } from "../classifiers/net.js";
import { type TreeNodes, treeOf, treesEntries } from "../classifiers/tree-nodes.js";
import { list } from "../document/format.js";
import { AuditError, type ErrorPlace } from "../errors.js";
import { linearRuleOf } from "../measure/explain/linear-rule.js";
import type { NeedsTwo } from "../options.js";
import { nearestData } from "../surrogate/baselines.js";
import { bracketData } from "../surrogate/bracket.js";
import { overflowing } from "../surrogate/finite-answers.js";
import type { Model } from "../surrogate/model.js";
import { prototypePointsData } from "../surrogate/prototype-rule.js";
import { recastData } from "../surrogate/recast.js";
import type { Surrogate } from "../surrogate/surrogate.js";
import { trainedNetData, trainedTreesData } from "../surrogate/trained.js";

export const exportsNeedTwo: NeedsTwo = {
  what: "`recast export`",
  reason: "exports answer with one of two",
};

/** Encoded columns as a classifier sees them: (x[kept] − centre) / spread. */
export type View = Readonly<{ kept: readonly number[]; centres: readonly number[]; spreads: readonly number[] }>;

/**
 * One probability among those that are mixed.
 *
 * - `linear`: σ(weights · view(x) + intercept)
 * - `boosted`: σ(start + Σ of the trees' leaves)
 * - `nets`: the mean of σ of the nets' outputs
 */
export type MixtureMember = { readonly weight: number } & (
  | { readonly kind: "linear"; readonly weights: readonly number[]; readonly intercept: number }
  | { readonly kind: "boosted"; readonly start: number; readonly trees: readonly TreeNodes[] }
  | { readonly kind: "nets"; readonly nets: readonly Net[] }
);

/**
 * How a surrogate gets from an encoded row x to its margin, as data.
 *
 * - `linear`: weights · x + intercept
 * - `prototypes`: (D₀² − D₁² + offset) / (D₀ + D₁), D_c² = ‖x − mean_c‖² + variance_c
 * - `net`: the output of the net on the view
 * - `trees`: log-odds of the mean of the trees' leaves on the view, within ±37
 * - `mixture`: sharpness · (log-odds of Σ weight · probability, kept 10⁻¹² away from 0 and 1, + offset)
 * - `nearest`: distance to the nearest rejected row − distance to the nearest accepted one
 */
export type Rule =
  | Readonly<{ kind: "linear"; weights: readonly number[]; intercept: number }>
  | Readonly<{ kind: "prototypes"; means: Pair<readonly number[]>; variances: Pair<number>; offset: number }>
  | Readonly<{ kind: "net"; view: View; net: Net }>
  | Readonly<{ kind: "trees"; view: View; trees: readonly TreeNodes[] }>
  | Readonly<{ kind: "mixture"; view: View; members: readonly MixtureMember[]; sharpness: number; offset: number }>
  /** Both clouds row by row. */
  | Readonly<{ kind: "nearest"; columns: number; rejected: readonly number[]; accepted: readonly number[] }>;

type Pair<T> = readonly [T, T];

export type RuleOf<Kind extends Rule["kind"]> = Extract<Rule, { readonly kind: Kind }>;

/** Methods whose models are sums of points, which every format can hold: those with letters, and without. */
export const POINTS_METHODS = {
  withLetters: ["recast", "ridge-letters", "samples-lr", "ridge", "majority"],
  withoutLetters: ["no-cf-lr", "ridge", "majority"],
} as const;

/** What to do where an export needs a sum of points, */
export const OTHER_METHOD = `export SQL or ONNX, or audit with the methods ${list(POINTS_METHODS.withLetters)} alone`;
/** where it cannot count ranks, */
export const OTHER_SCALING = "export SQL or ONNX, or audit with another scaling";
/** and where it cannot abstain. */
export const NO_ABSTAIN = "export SQL or ONNX, or audit without --abstain";

/** EXPORT_UNSUPPORTED: why a model cannot be written down, and what to do instead. */
export function unsupported(message: string, place: ErrorPlace = {}): AuditError {
  return new AuditError("EXPORT_UNSUPPORTED", message, place);
}

/** Whether a model decides by a sum of points of its encoded columns. */
export function isSumOfPoints({ surrogate }: Model): boolean {
  return linearRuleOf(surrogate) !== null;
}

/** The layers of a net; weights row by row, one row per unit before. */
export function netLayers(net: Net): { readonly weights: number[]; readonly bias: number[] }[] {
  const { sizes, starts } = layersOf([net.inputs, ...net.hidden, 1]);
  const { parameters } = net;
  return Array.from(starts, (start, k) => {
    const end = start + sizes[k]! * sizes[k + 1]!;
    const bias = parameters.subarray(end, end + sizes[k + 1]!);
    return { weights: Array.from(parameters.subarray(start, end)), bias: Array.from(bias) };
  });
}

const memberTrees = v.object({ start: v.number(), trees: treesEntries.trees });
const traData = v.strictObject(treesEntries);

/** Refuses a model that reads texts: what turns them into numbers is another program. */
export function refuseTexts({ text }: Model): void {
  if (text === undefined) return;
  const texts = `the texts of '${text.column}' through the embedder '${text.embedder}'`;
  const message = `the model reads ${texts}, which no export can hold; use 'recast predict'`;
  throw unsupported(message, { column: text.column });
}

/**
 * The rule of a model; EXPORT_UNSUPPORTED for a method that has no closed form worth writing down, MODEL_INVALID for
 * one with a number that cannot be written.
 */
export function ruleOf(model: Model): Rule {
  refuseTexts(model);
  const rule = closedForm(model);
  requireFiniteParts(rule);
  return rule;
}

/** A number that can be written down; refuses one that overflowed on the way from the model's own. */
export function writable(value: number): number {
  if (Number.isFinite(value)) return value;
  throw overflowing();
}

export function requireFiniteParts(part: unknown): void {
  if (typeof part === "number") writable(part);
  if (typeof part === "object" && part !== null) for (const inner of Object.values(part)) requireFiniteParts(inner);
}

function closedForm({ surrogate }: Model): Rule {
  switch (surrogate.method) {
    case "recast":
    case "recast-calibrated":
    case "recast-fixed-ratio":
    case "recast-no-letters": {
      const { means, variances, offset } = v.parse(recastData, surrogate.toJSON());
      return { kind: "prototypes", means, variances, offset };
    }
    case "prototype-mean":
    case "prototype-medoid": {
      const { points } = v.parse(prototypePointsData, surrogate.toJSON());
      return { kind: "prototypes", means: points, variances: [0, 0], offset: 0 };
    }
    case "samples-mlp":
    case "no-cf-mlp":
    case "cca":
    case "dualcf": {
      const { scaler, classifier } = v.parse(trainedNetData, surrogate.toJSON());
      return { kind: "net", view: scaler, net: netOf(classifier.net) };
    }
    case "samples-dt":
    case "no-cf-dt":
    case "no-cf-rf": {
      const { scaler, classifier } = v.parse(trainedTreesData, surrogate.toJSON());
      return { kind: "trees", view: scaler, trees: classifier.trees.map(treeOf) };
    }
    case "tra": {
      const { columns, trees } = v.parse(traData, surrogate.toJSON());
      return { kind: "trees", view: wholeView(columns), trees: trees.map(treeOf) };
    }
    case "bracket":
      return mixtureOf(surrogate);
    case "nearest": {
      const { columns, rejected, accepted } = v.parse(nearestData, surrogate.toJSON());
      return { kind: "nearest", columns, rejected, accepted };
    }
    default:
      return linearOf(surrogate);
  }
}

function linearOf(surrogate: Surrogate): Rule {
  const linear = linearRuleOf(surrogate);
  if (linear !== null) return { kind: "linear", weights: Array.from(linear.weights), intercept: linear.intercept };
  throw unsupported(
    `a model of method '${surrogate.method}' cannot be exported: it compares each person with every row ` +
      "it was fitted on; export a model of another method, such as recast or bracket, or use 'recast predict'",
  );
}

function mixtureOf(surrogate: Surrogate): Rule {
  const { kept, centers, scales, weights, sharpness, offset, members } = v.parse(bracketData, surrogate.toJSON());
  return {
    kind: "mixture",
    view: { kept, centres: centers, spreads: scales },
    sharpness,
    offset,
    members: members.map((member, k): MixtureMember => {
      const weight = weights[k] ?? 0;
      if (member.kind === "net") return { kind: "nets", weight, nets: member.nets.map(netOf) };
      if (member.kind === "linear") {
        return { kind: "linear", weight, weights: member.model.coefficients, intercept: member.model.intercept };
      }
      if (member.kind === "reasons") throw readsReasons();
      const { start, trees } = v.parse(memberTrees, member.model);
      return { kind: "boosted", weight, start, trees: trees.map(treeOf) };
    }),
  };
}

function readsReasons(): AuditError {
  return unsupported(
    "the model learnt from reasons, and its forests ask for the answer of another rule, which no export can hold; " +
      `use 'recast predict', or audit with the methods ${list(POINTS_METHODS.withLetters)} alone`,
  );
}

function wholeView(columns: number): View {
  const kept = Array.from({ length: columns }, (_, k) => k);
  return { kept, centres: kept.map(() => 0), spreads: kept.map(() => 1) };
}
