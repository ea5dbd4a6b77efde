import { basename, join } from "node:path";
import { setImmediate as breathe, setTimeout as pause } from "node:timers/promises";
import { isFavourable } from "../../collect/favourable.js";
import { canonicalJson } from "../../document/canonical-json.js";
import { tableCsv } from "../../document/csv.js";
import { amount } from "../../document/format.js";
import { AuditError, requireRunning } from "../../errors.js";
import type { EvidenceFile } from "../../findings/evidence.js";
import type { LeakFile, LeakReport } from "../../findings/leak-file.js";
import { decisionsOptions, lettersOptions, present, type RoleSettings } from "../../folder/configuration.js";
import type { Decisions } from "../../input/decisions.js";
import type { Evidence } from "../../input/evidence.js";
import type { FileStamp } from "../../input/file-rows.js";
import { joinEvidence } from "../../input/join.js";
import { selectTableRows, type Table } from "../../input/table.js";
import { loadKernels } from "../../kernels/load.js";
import { type OutsideTarget, rowCells } from "../../lab/targets/outside.js";
import { type Condition, parseCondition } from "../../leak/condition.js";
import { type AskedTarget, leak } from "../../leak/leak.js";
import { type LeakPlan, type LeakReference, leakNeedsTwo, leakOptionsOf, planLeak } from "../../leak/leak-plan.js";
import { type PlannedMitigation, tablesToAsk } from "../../leak/mitigations.js";
import type { PublishedFile } from "../../platform/output-folder.js";
import { type DecisionsFile, readDecisions, readLetters } from "../../platform/read-evidence.js";
import { packageVersion } from "../../platform/version.js";

import { describeLeak, renderLeak } from "../../reports/leak/leak-document.js";
import { leakSarif } from "../../reports/leak/leak-sarif.js";
import { leakTables } from "../../reports/leak/leak-tables.js";
import { type LeakGiven, leakFlags, leakSettings } from "../../settings/leak-settings.js";
import type { Given, Setting } from "../../settings/settings.js";
import { EXIT_CODES } from "../failure.js";
import { answer, type CliIo, isSilent, pathFrom, progressFor, timeLeft, writeText, wrongUse } from "../io.js";
import {
  type Declare,
  type FlagsOf,
  flag,
  optionOf,
  switchFlag,
  withConfig,
  withOptions,
  withSettings,
} from "../options.js";
import { openOutput } from "../output.js";

const OPTIONS = {
  out: flag("-o, --out <folder>", "folder for the report and everything else"),
  force: switchFlag("--force", "replace a report that is already in the folder"),
};

type LeakFlags = FlagsOf<typeof OPTIONS> & RoleSettings & Given<"letters" | "population"> & LeakGiven;

export const declare: Declare = (command, act) => {
  command.argument("<decisions>", "CSV with one row per person and the decision, or an audit.yaml");
  withOptions(withSettings(command, "leak"), OPTIONS);
  for (const setting of Object.values<Setting>({ ...leakFlags, ...leakSettings })) command.addOption(optionOf(setting));
  command.action(act(runLeak));
};

const LEAK_FILES = ["leak.json", "leak.html", "leak.sarif"];

/** `recast leak`: what a platform's decisions and letters give away; the exit code says whether a condition failed. */
async function runLeak(path: string, given: LeakFlags, io: CliIo): Promise<number> {
  // an audit.yaml says these for an audit, and not for this
  const { decisions: decisionsPath, flags } = await withConfig(path, given, io, [
    "out",
    "repeats",
    "population",
    "methods",
  ]);
  const { out, letters: lettersPath } = flags;
  if (out === undefined) throw wrongUse("no folder to write to. Name one (--out)");
  if (flags.population !== undefined) {
    throw wrongUse("leak takes no --population; name rows to compare with (--reference)");
  }
  if (flags.text !== undefined) {
    throw wrongUse(
      "leak measures which fields of letters give something away, and a text is not a field. Leave " +
        `'${flags.text}' out of the configuration, and ignore it (--ignore)`,
    );
  }
  if (flags.classes !== undefined) {
    const way = "Merge the classes into two (--favourable, --unfavourable)";
    throw wrongUse(`leak cannot take --classes: ${leakNeedsTwo.reason}. ${way}`);
  }
  if (lettersPath === undefined) {
    throw new AuditError("NO_LETTERS", "leakage is what letters add to decisions. Name the letters (--letters)");
  }
  const conditions = (flags.failIf ?? []).map((text) => ({ text, condition: parseCondition(text) }));
  const publish = await openOutput(io, out, { names: LEAK_FILES, force: flags.force === true });
  const file = await measureFiles(decisionsPath, lettersPath, { flags, conditions }, io);
  await publish(leakOutputs(file), async () => OPTIONAL_TABLES);
  const failed = file.conditions.filter((condition) => condition.failed).map(({ text }) => text);
  const names = { leak: "leak.json", report: "leak.html", sarif: "leak.sarif", tables: "tables" };
  const files = Object.fromEntries(Object.entries(names).map(([key, name]) => [key, join(out, name)]));
  await answer(io, flags, { command: "leak", failed, leak: file, files }, (sheet) => {
    sheet.title(`What ${file.files.decisions.name} and ${file.files.letters.name} give away`);
    sheet.blank();
    describeLeak(sheet, file);
    sheet.heading("Files");
    sheet.pairs([
      ["report", join(out, "leak.html")],
      ["every number", `${join(out, "leak.json")}, ${join(out, "tables")}`],
      ["for tools", join(out, "leak.sarif")],
    ]);
  });
  return failed.length > 0 ? EXIT_CODES.condition : EXIT_CODES.ok;
}

