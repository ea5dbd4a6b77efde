import { basename, join } from "node:path";
import { canonicalJson } from "../../document/canonical-json.js";
import { tableCsv } from "../../document/csv.js";
import { amount } from "../../document/format.js";
import type { EvidenceFile } from "../../findings/evidence.js";
import type { LeakFile, LeakReport } from "../../findings/leak-file.js";
import { decisionsOptions, lettersOptions, present, type RoleSettings } from "../../folder/configuration.js";
import type { Decisions } from "../../input/decisions.js";
import type { Evidence } from "../../input/evidence.js";
import type { FileStamp } from "../../input/file-rows.js";
import { joinEvidence } from "../../input/join.js";
import { selectTableRows } from "../../input/table.js";
import { loadKernels } from "../../kernels/load.js";
import { type Condition, parseCondition } from "../../leak/condition.js";
import { leaking } from "../../leak/leak.js";
import { type LeakPlan, type LeakReference, leakNeedsTwo, leakOptionsOf, planLeak } from "../../leak/leak-plan.js";
import type { PublishedFile } from "../../platform/output-folder.js";
import { type DecisionsFile, readDecisions, readLetters } from "../../platform/read-evidence.js";
import { packageVersion } from "../../platform/version.js";
import { describeLeak, renderLeak } from "../../reports/leak/leak-document.js";
import { leakSarif } from "../../reports/leak/leak-sarif.js";
import { leakTables } from "../../reports/leak/leak-tables.js";
import { type LeakGiven, leakFlags, leakSettings } from "../../settings/leak-settings.js";
import type { Given, Setting } from "../../settings/settings.js";
import { canonicalEvidence } from "../../surrogate/canonical-evidence.js";
import { fitWith } from "../../surrogate/fitting.js";
import { EXIT_CODES } from "../failure.js";
import { answer, type CliIo, isSilent, pathFrom, progressFor, timeLeft, writeText, wrongUse } from "../io.js";
import { askForNotices, askTarget } from "../leak-target.js";
import {
  type Declare,
  type FlagsOf,
  flag,
  JOBS,
  optionOf,
  switchFlag,
  withConfig,
  withOptions,
  withSettings,
} from "../options.js";
import { openOutput } from "../output.js";
import { breathingHere, threadsFor } from "../threads.js";

const OPTIONS = {
  out: flag("-o, --out <folder>", "folder for the report and everything else"),
  force: switchFlag("--force", "replace a report that is already in the folder"),
  jobs: JOBS,
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
  const conditions = (flags.failIf ?? []).map((text) => ({ text, condition: parseCondition(text) }));
  const publish = await openOutput(io, out, { names: LEAK_FILES, force: flags.force === true });
  const file = await measureFiles(decisionsPath, lettersPath, { flags, conditions }, io);
  await publish(leakOutputs(file), async () => OPTIONAL_TABLES);
  const failed = file.conditions.filter((condition) => condition.failed).map(({ text }) => text);
  const names = { leak: "leak.json", report: "leak.html", sarif: "leak.sarif", tables: "tables" };
  const files = Object.fromEntries(Object.entries(names).map(([key, name]) => [key, join(out, name)]));
  await answer(io, flags, { command: "leak", failed, leak: file, files }, (sheet) => {
    const { decisions, letters } = file.files;
    sheet.title(
      letters === null ? `What ${decisions.name} gives away` : `What ${decisions.name} and ${letters.name} give away`,
    );
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
  lettersPath: string | undefined,
  { flags, conditions }: LeakRequest,
  io: CliIo,
): Promise<LeakFile> {
  const decisions = await read(decisionsPath, flags, io);
  const letters =
    lettersPath === undefined
      ? null
      : await readLetters(pathFrom(io.cwd, lettersPath), decisions, lettersOptions(flags, basename(lettersPath)));
  const { evidence } = canonicalEvidence(joinEvidence(decisions, letters));
  const compared = flags.reference === undefined ? null : await read(flags.reference, flags, io, evidence);
  const told = await askForNotices(evidence, { flags, conditions }, decisions, io);
  const options = { ...leakOptionsOf(flags), told };
  const plan = planLeak(evidence, compared && referenceOf(compared, decisions), conditions, options);
  if (!isSilent(flags)) await writeText(io.stdout, costWords(plan, flags));
  const report = await measure(plan, flags, io);
  return {
    ...report,
    version: packageVersion(),
    files: {
      decisions: fileOf(decisions),
      letters: letters && fileOf(letters),
      reference: compared && fileOf(compared),
    },
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
  const threads = threadsFor(flags, kernels, io);
  try {
    const count = (done: number) => progress.update("asking the target", amount(done, "letter"));
    const asksLetters = flags.target !== undefined && plan.evidence.letters.rows > 0;
    const asked = asksLetters ? await askTarget(flags.target, plan, io, count) : null;
    const left = timeLeft(5);
    const onProgress = (done: number, total: number, label: string) =>
      progress.update(`${label}${left({ done, total })}`, { done, total });
    const work = leaking(plan, { asked, failBy: flags.failBy ?? "point", onProgress, signal });
    return await fitWith(work, threads ?? breathingHere(kernels));
  } finally {
    progress.clear();
    await threads?.close();
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
const OPTIONAL_TABLES = ["letter-curve", "worth", "fields", "mitigations", "notices", "conditions"].map(
  (name) => `tables/${name}.csv`,
);

function fileOf({ file, bytes, sha256, rows }: { file: string; rows: number } & FileStamp): EvidenceFile {
  return { name: basename(file), bytes, sha256, rows };
}

function costWords(plan: LeakPlan, flags: LeakFlags): string {
  const { fits, options, mitigations, notices, fields, at, evidence } = plan;
  const asks = mitigations.filter(({ altersCells }) => altersCells).length + 1;
  const questions =
    flags.target === undefined || evidence.letters.rows === 0
      ? ""
      : ` The target is asked about at most ${amount(asks * evidence.letters.rows, "letter")}.`;
  const lines = [
    `${amount(fits, "fit")} in ${amount(options.repeats, "repeat")}, with ${amount(fields.length, "field")}, ` +
      `${amount(mitigations.length, "mitigation")} and ${amount(notices.length, "notice")} at ${at} people per ` +
      `class.${questions}`,
    ...(options.method === "bracket"
      ? ["Fitting bracket takes up to a second with 100 people per class and 100 columns."]
      : []),
    "Fewer --repeats, --fields or --sizes take less time.",
  ];
  return `\n${lines.join("\n")}\n`;
}
