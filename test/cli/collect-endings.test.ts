import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { RESPONSE_WAYS, type ResponseWay, rawService } from "../support/raw-service.js";
import { freshFolder, recast } from "./support.js";

// Every way a service's answer can end: said, in the ledger, with an exit status, and without a lock left behind.

const folder = freshFolder();

async function collect(way: ResponseWay, ...more: string[]) {
  await writeFile(join(folder(), "people.csv"), "id,age\nA,20\nB,30\n");
  const service = await rawService(way);
  const limits = ["--decisions", "2", "--budget", "4", "--tries", "2", "--timeout", "0.6", "--backoff", "0"];
  try {
    const args = ["collect", "people.csv", "--target", service.address, "--out", "out", ...limits, ...more];
    const outcome = await recast(args, { cwd: folder() });
    const text = await readFile(join(folder(), "out/ledger.jsonl"), "utf8");
    const ledger: { event: string; reason?: string }[] = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    return { outcome, ledger, names: await readdir(join(folder(), "out")) };
  } finally {
    await service.close();
  }
}

describe("recast collect", () => {
  it.each(RESPONSE_WAYS)("ends orderly: $name", async (way) => {
    const { outcome, ledger, names } = await collect(way);
    const outcomes = ledger.filter(({ event }) => ["answered", "failed", "refused"].includes(event));
    expect(ledger.filter(({ event }) => event === "sent")).toHaveLength(outcomes.length);
    expect(names.sort()).toEqual(["collect.json", "decisions.csv", "ledger.jsonl", "letters.csv"]);
    expect(ledger.at(-1)).toMatchObject({ event: "ended", why: way.words === null ? "done" : "stopped" });
    if (way.words === null) {
      expect(outcome).toMatchObject({ exitCode: 0, stderr: "" });
      expect(outcomes.map(({ event }) => event)).toEqual(["answered", "answered"]);
      return;
    }
    expect(outcome.exitCode).toBe(4);
    expect(outcome.stderr).toMatch(/^recast: TARGET_(FAILED|REFUSED): /);
    expect(outcome.stderr).toMatch(way.words);
    expect(outcomes).toHaveLength(way.again === false ? 1 : 2);
    for (const line of outcomes) {
      expect(line).toMatchObject({ event: "failed", reason: expect.stringMatching(way.words) });
    }
  });
});
