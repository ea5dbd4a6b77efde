import { CommanderError } from "commander";
import { canonicalJson } from "../document/canonical-json.js";
import { printable } from "../document/printable.js";
import { AuditError, asSentence, type ErrorCode, type ErrorPlace } from "../errors.js";
import { type CliIo, colorsFor, type GlobalFlags, writeText } from "./io.js";

/** What the command's exit status means; part of the public surface, listed in `recast --help` and docs/cli.md. */
export const EXIT_CODES = {
  ok: 0,
  unexpected: 1,
  usage: 2,
  data: 3,
  fileSystem: 4,
  modelFile: 5,
  certificate: 6,
  condition: 7,
  interrupted: 130,
  terminated: 143,
} as const;

export const EXIT_CODE_WORDS: readonly (readonly [number, string])[] = [
  [EXIT_CODES.ok, "done"],
  [EXIT_CODES.unexpected, "a bug in Recast; please report it"],
  [EXIT_CODES.usage, "a command, option or argument is wrong or missing"],
  [EXIT_CODES.data, "a file has data that cannot be used, or `check` found errors"],
  [EXIT_CODES.fileSystem, "a file cannot be found, read, downloaded or written, or already exists"],
  [EXIT_CODES.modelFile, "the model file is cut short, edited or of another version"],
  [EXIT_CODES.certificate, "verification failed: a file was changed, or the audit gives another result"],
  [EXIT_CODES.condition, "a condition of `leak --fail-if` is met, or cannot be checked; the report is written"],
  [EXIT_CODES.interrupted, "stopped by Ctrl-C (143: terminated); no file is half written"],
];

/** A failure as data: what `--json` prints and what the plain line is made from. */
export interface Failure {
  readonly code: ErrorCode | "UNEXPECTED" | "UNKNOWN_COMMAND" | "MISSING_ARGUMENT";
  readonly message: string;
  readonly place: ErrorPlace;
  readonly exitCode: number;
}

const BY_CODE: Partial<Record<ErrorCode, number>> = {
  UNKNOWN_OPTION: EXIT_CODES.usage,
  INVALID_OPTION: EXIT_CODES.usage,
  SHAPE_MISMATCH: EXIT_CODES.unexpected,
  KERNEL_FAILURE: EXIT_CODES.unexpected,
  FILE_NOT_FOUND: EXIT_CODES.fileSystem,
  FILE_UNREADABLE: EXIT_CODES.fileSystem,
  FILE_EXISTS: EXIT_CODES.fileSystem,
  WRITE_FAILED: EXIT_CODES.fileSystem,
  DATA_MISSING: EXIT_CODES.fileSystem,
  DATA_UNPUBLISHED: EXIT_CODES.fileSystem,
  DOWNLOAD_FAILED: EXIT_CODES.fileSystem,
  STUDY_UNKNOWN: EXIT_CODES.fileSystem,
  STUDY_CHANGED: EXIT_CODES.fileSystem,
  FOLDER_BUSY: EXIT_CODES.fileSystem,
  PACKAGE_MISSING: EXIT_CODES.fileSystem,
  ENGINE_UNREACHABLE: EXIT_CODES.fileSystem,
  ENGINE_REFUSED: EXIT_CODES.fileSystem,
  ENGINE_FAILED: EXIT_CODES.fileSystem,
  MODEL_TRUNCATED: EXIT_CODES.modelFile,
  MODEL_INVALID: EXIT_CODES.modelFile,
  MODEL_VERSION: EXIT_CODES.modelFile,
  MANIFEST_INVALID: EXIT_CODES.certificate,
  RECEIPT_INVALID: EXIT_CODES.certificate,
  VERIFY_FAILED: EXIT_CODES.certificate,
  TARGET_REFUSED: EXIT_CODES.fileSystem,
  TARGET_FAILED: EXIT_CODES.fileSystem,
  COLLECT_CHANGED: EXIT_CODES.fileSystem,
  LEDGER_INVALID: EXIT_CODES.certificate,
  ABORTED: EXIT_CODES.interrupted,
};

