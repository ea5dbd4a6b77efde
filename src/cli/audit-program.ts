import type { Command } from "commander";
import type { ExplainFlags } from "./commands/explain.js";
import type { InitFlags } from "./commands/init.js";
import type { VerifyFlags } from "./commands/verify.js";
import type { AuditFlags, CheckFlags } from "./flags.js";
import type { CliIo } from "./io.js";
import { withSettings } from "./setting-options.js";

/** Adds the commands around an audit, in the order they are used: init, check, audit, verify, explain. */
export function addAuditCommands(program: Command, io: CliIo, finish: (exitCode: number) => void): void {
  const init = program
    .command("init")
    .description("guess what the columns are for, ask what cannot be guessed, write a commented audit.yaml")
    .argument("<decisions>", "CSV with one row per person and the decision")
    .argument("[letters]", "CSV of letters")
    .option("-o, --out <file>", "file to write (default: audit.yaml)")
    .option("-y, --yes", "ask nothing: leave open what cannot be guessed")
    .option("--force", "replace the file if it exists");
  init.action(async (decisions: string, letters: string | undefined, _options, command: Command) => {
    const { runInit } = await import("./commands/init.js");
    finish(await runInit(decisions, letters, command.optsWithGlobals<InitFlags>(), io));
  });

  const check = program
    .command("check")
    .description("list the problems of the two files in words, before any mathematics")
    .argument("<decisions>", "CSV with one row per person and the decision, or an audit.yaml");

  withSettings(check, "check").action(async (path: string, _options, command: Command) => {
    const { runCheck } = await import("./commands/check.js");
    const { decisions, flags } = await requested<CheckFlags>(path, command, io);
    finish(await runCheck(decisions, flags, io));
  });

  const audit = program
    .command("audit")
    .description("rebuild the model, measure the rebuild, write a report with its numbers and certificate")
    .argument("<decisions>", "CSV with one row per person and the decision, or an audit.yaml");
  withSettings(audit, "audit")
    .option("--force", "replace an audit that is already in the folder")
    .option("--with-inputs", "copy the files that were read into the folder")
    .option("--commit <folder>", "commit to every row; the folder gets the secret key and a receipt per row");
  audit.action(async (path: string, _options, command: Command) => {
    const { runAudit } = await import("./commands/audit.js");
    const { decisions, flags } = await requested<AuditFlags>(path, command, io);
    finish(await runAudit(decisions, flags, io));
  });

  const verify = program
    .command("verify")
    .description("compare an audit folder with its certificate, and make the audit again")
    .argument("<folder>", "audit folder with manifest.json")
    .option("--inputs <folder>", "one more folder to look for the files that were audited")
    .option("--quick", "compare hashes only; do not make the audit again")
    .option("--letter <receipt>", "check instead that the row of this receipt was counted")
    .option("--key <file>", "the auditor's key, to compute the roots of commitments again");
  withSettings(verify, "verify").action(async (folder: string, _options, command: Command) => {
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
  withSettings(explain, "explain").action(
    async (person: string, decisions: string | undefined, _options, command: Command) => {
      const { runExplain } = await import("./commands/explain.js");
      finish(await runExplain(person, decisions, command.optsWithGlobals<ExplainFlags>(), io));
    },
  );
}

/** The decisions file and the flags; a configuration file says both, and what the command line says goes before it. */
async function requested<Flags>(
  path: string,
  command: Command,
  io: CliIo,
): Promise<{ readonly decisions: string; readonly flags: Flags }> {
  const given = Object.entries(command.optsWithGlobals()).filter(
    ([name]) => command.getOptionValueSourceWithGlobals(name) === "cli",
  );
  const explicit = Object.fromEntries(given);
  const [{ isConfigPath, readConfigFile }, { pathFrom }] = await Promise.all([
    import("../platform/folder/read-config.js"),
    import("./path-from.js"),
  ]);
  if (!isConfigPath(path)) return { decisions: path, flags: explicit as Flags };
  const config = await readConfigFile(pathFrom(io.cwd, path));
  return { decisions: config.decisions, flags: { ...config.flags, ...explicit } as Flags };
}
