import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cachedEmbedder, cacheFolder } from "../../../src/platform/text/open-embedder.js";
import { freshFolder } from "../../cli/support.js";
import { wordEmbedder } from "../../text/word-embedder.js";

const folder = freshFolder();
const files = async () => {
  const found = await readdir(join(folder(), "embeddings"), { recursive: true });
  return found.filter((name) => name.endsWith(".f32")).map((name) => join(folder(), "embeddings", name));
};

describe("cachedEmbedder", () => {
  it("asks about each text once, now and later, and gives the same bits", async () => {
    const first = wordEmbedder();
    const texts = ["thanks parcel", "lazy river", "thanks parcel"];
    const fresh = await cachedEmbedder(first, folder()).embed(texts);
    expect(first.asked).toEqual(["thanks parcel", "lazy river"]);
    const second = wordEmbedder();
    expect(await cachedEmbedder(second, folder()).embed(texts)).toEqual(fresh);
    expect(second.asked).toEqual([]);
    expect(await wordEmbedder().embed(texts)).toEqual(fresh);
  });

  it("keeps models apart, and no text can be read from it", async () => {
    await cachedEmbedder(wordEmbedder(), folder()).embed(["a secret parcel"]);
    const other = { ...wordEmbedder(), name: "another" };
    await cachedEmbedder(other, folder()).embed(["a secret parcel"]);
    expect(other.asked.length).toBe(1);
    for (const file of await files()) expect((await readFile(file, "latin1")) + file).not.toContain("secret");
  });

  it.each([
    ["cut short", (bytes: Buffer) => bytes.subarray(0, 20)],
    ["changed", (bytes: Buffer) => Buffer.concat([bytes.subarray(0, -1), Buffer.of(7)])],
    ["empty", () => Buffer.alloc(0)],
  ])("asks again where a file was %s", async (_, damage) => {
    const wanted = await cachedEmbedder(wordEmbedder(), folder()).embed(["kind box"]);
    for (const file of await files()) await writeFile(file, damage(await readFile(file)));
    const again = wordEmbedder();
    expect(await cachedEmbedder(again, folder()).embed(["kind box"])).toEqual(wanted);
    expect(again.asked).toEqual(["kind box"]);
  });

  it("works without a place to write", async () => {
    await writeFile(join(folder(), "embeddings"), "in the way");
    const embedder = cachedEmbedder(wordEmbedder(), folder());
    expect((await embedder.embed(["box"])).rows).toBe(1);
    expect([embedder.name, embedder.dimensions]).toEqual(["word counts", 22]);
  });

  it("lies where the user says, else with the system's caches", () => {
    expect(cacheFolder({ RECAST_CACHE: "here" }, "/work")).toBe(join("/work", "here"));
    expect(cacheFolder({ RECAST_CACHE: "/there" }, "/work")).toBe("/there");
    expect(cacheFolder({ XDG_CACHE_HOME: "/caches" }, "/work")).toBe(join("/caches", "recast"));
    expect(cacheFolder({}, "/work")).toMatch(/\.cache.recast$/);
  });
});
