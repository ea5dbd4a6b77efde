import { appendFile, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readPeople } from "../../../src/collect/people.js";
import { type Reply, rowCells } from "../../../src/lab/targets/outside.js";
import { checkCollect, openLedger } from "../../../src/platform/collect/collect-ledger.js";
import { type CollectRunOptions, collectSession, runCollect } from "../../../src/platform/collect/collect-run.js";
import type { OpenTarget } from "../../../src/platform/open-target.js";
import { freshFolder } from "../../cli/support.js";

const folder = freshFolder();
const CSV = `id,x,y\n${Array.from({ length: 40 }, (_, i) => `p${i},${(i * 37) % 101},${(i * 53) % 97}`).join("\n")}\n`;
const people = readPeople(CSV, { file: "people.csv" });
const SUM = "ab".repeat(32);

function open(trouble: (count: number) => Reply<string> | null = () => null): OpenTarget & { asked: number } {
  const state = {
    asked: 0,
    identity: { kind: "onnx", name: "m.onnx", sha256: "cd", letters: null, threshold: null } as const,
    target: {
      name: "m.onnx",
      async decide(rows: Parameters<OpenTarget["target"]["decide"]>[0]) {
        state.asked++;
        const { x, y } = rowCells(rows, 0);
        const answer = Number(x) + Number(y) >= 100 ? "yes" : "no";
        return [trouble(state.asked) ?? ({ status: "answered", answer } as const)];
      },
    },
  };
  return state;
}

const options = (more: Partial<CollectRunOptions> = {}): CollectRunOptions => ({
  folder: join(folder(), "out"),
  decisions: 25,
  letters: 5,
  budget: 150,
  ...more,
});
const file = (name: string) => join(folder(), "out", name);

describe("runCollect", () => {
  it("writes the same bytes however often it is run, and asks nothing twice", async () => {
    const first = open();
    const outcome = await runCollect(people, SUM, first, options());
    expect(outcome).toMatchObject({ why: "done", decided: 25, letters: 5, failed: 0, lost: 0, unread: [] });
    expect(outcome.sent).toBe(first.asked);
    expect((await readdir(file(""))).sort()).toEqual(["collect.json", "decisions.csv", "ledger.jsonl", "letters.csv"]);
    const before = await readFile(file("decisions.csv"), "utf8");
    const letters = await readFile(file("letters.csv"), "utf8");
    const second = open();
    expect(await runCollect(people, SUM, second, options())).toMatchObject({ sent: outcome.sent, decided: 25 });
    expect(second.asked).toBe(0);
    expect(await readFile(file("decisions.csv"), "utf8")).toBe(before);
    await expect(
      Promise.all([runCollect(people, SUM, open(), options()), runCollect(people, SUM, open(), options())]),
    ).rejects.toMatchObject({ code: "FOLDER_BUSY" });
    const elsewhere = { ...options(), folder: join(folder(), "other") };
    expect((await runCollect(people, SUM, open(), elsewhere)).digest).toBe(outcome.digest);
    expect(await readFile(join(folder(), "other/letters.csv"), "utf8")).toBe(letters);
    const check = await checkCollect(file(""));
    expect(check.files).toEqual(["decisions.csv", "letters.csv"]);
    expect(check.state).toMatchObject({ sent: outcome.sent, budget: 150 });
  });

  it("goes on with more decisions, letters and budget, and with a favourable decision named later", async () => {
    await runCollect(people, SUM, open(), options({ budget: 30 }));
    const more = await runCollect(people, SUM, open(), options({ decisions: 30, budget: 300, favourable: "yes" }));
    expect(more).toMatchObject({ why: "done", decided: 30, letters: 5, budget: 300 });
    await expect(runCollect(people, SUM, open(), options({ decisions: 30, budget: 300 }))).rejects.toThrow(
      "--favourable differs",
    );
  });

  it("refuses answers that rest on other people, another target or other settings", async () => {
    await runCollect(people, SUM, open(), options());
    const other = open();
    const another: OpenTarget = { ...other, identity: { ...other.identity, sha256: "ef" } };
    const moved = readPeople(CSV, { immutable: ["x"], file: "moved/renamed.csv" });
    const changed: [() => Promise<unknown>, string][] = [
      [() => runCollect(people, "00", open(), options()), "the people file differs"],
      [() => runCollect(people, SUM, another, options()), "the target differs"],
      [() => runCollect(people, SUM, open(), options({ seed: 1 })), "--seed differs (before: 0, now: 1)"],
      [() => runCollect(people, SUM, open(), options({ balanced: true })), "--balanced differs"],
      [() => runCollect(people, SUM, open(), options({ decisionName: "answer" })), "--decision-name differs"],
      [() => runCollect(moved, SUM, open(), options()), "the columns that are sent"],
    ];
    for (const [run, words] of changed) {
      await expect(run()).rejects.toMatchObject({ code: "COLLECT_CHANGED", message: expect.stringContaining(words) });
    }
    await writeFile(file("collect.json"), "[");
    await expect(runCollect(people, SUM, open(), options())).rejects.toThrow("was not written by 'recast collect'");
  });

  it("writes what it has when the target fails or the user interrupts", async () => {
    const failing = open((count) => (count > 12 ? { status: "failed", reason: "500", waitMs: null } : null));
    await expect(runCollect(people, SUM, failing, options({ tries: 2, backoffMs: 1 }))).rejects.toMatchObject({
      code: "TARGET_FAILED",
    });
    expect((await readFile(file("decisions.csv"), "utf8")).trimEnd().split("\n")).toHaveLength(13);
    expect((await checkCollect(file(""))).state.ended?.why).toBe("stopped");
    const stop = new AbortController();
    const source = open((count) => {
      if (count === 3) stop.abort();
      return null;
    });
    await expect(runCollect(people, SUM, source, options({ signal: stop.signal }))).rejects.toMatchObject({
      code: "ABORTED",
      message: "stopped; 15 answers are saved. Run the same command again to continue",
    });
    expect((await readFile(file("decisions.csv"), "utf8")).trimEnd().split("\n")).toHaveLength(16);
    expect(await runCollect(people, SUM, open(), options())).toMatchObject({ why: "done", decided: 25, failed: 2 });
  });

  it("cuts off a line that a dying process left, and counts the question it was about", async () => {
    await mkdir(file(""), { recursive: true });
    const ledger = await openLedger(file(""));
    await ledger.append({ event: "begun", budget: 150, decisions: 25, letters: 5 });
    await ledger.append({ event: "sent", query: 1, ask: "decision", row: rowCells(people.table, 3) });
    await ledger.close();
    await appendFile(file("ledger.jsonl"), '{"line":3,"prev');
    expect(await checkCollect(file(""))).toMatchObject({ torn: true, files: [] });
    const outcome = await runCollect(people, SUM, open(), options());
    expect(outcome).toMatchObject({ why: "done", lost: 1 });
    expect(await checkCollect(file(""))).toMatchObject({ torn: false, files: ["decisions.csv", "letters.csv"] });
  });

  it("does not begin where another process works, or the disk says no", async () => {
    await mkdir(file(""), { recursive: true });
    const holder = { token: "a", pid: process.ppid, host: "elsewhere", started: null };
    await writeFile(file("run.lock"), JSON.stringify(holder));
    await expect(runCollect(people, SUM, open(), options())).rejects.toMatchObject({ code: "FOLDER_BUSY" });
    await mkdir(join(folder(), "bad/ledger.jsonl"), { recursive: true });
    await expect(runCollect(people, SUM, open(), options({ folder: join(folder(), "bad") }))).rejects.toMatchObject({
      code: "FILE_UNREADABLE",
    });
  });
});

