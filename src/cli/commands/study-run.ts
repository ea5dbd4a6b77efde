import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";
import { amount, count } from "../../document/format.js";
import { printable } from "../../document/printable.js";
import { present } from "../../folder/configuration.js";
import { checkStudy } from "../../lab/study/spec.js";
import { dataFolder } from "../../platform/lab/data-folder.js";
import { findStudy } from "../../platform/lab/find-study.js";
import { type OwnCsv, planStudy, type StudyPlan } from "../../platform/lab/study-plan.js";
import { type GroupRunner, runStudy, type StudyOutcome } from "../../platform/lab/study-run.js";
import type { Progress } from "../../platform/progress.js";
import { answer, type CliIo, isSilent, pathFrom, progressFor, timeLeft, wrongUse } from "../io.js";
import {
  type Declare,
  type FlagsOf,
  flag,
  JOBS,
  nameList,
  neededFlag,
  positiveNumber,
  switchFlag,
  withOptions,
} from "../options.js";

const OPTIONS = {
  out: neededFlag("-o, --out <folder>", "folder for the results"),
  seeds: flag("--seeds <number>", "number of seeds (default: the study's own)", positiveNumber),
  jobs: JOBS,
  engine: flag(
    "--engine <address>",
    "compute on the 'recast worker' processes at this Redis, such as redis://127.0.0.1:6379",
  ),
  data: flag("--data <file>", "a CSV of your own in place of the study's data sets"),
  label: flag("--label <column>", "with --data: the column with the outcome to learn"),
  favourable: flag("--favourable <value>", "with --data: the outcome that is good for the person"),
  sensitive: flag("--sensitive <columns>", "with --data: attributes to compare groups by, comma-separated", nameList),
  immutable: flag(
    "--immutable <columns>",
    "with --data: features letters must not change (default: the sensitive ones)",
    nameList,
  ),
  ignore: flag("--ignore <columns>", "with --data: columns to leave out", nameList),
  dataset: flag("--dataset <file>", "a .js file that makes a data set, in place of the study's; repeatable", nameList),
  generator: flag(
    "--generator <file>",
    "a .js file that makes a letter generator, beside the study's; repeatable",
    nameList,
  ),
  method: flag("--method <file>", "a .js file that makes a method, beside the study's; repeatable", nameList),
  retryFailed: switchFlag("--retry-failed", "retry failed cells"),
};

type StudyRunFlags = FlagsOf<typeof OPTIONS>;

export const declareRun: Declare = (command, act) => {
  command
    .description("compute every cell of a study; run it again to continue")
    .argument("<study>", "a name such as table1, or a study file");
  withOptions(command, OPTIONS).action(act(runStudyRun));
};

async function runStudyRun(name: string, flags: StudyRunFlags, io: CliIo): Promise<number> {
  const plan = await makePlan(name, flags, io);
  const folder = pathFrom(io.cwd, flags.out);
  const progress = progressFor(io, flags);
  const runner = await makeRunner(flags, io, progress);
  const left = timeLeft();
  let outcome: StudyOutcome;
  try {
    outcome = await runStudy(plan, {
      folder,
      runner,
      retryFailed: flags.retryFailed === true,
      signal: io.interrupts.signal,
      onProgress: (state) => progress.update(`${plan.spec.name}${left(state)}`, state),
    });
  } finally {
    progress.clear();
  }
  const { total, fresh, failed } = outcome;
  const files = { results: join(flags.out, "results.json"), timings: join(flags.out, "timings.json") };
  const json = {
    command: "study run",
    study: plan.spec.name,
    seeds: plan.spec.seeds,
    cells: { total, fresh, failed: failed.length },
    failures: failed.map(({ cell }) => cell),
    files,
  };
  return answer(io, flags, json, (sheet) => {
    sheet.title(plan.spec.title);
    sheet.blank();
    const shown = `${amount(total, "cell")} (${count(fresh)} computed now, ${count(total - fresh)} before)`;
    sheet.text(`${shown}, ${count(failed.length)} failed`);
    const reasons = new Map<string, number>();
    for (const { cell } of failed) {
      const reason = `${cell.method}: ${cell.failure?.code}: ${cell.failure?.message}`;
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    }
    for (const [reason, times] of reasons) sheet.text(`${amount(times, "cell")} of ${reason}`, 2, "yellow");
    sheet.heading("Files");
    sheet.pairs([...Object.entries(files), ["next", `recast study table ${flags.out}`]]);
  });
}

async function makeRunner(flags: StudyRunFlags, io: CliIo, progress: Progress): Promise<GroupRunner> {
  if (flags.engine === undefined) {
    const { threadRunner } = await import("../../platform/lab/study-threads.js");
    return threadRunner(flags.jobs ?? availableParallelism());
  }
  if (flags.jobs !== undefined) {
    throw wrongUse("--jobs sets the threads of this machine; with --engine, give it to 'recast worker'");
  }
  const { connectEngine, followEngine, parseEngine } = await import("../../platform/lab/cluster-engine.js");
  const { clusterRunner } = await import("../../platform/lab/cluster-runner.js");
  const engine = parseEngine(flags.engine, io.env["RECAST_ENGINE_PASSWORD"]);
  const note = (text: string) => {
    if (isSilent(flags)) return;
    progress.clear();
    io.stderr.write(`recast study: ${printable(text)}\n`);
  };
  const link = await connectEngine(engine);
  followEngine(link, engine, note);
  return clusterRunner(link, { note, retryFailed: flags.retryFailed === true });
}

async function makePlan(name: string, flags: StudyRunFlags, io: CliIo): Promise<StudyPlan> {
  const { spec: found, base } = await findStudy(name, pathFrom(io.cwd, name));
  const own = (paths: readonly string[] | undefined) => (paths ?? []).map((path) => resolve(io.cwd, path));
  const spec = checkStudy(
    {
      ...found,
      ...present({ seeds: flags.seeds, datasets: flags.dataset && own(flags.dataset) }),
      generators: [...found.generators, ...own(flags.generator)],
      methods: [...found.methods, ...own(flags.method)],
    },
    name,
  );
  const folder = dataFolder(io.env, io.cwd);
  return planStudy(spec, { base, dataFolder: folder, csv: ownCsv(flags, io) });
}

function ownCsv(flags: StudyRunFlags, io: CliIo): OwnCsv | null {
  const { data, label, favourable = null, sensitive = [], immutable = null, ignore = [] } = flags;
  if (data === undefined) {
    const names = ["label", "favourable", "sensitive", "immutable", "ignore"] as const;
    const idle = names.find((name) => flags[name] !== undefined);
    if (idle !== undefined)
      throw wrongUse(`--${idle} has no effect without --data. Add --data, or leave --${idle} out`);
    return null;
  }
  if (label === undefined) {
    throw wrongUse(`--data ${data} needs --label, the column with the outcome to learn`);
  }
  if (flags.dataset !== undefined) {
    throw wrongUse("--data and --dataset both replace the study's data sets; give only one");
  }
  return { path: pathFrom(io.cwd, data), options: { label, favourable, sensitive, immutable, ignore } };
}
