import type { Command } from "commander";
import { type LeakGiven, type LeakSetting, leakFlags, leakSettings } from "../settings/leak-settings.js";
import type { RoleFlags } from "./flags.js";
import type { CliIo, GlobalFlags } from "./io.js";
import { optionOf, withSettings } from "./setting-options.js";

export interface LeakFlags extends GlobalFlags, RoleFlags, LeakGiven {
  readonly out?: string;
  readonly force?: boolean;
}

/** What an `audit.yaml` says that is meant for an audit and not for this. */
const NOT_OF_CONFIG = new Set(["out", "repeats", "population", "methods"]);

/** Adds `recast leak`. Its file is loaded only when it runs. */
export function addLeakCommands(program: Command, io: CliIo, finish: (exitCode: number) => void): void {
  const leak = program
    .command("leak")
    .description("measure how much a platform's own decisions and letters give away, and what mitigations change")
    .argument("<decisions>", "CSV with one row per person and the decision, or an audit.yaml");
  withSettings(leak, "leak")
    .option("-o, --out <folder>", "folder for the report and everything else")
    .option("--force", "replace a report that is already in the folder");
  for (const setting of Object.values<LeakSetting>({ ...leakFlags, ...leakSettings }))
    leak.addOption(optionOf(setting));
  leak.action(async (path: string, _options, command: Command) => {
    const { runLeak } = await import("./commands/leak.js");
    const { decisions, flags } = await requested(path, command, io);
    finish(await runLeak(decisions, flags, io));
  });
}

/**
 * The decisions file and the flags; roles, seed and scaling of a configuration file count where the command line says
 * nothing.
 */
async function requested(
  path: string,
  command: Command,
  io: CliIo,
): Promise<{ readonly decisions: string; readonly flags: LeakFlags }> {
  const explicit = command.optsWithGlobals<LeakFlags>();
  const [{ isConfigPath, readConfigFile }, { pathFrom }] = await Promise.all([
    import("../platform/folder/read-config.js"),
    import("./path-from.js"),
  ]);
  if (!isConfigPath(path)) return { decisions: path, flags: explicit };
  const config = await readConfigFile(pathFrom(io.cwd, path));
  const usable = Object.entries(config.flags).filter(([name]) => !NOT_OF_CONFIG.has(name));
  return { decisions: config.decisions, flags: { ...Object.fromEntries(usable), ...explicit } };
}
