import * as ort from "onnxruntime-web";
import type { OnnxFile } from "../../src/export/onnx.js";
import type { Table } from "../../src/input/table.js";

ort.env.wasm.numThreads = 1;
ort.env.logLevel = "error";

/** What a file answers. */
export interface OnnxAnswers {
  readonly margin: Float32Array;
  readonly score: Float32Array;
  readonly decision: Int32Array;
}

/** Runs a file in ONNX Runtime on all rows at once. */
export async function runOnnx(file: OnnxFile, table: Table): Promise<OnnxAnswers> {
  const session = await ort.InferenceSession.create(file.bytes);
  try {
    const feeds = Object.fromEntries(file.inputs.map(({ column, name }) => [name, tensorOf(table, column)]));
    const answers = await session.run(feeds);
    return {
      margin: answers["margin"]?.data as Float32Array,
      score: answers["score"]?.data as Float32Array,
      decision: Int32Array.from(answers["decision"]?.data as BigInt64Array, Number),
    };
  } finally {
    await session.release();
  }
}

function tensorOf(table: Table, name: string): ort.Tensor {
  const column = table.columns.find((candidate) => candidate.name === name);
  if (column === undefined) throw new Error(`no column '${name}'`);
  if (column.type === "number") return new ort.Tensor("float32", Float32Array.from(column.values), [table.rows, 1]);
  const texts = Array.from(column.codes, (code) => (code < 0 ? "" : (column.levels[code] ?? "")));
  return new ort.Tensor("string", texts, [table.rows, 1]);
}
