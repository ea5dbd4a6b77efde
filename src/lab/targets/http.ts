import { AuditError, reasonOf } from "../../errors.js";
import type { Table } from "../../input/table.js";
import { requireFinite, withDefaults } from "../../options.js";
import { type AskContext, type Cell, type CellRow, type OutsideTarget, type Reply, rowCells } from "./outside.js";

export interface HttpAnswer {
  readonly status: number;
  readonly body: string;
  /** Where a redirect leads; null without one. */
  readonly location: string | null;
  /** How long the server asks to be left alone; null when it does not say. */
  readonly retryAfterMs: number | null;
}

/** Sends one POST request: follows no redirects, does not try again. Rejects when no answer comes. */
export type PostJson = (
  address: string,
  body: string,
  headers: Readonly<Record<string, string>>,
  signal?: AbortSignal,
) => Promise<HttpAnswer>;

/** Where a service is asked, and where its answers have what. */
export interface HttpTargetOptions {
  /** Where letters are asked for, as an address or a path on the same host. @default no letters */
  readonly letterPath?: string | null;
  /** Field with the decision, or with the score if there is a threshold; dots lead into objects. @default "decision" */
  readonly decisionField?: string;
  /** Name of the field with the letter. @default "letter" */
  readonly letterField?: string;
  /** Decide 1 from this score on, else 0. @default the field holds the decision itself */
  readonly threshold?: number | null;
  /** Sent with every question, such as a key. @default none */
  readonly headers?: Readonly<Record<string, string>>;
}

const DEFAULTS: Required<HttpTargetOptions> = {
  letterPath: null,
  decisionField: "decision",
  letterField: "letter",
  threshold: null,
  headers: {},
};

const EXCERPT = 300; // characters of an answer that are shown or kept when it cannot be used

/** A service that answers one question per POST: `{"row": {…}}` in, `{"decision": …}` or `{"letter": {…}}` out. */
export function httpTarget(address: string, post: PostJson, given: HttpTargetOptions = {}): OutsideTarget {
  const options = withDefaults("httpTarget", DEFAULTS, given);
  if (options.threshold !== null) requireFinite("threshold", options.threshold);
  const place = checkedAddress(address);
  const letterPlace = options.letterPath === null ? null : letterAddress(options.letterPath, place);

  async function ask<T>(to: URL, row: CellRow, context: AskContext, read: (body: unknown) => Read<T>) {
    const headers: Record<string, string> = { ...options.headers };
    if (context.query !== undefined) headers["X-Recast-Query"] = String(context.query);
    if (context.question !== undefined) headers["Idempotency-Key"] = context.question;
    try {
      return understand(to, await post(to.href, JSON.stringify({ row }), headers, context.signal), read);
    } catch (error) {
      return failed(reasonOf(error));
    }
  }

  const target: OutsideTarget = {
    name: place.href,
    async decide(rows, context = {}) {
      const replies: Reply<string>[] = [];
      for (let i = 0; i < rows.rows; i++) {
        replies.push(await ask(place, rowCells(rows, i), context, (body) => readDecision(body, options)));
      }
      return replies;
    },
  };
  if (letterPlace === null) return target;
  const letter = (person: Table, context: AskContext = {}) =>
    ask(letterPlace, rowCells(person, 0), context, (body) => readLetter(body, options));
  return { ...target, letter };
}

export function checkedAddress(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) {
    throw refused(`the target's address must start with https:// or http://, got ${quoted(address)}`);
  }
  if (url.username !== "" || url.password !== "") {
    const out = "put it into an environment variable and name that (--key-from)";
    throw refused(`the target's address contains a password, which would be written to files; ${out}`);
  }
  return url;
}

/** The address for letters: on the host of the decisions and nowhere else. */
function letterAddress(path: string, place: URL): URL {
  const url = URL.canParse(path, place) ? new URL(path, place) : null;
  if (url !== null && url.origin === place.origin) return url;
  throw refused(
    `letters must come from the host of the decisions, ${place.origin}; got ${quoted(path)} (--letter-path)`,
  );
}

function refused(message: string): AuditError {
  return new AuditError("INVALID_OPTION", message);
}

/** What an answer holds, or what it lacks. */
type Read<T> = { readonly answer: T } | { readonly lacks: string };

function understand<T>(to: URL, answer: HttpAnswer, read: (body: unknown) => Read<T>): Reply<T> {
  const { status, body, location, retryAfterMs } = answer;
  if (status >= 200 && status < 300) {
    if (body.trim() === "") return failed(`the answer is empty (status ${status})`);
    let value: unknown;
    try {
      value = JSON.parse(body);
    } catch {
      return failed(`the answer is not JSON: ${excerpt(body)}`);
    }
    const found = read(value);
    if ("answer" in found) return { status: "answered", answer: found.answer };
    return { status: "closed", reason: `the answer has ${found.lacks}: ${excerpt(body)}` };
  }
  const words = `${to.origin} answered ${status}${body.trim() === "" ? "" : `: ${excerpt(body)}`}`;
  if (status >= 300 && status < 400) {
    const where = `${location === null ? "elsewhere" : `to ${quoted(location)}`}, which is not followed`;
    return {
      status: "closed",
      reason: `${to.origin} redirects ${where}. If that is the right address, name it (--target)`,
    };
  }
  if (status === 408 || status === 425 || status === 429 || status >= 500 || status < 200) {
    return failed(words, retryAfterMs);
  }
  if (status === 400 || status === 413 || status === 422) return { status: "refused", reason: words };
  return { status: "closed", reason: words };
}

function failed(reason: string, waitMs: number | null = null) {
  return { status: "failed", reason, waitMs } as const;
}

function readDecision(body: unknown, { decisionField, threshold }: Required<HttpTargetOptions>): Read<string> {
  const found = fieldOf(body, decisionField);
  if (threshold !== null) {
    if (!Number.isFinite(found)) return { lacks: `no number in the field '${decisionField}'` };
    return { answer: (found as number) >= threshold ? "1" : "0" };
  }
  const text = typeof found === "string" ? found.trim() : found;
  const isText = typeof text === "string" && text !== "";
  if (isText || typeof text === "boolean" || Number.isFinite(text)) return { answer: String(text) };
  return { lacks: `no decision in the field '${decisionField}'` };
}

function readLetter(body: unknown, { letterField }: Required<HttpTargetOptions>): Read<CellRow | null> {
  const found = fieldOf(body, letterField);
  if (found === null) return { answer: null };
  if (!isObject(found)) return { lacks: `neither a letter nor null in the field '${letterField}'` };
  const cells = Object.entries(found);
  if (cells.every((entry): entry is [string, Cell] => isCell(entry[1]))) return { answer: Object.fromEntries(cells) };
  return { lacks: "a letter with values that are neither numbers nor texts" };
}

/** The value at a path such as `result.approved`; undefined when there is none. */
function fieldOf(body: unknown, path: string): unknown {
  let value = body;
  for (const key of path.split(".")) {
    if (!isObject(value) || !Object.hasOwn(value, key)) return undefined;
    value = value[key];
  }
  return value;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isCell(value: unknown): value is Cell {
  return value === null || typeof value === "string" || (typeof value === "number" && Number.isFinite(value));
}

function excerpt(text: string): string {
  return quoted(text.length > EXCERPT ? `${text.slice(0, EXCERPT)}…` : text);
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
