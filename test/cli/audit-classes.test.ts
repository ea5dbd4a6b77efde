import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import { beforeEach, describe, expect, it } from "vitest";
import { classFileSchema } from "../../src/findings/class-file.js";
import { demoTiers } from "../../src/lab/demo/tiers.js";
import { freshFolder, recast } from "./support.js";

const { decisionsCsv, lettersCsv } = demoTiers(1, { people: 140 });
const folder = freshFolder();
const put = (name: string, text: string) => writeFile(join(folder(), name), text);
const take = (name: string) => readFile(join(folder(), name), "utf8");
const run = (...args: string[]) => recast(args, { cwd: folder() });
const rolesWith = (classes: string) => ["--decision", "tier", "--classes", classes, "--sensitive", "sex,origin"];
const roles = rolesWith("decline,standard,prime");
const quick = ["--methods", "recast,no-cf-lr,majority", "--folds", "3", "--resamples", "100"];
const audit = (...args: string[]) =>
  run("audit", "decisions.csv", "--letters", "letters.csv", ...roles, ...quick, "--out", "out", ...args);

beforeEach(async () => {
  await put("decisions.csv", decisionsCsv);
  await put("letters.csv", lettersCsv);
});

describe("recast audit --classes", () => {
  it("writes a folder that verify makes again byte for byte, and a model that predict reads", async () => {
    const { exitCode, stdout, stderr } = await audit("--system", "<b>Lender</b>");
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    expect(stdout).toContain("decline < standard < prime");
    expect((await readdir(join(folder(), "out"))).sort()).toEqual([
      "audit.json",
      "audit.yaml",
      "manifest.json",
      "report.html",
      "surrogate.json",
      "tables",
    ]);
    const file = v.parse(classFileSchema, JSON.parse(await take("out/audit.json")));
    expect(file.evidence).toMatchObject({ people: 140, decision: { classes: ["decline", "standard", "prime"] } });
    expect(file.evidence.counts.reduce((sum, count) => sum + count, 0)).toBe(140);
    expect(file.directions.map(({ from, to, derived }) => [from, to, derived])).toEqual([
      [0, 1, 0],
      [1, 2, 0],
    ]);
    expect(file.band.failure).toBeNull();
    expect(file.facts.map(({ attribute }) => attribute)).toEqual(["sex", "origin", "sex × origin"]);
    const best = file.methods.find(({ method }) => method === file.recommendation.method);
    expect(best?.agreement?.share).toBeGreaterThan(0.6);

    const html = await take("out/report.html");
    expect(html).toContain("Audit of &lt;b&gt;Lender&lt;/b&gt;");
    expect(html).not.toMatch(/<script|<b>Lender/);
    expect(html.length).toBeLessThan(80_000);
    expect(html.match(/<th scope="col"/g)?.length).toBeGreaterThan(20);

    const verified = await run("verify", "out");
    expect(verified.stdout).toContain("Verified:");
    expect(verified.exitCode).toBe(0);

    const explained = await run("explain", "row:2", "--audit", "out");
    expect(explained.stderr).toContain(
      "the model has more than two classes, and only 'recast predict' reads such models",
    );

    const scored = await run(
      "predict",
      "decisions.csv",
      "--model",
      "out/surrogate.json",
      "--id",
      "id",
      "--out",
      "scored.csv",
    );
    expect(scored.exitCode).toBe(0);
    expect(scored.stdout).toMatch(/'prime'/);
    const answers = (await take("scored.csv"))
      .trim()
      .split("\n")
      .slice(1)
      .map((line) => line.split(",")[1]);
    const decided = decisionsCsv
      .trim()
      .split("\n")
      .slice(1)
      .map((line) => line.split(",").at(-1));
    const right = answers.filter((answer, i) => answer === decided[i]).length / answers.length;
    expect(right).toBeGreaterThan(0.7);
    const json = await run("predict", "decisions.csv", "--model", "out/surrogate.json", "--out", "again.csv", "--json");
    const { counts } = JSON.parse(json.stdout);
    expect(counts.classes.reduce((sum: number, count: number) => sum + count, 0)).toBe(140);

    const least = ["predict", "decisions.csv", "--model", "out/surrogate.json", "--abstain", "0.2", "--out", "-"];
    const lines = (await run(...least)).stdout.trim().split("\n").slice(1);
    expect(lines.some((line) => line.endsWith("undecided"))).toBe(true);
    for (const [, decision = "", , lead = "", status = ""] of lines.map((line) => line.split(","))) {
      expect([decision === "", status]).toEqual(Number(lead) < 0.2 ? [true, "undecided"] : [false, "decided"]);
    }
  });

  it("can be made again from its audit.yaml, with JSON for programs", async () => {
    expect((await audit("--quiet")).stdout).toBe("");
    const again = await run("audit", "out/audit.yaml", "--out", "again", "--json");
    expect(JSON.parse(again.stdout).audit.format).toBe("recast-classes/2");
    expect(await take("again/audit.json")).toBe(await take("out/audit.json"));
    expect((await audit()).stderr).toContain("already has");
    expect((await audit("--force", "--with-inputs", "--quiet")).exitCode).toBe(0);
    expect(await take("out/inputs/letters.csv")).toBe(lettersCsv);
    const explained = await run(
      "explain",
      "row:2",
      "decisions.csv",
      "--model",
      "out/surrogate.json",
      ...roles.slice(0, 2),
    );
    expect(explained.exitCode).not.toBe(0);
  });

  it("refuses what is for two decisions, and classes that are not there, by name", async () => {
    const refused = async (...args: string[]) => (await audit(...args)).stderr;
    expect(await refused("--abstain", "0.1")).toContain("--abstain works for two decisions only");
    expect(await refused("--population", "decisions.csv")).toContain("--population works for two decisions only");
    expect(await refused("--commit", "secret")).toContain("--commit works for two decisions only");
    expect(await refused("--favourable", "prime")).toContain("leave favourable and unfavourable out");
    const other = async (classes: string, ...args: string[]) =>
      (await run("audit", "decisions.csv", ...rolesWith(classes), "--out", "out", ...args)).stderr;
    expect(await other("decline,prime")).toContain("CLASS_UNKNOWN");
    expect(await other("decline")).toContain("2 to 255 different values");
    expect(await other("decline,standard,prime", "--methods", "cca")).toContain("methods must be one of");
    const checked = await run("check", "decisions.csv", ...roles);
    expect(checked.stdout).toMatch(
      /140 rows, 12 columns; \d+ × 'prime' \(favourable\), \d+ × 'standard', \d+ × 'decline'/,
    );
    const two = await run("audit", "decisions.csv", "--decision", "tier", "--out", "out");
    expect(two.stderr).toContain("list them all from least to most favourable (--classes)");
  });
});
