import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { canonicalJson } from "../../src/document/canonical-json.js";
import type { LeakFile } from "../../src/findings/leak-file.js";
import { parseDecisions } from "../../src/input/decisions.js";
import { joinEvidence } from "../../src/input/join.js";
import { parseLetters } from "../../src/input/letters.js";
import { referenceKernels } from "../../src/kernels/reference/index.js";
import { demoLending } from "../../src/lab/demo/lending.js";
import { fitModel } from "../../src/surrogate/model.js";
import { ridge } from "../../src/surrogate/ridge.js";
import { freshFolder, recast } from "./support.js";

const folder = freshFolder();
const demo = demoLending(2, { people: 90, population: 120 });
const QUICK = ["--method", "ridge-letters", "--repeats", "2", "--fields", "2"];
const ROLES = ["--letters", "letters.csv", "--id", "id", "--decision", "decision", "--favourable", "granted"];

const put = (name: string, text: string) => writeFile(join(folder(), name), text);
const take = (name: string) => readFile(join(folder(), name), "utf8");
const go = (...args: string[]) => recast(args, { cwd: folder() });
const leak = (out: string, ...args: string[]) => go("leak", "decisions.csv", ...ROLES, ...QUICK, "--out", out, ...args);
const file = async (out: string) => JSON.parse(await take(`${out}/leak.json`)) as LeakFile;

beforeEach(async () => {
  await put("decisions.csv", demo.decisionsCsv);
  await put("letters.csv", demo.lettersCsv);
  await put("population.csv", demo.populationCsv);
});

