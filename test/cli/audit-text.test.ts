import { readFile, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { messages, wordCounts } from "../text/word-embedder.js";
import { freshFolder, recast } from "./support.js";

// Texts are embedded by a service on this machine whose numbers are word counts: quick, and the same for everybody.

const folder = freshFolder();
let server: Server;
let address = "";
let asked = 0;

beforeEach(async () => {
  asked = 0;
  server = createServer(async (request, response) => {
    let text = "";
    for await (const piece of request.setEncoding("utf8")) text += piece;
    const { input } = JSON.parse(text) as { input: string[] };
    asked += input.length;
    const data = input.map((one, index) => ({ index, embedding: wordCounts(one) }));
    response.end(JSON.stringify({ data }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const { texts, labels } = messages(40);
  const rows = texts.map(
    (text, i) => `p${i},"${text}",${i % 3 === 0 ? "north" : "south"},${labels[i] === 1 ? "yes" : "no"}`,
  );
  await put("decisions.csv", ["id,message,region,decision", ...rows, ""].join("\n"));
  const letters = texts.flatMap((text, i) =>
    labels[i] === 0 && i < 30 ? [`p${i},"kind ${text.replace(/silly|lazy|grumpy|awful/g, "good")}"`] : [],
  );
  await put("letters.csv", ["id,message", ...letters, ""].join("\n"));
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const put = (name: string, text: string) => writeFile(join(folder(), name), text);
const take = (name: string) => readFile(join(folder(), name), "utf8");
const go = (...args: string[]) => recast(args, { cwd: folder(), env: { RECAST_CACHE: "cache", KEY: "secret" } });
const QUICK = ["--refits", "2", "--resamples", "100", "--no-sensitivity", "--methods", "ridge,recast"];
const service = () => ["--embedder", address, "--embedder-model", "counts", "--embedder-key", "KEY"];
const audit = (...args: string[]) =>
  go(
    "audit",
    "decisions.csv",
    "--letters",
    "letters.csv",
    "--sensitive",
    "region",
    "--text",
    "message",
    ...QUICK,
    ...args,
  );

describe("a column of texts", () => {
  it("is audited, predicted and verified from the raw texts, each embedded once", async () => {
    const made = await audit("--out", "out", ...service());
    expect(made).toMatchObject({ exitCode: 0, stderr: "" });
    const distinct = asked;
    expect(distinct).toBeGreaterThan(40);

    const file = JSON.parse(await take("out/audit.json"));
    const note = file.problems.find(({ code }: { code: string }) => code === "TEXT_EMBEDDED");
    expect(note).toMatchObject({ severity: "note", column: "message" });
    expect(note.message).toContain("cannot be read as words");
    expect(await take("out/report.html")).toContain("main directions of their embedding");
    const model = JSON.parse(await take("out/surrogate.json"));
    expect(model.text).toMatchObject({ column: "message", service: { address, model: "counts" } });
    // one scale for all directions: their own spreads are kept
    const scales = model.encoder.features.filter(({ name }: { name: string }) => name.startsWith("message·"));
    expect(new Set(scales.map(({ scale }: { scale: { scale: number } }) => scale.scale)).size).toBe(1);

    const predict = (...args: string[]) =>
      go("predict", "decisions.csv", "--model", "out/surrogate.json", "--id", "id", ...args);
    const scored = await predict("--embedder", address);
    expect(scored).toMatchObject({ exitCode: 0, stderr: "" });
    const people = (await take("out/tables/people.csv")).trim().split("\n").slice(1);
    const answers = scored.stdout.trim().split("\n").slice(1);
    expect(answers.length).toBe(40);
    expect(people.length).toBe(40);
    expect(answers.filter((line) => /^p\d*[02468],yes,/.test(line)).length).toBeGreaterThan(15);

    const verified = await go("verify", "out", "--embedder", address);
    expect(verified.stdout).toContain("Verified:");
    expect(verified.exitCode).toBe(0);
    expect(asked).toBe(distinct); // all of it from the cache

    // an address that only a file names is not asked
    expect((await predict()).stderr).toContain(`add --embedder ${address}`);
    expect((await go("verify", "out")).stdout + (await go("verify", "out")).stderr).toContain("--embedder");
    expect((await go("explain", "p1", "--audit", "out")).stderr).toContain("cannot be explained field by field");
    expect((await go("check", "out/audit.yaml")).exitCode).toBe(0);

    const again = await go("audit", "out/audit.yaml", "--out", "again");
    expect(again.exitCode).toBe(0);
    expect(await take("again/surrogate.json")).toBe(await take("out/surrogate.json"));
  }, 120_000);

  it("says what is wrong with the column and the letters", async () => {
    const refused = async (...args: string[]) => (await audit("--out", "out", ...args)).stderr;
    expect(await refused(...service(), "--text", "remark")).toContain("no column 'remark' (named as text)");
    expect(await refused("--embedder", address)).toContain("name it with --embedder-model");
    expect(await refused("--embedder-model", "m")).toContain("name it with --embedder");
    await put("letters.csv", "id,field,new_value\np1,message,kind words\n");
    expect(await refused(...service())).toContain("must be a full row");
    await put("decisions.csv", "id,message,region,decision\n1,same,n,yes\n2,same,s,no\n");
    await put("letters.csv", "id,message\n");
    expect(await refused(...service())).toContain("all texts are the same");
  }, 60_000);
});
