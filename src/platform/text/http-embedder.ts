import * as v from "valibot";
import { AuditError } from "../../errors.js";
import type { Matrix } from "../../math/matrix.js";
import { type Embedder, embeddingRows } from "../../text/embedder.js";
import { askService, type ServiceOptions } from "./ask-service.js";

const answerSchema = v.object({
  data: v.array(
    v.object({ index: v.pipe(v.number(), v.safeInteger(), v.minValue(0)), embedding: v.array(v.number()) }),
  ),
});

const BATCH = 32; // texts per request

/**
 * Embeds texts through an OpenAI-compatible service: `POST {base}/embeddings` with the model and at most 32 texts.
 * Nothing is asked but that address. The name holds address and model, so two services never share a cache.
 */
export function httpEmbedder(base: string, model: string, options: ServiceOptions = {}): Embedder {
  const address = `${base.replace(/\/+$/, "")}/embeddings`;
  const name = `${model} at ${address}`;
  let dimensions: number | null = null;
  return {
    name,
    get dimensions() {
      return dimensions;
    },
    async embed(texts, signal) {
      const rows: number[][] = [];
      for (let start = 0; start < texts.length; start += BATCH) {
        const input = texts.slice(start, start + BATCH);
        const answer = await askService(address, { model, input, encoding_format: "float" }, options, signal);
        rows.push(...inOrder(address, answer, input.length));
      }
      const embedded: Matrix = embeddingRows(name, rows);
      if (embedded.rows > 0) {
        if (dimensions !== null && dimensions !== embedded.columns) {
          throw wrong(address, `it gave ${dimensions} numbers per text before and ${embedded.columns} now`);
        }
        dimensions = embedded.columns;
      }
      return embedded;
    },
  };
}

/** The embeddings by their index: a service may answer in any order. */
function inOrder(address: string, answer: unknown, count: number): number[][] {
  const { success, output } = v.safeParse(answerSchema, answer);
  if (!success) throw wrong(address, "its answer has no list `data` of `index` and `embedding`");
  const rows = new Array<number[] | undefined>(count).fill(undefined);
  for (const { index, embedding } of output.data) rows[index] = embedding;
  return rows.slice(0, count).map((row, k) => {
    if (row === undefined || row.length === 0) throw wrong(address, `text ${k + 1} of ${count} has no embedding`);
    return row;
  });
}

function wrong(address: string, reason: string): AuditError {
  return new AuditError("TARGET_INVALID", `${address} is not an OpenAI-compatible embedding service: ${reason}`);
}
