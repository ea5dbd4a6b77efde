import { type Command, Option } from "commander";
import { nameList, positiveNumber } from "./arguments.js";
import type { CliIo, GlobalFlags } from "./io.js";
import { settingOption } from "./setting-options.js";

export interface StudyRunFlags extends GlobalFlags {
  readonly out: string;
  readonly seeds?: number;
  readonly jobs?: number;
  readonly engine?: string;
  readonly data?: string;
  readonly label?: string;
  readonly favourable?: string;
  readonly sensitive?: readonly string[];
  readonly immutable?: readonly string[];
  readonly ignore?: readonly string[];
  readonly dataset?: readonly string[];
  readonly generator?: readonly string[];
  readonly method?: readonly string[];
  readonly retryFailed?: boolean;
}

export interface StudyTableFlags extends GlobalFlags {
  readonly measure?: string;
  readonly format?: string;
  /** Also write the tables in this format. */
  readonly tables?: string;
  readonly against?: string;
}

export interface StudyPlotFlags extends GlobalFlags {
  readonly measure: string;
  readonly out?: string;
}

/** The measures a table or plot can show; the first is the default. */
export const MEASURES = ["fidelity", "near", "balanced", "accuracy", "margin"] as const;

/** Adds `recast data` and `recast study` to the program. Each action loads its command's file only when it runs. */
export function addStudyCommands(program: Command, io: CliIo, finish: (exitCode: number) => void): void {
  const data = program
    .command("data")
    .description("list the public data sets of the studies: what is there, what is missing, where it is published");
  data.action(async (_options, command: Command) => {
    const { runDataList } = await import("./commands/data.js");
    finish(await runDataList(command.optsWithGlobals<GlobalFlags>(), io));
  });
  const pull = data
    .command("pull")
    .description("download a data set from its publisher and check it")
    .argument("<name>", "a name that 'recast data' lists");
  pull.action(async (name: string, _options, command: Command) => {
    const { runDataPull } = await import("./commands/data.js");
    finish(await runDataPull(name, command.optsWithGlobals<GlobalFlags>(), io));
  });

  const study = program
    .command("study")
    .description("measure methods against targets that are known: the paper's tables, or a study of your own");
  addRun(study, io, finish);
  addTable(study, io, finish);
  addPlot(study, io, finish);
}

function addRun(study: Command, io: CliIo, finish: (exitCode: number) => void): void {
  const run = study
    .command("run")
    .description("compute every cell of a study; started again, it goes on where it was stopped")
    .argument("<study>", "a name such as table1, or a study file")
    .requiredOption("-o, --out <folder>", "folder for the results")
    .option("--seeds <number>", "how many seeds (default: as the study says)", positiveNumber)
    .option("--jobs <number>", "threads to compute in (default: one per core)", positiveNumber)
    .option("--engine <address>", "compute on 'recast worker's at this Redis, such as redis://127.0.0.1:6379")
    .option("--data <file>", "a CSV of your own in place of the study's data sets")
    .option("--label <column>", "its column with the outcome that targets learn")
    .option("--favourable <value>", "the outcome that is good for the person")
    .option("--sensitive <columns>", "its attributes to compare groups by, comma-separated", nameList)
    .option("--immutable <columns>", "its features letters must leave alone (default: the sensitive ones)", nameList)
    .option("--ignore <columns>", "its columns that are no features", nameList)
    .option("--dataset <file>", "a .js file that makes a data set, in place of the study's; repeatable", nameList)
    .option("--generator <file>", "a .js file that makes a letter generator, beside the study's; repeatable", nameList)
    .option("--method <file>", "a .js file that makes a method, beside the study's; repeatable", nameList)
    .option("--retry-failed", "compute cells again that failed before");
  run.action(async (name: string, _options, command: Command) => {
    const { runStudyRun } = await import("./commands/study-run.js");
    finish(await runStudyRun(name, command.optsWithGlobals<StudyRunFlags>(), io));
  });
}

function addTable(study: Command, io: CliIo, finish: (exitCode: number) => void): void {
  const table = study
    .command("table")
    .description("print the results of a study and write them as table.md and table.csv")
    .argument("<folder>", "the folder given to 'study run'")
    .addOption(measureOption("which measure (default: those of the study)"))
    .addOption(new Option("--format <name>", "what to print (default: words)").choices(["words", "markdown", "csv"]))
    .addOption(settingOption("tables"))
    .option("--against <method>", "show differences to this method (default: to the best of each cell)");
  table.action(async (folder: string, _options, command: Command) => {
    const { runStudyTable } = await import("./commands/study-table.js");
    finish(await runStudyTable(folder, command.optsWithGlobals<StudyTableFlags>(), io));
  });
}

function addPlot(study: Command, io: CliIo, finish: (exitCode: number) => void): void {
  const plot = study
    .command("plot")
    .description("draw the results of a study as SVG")
    .argument("<folder>", "the folder given to 'study run'")
    .addOption(measureOption("which measure").default(MEASURES[0]))
    .option("-o, --out <file>", "file to write (default: plot.svg in the folder)");
  plot.action(async (folder: string, _options, command: Command) => {
    const { runStudyPlot } = await import("./commands/study-plot.js");
    finish(await runStudyPlot(folder, command.optsWithGlobals<StudyPlotFlags>(), io));
  });
}

function measureOption(words: string): Option {
  return new Option("--measure <name>", words).choices([...MEASURES]);
}