describe("checkCollect", () => {
  it("notices a file, a line or a ledger that is not as it was", async () => {
    await runCollect(people, SUM, open(), options());
    const decisions = await readFile(file("decisions.csv"), "utf8");
    await writeFile(file("decisions.csv"), decisions.replace("yes", "no"));
    await expect(checkCollect(file(""))).rejects.toThrow("the ledger lists");
    await writeFile(file("decisions.csv"), decisions);
    const ledger = await readFile(file("ledger.jsonl"), "utf8");
    await writeFile(file("ledger.jsonl"), ledger.replace('"decision":"yes"', '"decision":"no"'));
    await expect(checkCollect(file(""))).rejects.toMatchObject({ code: "LEDGER_INVALID" });
    await writeFile(file("ledger.jsonl"), "");
    await expect(checkCollect(file(""))).rejects.toThrow("is missing or empty");
    await writeFile(file("ledger.jsonl"), ledger);
    await writeFile(file("letters.csv"), "");
    await expect(checkCollect(file(""))).rejects.toThrow("letters.csv has the SHA-256");
    await expect(checkCollect(join(folder(), "none"))).rejects.toThrow("is missing or empty");
  });
});

describe("collectSession", () => {
  it("lets questions leave no faster than was allowed, from the first one on when others went before", async () => {
    await mkdir(file(""), { recursive: true });
    const ledger = await openLedger(file(""));
    await collectSession(ledger, 60_000, undefined).pace(); // the first question leaves at once
    const began = performance.now();
    const fresh = collectSession(ledger, 40, undefined);
    await fresh.pace();
    await fresh.pace();
    await fresh.pace();
    expect(performance.now() - began).toBeGreaterThanOrEqual(78);
    await ledger.append({ event: "begun", budget: 1, decisions: 1, letters: 0 });
    await ledger.append({ event: "sent", query: 1, ask: "decision", row: { x: 1 } });
    const again = performance.now();
    await collectSession(ledger, 40, undefined).pace();
    expect(performance.now() - again).toBeGreaterThanOrEqual(38);
    const stop = new AbortController();
    const stopped = collectSession(ledger, 60_000, stop.signal);
    setTimeout(() => stop.abort(), 10);
    await stopped.wait(60_000);
    expect(stopped.interrupted()).toBe(true);
    await ledger.close();
    await expect(ledger.append({ event: "lost", query: 1 })).rejects.toMatchObject({ code: "WRITE_FAILED" });
  });
});
