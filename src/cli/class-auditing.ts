import { kernelIdentity } from "../certificate/kernel-identity.js";
import { buildManifest, MANIFEST_NAME, type ManifestInput, type OutputFile } from "../certificate/manifest.js";
import type { Scaling } from "../encode/scaling.js";
import { AuditError } from "../errors.js";
import { parseDecisions } from "../evidence/decisions.js";
import type { Evidence } from "../evidence/evidence.js";
import { noLettersProblem, parseLetters } from "../evidence/letters.js";
import { loadKernels } from "../kernels/load.js";
import { auditClasses } from "../multiclass/class-audit.js";
import type { ClassMethodName } from "../multiclass/class-methods.js";
import { renderClassReport } from "../multiclass/class-page.js";
import type { ClassAuditFile } from "../multiclass/class-report.js";
import { classTables } from "../multiclass/class-tables.js";
import { joinClassEvidence } from "../multiclass/read-classes.js";
import { type RowsFile, readRows } from "../node/read-rows.js";
import { packageIdentity, packageVersion } from "../node/version.js";
import { requireRunning } from "../node/write-file.js";
import type { EvidenceFile } from "../report/audit-file.js";
import { canonicalJson } from "../report/canonical-json.js";
import { tableCsv } from "../report/tables/table-csv.js";
import type { AuditConfiguration, AuditInput, AuditInputs } from "./audit-inputs.js";
import { configurationText } from "./configuration-text.js";
import { type CliIo, type GlobalFlags, progressFor } from "./io.js";
import { decisionsOptions, lettersOptions, present } from "./role-flags.js";

/** What an audit of more than two decisions is to be made from. */
export interface ClassAuditRequest {
  readonly inputs: AuditInputs;
  readonly configuration: AuditConfiguration;
  /** The version written into the files. @default that of this package */
  readonly version?: string;
}

/** Such an audit with every file of its folder, not yet written. */
export interface ProducedClassAudit {
  readonly file: ClassAuditFile;
  readonly evidence: Evidence;
  /** Every file of the folder, the manifest last. */
  readonly outputs: readonly OutputFile[];
}

/** Settings that mean something for two decisions only. */
const TWO_ONLY = [
  "weight",
  "abstain",
  "solver",
  "refits",
  "sensitivity",
  "template",
  "tables",
  "text",
  "embedder",
] as const;

/** Computes an audit of more than two decisions and the text of everything in its folder. The same inputs and configuration give the same bytes. */
export async function produceClassAudit(
  { inputs, configuration, version = packageVersion() }: ClassAuditRequest,
  flags: GlobalFlags,
  io: CliIo,
): Promise<ProducedClassAudit> {
  refuseTwoOnly(inputs, configuration);
  const kernels = await loadKernels();
  const decisionRows = await readRows(inputs.decisions.path);
  const decisions = parseDecisions(decisionRows.text, {
    ...decisionsOptions(configuration, inputs.decisions.name),
    ...delimiterOf(decisionRows),
  });
  const letterRows = inputs.letters === null ? null : await readRows(inputs.letters.path);
  const { lettersTo: to, lettersFrom: from, lettersIgnore = [] } = configuration;
  const letters =
    letterRows === null
      ? null
      : parseLetters(letterRows.text, decisions, {
          ...lettersOptions(configuration, inputs.letters?.name ?? "letters"),
          ...delimiterOf(letterRows),
          ignore: [...lettersIgnore, ...[to, from].filter((name) => name !== undefined)],
        });
  const evidence = joinClassEvidence(decisions, letters, letterRows?.text ?? null, { to, from });
  const progress = progressFor(io, flags);
  requireRunning(io.interrupts.signal);
  try {
    const { report, model } = io.interrupts.unguarded(() =>
      auditClasses(evidence, kernels, {
        ...optionsOf(configuration),
        onProgress: (done, total, label) => progress.update(label, { done, total }),
      }),
    );
    const files = {
      decisions: evidenceFile(inputs.decisions.name, decisionRows, decisions.rows),
      letters: letterRows && letters && evidenceFile(letters.file, letterRows, letters.rows),
      population: null,
    };
    const { system = null, purpose = null, period = null, auditor = null, date = null, notes = null } = configuration;
    const file: ClassAuditFile = {
      ...report,
      version,
      files,
      identity: { system, purpose, period, auditor, date, notes },
      columns: decisions.columns,
      problems: [...decisions.problems, ...(letters === null ? [noLettersProblem()] : letters.problems)],
    };
    const written: OutputFile[] = [
      { path: "audit.json", text: canonicalJson(file) },
      { path: "surrogate.json", text: canonicalJson(model) },
      { path: "report.html", text: renderClassReport(file) },
      { path: "audit.yaml", text: configurationText(inputs, configuration) },
      ...classTables(file).map((table) => ({ path: `tables/${table.name}.csv`, text: tableCsv(table) })),
    ];
    const manifest = buildManifest({
      package: { ...packageIdentity(), version },
      kernel: kernelIdentity(),
      inputs: [
        manifestInput("decisions", inputs.decisions, decisionRows),
        ...(inputs.letters && letterRows ? [manifestInput("letters", inputs.letters, letterRows)] : []),
      ],
      configuration: present(configuration),
      outputs: written,
      commitments: null,
    });
    const outputs = [...written, { path: MANIFEST_NAME, text: canonicalJson(manifest) }];
    return { file, evidence: evidence.base, outputs };
  } finally {
    progress.clear();
  }
}

function refuseTwoOnly({ population }: AuditInputs, configuration: AuditConfiguration): void {
  const named = TWO_ONLY.find((key) => configuration[key] !== undefined) ?? (population === null ? null : "population");
  if (named === null) return;
  throw new AuditError(
    "INVALID_OPTION",
    `--${named.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)} is for audits of two decisions; with --classes leave it out, or merge the classes into two and name --favourable`,
  );
}

function optionsOf({ scaling, methods, folds, repeats, seed, resamples, intersections, bins }: AuditConfiguration) {
  return present({
    scaling: scaling as Scaling | undefined, // auditClasses refuses unknown names
    methods: methods as readonly ClassMethodName[] | undefined,
    ...{ folds, repeats, seed, resamples, intersections, bins },
  });
}

function delimiterOf({ delimiter }: RowsFile): { delimiter?: string } {
  return delimiter === null ? {} : { delimiter };
}

function evidenceFile(name: string, { bytes, sha256 }: RowsFile, rows: number): EvidenceFile {
  return { name, bytes, sha256, rows };
}

function manifestInput(role: ManifestInput["role"], input: AuditInput, { bytes, sha256 }: RowsFile): ManifestInput {
  return { role, name: input.name, path: input.recorded, bytes, sha256 };
}
