import { kernelIdentity } from "../certificate/kernel-identity.js";
import { buildManifest, MANIFEST_NAME, type OutputFile } from "../certificate/manifest.js";
import { canonicalJson } from "../document/canonical-json.js";
import { tableCsv } from "../document/table-csv.js";
import { AuditError } from "../errors.js";
import type { ClassAuditFile } from "../findings/class-file.js";
import type { Decisions } from "../input/decisions.js";
import type { Evidence } from "../input/evidence.js";
import { type Letters, noLettersProblem, parseLetters } from "../input/letters.js";
import type { Kernels } from "../kernels/kernels.js";
import { auditClasses, type ClassAuditOptions } from "../multiclass/class-audit.js";
import { joinClassEvidence } from "../multiclass/read-classes.js";
import { renderClassReport } from "../reports/class-page.js";
import { classTables } from "../reports/class-tables.js";
import { flagName } from "../settings/setting-words.js";
import { picked, type Setting, settings } from "../settings/settings.js";
import type { ClassEvidence } from "../surrogate/class-evidence.js";
import { type AuditConfiguration, lettersOptions, present } from "./configuration.js";
import { configurationText } from "./configuration-text.js";
import { identityOf, type WriteUp } from "./make-audit.js";
import { decisionsOf, evidenceFile, manifestInputs, type SourceStamp, stampsOf } from "./read-sources.js";
import type { AuditSource, ByRole } from "./sources.js";

/** The files of an audit of more than two decisions, read. */
export interface ClassSourcesRead {
  readonly decisions: Decisions;
  readonly letters: Letters | null;
  readonly evidence: ClassEvidence;
  readonly stamps: ByRole<SourceStamp>;
}

/** Such an audit with every file of its folder, not yet written. */
export interface ProducedClassAudit {
  readonly file: ClassAuditFile;
  readonly evidence: Evidence;
  /** Every file of the folder, the manifest last. */
  readonly outputs: readonly OutputFile[];
}

/** Refuses what only an audit of two decisions can use, before any file is read. */
export function refuseTwoOnly({ population }: ByRole<unknown>, configuration: AuditConfiguration): void {
  const said: object = { ...present(configuration), ...(population !== null && { population }) };
  const refused = Object.entries<Setting>(settings).find(([name, { twoOnly }]) => twoOnly && Object.hasOwn(said, name));
  if (refused === undefined) return;
  const [, { flag }] = refused;
  throw new AuditError(
    "INVALID_OPTION",
    `${flagName(flag)} is for audits of two decisions; with --classes leave it out, ` +
      "or merge the classes into two and name --favourable",
  );
}

/** Reads the files of an audit of more than two decisions; throws the first error in them. */
export function readClassSources(sources: ByRole<AuditSource>, configuration: AuditConfiguration): ClassSourcesRead {
  const decisions = decisionsOf(sources.decisions, configuration);
  const { letters: source } = sources;
  const { lettersTo: to, lettersFrom: from, lettersIgnore = [] } = configuration;
  const letters =
    source &&
    parseLetters(source.rows, decisions, {
      ...lettersOptions(configuration, source.name),
      ignore: [...lettersIgnore, ...[to, from].filter((name) => name !== undefined)],
    });
  const evidence = joinClassEvidence(decisions, letters, source?.rows ?? null, { to, from });
  return { decisions, letters, evidence, stamps: stampsOf(sources) };
}

/** The computation of such an audit. */
export function computeClassAudit(
  { evidence }: ClassSourcesRead,
  configuration: AuditConfiguration,
  kernels: Kernels,
  onProgress?: ClassAuditOptions["onProgress"],
): ReturnType<typeof auditClasses> {
  return auditClasses(evidence, kernels, {
    ...(picked(configuration, "method", "bins") as ClassAuditOptions), // auditClasses refuses unknown names
    onProgress,
  });
}

/** What was computed as the files of a folder, with their manifest. */
export async function writeUpClasses(
  { decisions, letters, evidence, stamps }: ClassSourcesRead,
  { report, model }: ReturnType<typeof auditClasses>,
  { configuration, package: identity }: WriteUp,
): Promise<ProducedClassAudit> {
  const file: ClassAuditFile = {
    ...report,
    version: identity.version,
    files: {
      decisions: evidenceFile(stamps.decisions, decisions),
      letters: stamps.letters && letters && evidenceFile(stamps.letters, letters),
      population: null,
    },
    identity: identityOf(configuration),
    columns: decisions.columns,
    problems: [...decisions.problems, ...(letters === null ? [noLettersProblem()] : letters.problems)],
  };
  const written: OutputFile[] = [
    { path: "audit.json", text: canonicalJson(file) },
    { path: "surrogate.json", text: canonicalJson(model) },
    { path: "report.html", text: renderClassReport(file) },
    { path: "audit.yaml", text: await configurationText(stamps, configuration) },
    ...classTables(file).map((table) => ({ path: `tables/${table.name}.csv`, text: tableCsv(table) })),
  ];
  const manifest = buildManifest({
    package: identity,
    kernel: kernelIdentity(),
    inputs: manifestInputs(stamps),
    configuration: present(configuration),
    outputs: written,
    commitments: null,
  });
  const outputs = [...written, { path: MANIFEST_NAME, text: canonicalJson(manifest) }];
  return { file, evidence: evidence.base, outputs };
}