export function asFailure(error: unknown, interruptedBy: "SIGINT" | "SIGTERM" | null): Failure {
  if (error instanceof CommanderError) return usageFailure(error);
  if (error instanceof AuditError) {
    const { code, message, place } = error;
    const isEnded = code === "ABORTED" && interruptedBy === "SIGTERM";
    return { code, message, place, exitCode: isEnded ? EXIT_CODES.terminated : (BY_CODE[code] ?? EXIT_CODES.data) };
  }
  const message = error instanceof Error ? error.message : String(error);
  return {
    code: "UNEXPECTED",
    message: `${message}. This is a bug in Recast: RECAST_DEBUG=1 shows where; please report it`,
    place: {},
    exitCode: EXIT_CODES.unexpected,
  };
}

const USAGE_CODES: Readonly<Record<string, Failure["code"]>> = {
  "commander.unknownOption": "UNKNOWN_OPTION",
  "commander.unknownCommand": "UNKNOWN_COMMAND",
};

/** The parser's sentences, and how they are said here. */
const PLAINER: readonly (readonly [RegExp, string])[] = [
  [/^option '(?:-\w, )?(--[\w-]+)[^']*' argument '(.*)' is invalid\. /s, "$1 cannot be '$2'. "],
  [/^command-argument value '(.*)' is invalid for argument '(.*)'\. /s, "<$2> cannot be '$1'. "],
  [/Allowed choices are /, "Choose one of "],
  [/ \(Did you mean (.*)\?\)$/, ". Did you mean $1?"],
  [/^required option '(?:-\w, )?(--[\w-]+ <[\w-]+>)' not specified$/, "$1 is missing"],
  [/^missing required argument '(.*)'$/, "<$1> is missing"],
  [/^option '(?:-\w, )?(--[\w-]+ <[^>]+>)' argument missing$/, "$1 needs a value"],
];

/** The parser's own errors: "error: unknown option '--x'\n(Did you mean --y?)" becomes one sentence. */
function usageFailure(error: CommanderError): Failure {
  const said = error.message
    .replace(/^error: /, "")
    .split("\n")
    .filter((line) => line !== "")
    .join(" ");
  const sentence = PLAINER.reduce((words, [parsers, ours]) => words.replace(parsers, ours), said);
  const isMissing = error.code.startsWith("commander.missing") || error.code === "commander.optionMissingArgument";
  const code = USAGE_CODES[error.code] ?? (isMissing ? "MISSING_ARGUMENT" : "INVALID_OPTION");
  return { code, message: sentence, place: {}, exitCode: EXIT_CODES.usage };
}

/** Where to look next, for the command that failed; null where the message says it all. */
function hintFor({ code, place, exitCode }: Failure, command: string | null): string | null {
  if (exitCode === EXIT_CODES.usage) {
    return command === null
      ? "recast --help lists the commands and options."
      : `recast ${command} --help lists its options.`;
  }
  // an audit ends with the first problem of its files
  const isOfFiles = exitCode === EXIT_CODES.data && place.file !== undefined && code !== "CONFIG_INVALID";
  return isOfFiles && command === "audit"
    ? "recast check lists every problem of the files, and what repairs it."
    : null;
}

interface FailedCommand extends GlobalFlags {
  /** Null where there is no such command. */
  readonly command: string | null;
}

/** Tells the user on stderr: one line `recast: CODE: message`, or with --json one object `{ "error": … }`. */
export async function reportFailure(failure: Failure, error: unknown, io: CliIo, flags: FailedCommand): Promise<void> {
  const { code, message, place, exitCode } = failure;
  if (flags.json === true) {
    const { file = null, column = null, row = null } = place;
    await writeText(io.stderr, canonicalJson({ error: { code, exitCode, message, place: { column, file, row } } }));
    return;
  }
  const colors = colorsFor(io.stderr, io.env);
  await writeText(io.stderr, `${colors.red(`recast: ${code}:`)} ${printable(asSentence(message))}\n`);
  const hint = hintFor(failure, flags.command);
  if (hint !== null) await writeText(io.stderr, `${hint}\n`);
  if ((io.env["RECAST_DEBUG"] ?? "") !== "" && error instanceof Error) {
    await writeText(io.stderr, `${stackOf(error)}\n`);
  }
}

function stackOf(error: Error): string {
  const stack = error.stack ?? error.message;
  return error.cause instanceof Error ? `${stack}\nCaused by: ${stackOf(error.cause)}` : stack;
}
