import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { dataCatalogue } from "../../src/lab/data/catalogue.js";
import { readRows } from "../../src/platform/read-file.js";
import { cellsOf } from "../input/raw-cells.js";
import { lendingCsv, smallStudy } from "../lab/study/small-study.js";
import { built } from "../support/built.js";
import { freshFolder, type Outcome, recast } from "./support.js";

const folder = freshFolder();
const COLUMNS = [
  "--data",
  "lending.csv",
  "--label",
  "decision",
  "--favourable",
  "granted",
  "--sensitive",
  "sex,origin",
];
const run = (...args: string[]): Promise<Outcome> =>
  recast(["study", "run", "small.json", "--out", "out", "--jobs", "1", ...args], { cwd: folder() });

beforeEach(async () => {
  built("node/study-worker.js");
  await writeFile(join(folder(), "small.json"), JSON.stringify({ ...smallStudy, seeds: 2, sizes: [20] }));
  await writeFile(join(folder(), "lending.csv"), lendingCsv(400));
});

describe("recast study", () => {
  it("runs a study on a CSV, prints its table, and draws it", async () => {
    const first = await run(...COLUMNS);
    expect(first).toMatchObject({ exitCode: 0, stderr: "" });
    expect(first.stdout).toContain("12 cells (12 computed now, 0 before), 4 failed");
    expect(first.stdout).toContain("4 cells of broken: INVALID_OPTION: solver must be one of");

    const again = JSON.parse((await run(...COLUMNS, "--json")).stdout);
    expect(again).toMatchObject({ command: "study run", study: "small", cells: { total: 12, fresh: 0, failed: 4 } });

    const table = await recast(["study", "table", "out"], { cwd: folder() });
    expect(table.exitCode).toBe(0);
    expect(table.stdout).toContain("lending, LR, 1nn, n = 20");
    expect(table.stdout).toMatch(/ridge +0\.\d{3} ± 0\.\d{3}/);
    expect(table.stdout).toContain("4 cells failed");
    const markdown = await readFile(join(folder(), "out/table.md"), "utf8");
    const csv = await readFile(join(folder(), "out/table.csv"), "utf8");
    expect((await recast(["study", "table", "out", "--format", "markdown"], { cwd: folder() })).stdout).toBe(markdown);
    expect((await recast(["study", "table", "out", "--format", "csv"], { cwd: folder() })).stdout).toBe(csv);

    const columnar = await recast(["study", "table", "out", "--tables", "parquet"], { cwd: folder() });
    expect(columnar.stdout).toContain("out/table.parquet");
    expect(cellsOf((await readRows(join(folder(), "out/table.parquet"))).rows)).toEqual(cellsOf(csv));
    const json = JSON.parse((await recast(["study", "table", "out", "--json"], { cwd: folder() })).stdout);
    const [cell] = json.cells;
    expect(cell).toMatchObject({
      dataset: "lending",
      target: "lr",
      generator: "1nn",
      n: 20,
      method: "ridge",
      seeds: 2,
      published: null,
    });
    const results = JSON.parse(await readFile(join(folder(), "out/results.json"), "utf8"));
    const own = results.cells
      .filter((one: { target: string; method: string }) => one.target === "lr" && one.method === "ridge")
      .map((one: { measures: { fidelity: number } }) => one.measures.fidelity);
    expect(own.length).toBe(2);
    expect(cell.mean).toBeCloseTo((own[0] + own[1]) / 2, 12);
    expect(cell.sd).toBeCloseTo(Math.abs(own[0] - own[1]) / Math.SQRT2, 12);

    const near = await recast(["study", "table", "out", "--measure", "near", "-q"], { cwd: folder() });
    expect(near).toEqual({ exitCode: 0, stdout: "", stderr: "" });
    expect(existsSync(join(folder(), "out/table-near.md"))).toBe(true);
    const plot = await recast(["study", "plot", "out"], { cwd: folder() });
    expect(plot.stdout).toBe("out/plot.svg\n");
    expect(await readFile(join(folder(), "out/plot.svg"), "utf8")).toContain("A small study &lt;of&gt; lending");
    const picture = await recast(["study", "plot", "out", "-o", "b.png"], { cwd: folder() });
    expect(picture).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("a name that ends in .svg") });
    const named = await recast(["study", "plot", "out", "--measure", "balanced", "-o", "b.svg", "--json"], {
      cwd: folder(),
    });
    expect(JSON.parse(named.stdout)).toEqual({ command: "study plot", file: "b.svg" });
  });

  it("explains that a data set is not known", async () => {
    await writeFile(join(folder(), "small.json"), JSON.stringify({ ...smallStudy, datasets: ["no-such"] }));
    const outcome = await run();
    expect(outcome.exitCode).toBe(4);
    expect(outcome.stderr).toContain("there is no data set 'no-such'");
  });

  it("shows on a terminal how far it is", async () => {
    const seen = await recast(["study", "run", "small.json", "-o", "out", "--jobs", "1", "--seeds", "1", ...COLUMNS], {
      cwd: folder(),
      tty: true,
    });
    expect(seen.stderr).toContain("small");
    expect(seen.stderr).toMatch(/· about \d+ s left/);
    expect(seen.stderr).toContain("100 %");
  });

  it.each([
    [["--data", "lending.csv"], 2, "--data lending.csv needs --label"],
    [[...COLUMNS, "--dataset", "own.mjs"], 2, "give only one"],
    [["--seeds", "0", ...COLUMNS], 2, "It must be at least 1."],
    [["--data", "no.csv", "--label", "x"], 4, "no.csv. Check the path"],
    [["--method", "none.mjs", ...COLUMNS], 3, "none.mjs cannot be loaded"],
  ])("explains %j", async (args, exitCode, message) => {
    const outcome = await run(...args);
    expect(outcome.exitCode).toBe(exitCode);
    expect(outcome.stderr).toContain(message);
    expect(existsSync(join(folder(), "out/results.json"))).toBe(false);
  });

  it("knows the study it is asked for, or says which there are", async () => {
    const unknown = await recast(["study", "run", "table9", "--out", "out"], { cwd: folder() });
    expect(unknown.exitCode).toBe(4);
    expect(unknown.stderr).toContain("STUDY_UNKNOWN: there is no study 'table9'. Name one of ");
    const empty = await recast(["study", "table", "."], { cwd: folder() });
    expect(empty.stderr).toContain("has no study results");
  });

  it("a method of the user's own is one file beside the study's methods", async () => {
    const text = `export default () => ({ name: "yes", usesLetters: false,
      fit: (clouds) => ({ margins: (x) => new Float64Array(x.rows).fill(1) }) });`;
    await writeFile(join(folder(), "yes.mjs"), text);
    const outcome = JSON.parse((await run(...COLUMNS, "--seeds", "1", "--method", "yes.mjs", "--json")).stdout);
    expect(outcome.cells).toEqual({ total: 8, fresh: 8, failed: 2 });
    const table = JSON.parse((await recast(["study", "table", "out", "--json"], { cwd: folder() })).stdout);
    expect(table.cells.map(({ method }: { method: string }) => method)).toContain("yes");
  });

  it("ends with 130 after Ctrl-C, keeps the cells that are done, and goes on from there", async () => {
    const study = { ...smallStudy, generators: ["1nn", "mccf"], seeds: 40 };
    await writeFile(join(folder(), "small.json"), JSON.stringify(study));
    const args = [built("cli/main.js"), "study", "run", "small.json", ...COLUMNS, "--jobs", "2", "-o", "out"];
    const child = spawn(process.execPath, args, { cwd: folder(), stdio: ["ignore", "ignore", "pipe"] });
    const exit = once(child, "exit");
    let complaint = "";
    child.stderr.on("data", (text) => {
      complaint += text;
    });
    const size = () =>
      stat(join(folder(), "out/cells.jsonl")).then(
        (file) => file.size,
        () => 0,
      );
    while ((await size()) < 2000) await new Promise((resolve) => setTimeout(resolve, 10));
    child.kill("SIGINT");
    expect(await exit).toEqual([130, null]);
    expect(complaint).toMatch(/ABORTED: stopped; \d+ of 960 cells are saved. Run the same command again to continue/);
    const text = await readFile(join(folder(), "out/cells.jsonl"), "utf8");
    expect(text.endsWith("\n")).toBe(true);
    // the second thread may have begun with another seed
    const kept = text.split("\n").filter((line) => line !== "" && JSON.parse(line).cell.seed === 0).length;
    const next = JSON.parse((await run(...COLUMNS, "--seeds", "1", "--json")).stdout);
    expect(next.cells.total).toBe(24);
    expect(next.cells.fresh).toBe(24 - kept);
  });
});

