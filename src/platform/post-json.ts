import { type IncomingMessage, request as plainRequest } from "node:http";
import { request as secureRequest } from "node:https";
import type { HttpAnswer, PostJson } from "../lab/targets/http.js";

const LARGEST = 1 << 20; // bytes of an answer unless more are expected: a decision or a letter is far smaller

/**
 * Sends one POST request over a connection of its own and reads the answer. Follows no redirect and reuses no
 * connection, so that what was counted as one question is one request. `timeoutMs` is for the whole exchange. However
 * the connection ends, the promise settles: with an answer, or with words for why there is none.
 */
export function postJson(timeoutMs: number, largest = LARGEST): PostJson {
  return (address, body, headers, signal) =>
    new Promise<HttpAnswer>((resolve, reject) => {
      const url = new URL(address);
      const send = url.protocol === "https:" ? secureRequest : plainRequest;
      const bytes = Buffer.from(body, "utf8");
      const request = send(url, {
        method: "POST",
        agent: false,
        headers: {
          Accept: "application/json",
          "Accept-Encoding": "identity", // a packed answer could unpack to any size
          ...headers,
          "Content-Type": "application/json",
          "Content-Length": String(bytes.length),
        },
        ...(signal === undefined ? {} : { signal }),
      });
      const settle = (answer: HttpAnswer | Error) => {
        clearTimeout(timer);
        if (answer instanceof Error) reject(answer);
        else resolve(answer);
        request.destroy();
      };
      const timer = setTimeout(() => settle(new Error(`no answer within ${timeoutMs / 1000} s`)), timeoutMs);
      let response: IncomingMessage | null = null;
      const broken = (reason?: Error) => settle(cutOff(response === null ? "before" : "in the middle of", reason));
      request.on("error", broken);
      // Node has no response for 101: without this listener it closes the connection and says nothing
      request.on("upgrade", () => settle(new Error("it answered 101: it wants another protocol than HTTP")));
      request.on("response", (begun) => {
        response = begun;
        begun.on("error", broken);
        receive(begun, largest, settle);
      });
      // the last event of any request: what is not answered by now never is
      request.on("close", () => {
        if (response?.complete !== true) broken();
      });
      request.end(bytes);
    });
}

function receive(response: IncomingMessage, largest: number, settle: (answer: HttpAnswer | Error) => void): void {
  const packed = response.headers["content-encoding"] ?? "identity";
  if (packed.trim().toLowerCase() !== "identity") {
    settle(new Error(`the answer is packed (Content-Encoding: ${packed}), which was not asked for`));
    return;
  }
  const parts: Buffer[] = [];
  let size = 0;
  response.on("data", (part: Buffer) => {
    parts.push(part);
    size += part.length;
    if (size > largest) settle(new Error(`the answer is longer than ${largest} bytes`));
  });
  response.on("end", () => {
    const body = utf8Of(Buffer.concat(parts));
    if (body === null) settle(new Error("the answer is not UTF-8 text"));
    else
      settle({
        status: response.statusCode ?? 0,
        body,
        location: response.headers.location ?? null,
        retryAfterMs: retryAfter(response.headers["retry-after"], Date.now()),
      });
  });
}

/** Text without its byte-order mark; null for bytes that are not UTF-8. */
function utf8Of(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Why an exchange ended without an answer; Node's own words only where they say more. */
function cutOff(when: string, reason?: Error): Error {
  const code = reason !== undefined && "code" in reason ? String(reason.code) : "ECONNRESET";
  if (code.startsWith("HPE_")) return new Error(`the answer is not HTTP (${reason?.message})`, { cause: reason });
  if (reason !== undefined && code !== "ECONNRESET") return reason;
  return new Error(`the connection closed ${when} the answer`, { cause: reason });
}

/** Milliseconds that a Retry-After header asks for, in seconds or as a date; null when it cannot be read. */
export function retryAfter(header: string | undefined, now: number): number | null {
  if (header === undefined) return null;
  if (/^\d+$/.test(header.trim())) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}
