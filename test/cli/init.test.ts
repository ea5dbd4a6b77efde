import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { beforeEach, describe, expect, it } from "vitest";
import { runInit } from "../../src/cli/commands/init.js";
import type { CliIo } from "../../src/cli/io.js";
import { parseConfig } from "../../src/folder/parse-config.js";
import type { Question } from "../../src/input/guess/guess-roles.js";
import { DECISIONS } from "../input/samples.js";
import { freshFolder, quietIo, type RecordedStream, recast, recordedStream } from "./support.js";

const folder = freshFolder();
const config = async (name = "audit.yaml") => parseConfig(await readFile(join(folder(), name), "utf8"), name);
const said = (io: CliIo) => (io.stdout as RecordedStream).text();
const UNCLEAR = DECISIONS.replace("approved", "y").replaceAll(/,yes$/gm, ",high").replaceAll(/,no$/gm, ",low");

beforeEach(async () => {
  await writeFile(join(folder(), "decisions.csv"), DECISIONS);
  await writeFile(join(folder(), "unclear.csv"), UNCLEAR);
  await writeFile(join(folder(), "letters.csv"), "id,field,new_value\np1,income,3000\n");
});

describe("recast init without a terminal", () => {
  it("writes what it guesses and says what comes next", async () => {
    const io = quietIo(folder());
    expect(await runInit("decisions.csv", "letters.csv", {}, io)).toBe(0);
    expect(await config()).toMatchObject({
      decisions: "decisions.csv",
      letters: "letters.csv",
      roles: { decision: "approved", favourable: "yes", id: "id", sensitive: ["sex"], immutable: ["sex"] },
    });
    expect(said(io)).toContain("recast check audit.yaml");
    expect(said(io)).toContain("audit.yaml is written.");
  });

  it("reads files as it is told, and writes down how", async () => {
    const bare = DECISIONS.split("\n").slice(1).join("\n").replaceAll("Ulm", "Köln");
    await writeFile(join(folder(), "bare.csv"), bare, "latin1");
    const flags = { encoding: "latin-1", headerless: ["decisions"] } as const;
    await runInit("bare.csv", undefined, flags, quietIo(folder()));
    expect((await config()).roles).toMatchObject(flags);
    const outcome = await recast(["init", "bare.csv", "--headerless", "decision", "--force"], { cwd: folder() });
    expect(outcome.exitCode).not.toBe(0);
    expect(outcome.stderr).toContain("'decision' is not among decisions, letters, population");
  });

  it("says in words what it understood of the people", async () => {
    const io = quietIo(folder());
    await runInit("decisions.csv", undefined, {}, io);
    const people = DECISIONS.trim().split("\n").length - 1;
    const yes = DECISIONS.match(/,yes$/gm)?.length ?? 0;
    expect(said(io)).toContain(`${people} people: ${yes} 'yes', ${people - yes} 'no'`);
    expect(said(io)).toMatch(/\d columns to rebuild the rule from: \d numbers, \d categories/);
    expect(said(io)).toContain("groups by 'sex'");
  });

  it("stops, and writes nothing, where most rows do not fit the header", async () => {
    const rows = Array.from({ length: 30 }, (_, i) => `${"word,".repeat(3 + (i % 5))}yes`);
    await writeFile(join(folder(), "ragged.csv"), ["id,approved", ...rows].join("\n"));
    await expect(runInit("ragged.csv", undefined, {}, quietIo(folder()))).rejects.toMatchObject({ code: "ROW_RAGGED" });
    await writeFile(join(folder(), "bare.csv"), "id,approved\n1,yes\n2,no\n".concat("3,yes\n4,no\n"));
    await expect(runInit("bare.csv", undefined, {}, quietIo(folder()))).rejects.toMatchObject({ code: "NO_FEATURES" });
    expect(existsSync(join(folder(), "audit.yaml"))).toBe(false);
  });

  it("leaves questions open, marked, with an exit status that says so", async () => {
    const io = quietIo(folder());
    expect(await runInit("unclear.csv", undefined, {}, io)).toBe(3);
    const text = await readFile(join(folder(), "audit.yaml"), "utf8");
    expect(text).toContain("# QUESTION: Which column holds the decision?");
    expect(said(io)).toContain("Answer the lines marked QUESTION in audit.yaml");
  });

  it("prints one object with --json, nothing with --quiet", async () => {
    const io = quietIo(folder());
    await runInit("unclear.csv", undefined, { json: true }, io);
    expect(JSON.parse(said(io))).toMatchObject({ command: "init", config: "audit.yaml", ready: false });
    const quiet = quietIo(folder());
    await runInit("decisions.csv", undefined, { quiet: true, force: true }, quiet);
    expect(said(quiet)).toBe("");
  });

  it("writes paths from where the configuration is, and names the report's folder after it", async () => {
    await mkdir(join(folder(), "sub"));
    await runInit("decisions.csv", "letters.csv", { out: "sub/credit.yaml" }, quietIo(folder()));
    expect(await config("sub/credit.yaml")).toMatchObject({
      decisions: "../decisions.csv",
      letters: "../letters.csv",
      out: "credit",
    });
  });

  it("replaces a file only when told to", async () => {
    await writeFile(join(folder(), "audit.yaml"), "mine");
    await expect(runInit("decisions.csv", undefined, {}, quietIo(folder()))).rejects.toMatchObject({
      code: "FILE_EXISTS",
    });
    expect(await readFile(join(folder(), "audit.yaml"), "utf8")).toBe("mine");
    expect(await runInit("decisions.csv", undefined, { force: true }, quietIo(folder()))).toBe(0);
  });

  it("refuses files that are missing or empty", async () => {
    await writeFile(join(folder(), "empty.csv"), "");
    await expect(runInit("none.csv", undefined, {}, quietIo(folder()))).rejects.toMatchObject({
      code: "FILE_NOT_FOUND",
    });
    await expect(runInit("empty.csv", undefined, {}, quietIo(folder()))).rejects.toMatchObject({ code: "FILE_EMPTY" });
    expect(existsSync(join(folder(), "audit.yaml"))).toBe(false);
  });
});

