import { Argument, Command } from "commander";
import { markerList, nonNegative, wholeNumber } from "./arguments.js";
import { delimiterOption, withMethods, withReport, withRoles } from "./audit-options.js";
import type { ExplainFlags } from "./commands/explain.js";
import type { VerifyFlags } from "./commands/verify.js";
import { EXIT_CODE_WORDS } from "./failure.js";
import { type AuditFlags, type CheckFlags, DEMO_CASES, type DemoFlags, type PredictFlags } from "./flags.js";
import type { CliIo } from "./io.js";
import { addStudyCommands } from "./study-program.js";

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
    .description("rebuild the model, measure the rebuild, write a report with its numbers and certificate")
    .argument("<decisions>", "CSV with one row per person and the decision, or an audit.yaml");
  withRoles(audit);
  withMethods(audit);
  withReport(audit)
    .option("-o, --out <folder>", "folder for the report and everything else")
    .option("--force", "replace an audit that is already in the folder")
    .option("--with-inputs", "copy the files that were read into the folder")
    .option("--commit <folder>", "commit to every row; the folder gets the secret key and a receipt per row");
  audit.action(async (decisions: string, _options, command: Command) => {
    const { runAudit } = await import("./commands/audit.js");
    finish(await runAudit(decisions, command.optsWithGlobals<AuditFlags>(), io));
  });

  const verify = program
    .command("verify")
    .description("compare an audit folder with its certificate, and make the audit again")
    .argument("<folder>", "audit folder with manifest.json")
    .option("--inputs <folder>", "one more folder to look for the files that were audited")
    .option("--quick", "compare hashes only; do not make the audit again")
    .option("--letter <receipt>", "check instead that the row of this receipt was counted")
    .option("--key <file>", "the auditor's key, to compute the roots of commitments again");
  verify.action(async (folder: string, _options, command: Command) => {
    const { runVerify } = await import("./commands/verify.js");
    finish(await runVerify(folder, command.optsWithGlobals<VerifyFlags>(), io));
  });

  const explain = program
    .command("explain")
    .description("one person's page: decision, rebuilt answer, how sure it is, and what would flip it")
    .argument("<person>", "value of the id column, or row:17 for a row of the decisions file")
    .argument("[decisions]", "the decisions file, without --audit")
    .option("--audit <folder>", "audit folder to look the person up in")
    .option("--inputs <folder>", "one more folder to look for the files that were audited")
    .option("-m, --model <file>", "surrogate.json of an audit, without --audit")
    .option("--html <file>", "also write the page as HTML")
    .option("--force", "replace the HTML file if it exists");
  withRoles(explain).action(async (person: string, decisions: string | undefined, _options, command: Command) => {
    const { runExplain } = await import("./commands/explain.js");
    finish(await runExplain(person, decisions, command.optsWithGlobals<ExplainFlags>(), io));
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
