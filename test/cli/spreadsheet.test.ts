import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { demoLending } from "../../src/lab/demo/lending.js";
import { textRows, xlsxFile } from "../support/spreadsheets.js";
import { freshFolder, recast } from "./support.js";

const folder = freshFolder();
const demo = demoLending(3, { people: 60, population: 20 });
const QUICK = [
  ...["--methods", "ridge,majority", "--refits", "2", "--resamples", "100", "--no-sensitivity", "--no-intersections"],
];
const run = (...args: string[]) => recast(args, { cwd: folder() });
const rows = (csv: string) =>
  textRows(
    csv
      .trimEnd()
      .split("\n")
      .map((line) => line.split(",")),
  );
const put = (name: string, content: string | Uint8Array) => writeFile(join(folder(), name), content);

describe("a workbook of decisions and letters", () => {
  const book = xlsxFile({
    sheets: { Cover: textRows([["Loans"]]), People: rows(demo.decisionsCsv), Letters: rows(demo.lettersCsv) },
  });

  it("is guessed, audited and verified like two CSV files, to the same numbers", async () => {
    await put("book.xlsx", book);
    await put("decisions.csv", demo.decisionsCsv);
    await put("letters.csv", demo.lettersCsv);
    const init = await run("init", "book.xlsx", "book.xlsx", "--letters-sheet", "Letters", "--yes");
    expect(init).toMatchObject({ exitCode: 0, stderr: "" });
    const yaml = await readFile(join(folder(), "audit.yaml"), "utf8");
    expect(yaml).toContain("  lettersSheet: Letters\n");
    expect((await run("audit", "audit.yaml", "--out", "made", "--with-inputs", ...QUICK)).exitCode).toBe(0);
    expect((await run("verify", "made")).exitCode).toBe(0);
    expect((await run("explain", "row:2", "--audit", "made")).exitCode).toBe(0);
    const check = await run("check", "book.xlsx", "--letters", "book.xlsx", "--letters-sheet", "Letters");
    expect(check.stdout).toContain("note SHEET_CHOSEN: book.xlsx: the sheet 'People' was read");
    expect((await run("init", "decisions.csv", "letters.csv", "--yes", "--force")).exitCode).toBe(0);
    expect((await run("audit", "audit.yaml", "--out", "plain", ...QUICK)).exitCode).toBe(0);
    const model = (out: string) => readFile(join(folder(), out, "surrogate.json"), "utf8");
    expect(await model("made")).toBe(await model("plain"));
  });

  it("names its sheets where one is misspelt, and no sheet is asked of a CSV", async () => {
    await put("book.xlsx", book);
    const misspelt = await run("check", "book.xlsx", "--sheet", "Peple");
    expect(misspelt.exitCode).toBe(3);
    expect(misspelt.stdout.replace(/\s+/g, " ")).toContain(
      "has no sheet 'Peple'. Its sheets are 'Cover', 'People' and 'Letters' (--sheet, for letters --letters-sheet).",
    );
    await put("decisions.csv", demo.decisionsCsv);
    expect((await run("check", "decisions.csv", "--sheet", "People")).stdout).toContain("is no spreadsheet");
  });

  it("is scored by predict", async () => {
    await put("people.xlsx", xlsxFile({ sheets: { A: rows(demo.populationCsv) } }));
    await put("people.csv", demo.populationCsv);
    await put("decisions.csv", demo.decisionsCsv);
    const roles = ["--decision", "decision", "--favourable", "granted", "--id", "id"];
    expect((await run("audit", "decisions.csv", "--out", "model", ...roles, ...QUICK)).exitCode).toBe(0);
    const score = (file: string) => run("predict", file, "--model", "model/surrogate.json");
    const scores = await score("people.xlsx");
    expect(scores).toMatchObject({ exitCode: 0, stdout: (await score("people.csv")).stdout });
  });
});