describe("recast init with letters it cannot read", () => {
  const init = async (letters: string) => {
    await writeFile(join(folder(), "letters.csv"), letters);
    return recast(["init", "decisions.csv", "letters.csv", "--yes"], { cwd: folder() });
  };

  it.each([
    ["id,letter\np1,We are sorry to say no\n", "LETTERS_NOT_UNDERSTOOD"],
    ["id,field,change\np1,income,3000\n", "LETTER_CHANGE_UNCLEAR"],
  ])("refuses %j, and so does check", async (letters, code) => {
    const outcome = await init(letters);
    expect(outcome.exitCode).toBe(3);
    expect(outcome.stderr).toContain(code);
    expect(existsSync(join(folder(), "audit.yaml"))).toBe(false);
    const ignore = letters.startsWith("id,letter") ? ["--letters-ignore", "letter"] : [];
    const check = await recast(["check", "decisions.csv", "--letters", "letters.csv", ...ignore], { cwd: folder() });
    expect(check.exitCode).toBe(3);
    expect(check.stdout).toContain(`error ${code}`);
  });

  it("writes what it understood of free text, and waits until somebody has checked it", async () => {
    const outcome = await init('id,letter\np1,"Your income would have to be 3,000"\np2,We are sorry to say no\n');
    expect(outcome.exitCode).toBe(3);
    expect(outcome.stdout).toContain("'letter' is free text: 1 of 2 letters understood");
    expect(outcome.stdout).toContain("row 2 to p1: income 3000");
    expect(outcome.stdout).toContain("row 3 to p2: not understood: 'We are sorry to say no'");
    const written = await readFile(join(folder(), "letters-understood.csv"), "utf8");
    expect(written).toBe("id,option,field,new_value,difference,reason,direction\np1,1,income,3000,,,\n");
    const waiting = await recast(["check", "audit.yaml"], { cwd: folder() });
    expect(waiting.exitCode).toBe(3);
    expect(waiting.stdout).toContain("error LETTER_TEXT_UNCONFIRMED");
    expect(waiting.stdout).toContain("row 2 to p1: income 3000");
    const config = await readFile(join(folder(), "audit.yaml"), "utf8");
    const confirmed = config
      .replace("letters: letters.csv\n", "")
      .replace("# letters: letters-u", "letters: letters-u");
    await writeFile(join(folder(), "audit.yaml"), confirmed);
    const check = await recast(["check", "audit.yaml"], { cwd: folder() });
    expect(check.exitCode).toBe(0);
    expect(check.stdout).toContain("1 of 1 letter asks for a change: income in 1");
    const again = await recast(["init", "decisions.csv", "letters.csv", "--yes", "--out", "b.yaml"], { cwd: folder() });
    expect(again.stderr).toContain("letters-understood.csv already exists");
  });

  it("says what it understood of reasons", async () => {
    const outcome = await init("id,reason\np1,income too low\np2,debt\n");
    expect(outcome.exitCode).toBe(0);
    expect(outcome.stdout).toContain("2 reasons to 2 people: debt 1, income 1");
    const check = await recast(["check", "audit.yaml"], { cwd: folder() });
    expect(check.exitCode).toBe(0);
  });

  it.each(["Kennung;Merkmal;neuer_Wert\np1;income;3000\n", "id,field,change\np1,income,+2000\n"])(
    "says what it understood of %j, and check agrees",
    async (letters) => {
      const outcome = await init(letters);
      expect(outcome.exitCode).toBe(0);
      expect(outcome.stdout).toContain("1 of 1 letter asks for a change: income in 1");
      const check = await recast(["check", "audit.yaml"], { cwd: folder() });
      expect(check.exitCode).toBe(0);
      expect(check.stdout).toContain("income in 1");
    },
  );

  it("names the columns of the letters that will stay unread", async () => {
    const outcome = await init("id,income,remark\np1,3000,hello\n");
    expect(outcome.stdout).toMatch(/letters ignore +remark/);
  });
});

