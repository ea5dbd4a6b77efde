import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { planStudy } from "../../src/platform/lab/study-plan.js";
import { runStudy } from "../../src/platform/lab/study-run.js";
import { computeTask } from "../../src/platform/lab/study-worker.js";
import { lendingCsv, smallSpec } from "../lab/study/small-study.js";
import { freshFolder, recast } from "./support.js";

const folder = freshFolder();
const table = (...args: string[]) => recast(["study", "table", "out", ...args], { cwd: folder() });

/** Computes a small study in this thread, into the folder `out`. */
async function fill(changes: Readonly<Record<string, unknown>>): Promise<void> {
  const path = join(folder(), "lending.csv");
  await writeFile(path, lendingCsv(300));
  const options = { label: "decision", favourable: "granted", sensitive: ["sex"] };
  const spec = smallSpec({ targets: ["lr"], sizes: [20], methods: ["ridge", "majority"], ...changes });
  const plan = planStudy(spec, { base: folder(), dataFolder: folder(), csv: { path, options } });
  await runStudy(plan, {
    folder: join(folder(), "out"),
    runner: {
      jobs: 1,
      run: async (task, send) => void (await computeTask(task, send)),
      stop: async () => undefined,
    },
  });
}

describe("recast study table", () => {
  it("shows what noise does, in words, Markdown, CSV and JSON", async () => {
    await fill({ noise: [0, 0.2], note: "Noise of our own making." });
    const words = (await table()).stdout;
    expect(words).toContain("Noise of our own making.");
    expect(words).toContain("Fidelity by noise level τ");
    expect(words).toMatch(/method +τ = 0 +τ = 0\.2 +change from 0 to 0\.2/);
    expect(words).toContain("out/extra.csv");
    expect((await table("--format", "markdown")).stdout).toContain(
      "| method | τ = 0 | τ = 0.2 | change from 0 to 0.2 |",
    );
    const csv = (await table("--format", "csv")).stdout;
    expect(csv).toBe(await readFile(join(folder(), "out/extra.csv"), "utf8"));
    expect(csv.split("\n").length).toBe(1 + 3 * 2 * 3 + 1); // tables × methods × columns
    const { extras, cells } = JSON.parse((await table("--json")).stdout);
    expect(extras[0]).toMatchObject({ name: "fidelity", rows: [{ method: "ridge" }, { method: "majority" }] });
    expect(extras[0].rows[0].values[0].mean).toBeCloseTo(cells[0].mean, 12);
  });

  it("shows further measures beside the first, and the target's own accuracy", async () => {
    await fill({ measures: ["fidelity", "accuracy"] });
    const words = (await table()).stdout;
    expect(words).toMatch(/method +mean ± sd +published +accuracy +published +difference/);
    expect(words).toMatch(/The target's own accuracy: 0\.\d{3}/);
    const { cells } = JSON.parse((await table("--json")).stdout);
    expect(cells.map(({ measure }: { measure: string }) => measure)).toEqual([
      "fidelity",
      "fidelity",
      "accuracy",
      "accuracy",
    ]);
    expect((await table("--measure", "margin")).stdout).toContain("of the mean margin over 2 seeds");
  });

  it("says where methods without letters pass", async () => {
    await fill({ sizes: [10, 20], crossing: { letters: ["ridge"], plain: ["majority"] } });
    expect((await table()).stdout).toContain("majority does not pass ridge up to n = 20");
    expect((await table("--format", "markdown")).stdout).toContain("- majority does not pass ridge up to n = 20");
    expect(JSON.parse((await table("--json")).stdout).crossings).toMatchObject([{ from: null, largest: 20 }]);
  });

  it("shows scores and losses where nothing or more than answers are looked at", async () => {
    await fill({ kind: "scores", methods: ["letters"] });
    const words = (await table()).stdout;
    expect(words).toContain("The target's scores of people and of letters");
    expect(words).not.toContain("Over all cells");
    expect((await table("--format", "markdown")).stdout).toMatch(/\| letters \| 0\.\d{3} ± 0\.\d{3} \|/);
  });

  it("shows losses beside measures", async () => {
    const options = { solver: "sinkhorn", epochs: 5, points: 5 };
    await fill({ kind: "convergence", methods: [{ name: "s", method: "recast", options }] });
    const words = (await table()).stdout;
    expect(words).toContain("Loss of the fit");
    expect(words).toContain("Over all cells");
    expect(words).toMatch(/method +first loss +last loss +optimum +epochs until\n +without blur/);
  });
});
