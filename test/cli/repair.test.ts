import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { demoLending } from "../../src/lab/demo/lending.js";
import { freshFolder, recast } from "./support.js";

const folder = freshFolder();
const demo = demoLending(3, { people: 60, population: 1 });
const QUICK = [
  ...["--methods", "ridge,majority", "--refits", "2", "--resamples", "100", "--no-sensitivity", "--no-intersections"],
];
const put = (name: string, text: string, encoding: BufferEncoding = "utf8") =>
  writeFile(join(folder(), name), text, encoding);
const run = (...args: string[]) => recast(args, { cwd: folder() });

describe("recast check names the options that repair a file", () => {
  it("for a mistyped id", async () => {
    await put("decisions.csv", demo.decisionsCsv);
    await put("letters.csv", `${demo.lettersCsv.trimEnd()}\nnobody,income,3\n`);
    const files = ["decisions.csv", "--letters", "letters.csv"];
    const strict = await run("check", ...files);
    expect(strict.exitCode).toBe(3);
    expect(strict.stdout).toMatch(
      /error LETTER_WITHOUT_PERSON: [^:]*: nobody in[^:]*\n {4}Leave out this row: --skip unmatched\n/,
    );
    const json = JSON.parse((await run("check", ...files, "--json")).stdout) as { causes: object[] };
    expect(json.causes[0]).toEqual({
      severity: "error",
      file: "letters",
      message: expect.stringContaining("nobody in decisions.csv has the id 'nobody'"),
      codes: ["LETTER_WITHOUT_PERSON"],
      repairs: [{ label: "Leave out this row", settings: { skip: ["unmatched"] } }],
    });
    expect(await run("check", ...files, "--skip", "unmatched")).toMatchObject({ exitCode: 0 });
  });

  it("for another encoding, and for files in each other's place", async () => {
    await put("decisions.csv", demo.decisionsCsv.replaceAll("tenant", "Müller"), "latin1");
    await put("letters.csv", demo.lettersCsv);
    const guessed = await run("check", "decisions.csv");
    expect(guessed).toMatchObject({ exitCode: 0, stderr: "" });
    expect(guessed.stdout).toContain("note ENCODING_GUESSED: decisions.csv is not UTF-8");
    const told = await run("check", "decisions.csv", "--encoding", "latin-1");
    expect(told).toMatchObject({ exitCode: 0, stdout: expect.not.stringContaining("ENCODING_GUESSED") });
    await put("decisions.csv", demo.decisionsCsv);
    const swapped = await run("check", "letters.csv", "--letters", "decisions.csv");
    expect(swapped.stdout).toContain(
      "Use 'decisions.csv' as decisions: give decisions.csv first, and letters.csv with --letters",
    );
  });

  it("for a column of numbers with a slip in it", async () => {
    const lines = demo.decisionsCsv.split("\n").map((line) => line.split(","));
    const income = lines[0]?.indexOf("income") ?? -1;
    lines[5]![income] = "much";
    await put("decisions.csv", lines.map((cells) => cells.join(",")).join("\n"));
    const { stdout } = await run("check", "decisions.csv");
    expect(stdout).toContain("as numbers and leave out this row: --type income=number --skip unreadable");
  });
});

describe("an audit of files that needed repair", () => {
  it("is made again from the original files by what it recorded", async () => {
    const [, ...people] = demo.decisionsCsv.trimEnd().split("\n");
    const broken = [...people, "broken,1,2"].join("\n").replaceAll("tenant", "Müller");
    await put("decisions.csv", broken, "latin1");
    await put("letters.csv", `${demo.lettersCsv.replaceAll("tenant", "Müller").trimEnd()}\nnobody,column 2,3\n`);
    const letters = await readFile(join(folder(), "letters.csv"), "utf8");
    const names = demo.decisionsCsv.split("\n", 1)[0]?.split(",") ?? [];
    const place = (name: string) => `column ${names.indexOf(name) + 1}`;
    const renamed = letters.split("\n").map((line) => {
      const [id, field = "", value] = line.split(",");
      return [id, names.includes(field) ? place(field) : field, value].join(",");
    });
    await put("letters.csv", renamed.join("\n"));
    const repairs = ["--encoding", "latin-1", "--headerless", "decisions", "--skip", "broken,unmatched"];
    const roles = ["--decision", place("decision"), "--favourable", "granted", "--id", place("id")];
    const made = await run(
      ...["audit", "decisions.csv", "--letters", "letters.csv", "--out", "audit", "--with-inputs"],
      ...[...repairs, ...roles, "--sensitive", place("sex"), ...QUICK],
    );
    expect(made).toMatchObject({ exitCode: 0 });
    const yaml = await readFile(join(folder(), "audit/audit.yaml"), "utf8");
    expect(yaml).toContain("encoding: latin-1");
    expect(yaml).toMatch(/headerless:\n +- decisions\n/);
    expect(yaml).toMatch(/skip:\n +- broken\n +- unmatched\n/);
    expect(await run("verify", "audit")).toMatchObject({ exitCode: 0 });
    const again = await run("audit", "audit/audit.yaml", "--out", "again");
    expect(again).toMatchObject({ exitCode: 0 });
    const json = (at: string) => readFile(join(folder(), at, "audit.json"), "utf8");
    expect(await json("again")).toBe(await json("audit"));
    const audit = JSON.parse(await json("audit")) as { evidence: { observations: number }; problems: object[] };
    expect(audit.evidence.observations).toBe(60);
    expect(audit.problems).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ severity: "warning", code: "ROW_RAGGED" }),
        expect.objectContaining({ severity: "warning", code: "LETTER_WITHOUT_PERSON" }),
      ]),
    );
  });

  it("counts decisions that were merged into two", async () => {
    const lines = demo.decisionsCsv.trimEnd().split("\n");
    const text = lines.map((line, k) => (k % 7 === 3 ? line.replace("refused", "withdrawn") : line)).join("\n");
    expect(text).toContain("withdrawn");
    await put("decisions.csv", text);
    const sides = ["--favourable", "granted", "--unfavourable", "refused", "--unfavourable", "withdrawn"];
    const made = await run("audit", "decisions.csv", "--decision", "decision", ...sides, "--out", "audit", ...QUICK);
    expect(made).toMatchObject({ exitCode: 0 });
    const audit = JSON.parse(await readFile(join(folder(), "audit/audit.json"), "utf8"));
    expect(audit.evidence.decision).toEqual({
      column: "decision",
      favourable: "granted",
      unfavourable: "refused or withdrawn",
    });
    expect(await run("verify", "audit")).toMatchObject({ exitCode: 0 });
  });
});
