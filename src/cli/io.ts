import { existsSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import picocolors from "picocolors";
import { canonicalJson } from "../document/canonical-json.js";
import { type Page, page } from "../document/terminal.js";
import { AuditError } from "../errors.js";
import type { Question } from "../input/guess/guess-roles.js";
import type { InterruptGuard } from "../platform/interrupt.js";
import type { MOST_HELD } from "../platform/long-file.js";
import { type Progress, progressLine } from "../platform/progress.js";

/** A stream of text, as `process.stdout` is one. */
export interface TextStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string, done?: (error?: Error | null) => void): boolean;
}

/** Asks one question; null is "leave it open". Throws ABORTED on Ctrl-C. */
export type Ask = (question: Question) => Promise<string | null>;

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
  /** @default the terminal, where there is one */
  readonly ask?: Ask;
  /** Threads where a command was given no number. @default one per core */
  readonly jobs?: number;
  /** Bytes up to which files are held whole. @default `MOST_HELD` */
  readonly mostHeld?: typeof MOST_HELD;
  /** Rejects when nothing is left that could end the command. */
  readonly drained?: Promise<never>;
}

export interface GlobalFlags {
  /** One JSON object instead of words. */
  readonly json?: boolean;
  /** No summary and no progress line. */
  readonly quiet?: boolean;
}

/**
 * The words that call this program again from `cwd`, given the script Node was started with: `recast` where it was
 * called by that name from the path, `npx recast` where it lies in node_modules, else `node` with the script's path.
 */
export function calledAs(script: string, cwd: string): string {
  if (basename(script) === "recast") return basename(dirname(script)) === ".bin" ? "npx recast" : "recast";
  const near = relative(cwd, script);
  const path = near.startsWith("..") ? script : near;
  return `node ${path.includes(" ") ? `"${path}"` : path}`;
}

/** A path as the user meant it: untouched where that works, so that messages show it as it was typed. */
export function pathFrom(cwd: string, path: string): string {
  return cwd === process.cwd() ? path : resolve(cwd, path);
}

/** Colours on a terminal only, and never with NO_COLOR set or TERM=dumb. */
export function colorsFor(stream: TextStream, env: CliIo["env"]): ReturnType<typeof picocolors.createColors> {
  const refused = (env["NO_COLOR"] ?? "") !== "" || env["TERM"] === "dumb";
  return picocolors.createColors(stream.isTTY === true && !refused);
}

/** Whether nothing but results is to be said. */
export function isSilent(flags: GlobalFlags): boolean {
  return flags.quiet === true || flags.json === true;
}

export function progressFor(io: CliIo, flags: GlobalFlags): Progress {
  return progressLine(io.stderr, { quiet: isSilent(flags) || io.env["TERM"] === "dumb" });
}

/** Writes text and resolves when the stream has taken it; a reader that went away rejects with EPIPE. */
export function writeText(stream: TextStream, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(text, (error) => (error ? reject(error) : resolve()));
  });
}

/** Words laid out for the terminal behind a stream. */
export function pageFor(stream: TextStream, env: CliIo["env"], describe: (sheet: Page) => void): string {
  const sheet = page(colorsFor(stream, env), stream.columns);
  describe(sheet);
  return sheet.toString();
}

/**
 * Says what came of a command: one JSON object with --json, nothing with --quiet, else words. Gives the exit code of
 * success.
 */
export async function answer(
  io: CliIo,
  flags: GlobalFlags,
  json: object,
  words: string | ((sheet: Page) => void),
): Promise<number> {
  if (flags.json === true) await writeText(io.stdout, canonicalJson(json));
  else if (flags.quiet !== true) {
    await writeText(io.stdout, typeof words === "string" ? words : pageFor(io.stdout, io.env, words));
  }
  return 0;
}

/** INVALID_OPTION: the command line asks for what cannot be done. */
export function wrongUse(message: string): AuditError {
  return new AuditError("INVALID_OPTION", message);
}

/** Throws FILE_EXISTS where there is something under a name that the user gave, unless it may be replaced. */
export function refuseExisting(io: CliIo, name: string, force: boolean | undefined): void {
  if (force === true || !existsSync(pathFrom(io.cwd, name))) return;
  const message = `${name} already exists. Choose another name, or replace it (--force)`;
  throw new AuditError("FILE_EXISTS", message, { file: name });
}

/** The same for the files of a folder. */
export function refuseOverwriting(io: CliIo, folder: string, names: readonly string[]): void {
  const found = names.filter((name) => existsSync(join(pathFrom(io.cwd, folder), name)));
  const [first] = found;
  if (first === undefined) return;
  const message =
    `${folder} already has ${found.join(", ")}. Choose another folder, or replace the files there, tables/ too ` +
    "(--force)";
  throw new AuditError("FILE_EXISTS", message, { file: join(folder, first) });
}

/**
 * The words " · about 12 min left", from the pace since this was called; `fresh` is how much of `done` was done since.
 * Empty until `least` of it is.
 */
export function timeLeft(least = 1): (state: { done: number; total: number; fresh?: number }) => string {
  const began = performance.now();
  return ({ done, total, fresh = done }) => {
    if (fresh < least || done === total) return "";
    const seconds = ((performance.now() - began) / 1000 / fresh) * (total - done);
    if (seconds < 90) return ` · about ${Math.max(1, Math.round(seconds))} s left`;
    return seconds < 5400
      ? ` · about ${Math.round(seconds / 60)} min left`
      : ` · about ${Math.round(seconds / 3600)} h left`;
  };
}
