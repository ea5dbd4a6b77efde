import { request as plainRequest } from "node:http";
import { request as secureRequest } from "node:https";
import type { HttpAnswer, PostJson } from "../lab/targets/http.js";

const LARGEST = 1 << 20; // bytes of an answer unless more are expected: a decision or a letter is far smaller

/**
 * Sends one POST request over a connection of its own and reads the answer. Follows no redirect and reuses no
 * connection, so that what was counted as one question is one request. `timeoutMs` is for the whole exchange.
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
          ...headers,
          "Content-Type": "application/json",
          "Content-Length": String(bytes.length),
        },
        ...(signal === undefined ? {} : { signal }),
      });
      const timer = setTimeout(() => request.destroy(new Error(`no answer within ${timeoutMs / 1000} s`)), timeoutMs);
      const fail = (error: Error) => {
        clearTimeout(timer);
        reject(error);
      };
      request.on("error", fail);
      request.on("response", (response) => {
        const parts: Buffer[] = [];
        let size = 0;
        response.on("error", fail);
        response.on("aborted", () => fail(new Error("the connection broke in the middle of the answer")));
        response.on("data", (part: Buffer) => {
          parts.push(part);
          size += part.length;
          if (size > largest) request.destroy(new Error(`the answer is longer than ${largest} bytes`));
        });
        response.on("end", () => {
          clearTimeout(timer);
          resolve({
            status: response.statusCode ?? 0,
            body: Buffer.concat(parts).toString("utf8"),
            location: response.headers.location ?? null,
            retryAfterMs: retryAfter(response.headers["retry-after"], Date.now()),
          });
        });
      });
      request.end(bytes);
    });
}

/** Milliseconds that a Retry-After header asks for, in seconds or as a date; null when it cannot be read. */
export function retryAfter(header: string | undefined, now: number): number | null {
  if (header === undefined) return null;
  if (/^\d+$/.test(header.trim())) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}
