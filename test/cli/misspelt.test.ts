import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { demoLending } from "../../src/lab/demo/lending.js";
import { type Setting, type SettingName, settings } from "../../src/settings/settings.js";
import { copyDemo } from "../support/prepared.js";
import { freshFolder, recast } from "./support.js";

// A setting that names a column or a value the files do not have, or that could have no effect, is never ignored.

const folder = freshFolder();
const demo = demoLending(1, { people: 80, population: 100 });

beforeEach(async () => {
  const lines = demo.decisionsCsv.trimEnd().split("\n");
  const later = lines.map((line, i) => `${line},${i === 0 ? "later" : ["paid", "lost"][i % 2]}\n`).join("");
  await writeFile(join(folder(), "decisions.csv"), later);
  await writeFile(join(folder(), "letters.csv"), demo.lettersCsv);
  await writeFile(join(folder(), "people.csv"), demo.populationCsv);
});

const run = (...argv: string[]) => recast(argv, { cwd: folder() });

/** The settings that name a column or a value of the files, with one that is not there. */
const MISSPELT: Partial<Record<SettingName, readonly string[]>> = {
  decision: ["aproved"],
  favourable: ["yess"],
  unfavourable: ["noo", "--favourable", "granted"],
  notDecided: ["withdrwan"],
  classes: ["rejcted,granted"],
  sensitive: ["sexx"],
  id: ["idd"],
  outcome: ["latr"],
  favourableOutcome: ["zz", "--outcome", "later"],
  weight: ["wieght"],
  ignore: ["sexx"],
  immutable: ["sexx"],
  reasonColumns: ["reasn"],
  reasons: ["7=incom"],
  neverCited: ["sexx"],
  type: ["agge=number"],
  sheet: ["Peple"],
  lettersSheet: ["Leters"],
  numbers: ["agge=de"],
  ranges: ["agge=middle"],
  lettersId: ["idd"],
  lettersIgnore: ["txet"],
  lettersReasons: ["reasn"],
  lettersTo: ["offer", "--classes", "refused,granted"],
  lettersFrom: ["before", "--classes", "refused,granted"],
  text: ["essay"],
  bins: ["agge=30"],
};

/** Settings that name nothing in the files. */
const FREE: ReadonlySet<string> = new Set<SettingName>([
  ...(["letters", "population", "out", "missing", "delimiter", "encoding", "headerless", "skip"] as const),
  ...(["embedder", "embedderModel", "embedderKey", "scaling", "solver", "methods", "folds", "repeats"] as const),
  ...(["seed", "sample", "abstain", "acceptanceRate", "resamples", "refits", "intersections", "sensitivity"] as const),
  ...(["blur", "epochs", "points", "system", "purpose", "period", "auditor", "date", "notes"] as const),
  ...(["tables", "template", "decisionNames"] as const),
]);

const flagOf = (name: SettingName) => /--[\w-]+/.exec(settings[name].flag ?? "")?.[0] ?? "";
const named = Object.entries(MISSPELT) as [SettingName, string[]][];

