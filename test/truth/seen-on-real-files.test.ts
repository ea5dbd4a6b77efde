import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { AuditFile } from "../../src/findings/audit-file.js";
import { type Random, seededRandom } from "../../src/math/random.js";
import { defaultSettings } from "../../src/settings/settings.js";
import { freshFolder, recast } from "../cli/support.js";

/*
 * What was said wrongly about real files, as files of the same shape whose truth is known, from the command line to
 * what a reader sees. The numbers behind each have tests of their own.
 */

const folder = freshFolder();
const QUICK = ["--refits", "2", "--resamples", "100", "--folds", "4"];

async function put(name: string, rows: readonly (readonly (string | number)[])[]): Promise<void> {
  await writeFile(join(folder(), name), `${rows.map((row) => row.join(",")).join("\n")}\n`);
}

const run = (...args: string[]) => recast(args, { cwd: folder() });

/** What an audit prints, and its numbers. */
async function auditOf(...args: string[]): Promise<{ readonly said: string; readonly file: AuditFile }> {
  const { exitCode, stdout, stderr } = await run("audit", "decisions.csv", "--out", "audit", ...QUICK, ...args);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
  const file = JSON.parse(await readFile(join(folder(), "audit/audit.json"), "utf8")) as AuditFile;
  return { said: stdout.replace(/\s+/g, " "), file };
}

/** People whose income decides, a sex that does not, and a letter to everybody refused. */
async function incomeDecides(random: Random, people: number): Promise<void> {
  const rows = Array.from({ length: people }, (_, i) => {
    const income = 1000 + random.integer(3000);
    const decision = income >= 2600 ? "yes" : "no";
    return { id: `p${i}`, income, debt: random.integer(900), sex: random.uniform() < 0.5 ? "f" : "m", decision };
  });
  const cells = rows.map(({ id, income, debt, sex, decision }) => [id, income, debt, sex, decision]);
  await put("decisions.csv", [["id", "income", "debt", "sex", "approved"], ...cells]);
  const letters = rows.filter(({ decision }) => decision === "no");
  await put("letters.csv", [["id", "field", "new_value"], ...letters.map(({ id }) => [id, "income", 2600])]);
}

describe("case 1: whether letters help", () => {
  it("compares one method with itself, in one of three verdicts that the terminal says in words", async () => {
    await incomeDecides(seededRandom(1, "truth/letters"), 120);
    const methods = ["--methods", "bracket,ridge,majority", "--no-sensitivity"];
    const { said, file } = await auditOf("--letters", "letters.csv", ...methods);
    expect(said).not.toMatch(/Letters improve/i);
    expect(said).toMatch(/Letters help|Letters do not help|Whether letters help is not clear/);
    const worth = file.letterWorth!;
    expect(worth.right).toBe(file.methods.find(({ method }) => method === worth.method)?.agreement?.overall.share);
    expect(worth.difference.value).toBeCloseTo(worth.right - worth.rightWithout, 12);
    const words = {
      help: "Letters help",
      "do not help": "Letters do not help",
      "not clear": "Whether letters help is not clear",
    };
    expect(said).toContain(words[worth.verdict]);
  });

  it("has a method without letters that is not linear among the usual ones", () => {
    expect(defaultSettings().methods).toContain("no-cf-rf");
  });
});

describe("case 2: sensitivity is out of fold", () => {
  it("changes about as many answers without income as by shuffling it", async () => {
    await incomeDecides(seededRandom(2, "truth/sensitivity"), 120);
    const { file } = await auditOf("--methods", "nearest,majority");
    const without = file.sensitivity?.variants.find(({ name }) => name === "without income")?.changed ?? 0;
    const shuffled = file.attributions.permutation.find(({ feature }) => feature === "income")?.importance.value ?? 1;
    expect(shuffled).toBeGreaterThan(0.3);
    expect(Math.abs(without - shuffled)).toBeLessThan(0.15);
    // nobody's sex matters, so no difference is followed through the variations and called robust
    expect(file.sensitivity?.conclusions.filter(({ code }) => code === "GAP_SIGN")).toEqual([]);
  });
});

