import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { demoLending } from "../../src/lab/demo/lending.js";
import { resolveAuditOptions } from "../../src/settings/audit-options.js";
import { hasData } from "../lab/data/real-data.js";
import { copyDemo, preparedDemo } from "../support/prepared.js";
import { freshFolder, recast } from "./support.js";

const folder = freshFolder();
const go = (...args: string[]) => recast(args, { cwd: folder() });
const take = (name: string) => readFile(join(folder(), name), "utf8");

describe("recast demo", () => {
  it("says that the people are made up, and how near each method comes to the hidden lender", async () => {
    const { folder: demo, stdout } = await preparedDemo("lending");
    expect(stdout.replace(/\s+/g, " ")).toContain("The people in this case are made up");
    const table = [...stdout.matchAll(/^ {2}[▸ ] ([a-z-]+) +(?:yes|no) .* (\d+\.\d) %$/gm)];
    expect(table.map((row) => row[1])).toEqual(resolveAuditOptions().methods);
    expect(await readdir(demo)).toEqual([
      "CASE.txt",
      "README.txt",
      "audit.json",
      "audit.yaml",
      "brief.html",
      "decisions.csv",
      "findings.sarif",
      "letters.csv",
      "manifest.json",
      "population.csv",
      "report.html",
      "surrogate.json",
      "tables",
    ]);
    expect(await readFile(join(demo, "CASE.txt"), "utf8")).toContain("The people in this case are made up");
    expect((await go("verify", demo, "--quick")).exitCode).toBe(0);
  });

  it("measures fidelity as counting the scored population does, and writes other people over its own folder", async () => {
    await copyDemo("lending", join(folder(), "demo"));
    const first = await take("demo/decisions.csv");
    const { exitCode, stdout, stderr } = await go("demo", "--out", "demo", "--seed", "9", "--json");
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    expect(await take("demo/decisions.csv")).not.toBe(first);
    const { fidelity, audit } = JSON.parse(stdout) as {
      fidelity: Record<string, number>;
      audit: { recommendation: { method: string } };
    };
    const scored = await go("predict", "demo/population.csv", "--model", "demo/surrogate.json", "--id", "id");
    const said = scored.stdout.trimEnd().split("\n").slice(1);
    const { population } = demoLending(9);
    const same = said.filter((line, i) => (line.split(",")[1] === "granted" ? 1 : 0) === population.decisions[i]);
    expect(said).toHaveLength(population.decisions.length);
    expect(fidelity[audit.recommendation.method]).toBe(same.length / said.length);
  });

  it("does not touch files of the user's unless forced", async () => {
    await mkdir(join(folder(), "mine"));
    await writeFile(join(folder(), "mine", "decisions.csv"), "precious");
    const refused = await go("demo", "--out", "mine");
    expect(refused.exitCode).toBe(4);
    expect(refused.stderr).toContain("recast: FILE_EXISTS: mine already has decisions.csv");
    expect(await readdir(join(folder(), "mine"))).toEqual(["decisions.csv"]);
  });

  it("says how to get the data of a case that is not there, and which cases there are", async () => {
    const env = { RECAST_DATA: folder() };
    const missing = await recast(["demo", "compas", "--out", "demo"], { cwd: folder(), env });
    expect(missing.exitCode).toBe(4);
    expect(missing.stderr).toContain("recast data pull compas");
    const unknown = await go("demo", "loans", "--out", "demo");
    expect(unknown.exitCode).toBe(2);
    expect(unknown.stderr).toContain("lending, compas, adult");
  });
});

describe.skipIf(!hasData("compas/compas.csv"))("recast demo compas (needs RECAST_DATA)", () => {
  it("audits the vendor's scores and says that the people are real", async () => {
    const { folder: compas, stdout } = await preparedDemo("compas");
    expect(JSON.parse(stdout)).toMatchObject({ command: "demo", notice: expect.stringContaining("Broward County") });
    const words = await readFile(join(compas, "CASE.txt"), "utf8");
    expect(words.replace(/\s+/g, " ")).toContain("do not publish single rows");
    const file = JSON.parse(await readFile(join(compas, "audit.json"), "utf8")) as {
      evidence: object;
      fairness: { scored: string }[];
    };
    expect(file.evidence).toMatchObject({ observations: 400, accepted: 200, letters: 200, weighted: true });
    expect(file.fairness.map(({ scored }) => scored)).toContain("population");
  });
});
