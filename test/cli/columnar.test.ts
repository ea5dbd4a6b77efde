import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import Papa from "papaparse";
import { beforeEach, describe, expect, it } from "vitest";
import { columnarBytes, type OutputColumn } from "../../src/document/columnar.js";
import { demoLending } from "../../src/lab/demo/lending.js";
import { readRows } from "../../src/platform/read-file.js";
import { cellsOf } from "../input/raw-cells.js";
import { freshFolder, recast } from "./support.js";

const folder = freshFolder();
const demo = demoLending(3, { people: 80, population: 60 });
const at = (name: string) => join(folder(), name);

/** A comma-separated text as columns: those that hold nothing but numbers are of numbers, empty cells are null. */
function columnsOfCsv(text: string): OutputColumn[] {
  const [head = [], ...rows] = Papa.parse<string[]>(text.trimEnd()).data;
  return head.map((name, k) => {
    const cells = rows.map((row) => row[k] ?? "");
    const isNumeric = cells.every((cell) => cell === "" || Number.isFinite(Number(cell)));
    const value = (cell: string) => (cell === "" ? null : isNumeric ? Number(cell) : cell);
    return { name, type: isNumeric ? "number" : "text", values: cells.map(value) };
  });
}

beforeEach(async () => {
  await writeFile(at("decisions.csv"), demo.decisionsCsv);
  await writeFile(at("letters.csv"), demo.lettersCsv);
  await writeFile(at("people.csv"), demo.populationCsv);
  await writeFile(at("decisions.parquet"), await columnarBytes("parquet", columnsOfCsv(demo.decisionsCsv)));
  await writeFile(at("letters.arrow"), await columnarBytes("arrow", columnsOfCsv(demo.lettersCsv)));
  await writeFile(at("people.parquet"), await columnarBytes("parquet", columnsOfCsv(demo.populationCsv)));
});

const { decision = "", favourable = "", sensitive = [], id = "" } = demo.roles;
const ROLES = ["--decision", decision, "--favourable", favourable, "--sensitive", sensitive.join(","), "--id", id];
const QUICK = ["--methods", "recast,ridge", "--refits", "3", "--resamples", "100", "--no-sensitivity"];
const audit = (decisions: string, letters: string, ...rest: string[]) =>
  recast(["audit", decisions, "--letters", letters, ...ROLES, ...QUICK, ...rest, "--quiet"], { cwd: folder() });

describe("Parquet and Arrow", () => {
  it("give the audit that the same rows give as CSV, tables beside tables, and a certificate that verifies", async () => {
    expect(await audit("decisions.csv", "letters.csv", "--out", "a")).toMatchObject({ exitCode: 0, stderr: "" });
    expect(await audit("decisions.parquet", "letters.arrow", "--out", "b", "--tables", "parquet")).toMatchObject({
      exitCode: 0,
      stderr: "",
    });
    expect(await readFile(at("b/surrogate.json"), "utf8")).toBe(await readFile(at("a/surrogate.json"), "utf8"));
    const names = (await readdir(at("b/tables"))).filter((name) => name.endsWith(".csv"));
    expect(names.length).toBeGreaterThan(10);
    for (const name of names) {
      const csv = await readFile(at(`b/tables/${name}`), "utf8");
      if (name !== "evidence-files.csv") expect(csv, name).toBe(await readFile(at(`a/tables/${name}`), "utf8"));
      expect(cellsOf((await readRows(at(`b/tables/${name.replace(/csv$/, "parquet")}`))).rows), name).toEqual(
        cellsOf(csv),
      );
    }
    expect(await recast(["verify", "b"], { cwd: folder() })).toMatchObject({ exitCode: 0 });
    const table = at("b/tables/people.parquet");
    const bytes = await readFile(table);
    bytes[bytes.length >> 1]! ^= 1;
    await writeFile(table, bytes);
    const changed = await recast(["verify", "b"], { cwd: folder() });
    expect(changed.exitCode).not.toBe(0);
    expect(changed.stdout + changed.stderr).toContain("tables/people.parquet");
  });

  it("are scored and written by predict", async () => {
    await audit("decisions.csv", "letters.csv", "--out", "a");
    const predict = (rows: string, out: string) =>
      recast(["predict", rows, "--model", "a/surrogate.json", "--out", out, "--quiet"], { cwd: folder() });
    for (const [rows, out] of [
      ["people.csv", "scores.csv"],
      ["people.parquet", "scores.parquet"],
      ["people.parquet", "scores.arrow"],
    ] as const) {
      expect(await predict(rows, out)).toMatchObject({ exitCode: 0, stderr: "" });
    }
    const csv = await readFile(at("scores.csv"), "utf8");
    expect(csv.split("\n").length).toBe(62);
    expect(cellsOf((await readRows(at("scores.parquet"))).rows)).toEqual(cellsOf(csv));
    expect(cellsOf((await readRows(at("scores.arrow"))).rows)).toEqual(cellsOf(csv));
  });
});
