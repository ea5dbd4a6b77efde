import type { Command } from "commander";
import { nameList, positiveNumber } from "./arguments.js";
import type { CliIo, GlobalFlags } from "./io.js";

export interface WorkerFlags extends GlobalFlags {
  readonly engine: string;
  readonly jobs?: number;
  readonly file?: readonly string[];
}

/** Adds `recast worker` to the program. Its action loads the command's file only when it runs. */
export function addWorkerCommand(program: Command, io: CliIo, finish: (exitCode: number) => void): void {
  const worker = program
    .command("worker")
    .description("compute cells of studies that were started with --engine, until Ctrl-C")
    .requiredOption("--engine <address>", "the Redis that 'study run' was given, such as redis://127.0.0.1:6379")
    .option("--jobs <number>", "threads to compute in (default: one per core)", positiveNumber)
    .option("--file <file>", "a CSV or .js file of your own that studies may use here; repeatable", nameList);
  worker.action(async (_options, command: Command) => {
    const { runWorker } = await import("./commands/worker.js");
    finish(await runWorker(command.optsWithGlobals<WorkerFlags>(), io));
  });
}
