import { describe, expect, it } from "vitest";
import { type HttpAnswer, httpTarget } from "../../../src/lab/targets/http.js";

const person = {
  rows: 1,
  columns: [
    { name: "age", type: "number" as const, values: Float64Array.of(30) },
    { name: "debt", type: "number" as const, values: Float64Array.of(Number.NaN) },
    { name: "city", type: "category" as const, codes: Int32Array.of(0), levels: ["Ulm"] },
  ],
};

const ok = (body: unknown): HttpAnswer => answer(200, JSON.stringify(body));
const answer = (status: number, body = "", more: Partial<HttpAnswer> = {}): HttpAnswer => ({
  status,
  body,
  location: null,
  retryAfterMs: null,
  ...more,
});

function service(reply: HttpAnswer | Error) {
  const asked: { address: string; body: unknown; headers: Readonly<Record<string, string>> }[] = [];
  return {
    asked,
    post: async (address: string, body: string, headers: Readonly<Record<string, string>>) => {
      asked.push({ address, body: JSON.parse(body), headers });
      if (reply instanceof Error) throw reply;
      return reply;
    },
  };
}

describe("httpTarget", () => {
  it("sends the row and its numbers, and reads a decision of any plain kind", async () => {
    const { asked, post } = service(ok({ decision: " granted " }));
    const target = httpTarget("https://bank.example/decide", post, { headers: { "X-Key": "k" } });
    const replies = await target.decide(person, { query: 7, question: "abc" });
    expect(replies).toEqual([{ status: "answered", answer: "granted" }]);
    expect(asked).toEqual([
      {
        address: "https://bank.example/decide",
        body: { row: { age: 30, debt: null, city: "Ulm" } },
        headers: { "X-Key": "k", "X-Recast-Query": "7", "Idempotency-Key": "abc" },
      },
    ]);
    for (const [given, text] of [
      [true, "true"],
      [0, "0"],
    ] as const) {
      const [reply] = await httpTarget("http://x/", service(ok({ a: { b: given } })).post, {
        decisionField: "a.b",
      }).decide(person);
      expect(reply).toEqual({ status: "answered", answer: text });
    }
  });

  it("cuts scores at a threshold", async () => {
    const at = async (score: unknown) => {
      const options = { decisionField: "score", threshold: 0.7 };
      return (await httpTarget("http://x/", service(ok({ score })).post, options).decide(person))[0];
    };
    expect(await at(0.7)).toEqual({ status: "answered", answer: "1" });
    expect(await at(0.69)).toEqual({ status: "answered", answer: "0" });
    expect(await at("0.9")).toMatchObject({
      status: "closed",
      reason: expect.stringContaining("no number in the field 'score'"),
    });
    expect(() => httpTarget("http://x/", service(ok({})).post, { threshold: Number.NaN })).toThrow(
      "threshold must be a finite number, got NaN",
    );
  });

  it("asks for letters on the same host and nowhere else", async () => {
    const { asked, post } = service(ok({ letter: { age: 33 } }));
    const target = httpTarget("https://bank.example/v1/decide?x=1", post, { letterPath: "letter" });
    expect(await target.letter?.(person)).toEqual({ status: "answered", answer: { age: 33 } });
    expect(asked[0]?.address).toBe("https://bank.example/v1/letter");
    for (const letterPath of ["https://other.example/letter", "http://bank.example/letter", "http://["]) {
      expect(() => httpTarget("https://bank.example/", post, { letterPath })).toThrow("from the host of the decisions");
    }
    const none = httpTarget("https://x/", service(ok({ letter: null })).post, { letterPath: "/l" });
    expect(await none.letter?.(person)).toEqual({ status: "answered", answer: null });
    for (const letter of ["soon", { age: { years: 3 } }, [1]]) {
      const odd = httpTarget("https://x/", service(ok({ letter })).post, { letterPath: "/l" });
      expect(await odd.letter?.(person)).toMatchObject({ status: "closed" });
    }
    expect(httpTarget("https://x/", post).letter).toBeUndefined();
  });

  it.each([
    [answer(500, "oops"), "failed", 'answered 500: "oops"'],
    [answer(429, "", { retryAfterMs: 2000 }), "failed", "answered 429"],
    [answer(408), "failed", "answered 408"],
    [answer(200, "<html>"), "failed", "the answer is not JSON"],
    [new Error("socket hang up"), "failed", "socket hang up"],
    [answer(422, "age?"), "refused", 'answered 422: "age?"'],
    [answer(400), "refused", "answered 400"],
    [answer(401, "x".repeat(400)), "closed", "answered 401"],
    [answer(404), "closed", "answered 404"],
    [
      answer(302, "", { location: "https://evil.example/" }),
      "closed",
      'redirects to "https://evil.example/", which is not followed',
    ],
    [answer(307), "closed", "redirects elsewhere"],
    [ok({ verdict: 1 }), "closed", 'no decision in the field \'decision\': "{\\"verdict\\":1}"'],
    [ok([1]), "closed", "no decision"],
  ] as const)("understands %j", async (given, status, words) => {
    const [reply] = await httpTarget("https://bank.example/", service(given).post).decide(person);
    expect(reply).toMatchObject({ status, reason: expect.stringContaining(words) });
    if (!(given instanceof Error) && given.status === 429) expect(reply).toMatchObject({ waitMs: 2000 });
  });

  it("refuses addresses of other kinds, and passwords in them", () => {
    const { post } = service(ok({}));
    expect(() => httpTarget("ftp://x/", post)).toThrow('must start with https:// or http://, got "ftp://x/"');
    expect(() => httpTarget("bank", post)).toThrow("must start with");
    expect(() => httpTarget("https://me:secret@x/", post)).toThrow("contains a password");
  });
});
