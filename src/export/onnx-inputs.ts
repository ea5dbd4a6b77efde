import type { Encoder } from "../encode/encoder.js";
import type { CategoryCode, NumberCode, RankScale } from "../encode/encoder-data.js";
import { FARTHEST } from "../encode/scaling.js";
import { INSIDE, type OnnxGraph, type Port } from "./onnx-graph.js";

/** The people as the rest of the graph sees them: two matrices with the encoder's columns. */
export interface EncodedPeople {
  /** Scaled numbers, and 0 or 1 per level. */
  readonly encoded: string;
  /** Numbers as they were given, missing ones filled in; levels as in `encoded`. */
  readonly raw: string;
}

/** An input of the file, and the column it takes. */
export interface OnnxInput extends Port {
  readonly column: string;
}

/** One input per feature, in the encoder's order. Names that ONNX or the outputs could not bear are replaced. */
export function onnxInputs(encoder: Encoder, outputs: readonly string[]): OnnxInput[] {
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
export function encodeInputs(graph: OnnxGraph, encoder: Encoder, inputs: readonly OnnxInput[]): EncodedPeople {
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
