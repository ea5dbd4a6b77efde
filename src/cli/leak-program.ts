import { type Command, Option } from "commander";
import { conditionList, positiveNumber, share, sizeList, wholeNumber } from "./arguments.js";
import { withRoles } from "./audit-options.js";
import type { RoleFlags } from "./flags.js";
import type { CliIo, GlobalFlags } from "./io.js";

export interface LeakFlags extends GlobalFlags, RoleFlags {
  readonly out?: string;
  readonly force?: boolean;
  readonly reference?: string;
  readonly method?: string;
  readonly sizes?: readonly number[];
  readonly at?: number;
  readonly repeats?: number;
  readonly holdOut?: number;
  readonly fields?: number;
  readonly seed?: number;
  readonly scaling?: string;
  readonly target?: string;
  readonly failIf?: readonly string[];
  readonly failBy?: string;
}

/** What an `audit.yaml` says that is meant for an audit and not for this. */
const NOT_OF_CONFIG = new Set(["out", "repeats", "population", "methods"]);

/** Adds `recast leak`. Its file is loaded only when it runs. */
export function addLeakCommands(program: Command, io: CliIo, finish: (exitCode: number) => void): void {
  const leak = program
    .command("leak")
    .description("measure how much a platform's own decisions and letters give away, and what mitigations change")
    .argument("<decisions>", "CSV with one row per person and the decision, or an audit.yaml");
  withRoles(leak)
    .option("-o, --out <folder>", "folder for the report and everything else")
    .option("--force", "replace a report that is already in the folder")
    .option("--reference <file>", "rows with decisions to compare with (default: a part of the decisions)")
    .option("--method <name>", "how an outsider rebuilds the model (default: bracket)")
    .option(
      "--sizes <numbers>",
      "people per class to measure at (default: 25,50,100,200,400 as far as there are)",
      sizeList,
    )
    .option(
      "--at <number>",
      "people per class for fields and mitigations (default: the largest size up to 100)",
      positiveNumber,
    )
    .option("--repeats <number>", "how often people are drawn anew (default: 5)", positiveNumber)
    .option("--hold-out <share>", "share of the decisions to compare with (default: 0.3)", share)
    .option("--fields <number>", "how many fields are looked at (default: 20)", wholeNumber)
    .option("--seed <number>", "seed of every random choice (default: 0)", wholeNumber)
    .addOption(
      new Option("--scaling <name>", "how numbers are brought to one scale (default: robust)").choices([
        "robust",
        "zscore",
        "minmax",
        "rank",
      ]),
    )
    .option(
      "--target <model>",
      "ask it whether changed letters are accepted: surrogate.json, a .onnx file, or an address",
    )
    .option(
      "--fail-if <condition>",
      'end with exit code 7 where it holds, such as "fidelity(100) > 0.9"; repeatable',
      conditionList,
    )
    .addOption(
      new Option("--fail-by <what>", "what a condition is judged by (default: point)").choices(["point", "interval"]),
    );
  leak.action(async (path: string, _options, command: Command) => {
    const { runLeak } = await import("./commands/leak.js");
    const { decisions, flags } = await requested(path, command, io);
    finish(await runLeak(decisions, flags, io));
  });
}

/** The decisions file and the flags; roles, seed and scaling of a configuration file count where the command line says nothing. */
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
