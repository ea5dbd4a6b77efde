import picocolors from "picocolors";
import type { InterruptGuard } from "../platform/interrupt.js";
import { type Progress, progressLine } from "../platform/progress.js";

/** A stream of text, as `process.stdout` is one. */
export interface TextStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string, done?: (error?: Error | null) => void): boolean;
}

/** Everything of the outside world a command may touch; tests pass their own. */
export interface CliIo {
  readonly stdin: AsyncIterable<Buffer | string>;
  readonly stdout: TextStream;
  readonly stderr: TextStream;
  /** Paths given by the user are relative to it. */
  readonly cwd: string;
  /** The words that call this program again, for lines to copy. */
  readonly command: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly interrupts: InterruptGuard;
}

/** The flags every command takes. */
export interface GlobalFlags {
  /** One JSON object instead of words. */
  readonly json?: boolean;
  /** No summary and no progress line. */
  readonly quiet?: boolean;
}

/** Makes text bold, dim … or leaves it alone where colours are not wanted. */
export type Colors = ReturnType<typeof picocolors.createColors>;

/** Colours on a terminal only, and never with NO_COLOR set or TERM=dumb. */
export function colorsFor(stream: TextStream, env: CliIo["env"]): Colors {
  const refused = (env["NO_COLOR"] ?? "") !== "" || env["TERM"] === "dumb";
  return picocolors.createColors(stream.isTTY === true && !refused);
}

/** A progress line on stderr, silent with --quiet and --json. */
export function progressFor(io: CliIo, flags: GlobalFlags): Progress {
  return progressLine(io.stderr, { quiet: flags.quiet === true || flags.json === true || io.env["TERM"] === "dumb" });
}

/** Writes text and resolves when the stream has taken it; a reader that went away rejects with EPIPE. */
export function writeText(stream: TextStream, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(text, (error) => (error ? reject(error) : resolve()));
  });
}
