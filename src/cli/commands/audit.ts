import { join, resolve } from "node:path";
import { recordedInput } from "../../certificate/paths.js";
import type { Page } from "../../document/terminal.js";
import { requireRunning } from "../../errors.js";
import {
  type AuditConfiguration,
  decisionsOptions,
  type EmbedderSettings,
  present,
  readingOptions,
} from "../../folder/configuration.js";
import {
  type AuditRequest,
  isOfTwo,
  makeAudit,
  type ProducedAudit,
  refuseTwoOnly,
  WRITING_LABEL,
} from "../../folder/make-audit.js";
import {
  type AuditSource,
  type ByRole,
  byRole,
  type InputPlace,
  namedInputs,
  withCopies,
} from "../../folder/sources.js";
import { inspectTable } from "../../input/csv.js";
import { throwFirstError } from "../../input/problem.js";
import type { FileRole } from "../../input/reading.js";
import { loadKernels } from "../../kernels/load.js";
import { readManifest } from "../../platform/folder/audit-folder.js";
import { KEY_NAME, openCommitmentKey, requireApart, writeReceipts } from "../../platform/folder/receipts.js";
import { isLongFile, type MOST_HELD, openLongFile } from "../../platform/long-file.js";
import type { PublishedFile } from "../../platform/output-folder.js";
import { loadParallelKernels } from "../../platform/parallel-kernels.js";
import type { Progress } from "../../platform/progress.js";
import { readRows } from "../../platform/read-file.js";
import { openEmbedder, requireNamed } from "../../platform/text/open-embedder.js";
import { packageIdentity } from "../../platform/version.js";
import { makeFolder } from "../../platform/write-file.js";
import { resolveAuditOptions } from "../../settings/audit-options.js";
import { type Given, picked, type SettingName, type SettingsInForce } from "../../settings/settings.js";
import { EVERYBODY } from "../../settings/work-limits.js";
import { embedTable, fitTextCode } from "../../text/text-column.js";
import { describeClasses, describeEvidence, describeFindings, describeFolder } from "../audit-words.js";
import { answer, type CliIo, pathFrom, progressFor, wrongUse } from "../io.js";
import {
  type Declare,
  type FlagsOf,
  flag,
  JOBS,
  switchFlag,
  withConfig,
  withOptions,
  withSettings,
} from "../options.js";
import { openOutput } from "../output.js";
import { breathingHere, type FittingFlags, threadsFor } from "../threads.js";

const OPTIONS = {
  force: switchFlag("--force", "replace an audit that is already in the folder"),
  withInputs: switchFlag("--with-inputs", "copy the input files into the folder"),
  commit: flag("--commit <folder>", "commit to every row; the secret key and a receipt per row go into this folder"),
  jobs: JOBS,
};

/** What the command line says, or an audit.yaml in its place. */
export type AuditFlags = FlagsOf<typeof OPTIONS> & Given<SettingName>;

export const declare: Declare = (command, act) => {
  command.argument("<decisions>", "CSV with one row per person and the decision, or an audit.yaml");
  withOptions(withSettings(command, "audit"), OPTIONS).action(act(runAudit));
};

/** Files every audit folder has; the tables come with them. */
export const AUDIT_FILES = [
  "audit.json",
  "surrogate.json",
  "brief.html",
  "report.html",
  "findings.sarif",
  "audit.yaml",
  "manifest.json",
];

/** `recast audit`: two files in, a folder with the report, its numbers, the rebuilt model and a certificate out. */
async function runAudit(path: string, given: AuditFlags, io: CliIo): Promise<number> {
  const { decisions, flags } = await withConfig(path, given, io);
  const { out } = flags;
  if (out === undefined) throw wrongUse("no folder to write to. Name one (--out)");
  const folder = pathFrom(io.cwd, out);
  const { signal } = io.interrupts;
  const inputs = auditInputs(decisions, flags, out, io.cwd);
  const configuration = picked(flags, "roles", "bins", "method", "identity", "report");
  refuseTwoOnly(configuration, { population: inputs.population, commit: flags.commit });
  const secret = flags.commit === undefined ? null : pathFrom(io.cwd, flags.commit);
  const publish = await openOutput(io, out, { names: AUDIT_FILES, force: flags.force === true });
  const key = secret === null ? null : await openSecrets(secret, folder);
  const audit = await produceAudit({ inputs, configuration, embedder: flags, ...(key && { key }) }, flags, io);
  requireRunning(signal);
  if (secret !== null) await writeReceipts(secret, audit.receipts, signal); // an audit in its place has its receipts
  const copies = flags.withInputs === true ? copiesOf(inputs) : [];
  await publish([...audit.outputs, ...copies], () => filesOfAudit(folder));
  const files = { audit: "audit.json", surrogate: "surrogate.json", report: "report.html", manifest: "manifest.json" };
  const named = Object.fromEntries(Object.entries(files).map(([name, file]) => [name, join(out, file)]));
  return answer(io, flags, { command: "audit", audit: audit.file, files: named }, (sheet) => {
    describe(sheet, audit, `${decisions}${flags.letters === undefined ? "" : ` and ${flags.letters}`}`);
    const predict = `predict people.csv --model ${join(out, "surrogate.json")} --out scored.csv`;
    describeFolder(sheet, out, [`${io.command} verify ${out}`, `${io.command} ${predict}`]);
  });
}