interface LeakRequest {
  readonly flags: LeakFlags;
  readonly conditions: readonly { readonly text: string; readonly condition: Condition }[];
}

/** Reads the files and measures what they give away. */
async function measureFiles(
  decisionsPath: string,
  lettersPath: string,
  { flags, conditions }: LeakRequest,
  io: CliIo,
): Promise<LeakFile> {
  const decisions = await read(decisionsPath, flags, io);
  const options = lettersOptions(flags, basename(lettersPath));
  const letters = await readLetters(pathFrom(io.cwd, lettersPath), decisions, options);
  const evidence = joinEvidence(decisions, letters);
  const compared = flags.reference === undefined ? null : await read(flags.reference, flags, io, evidence);
  const plan = planLeak(evidence, compared && referenceOf(compared, decisions), conditions, leakOptionsOf(flags));
  if (!isSilent(flags)) await writeText(io.stdout, costWords(plan, flags));
  const report = await measure(plan, flags, io);
  return {
    ...report,
    version: packageVersion(),
    files: { decisions: fileOf(decisions), letters: fileOf(letters), reference: compared && fileOf(compared) },
  };
}

function read(path: string, flags: LeakFlags, io: CliIo, evidence?: Evidence): Promise<DecisionsFile> {
  const options = decisionsOptions(flags, basename(path));
  if (evidence === undefined) return readDecisions(pathFrom(io.cwd, path), options);
  const { schema } = evidence;
  const types = Object.fromEntries(schema.features.map(({ name, type }) => [name, type]));
  const { column, favourable } = schema.decision;
  const roles = { decision: column, favourable, ...present({ id: schema.id ?? undefined }) };
  const ranges = Object.fromEntries(
    schema.features.flatMap((one) => (one.ranges === true ? [[one.name, "middle" as const]] : [])),
  );
  return readDecisions(pathFrom(io.cwd, path), {
    ...options,
    ...roles,
    types,
    ranges: { ...ranges, ...options.ranges },
  });
}

/** The reference rows without the people who are among the decisions. */
function referenceOf(compared: Decisions, { ids }: Decisions): LeakReference {
  const observed = new Set((ids ?? []).filter((id) => id !== ""));
  const own = compared.ids;
  const kept = Array.from(compared.decisions.keys()).filter((i) => !observed.has(own?.[i] ?? ""));
  return {
    table: selectTableRows(compared.observations, kept),
    decisions: Uint8Array.from(kept, (i) => compared.decisions[i]!),
    alsoObserved: compared.decisions.length - kept.length,
  };
}

async function measure(plan: LeakPlan, flags: LeakFlags, io: CliIo): Promise<LeakReport> {
  const kernels = await loadKernels();
  const progress = progressFor(io, flags);
  const { signal } = io.interrupts;
  try {
    const count = (done: number) => progress.update("asking the target", amount(done, "letter"));
    const asked = flags.target === undefined ? null : await askTarget(flags.target, plan, io, count);
    const run = leak(plan, kernels, asked, flags.failBy ?? "point");
    const left = timeLeft(5);
    for (;;) {
      const step = run.next();
      if (step.done === true) return step.value;
      progress.update(`${step.value.label}${left(step.value)}`, step.value);
      await breathe();
      requireRunning(signal);
    }
  } finally {
    progress.clear();
  }
}

function leakOutputs(file: LeakFile): readonly PublishedFile[] {
  return [
    { path: "leak.json", text: canonicalJson(file) },
    { path: "leak.html", text: renderLeak(file) },
    { path: "leak.sarif", text: canonicalJson(leakSarif(file)) },
    ...leakTables(file).map((table) => ({ path: `tables/${table.name}.csv`, text: tableCsv(table) })),
  ];
}

/** Tables that not every report has; one of an earlier report must not stay behind. */
const OPTIONAL_TABLES = ["tables/fields.csv", "tables/conditions.csv"];

function fileOf({ file, bytes, sha256, rows }: { file: string; rows: number } & FileStamp): EvidenceFile {
  return { name: basename(file), bytes, sha256, rows };
}

