import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { textServices } from "../../../src/platform/lab/study-worker.js";
import { localEmbedder, openEmbedder, reopenEmbedder, requireNamed } from "../../../src/platform/text/open-embedder.js";
import { chatRewriter, httpEmbedder, keyFrom } from "../../../src/platform/text/text-services.js";
import type { TextTarget } from "../../../src/text/rewriter.js";
import { RESPONSE_WAYS, rawService } from "../../support/raw-service.js";
import { wordCounts } from "../../text/word-embedder.js";

interface Asked {
  readonly path: string;
  readonly key: string | undefined;
  readonly body: Record<string, unknown>;
}

let server: Server;
let base = "";
let asked: Asked[] = [];
/** Status and body of the next answers; null cuts the line. */
let answer: (question: Asked, count: number) => { status?: number; body: unknown } | null;

beforeEach(async () => {
  asked = [];
  server = createServer(async (request: IncomingMessage, response) => {
    let text = "";
    for await (const piece of request.setEncoding("utf8")) text += piece;
    const question = { path: request.url ?? "", key: request.headers.authorization, body: JSON.parse(text) };
    asked.push(question);
    const given = answer(question, asked.length);
    if (given === null) request.socket.destroy();
    else
      response
        .writeHead(given.status ?? 200)
        .end(typeof given.body === "string" ? given.body : JSON.stringify(given.body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const QUICK = { waitMs: 1, timeoutMs: 5000 };
const embeddings = ({ body }: Asked) => ({
  body: { data: (body["input"] as string[]).map((text, index) => ({ index, embedding: wordCounts(text) })).reverse() },
});

describe("httpEmbedder", () => {
  it("asks one address in batches, with the key, and puts the answers in order", async () => {
    answer = embeddings;
    const embedder = httpEmbedder(`${base}/`, "small", { ...QUICK, key: "k" });
    const texts = Array.from({ length: 33 }, (_, k) => (k % 2 === 0 ? "thanks" : "river box"));
    const embedded = await embedder.embed(texts);
    expect(asked.map(({ path, key, body }) => [path, key, (body["input"] as string[]).length, body["model"]])).toEqual([
      ["/v1/embeddings", "Bearer k", 32, "small"],
      ["/v1/embeddings", "Bearer k", 1, "small"],
    ]);
    expect([embedded.rows, embedded.columns, embedder.dimensions]).toEqual([33, 22, 22]);
    expect(Array.from(embedded.values.subarray(22, 44))).toEqual(wordCounts("river box").map(Math.fround));
  });

  it("tries again where the service is busy, broken or gone, and then answers", async () => {
    answer = (question, count) =>
      count === 1
        ? { status: 429, body: "" }
        : count === 2
          ? null
          : count === 3
            ? { status: 503, body: "" }
            : embeddings(question);
    expect((await httpEmbedder(base, "m", QUICK).embed(["box"])).rows).toBe(1);
    expect(asked.length).toBe(4);
  });

  it("gives up after as many tries as allowed, and at once where it is refused", async () => {
    answer = () => ({ status: 500, body: "" });
    await expect(httpEmbedder(base, "m", { ...QUICK, tries: 2 }).embed(["box"])).rejects.toMatchObject({
      code: "TARGET_FAILED",
    });
    expect(asked.length).toBe(2);
    answer = () => ({ status: 401, body: "" });
    await expect(httpEmbedder(base, "m", QUICK).embed(["box"])).rejects.toMatchObject({ code: "TARGET_REFUSED" });
    expect(asked.length).toBe(3);
  });

  it.each([
    ["not JSON", "<html>"],
    ["another form", { data: [{ embedding: [1] }] }],
    ["a text left out", { data: [] }],
  ])("refuses an answer that is %s", async (_, body) => {
    answer = () => ({ body });
    await expect(httpEmbedder(base, "m", QUICK).embed(["box"])).rejects.toMatchObject({ code: "TARGET_INVALID" });
  });

  it.each(RESPONSE_WAYS.filter(({ words }) => words !== null))("settles with words: $name", async (way) => {
    const raw = await rawService(way);
    try {
      const embedder = httpEmbedder(raw.address, "m", { timeoutMs: 500, tries: 1 });
      await expect(embedder.embed(["a"])).rejects.toMatchObject({
        code: expect.stringMatching(/^TARGET_(FAILED|REFUSED|INVALID)$/),
      });
    } finally {
      await raw.close();
    }
  });

  it("refuses rows that change their length", async () => {
    answer = (_question, count) => ({ body: { data: [{ index: 0, embedding: new Array(count).fill(1) }] } });
    const embedder = httpEmbedder(base, "m", QUICK);
    await embedder.embed(["a"]);
    await expect(embedder.embed(["b"])).rejects.toThrow("1 numbers per text before and 2 now");
  });

  it("stops when it is told to, also while it waits", async () => {
    answer = () => ({ status: 503, body: "" });
    const stop = new AbortController();
    const asking = httpEmbedder(base, "m", { waitMs: 60_000 }).embed(["box"], stop.signal);
    setTimeout(() => stop.abort(), 50);
    await expect(asking).rejects.toMatchObject({ code: "ABORTED" });
  });
});

describe("chatRewriter", () => {
  const anyone: TextTarget = { scores: async (texts) => new Float64Array(texts.length).fill(1) };

  it("sends the text and takes the message", async () => {
    answer = () => ({ body: { choices: [{ message: { content: " a kind note \n" } }] } });
    const rewriter = textServices({ KEY: "secret" }, "/").rewriter({ address: base, model: "m", key: "KEY" });
    expect(await rewriter.rewrite("a grumpy note", anyone)).toBe("a kind note");
    expect(asked[0]).toMatchObject({
      path: "/v1/chat/completions",
      key: "Bearer secret",
      body: { model: "m", temperature: 0 },
    });
    expect(JSON.stringify(asked[0]?.body)).toContain("a grumpy note");
  });

  it("takes an empty message as none, and refuses another form", async () => {
    answer = (_question, count) => ({ body: { choices: count === 1 ? [{ message: { content: " " } }] : [] } });
    const rewriter = chatRewriter(base, "m", QUICK);
    expect(await rewriter.rewrite("x", anyone)).toBeNull();
    await expect(rewriter.rewrite("x", anyone)).rejects.toMatchObject({ code: "TARGET_INVALID" });
  });

  it("is refused with options that are none, and without its key", () => {
    const { rewriter } = textServices({}, "/");
    expect(() => rewriter({ address: "nowhere", model: "m" })).toThrow(
      expect.objectContaining({ code: "STUDY_INVALID" }),
    );
    expect(() => rewriter({ address: base, model: "m", key: "NONE" })).toThrow(
      "the environment variable NONE is not set",
    );
    expect(rewriter({ mostDeleted: 0.5 }).name).toBe("rewriter");
  });
});

describe("openEmbedder", () => {
  const none = { address: null, model: null, key: null };

  it("is the one of this machine unless an address is named, and refuses halves of a service", () => {
    expect(openEmbedder(none, {}, "/").service).toBeNull();
    expect(openEmbedder({ address: base, model: "m", key: null }, {}, "/").service).toEqual({
      address: base,
      model: "m",
    });
    expect(() => openEmbedder({ ...none, model: "m" }, {}, "/")).toThrow("name it with --embedder");
    expect(() => openEmbedder({ ...none, address: base }, {}, "/")).toThrow("name it with --embedder-model");
    expect(() => openEmbedder({ ...none, address: "file:///x", model: "m" }, {}, "/")).toThrow("such as https://");
    expect(keyFrom(null, {})).toBeNull();
  });

  it("asks no address that only a file names", () => {
    expect(() => requireNamed(base, undefined)).toThrow(`add --embedder ${base}`);
    expect(() => requireNamed(base, base)).not.toThrow();
    expect(() => requireNamed(null, undefined)).not.toThrow();
  });

  it("refuses a model whose texts another embedder read", () => {
    const pca = { mean: new Float64Array(0), components: { rows: 0, columns: 0, values: new Float64Array(0) } };
    const code = { column: "c", embedder: "of another day", service: null, pca };
    expect(() => reopenEmbedder(code, null, {}, "/")).toThrow(expect.objectContaining({ code: "MODEL_VERSION" }));
  });
});

describe("localEmbedder", () => {
  it("embeds with the packages from npm: 512 numbers, length one, the same whatever is asked beside it", async () => {
    const embedder = localEmbedder();
    const both = await embedder.embed(["a parcel by the river", ""]);
    expect([both.rows, both.columns]).toEqual([2, 512]);
    const first = both.values.subarray(0, 512);
    expect(first.reduce((sum, value) => sum + value * value, 0)).toBeCloseTo(1, 5);
    expect((await embedder.embed(["a parcel by the river"])).values).toEqual(first);
    expect((await embedder.embed([])).rows).toBe(0);
  }, 60_000);

  it("says how to install the packages where they are missing", async () => {
    const gone = Object.assign(new Error("gone"), { code: "ERR_MODULE_NOT_FOUND" });
    const embedder = localEmbedder(() => Promise.reject(gone));
    await expect(embedder.embed(["x"])).rejects.toMatchObject({
      code: "PACKAGE_MISSING",
      message: expect.stringContaining("npm install @energetic-ai/core @energetic-ai/embeddings"),
    });
    const broken = localEmbedder(() => Promise.reject(new Error("damaged weights")));
    await expect(broken.embed(["x"])).rejects.toThrow("damaged weights");
  });
});
