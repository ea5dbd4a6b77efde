import * as ort from "onnxruntime-web";
import type { Model, Table } from "recast-audit";
import { toOnnx } from "recast-audit";
import { slice } from "./people.js";

const BATCH = 10_000;

ort.env.wasm.numThreads = 1;

/** Decisions of the file in ONNX Runtime, its size, and the seconds it took. */
export async function runOnnx(model: Model, table: Table) {
  const file = toOnnx(model);
  const session = await ort.InferenceSession.create(file.bytes);
  const accepted = new Uint8Array(table.rows);
  let seconds = 0;
  for (let at = 0; at < table.rows; at += BATCH) {
    const part = slice(table, at, Math.min(table.rows, at + BATCH));
    const feeds = Object.fromEntries(file.inputs.map(({ column, name }) => [name, tensorOf(part, column)]));
    const start = performance.now();
    const answers = await session.run(feeds);
    seconds += (performance.now() - start) / 1000;
    accepted.set(Uint8Array.from(answers["decision"]?.data as BigInt64Array, Number), at);
  }
  await session.release();
  return { accepted, bytes: file.bytes.length, seconds };
}

function tensorOf(table: Table, name: string): ort.Tensor {
  const column = table.columns.find((candidate) => candidate.name === name);
  if (column === undefined) throw new Error(`no column '${name}'`);
  if (column.type === "number") return new ort.Tensor("float32", Float32Array.from(column.values), [table.rows, 1]);
  const texts = Array.from(column.codes, (code) => (code < 0 ? "" : (column.levels[code] ?? "")));
  return new ort.Tensor("string", texts, [table.rows, 1]);
}
