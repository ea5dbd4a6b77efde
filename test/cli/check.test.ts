import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { demoLending } from "../../src/lab/demo/lending.js";
import { freshFolder, recast } from "./support.js";

const folder = freshFolder();
const demo = demoLending(1, { people: 60, population: 1 });

beforeEach(async () => {
  await writeFile(join(folder(), "decisions.csv"), demo.decisionsCsv);
  await writeFile(join(folder(), "letters.csv"), demo.lettersCsv);
});

const check = (...args: string[]) => recast(["check", "decisions.csv", ...args], { cwd: folder() });

describe("recast check", () => {
  it("shows roles, types and the verdict that the files can be audited", async () => {
    const outcome = await check("--letters", "letters.csv", "--sensitive", "sex,origin", "--immutable", "age");
    expect(outcome).toMatchObject({ exitCode: 0, stderr: "" });
    expect(outcome.stdout).toMatch(/^ {2}sex +feature, sensitive +category +2 +0$/m);
    expect(outcome.stdout).toMatch(/^ {2}age +feature, immutable +number/m);
    expect(outcome.stdout).toContain("one changed field per row");
    expect(outcome.stdout).toContain("The files can be audited.");
  });

  it("works without letters and says what is lost", async () => {
    const outcome = await check();
    expect(outcome.exitCode).toBe(0);
    expect(outcome.stdout).toContain("warning NO_LETTERS");
  });

  it("lists every error with count and rows, and ends with 3", async () => {
    const lines = demo.decisionsCsv.split("\n");
    lines[3] = "made-up-xx,1,2";
    lines[9] = "made-up-yy,1,2,3,4";
    await writeFile(join(folder(), "decisions.csv"), lines.join("\n"));
    await writeFile(join(folder(), "letters.csv"), "id,field,new_value\nnobody,income,1\n");
    const outcome = await check("--letters", "letters.csv");
    expect(outcome.exitCode).toBe(3);
    expect(outcome.stdout).toContain("error ROW_RAGGED: decisions.csv, rows 4 and 10");
    expect(outcome.stdout).toContain("error LETTER_WITHOUT_PERSON");
    expect(outcome.stdout).toContain("Correct the errors before the audit.");
  });

  it("reads a population against the decisions", async () => {
    await writeFile(join(folder(), "population.csv"), demo.populationCsv);
    expect(await check("--letters", "letters.csv", "--population", "population.csv")).toMatchObject({ exitCode: 0 });
    await writeFile(join(folder(), "population.csv"), "income\n1\n");
    const outcome = await check("--letters", "letters.csv", "--population", "population.csv");
    expect(outcome.exitCode).toBe(3);
    expect(outcome.stdout).toContain("error COLUMN_MISSING");
    expect(outcome.stdout).toContain("population.csv");
    expect(await check("--population", "nowhere.csv")).toMatchObject({ exitCode: 4 });
  });

  it("gives the same as one JSON object", async () => {
    const outcome = await check("--letters", "letters.csv", "--json");
    const result = JSON.parse(outcome.stdout) as { usable: boolean; counts: object; decisions: { columns: unknown[] } };
    expect(outcome.stderr).toBe("");
    expect(result).toMatchObject({ command: "check", usable: true, counts: { errors: 0 } });
    expect(result.decisions.columns).toHaveLength(12);
  });

  it("prints a JSON result, not an error, when it found errors", async () => {
    await writeFile(join(folder(), "decisions.csv"), "decision,x\nyes,1\n");
    const outcome = await check("--json");
    expect(outcome.exitCode).toBe(3);
    expect(outcome.stderr).toBe("");
    expect(JSON.parse(outcome.stdout)).toMatchObject({
      usable: false,
      problems: [
        { severity: "error", code: "SINGLE_CLASS" },
        { severity: "warning", code: "NO_LETTERS" },
        { severity: "note", code: "ROLE_GUESSED" },
      ],
    });
  });

  it("prints nothing when quiet; the exit code says it all", async () => {
    expect(await check("--quiet")).toEqual({ exitCode: 0, stdout: "", stderr: "" });
    await writeFile(join(folder(), "decisions.csv"), "");
    expect(await check("--quiet")).toEqual({ exitCode: 3, stdout: "", stderr: "" });
  });

  it("leaves the files alone", async () => {
    await check("--letters", "letters.csv");
    expect(await readFile(join(folder(), "decisions.csv"), "utf8")).toBe(demo.decisionsCsv);
  });

  it("never lets a value of the file steer the terminal", async () => {
    const csv = demo.decisionsCsv
      .replace("made-up-05,", "made-up-05\u001b[2J,")
      .replace(",hill,", ",\u001b]0;x\u0007hill,");
    await writeFile(join(folder(), "decisions.csv"), csv.replaceAll("granted", "gran\u001b[31mted"));
    const outcome = await check("--favourable", "gran\u001b[31mted", "--letters", "letters.csv");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to look for
    expect(outcome.stdout + outcome.stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
  });
});
