import { CommanderError } from "commander";
import { packageVersion } from "../platform/version.js";
import { asFailure, EXIT_CODES, reportFailure } from "./failure.js";
import type { CliIo } from "./io.js";
import { buildProgram } from "./program.js";

/**
 * Runs the command line `argv` (without the names of Node and the program) and gives back the exit code. Never
 * throws and never ends the process; all it touches is `io`.
 */
export async function run(argv: readonly string[], io: CliIo): Promise<number> {
  let exitCode: number = EXIT_CODES.ok;
  const program = buildProgram(io, packageVersion(), (code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync([...argv], { from: "user" });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError && (error.exitCode === 0 || error.code === "commander.help")) {
      return error.exitCode === 0 ? EXIT_CODES.ok : EXIT_CODES.usage; // help or version was printed
    }
    if (isClosedPipe(error)) return EXIT_CODES.ok;
    const failure = asFailure(error, io.interrupts.caught());
    await reportFailure(failure, error, io, { json: argv.includes("--json") }).catch(() => undefined);
    return failure.exitCode;
  }
}

/** The reader of our output went away, as `head` does when it has enough: not an error of ours. */
function isClosedPipe(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EPIPE";
}
