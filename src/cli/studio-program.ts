import { type Command, InvalidArgumentError } from "commander";
import { wholeNumber } from "./arguments.js";
import type { CliIo, GlobalFlags } from "./io.js";

export interface StudioFlags extends GlobalFlags {
  readonly port: number;
  readonly open: boolean;
  readonly file?: boolean;
}

/** Adds `recast studio` to the program. Its action loads the command's file only when it runs. */
export function addStudioCommand(program: Command, io: CliIo, finish: (exitCode: number) => void): void {
  const studio = program
    .command("studio")
    .description("the whole audit as a page in your browser, served on this machine alone, until Ctrl-C")
    .option("--port <number>", "port to serve it on (0: a free one)", portNumber, 0)
    .option("--no-open", "do not open the browser")
    .option("--file", "say where the page in one file is, which needs no server, and end");
  studio.action(async (_options, command: Command) => {
    const { runStudio } = await import("./commands/studio.js");
    finish(await runStudio(command.optsWithGlobals<StudioFlags>(), io));
  });
}

function portNumber(text: string): number {
  const port = wholeNumber(text);
  if (port > 65_535) throw new InvalidArgumentError("It must be at most 65535.");
  return port;
}
