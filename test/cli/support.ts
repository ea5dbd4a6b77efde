import { EventEmitter } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";
import type { CliIo, TextStream } from "../../src/cli/io.js";
import { run } from "../../src/cli/run.js";
import { guardInterrupts } from "../../src/platform/interrupt.js";

/** A stream that keeps what is written to it. */
export interface RecordedStream extends TextStream {
  text(): string;
}

export function recordedStream(isTTY = false): RecordedStream {
  const parts: string[] = [];
  return {
    isTTY,
    columns: 100,
    write(text, done) {
      parts.push(text);
      queueMicrotask(() => done?.(null));
      return true;
    },
    text: () => parts.join(""),
  };
}

export interface Outcome {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: Iterable<Buffer | string>;
  readonly tty?: boolean;
  /** Bytes up to which files are held whole. */
  readonly mostHeld?: number;
  /** Called with the source of signals, and what the command says on stderr, before it starts. */
  readonly prepare?: (source: EventEmitter, stderr: RecordedStream) => void;
}

/** A world where nothing happens by itself. */
export function quietIo(cwd: string, source = new EventEmitter()): CliIo {
  return {
    stdin: (async function* () {})(),
    stdout: recordedStream(),
    stderr: recordedStream(),
    cwd,
    command: "recast",
    env: {},
    jobs: 1,
    interrupts: guardInterrupts(source),
  };
}

/** Runs a command line in this process and gives back all it said. */
export async function recast(argv: readonly string[], options: RunOptions): Promise<Outcome> {
  const source = new EventEmitter();
  const stdout = recordedStream(options.tty);
  const stderr = recordedStream(options.tty);
  async function* stdin() {
    yield* options.stdin ?? [];
  }
  const io = { ...quietIo(options.cwd, source), stdin: stdin(), stdout, stderr, env: options.env ?? {} };
  options.prepare?.(source, stderr);
  const { mostHeld: most } = options;
  const exitCode = await run(argv, { ...io, ...(most !== undefined && { mostHeld: { plain: most, packed: most } }) });
  return { exitCode, stdout: stdout.text(), stderr: stderr.text() };
}

/** A fresh folder for each test of the file; read it inside the test. */
export function freshFolder(): () => string {
  let folder = "";
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "recast-cli-"));
  });
  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });
  return () => folder;
}
