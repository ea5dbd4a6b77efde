import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { type ExplainFlags, runExplain } from "../../src/cli/commands/explain.js";
import { demoLending } from "../../src/lab/demo/lending.js";
import type { PersonPage } from "../../src/measure/explain/explain-person.js";
import { flipByte } from "../certificate/audit-on-disk.js";
import { freshFolder, quietIo, recast, recordedStream } from "./support.js";

// The whole way: an audit by the command, then one of its people.

const folder = freshFolder();
const demo = demoLending(1, { people: 60, population: 10 });

async function explain(id: string, flags: ExplainFlags = { audit: "audit" }) {
  const stdout = recordedStream();
  await runExplain(id, undefined, { json: true, ...flags }, { ...quietIo(folder()), stdout });
  return (JSON.parse(stdout.text()) as { page: PersonPage }).page;
}

beforeEach(async () => {
  await writeFile(join(folder(), "decisions.csv"), demo.decisionsCsv);
  await writeFile(join(folder(), "letters.csv"), demo.lettersCsv);
  const roles = ["--letters", "letters.csv", "--immutable", "age,origin,sex"];
  const quickly = ["--methods", "recast,ridge", "--resamples", "100", "--refits", "5", "--no-sensitivity"];
  const run = ["audit", "decisions.csv", ...roles, ...quickly, "--out", "audit", "-q"];
  const { exitCode, stderr } = await recast(run, { cwd: folder() });
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
});

describe("recast explain of an audit folder", () => {
  it("says what the audit's own table says about the person", async () => {
    const page = await explain("row:9");
    const [head = "", ...lines] = (await readFile(join(folder(), "audit/tables/people.csv"), "utf8")).split("\n");
    const names = head.split(",");
    const cells = lines.find((line) => line.startsWith("9,"))?.split(",") ?? [];
    const cell = (name: string) => cells[names.indexOf(name)];
    expect(page.person.row).toBe(9);
    expect(String(page.rebuilt.score)).toBe(cell("in_sample_score"));
    expect(String(page.rebuilt.margin)).toBe(cell("in_sample_margin"));
    expect(page.rebuilt.answer).toBe(cell("in_sample"));
    expect(String(page.certainty?.outOfFold.score)).toBe(cell("out_of_fold_score"));
    expect(String(page.certainty?.refits.asked)).toBe(cell("refits_asked"));
    expect(page.certainty?.determined).toBe(cell("determined"));
    expect(page.certainty?.band).toBe(cell("lambda_band"));
    expect(String(page.certainty?.certificate)).toBe(cell("certificate"));
    expect(page.flip?.kept).toEqual(["age", "origin", "sex"]);
  });

  it("finds the inputs where the user points, and refuses others", async () => {
    const before = await explain("row:9");
    await mkdir(join(folder(), "moved"));
    for (const name of ["decisions.csv", "letters.csv"]) {
      await rename(join(folder(), name), join(folder(), "moved", name));
    }
    await expect(explain("row:9")).rejects.toMatchObject({ code: "FILE_NOT_FOUND" });
    expect(await explain("row:9", { audit: "audit", inputs: "moved" })).toEqual(before);
    await writeFile(join(folder(), "decisions.csv"), `${demo.decisionsCsv}\n`);
    await expect(explain("row:9")).rejects.toMatchObject({ code: "VERIFY_FAILED" });
  });

  it("refuses a table of people that was changed", async () => {
    await flipByte(join(folder(), "audit/tables/people.csv"), 200);
    await expect(explain("row:9")).rejects.toMatchObject({ code: "VERIFY_FAILED" });
  });
});