describe("case 3: the first finding is the clear one", () => {
  it("leads with the pair that survives correction, not with the largest ratio", async () => {
    const cells = [
      ["woman", "young", "no", 120, 58],
      ["woman", "old", "no", 170, 128],
      ["man", "young", "no", 160, 116],
      ["man", "old", "no", 500, 380],
      ["man", "old", "yes", 37, 20],
    ] as const;
    const rows = cells.flatMap(([sex, age, foreign, n, favourable]) =>
      Array.from({ length: n }, (_, k) => [sex, age, foreign, (k * 37) % 101, k < favourable ? "yes" : "no"]),
    );
    await put("decisions.csv", [["sex", "age", "foreign", "points", "approved"], ...rows]);
    const sensitive = ["--sensitive", "sex,age,foreign", "--methods", "majority", "--no-sensitivity"];
    const { said, file } = await auditOf(...sensitive);
    expect(said.indexOf("woman × young")).toBeGreaterThan(0);
    expect(said.slice(0, said.indexOf("woman × young"))).not.toContain("foreign “yes”");
    const [first] = file.findings;
    expect(first).toMatchObject({ kind: "group-difference", strength: "clear" });
    expect([first?.group, first?.worst?.group].join(" ")).toContain("woman × young");
    expect(file.findings.find(({ attribute }) => attribute === "foreign")?.strength).not.toBe("clear");
  });
});

describe("case 4: letters are understood or refused, and no platform is accused", () => {
  const TEXT = "Your income would have to be higher";

  it("uses letters of words only once somebody has confirmed what was understood", async () => {
    await incomeDecides(seededRandom(4, "truth/words"), 80);
    await put("letters.csv", [["id", "letter"], ...[0, 1, 2].map((i) => [`p${i}`, TEXT])]);
    const commands = [
      ["init", "decisions.csv", "letters.csv", "--yes"],
      ["check", "decisions.csv", "--letters", "letters.csv"],
      ["audit", "decisions.csv", "--letters", "letters.csv", "--out", "audit"],
    ];
    for (const command of commands) {
      const { exitCode, stdout, stderr } = await run(...command);
      expect(`${stdout}${stderr}`).toContain(
        command[0] === "init" ? "3 of 3 letters understood" : "LETTER_TEXT_UNCONFIRMED",
      );
      expect(exitCode).toBe(3);
    }
  });

  it.each([
    ["id,field,change", (income: number) => `income,+${2600 - income}`],
    ["Kennung,Merkmal,Neuer Wert", () => "income,2600"],
  ])("understands %s, and finds no contradiction in letters to different people", async (header, change) => {
    await incomeDecides(seededRandom(5, "truth/forms"), 100);
    const lines = (await readFile(join(folder(), "decisions.csv"), "utf8")).trim().split("\n").slice(1);
    const refused = lines.map((line) => line.split(",")).filter((cells) => cells[4] === "no");
    const letters = refused.map(([id, income]) => `${id},${change(Number(income))}`);
    await writeFile(join(folder(), "letters.csv"), `${header}\n${letters.join("\n")}\n`);
    expect(await run("init", "decisions.csv", "letters.csv", "--yes")).toMatchObject({ exitCode: 0 });
    expect(await run("check", "audit.yaml")).toMatchObject({ exitCode: 0 });
    const { said, file } = await auditOf("--letters", "letters.csv", "--methods", "ridge,majority", "--no-sensitivity");
    expect(file.letters?.compared).toBe(refused.length);
    expect(file.letters?.fields.map(({ field, changed }) => [field, changed.share])).toContainEqual(["income", 1]);
    expect(file.letters?.contradictions.filter(({ strength }) => strength === "certain")).toEqual([]);
    expect(file.findings.filter(({ kind }) => kind === "letters-contradict")).toEqual([]);
    expect(said).not.toMatch(/exclude each other|do not fit together/);
  });
});

describe("case 7: on which side the rebuilt model errs", () => {
  it("is said first of all in words where it accepts too few", async () => {
    // one person in four is accepted and the one column says little: a linear rule accepts hardly anybody
    const random = seededRandom(7, "truth/direction");
    const rows = Array.from({ length: 300 }, (_, i) => {
      const points = random.normal();
      return [`p${i}`, points.toFixed(3), random.uniform() < 0.24 + 0.08 * points ? "yes" : "no"];
    });
    await put("decisions.csv", [["id", "points", "approved"], ...rows]);
    const { said, file } = await auditOf("--methods", "ridge", "--no-sensitivity");
    expect(file.errors).toMatchObject({ direction: "accepts too few" });
    expect(file.findings.find(({ kind }) => kind === "error-direction")).toMatchObject({ strength: "clear" });
    expect(said).toContain("accepts too few people");
    const report = await readFile(join(folder(), "audit/report.html"), "utf8");
    expect(report).toContain("accepts too few people");
  });
});
