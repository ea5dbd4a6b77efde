import { AuditError, requireRunning } from "../../errors.js";
import type { HttpAnswer, PostJson } from "../../lab/targets/http.js";
import { postJson } from "../post-json.js";

/** How a service is asked. */
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

/**
 * Asks an OpenAI-compatible service, again where it is busy or out of reach; TARGET_REFUSED or TARGET_FAILED says why
 * there is no answer.
 */
export async function askService(
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
      reason = error instanceof Error ? error.message : String(error);
    }
    if (answer !== null) {
      if (answer.status >= 200 && answer.status < 300) return parsed(address, answer.body);
      reason = `it answered ${answer.status}`;
      if (answer.status !== 429 && answer.status < 500) throw refused(address, reason);
    }
    const wait = Math.max(waitMs * (1 << Math.min(attempt, 16)), answer?.retryAfterMs ?? 0);
    if (attempt + 1 < tries) await pause(Math.min(wait, LONGEST_WAIT), signal);
  }
  throw new AuditError("TARGET_FAILED", `${address} gave no answer in ${tries} tries: ${reason}; try again later`);
}

function parsed(address: string, body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (error) {
    throw new AuditError("TARGET_INVALID", `${address} answered something that is not JSON`, {}, { cause: error });
  }
}

function refused(address: string, reason: string): AuditError {
  return new AuditError(
    "TARGET_REFUSED",
    `${address} will not answer: ${reason}; check the address, the model and the key`,
  );
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener("abort", done, { once: true });
  });
}
