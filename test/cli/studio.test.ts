import { spawn } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { run } from "../../src/cli/run.js";
import { built } from "../support/built.js";
import { until } from "../support/until.js";
import { freshFolder, quietIo, type RecordedStream, recast, recordedStream } from "./support.js";

const folder = freshFolder();

/** The command in this process, until `use` is done with its address; then Ctrl-C. */
async function withStudio(
  argv: readonly string[],
  use: (printed: string, stderr: RecordedStream) => Promise<void>,
  { env = {}, tty = false }: { env?: Readonly<Record<string, string>>; tty?: boolean } = {},
) {
  built("studio/index.html");
  const source = new EventEmitter();
  const stdout = recordedStream(tty);
  const stderr = recordedStream(tty);
  const ended = run(["studio", ...argv], { ...quietIo(folder(), source), stdout, stderr, env });
  const wait = argv.includes("--quiet") ? () => source.listenerCount("SIGINT") > 0 : () => stdout.text() !== "";
  while (!wait()) await Promise.race([new Promise((resolve) => setTimeout(resolve, 5)), ended]);
  await use(stdout.text(), stderr);
  source.emit("SIGINT");
  return { exitCode: await ended, stdout: stdout.text(), stderr: stderr.text() };
}

const addressIn = (text: string) => /http:\/\/127\.0\.0\.1:\d+\//.exec(text)?.[0] ?? "";

describe("recast studio", () => {
  it("says where the page is and that nothing is sent, serves it, and ends with Ctrl-C", async () => {
    let address = "";
    const { exitCode, stdout, stderr } = await withStudio([], async (printed) => {
      address = addressIn(printed);
      const answer = await fetch(address);
      expect(answer.status).toBe(200);
      expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
      expect(await answer.text()).toContain("<!doctype html>");
    });
    expect(exitCode).toBe(0);
    expect(stdout).toContain("stay on this machine");
    expect(stdout).toContain("Press Ctrl-C to stop.");
    expect(stderr).toBe(""); // nothing about the requests
    await expect(fetch(address)).rejects.toThrow();
  });

  it("prints one JSON object with --json and nothing with --quiet", async () => {
    const { stdout } = await withStudio(["--json"], async () => undefined);
    expect(JSON.parse(stdout)).toEqual({ command: "studio", address: addressIn(stdout) });
    expect(await withStudio(["--quiet"], async () => undefined)).toEqual({ exitCode: 0, stdout: "", stderr: "" });
  });

  it.skipIf(process.platform !== "linux")("opens a browser on a terminal only, and never insists", async () => {
    const programs = join(folder(), "programs");
    const opened = join(folder(), "opened");
    await mkdir(programs);
    await writeFile(
      join(programs, "xdg-open"),
      `#!/bin/sh\nprintf %s "$1" > "${opened}.part"\n/bin/mv "${opened}.part" "${opened}"\n`,
    );
    await chmod(join(programs, "xdg-open"), 0o755);
    const env = { PATH: programs };
    const there = () => readFile(opened, "utf8").catch(() => null);

    for (const [argv, options] of [
      [[], { env }],
      [["--no-open"], { env, tty: true }],
      [[], { env: { ...env, CI: "true" }, tty: true }],
    ] as const) {
      await withStudio(argv, async () => undefined, options);
      expect(await there()).toBe(null);
    }
    const good = await withStudio(
      [],
      async () => {
        await until(async () => (await there()) !== null);
      },
      { env, tty: true },
    );
    expect(await there()).toBe(addressIn(good.stdout));
    expect(good.stderr).toBe("");

    const none = await withStudio([], (_, stderr) => until(() => stderr.text() !== ""), {
      env: { PATH: join(folder(), "nowhere") },
      tty: true,
    });
    expect(none.exitCode).toBe(0);
    expect(none.stderr).toContain("Open the address above yourself");
  });

  it("--file says where the page in one file is, and ends", async () => {
    const file = built("studio/studio.html");
    const words = await recast(["studio", "--file"], { cwd: folder() });
    expect(words).toEqual({ exitCode: 0, stdout: `${file}\n`, stderr: "" });
    const { stdout } = await recast(["studio", "--file", "--json"], { cwd: folder() });
    expect(JSON.parse(stdout)).toEqual({ command: "studio", file });
  });

  it.each([
    ["70000", "at most 65535"],
    ["-1", "whole number"],
    ["web", "whole number"],
  ])("refuses --port %s", async (port, words) => {
    const { exitCode, stderr } = await recast(["studio", `--port=${port}`], { cwd: folder() });
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(words)]);
  });

  it.skipIf(process.platform === "win32")("as a process: SIGINT and SIGTERM end it with 0", async () => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      const child = spawn(process.execPath, [built("cli/main.js"), "studio"], { cwd: folder() });
      const [printed] = await once(child.stdout, "data");
      const kept = await fetch(addressIn(String(printed)));
      expect(kept.status).toBe(200); // its connection is kept alive, and must not keep the process
      const exit = once(child, "exit");
      child.kill(signal);
      expect(await exit).toEqual([0, null]);
    }
  });
});
