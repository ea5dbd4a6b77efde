import { afterEach, describe, expect, it } from "vitest";
import type { Table } from "../../src/input/table.js";
import { httpTarget } from "../../src/lab/targets/http.js";
import { postJson, retryAfter } from "../../src/platform/post-json.js";
import { type LoopbackService, loopbackService, type ServiceAct } from "../support/loopback-service.js";
import { RESPONSE_WAYS, rawService } from "../support/raw-service.js";

let service: LoopbackService | null = null;
afterEach(async () => {
  await service?.close();
  service = null;
});

async function ask(act: ServiceAct, timeoutMs = 5000, signal?: AbortSignal) {
  service = await loopbackService(() => act);
  return postJson(timeoutMs)(service.address, '{"row":{"age":3}}', { "X-Key": "k" }, signal);
}

describe("postJson", () => {
  it("sends one request with the headers given and reads the answer", async () => {
    const answer = await ask({ status: 201, body: { decision: "ja – ✓" } });
    expect(answer).toEqual({ status: 201, body: '{"decision":"ja – ✓"}', location: null, retryAfterMs: null });
    expect(service?.received).toHaveLength(1);
    expect(service?.received[0]).toMatchObject({
      path: "/decide",
      row: { age: 3 },
      headers: { "x-key": "k", "content-type": "application/json", connection: "close" },
    });
  });

  it.each([301, 307, 421, 503])("asks once when the answer is %i, whatever it asks for", async (status) => {
    const headers = { Location: "/elsewhere", "Retry-After": "3" };
    const answer = await ask({ status, body: {}, headers });
    expect(answer).toMatchObject({ status, location: "/elsewhere", retryAfterMs: 3000 });
    expect(service?.received).toHaveLength(1);
  });

  it("gives up after the time-out, and asks once", async () => {
    await expect(ask("hang", 60)).rejects.toThrow("no answer within 0.06 s");
    expect(service?.received).toHaveLength(1);
  });

  it("says that the line was cut", async () => {
    await expect(ask("drop")).rejects.toThrow("closed before the answer");
    expect(service?.received).toHaveLength(1);
  });

  it("refuses endless answers, closed ports and work that was called off", async () => {
    await expect(ask({ body: "x".repeat((1 << 20) + 1) })).rejects.toThrow("longer than 1048576 bytes");
    const address = service?.address ?? "";
    await service?.close();
    await expect(postJson(1000)(address, "{}", {})).rejects.toThrow("ECONNREFUSED");
    await expect(ask("hang", 5000, AbortSignal.timeout(20))).rejects.toThrow();
  });
});

describe("httpTarget over postJson", () => {
  const row: Table = { rows: 1, columns: [{ name: "age", type: "number", values: Float64Array.of(3) }] };
  const inHttp = RESPONSE_WAYS.filter(({ words }) => !words?.source.includes("U\\+"));

  it.each(inHttp)("says what it means: $name", async (way) => {
    const raw = await rawService(way);
    try {
      const reply = (await httpTarget(raw.address, postJson(700)).decide(row))[0];
      const status = way.words === null ? "answered" : way.again === false ? "closed" : "failed";
      expect(reply).toMatchObject(
        way.words === null ? { status, answer: "yes" } : { status, reason: expect.stringMatching(way.words) },
      );
      expect(raw.connections()).toBe(1);
    } finally {
      await raw.close();
    }
  });
});

describe("retryAfter", () => {
  it("reads seconds and dates", () => {
    const now = Date.parse("2026-01-01T00:00:00Z");
    expect(retryAfter(undefined, now)).toBeNull();
    expect(retryAfter("12", now)).toBe(12_000);
    expect(retryAfter("Thu, 01 Jan 2026 00:00:05 GMT", now)).toBe(5000);
    expect(retryAfter("Wed, 31 Dec 2025 00:00:05 GMT", now)).toBe(0);
    expect(retryAfter("soon", now)).toBeNull();
  });
});