function describe(sheet: Page, audit: ProducedAudit, files: string): void {
  if (isOfTwo(audit)) {
    sheet.title(`Audit of ${files}`);
    sheet.blank();
    describeEvidence(sheet, audit.file);
    describeFindings(sheet, audit.file);
  } else {
    sheet.title(`Audit of ${files}, decisions ${audit.file.evidence.decision.classes.join(" < ")}`);
    sheet.blank();
    describeClasses(sheet, audit.file);
  }
}

/** The auditor's key in a folder of secrets, which must not be part of what is published. */
async function openSecrets(secret: string, folder: string): Promise<Uint8Array> {
  await requireApart(secret, folder);
  await makeFolder(secret);
  return openCommitmentKey(join(secret, KEY_NAME));
}

/** A file to audit: where it is, what the audit calls it, and the way to it from the audit folder. */
export interface AuditInput extends InputPlace {
  readonly path: string;
}

export function auditInputs(decisions: string, flags: AuditFlags, folder: string, cwd: string): ByRole<AuditInput> {
  const partsOf = (path: string) => resolve(cwd, path).split(/[/\\]/);
  const { letters = null, population = null } = flags;
  const inputs = byRole({ decisions, letters, population }, (given): AuditInput => {
    const { name, path: recorded } = recordedInput(partsOf(folder), partsOf(given));
    return { path: resolve(cwd, given), name, recorded };
  });
  return flags.withInputs === true ? withCopies(inputs) : inputs;
}

interface AuditTask {
  readonly inputs: ByRole<AuditInput>;
  readonly configuration: AuditConfiguration;
  /** The version written into the files. @default the version of this package */
  readonly version?: string;
  /** The auditor's key; with it every row is committed to. */
  readonly key?: Uint8Array;
  /** Bytes up to which the decisions are held whole: an audit made again reads them as it did. @default as any audit */
  readonly mostHeld?: typeof MOST_HELD;
  /** The settings of an audit that is made again: they go before today's defaults. @default none */
  readonly recorded?: SettingsInForce;
  /** The service for texts that this command line names; one that only a file names is not asked. @default none */
  readonly embedder?: EmbedderSettings;
}

/** Reads the files and makes the audit, with a progress line. The same inputs and configuration give the same bytes. */
export async function produceAudit(task: AuditTask, flags: FittingFlags, io: CliIo): Promise<ProducedAudit> {
  const { inputs, configuration, version, embedder = {}, mostHeld: _held, ...rest } = task;
  const inForce = { ...task.recorded, ...configuration };
  refuseTwoOnly(configuration, { population: inputs.population, commit: task.key });
  // only the iterative solver has work for a second thread
  const kernels = inForce.solver === "sinkhorn" ? await loadParallelKernels() : await loadKernels();
  const progress = progressFor(io, flags);
  const scanned = await openLong(task, io, progress);
  const opened = scanned ?? (await openSources(inputs, inForce, embedder, io));
  const identity = { ...packageIdentity(), ...(version !== undefined && { version }) };
  const { signal } = io.interrupts;
  const threads = threadsFor(flags, kernels, io);
  try {
    return await makeAudit({ ...opened, configuration, package: identity, ...rest }, kernels, {
      signal,
      fitters: threads ?? (scanned && breathingHere(kernels)), // who fits must wait for the rest of a long file
      onProgress: (done, total, label) => progress.update(label, label === WRITING_LABEL ? undefined : { done, total }),
      compute: (work) => {
        requireRunning(signal);
        return io.interrupts.unguarded(work);
      },
    });
  } finally {
    progress.clear();
    await threads?.close();
  }
}