describe("recast data", () => {
  it("lists what is there, what is missing, where it is published, its licence and sum", async () => {
    const env = { RECAST_DATA: folder() };
    const words = await recast(["data"], { cwd: folder(), env });
    expect(words.exitCode).toBe(0);
    expect(words.stdout).toContain("compas: missing");
    expect(words.stdout).toContain("CC BY 4.0");
    expect(words.stdout).toContain("5b00264637dbfec36bdeaab5676b0b309ff9eb788d63554ca0a249491c86603d");
    expect(words.stdout).toContain("Download with 'recast data pull adult'");
    const json = JSON.parse((await recast(["data", "--json"], { cwd: folder(), env })).stdout);
    expect(json.datasets).toHaveLength(dataCatalogue.length);
    expect(json.datasets.find(({ name }: { name: string }) => name === "heloc")).toMatchObject({
      name: "heloc",
      status: "missing",
      address: null,
    });
  });

  it("says why a data set cannot be pulled", async () => {
    const env = { RECAST_DATA: folder() };
    const closed = await recast(["data", "pull", "heloc"], { cwd: folder(), env });
    expect(closed).toMatchObject({ exitCode: 4, stdout: "" });
    expect(closed.stderr).toContain("DATA_UNPUBLISHED");
    const unknown = await recast(["data", "pull", "iris", "--json"], { cwd: folder(), env });
    expect(JSON.parse(unknown.stderr).error).toMatchObject({ code: "DATA_MISSING" });
  });
});
