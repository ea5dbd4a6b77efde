import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { npm } from "../../scripts/run.mjs";
import { demoLending } from "../../src/lab/demo/lending.js";
import { lendingCsv, smallStudy } from "../lab/study/small-study.js";
import { built, root } from "../support/built.js";

/** Runs a program without the settings that npm hands to the programs it starts. */
function runIn(folder: string, [program = "", ...args]: readonly string[]): string {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("npm_")));
  return execFileSync(program, args, { cwd: folder, encoding: "utf8", env, stdio: ["ignore", "pipe", "pipe"] });
}

describe("the packed package, beside its dependencies", () => {
  let folder = "";
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

  beforeAll(() => {
    built("cli/main.js");
    folder = mkdtempSync(join(tmpdir(), "recast-packed-"));
    const [{ filename }] = JSON.parse(
      runIn(root, npm("pack", "--json", "--ignore-scripts", "--pack-destination", folder)),
    );
    const modules = join(folder, "node_modules");
    const own = join(modules, "recast-audit");
    mkdirSync(own, { recursive: true });
    runIn(folder, ["tar", "-xzf", filename, "-C", own, "--strip-components=1"]);
    // Its dependencies, and theirs, as they are installed here: copies, so that nothing resolves into this repository.
    const list = runIn(root, npm("ls", "--omit=dev", "--omit=optional", "--omit=peer", "--all", "--parseable"));
    const installed = list.trim().split("\n").slice(1);
    for (const path of installed) {
      const place = relative(join(root, "node_modules"), path);
      if (!place.includes("node_modules")) cpSync(path, join(modules, place), { recursive: true });
    }
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const program = join("node_modules/recast-audit", manifest.bin.recast);
  const recast = (...args: string[]) => runIn(folder, [process.execPath, program, ...args]);

  it("answers recast --help with every command", () => {
    const help = recast("--help");
    for (const command of ["demo", "check", "audit", "predict", "data", "study"]) expect(help).toContain(command);
    expect(recast("--version")).toContain(manifest.version);
  });

  it("audits two files and leaves the folder", () => {
    const quick = ["--letters", "letters.csv", "--methods", "recast,ridge", "--refits", "2", "--no-sensitivity"];
    const { decisionsCsv, lettersCsv } = demoLending(1, { people: 80, population: 10 });
    writeFileSync(join(folder, "decisions.csv"), decisionsCsv);
    writeFileSync(join(folder, "letters.csv"), lettersCsv);
    recast("audit", "decisions.csv", ...quick, "--out", "out");
    expect(existsSync(join(folder, "out/report.html"))).toBe(true);
    expect(JSON.parse(readFileSync(join(folder, "out/surrogate.json"), "utf8")).format).toBe("recast-surrogate/1");
  });

  it("runs a study in a thread, with the files that are in the package", () => {
    writeFileSync(join(folder, "people.csv"), lendingCsv(300));
    writeFileSync(join(folder, "study.json"), JSON.stringify({ ...smallStudy, seeds: 1, sizes: [20] }));
    const columns = ["--data", "people.csv", "--label", "decision", "--favourable", "granted"];
    recast("study", "run", "study.json", ...columns, "--jobs", "1", "--out", "study-out");
    expect(recast("study", "table", "study-out")).toContain("people, LR, 1nn, n = 20");
    const published = readdirSync(join(folder, "node_modules/recast-audit/studies"));
    expect(published).toEqual(expect.arrayContaining(["table1.json", "published.json"]));
  });

  it("can be imported by its four names", () => {
    const program = `
      const names = ["recast-audit", "recast-audit/node", "recast-audit/lab", "recast-audit/kernels"];
      const modules = await Promise.all(names.map((name) => import(name)));
      const kernels = await modules[0].loadKernels();
      console.log(modules.map((module) => Object.keys(module).length > 0).join(), kernels.name);
    `;
    expect(runIn(folder, [process.execPath, "--input-type=module", "-e", program]).trim()).toBe(
      "true,true,true,true wasm",
    );
  });

  it("holds the schemas, the licence and no sources", () => {
    const files = readdirSync(join(folder, "node_modules/recast-audit"), { recursive: true }).map(String);
    expect(files).toEqual(expect.arrayContaining(["LICENSE", "README.md", "CHANGELOG.md", "package.json"]));
    expect(files.filter((file) => file.startsWith("schemas/")).length).toBeGreaterThan(0);
    expect(files.filter((file) => /^(src|test|wasm|scripts|bench)\b/.test(file))).toEqual([]);
    expect(files.filter((file) => file.endsWith(".ts") && !file.endsWith(".d.ts"))).toEqual([]);
  });
});