describe("recast init with somebody to ask", () => {
  it("asks only what it cannot guess, one after the other", async () => {
    const asked: string[] = [];
    const ask = async ({ setting, choices }: Question) => {
      asked.push(setting);
      return setting === "decision" ? "y" : (choices[1] ?? null);
    };
    expect(await runInit("decisions.csv", undefined, {}, { ...quietIo(folder()), ask })).toBe(0);
    expect(asked).toEqual([]);
    expect(await runInit("unclear.csv", undefined, { force: true }, { ...quietIo(folder()), ask })).toBe(0);
    expect(asked).toEqual(["decision", "favourable"]);
    expect((await config()).roles).toMatchObject({ decision: "y", favourable: "high" });
  });

  it("leaves open what is not answered, and does not ask again", async () => {
    let times = 0;
    const ask = async () => {
      times++;
      return null;
    };
    expect(await runInit("unclear.csv", undefined, {}, { ...quietIo(folder()), ask })).toBe(3);
    expect(times).toBe(1);
  });
});

describe("recast init at a terminal", () => {
  /** A terminal whose keys are pressed as soon as something is asked. */
  function terminal(keys: readonly string[]): { io: CliIo; output: PassThrough } {
    const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => input });
    const output = Object.assign(new PassThrough(), { isTTY: true, columns: 80, rows: 24 });
    let pressed = 0;
    output.on("data", (text: Buffer) => {
      const key = keys[pressed];
      if (key === undefined || !text.toString().includes("?")) return;
      pressed++;
      setTimeout(() => input.write(key), 5);
    });
    return { io: { ...quietIo(folder()), stdin: input, stdout: output, stderr: recordedStream() }, output };
  }

  it("takes the choice under the cursor", async () => {
    const { io } = terminal(["\r", "\r"]);
    const exitCode = await runInit("unclear.csv", undefined, {}, io);
    expect(exitCode).toBe(0);
    expect((await config()).roles).toMatchObject({ decision: "city", favourable: "Ulm" });
  });

  it("writes nothing after Ctrl-C", async () => {
    const { io } = terminal(["\u0003"]);
    await expect(runInit("unclear.csv", undefined, {}, io)).rejects.toMatchObject({ code: "ABORTED" });
    expect(existsSync(join(folder(), "audit.yaml"))).toBe(false);
  });

  it("asks nothing with --yes", async () => {
    const { io, output } = terminal([]);
    output.resume();
    expect(await runInit("unclear.csv", undefined, { yes: true }, io)).toBe(3);
  });
});

describe("recast init, then check", () => {
  it("writes a configuration that check reads", async () => {
    const options = { cwd: folder() };
    expect((await recast(["init", "decisions.csv", "letters.csv"], options)).exitCode).toBe(0);
    const { exitCode, stdout } = await recast(["check", "audit.yaml", "--json"], options);
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ usable: true, letters: { letters: 1 } });
  });

  it("stops check at a setting that does not exist, with the line", async () => {
    await writeFile(join(folder(), "bad.yaml"), "decisions: decisions.csv\nroles:\n  decison: approved\n");
    const { exitCode, stderr } = await recast(["check", "bad.yaml"], { cwd: folder() });
    expect(exitCode).toBe(3);
    expect(stderr).toContain("line 3: 'roles.decison' is not a setting; did you mean 'decision'?");
  });
});

