import { Command, CommanderError, Help } from "commander";
import { packageVersion } from "../platform/version.js";
import { asFailure, EXIT_CODE_WORDS, EXIT_CODES, reportFailure } from "./failure.js";
import type { CliIo } from "./io.js";
import type { Act, Declare } from "./options.js";

/** The commands as `recast --help` lists them, which must not take the time to load any. */
const COMMANDS: Readonly<Record<string, string>> = {
  "demo [options] [case]": "audit an example whose answers are known (made-up lending, COMPAS or Adult) and compare",
  "init [options] <decisions> [letters]":
    "guess what each column is for, ask about the rest, and write an audit.yaml with comments",
  "check [options] <decisions>": "list what is wrong with the files, and how to repair it, before an audit",
  "audit [options] <decisions>":
    "compare groups, rebuild the model, and write the report with its numbers and certificate",
  "verify [options] <folder>": "check an audit folder against its certificate, and repeat the audit",
  "explain [options] <person> [decisions]":
    "show one person's decision, the rebuilt answer, how sure it is, and what would probably change it",
  "studio [options]": "open the audit as a page in your browser; served on this machine only, until Ctrl-C",
  "predict [options] <rows>": "score people with a rebuilt model, however large the file",
  "collect [options] [people]":
    "ask a model for decisions and letters within a budget; run it again to continue.\n" +
    "It contacts the address you name and no other",
  "export [options] <model>": "write a rebuilt model for other programs: ONNX, SQL, a spreadsheet, PMML, a sentence",
  "leak [options] <decisions>": "measure how much a platform's decisions and letters give away, and what reduces it",
  data: "list the public data sets of the studies: which are here, which are missing, who publishes them",
  study: "test methods on models that are known: the paper's tables, or your own study",
  "worker [options]": "compute cells for studies started with --engine, until Ctrl-C",
};

/** The files that have the rest of each command, loaded where it is named. */
const FILES: Readonly<Record<string, () => Promise<{ readonly declare: Declare }>>> = {
  demo: () => import("./commands/demo.js"),
  init: () => import("./commands/init.js"),
  check: () => import("./commands/check.js"),
  audit: () => import("./commands/audit.js"),
  verify: () => import("./commands/verify.js"),
  explain: () => import("./commands/explain.js"),
  studio: () => import("./commands/studio.js"),
  predict: () => import("./commands/predict.js"),
  collect: () => import("./commands/collect.js"),
  export: () => import("./commands/export.js"),
  leak: () => import("./commands/leak.js"),
  data: () => import("./commands/data.js"),
  study: () => import("./commands/study.js"),
  worker: () => import("./commands/worker.js"),
};

/**
 * Runs the command line `argv` (without the names of Node and the program) and gives back the exit code. Never
 * throws and never ends the process; all it touches is `io`.
 */
export async function run(argv: readonly string[], io: CliIo): Promise<number> {
  let exitCode: number = EXIT_CODES.ok;
  const [first, second] = argv.filter((word) => !word.startsWith("-"));
  const named = first === "help" ? second : first;
  try {
    const built = buildProgram(io, [named ?? ""], (code) => {
      exitCode = code;
    });
    const done = built.then((program) => program.parseAsync([...argv], { from: "user" }));
    await (io.drained === undefined ? done : Promise.race([done, io.drained]));
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError && (error.exitCode === 0 || error.code === "commander.help")) {
      return error.exitCode === 0 ? EXIT_CODES.ok : EXIT_CODES.usage; // help or version was printed
    }
    if (isClosedPipe(error)) return EXIT_CODES.ok;
    const failure = asFailure(error, io.interrupts.caught());
    const command = named !== undefined && Object.hasOwn(FILES, named) ? named : null;
    await reportFailure(failure, error, io, { json: argv.includes("--json"), command }).catch(() => undefined);
    return failure.exitCode;
  }
}

/** The reader of our output went away, as `head` does when it has enough: not an error of ours. */
function isClosedPipe(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EPIPE";
}

/**
 * The command line with every command, and the options of those in `named`, or of all. `finish` receives the exit code
 * of the command that ran.
 */
export async function buildProgram(
  io: CliIo,
  named: readonly string[] | "all",
  finish: (exitCode: number) => void,
): Promise<Command> {
  const terms = new Map<Command, string>();
  const program = new Command("recast")
    .description(
      "Rebuilds a black-box accept/reject model from its decisions and letters,\n" +
        "and says how far to trust it. Nothing leaves this machine unless you name an address.",
    )
    .version(packageVersion(), "-V, --version", "print the version")
    .helpOption("-h, --help", "print this help")
    .helpCommand("help [command]", "print help for a command")
    .option("--json", "print one JSON object instead of words")
    .option("-q, --quiet", "print no summary and no progress")
    .configureHelp({
      showGlobalOptions: true,
      subcommandTerm: (command) => terms.get(command) ?? new Help().subcommandTerm(command),
    })
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      outputError: () => undefined, // errors are reported once, by the caller
      getOutHelpWidth: () => Math.min(io.stdout.columns ?? 100, 100),
      getErrHelpWidth: () => Math.min(io.stderr.columns ?? 100, 100),
    })
    .showSuggestionAfterError(true)
    .exitOverride()
    .addHelpText("after", helpEnding);
  const act: Act =
    (run) =>
    async (...given) => {
      const command = given.at(-1) as Command;
      finish(await run(...([...given.slice(0, -2), givenFlags(command), io] as never[])));
    };
  for (const [term, help] of Object.entries(COMMANDS)) {
    const [name = ""] = term.split(" ");
    const command = program.command(name).description(help);
    terms.set(command, term);
    if (named === "all" || named.includes(name)) (await FILES[name]?.())?.declare(command, act);
  }
  return program;
}

/** The flags of a command; a `--no-…` that was not given is left out, because a configuration file may say it. */
function givenFlags(command: Command): object {
  const isGiven = (name: string) => command.getOptionValueSourceWithGlobals(name) !== "default";
  return Object.fromEntries(
    Object.entries(command.optsWithGlobals()).filter(([name, value]) => value !== true || isGiven(name)),
  );
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