describe("a misspelt name", () => {
  it("is tried for every setting that names something in the files", () => {
    const all = Object.keys(settings).filter((name) => !FREE.has(name));
    expect(all.sort()).toEqual(Object.keys(MISSPELT).sort());
  });

  const cases = named.flatMap(([name, words]) =>
    (["check", "audit", "leak"] as const)
      .filter((command) => (settings[name] as Setting).commands.includes(command))
      .map((command) => [command, name, words] as const),
  );

  it.each(cases)("is refused by %s as %s", async (command, name, [value = "", ...more]) => {
    const files = ["decisions.csv", "--letters", "letters.csv", ...(command === "check" ? [] : ["--out", "out"])];
    const { exitCode, stdout, stderr } = await run(command, ...files, flagOf(name), value, ...more);
    expect(exitCode).toBeGreaterThan(1);
    const first = value.split(/[=,]/)[0] ?? "";
    const isTaken = command !== "leak" || (name !== "classes" && !more.includes("--classes"));
    expect(`${stdout}${stderr}`).toContain(isTaken ? first : "leak cannot take --classes");
    expect(stderr).not.toContain("UNEXPECTED");
  });

  it.each(named.filter(([name]) => name !== "text"))("is refused in audit.yaml as %s", async (name, words) => {
    const section = (settings[name] as Setting).section;
    const yaml = (key: SettingName, value: string) => {
      const { yaml: spelled = key } = settings[key] as Setting;
      if (key === "bins") return `bins: { ${value.replace("=", ": [")}] }`;
      if (key === "type" || key === "reasons") return `  ${spelled}: { ${value.replace("=", ": ")} }`;
      const isList = ["sensitive", "ignore", "immutable", "lettersIgnore", "classes", "neverCited"].includes(key);
      return `  ${spelled}: ${isList ? `[${value}]` : value}`;
    };
    const keyOf = (flag: string) => (Object.keys(settings) as SettingName[]).find((key) => flagOf(key) === flag)!;
    const [value = "", flag, other = ""] = words;
    const roles = [
      ...(section === "roles" ? [yaml(name, value)] : []),
      ...(flag === undefined ? [] : [yaml(keyOf(flag), other)]),
    ];
    const lines = [
      "decisions: decisions.csv",
      "letters: letters.csv",
      ...(roles.length > 0 ? ["roles:", ...roles] : []),
      ...(section === "bins" ? [yaml(name, value)] : []),
    ];
    await writeFile(join(folder(), "audit.yaml"), `${lines.join("\n")}\n`);
    const { exitCode, stderr } = await run("audit", "audit.yaml", "--out", "out");
    expect(exitCode).toBeGreaterThan(1);
    expect(stderr).toContain(value.split(/[=,]/)[0]);
    expect(stderr).not.toMatch(/UNEXPECTED|unknown key/);
  });

  it("comes with the name that is nearest, and those there are", async () => {
    const files = ["decisions.csv", "--letters", "letters.csv"];
    const unread = await run("audit", ...files, "--out", "out", "--letters-ignore", "new_valu");
    expect(unread.stderr).toContain(
      "COLUMN_UNKNOWN: letters.csv has no column 'new_valu' (named as to be left unread). Did you mean 'new_value'?",
    );
    const sensitive = await run("audit", ...files, "--out", "out", "--sensitive", "sexx");
    expect(sensitive.stderr).toContain("has no column 'sexx' (named as sensitive). Did you mean 'sex'?");
  });

  it("is refused by the other commands that take a column", async () => {
    await copyDemo("lending", join(folder(), "audit"));
    const model = join("audit", "surrogate.json");
    const predicted = await run("predict", "people.csv", "--model", model, "--id", "idd");
    expect(predicted).toMatchObject({ exitCode: 3, stderr: expect.stringContaining("no column 'idd'") });
    for (const flag of ["--id", "--ignore", "--immutable", "--type"]) {
      const value = flag === "--type" ? "agge=number" : "agge";
      const args = ["people.csv", "--target", "http://127.0.0.1:9/", "--out", "c", "--decisions", "1", "--budget", "1"];
      const collected = await run("collect", ...args, flag, value);
      expect(collected).toMatchObject({ exitCode: 3, stderr: expect.stringContaining("no column 'agge'") });
    }
    const explain = ["explain", "made-up-1", "decisions.csv", "--model", model, "--letters", "letters.csv"];
    for (const flag of ["--letters-id", "--letters-ignore", "--sensitive", "--id", "--weight"]) {
      const explained = await run(...explain, flag, "agge");
      expect(explained).toMatchObject({ exitCode: 3, stderr: expect.stringContaining("no column 'agge'") });
    }
    const told = await run("explain", "made-up-1", "--audit", "audit", "--sensitive", "sex");
    expect(told).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("leave out --sensitive, or --audit") });
  });
});

describe("a setting that could have no effect", () => {
  it.each([
    [["--letters-id", "id"], "--letters-id has no effect without --letters"],
    [["--letters-ignore", "text"], "--letters-ignore has no effect without --letters"],
    [["--letters", "letters.csv", "--letters-to", "to"], "--letters-to has no effect without --classes"],
    [["--letters", "letters.csv", "--letters-from", "from"], "--letters-from has no effect without --classes"],
    [["--favourable-outcome", "repaid"], "--favourable-outcome has no effect without --outcome"],
  ] as const)("is refused: %j", async (words, message) => {
    for (const command of ["check", "audit", "leak"]) {
      const out = command === "check" ? [] : ["--out", "out"];
      const outcome = await run(command, "decisions.csv", ...words, ...out);
      expect(outcome).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(`INVALID_OPTION: ${message}`) });
    }
  });

  it("is refused for texts where no column of texts is named", async () => {
    const outcome = await run("audit", "decisions.csv", "--out", "out", "--embedder-model", "m");
    expect(outcome).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("no effect without --text") });
  });

  it.each(["label", "favourable", "sensitive", "immutable", "ignore"])("is refused in a study: --%s", async (name) => {
    const outcome = await run("study", "run", "table1", "--out", "out", `--${name}`, "y");
    const message = `INVALID_OPTION: --${name} has no effect without --data`;
    expect(outcome).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(message) });
  });
});