describe("recast init with a preset", () => {
  const HEADER =
    "lei,action_taken,loan_purpose,loan_amount,derived_sex,derived_race,debt_to_income_ratio,interest_rate,denial_reason-1";
  const loan = (i: number) => {
    const action = [1, 3, 2, 3, 4, 6][i % 6];
    const sex = ["Male", "Female", "Sex Not Available"][i % 3];
    return `L${i % 4},${action},${[1, 31][i % 2]},${100 + i}000,${sex},${i % 5 === 0 ? "Asian" : "White"},${20 + (i % 30)},4.5,${action === 3 ? 1 : 10}`;
  };
  const write = (header = HEADER) =>
    writeFile(join(folder(), "hmda.csv"), [header, ...Array.from({ length: 60 }, (_, i) => loan(i))].join("\n"));

  it("writes the roles of the preset for the columns and values that the file has", async () => {
    await write();
    const outcome = await recast(["init", "hmda.csv", "--preset", "hmda"], { cwd: folder() });
    expect(outcome).toMatchObject({ exitCode: 0, stderr: "" });
    expect(outcome.stdout).toContain("The register has no credit score");
    expect((await config()).roles).toMatchObject({
      decision: "action_taken",
      favourable: ["1", "2"],
      unfavourable: ["3"],
      notDecided: ["4", "6"],
      decisionNames: ["denied", "approved"],
      sensitive: ["derived_race", "derived_sex"],
      ignore: ["lei", "interest_rate"],
      types: { loan_purpose: "category" },
      ranges: { debt_to_income_ratio: "middle" },
      reasonColumns: ["denial_reason-1"],
    });
    expect((await config()).roles.reasons).toMatchObject({
      1: { fields: ["debt_to_income_ratio"], direction: "lower" },
      4: { name: "collateral" }, // the file has no loan-to-value ratio
      9: { name: "other" },
      10: "none",
    });
    const checked = await recast(["check", "audit.yaml", "--json"], { cwd: folder() });
    expect(JSON.parse(checked.stdout)).toMatchObject({ usable: true, counts: { errors: 0 } });
  });

  it("suggests it for a file that has its columns, and never for another", async () => {
    await write();
    const outcome = await recast(["init", "hmda.csv"], { cwd: folder() });
    expect(outcome.stdout).toContain("recast init hmda.csv --preset hmda --force");
    expect(await readFile(join(folder(), "audit.yaml"), "utf8")).toContain("--preset hmda");
    const other = await recast(["init", "decisions.csv", "--force", "--json"], { cwd: folder() });
    expect(JSON.parse(other.stdout)).toMatchObject({ preset: null, suggestedPreset: null });
  });

  it("takes one of the user's own by its path", async () => {
    const own = "title: Ours\nmatch: [approved]\nroles:\n  decision: approved\n  favourable: no\n  ignore: [sex]\n";
    await writeFile(join(folder(), "ours.yaml"), own);
    const outcome = await recast(["init", "decisions.csv", "--preset", "./ours.yaml", "--json"], { cwd: folder() });
    expect(JSON.parse(outcome.stdout)).toMatchObject({ ready: true, preset: "ours" });
    expect((await config()).roles).toMatchObject({ decision: "approved", favourable: ["no"], ignore: ["sex"] });
  });

  it("refuses a preset that is not there, is none, or is for another file", async () => {
    const refused = async (preset: string) => {
      const outcome = await recast(["init", "decisions.csv", "--preset", preset], { cwd: folder() });
      expect(outcome.exitCode).not.toBe(0);
      expect(existsSync(join(folder(), "audit.yaml"))).toBe(false);
      return outcome.stderr;
    };
    expect(await refused("hdma")).toContain("There are 'compas' and 'hmda'");
    expect(await refused("./none.yaml")).toContain("FILE_NOT_FOUND");
    expect(await refused("hmda")).toContain("has no column 'action_taken'");
    await writeFile(join(folder(), "bad.yaml"), "title: Bad\n");
    expect(await refused("bad.yaml")).toContain("'match' is missing");
  });
});
