import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { demoLending } from "../../src/lab/demo/lending.js";
import { root } from "../support/built.js";
import {
  type LoopbackService,
  loopbackService,
  type ReceivedQuestion,
  type ServiceAct,
} from "../support/loopback-service.js";
import { freshFolder, recast } from "./support.js";

const folder = freshFolder();
let service: LoopbackService | null = null;
afterEach(async () => {
  await service?.close();
  service = null;
});

const PEOPLE = Array.from({ length: 60 }, (_, i) => {
  const housing = ["owner", "rent", "family"][i % 3];
  return `person-${i},${15000 + ((i * 7919) % 50) * 1000},${(i * 31) % 25},${housing},"note, ${i}"`;
});
const CSV = `id,income,years,housing,note\n${PEOPLE.join("\n")}\n`;

function rule({ income, years, housing }: ReceivedQuestion["row"]): number {
  const points: Readonly<Record<string, number>> = { owner: 1, rent: 0, family: -0.5 };
  return Number(income) / 20000 + Number(years) / 10 + (points[String(housing)] ?? -2) >= 3 ? 1 : 0;
}

const collect = (args: readonly string[], more: Partial<Parameters<typeof recast>[1]> = {}) =>
  recast(["collect", ...args], { cwd: folder(), ...more });
const usual = ["people.csv", "--out", "out", "--decisions", "40", "--budget", "300", "--ignore", "note"];

async function start(act: (question: ReceivedQuestion, count: number) => ServiceAct): Promise<string> {
  await writeFile(join(folder(), "people.csv"), CSV);
  service = await loopbackService(act);
  return service.address;
}

async function lines(file: string): Promise<string[]> {
  return (await readFile(join(folder(), file), "utf8")).trimEnd().split("\n");
}

