import { access, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { demoLending } from "../../src/lab/demo/lending.js";
import { seededRandom, shuffled } from "../../src/math/random.js";
import { freshFolder, recast } from "./support.js";

const folder = freshFolder();
const demo = demoLending(2, { people: 90, population: 300 });
const ROLES = ["--letters", "letters.csv", "--sensitive", "sex,origin", "--immutable", "age,sex,origin"];

/** Where the numbers are not looked at, few of everything. */
const FEW = ["--refits", "2", "--resamples", "100", "--no-sensitivity"];
const QUICK = [...FEW, "--methods", "ridge,ridge-letters,majority,recast"];

const put = (name: string, text: string) => writeFile(join(folder(), name), text);
const take = (name: string) => readFile(join(folder(), name), "utf8");
const go = (...args: string[]) => recast(args, { cwd: folder() });
const audit = (out: string, ...args: string[]) =>
  go("audit", "decisions.csv", ...ROLES, ...QUICK, "--out", out, ...args);

beforeEach(async () => {
  await put("decisions.csv", demo.decisionsCsv);
  await put("letters.csv", demo.lettersCsv);
});

describe("recast audit", () => {
  it("prints a summary and writes the audit and the model", async () => {
    const { exitCode, stdout, stderr } = await audit("out");
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    for (const words of [
      "ridge-letters",
      "majority",
      "95 % interval",
      "How far to trust the rebuilt model",
      "What this cannot show",
      "Share with 'granted' by sex",
    ]) {
      expect(stdout).toContain(words);
    }
    expect(stdout).toContain(join("out", "report.html"));
    expect(stdout.split("\n").every((line) => line.length <= 100)).toBe(true);
    expect(await readdir(join(folder(), "out"))).toEqual([
      "README.txt",
      "audit.json",
      "audit.yaml",
      "brief.html",
      "findings.sarif",
      "manifest.json",
      "report.html",
      "surrogate.json",
      "tables",
    ]);
    expect(await readdir(join(folder(), "out/tables"))).toContain("people.csv");
    const file = JSON.parse(await take("out/audit.json")) as Record<string, unknown>;
    expect(file).toMatchObject({
      format: "recast-audit/7",
      files: { decisions: { name: "decisions.csv", rows: 90 }, letters: { name: "letters.csv" } },
      evidence: { observations: 90, decision: { favourable: "granted" } },
    });
  });

  it("gives the same bytes twice, from wherever it is run", async () => {
    await audit("one");
    await audit("two");
    await mkdir(join(folder(), "sub"));
    await go(
      "audit",
      "sub/../decisions.csv",
      "--letters",
      "./letters.csv",
      ...ROLES.slice(2),
      ...QUICK,
      "--out",
      "three",
    );
    for (const name of ["audit.json", "surrogate.json"]) {
      expect(await take(`two/${name}`)).toBe(await take(`one/${name}`));
    }
    expect(await take("three/surrogate.json")).toBe(await take("one/surrogate.json"));
  });

  it("gives the same bytes in any number of threads", async () => {
    // everything that fits: folds, letters' worth, refits, variations
    const all = ["--refits", "3", "--resamples", "100", "--methods", "bracket,recast", "--folds", "3"];
    const filesOf = async (jobs: string) => {
      const args = ["audit", "decisions.csv", ...ROLES, ...all, "--out", `in-${jobs}`, "--jobs", jobs];
      expect((await go(...args)).exitCode).toBe(0);
      const paths = await readdir(join(folder(), `in-${jobs}`), { recursive: true });
      const files = paths.filter((path) => path.includes("."));
      return Promise.all(files.map(async (path) => [path, await take(join(`in-${jobs}`, path))]));
    };
    const one = await filesOf("1");
    expect(one.length).toBeGreaterThan(20);
    for (const jobs of ["2", "5"]) expect(await filesOf(jobs)).toEqual(one);
  });

  it("gives the same decisions when the rows of both files are shuffled", async () => {
    const shuffle = (csv: string, seed: number) => {
      const [header = "", ...rows] = csv.trimEnd().split("\n");
      return `${[header, ...shuffled(rows, seededRandom(seed, "test"))].join("\n")}\n`;
    };
    await audit("one");
    await put("decisions.csv", shuffle(demo.decisionsCsv, 1));
    await put("letters.csv", shuffle(demo.lettersCsv, 2));
    await audit("two");
    expect(await take("two/surrogate.json")).toBe(await take("one/surrogate.json"));
    await put("people.csv", demo.populationCsv);
    const [one, two] = await Promise.all(
      ["one", "two"].map((name) => go("predict", "people.csv", "--model", `${name}/surrogate.json`, "--id", "id")),
    );
    expect(one?.stdout.split("\n")).toHaveLength(302);
    expect(two?.stdout).toBe(one?.stdout);
  });

  it("changes with its options", async () => {
    await put("people.csv", demo.populationCsv);
    await audit("base");
    const base = await take("base/audit.json");
    for (const [k, args] of [
      ["--scaling", "rank"],
      ["--solver", "sinkhorn"],
      ["--methods", "nearest"],
      ["--folds", "4"],
      ["--repeats", "2"],
      ["--seed", "7"],
      ["--abstain", "0.2"],
      ["--ignore", "sex"],
      ["--type", "age=category"],
      ["--resamples", "101"],
      ["--refits", "3"],
      ["--no-intersections"],
      ["--sensitive", "age", "--bins", "age=30,50"],
      ["--population", "people.csv"],
      ["--system", "Loan desk", "--date", "today"],
    ].entries()) {
      expect((await audit(`out${k}`, ...args)).exitCode).toBe(0);
      expect(await take(`out${k}/audit.json`)).not.toBe(base);
    }
  });

  it("refuses to replace an audit unless forced, before it computes anything", async () => {
    await mkdir(join(folder(), "out"));
    await put("out/audit.json", "mine");
    const refused = await audit("out");
    expect(refused.exitCode).toBe(4);
    expect(refused.stderr).toContain(
      "recast: FILE_EXISTS: out already has audit.json. Choose another folder, or replace the files there",
    );
    expect(await take("out/audit.json")).toBe("mine");
    expect((await audit("out", "--force", "--quiet")).exitCode).toBe(0);
    expect(await take("out/audit.json")).toContain("recast-audit/7");
  });

  it("leaves no table of an earlier audit behind, and nothing else of the user's away", async () => {
    await audit("out", "--quiet");
    await put("out/notes.txt", "mine");
    expect(await readdir(join(folder(), "out/tables"))).toContain("letter-fields.csv");
    const quiet = [...QUICK, "--out", "out", "--force", "--quiet"];
    expect((await go("audit", "decisions.csv", ...quiet)).exitCode).toBe(0);
    expect(await readdir(join(folder(), "out/tables"))).not.toContain("letter-fields.csv");
    expect(await take("out/notes.txt")).toBe("mine");
  });

  it("copies its inputs where asked, so that the folder can travel", async () => {
    await audit("out", "--with-inputs", "--quiet");
    expect(await take("out/inputs/decisions.csv")).toBe(demo.decisionsCsv);
    expect(await take("out/inputs/letters.csv")).toBe(demo.lettersCsv);
    await rename(join(folder(), "out"), join(folder(), "sent"));
    for (const name of ["decisions.csv", "letters.csv"]) await rm(join(folder(), name));
    const again = await go("audit", "sent/audit.yaml", "--out", "again", "--quiet");
    expect(again).toMatchObject({ exitCode: 0, stderr: "" });
    expect(await take("again/audit.json")).toBe(await take("sent/audit.json"));
    await put("decisions.csv", demo.decisionsCsv);
    await go("audit", "decisions.csv", ...QUICK, "--out", "sent", "--force", "--quiet");
    expect(await readdir(join(folder(), "sent/inputs"))).toEqual([]);
  });

  it("asks for a folder before it reads anything", async () => {
    const { exitCode, stderr } = await go("audit", "nowhere.csv");
    expect(exitCode).toBe(2);
    expect(stderr).toContain("no folder to write to. Name one (--out)");
  });

  it("works without letters and says what is lost", async () => {
    const methods = "recast,recast-calibrated,ridge-letters,ridge,majority";
    const { exitCode, stdout } = await go("audit", "decisions.csv", ...FEW, "--out", "out", "--methods", methods);
    expect(exitCode).toBe(0);
    expect(stdout).toContain("needs letters, and there are none: recast, recast-calibrated, ridge-letters");
    expect(stdout).toContain("There are no letters.");
    expect(JSON.parse(await take("out/audit.json"))).toMatchObject({ files: { letters: null } });
  });

  it("prints the audit and where it is as one JSON object", async () => {
    const { stdout, stderr } = await audit("out", "--json");
    expect(stderr).toBe("");
    const printed = JSON.parse(stdout) as { audit: unknown; files: unknown };
    expect(printed.audit).toEqual(JSON.parse(await take("out/audit.json")));
    expect(printed.files).toEqual({
      audit: join("out", "audit.json"),
      manifest: join("out", "manifest.json"),
      report: join("out", "report.html"),
      surrogate: join("out", "surrogate.json"),
    });
  });

  it("ends with 3 and names file, column and row when the data cannot be used", async () => {
    await put("letters.csv", `${demo.lettersCsv}nobody,income,1\n`);
    const plain = await audit("out");
    expect(plain.exitCode).toBe(3);
    expect(plain.stderr).toContain("recast: LETTER_WITHOUT_PERSON: letters.csv");
    const json = await audit("out", "--json");
    expect(JSON.parse(json.stderr)).toMatchObject({
      error: { code: "LETTER_WITHOUT_PERSON", exitCode: 3, place: { file: "letters.csv" } },
    });
    await expect(access(join(folder(), "out"))).rejects.toThrow();
  });

  it("ends with 2 for a method it does not have, and lists those it has", async () => {
    const { exitCode, stderr } = await audit("out", "--methods", "ridge,forest");
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/methods must be one of .*recast, recast-calibrated, ridge/);
  });

  it("ends with 4 when the folder cannot be made", async () => {
    await put("file", "");
    const { exitCode, stderr } = await audit("file/out");
    expect(exitCode).toBe(4);
    expect(stderr).toContain("recast: WRITE_FAILED: cannot write");
    expect(await take("file")).toBe("");
  });

  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("stops before it computes and leaves nothing behind after %s", async (signal, code) => {
    const outcome = await recast(["audit", "decisions.csv", ...ROLES, "--out", "out"], {
      cwd: folder(),
      prepare: (source) => source.emit(signal),
    });
    expect(outcome.exitCode).toBe(code);
    expect(outcome.stderr).toContain("recast: ABORTED: ");
    await expect(access(join(folder(), "out"))).rejects.toThrow();
  });

  it("draws a progress line on a terminal only, and erases it", async () => {
    const args = ["audit", "decisions.csv", ...ROLES, ...QUICK, "--out", "out", "--force"];
    const shown = await recast(args, { cwd: folder(), tty: true });
    expect(shown.stderr).toContain("━");
    expect(shown.stderr.endsWith("\r\u001b[2K")).toBe(true);
    for (const flag of ["--quiet", "--json"]) {
      expect((await recast([...args, flag], { cwd: folder(), tty: true })).stderr).toBe("");
    }
  });
});