describe("recast leak", () => {
  it("says the cost first, prints what was found and writes the report", async () => {
    const { exitCode, stdout, stderr } = await leak("out", "--fail-if", "fidelity(10) > 1");
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    for (const words of [
      "fits in 2 repeats",
      "Which fields leak",
      "was not checked",
      "passed  fidelity(10) > 1",
      "a letter replaces",
    ]) {
      expect(stdout).toContain(words);
    }
    expect(stdout.indexOf("fits in 2 repeats")).toBeLessThan(stdout.indexOf("give away"));
    expect(stdout.split("\n").filter((line) => line.length > 100)).toEqual([]);
    expect(await readdir(join(folder(), "out"))).toEqual(["leak.html", "leak.json", "leak.sarif", "tables"]);
    expect(await readdir(join(folder(), "out/tables"))).toEqual(
      ["conditions", "curves", "fields", "letter-curve", "mitigations", "worth"].map((name) => `${name}.csv`),
    );
    expect(await file("out")).toMatchObject({
      format: "recast-leak/2",
      files: { reference: null },
      reference: { kind: "held-out" },
    });
  });

  it("gives the same bytes twice, and others with another seed", async () => {
    await leak("one");
    await leak("two");
    await leak("three", "--seed", "5");
    for (const name of ["leak.json", "leak.html", "leak.sarif", "tables/mitigations.csv"]) {
      expect(await take(`two/${name}`)).toBe(await take(`one/${name}`));
    }
    expect(await take("three/leak.json")).not.toBe(await take("one/leak.json"));
  });

  it("gives the same bytes in any number of threads", async () => {
    const own = ["--method", "bracket", "--sizes", "8,12"];
    for (const jobs of ["1", "3"]) await leak(`in-${jobs}`, ...own, "--jobs", jobs);
    for (const name of ["leak.json", "leak.html", "leak.sarif", "tables/fields.csv"]) {
      expect(await take(`in-3/${name}`)).toBe(await take(`in-1/${name}`));
    }
  });

  it("ends with exit code 7 where a condition holds, and writes it for other tools", async () => {
    const { exitCode, stdout } = await leak(
      "out",
      "--fail-if",
      "fidelity(10) > 0.5 and fidelity(10) <= 1",
      "--fail-if",
      "gain(10) > 1",
      "--json",
    );
    expect(exitCode).toBe(7);
    const said = JSON.parse(stdout) as { failed: string[]; leak: LeakFile };
    expect(said.failed).toEqual(["fidelity(10) > 0.5 and fidelity(10) <= 1"]);
    expect(said.leak.settings.sizes).toContain(10);
    const sarif = JSON.parse(await take("out/leak.sarif")) as { runs: [{ results: { ruleId: string }[] }] };
    expect(sarif.runs[0].results.filter(({ ruleId }) => ruleId === "recast/leak-condition")).toHaveLength(1);
  });

  it("fails by the interval only where all of it lies beyond the limit", async () => {
    expect((await leak("out", "--fail-if", "fidelity(10) > 0.5", "--fail-by", "interval", "--quiet")).stdout).toBe("");
    expect((await file("out")).conditions[0]?.failed).toBe((await file("out")).conditions[0]?.clear);
  });

  it("compares with reference rows, and leaves out people of the decisions among them", async () => {
    const known = demo.decisionsCsv.split("\n").slice(1, 6).join("\n");
    await put("others.csv", `${demo.populationCsv.trim()}\n${known}\n`);
    const { exitCode, stderr } = await leak("out", "--reference", "others.csv", "--quiet");
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    expect(await file("out")).toMatchObject({
      files: { reference: { name: "others.csv", rows: 125 } },
      reference: { kind: "file", rows: 120, alsoObserved: 5 },
      settings: { holdOut: null },
    });
  });

  it("takes files, roles and seed of an audit.yaml, and the command line before it", async () => {
    await put(
      "audit.yaml",
      "decisions: decisions.csv\nletters: letters.csv\nout: elsewhere\nroles:\n  id: id\n  decision: decision\n  favourable: granted\nmethod:\n  seed: 3\n  repeats: 1\n",
    );
    const { exitCode, stderr } = await go("leak", "audit.yaml", ...QUICK, "--out", "out", "--quiet");
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    expect((await file("out")).settings).toMatchObject({ seed: 3, repeats: 2, method: "ridge-letters" });
    await go("leak", "audit.yaml", ...QUICK, "--seed", "4", "--out", "two", "--quiet");
    expect((await file("two")).settings.seed).toBe(4);
    await put("audit.yaml", "decisions: decisions.csv\nletters: letters.csv\nroles:\n  text: essay\n");
    expect((await go("leak", "audit.yaml", "--out", "three")).stderr).toContain("Leave 'essay' out");
    const classes = await go(
      "leak",
      "decisions.csv",
      "--letters",
      "letters.csv",
      "--classes",
      "a,b,c",
      "--out",
      "four",
    );
    expect(classes).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("it measures models of two decisions"),
    });
  });

  it("asks a target whether changed letters are still accepted", async () => {
    const decisions = parseDecisions(demo.decisionsCsv, demo.roles);
    const model = fitModel(
      joinEvidence(decisions, parseLetters(demo.lettersCsv, decisions)),
      ridge(),
      referenceKernels,
    );
    await put("surrogate.json", canonicalJson(model));
    const { stdout, exitCode } = await leak("out", "--target", "surrogate.json");
    expect(exitCode).toBe(0);
    expect(stdout).toContain("The target is asked about at most");
    const { validity, mitigations } = await file("out");
    expect(validity?.target).toBe("surrogate.json");
    expect(mitigations.filter(({ kind }) => kind === "rounding").every(({ invalid }) => invalid !== null)).toBe(true);
  });

  it("measures the reasons of a letters file, with letters and without", async () => {
    const refused = demo.lettersCsv
      .split("\n")
      .slice(1, -1)
      .map((line) => line.split(",")[0]);
    const cited = [...new Set(refused)].map((id, k) => `${id},${k % 2 === 0 ? "debt" : "savings"}`);
    await put("reasons.csv", `id,reason\n${cited.join("\n")}\n`);
    const few = ["--repeats", "2", "--sizes", "10,14", "--fields", "0", "--out", "out"];
    const roles = ["--id", "id", "--decision", "decision", "--favourable", "granted", "--letters", "reasons.csv"];
    const said = await go("leak", "decisions.csv", ...roles, ...few, "--fail-if", "gain(10, reasons) > 1");
    expect({ exitCode: said.exitCode, stderr: said.stderr }).toEqual({ exitCode: 0, stderr: "" });
    expect(said.stdout).toContain("What reasons and thresholds give away");
    expect(said.stdout).not.toContain("Mitigations");
    const { notices, evidence } = await file("out");
    expect(notices).toMatchObject([{ name: "reasons", reasonsFrom: "files", mostReasons: null, reasonsEach: 1 }]);
    expect(evidence).toMatchObject({ letters: 0, toldReasons: cited.length });
    expect(await readdir(join(folder(), "out/tables"))).toEqual(["conditions.csv", "curves.csv", "notices.csv"]);
  });

  it("asks a rebuilt model what it would tell refused people", async () => {
    const decisions = parseDecisions(demo.decisionsCsv, demo.roles);
    const evidence = joinEvidence(decisions, parseLetters(demo.lettersCsv, decisions));
    await put("surrogate.json", canonicalJson(fitModel(evidence, ridge(), referenceKernels)));
    const given = ["--notices", "thresholds-reasons-2", "--repeats", "2", "--sizes", "10,14", "--fields", "0"];
    const target = ["--target", "surrogate.json", "--reference", "population.csv", "--out", "out"];
    const { exitCode, stderr, stdout } = await go("leak", "decisions.csv", ...ROLES, ...given, ...target);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    expect(stdout).toContain("Reasons and thresholds come from surrogate.json.");
    const { notices } = await file("out");
    expect(notices.map(({ name, reasonsFrom }) => [name, reasonsFrom])).toEqual([
      ["thresholds", null],
      ["thresholds-reasons-2", "target"],
    ]);
  });

  it("replaces its own report only with --force, and leaves no table of the earlier one", async () => {
    await leak("out", "--fail-if", "fidelity(10) > 1", "--quiet");
    expect(await leak("out")).toMatchObject({ exitCode: 4, stderr: expect.stringContaining("FILE_EXISTS") });
    expect((await leak("out", "--force", "--quiet")).exitCode).toBe(0);
    expect(await readdir(join(folder(), "out/tables"))).not.toContain("conditions.csv");
  });

  it.each([
    [["--fail-if", "accuracy(10) > 1"], 2, "has 'accuracy' where"],
    [["--fail-if", "fidelity(5000) > 1"], 2, "size 5000 is not available"],
    [["--fail-if", " "], 2, "A condition is empty."],
    [["--method", "majority"], 2, "method must be one of bracket, recast"],
    [["--sizes", "10,x"], 2, "whole number"],
    [["--hold-out", "1"], 2, "between 0 and 1"],
    [["--population", "population.csv"], 2, "leak takes no --population"],
    [["--target", "model.pkl"], 2, "--target must be"],
    [
      ["--method", "bracket", "--notices", "reasons-2"],
      2,
      "needs a model to ask: --target with a surrogate.json or a .onnx",
    ],
    [["--notices", "thresholds", "--target", "https://a.example"], 2, "got 'https://a.example', which would be asked"],
    [["--notices", "reasons-two"], 2, "'reasons-two' is no notice"],
    [["--reference", "absent.csv"], 4, "absent.csv"],
  ])("refuses %j before work starts", async (args, code, words) => {
    const { exitCode, stderr } = await leak("out", ...args);
    expect(stderr).toContain(words);
    expect(exitCode).toBe(code);
    await expect(readdir(join(folder(), "out"))).rejects.toThrow();
  });

  it("asks for a folder and for letters", async () => {
    expect((await go("leak", "decisions.csv")).stderr).toContain("no folder to write to. Name one (--out)");
    expect((await go("leak", "decisions.csv", "--out", "out")).stderr).toContain("NO_LETTERS");
  });

  it("stops between two fits when interrupted, and writes nothing", async () => {
    const { exitCode, stderr } = await recast(["leak", "decisions.csv", ...ROLES, "--out", "out"], {
      cwd: folder(),
      tty: true,
      prepare: (source) => setTimeout(() => source.emit("SIGINT"), 300),
    });
    expect(exitCode).toBe(130);
    expect(stderr).toContain("ABORTED");
    await expect(readdir(join(folder(), "out"))).rejects.toThrow();
  });
});
