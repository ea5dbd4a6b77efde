import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { demoLending } from "../../src/lab/demo/lending.js";
import { freshFolder, recast } from "./support.js";

const folder = freshFolder();
const demo = demoLending(3, { people: 60, population: 20 });
const QUICK = [
  ...["--methods", "ridge,majority", "--refits", "2", "--resamples", "100", "--no-sensitivity", "--no-intersections"],
];
const run = (...args: string[]) => recast(args, { cwd: folder() });
const text = (...path: string[]) => readFile(join(folder(), ...path), "utf8");

/** The file with semicolons, and the numbers of its column `income` as a German writes them. */
function german(csv: string, write = (value: number) => `${value.toFixed(2).replace(".", ",")} €`): string {
  const lines = csv
    .trimEnd()
    .split("\n")
    .map((line) => line.split(","));
  const income = lines[0]!.indexOf("income");
  return lines
    .map((cells, k) => (k === 0 ? cells : cells.with(income, write(Number(cells[income])))).join(";"))
    .join("\n");
}

describe("numbers as people write them", () => {
  it("are read from init to predict as plain ones are", async () => {
    await writeFile(join(folder(), "decisions.csv"), german(demo.decisionsCsv));
    await writeFile(join(folder(), "people.csv"), german(demo.populationCsv));
    await writeFile(join(folder(), "plain.csv"), demo.decisionsCsv);
    await writeFile(join(folder(), "plain-people.csv"), demo.populationCsv);
    expect((await run("init", "decisions.csv", "--yes")).exitCode).toBe(0);
    const yaml = await text("audit.yaml");
    expect(yaml).toMatch(/^ {2}numbers: {3}#.*\n {4}income: de {3}# '[\d,]+ €' is /m);
    expect(yaml).not.toMatch(/ignore:[\s\S]*- income/);
    expect((await run("audit", "audit.yaml", "--out", "made", ...QUICK)).exitCode).toBe(0);
    expect(JSON.parse(await text("made", "audit.json"))).toMatchObject({
      problems: expect.arrayContaining([expect.objectContaining({ code: "NUMBERS_READ", column: "income" })]),
    });
    expect((await run("verify", "made")).exitCode).toBe(0);
    const roles = ["--decision", "decision", "--favourable", "granted", "--id", "id"];
    expect((await run("audit", "plain.csv", "--out", "plain", ...roles, ...QUICK)).exitCode).toBe(0);
    const score = async (audit: string, people: string, ...more: string[]) =>
      (await run("predict", people, "--model", `${audit}/surrogate.json`, ...more)).stdout;
    const scores = await score("made", "people.csv");
    expect(scores).toContain("decided");
    expect(scores).not.toContain("unreadable");
    expect(await score("made", "plain-people.csv", "--numbers", "income=plain")).toBe(scores);
    expect(await run("predict", "people.csv", "-m", "made/surrogate.json", "--numbers", "incom=de")).toMatchObject({
      stderr: expect.stringContaining("the model has no number 'incom'"),
    });
  });

  it("are asked about where a column does not tell, with both ways out", async () => {
    const thousands = german(
      demo.decisionsCsv,
      (value) => `${1 + (Math.round(value) % 8)},${100 + (Math.round(value) % 900)}`,
    );
    await writeFile(join(folder(), "decisions.csv"), thousands);
    const checked = await run("check", "decisions.csv");
    expect(checked.exitCode).toBe(3);
    expect(checked.stdout).toContain("NUMBERS_AMBIGUOUS");
    expect(checked.stdout).toContain("Read 'income' as en: --numbers income=en");
    expect((await run("check", "decisions.csv", "--numbers", "income=de")).exitCode).toBe(0);
    expect((await run("init", "decisions.csv", "--yes", "--force")).exitCode).toBe(3);
    expect(await text("audit.yaml")).toMatch(/# QUESTION: Is '\d,\d{3}' in 'income' .* Write income: en or income: de/);
  });
});
