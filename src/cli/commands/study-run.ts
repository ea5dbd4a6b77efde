import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";
import { canonicalJson } from "../../document/canonical-json.js";
import { amount, count } from "../../document/format.js";
import { printable } from "../../document/printable.js";
import { page } from "../../document/terminal.js";
import { AuditError } from "../../errors.js";
import { checkStudy, type StudySpec } from "../../lab/study/spec.js";
import { dataFolder } from "../../platform/lab/data-folder.js";
import { findStudy } from "../../platform/lab/find-study.js";
import { type OwnCsv, planStudy, type StudyPlan } from "../../platform/lab/study-plan.js";
import { type GroupRunner, runStudy, type StudyOutcome, type StudyProgress } from "../../platform/lab/study-run.js";
import type { Progress } from "../../platform/progress.js";
import { EXIT_CODES } from "../failure.js";
import { type CliIo, colorsFor, progressFor, writeText } from "../io.js";
import { pathFrom } from "../path-from.js";
import type { StudyRunFlags } from "../study-program.js";

/** `recast study run`: every cell of a study, in threads, and the results as files. */
export async function runStudyRun(name: string, flags: StudyRunFlags, io: CliIo): Promise<number> {
  const plan = await makePlan(name, flags, io);
  const folder = pathFrom(io.cwd, flags.out);
  const progress = progressFor(io, flags);
  const runner = await makeRunner(flags, io, progress);
  const left = timeLeft(() => performance.now());
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
  if (flags.json === true) await writeText(io.stdout, canonicalJson(asJson(plan.spec, flags, outcome)));
  else if (flags.quiet !== true) await writeText(io.stdout, asWords(plan.spec, flags, outcome, io));
  return EXIT_CODES.ok;
}

/** Threads of this machine, or with --engine the workers at a Redis. */
async function makeRunner(flags: StudyRunFlags, io: CliIo, progress: Progress): Promise<GroupRunner> {
  if (flags.engine === undefined) {
    const { threadRunner } = await import("../../platform/lab/study-threads.js");
    return threadRunner(flags.jobs ?? availableParallelism());
  }
  if (flags.jobs !== undefined) {
    throw new AuditError(
      "INVALID_OPTION",
      "--jobs says how many threads this machine uses; with --engine give it to 'recast worker'",
    );
  }
  const { connectEngine, followEngine, parseEngine } = await import("../../platform/lab/cluster-engine.js");
  const { clusterRunner } = await import("../../platform/lab/cluster-runner.js");
  const engine = parseEngine(flags.engine, io.env["RECAST_ENGINE_PASSWORD"]);
  const note = (text: string) => {
    if (flags.quiet === true || flags.json === true) return;
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
  const datasets = own(flags.dataset);
  const spec = checkStudy(
    {
      ...found,
      ...(flags.seeds === undefined ? {} : { seeds: flags.seeds }),
      ...(datasets.length === 0 ? {} : { datasets }),
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
  if (data === undefined) return null;
  if (label === undefined) {
    throw new AuditError("INVALID_OPTION", `--data ${data} needs --label: the column with the outcome to learn`);
  }
  if (flags.dataset !== undefined) {
    throw new AuditError("INVALID_OPTION", "--data and --dataset both replace the study's data sets; give one of them");
  }
  return { path: pathFrom(io.cwd, data), options: { label, favourable, sensitive, immutable, ignore } };
}

/** The words " · about 12 min left", from the pace of this run; empty while there is none. */
function timeLeft(now: () => number): (state: StudyProgress) => string {
  const began = now();
  return ({ done, total, fresh }) => {
    if (fresh === 0 || done === total) return "";
    const seconds = ((now() - began) / 1000 / fresh) * (total - done);
    if (seconds < 90) return ` · about ${Math.max(1, Math.round(seconds))} s left`;
    return seconds < 5400
      ? ` · about ${Math.round(seconds / 60)} min left`
      : ` · about ${Math.round(seconds / 3600)} h left`;
  };
}

function asJson(spec: StudySpec, flags: StudyRunFlags, { total, fresh, failed }: StudyOutcome): unknown {
  return {
    command: "study run",
    study: spec.name,
    seeds: spec.seeds,
    cells: { total, fresh, failed: failed.length },
    failures: failed.map(({ cell }) => cell),
    files: { results: join(flags.out, "results.json"), timings: join(flags.out, "timings.json") },
  };
}

function asWords(spec: StudySpec, flags: StudyRunFlags, { total, fresh, failed }: StudyOutcome, io: CliIo): string {
  const sheet = page(colorsFor(io.stdout, io.env), io.stdout.columns);
  sheet.title(spec.title);
  sheet.blank();
  sheet.text(
    `${amount(total, "cell")} (${count(fresh)} computed now, ${count(total - fresh)} before), ` +
      `${count(failed.length)} failed`,
  );
  const reasons = new Map<string, number>();
  for (const { cell } of failed) {
    const reason = `${cell.method}: ${cell.failure?.code}: ${cell.failure?.message}`;
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  for (const [reason, count] of reasons) sheet.text(`${amount(count, "cell")} of ${reason}`, 2, "yellow");
  sheet.heading("Files");
  sheet.pairs([
    ["results", join(flags.out, "results.json")],
    ["timings", join(flags.out, "timings.json")],
    ["next", `recast study table ${flags.out}`],
  ]);
  return sheet.toString();
}