/** Scans a long file of decisions. Null for any other, and where the audit needs all of its people in memory. */
async function openLong(task: AuditTask, io: CliIo, progress: Progress): Promise<Pick<AuditRequest, "sources"> | null> {
  const { path, name, recorded } = task.inputs.decisions;
  const { mostHeld = io.mostHeld } = task;
  const inForce = { ...task.recorded, ...task.configuration };
  const { sample, seed } = resolveAuditOptions(picked(inForce, "method", "bins"));
  const decisions = { ...decisionsOptions(inForce, name), file: name };
  if (needsEverybody(task) || sample >= EVERYBODY || !(await isLongFile(path, decisions, mostHeld))) return null;
  progress.update(`reading ${name}`);
  try {
    const opened = await openLongFile(path, { decisions, sample, seed, signal: io.interrupts.signal });
    return opened && { sources: { decisions: { ...opened, name, recorded }, letters: null, population: null } };
  } finally {
    progress.clear();
  }
}

/** Whether an audit needs more of each person than can be counted or drawn. */
function needsEverybody({ inputs, configuration, key }: AuditTask): boolean {
  const { text, classes, reasonColumns, skip = [] } = configuration;
  const told = [inputs.letters, inputs.population, key, text, classes, reasonColumns];
  return told.some((other) => other != null) || skip.includes("repeated") || skip.includes("copies");
}

/**
 * Reads the files of an audit. Where a column holds texts, its embedding's directions are put in its place, and `text`
 * says how. `allowed` is what the user said on this command line: a service that only a file names is not asked.
 */
async function openSources(
  inputs: ByRole<AuditInput>,
  configuration: AuditConfiguration,
  allowed: EmbedderSettings,
  io: CliIo,
): Promise<Required<Pick<AuditRequest, "sources" | "text">>> {
  const { text: column, missing } = configuration;
  const openSource = async ({ path, name, recorded }: AuditInput, role: FileRole): Promise<AuditSource> => {
    return { ...(await readRows(path, readingOptions(configuration, role))), name, recorded };
  };
  if (column === undefined) return { sources: await inTurn(inputs, openSource), text: null };
  const { embedder: address = null, embedderModel: model = null } = configuration;
  requireNamed(address, allowed.embedder);
  const { embedder, service } = openEmbedder({ address, model, key: allowed.embedderKey ?? null }, io.env, io.cwd);
  const opened = await inTurn(inputs, openSource);
  const cut = byRole(opened, (source, role) => {
    const reading = { delimiter: null, ...readingOptions(configuration, role), file: source.name };
    return { source, found: inspectTable(source.rows, reading) };
  });
  throwFirstError(cut.decisions.found.problems);
  const fitted = [cut.decisions.found.table, cut.letters?.found.table].filter((table) => table != null);
  const options = { ...present({ missing }), signal: io.interrupts.signal };
  const text = await fitTextCode(fitted, { column, service, embedder }, options);
  const sources = await inTurn(cut, async ({ source, found: { table, problems } }): Promise<AuditSource> => {
    const numbers = table && (await embedTable(table, { code: text, embedder }, options));
    return { ...source, rows: { table: numbers, problems } };
  });
  return { sources, text };
}

/** One after the other, so that the first file with an error is the one that is named. */
async function inTurn<Some, Other>(
  { decisions, letters, population }: ByRole<Some>,
  work: (one: Some, role: FileRole) => Promise<Other>,
): Promise<ByRole<Other>> {
  return {
    decisions: await work(decisions, "decisions"),
    letters: letters && (await work(letters, "letters")),
    population: population && (await work(population, "population")),
  };
}

/** The files that an earlier audit wrote into a folder, by its manifest; a new one replaces or removes them. */
export async function filesOfAudit(folder: string): Promise<readonly string[]> {
  const { manifest } = await readManifest(folder).catch(() => ({ manifest: null }));
  const copies = (manifest?.inputs ?? []).flatMap(({ path }) => (path?.startsWith("inputs/") === true ? [path] : []));
  return [...(manifest?.outputs ?? []).map(({ path }) => path), ...copies];
}

/** The files that were read, as copies in `inputs/`, so that the folder can be verified wherever it is sent. */
function copiesOf(inputs: ByRole<AuditInput>): readonly PublishedFile[] {
  return namedInputs(inputs).map(({ path, copy }) => ({ path: `inputs/${copy}`, copyOf: path }));
}
