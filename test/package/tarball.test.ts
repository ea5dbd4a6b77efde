import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { npm } from "../../scripts/run.mjs";
import { lendingCsv, smallStudy } from "../lab/study/small-study.js";
import { built, root } from "../support/built.js";

/** Runs a program without the settings that npm hands to the programs it starts. */
function runIn(folder: string, [program = "", ...args]: readonly string[]): string {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("npm_")));
  return execFileSync(program, args, { cwd: folder, encoding: "utf8", env, stdio: ["ignore", "pipe", "pipe"] });
}

describe("the packed package, installed without a network", () => {
  let folder = "";
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

  beforeAll(() => {
    built("cli/main.js");
    folder = mkdtempSync(join(tmpdir(), "recast-packed-"));
    // The dependencies are the ones installed here, packed as well, so that nothing resolves into this repository.
    const pack = (from: string) => {
      const [{ filename }] = JSON.parse(
        runIn(root, npm("pack", from, "--json", "--ignore-scripts", "--pack-destination", folder)),
      );
      return `file:${filename}`;
    };
    const dependencies: Record<string, string> = { "recast-audit": pack(".") };
    for (const name of Object.keys(manifest.dependencies)) dependencies[name] = pack(`./node_modules/${name}`);
    writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "user", private: true, dependencies }));
    runIn(folder, npm("install", "--offline", "--ignore-scripts", "--no-audit", "--no-fund"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const recast = (...args: string[]) => runIn(folder, [join(folder, "node_modules/.bin/recast"), ...args]);

  it("answers recast --help with every command", () => {
    const help = recast("--help");
    for (const command of ["demo", "check", "audit", "predict", "data", "study"]) expect(help).toContain(command);
    expect(recast("--version")).toContain(manifest.version);
  });

  it("runs the demo audit and leaves its files", () => {
    recast("demo", "--out", "out");
    expect(existsSync(join(folder, "out/audit.json"))).toBe(true);
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

  it("can be imported by its three names", () => {
    const program = `
      const names = ["recast-audit", "recast-audit/node", "recast-audit/kernels"];
      const modules = await Promise.all(names.map((name) => import(name)));
      const kernels = await modules[0].loadKernels();
      console.log(modules.map((module) => Object.keys(module).length > 0).join(), kernels.name);
    `;
    expect(runIn(folder, [process.execPath, "--input-type=module", "-e", program]).trim()).toBe("true,true,true wasm");
  });

  it("holds the schemas, the licence and no sources", () => {
    const files = readdirSync(join(folder, "node_modules/recast-audit"), { recursive: true }).map(String);
    expect(files).toEqual(expect.arrayContaining(["LICENSE", "README.md", "CHANGELOG.md", "package.json"]));
    expect(files.filter((file) => file.startsWith("schemas/")).length).toBeGreaterThan(0);
    expect(files.filter((file) => /^(src|test|wasm|scripts|bench)\b/.test(file))).toEqual([]);
    expect(files.filter((file) => file.endsWith(".ts") && !file.endsWith(".d.ts"))).toEqual([]);
  });
});
