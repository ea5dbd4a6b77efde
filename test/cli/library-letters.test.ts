import { copyFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { freshFolder, recast } from "./support.js";

const FIXTURES = "test/fixtures/libraries/dice-ml";
const FEW = ["--refits", "2", "--resamples", "100", "--no-sensitivity", "--methods", "ridge,majority,recast"];
const folder = freshFolder();
const go = (...args: string[]) => recast(args, { cwd: folder() });

interface AuditFile {
  readonly problems: readonly { readonly code: string; readonly count: number }[];
}

beforeEach(async () => {
  for (const name of ["decisions.csv", "random.json", "kdtree-v1.json"]) {
    await copyFile(join(FIXTURES, name), join(folder(), name));
  }
});

describe("recast with dice-ml's JSON", () => {
  it("audits it as letters, without an option", async () => {
    const { exitCode, stderr } = await go("audit", "decisions.csv", "--letters", "random.json", ...FEW, "--out", "out");
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    const audit = JSON.parse(await readFile(join(folder(), "out/audit.json"), "utf8")) as AuditFile;
    const counts = Object.fromEntries(audit.problems.map(({ code, count }) => [code, count]));
    expect(counts).toMatchObject({ LETTERS_FROM_LIBRARY: 24, LETTER_FAILED: 4 });
    expect(counts).not.toHaveProperty("LETTER_UNPAIRED");
    const people = await readFile(join(folder(), "out/tables/people.csv"), "utf8");
    expect(people.split("\n").length).toBeGreaterThan(90);
  });

  it("checks and guesses roles with it", async () => {
    const check = await go("check", "decisions.csv", "--letters", "kdtree-v1.json");
    expect(check.exitCode).toBe(0);
    expect(check.stdout).toContain("written by dice-ml");
    const init = await go("init", "decisions.csv", "kdtree-v1.json");
    expect({ exitCode: init.exitCode, stderr: init.stderr }).toEqual({ exitCode: 0, stderr: "" });
    expect(await readFile(join(folder(), "audit.yaml"), "utf8")).toContain("kdtree-v1.json");
  });

  it("refuses JSON that is cut off, or of no known kind, in words", async () => {
    const whole = await readFile(join(folder(), "random.json"), "utf8");
    await writeFile(join(folder(), "cut.json"), whole.slice(0, 900));
    await writeFile(join(folder(), "other.json"), '{"weights": [[1], [2]]}');
    const cut = await go("check", "decisions.csv", "--letters", "cut.json");
    expect(cut.exitCode).not.toBe(0);
    expect(cut.stdout + cut.stderr).toContain("cut.json begins as JSON but is none");
    const other = await go("check", "decisions.csv", "--letters", "other.json");
    expect((other.stdout + other.stderr).replace(/\s+/g, " ")).toContain("counterfactuals of dice-ml, alibi");
  });
});
