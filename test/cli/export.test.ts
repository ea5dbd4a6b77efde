import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { canonicalJson } from "../../src/document/canonical-json.js";
import { toOnnx } from "../../src/export/onnx.js";
import { toSheetFormula } from "../../src/export/sheet.js";
import { toSql } from "../../src/export/sql.js";
import { referenceKernels } from "../../src/kernels/reference/index.js";
import { demoLending } from "../../src/lab/demo/lending.js";
import { surrogateMethods } from "../../src/surrogate/methods.js";
import { fitModel, type Model } from "../../src/surrogate/model.js";
import { madeUpEvidence } from "../checks/made-up-evidence.js";
import { freshFolder, recast } from "./support.js";

const folder = freshFolder();
const run = (...args: string[]) => recast(["export", ...args], { cwd: folder() });
const take = (name: string) => readFile(join(folder(), name));

let model: Model;
let text: string;
beforeAll(() => {
  model = fitModel(madeUpEvidence(), surrogateMethods.ridge(), referenceKernels);
  text = canonicalJson(model);
});
beforeEach(() => writeFile(join(folder(), "surrogate.json"), text));

describe("recast export", () => {
  it("writes what the library gives", async () => {
    const onnx = await run("surrogate.json", "--to", "onnx", "-o", "model.onnx");
    expect(onnx).toMatchObject({ exitCode: 0, stderr: "" });
    expect(onnx.stdout).toMatch(/^model\.onnx: ridge as onnx, [\d,]+ bytes\n$/);
    expect(new Uint8Array(await take("model.onnx"))).toEqual(toOnnx(model).bytes);
    const sql = await run("surrogate.json", "--to", "sql", "--table", "a.b", "--keep", "id");
    expect(sql).toEqual({ exitCode: 0, stderr: "", stdout: toSql(model, { table: "a.b", keep: ["id"] }) });
    expect((await run("surrogate.json", "--to", "pmml")).stdout).toContain("<RegressionModel");
    expect((await run("surrogate.json", "--to", "sentence")).stdout).toMatch(/^Start at 0 points; /);
  });

  it("finds a sheet's columns in the header of a CSV", async () => {
    await writeFile(join(folder(), "people.csv"), "id,income,home,savings,branch\n");
    const { stdout } = await run("surrogate.json", "--to", "sheet", "--header", "people.csv", "--row", "3");
    const header = ["id", "income", "home", "savings", "branch"];
    expect(stdout).toContain(toSheetFormula(model, { header, row: 3 }).formula);
    expect(stdout).toContain("  B  income (number)");
    await writeFile(join(folder(), "empty.csv"), "");
    const empty = await run("surrogate.json", "--to", "sheet", "--header", "empty.csv");
    expect(empty).toMatchObject({ exitCode: 3, stderr: expect.stringContaining("FILE_EMPTY") });
  });

  it("prints one JSON object on request, or nothing", async () => {
    const { stdout } = await run("surrogate.json", "--to", "sql", "-o", "model.sql", "--json");
    const bytes = (await take("model.sql")).length;
    const files = { export: "model.sql" };
    expect(JSON.parse(stdout)).toEqual({ bytes, command: "export", files, format: "sql", method: "ridge" });
    expect((await run("surrogate.json", "--to", "sql", "-o", "other.sql", "--quiet")).stdout).toBe("");
  });

  it("replaces no file unasked, and leaves nothing behind when it refuses", async () => {
    await writeFile(join(folder(), "here.sql"), "mine");
    const kept = await run("surrogate.json", "--to", "sql", "-o", "here.sql");
    expect(kept).toMatchObject({ exitCode: 4, stderr: expect.stringContaining("FILE_EXISTS") });
    expect(String(await take("here.sql"))).toBe("mine");
    expect((await run("surrogate.json", "--to", "sql", "-o", "here.sql", "--force")).exitCode).toBe(0);
    expect(String(await take("here.sql"))).toBe(toSql(model));
    const tree = fitModel(madeUpEvidence(), surrogateMethods["no-cf-dt"](), referenceKernels);
    await writeFile(join(folder(), "tree.json"), canonicalJson(tree));
    const refused = await run("tree.json", "--to", "pmml", "-o", "tree.pmml");
    expect(refused).toMatchObject({ exitCode: 3, stderr: expect.stringContaining("EXPORT_UNSUPPORTED") });
    expect(await readdir(folder())).not.toContain("tree.pmml");
  });

  it("says how to get a model that is a sum of points, in commands that work as they stand", async () => {
    const demo = demoLending(1, { people: 80, population: 1 });
    await writeFile(join(folder(), "my decisions.csv"), demo.decisionsCsv);
    await writeFile(join(folder(), "letters.csv"), demo.lettersCsv);
    const quick = ["--no-sensitivity", "--refits", "2", "--resamples", "100", "--quiet"];
    const roles = [
      "--decision",
      "decision",
      "--favourable",
      "granted",
      "--sensitive",
      "sex,origin",
      "--type",
      "age=number",
    ];
    const files = ["my decisions.csv", "--letters", "letters.csv", "--methods", "bracket,majority", "--out", "audit"];
    expect(await recast(["audit", ...files, ...roles, ...quick], { cwd: folder() })).toMatchObject({ exitCode: 0 });
    for (const format of ["pmml", "sentence"]) {
      const { exitCode, stderr } = await run("audit/surrogate.json", "--to", format);
      expect(exitCode).toBe(3);
      expect(stderr).toContain("a model of method 'bracket' is not a sum of points");
      expect(stderr).toContain(
        "recast audit 'my decisions.csv' --letters letters.csv --decision decision --favourable granted ",
      );
      const commands = /\(for this audit: (.*)\)/.exec(stderr)?.[1]?.split(" && ") ?? [];
      expect(commands).toHaveLength(2);
      const [again, then] = commands.map((command) =>
        (command.match(/'[^']*'|\S+/g) ?? []).slice(1).map((word) => word.replaceAll("'", "")),
      );
      expect(again?.slice(-2)).toEqual(["--out", "audit-points"]);
      expect(await recast([...again!, "--quiet", "--force"], { cwd: folder() })).toMatchObject({ exitCode: 0 });
      expect(await recast(then!, { cwd: folder() })).toMatchObject({ exitCode: 0, stderr: "" });
    }
  });

  it("refuses a model of more than two decisions by that name, and a damaged one as damaged", async () => {
    await writeFile(join(folder(), "classes.json"), '{ "format": "recast-class-surrogate/1" }');
    const { exitCode, stderr } = await run("classes.json", "--to", "sql");
    expect({ exitCode, stderr }).toEqual({ exitCode: 3, stderr: expect.stringContaining("more than two decisions") });
    await writeFile(join(folder(), "other.json"), '{ "format": "other" }');
    expect(await run("other.json", "--to", "sql")).toMatchObject({
      exitCode: 5,
      stderr: expect.stringContaining("MODEL_INVALID"),
    });
  });

  it.each([
    [["--to", "onnx"], "INVALID_OPTION: an ONNX file cannot go to standard output"],
    [["--to", "sql", "--json"], "--json and the export cannot both go to standard output"],
    [["--to", "pmml", "--table", "x"], "--table is for --to sql"],
    [["--to", "sql", "--row", "3"], "--row is for --to sheet"],
    [["--to", "excel"], "onnx, sql, sheet, pmml, sentence"],
    [[], "--to"],
  ])("refuses %j", async (flags, message) => {
    const { exitCode, stderr } = await run("surrogate.json", ...flags);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(message);
  });
});
