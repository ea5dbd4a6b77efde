import { Argument, Command, Option } from "commander";
import { columnType, delimiter, markerList, nameList, nonNegative, wholeNumber } from "./arguments.js";
import { EXIT_CODE_WORDS } from "./failure.js";
import type { CliIo, GlobalFlags } from "./io.js";
import { addStudyCommands } from "./study-program.js";

/** Roles and reading of a decisions file, as the command line gives them. */
export interface RoleFlags {
  readonly decision?: string;
  readonly favourable?: string;
  readonly sensitive?: readonly string[];
  readonly id?: string;
  readonly outcome?: string;
  readonly weight?: string;
  readonly ignore?: readonly string[];
  readonly immutable?: readonly string[];
  readonly type?: Readonly<Record<string, "number" | "category">>;
  readonly missing?: readonly string[];
  readonly delimiter?: string;
  readonly letters?: string;
  readonly lettersId?: string;
  readonly lettersIgnore?: readonly string[];
}

/** How the audit is computed, as the command line gives it. */
export interface MethodFlags {
  readonly scaling?: string;
  readonly solver?: string;
  readonly methods?: readonly string[];
  readonly folds?: number;
  readonly repeats?: number;
  readonly seed?: number;
  readonly abstain?: number;
}

export interface DemoFlags extends GlobalFlags {
  readonly out: string;
  readonly seed: number;
  readonly force?: boolean;
}

export interface CheckFlags extends GlobalFlags, RoleFlags {}

export interface AuditFlags extends GlobalFlags, RoleFlags, MethodFlags {
  readonly out: string;
  readonly force?: boolean;
}

export interface PredictFlags extends GlobalFlags {
  readonly model: string;
  readonly out: string;
  readonly abstain?: number;
  readonly id?: string;
  readonly missing?: readonly string[];
  readonly delimiter?: string;
  readonly force?: boolean;
}

/**
 * The command line as data: names, options and help. Each action loads its command's file only when it runs, so
 * `recast --help` costs next to nothing. `finish` receives the exit code of the command that ran.
 */
export function buildProgram(io: CliIo, version: string, finish: (exitCode: number) => void): Command {
  const program = new Command("recast")
    .description(
      "Rebuilds a black-box accept/reject model from its decisions and its letters,\nand says how far the rebuilt model can be trusted. Nothing leaves this machine.",
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
    .description("write a made-up lending case, audit it, and compare with the hidden lender")
    .requiredOption("-o, --out <folder>", "folder for the files")
    .option("--seed <number>", "which made-up people", wholeNumber, 1)
    .option("--force", "replace files in the folder that the demo did not write");
  demo.action(async (_options, command: Command) => {
    const { runDemo } = await import("./commands/demo.js");
    finish(await runDemo(command.optsWithGlobals<DemoFlags>(), io));
  });

  const check = program
    .command("check")
    .description("list the problems of the two files in words, before any mathematics")
    .argument("<decisions>", "CSV with one row per person and the decision");

  withRoles(check).action(async (decisions: string, _options, command: Command) => {
    const { runCheck } = await import("./commands/check.js");
    finish(await runCheck(decisions, command.optsWithGlobals<CheckFlags>(), io));
  });

  const audit = program
    .command("audit")
    .description("rebuild the model, measure the rebuild, write audit.json and surrogate.json")
    .argument("<decisions>", "CSV with one row per person and the decision");
  withRoles(audit);
  withMethods(audit)
    .requiredOption("-o, --out <folder>", "folder for audit.json and surrogate.json")
    .option("--force", "replace an audit that is already in the folder");
  audit.action(async (decisions: string, _options, command: Command) => {
    const { runAudit } = await import("./commands/audit.js");
    finish(await runAudit(decisions, command.optsWithGlobals<AuditFlags>(), io));
  });

  const predict = program
    .command("predict")
    .description("score any number of people with a rebuilt model, in constant memory")
    .addArgument(new Argument("<rows>", "CSV with the model's columns; - reads standard input"))
    .requiredOption("-m, --model <file>", "surrogate.json of an audit")
    .option("-o, --out <file>", "CSV to write; - writes standard output", "-")
    .option("--abstain <margin>", "answer 'undecided' where the margin is closer to 0 than this", nonNegative)
    .option("--id <column>", "column to copy to the output instead of the row number")
    .option("--missing <words>", "cells that mean missing, comma-separated", markerList)
    .addOption(delimiterOption())
    .option("--force", "replace the output file if it exists");
  predict.action(async (rows: string, _options, command: Command) => {
    const { runPredict } = await import("./commands/predict.js");
    finish(await runPredict(rows, command.optsWithGlobals<PredictFlags>(), io));
  });

  addStudyCommands(program, io, finish);
  return program;
}

function withRoles(command: Command): Command {
  return command
    .option("-l, --letters <file>", "CSV of letters: full rows, or id, field, new_value")
    .option("--letters-id <column>", "id column of the letters, where its name differs")
    .option("--letters-ignore <columns>", "columns of the letters to leave unread, such as their text", nameList)
    .option("--decision <column>", "column with the decision")
    .option("--favourable <value>", "the decision that is good for the person")
    .option("--sensitive <columns>", "attributes to compare groups by, comma-separated", nameList)
    .option("--id <column>", "person id, pairs letters with people")
    .option("--outcome <column>", "what later happened, where known")
    .option("--weight <column>", "sampling weight of each row")
    .option("--ignore <columns>", "columns the rebuilt model may not look at", nameList)
    .option("--immutable <columns>", "features a letter should never ask to change", nameList)
    .option("--type <column=type>", "number or category, where it differs from the looks; repeatable", columnType)
    .option("--missing <words>", "cells that mean missing, comma-separated (default: ?,NA,N/A)", markerList)
    .addOption(delimiterOption());
}

function withMethods(command: Command): Command {
  return command
    .addOption(
      new Option("--scaling <name>", "how numbers are brought to one scale (default: robust)").choices([
        "robust",
        "zscore",
        "minmax",
        "rank",
      ]),
    )
    .addOption(
      new Option("--solver <name>", "how the prototypes of recast are found (default: exact)").choices([
        "sinkhorn",
        "exact",
        "closed-form",
      ]),
    )
    .option("--methods <names>", "methods to compare, comma-separated (default: eight fast ones)", nameList)
    .option("--folds <number>", "folds of the cross-validation (default: 5)", wholeNumber)
    .option("--repeats <number>", "how often people are dealt into folds anew (default: 1)", wholeNumber)
    .option("--seed <number>", "seed of every random choice (default: 0)", wholeNumber)
    .option("--abstain <margin>", "margin under which the model answers 'undecided' (default: 0)", nonNegative);
}

function delimiterOption(): Option {
  return new Option("--delimiter <character>", "cell delimiter (default: detected)").argParser(delimiter);
}

function helpEnding(): string {
  const codes = EXIT_CODE_WORDS.map(([code, words]) => `  ${String(code).padStart(3)}  ${words}`);
  return [
    "",
    "Examples:",
    "  recast demo --out demo",
    "  recast check decisions.csv --letters letters.csv --decision approved",
    "  recast audit decisions.csv --letters letters.csv --decision approved --favourable yes \\",
    "    --sensitive sex,origin --out audit-2026",
    "  recast predict people.csv --model audit-2026/surrogate.json --out scored.csv",
    "  recast study run table1 --seeds 10 --out results && recast study table results",
    "",
    "Exit codes:",
    ...codes,
  ].join("\n");
}
