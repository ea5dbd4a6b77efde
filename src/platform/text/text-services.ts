import { setTimeout as pause } from "node:timers/promises";
import * as v from "valibot";
import { AuditError, reasonOf, requireRunning } from "../../errors.js";
import type { HttpAnswer, PostJson } from "../../lab/targets/http.js";
import { type Embedder, embeddingRows } from "../../text/embedder.js";
import type { Rewriter } from "../../text/rewriter.js";
import { postJson } from "../post-json.js";
import { jsonOf } from "../read-file.js";

export interface ServiceOptions {
  /** Sent as a bearer token. @default none */
  readonly key?: string | null;
  /** Give up on one answer after so long. @default 60000 */
  readonly timeoutMs?: number;
  /** Tries per question. @default 5 */
  readonly tries?: number;
  /** Wait before the second try; doubled before each further one. @default 1000 */
  readonly waitMs?: number;
  /** Sends a request; a test passes its own. */
  readonly post?: PostJson;
}

const LARGEST = 1 << 25; // bytes of an answer: 64 texts of 4,096 numbers fit
const LONGEST_WAIT = 60_000;
const BATCH = 32; // texts per request

const embeddingsSchema = v.object({
  data: v.array(
    v.object({ index: v.pipe(v.number(), v.safeInteger(), v.minValue(0)), embedding: v.array(v.number()) }),
  ),
});
const chatSchema = v.object({ choices: v.array(v.object({ message: v.object({ content: v.string() }) })) });

const PROMPT =
  "Rewrite the comment so that it is no longer toxic. Change as few words as you can and keep its meaning. " +
  "Answer with the rewritten comment alone.";

/** The key in an environment variable the user names; null when none is named. A named one that is empty is refused. */
export function keyFrom(variable: string | null, env: Readonly<Record<string, string | undefined>>): string | null {
  if (variable === null) return null;
  const key = env[variable] ?? "";
  if (key !== "") return key;
  const message = `the environment variable ${variable} is not set; put the service's key into it`;
  throw new AuditError("INVALID_OPTION", message);
}

/**
 * Embeds texts through an OpenAI-compatible service: `POST {base}/embeddings` with the model and at most 32 texts.
 * Only that address is asked. The name contains address and model, so two services never share a cache.
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
      const embedded = embeddingRows(name, rows);
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
  const { success, output } = v.safeParse(embeddingsSchema, answer);
  if (!success) throw wrong(address, "its answer has no list `data` of `index` and `embedding`");
  const rows = new Array<number[] | undefined>(count).fill(undefined);
  for (const { index, embedding } of output.data) rows[index] = embedding;
  return rows.slice(0, count).map((row, k) => {
    if (row === undefined || row.length === 0) throw wrong(address, `text ${k + 1} of ${count} has no embedding`);
    return row;
  });
}

function wrong(address: string, reason: string): AuditError {
  return new AuditError(
    "TARGET_INVALID",
    `${address} is not an OpenAI-compatible embedding service: ${reason}. Check the address`,
  );
}

/**
 * Rewrites through an OpenAI-compatible chat service: `POST {base}/chat/completions`, temperature 0, one request per
 * text.
 */
export function chatRewriter(base: string, model: string, options: ServiceOptions = {}, prompt = PROMPT): Rewriter {
  const address = `${base.replace(/\/+$/, "")}/chat/completions`;
  return {
    name: "rewriter",
    async rewrite(text, _target, signal) {
      const messages = [
        { role: "system", content: prompt },
        { role: "user", content: text },
      ];
      const answer = await askService(address, { model, temperature: 0, messages }, options, signal);
      const { success, output } = v.safeParse(chatSchema, answer);
      const written = success ? output.choices[0]?.message.content : undefined;
      if (written === undefined) {
        throw new AuditError(
          "TARGET_INVALID",
          `${address} is not an OpenAI-compatible chat service: it sent no message. Check the address`,
        );
      }
      return written.trim() === "" ? null : written.trim();
    },
  };
}

/**
 * Asks an OpenAI-compatible service, again where it is busy or out of reach; TARGET_REFUSED or TARGET_FAILED says why
 * there is no answer.
 */
async function askService(
  address: string,
  body: unknown,
  options: ServiceOptions,
  signal?: AbortSignal,
): Promise<unknown> {
  const { key = null, timeoutMs = 60_000, tries = 5, waitMs = 1000 } = options;
  const post = options.post ?? postJson(timeoutMs, LARGEST);
  const headers = key === null ? {} : { Authorization: `Bearer ${key}` };
  let reason = "";
  for (let attempt = 0; attempt < tries; attempt++) {
    requireRunning(signal);
    let answer: HttpAnswer | null = null;
    try {
      answer = await post(address, JSON.stringify(body), headers, signal);
    } catch (error) {
      requireRunning(signal);
      reason = reasonOf(error);
    }
    if (answer !== null) {
      if (answer.status >= 200 && answer.status < 300) {
        const given = jsonOf(answer.body);
        if (given !== null) return given;
        throw new AuditError("TARGET_INVALID", `${address} sent an answer that is not JSON. Check the address`);
      }
      reason = `it answered ${answer.status}`;
      if (answer.status !== 429 && answer.status < 500) {
        const message = `${address} refuses to answer: ${reason}. Check the address, the model and the key`;
        throw new AuditError("TARGET_REFUSED", message);
      }
    }
    const wait = Math.min(Math.max(waitMs * (1 << Math.min(attempt, 16)), answer?.retryAfterMs ?? 0), LONGEST_WAIT);
    if (attempt + 1 < tries) await pause(wait, undefined, signal && { signal }).catch(() => undefined);
  }
  throw new AuditError("TARGET_FAILED", `${address} gave no answer in ${tries} tries: ${reason}. Try again later`);
}
