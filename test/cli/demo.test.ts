import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { resolveAuditOptions } from "../../src/audit-options.js";
import { demoLending } from "../../src/demo/lending.js";
import { freshFolder, recast } from "./support.js";

const folder = freshFolder();
const go = (...args: string[]) => recast(args, { cwd: folder() });
const take = (name: string) => readFile(join(folder(), name), "utf8");

describe("recast demo", () => {
  it("says that the people are made up, and how near each method comes to the hidden lender", async () => {
    const { exitCode, stdout, stderr } = await go("demo", "--out", "demo");
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    expect(stdout.replace(/\s+/g, " ")).toContain("The people in this case are made up");
    const table = [...stdout.matchAll(/^ {2}[▸ ] ([a-z-]+) +(?:yes|no) .* (\d+\.\d) %$/gm)];
    expect(table.map((row) => row[1])).toEqual(resolveAuditOptions().methods);
    expect(await readdir(join(folder(), "demo"))).toEqual([
      "README.txt",
      "audit.json",
      "decisions.csv",
      "letters.csv",
      "population.csv",
      "surrogate.json",
    ]);
    expect(await take("demo/README.txt")).toContain("The people in this case are made up");
  });

  it("measures fidelity as counting the scored population does", async () => {
    const { stdout } = await go("demo", "--out", "demo", "--json");
    const { fidelity, audit } = JSON.parse(stdout) as {
      fidelity: Record<string, number>;
      audit: { recommendation: { method: string } };
    };
    const scored = await go("predict", "demo/population.csv", "--model", "demo/surrogate.json", "--id", "id");
    const said = scored.stdout.trimEnd().split("\n").slice(1);
    const { population } = demoLending(1);
    const same = said.filter((line, i) => (line.split(",")[1] === "granted" ? 1 : 0) === population.decisions[i]);
    expect(said).toHaveLength(population.decisions.length);
    expect(fidelity[audit.recommendation.method]).toBe(same.length / said.length);
  });

  it("writes what recast audit writes from the same files", async () => {
    await go("demo", "--out", "demo", "--seed", "5", "--quiet");
    const command = (await take("demo/README.txt")).split("recast audit ")[1] ?? "";
    const args = command.replaceAll("\\", " ").trim().split(/\s+/);
    const { exitCode } = await recast(["audit", ...args, "--quiet"], { cwd: join(folder(), "demo") });
    expect(exitCode).toBe(0);
    for (const name of ["audit.json", "surrogate.json"]) {
      expect(await take(`demo/audit/${name}`)).toBe(await take(`demo/${name}`));
    }
  });

  it("writes the same bytes again over its own folder, and other people for another seed", async () => {
    await go("demo", "--out", "demo", "--quiet");
    const first = await take("demo/audit.json");
    expect((await go("demo", "--out", "demo", "--quiet")).exitCode).toBe(0);
    expect(await take("demo/audit.json")).toBe(first);
    await go("demo", "--out", "demo", "--quiet", "--seed", "9");
    expect(await take("demo/audit.json")).not.toBe(first);
  });

  it("does not touch files of the user's unless forced", async () => {
    await mkdir(join(folder(), "mine"));
    await writeFile(join(folder(), "mine", "decisions.csv"), "precious");
    const refused = await go("demo", "--out", "mine");
    expect(refused.exitCode).toBe(4);
    expect(refused.stderr).toContain("recast: FILE_EXISTS: mine already has decisions.csv");
    expect(await readdir(join(folder(), "mine"))).toEqual(["decisions.csv"]);
    expect((await go("demo", "--out", "mine", "--force", "--quiet")).exitCode).toBe(0);
  });
});