describe("recast collect", () => {
  it("asks a service for decisions and letters with the user's key, and writes files that an audit reads", async () => {
    const address = await start(({ path, row }) => {
      if (path === "/decide") return { body: { result: { approved: rule(row) === 1 } } };
      const income = Math.ceil(60000 - 2000 * Number(row["years"]) + 10000);
      return { body: { offer: row["housing"] === "family" ? null : { income } } };
    });
    const fields = ["--decision-field", "result.approved", "--letter-path", "/letter", "--letter-field", "offer"];
    const key = ["--key-from", "BANK_KEY", "--key-header", "X-Api-Key"];
    const args = [...usual, "--target", address, "--letters", "6", ...fields, ...key];
    const outcome = await collect(args, { env: { BANK_KEY: "s3cret" } });
    expect(outcome).toMatchObject({ exitCode: 0, stderr: "" });
    expect(outcome.stdout).toContain("40 decisions and 6 letters collected");
    expect(outcome.stdout).toContain(
      "recast audit out/decisions.csv --letters out/letters.csv --decision decision --id id --ignore note --out audit",
    );
    expect(service?.received.every(({ headers }) => headers["x-api-key"] === "s3cret")).toBe(true);
    expect(service?.received.map(({ headers }) => headers["x-recast-query"])).toEqual(
      Array.from(service?.received ?? [], (_, k) => String(k + 1)),
    );
    expect(Object.keys(service?.received[0]?.row ?? {})).toEqual(["income", "years", "housing"]);
    for (const file of ["out/ledger.jsonl", "out/collect.json"])
      expect((await lines(file)).join()).not.toContain("s3cret");
    const [header, first] = await lines("out/decisions.csv");
    expect(header).toBe("id,income,years,housing,note,decision");
    expect(first).toMatch(/^person-\d+,\d+,\d+,\w+,"note, \d+",(true|false)$/);
    expect(await lines("out/letters.csv")).toHaveLength(7);
    const files = ["out/decisions.csv", "--letters", "out/letters.csv", "--ignore", "note", "--decision", "decision"];
    const check = await recast(["check", ...files, "--json"], { cwd: folder() });
    expect(check.exitCode).toBe(0);
    const problems = (JSON.parse(check.stdout) as { problems: { severity: string; code: string }[] }).problems;
    expect(problems.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(problems.map(({ code }) => code)).not.toContain("LETTER_UNPAIRED");
    const ledger = await collect(["--check", "out"]);
    expect(ledger.exitCode).toBe(0);
    expect(ledger.stdout).toContain("decisions.csv and letters.csv match the ledger.");
  });

  it("asks an ONNX file, and searches for letters that it accepts", async () => {
    await writeFile(join(folder(), "people.csv"), CSV);
    await cp(join(root, "test/fixtures/onnx/by-column.onnx"), join(folder(), "model.onnx"));
    const args = [...usual, "--target", "model.onnx", "--letters", "5", "--immutable", "housing", "--json"];
    const outcome = await collect(args, { tty: true });
    expect(outcome.exitCode).toBe(0);
    expect(JSON.parse(outcome.stdout)).toMatchObject({
      command: "collect",
      why: "done",
      decided: 40,
      letters: 5,
      failed: 0,
      files: { decisions: "out/decisions.csv", ledger: "out/ledger.jsonl" },
    });
    const people = new Map(PEOPLE.map((line) => [line.split(",")[0], line.split(",")]));
    for (const line of (await lines("out/decisions.csv")).slice(1)) {
      const [, income = "", years = "", housing = ""] = line.split(",");
      expect(line.at(-1)).toBe(String(rule({ income, years, housing })));
    }
    for (const line of (await lines("out/letters.csv")).slice(1)) {
      const [id, income = "", years = "", housing = ""] = line.split(",");
      expect(rule({ income, years, housing })).toBe(1);
      expect(housing).toBe(people.get(id)?.[3]);
      expect(Number.isInteger(Number(years))).toBe(true);
    }
  });

  it("asks answers that were recorded, letters among them", async () => {
    const demo = demoLending(1, { people: 60, population: 1 });
    await writeFile(join(folder(), "answers.csv"), demo.decisionsCsv);
    await writeFile(join(folder(), "old.csv"), demo.lettersCsv);
    const without = demo.decisionsCsv.replaceAll(/,[^,\n]*\n/g, "\n");
    await writeFile(join(folder(), "people.csv"), without);
    const target = ["--target", "answers.csv", "--target-letters", "old.csv", "--target-decision", "decision"];
    const args = ["people.csv", "--out", "out", "--decisions", "60", "--letters", "3", "--budget", "80", ...target];
    const outcome = await collect([...args, "--favourable", "granted"]);
    expect(outcome).toMatchObject({ exitCode: 0, stderr: "" });
    expect(await readFile(join(folder(), "out/decisions.csv"), "utf8")).toBe(demo.decisionsCsv);
    expect(await lines("out/letters.csv")).toHaveLength(4);
    const bare = [...args.slice(0, 8), "200", "--target", "answers.csv", "--favourable", "granted", "--out", "found"];
    expect(await collect(bare)).toMatchObject({ exitCode: 0, stderr: "" }); // most rows of a search are in no file
    const found = (await lines("found/letters.csv")).slice(1);
    expect(found).toHaveLength(3);
    for (const line of found) expect(demo.decisionsCsv).toContain(`${line.replace(/^[^,]*/, "")},granted`);
    const other = await collect([...usual, "--target", "answers.csv", "--target-decision", "decision"]);
    expect(other.stderr).toContain("COLUMN_UNKNOWN: people.csv has no column 'note'");
    await writeFile(join(folder(), "few.csv"), "id,age\na,30\n");
    const few = await collect(["few.csv", "-o", "o", "--decisions", "1", "--budget", "1", "--target", "answers.csv"]);
    expect(few.stderr).toContain("TARGET_INVALID: answers.csv has 'sex'");
  });

  it("says what is under way when it is interrupted, keeps that answer, and goes on later", async () => {
    let interrupt = () => {};
    const address = await start(({ row }, count) => {
      if (count === 7) interrupt();
      return { body: { decision: rule(row) } };
    });
    const args = [...usual, "--target", address, "--per-second", "1000", "--per-minute", "60000"];
    const outcome = await collect(args, {
      tty: true,
      prepare: (source) => {
        interrupt = () => source.emit("SIGINT");
      },
    });
    expect(outcome.exitCode).toBe(130);
    expect(outcome.stderr).toContain("stopping after the current answer; press Ctrl-C again to stop now");
    expect(outcome.stderr).toContain("ABORTED");
    expect(outcome.stderr).toContain("7 answers are saved");
    expect(await lines("out/decisions.csv")).toHaveLength(8);
    const rest = await collect([...args, "--quiet"]);
    expect(rest).toEqual({ exitCode: 0, stdout: "", stderr: "" });
    expect(service?.received).toHaveLength(40);
  });

  it("stops at a wrong key, and tells which fields of letters it could not use", async () => {
    const closed = await start(() => ({ status: 401, body: { error: "who are you?" } }));
    const outcome = await collect([...usual, "--target", closed]);
    expect(outcome.exitCode).toBe(4);
    expect(outcome.stderr).toContain("TARGET_REFUSED");
    expect(outcome.stderr).toContain("answered 401");
    await service?.close();
    const address = await start(({ path, row }) =>
      path === "/letter" ? { body: { letter: { income: 99000, phone: "soon" } } } : { body: { decision: rule(row) } },
    );
    const letters = [...usual, "--out", "two", "--target", address, "--letters", "1", "--letter-path", "letter"];
    expect((await collect(letters)).stdout).toContain("Fields of letters that could not be used: phone.");
  });

  it("gives up for now when the service does not answer", async () => {
    const address = await start(() => "hang");
    const outcome = await collect([
      ...usual,
      "--target",
      address,
      "--timeout",
      "0.05",
      "--tries",
      "2",
      "--backoff",
      "0",
    ]);
    expect(outcome.exitCode).toBe(4);
    expect(outcome.stderr).toContain(
      "did not answer in 2 tries: no answer within 0.05 s. 0 answers are saved, and 2 of 300",
    );
    expect(service?.received).toHaveLength(2);
  });

  it.each([
    [["people.csv"], "recast collect needs --target"],
    [["--target", "m.onnx"], "recast collect needs <people>"],
    [["people.csv", "--target", "m.onnx"], "recast collect needs --out"],
    [["people.csv", "--target", "m.onnx", "-o", "o"], "recast collect needs --decisions"],
    [["people.csv", "--target", "m.onnx", "-o", "o", "--decisions", "1"], "recast collect needs --budget"],
    [[...usual, "--target", "ftp://x/"], "must start with https:// or http://"],
    [[...usual, "--target", "http://x/", "--columns", "a"], "--columns does not apply to a service; leave it out"],
    [[...usual, "--target", "m.onnx", "--letter-path", "/l"], "--letter-path does not apply to an ONNX file"],
    [[...usual, "--target", "a.csv", "--threshold", "0.5"], "--threshold does not apply to recorded answers"],
    [
      [...usual, "--target", "http://x/", "--key-from", "NO_KEY"],
      "the environment variable NO_KEY (--key-from) is not set",
    ],
    [[...usual, "--target", "http://x/", "--key-from", "ODD"], "has characters that a header cannot carry"],
    [[...usual, "--target", "http://x/", "--key-header", "K"], "--key-header needs --key-from"],
    [[...usual, "--target", "http://x/", "--key-from", "KEY", "--key-header", "a b"], "must be the name of a header"],
    [[...usual, "--target", "http://x/", "--timeout", "0"], "--timeout must be more than 0"],
    [[...usual, "--target", "http://x/", "--per-second", "0"], "--per-second must be more than 0"],
    [
      [...usual, "--target", "http://x/", "--letters", "900"],
      "a budget of 300 is too small for 40 decisions and 900 letters",
    ],
    [[...usual, "--target", "http://x/", "--threshold", "half"], "It must be a number."],
    [["people.csv", "--check", "out"], "--check reads out and asks nothing: leave people.csv out"],
  ])("refuses %j", async (args, words) => {
    await writeFile(join(folder(), "people.csv"), CSV);
    const outcome = await collect(args, { env: { ODD: "a\nb", KEY: "k" } });
    expect(outcome.stderr).toContain(words);
    expect(outcome.exitCode).toBe(2);
  });

  it("says which file is not there", async () => {
    await writeFile(join(folder(), "people.csv"), CSV);
    expect((await collect([...usual, "--target", "none.onnx"])).stderr).toContain(
      "FILE_NOT_FOUND: there is no file none.onnx",
    );
  });

  it("checks a ledger: whole, cut off, changed", async () => {
    const address = await start(({ row }) => ({ body: { decision: rule(row) } }));
    await collect([...usual, "--target", address]);
    const json = await collect(["--check", "out", "--json"]);
    expect(JSON.parse(json.stdout)).toMatchObject({ verified: true, sent: 40, budget: 300, answered: 40, torn: false });
    const path = join(folder(), "out/ledger.jsonl");
    const text = await readFile(path, "utf8");
    const shorter = text.trimEnd().split("\n").slice(0, -2);
    await writeFile(path, `${shorter.join("\n")}\n{"line`);
    const cut = await collect(["--check", "out"]);
    expect(cut.stdout).toContain("The last run was cut off, so no file was compared");
    expect(cut.stdout).toContain("The last line is unfinished");
    expect(await collect(["--check", "out", "--quiet"])).toEqual({ exitCode: 0, stdout: "", stderr: "" });
    await writeFile(path, text.replace('"budget":300', '"budget":30'));
    const changed = await collect(["--check", "out"]);
    expect(changed.exitCode).toBe(6);
    expect(changed.stderr).toContain("LEDGER_INVALID");
  });

  it("refuses a folder whose collect.json was damaged, by its place", async () => {
    const address = await start(({ row }) => ({ body: { decision: rule(row) } }));
    const args = [...usual, "--target", address];
    expect(await collect(args)).toMatchObject({ exitCode: 0 });
    const path = join(folder(), "out/collect.json");
    const whole = await readFile(path, "utf8");
    const edits: readonly (readonly [string, unknown])[] = [
      ["people", null],
      ["target", { kind: "http" }],
      ["features", [{ name: 3 }]],
      ["goals", {}],
      ["seed", "0"],
      ["balanced", null],
    ];
    for (const [name, value] of edits) {
      await writeFile(path, JSON.stringify({ ...JSON.parse(whole), [name]: value }));
      const outcome = await collect(args);
      expect(outcome.exitCode).toBe(4);
      expect(outcome.stderr).toContain("recast: FILE_UNREADABLE: ");
      expect(outcome.stderr).toContain(`collect.json is damaged or was edited at '${name}`);
    }
    await writeFile(path, whole.slice(0, 30));
    expect((await collect(args)).stderr).toContain("COLLECT_CHANGED");
    await writeFile(path, whole);
    expect(await collect(args)).toMatchObject({ exitCode: 0 });
  });
});
