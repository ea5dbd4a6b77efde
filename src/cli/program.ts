import { Argument, Command } from "commander";
import { markerList, nonNegative, wholeNumber } from "./arguments.js";
import { addAuditCommands } from "./audit-program.js";
import { addCollectCommands } from "./collect-program.js";
import { addExportCommands } from "./export-program.js";
import { EXIT_CODE_WORDS } from "./failure.js";
import { DEMO_CASES, type DemoFlags, type PredictFlags } from "./flags.js";
import type { CliIo } from "./io.js";
import { addLeakCommands } from "./leak-program.js";
import { settingOption, withSettings } from "./setting-options.js";
import { addStudioCommand } from "./studio-program.js";
import { addStudyCommands } from "./study-program.js";
import { addWorkerCommand } from "./worker-program.js";

/**
 * The command line as data: names, options and help. Each action loads its command's file only when it runs, so
 * `recast --help` costs next to nothing. `finish` receives the exit code of the command that ran.
 */
export function buildProgram(io: CliIo, version: string, finish: (exitCode: number) => void): Command {
  const program = new Command("recast")
    .description(
      "Rebuilds a black-box accept/reject model from its decisions and its letters,\n" +
        "and says how far the rebuilt model can be trusted. Nothing leaves this machine unless you name an address.",
    )
    .version(version, "-V, --version", "print the version")
    .helpOption("-h, --help", "print this help")
    .helpCommand("help [command]", "print help for a command")
    .option("--json", "print one JSON object instead of words")
    .option("-q, --quiet", "print no summary and no progress")
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      outputError: () => undefined, // errors are reported once, by the caller
      getOutHelpWidth: () => Math.min(io.stdout.columns ?? 100, 100),
      getErrHelpWidth: () => Math.min(io.stderr.columns ?? 100, 100),
    })
    .showSuggestionAfterError(true)
    .exitOverride()
    .addHelpText("after", () => helpEnding());

  const demo = program
    .command("demo")
    .description("audit a case whose answers are known: made-up lending, COMPAS or Adult, and compare")
    .addArgument(
      new Argument("[case]", "compas and adult need their data: recast data").choices(DEMO_CASES).default("lending"),
    )
    .requiredOption("-o, --out <folder>", "folder for the files")
    .option("--seed <number>", "which made-up people", wholeNumber, 1)
    .option("--force", "replace files in the folder that the demo did not write");
  demo.action(async (name: string, _options, command: Command) => {
    const { runDemo } = await import("./commands/demo.js");
    finish(await runDemo(name, command.optsWithGlobals<DemoFlags>(), io));
  });

  addAuditCommands(program, io, finish);
  addStudioCommand(program, io, finish);

  const predict = program
    .command("predict")
    .description("score any number of people with a rebuilt model, in constant memory")
    .addArgument(new Argument("<rows>", "CSV, Parquet or Arrow file with the model's columns; - reads standard input"))
    .requiredOption("-m, --model <file>", "surrogate.json of an audit")
    .option("-o, --out <file>", "file to write: CSV, or .parquet or .arrow; - writes standard output", "-")
    .option("--abstain <margin>", "answer 'undecided' where the margin is closer to 0 than this", nonNegative)
    .option("--id <column>", "column to copy to the output instead of the row number")
    .option("--missing <words>", "cells that mean missing, comma-separated", markerList)
    .addOption(settingOption("delimiter"))
    .option("--force", "replace the output file if it exists");
  withSettings(predict, "predict").action(async (rows: string, _options, command: Command) => {
    const { runPredict } = await import("./commands/predict.js");
    finish(await runPredict(rows, command.optsWithGlobals<PredictFlags>(), io));
  });

  addCollectCommands(program, io, finish);
  addExportCommands(program, io, finish);
  addLeakCommands(program, io, finish);
  addStudyCommands(program, io, finish);
  addWorkerCommand(program, io, finish);
  return program;
}

function helpEnding(): string {
  const codes = EXIT_CODE_WORDS.map(([code, words]) => `  ${String(code).padStart(3)}  ${words}`);
  return [
    "",
    "Examples:",
    "  recast demo --out demo",
    "  recast init decisions.csv letters.csv && recast check audit.yaml && recast audit audit.yaml",
    "  recast audit decisions.csv --letters letters.csv --decision approved --favourable yes \\",
    "    --sensitive sex,origin --out audit-2026",
    "  recast verify audit-2026",
    "  recast explain A-17 --audit audit-2026",
    "  recast predict people.csv --model audit-2026/surrogate.json --out scored.csv",
    "  recast study run table1 --seeds 10 --out results && recast study table results",
    "",
    "Exit codes:",
    ...codes,
  ].join("\n");
}
