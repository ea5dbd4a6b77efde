import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Help } from "commander";
import { describe, expect, it } from "vitest";
import { EXIT_CODE_WORDS } from "../../src/cli/failure.js";
import type { TextStream } from "../../src/cli/io.js";
import { buildProgram, run } from "../../src/cli/run.js";
import { SCALINGS } from "../../src/encode/scaling.js";
import { packageVersion } from "../../src/platform/version.js";
import { freshFolder, quietIo, recast, recordedStream } from "./support.js";

const folder = freshFolder();
const go = (args: readonly string[], env: Record<string, string> = {}) => recast(args, { cwd: folder(), env });

describe("recast", () => {
  it("prints help with the commands, examples and exit codes", async () => {
    const { exitCode, stdout, stderr } = await go(["--help"]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    for (const command of ["demo", "check", "audit", "predict"])
      expect(stdout).toMatch(new RegExp(`^  ${command} `, "m"));
    for (const [code, words] of EXIT_CODE_WORDS) expect(stdout).toContain(`${code}  ${words}`);
  });

  it("prints the help of each command, with the flags every command takes", async () => {
    for (const command of ["demo", "check", "audit", "predict"]) {
      const { exitCode, stdout } = await go([command, "--help"]);
      expect(exitCode).toBe(0);
      expect(stdout).toContain(`Usage: recast ${command}`);
      expect(stdout).toContain("--json");
      expect(stdout).toContain("--quiet");
    }
  });

  it("prints its version", async () => {
    expect(await go(["--version"])).toEqual({ exitCode: 0, stdout: `${packageVersion()}\n`, stderr: "" });
  });

  it("shows the help and ends with 2 when no command is given", async () => {
    const { exitCode, stdout, stderr } = await go([]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toContain("Usage: recast");
  });

  it.each([
    [["adit"], "UNKNOWN_COMMAND", "unknown command 'adit'. Did you mean audit?"],
    [
      ["check", "a.csv", "--favorable", "x"],
      "UNKNOWN_OPTION",
      "unknown option '--favorable'. Did you mean --favourable?",
    ],
    [["audit", "a.csv"], "INVALID_OPTION", "Name one (--out)"],
    [["check"], "MISSING_ARGUMENT", "<decisions> is missing"],
    [["demo", "--out", "x", "--seed", "one"], "INVALID_OPTION", " cannot be 'one'. It must be a whole number."],
    [
      ["audit", "a.csv", "--out", "x", "--scaling", "log"],
      "INVALID_OPTION",
      "--scaling cannot be 'log'. Choose one of robust",
    ],
    [["check", "a.csv", "b.csv"], "INVALID_OPTION", "too many arguments"],
  ])("explains wrong usage and ends with 2: %j", async (args, code, message) => {
    const { exitCode, stdout, stderr } = await go(args);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toContain(`recast: ${code}: `);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain("    at ");
  });

  it("says where to look next: the options of the command, or the check of an audit's files", async () => {
    expect((await go(["adit"])).stderr).toContain("recast --help lists the commands and options.\n");
    expect((await go(["check"])).stderr).toContain("recast check --help lists its options.\n");
    await writeFile(join(folder(), "bare.csv"), "a,b\n1,2\n");
    const bare = await go(["audit", "bare.csv", "--out", "x"]);
    expect(bare.exitCode).toBe(3);
    expect(bare.stderr).toContain("recast check lists every problem of the files, and what repairs it.\n");
    expect((await go(["audit", "no.csv", "--out", "x"])).stderr).not.toContain("recast check");
  });

  it("reports a wrong usage as one JSON object on stderr with --json, wherever the flag stands", async () => {
    for (const args of [
      ["--json", "check", "no.csv"],
      ["check", "no.csv", "--json"],
    ]) {
      const { exitCode, stdout, stderr } = await go(args);
      expect({ exitCode, stdout }).toEqual({ exitCode: 4, stdout: "" });
      expect(JSON.parse(stderr)).toMatchObject({
        error: { code: "FILE_NOT_FOUND", exitCode: 4, place: { column: null, row: null } },
      });
    }
    const both = await go(["predict", "-", "--model", "m.json", "--json"]);
    expect(JSON.parse(both.stderr)).toMatchObject({ error: { code: "INVALID_OPTION", exitCode: 2 } });
    const usage = await go(["--json", "adit"]);
    expect(JSON.parse(usage.stderr)).toMatchObject({ error: { code: "UNKNOWN_COMMAND", exitCode: 2 } });
  });

  it("ends with 4 when a file is missing or is a folder", async () => {
    await mkdir(join(folder(), "sub"));
    for (const args of [
      ["check", "no.csv"],
      ["check", "sub"],
      ["audit", "no.csv", "--out", "x"],
      ["predict", "no.csv", "--model", "no.json"],
    ]) {
      expect((await go(args)).exitCode).toBe(4);
    }
  });

  it("shows where an error happened only with RECAST_DEBUG", async () => {
    expect((await go(["check", "no.csv"])).stderr).not.toContain("    at ");
    expect((await go(["check", "no.csv"], { RECAST_DEBUG: "1" })).stderr).toContain("    at ");
  });

  it("ends with 1 for an error of its own, and with 0 when the reader went away", async () => {
    await writeFile(join(folder(), "d.csv"), "");
    const broken = (error: Error): TextStream => ({
      write(_, done) {
        done?.(error);
        return false;
      },
    });
    const stderr = recordedStream();
    const io = { ...quietIo(folder()), stderr };
    expect(await run(["check", "d.csv"], { ...io, stdout: broken(new Error("boom")) })).toBe(1);
    expect(stderr.text()).toContain("recast: UNEXPECTED: boom. This is a bug in Recast");
    const pipe = Object.assign(new Error("write EPIPE"), { code: "EPIPE" });
    expect(await run(["check", "d.csv"], { ...io, stdout: broken(pipe) })).toBe(0);
  });

  it("uses colours on a terminal, and none with NO_COLOR", async () => {
    await writeFile(join(folder(), "d.csv"), "");
    const shown = await recast(["check", "d.csv"], { cwd: folder(), tty: true });
    const plain = await recast(["check", "d.csv"], { cwd: folder(), tty: true, env: { NO_COLOR: "1" } });
    expect(shown.stdout).toContain("\u001b[");
    expect(plain.stdout).not.toContain("\u001b[");
  });

  it("has every option and exit code on its page of the docs", async () => {
    const docs = await readFile("docs/cli.md", "utf8");
    for (const command of (await buildProgram({} as never, "all", () => undefined)).commands) {
      for (const { long } of command.options) expect(docs, `${command.name()} ${long}`).toContain(long);
    }
    for (const [code, words] of EXIT_CODE_WORDS) expect(docs).toContain(`| ${code} | ${words} |`);
  });

  it("lists each command as it is declared, and loads none to do so", async () => {
    const list = async (named: "all" | readonly string[]) => {
      const program = await buildProgram({} as never, named, () => undefined);
      const help = program.createHelp();
      return help.visibleCommands(program).map((command) => help.subcommandTerm(command));
    };
    const declared = await buildProgram({} as never, "all", () => undefined);
    const terms = new Help().visibleCommands(declared).map((command) => new Help().subcommandTerm(command));
    expect(await list([])).toEqual(terms);
    const bare = await buildProgram({} as never, [], () => undefined);
    expect(bare.commands.flatMap((command) => command.options)).toEqual([]);
  });

  it("offers the scalings the encoder has", async () => {
    const program = await buildProgram({} as never, "all", () => undefined);
    const option = program.commands
      .find((command) => command.name() === "audit")
      ?.options.find((candidate) => candidate.long === "--scaling");
    expect(option?.argChoices).toEqual(SCALINGS);
  });
});
