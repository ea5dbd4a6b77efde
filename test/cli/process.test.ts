import { type ChildProcess, exec, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { beforeEach, describe, expect, it } from "vitest";
import { demoLending } from "../../src/lab/demo/lending.js";
import { built } from "../support/built.js";
import { copyDemo } from "../support/prepared.js";
import { freshFolder } from "./support.js";

// The built command as a process of its own: what only the operating system can show.

const folder = freshFolder();
const main = built("cli/main.js");
const run = promisify(execFile);
const demo = demoLending(1, { people: 80, population: 500 });
const [header = "", ...rows] = demo.populationCsv.trimEnd().split("\n");
const piece = `${rows.join("\n")}\n`;

beforeEach(async () => {
  await writeFile(join(folder(), "decisions.csv"), demo.decisionsCsv);
  await writeFile(join(folder(), "letters.csv"), demo.lettersCsv);
  const quick = ["--refits", "2", "--resamples", "100", "--no-sensitivity", "--methods", "ridge,majority,recast"];
  await run(process.execPath, [main, "audit", "decisions.csv", "-l", "letters.csv", "-o", ".", "-q", ...quick], {
    cwd: folder(),
  });
});

function start(...args: string[]): ChildProcess {
  return spawn(process.execPath, args, { cwd: folder(), stdio: ["pipe", "pipe", "pipe"] });
}

/** Feeds the header and then so many pieces; a process that goes before the end is no error. */
async function feed(child: ChildProcess, pieces: number): Promise<void> {
  function* text() {
    yield `${header}\n`;
    for (let k = 0; k < pieces; k++) yield piece;
  }
  await pipeline(Readable.from(text()), child.stdin as NodeJS.WritableStream).catch(() => undefined);
}

/** 30 people with this many numbers each. */
function wideCsv(columns: number): string {
  const names = Array.from({ length: columns }, (_, j) => `x${j}`);
  const people = Array.from({ length: 30 }, (_, i) => [...names.map((_, j) => (i * j) % 17), i % 2 ? "yes" : "no"]);
  return [[...names, "approved"], ...people].map((cells) => `${cells.join(",")}\n`).join("");
}

/** The command in a process that says at its end how many kilobytes it had at most. */
async function peakOf(...args: string[]) {
  const told = `process.on("exit", () => process.stderr.write("\\npeak " + process.resourceUsage().maxRSS));`;
  await writeFile(join(folder(), "told.mjs"), told);
  const child = start("--import", join(folder(), "told.mjs"), main, ...args);
  let complaint = "";
  child.stderr?.on("data", (text) => {
    complaint += text;
  });
  const [code] = await once(child, "close");
  return { code, complaint, kilobytes: Number(/peak (\d+)/.exec(complaint)?.[1]) };
}

describe("the built command", () => {
  it.each([[], ["--json"]])("ends with 1 and words where nothing is left that could answer: %j", async (...more) => {
    // an input that neither ends nor keeps the process alive
    const never =
      'import { Readable } from "node:stream";' +
      'Object.defineProperty(process, "stdin", { value: new Readable({ read() {} }) });';
    const preload = `data:text/javascript,${encodeURIComponent(never)}`;
    const failure = await run(
      process.execPath,
      ["--import", preload, main, "predict", "-", "-m", "surrogate.json", "-o", "s.csv", ...more],
      {
        cwd: folder(),
      },
    ).catch((error: unknown) => error);
    const said = expect.stringMatching(/UNEXPECTED.*stopped without an answer/s);
    expect(failure).toMatchObject({ code: 1, stdout: "", stderr: said });
    expect(failure).toMatchObject({ stderr: expect.not.stringContaining("Warning") });
  });

  it("refuses 10,000 columns before it fills the memory, and numbers that never end", async () => {
    await writeFile(join(folder(), "wide.csv"), wideCsv(10_000));
    const roles = ["--decision", "approved", "--favourable", "yes", "--out", "wide"];
    const wide = await peakOf("audit", "wide.csv", ...roles);
    expect(wide).toMatchObject({ code: 3, complaint: expect.stringContaining("TOO_LARGE: wide.csv") });
    expect(wide.kilobytes).toBeLessThan(500_000);
    const many = await peakOf("audit", "decisions.csv", "--out", "many", "--resamples", "1000000000");
    expect(many.complaint).toContain("INVALID_OPTION: resamples must be a whole number from 100 to 100000");
  });

  it("ends with 130 after Ctrl-C in the middle of a file, and leaves no half file", async () => {
    await writeFile(join(folder(), "scored.csv"), "older");
    const child = start(main, "predict", "-", "-m", "surrogate.json", "-o", "scored.csv", "--force");
    const exit = once(child, "exit");
    void feed(child, Number.POSITIVE_INFINITY);
    for (;;) {
      const names = await readdir(folder());
      if (names.some((name) => name.endsWith(".tmp"))) break;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    child.kill("SIGINT");
    expect(await exit).toEqual([130, null]);
    expect(await readFile(join(folder(), "scored.csv"), "utf8")).toBe("older");
    expect((await readdir(folder())).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  it("ends quietly when the reader has seen enough", async () => {
    const child = start(main, "predict", "-", "-m", "surrogate.json");
    const exit = once(child, "exit");
    let complaint = "";
    child.stderr?.on("data", (text) => {
      complaint += text;
    });
    void feed(child, Number.POSITIVE_INFINITY);
    await once(child.stdout as NodeJS.ReadableStream, "data");
    child.stdout?.destroy();
    expect(await exit).toEqual([0, null]);
    expect(complaint).toBe("");
  });

  it("scores 300,000 rows with 32 MB of heap for everything it keeps", async () => {
    const child = start(
      "--max-old-space-size=32",
      main,
      "predict",
      "-",
      "-m",
      "surrogate.json",
      "-o",
      "scored.csv",
      "--json",
    );
    const exit = once(child, "exit");
    let printed = "";
    child.stdout?.on("data", (text) => {
      printed += text;
    });
    await feed(child, 600);
    expect(await exit).toEqual([0, null]);
    expect(JSON.parse(printed)).toMatchObject({ counts: { rows: 300_000, unreadable: 0 } });
  });

  it("audits with 100,000 people in a population file in less than a gigabyte", async () => {
    await writeFile(join(folder(), "population.csv"), `${header}\n${piece.repeat(200)}`);
    const says = "data:text/javascript,process.on('exit', () => console.error(process.resourceUsage().maxRSS))";
    const given = ["decisions.csv", "-l", "letters.csv", "--population", "population.csv", "--sensitive", "sex,origin"];
    const { stderr } = await run(
      process.execPath,
      ["--import", says, main, "audit", ...given, "-o", "out", "-q", "--no-sensitivity"],
      { cwd: folder() },
    );
    expect(Number(stderr)).toBeGreaterThan(10_000); // kilobytes
    expect(Number(stderr)).toBeLessThan(1_000_000);
    const { fairness } = JSON.parse(await readFile(join(folder(), "out/audit.json"), "utf8")) as {
      fairness: { scored: string; n: number }[];
    };
    expect(fairness[1]).toMatchObject({ scored: "population", n: 100_000 });
  });

  it("ends the demo with commands that work where it was started", async () => {
    const { stdout } = await copyDemo("lending", join(folder(), "demo"));
    const next = (stdout.split("Try next\n")[1] ?? "").trim().split(/\n\s*/);
    expect(next).toHaveLength(3);
    for (const line of next) await promisify(exec)(line, { cwd: folder() });
  });

  it("says what is wrong in one line, without a stack", async () => {
    const failed = run(process.execPath, [main, "check", "no.csv"], { cwd: folder() });
    await expect(failed).rejects.toMatchObject({
      code: 4,
      stdout: "",
      stderr: "recast: FILE_NOT_FOUND: there is no file no.csv. Check the path.\n",
    });
  });
});
