import type { Model } from "../surrogate/model.js";
import { onnxGraph } from "./onnx-graph.js";
import { encodeInputs, type OnnxInput, onnxInputs } from "./onnx-inputs.js";
import { writeRule } from "./onnx-rule.js";
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
    const why = "so there is nothing to compute in ONNX; its answer is the same for everybody";
    throw unsupported(`the model looks at no value of any column, ${why}`);
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
