import { appendFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { StudySpec } from "../../../src/lab/study/spec.js";
import { findPublished, findStudy } from "../../../src/platform/lab/find-study.js";
import { ownModule, type PlanContext, planStudy, type StudyPlan } from "../../../src/platform/lab/study-plan.js";
import { type GroupRunner, runStudy, type StudyProgress } from "../../../src/platform/lab/study-run.js";
import { readStore } from "../../../src/platform/lab/study-store.js";
import { computeTask } from "../../../src/platform/lab/study-worker.js";
import { freshFolder } from "../../cli/support.js";
import { lendingCsv, smallSpec } from "../../lab/study/small-study.js";

const folder = freshFolder();
const out = () => join(folder(), "out");

/** Computes in this thread, `jobs` groups in turns. */
function here(jobs = 1): GroupRunner & { readonly groups: string[] } {
  const groups: string[] = [];
  return {
    jobs,
    groups,
    async run(task, send) {
      groups.push(`${task.group.target} ${task.group.seed}`);
      await computeTask(task, send);
    },
    stop: async () => undefined,
  };
}

async function plan(
  spec: StudySpec = smallSpec({ sizes: [10] }),
  context: Partial<PlanContext> = {},
): Promise<StudyPlan> {
  const path = join(folder(), "lending.csv");
  await writeFile(path, lendingCsv(300));
  const options = { label: "decision", favourable: "granted", sensitive: ["sex"] };
  return planStudy(spec, { base: folder(), dataFolder: folder(), csv: { path, options }, ...context });
}

const resultsText = () => readFile(join(out(), "results.json"), "utf8");

describe("runStudy", () => {
  it("computes everything once, writes results and timings, and counts failures", async () => {
    const steps: StudyProgress[] = [];
    const outcome = await runStudy(await plan(), {
      folder: out(),
      runner: here(),
      onProgress: (step) => steps.push(step),
    });
    expect(outcome).toMatchObject({ total: 12, fresh: 12 });
    expect(outcome.failed.map(({ cell }) => cell.method)).toEqual(["broken", "broken", "broken", "broken"]);
    expect(steps.at(-1)).toEqual({ done: 12, total: 12, fresh: 12 });
    const results = JSON.parse(await resultsText());
    expect(results).toMatchObject({ format: "recast-results/1", kernels: "wasm", spec: { datasets: ["lending"] } });
    expect(results.cells.length).toBe(12);
    expect(await resultsText()).not.toMatch(/seconds/);
    const timings = JSON.parse(await readFile(join(out(), "timings.json"), "utf8"));
    const ridge = timings.cells.find(({ method }: { method: string }) => method === "ridge");
    expect(ridge.seconds.fit).toBeGreaterThan(0);
  });

  it("computes nothing again, and the same bytes with other jobs and after losing cells", async () => {
    const study = await plan();
    await runStudy(study, { folder: out(), runner: here() });
    const expected = await resultsText();
    const again = here();
    expect(await runStudy(study, { folder: out(), runner: again })).toMatchObject({ total: 12, fresh: 0 });
    expect(again.groups).toEqual([]);
    expect(await resultsText()).toBe(expected);

    const path = join(out(), "cells.jsonl");
    const lines = (await readFile(path, "utf8")).split("\n");
    await writeFile(path, `${[lines[5], lines[0], lines[3]].join("\n")}\n${lines[7]?.slice(0, 50)}`);
    await rm(join(out(), "results.json"));
    expect(await runStudy(study, { folder: out(), runner: here(2) })).toMatchObject({ total: 12, fresh: 9 });
    expect(await resultsText()).toBe(expected);
  });

  it("goes on with more seeds", async () => {
    await runStudy(await plan(smallSpec({ sizes: [10], seeds: 1 })), { folder: out(), runner: here() });
    const outcome = await runStudy(await plan(), { folder: out(), runner: here() });
    expect(outcome).toMatchObject({ total: 12, fresh: 6 });
    const fewer = await runStudy(await plan(smallSpec({ sizes: [10], seeds: 1 })), { folder: out(), runner: here() });
    expect(fewer).toMatchObject({ total: 6, fresh: 0 });
    expect(JSON.parse(await resultsText()).cells.length).toBe(6);
  });

  it("computes failed cells again when asked, and only those", async () => {
    const study = await plan();
    await runStudy(study, { folder: out(), runner: here() });
    expect(await runStudy(study, { folder: out(), runner: here(), retryFailed: true })).toMatchObject({ fresh: 4 });
  });

  it("refuses a folder whose cells rest on something else", async () => {
    await runStudy(await plan(), { folder: out(), runner: here() });
    const methods = ["ridge", { name: "recast", method: "recast", options: { solver: "sinkhorn" } }];
    const other = await plan(smallSpec({ sizes: [10], methods }));
    const run = (study: StudyPlan) => runStudy(study, { folder: out(), runner: here() });
    await expect(run(other)).rejects.toThrow("method 'recast' differs");
    await expect(run(await plan(smallSpec({ scaling: "rank" })))).rejects.toMatchObject({ code: "STUDY_CHANGED" });
    const noisy = await plan(smallSpec({ sizes: [10], noise: [0, 0.1] }));
    await expect(run(noisy)).rejects.toThrow("what is computed (kind, observable, noise or sensitive) differs");
    const changed = await plan();
    await appendFile(join(folder(), "lending.csv"), lendingCsv(4).split("\n").slice(1).join("\n").replaceAll("-", "+"));
    await expect(run(changed)).rejects.toThrow("data set 'lending' differs");
  });

  it("stops when interrupted, keeps what is done, and goes on later", async () => {
    const study = await plan();
    const controller = new AbortController();
    const runner = here();
    const stopping: GroupRunner = {
      ...runner,
      async run(task, send) {
        let sent = 0;
        await computeTask(task, (cell) => {
          if (sent++ < 2) send(cell);
        });
        controller.abort();
        throw new Error("the thread was ended");
      },
    };
    const stopped = runStudy(study, { folder: out(), runner: stopping, signal: controller.signal });
    await expect(stopped).rejects.toMatchObject({ code: "ABORTED" });
    await expect(stopped).rejects.toThrow("2 of 12 cells are saved");
    await expect(resultsText()).rejects.toThrow();
    expect(await runStudy(study, { folder: out(), runner: here() })).toMatchObject({ fresh: 10 });
  });

  it("says when a thread dies, and keeps what others did", async () => {
    const runner: GroupRunner = { ...here(), run: async () => Promise.reject(new Error("out of memory")) };
    await expect(runStudy(await plan(), { folder: out(), runner })).rejects.toThrow("out of memory");
  });

  it("finds out before any work that data are missing", async () => {
    const study = await plan(smallSpec({ datasets: ["adult"] }), { csv: null });
    const runner = here();
    await expect(runStudy(study, { folder: out(), runner })).rejects.toMatchObject({ code: "DATA_MISSING" });
    expect(runner.groups).toEqual([]);
  });
});

describe("a folder of results", () => {
  it("is named when it is none, and so is a damaged line", async () => {
    await expect(readStore(folder())).rejects.toMatchObject({ code: "STUDY_UNKNOWN" });
    await runStudy(await plan(), { folder: out(), runner: here() });
    await appendFile(join(out(), "cells.jsonl"), "{]\n");
    await expect(readStore(out())).rejects.toThrow("line 13 is damaged");
    await writeFile(join(out(), "study.json"), "{}");
    await expect(readStore(out())).rejects.toThrow("was not written by 'recast study run'");
  });

  it("is refused by file and line where a line of cells is no cell", async () => {
    const study = await plan();
    await runStudy(study, { folder: out(), runner: here() });
    const path = join(out(), "cells.jsonl");
    const lines = (await readFile(path, "utf8")).trimEnd().split("\n");
    const good = lines.find((line) => JSON.parse(line).cell.measures !== null) ?? "";
    const edit = (change: (cell: { cell: Record<string, unknown>; seconds: unknown }) => unknown) => {
      const data = JSON.parse(good);
      return JSON.stringify(change(data) ?? data);
    };
    const measured = (value: unknown, name = "fidelity") =>
      edit(({ cell }) => void Object.assign(cell["measures"] as object, { [name]: value }));
    const damaged = [
      ["", "the top"],
      ["null", "the top"],
      ["{}", "cell"],
      ["{]", "the top"],
      ['{"cell":{}}', "cell.dataset"],
      [edit(({ cell }) => void Object.assign(cell, { seed: "0" })), "cell.seed"],
      [edit(({ cell }) => void Object.assign(cell, { target: "svm" })), "cell.target"],
      [edit(({ cell }) => void Object.assign(cell, { n: -1 })), "cell.n"],
      [edit(({ cell }) => void Object.assign(cell, { measures: {} })), "cell.measures.fidelity"],
      [edit(({ cell }) => void Object.assign(cell, { series: { noise: ["a"] } })), "cell.series.noise[0]"],
      [edit(({ seconds, cell }) => ({ cell, seconds: { ...(seconds as object), fit: null } })), "seconds.fit"],
      [measured(null), "cell.measures.fidelity"],
      [measured("high"), "cell.measures.fidelity"],
      [measured(1.5), "cell.measures.fidelity"],
      [measured(0.5).replace('"fidelity":0.5', '"fidelity":1e999'), "cell.measures.fidelity"],
      [measured(0.5, "surplus"), "cell.measures.surplus"],
    ] as const;
    for (const [line, place] of damaged) {
      await writeFile(path, `${[lines[0], line, lines[2]].join("\n")}\n`);
      const refusal = {
        code: "FILE_UNREADABLE",
        message: expect.stringContaining(`cells.jsonl, line 2 is damaged at '${place}'`),
        place: { file: path, row: 2 },
      };
      await expect(readStore(out())).rejects.toMatchObject(refusal);
      await expect(runStudy(study, { folder: out(), runner: here() })).rejects.toMatchObject(refusal);
    }
  });

  it("is refused by file and place where study.json was damaged", async () => {
    const study = await plan();
    await runStudy(study, { folder: out(), runner: here() });
    const path = join(out(), "study.json");
    const whole = await readFile(path, "utf8");
    const edit = (change: (head: Record<string, Record<string, unknown>>) => void) => {
      const head = JSON.parse(whole);
      change(head);
      return JSON.stringify(head);
    };
    const damaged = [
      [edit((head) => delete head["spec"]), "spec"],
      [edit((head) => Object.assign(head, { version: 3 })), "version"],
      [edit((head) => delete head["basis"]), "basis"],
      [edit((head) => Object.assign(head["basis"] ?? {}, { datasets: null })), "basis.datasets"],
      [edit((head) => Object.assign(head["spec"] ?? {}, { seeds: null })), "spec.seeds"],
      [edit((head) => Object.assign(head["spec"] ?? {}, { seeds: 2 ** 50 })), "spec.seeds"],
      [edit((head) => Object.assign(head["spec"] ?? {}, { sizes: ["10"] })), "spec.sizes[0]"],
      [edit((head) => Object.assign(head["spec"] ?? {}, { methods: [] })), "spec.methods"],
    ] as const;
    for (const [text, place] of damaged) {
      await writeFile(path, text);
      const refusal = {
        code: "FILE_UNREADABLE",
        message: expect.stringContaining(`study.json is damaged or was edited at '${place}'`),
      };
      await expect(readStore(out())).rejects.toMatchObject(refusal);
      await expect(runStudy(study, { folder: out(), runner: here() })).rejects.toMatchObject(refusal);
    }
    for (const text of ["", "null", "[]", "7", whole.slice(0, 40), '{"format":"other/1"}']) {
      await writeFile(path, text);
      await expect(readStore(out())).rejects.toMatchObject({ code: "STUDY_UNKNOWN" });
    }
  });

  it("says when it cannot be written", async () => {
    await mkdir(join(out(), "cells.jsonl"), { recursive: true });
    await expect(runStudy(await plan(), { folder: out(), runner: here() })).rejects.toMatchObject({
      code: "FILE_UNREADABLE",
    });
  });
});

const METHOD = `
export default function yes(options) {
  return {
    name: "yes", usesLetters: false,
    fit: (clouds) => ({ method: "yes", columns: clouds.rejected.columns, margins: (x) => new Float64Array(x.rows).fill(options.margin ?? 1) }),
  };
}`;
const GENERATOR = `
export default () => ({
  name: "copy",
  generate: ({ rejected }) => ({ rows: rejected, found: new Uint8Array(rejected.rows) }),
});`;
const DATA = `
export default async () => {
  const values = Float64Array.from({ length: 200 }, (_, i) => (i * 37) % 101);
  return {
    name: "line", sensitive: [],
    features: [{ name: "x", type: "number", immutable: false }],
    table: { rows: 200, columns: [{ name: "x", type: "number", values }] },
    labels: Uint8Array.from(values, (value) => (value > 50 ? 1 : 0)),
  };
};`;

describe("files of the user's own", () => {
  it("a data set, a generator and a method, each in one file named in the study", async () => {
    await writeFile(join(folder(), "yes.mjs"), METHOD);
    await writeFile(join(folder(), "copy.mjs"), GENERATOR);
    await writeFile(join(folder(), "line.mjs"), DATA);
    const spec = smallSpec({
      datasets: ["./line.mjs"],
      targets: ["lr"],
      generators: ["1nn", "./copy.mjs"],
      sizes: [10],
      methods: ["./yes.mjs", { name: "no", method: "./yes.mjs", options: { margin: -1 } }, "recast"],
      seeds: 1,
    });
    const study = await plan(spec, { csv: null });
    await runStudy(study, { folder: out(), runner: here() });
    const text = await resultsText();
    expect(text).not.toContain(folder());
    const { cells, spec: recorded } = JSON.parse(text);
    expect(recorded).toMatchObject({ datasets: ["line"], generators: [{}, { name: "copy", generator: "copy" }] });
    const found = (generator: string, method: string) =>
      cells.find(
        (cell: { generator: string; method: string }) => cell.generator === generator && cell.method === method,
      );
    expect(found("1nn", "yes").measures.acceptedShare).toBe(1);
    expect(found("1nn", "no").measures.acceptedShare).toBe(0);
    expect(found("copy", "yes").evidence.letters).toBe(0);
    expect(found("copy", "recast").failure.code).toBe("NO_LETTERS");
  });

  it("one data set as the reference set of another, known by its own name", async () => {
    await writeFile(join(folder(), "line.mjs"), DATA);
    await writeFile(join(folder(), "other.mjs"), DATA.replace("> 50 ? 1 : 0", "> 50 ? 0 : 1"));
    const spec = smallSpec({
      datasets: ["./line.mjs", "elsewhere"],
      shifts: [{ name: "elsewhere", from: "./line.mjs", to: "./other.mjs" }],
      ...{ targets: ["lr"], sizes: [10], methods: ["majority"], seeds: 1 },
    });
    await runStudy(await plan(spec, { csv: null }), { folder: out(), runner: here() });
    const text = await resultsText();
    expect(text).not.toContain(".mjs");
    const { cells, basis } = JSON.parse(text);
    const accuracies = cells.map((cell: { dataset: string; measures: { targetAccuracy: number } }) => [
      cell.dataset,
      cell.measures.targetAccuracy > 0.5,
    ]);
    expect(accuracies).toEqual([
      ["elsewhere", false], // outcomes are exchanged there
      ["line", true],
    ]);
    expect(basis.datasets.elsewhere.from).toEqual(basis.datasets.line);
    expect(basis.datasets.elsewhere.to).not.toEqual(basis.datasets.line);
  });

  it("says what is wrong with one", async () => {
    const file = async (text: string) => {
      const path = join(folder(), `own-${Math.abs(text.length)}.mjs`);
      await writeFile(path, text);
      return path;
    };
    await expect(ownModule(join(folder(), "none.mjs"), "method")).rejects.toMatchObject({ code: "MODULE_INVALID" });
    await expect(ownModule(await file("export const a = 1;"), "method")).rejects.toThrow("no default export");
    await expect(ownModule(await file("export default () => ({ name: 'x' });"), "method")).rejects.toThrow(
      "must make a method: its usesLetters must be a boolean, got undefined",
    );
    await expect(ownModule(await file("export default () => 'letters';"), "generator")).rejects.toThrow(
      "must make a generator",
    );
    await expect(ownModule(await file("export default () => null; //"), "data set")).rejects.toThrow(
      "must make a data set",
    );
    await expect(plan(smallSpec({ datasets: ["iris"] }), { csv: null })).rejects.toThrow("no data set 'iris'");
  });
});

describe("findStudy", () => {
  it("finds the package's own by name, and any other by its path", async () => {
    expect((await findStudy("table1", join(folder(), "table1"))).spec.sizes).toEqual([100]);
    await mkdir(join(folder(), "ablation")); // a folder of results is no study
    expect((await findStudy("ablation", join(folder(), "ablation"))).spec.name).toBe("ablation");
    const path = join(folder(), "mine.json");
    await writeFile(path, JSON.stringify(smallSpec()));
    expect((await findStudy("mine.json", path)).base).toBe(folder());
    await expect(findStudy("table9", join(folder(), "table9"))).rejects.toThrow("Name one of ablation, ");
    await expect(findStudy("no.json", join(folder(), "no.json"))).rejects.toMatchObject({ code: "FILE_NOT_FOUND" });
  });

  it("has no published table for a study that names none", async () => {
    expect(await findPublished(null)).toBe(null);
    expect((await findPublished("generators"))?.title).toContain("generator");
  });
});
