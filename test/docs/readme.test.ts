import { execFileSync, spawnSync } from "node:child_process";
import { appendFileSync, copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { built, root } from "../support/built.js";
import { preparedDemo } from "../support/prepared.js";

/** The commands of the README that need no service, no other machine and no page that stays open, without comments. */
function offlineCommands(): string[] {
  const blocks = readFileSync(join(root, "README.md"), "utf8").matchAll(/^```[a-z]*\n([\s\S]*?)^```/gm);
  return [...blocks]
    .flatMap(([, block = ""]) => block.split("\n"))
    .map((line) => line.replace(/\s+#.*$/, "").trim())
    .filter((line) => line.startsWith("recast ") && !/:\/\/|^recast studio$/.test(line));
}

/** Fewer fits of the same commands: what is tested is that they work. */
const QUICK = "\nmethod:\n  methods: [bracket, ridge, majority]\n  refits: 2\n  resamples: 100\n  sensitivity: false\n";
const LESS: Readonly<Record<string, readonly string[]>> = { leak: ["--repeats", "2", "--fields", "1"] };

describe("the README shows what the program does now", () => {
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "recast-readme-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("has the demo's own lines; copy them again when this fails", async () => {
    const { stdout: printed } = await preparedDemo("lending");
    const shown = /among other things[\s\S]*?```\n([\s\S]*?)```/.exec(
      readFileSync(join(root, "README.md"), "utf8"),
    )?.[1];
    const words = (text: string) => text.replace(/\s+/g, " ").trim();
    expect(words(shown ?? "").length).toBeGreaterThan(500);
    for (const line of shown?.split("\n") ?? []) expect(words(printed)).toContain(words(line));
  });

  it("has the demo's own figure; 'node scripts/draw-figure.mjs' draws it again", () => {
    const file = join(folder, "figure.svg");
    built("index.js");
    execFileSync(process.execPath, [join(root, "scripts/draw-figure.mjs"), file]);
    expect(readFileSync(file, "utf8")).toBe(readFileSync(join(root, "docs/figure.svg"), "utf8"));
  });

  it("has commands that work on the demo's files, one after the other", async () => {
    const { folder: demo } = await preparedDemo("lending");
    for (const name of ["decisions.csv", "letters.csv"]) copyFileSync(join(demo, name), join(folder, name));
    const commands = offlineCommands();
    expect(commands.map((line) => line.split(/\s+/)[1])).toEqual(
      "init check audit verify explain leak export studio".split(" "),
    );
    for (const line of commands) {
      const [, name = "", ...rest] = (line.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', ""));
      const args = [built("cli/main.js"), name, ...rest, ...(LESS[name] ?? [])];
      const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8", input: "" });
      expect({ line, status, stderr: status === 0 ? "" : stderr }).toEqual({ line, status: 0, stderr: "" });
      if (name === "init") appendFileSync(join(folder, "audit.yaml"), QUICK);
    }
  });

  it("has a condition on leakage that ends with 7 where it holds, and names the largest size where there are fewer", () => {
    const leak = offlineCommands().find((line) => line.startsWith("recast leak")) ?? "";
    expect(readFileSync(join(root, "README.md"), "utf8")).toMatch(/recast leak .*exits 7/);
    const run = (condition: string) => {
      const files = ["decisions.csv", "--letters", "letters.csv", "--force", "--out", "leak", ...LESS["leak"]!];
      const args = [built("cli/main.js"), "leak", ...files, "--fail-if", condition];
      return spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
    };
    const size = /fidelity\((\d+)\)/.exec(leak)?.[1];
    expect(run(`fidelity(${size}) > 0.5`).status).toBe(7);
    const beyond = run("fidelity(100) > 0.9");
    expect(beyond.status).toBe(2);
    const largest = /Ask for (\d+) or fewer/.exec(beyond.stderr)?.[1];
    expect(run(`fidelity(${largest}) > 0.999`).status).toBe(0);
  });
});