function costWords({ fits, options, mitigations, fields, at, evidence }: LeakPlan, flags: LeakFlags): string {
  const asks = mitigations.filter(({ altersCells }) => altersCells).length + 1;
  const questions =
    flags.target === undefined
      ? ""
      : ` The target is asked about at most ${amount(asks * evidence.letters.rows, "letter")}.`;
  const lines = [
    `${amount(fits, "fit")} in ${amount(options.repeats, "repeat")}, with ${amount(fields.length, "field")} and ` +
      `${amount(mitigations.length, "mitigation")} at ${at} people per class.${questions}`,
    ...(options.method === "bracket"
      ? ["Fitting bracket takes up to a second with 100 people per class and 100 columns."]
      : []),
    "Fewer --repeats, --fields or --sizes take less time.",
  ];
  return `\n${lines.join("\n")}\n`;
}

const TRIES = 4;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;
const TIMEOUT_MS = 30_000;

async function openTarget(named: string, { schema }: Evidence, io: CliIo): Promise<OutsideTarget> {
  if (/^https?:\/\//i.test(named)) {
    const [{ httpTarget }, { postJson }] = await Promise.all([
      import("../../lab/targets/http.js"),
      import("../../platform/post-json.js"),
    ]);
    return httpTarget(named, postJson(TIMEOUT_MS));
  }
  const path = pathFrom(io.cwd, named);
  if (/\.onnx$/i.test(named)) {
    const [{ onnxTarget }, { loadOnnx }] = await Promise.all([
      import("../../lab/targets/onnx.js"),
      import("../../platform/onnx-session.js"),
    ]);
    return onnxTarget(await loadOnnx(path), schema.features, { name: basename(named) });
  }
  if (/\.json$/i.test(named)) {
    const { readModel } = await import("../../platform/read-model.js");
    const model = await readModel(path, await loadKernels());
    const { favourable, unfavourable } = schema.decision;
    return {
      name: basename(named),
      async decide(rows) {
        const answers = Array.from(model.margins(rows), (margin) => (margin >= 0 ? favourable : unfavourable));
        return answers.map((answer) => ({ status: "answered", answer }));
      },
    };
  }
  throw wrongUse(
    "--target must be a surrogate.json, a file ending in .onnx or an address starting with https:// or http://, " +
      `got '${named}'`,
  );
}

/**
 * Asks the named target about the letters as they are and after each mitigation; a row that comes twice is asked about
 * once.
 */
export async function askTarget(
  named: string,
  { evidence, mitigations }: { readonly evidence: Evidence; readonly mitigations: readonly PlannedMitigation[] },
  io: CliIo,
  onProgress: (done: number) => void,
): Promise<AskedTarget> {
  const target = await openTarget(named, evidence, io);
  const known = new Map<string, number>();
  let done = 0;
  const answers = async (table: Table | null): Promise<Uint8Array | null> => {
    if (table === null) return null;
    const keys = Array.from({ length: table.rows }, (_, i) => JSON.stringify(rowCells(table, i)));
    for (const [i, key] of keys.entries()) {
      if (known.has(key)) continue;
      requireRunning(io.interrupts.signal);
      known.set(key, (await askOne(target, selectTableRows(table, [i]), evidence, io)) ? 1 : 0);
      onProgress(++done);
    }
    return Uint8Array.from(keys, (key) => known.get(key) ?? 0);
  };
  const [first, ...others] = tablesToAsk(evidence, mitigations);
  const before = (await answers(first ?? null)) ?? new Uint8Array(0);
  const after: (Uint8Array | null)[] = [];
  for (const table of others) after.push(await answers(table));
  return { name: target.name, asked: known.size, before, after };
}

/** Whether the target accepts the row; one it has no answer about counts as not accepted. */
async function askOne(target: OutsideTarget, row: Table, { schema }: Evidence, io: CliIo): Promise<boolean> {
  const { signal } = io.interrupts;
  let reason = "no answer";
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const [reply] = await target.decide(row, { signal });
    if (reply?.status === "answered") return accepts(reply.answer, schema.decision.favourable);
    if (reply?.status === "refused") return false;
    reason = reply?.reason ?? reason;
    if (reply?.status !== "failed") break;
    const wait = reply.waitMs ?? FIRST_WAIT_MS * (1 << attempt);
    if (attempt < TRIES - 1) await pause(Math.min(wait, LONGEST_WAIT_MS), undefined, { signal }).catch(() => undefined);
    requireRunning(signal);
  }
  throw new AuditError("TARGET_FAILED", `${target.name} gave no answer about a letter: ${reason}`);
}

/** A target that answers 1 and 0 where the file has words means 1 by the good one. */
function accepts(answer: string, favourable: string): boolean {
  return isFavourable(answer, favourable) || (answer === "1" && !/^[\d.]+$/.test(favourable));
}
