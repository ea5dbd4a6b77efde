import type { Encoder } from "../encode/encoder.js";
import type { CategoryCode, NumberCode, RankScale } from "../encode/encoder-data.js";
import { FARTHEST } from "../encode/scaling.js";
import type { Model } from "../surrogate/model.js";
import { INSIDE, type OnnxGraph, onnxGraph, type Port } from "./onnx-graph.js";
import { type EncodedPeople, writeRule } from "./onnx-rule.js";
import { ruleOf, unsupported } from "./rule.js";

/** A model as an ONNX file, and which column each of its inputs takes. */
export interface OnnxFile {
  readonly bytes: Uint8Array;
  readonly inputs: readonly Pick<OnnxInput, "column" | "name" | "element">[];
}

const OUTPUTS = ["margin", "score", "decision"];

/**
 * The model as an ONNX file that takes raw columns: one input per feature, [rows, 1], a float for a number (NaN where
 * it is missing) and a string for a category (empty where it is missing). Outputs are `margin` and `score` (floats)
 * and `decision` (int64): 1 favourable, 0 unfavourable, −1 undecided (only with an abstention margin).
 *
 * Behind the inputs all arithmetic is in double precision; trees answer as ours do for every number a float can be.
 */
export function toOnnx(model: Model): OnnxFile {
  const rule = ruleOf(model);
  const { encoder, abstain, decision } = model;
  if (encoder.columns.length === 0) {
    const why = "so there is nothing to compute in ONNX: everybody gets the same answer";
    throw unsupported(`the model uses no column, ${why}`);
  }
  const graph = onnxGraph();
  const inputs = onnxInputs(encoder, OUTPUTS);
  const { margin, score } = writeRule(graph, rule, encoder, encodeInputs(graph, encoder, inputs));
  const answer = graph.cast(graph.node("GreaterOrEqual", [margin, graph.number(0)]), "int64");
  const near = graph.node("Less", [graph.node("Abs", [margin]), graph.number(abstain)]);
  const settled = abstain > 0 ? graph.node("Where", [near, graph.integers([-1]), answer]) : answer;
  const unit = "0 and above is favourable, in units of the method";
  graph.output({ name: "margin", element: "float", note: unit }, margin);
  graph.output({ name: "score", element: "float", note: "from 0 to 1, ½ and above is favourable" }, score);
  graph.output({ name: "decision", element: "int64", note: "1 favourable, 0 unfavourable, -1 undecided" }, settled);
  const bytes = graph.finish({
    name: model.method,
    description:
      `Rebuilt model of method '${model.method}': ${decision.column} is '${decision.favourable}' ` +
      `where decision is 1 and '${decision.unfavourable}' where it is 0.`,
    metadata: {
      "recast.checksum": String(model.toJSON()["checksum"]),
      "recast.decision": decision.column,
      "recast.favourable": decision.favourable,
      "recast.unfavourable": decision.unfavourable,
      "recast.method": model.method,
    },
  });
  return { bytes, inputs: inputs.map(({ column, name, element }) => ({ column, name, element })) };
}

interface OnnxInput extends Port {
  readonly column: string;
}

/** One input per feature, in the encoder's order. Names that ONNX or the outputs could not bear are replaced. */
function onnxInputs(encoder: Encoder, outputs: readonly string[]): OnnxInput[] {
  const taken = new Set([...outputs, ...encoder.features.map(({ name }) => name)]);
  return encoder.features.map((code, k) => {
    const usable = code.name !== "" && !code.name.startsWith(INSIDE) && !outputs.includes(code.name);
    const name = usable ? code.name : unused(`column_${k + 1}`, taken);
    const element = code.type === "number" ? "float" : "string";
    const note =
      code.type === "number"
        ? `column '${code.name}', a number; NaN where it is missing`
        : `column '${code.name}', a category; the empty text where it is missing`;
    return { column: code.name, name, element, note };
  });
}

function unused(wish: string, taken: Set<string>): string {
  const name = taken.has(wish) ? unused(`${wish}_`, taken) : wish;
  taken.add(name);
  return name;
}

/** The encoder as operators. Everything after the inputs is in double precision. */
function encodeInputs(graph: OnnxGraph, encoder: Encoder, inputs: readonly OnnxInput[]): EncodedPeople {
  const encoded: string[] = [];
  const raw: string[] = [];
  for (const [k, input] of inputs.entries()) {
    graph.input(input);
    const code = encoder.features[k]!;
    if (code.type === "number") {
      const number = filledNumber(graph, input.name, code);
      raw.push(number);
      encoded.push(scaledNumber(graph, number, code));
    } else if (code.levels.length > 0) {
      const levels = levelColumns(graph, input.name, code);
      raw.push(levels);
      encoded.push(levels);
    }
  }
  const joined = (parts: string[]) => graph.node("Concat", parts, { axis: 1 });
  return { encoded: joined(encoded), raw: joined(raw) };
}

function filledNumber(graph: OnnxGraph, input: string, { fill }: NumberCode): string {
  const number = graph.cast(input, "double");
  return graph.node("Where", [graph.node("IsNaN", [number]), graph.number(fill), number]);
}

function scaledNumber(graph: OnnxGraph, number: string, { scale }: NumberCode): string {
  if (scale.kind === "rank") return rankedNumber(graph, number, scale);
  const centred = graph.node("Sub", [number, graph.number(scale.center)]);
  const scaled = graph.node("Div", [centred, graph.number(scale.scale)]);
  return within(graph, scaled, graph.number(-FARTHEST), graph.number(FARTHEST));
}

/** share₀ + Σ over the pieces of slope · (part of the piece that lies below the number). */
function rankedNumber(graph: OnnxGraph, number: string, { values, shares }: RankScale): string {
  const pieces = values.length - 1;
  const first = graph.number(shares[0]!);
  if (pieces === 0) return graph.node("Add", [graph.node("Mul", [number, graph.number(0)]), first]);
  const widths = Array.from({ length: pieces }, (_, k) => values[k + 1]! - values[k]!);
  const slopes = widths.map((width, k) => (shares[k + 1]! - shares[k]!) / width);
  const beyond = graph.node("Sub", [number, graph.doubles(values.slice(0, -1), [1, pieces])]);
  const below = within(graph, beyond, graph.number(0), graph.doubles(widths, [1, pieces]));
  return graph.node("Add", [graph.node("MatMul", [below, graph.doubles(slopes, [pieces, 1])]), first]);
}

function within(graph: OnnxGraph, value: string, low: string, high: string): string {
  return graph.node("Max", [graph.node("Min", [value, high]), low]);
}

/** 0 or 1 per level: the text's position among the levels, compared with every position. */
function levelColumns(graph: OnnxGraph, input: string, { levels, fill }: CategoryCode): string {
  const keys = [...levels];
  const positions = levels.map((_, k) => k);
  if (fill !== null && !levels.includes("")) {
    keys.push("");
    positions.push(levels.indexOf(fill));
  }
  const position = graph.learnt("LabelEncoder", [input], {
    keys_strings: keys,
    values_int64s: positions,
    default_int64: -1,
  });
  const same = graph.node("Equal", [position, graph.integers(levels.map((_, k) => k))]);
  return graph.cast(same, "double");
}
