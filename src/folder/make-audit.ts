import { type AuditOptions, type AuditResult, audit, type PersonResults } from "../audit.js";
import { commitEvidence } from "../certificate/commit.js";
import { kernelIdentity } from "../certificate/kernel-identity.js";
import { buildManifest, MANIFEST_NAME, type OutputFile, type TextOutput } from "../certificate/manifest.js";
import { canonicalJson } from "../document/canonical-json.js";
import { type AuditFile, auditFile } from "../findings/audit-file.js";
import type { Identity } from "../findings/evidence.js";
import type { Evidence } from "../input/evidence.js";
import type { Kernels } from "../kernels/kernels.js";
import { picked } from "../settings/settings.js";
import { type Model, makeModel } from "../surrogate/model.js";
import type { TextCode } from "../text/text-code.js";
import { auditOutputs } from "./audit-outputs.js";
import { type AuditConfiguration, present, type ReportSettings } from "./configuration.js";
import { evidenceFile, manifestInputs, readSources, type SourcesRead, sourceProblems } from "./read-sources.js";
import type { AuditSource, ByRole } from "./sources.js";

/** The name and version that are written into the files of an audit. */
export interface PackageIdentity {
  readonly name: string;
  readonly version: string;
}

/** How an audit is written up. */
export interface WriteUp {
  readonly configuration: AuditConfiguration;
  /** What makes the audit. */
  readonly package: PackageIdentity;
  /** The auditor's key; with it every row is committed to. @default none */
  readonly key?: Uint8Array;
}

/** What an audit is made from. */
export interface AuditRequest extends WriteUp {
  readonly sources: ByRole<AuditSource>;
  /** How the texts of a column became the numbers that stand in the sources. @default null: there is no such column */
  readonly text?: TextCode | null;
}

/** How an audit is followed while it is made. */
export type MakeAuditOptions = Pick<AuditOptions, "onProgress">;

/** An audit with every file of its folder, not yet written. */
export interface ProducedAudit {
  readonly file: AuditFile;
  readonly model: Model;
  readonly evidence: Evidence;
  readonly people: PersonResults;
  /** Every file of the folder, the manifest last. */
  readonly outputs: readonly OutputFile[];
  /** Secret files to hand out, one per row, where rows were committed to. */
  readonly receipts: readonly TextOutput[];
}

/** What is said while the outputs are made. */
export const WRITING_LABEL = "writing the report";

/**
 * Makes an audit and the contents of everything in its folder, in memory: what `recast audit` writes, in Node and in a browser. The same request gives
 * the same bytes. Only loading the charts and the like is asynchronous; the computation holds its thread.
 */
export async function makeAudit(
  request: AuditRequest,
  kernels: Kernels,
  { onProgress }: MakeAuditOptions = {},
): Promise<ProducedAudit> {
  const read = readSources(request.sources, request.configuration, request.text ?? null);
  let steps = 0;
  const result = computeAudit(read, request.configuration, kernels, (done, total, label) => {
    steps = total;
    onProgress?.(done, total, label);
  });
  onProgress?.(steps, steps, WRITING_LABEL);
  return writeUp(read, result, request);
}

/** The computation of an audit on the files that were read. */
export function computeAudit(
  { evidence, decisions, letters, population }: SourcesRead,
  configuration: AuditConfiguration,
  kernels: Kernels,
  onProgress?: AuditOptions["onProgress"],
): AuditResult {
  return audit(evidence, kernels, {
    ...picked(configuration, "method", "bins"),
    population,
    rows: { people: decisions.rowNumbers, letters: letters?.rowNumbers ?? new Int32Array(0) },
    onProgress,
  });
}

/** What was computed as the files of a folder, with their manifest. */
export async function writeUp(
  read: SourcesRead,
  { report, model: fitted, people }: AuditResult,
  { configuration, package: identity, key }: WriteUp,
): Promise<ProducedAudit> {
  const { decisions, letters, population, stamps, evidence, text } = read;
  const model = text === null ? fitted : makeModel({ ...fitted, text });
  const file = auditFile(report, {
    version: identity.version,
    files: {
      decisions: evidenceFile(stamps.decisions, decisions),
      letters: stamps.letters && letters && evidenceFile(stamps.letters, letters),
      population: stamps.population && population && evidenceFile(stamps.population, population),
    },
    identity: identityOf(configuration),
    columns: decisions.columns,
    problems: sourceProblems(read),
  });
  const rows = decisions.rowNumbers;
  const written = await auditOutputs({ file, model, people, rows, inputs: stamps, configuration });
  const committed = key === undefined ? null : commitEvidence(evidence, key);
  const manifest = buildManifest({
    package: identity,
    kernel: kernelIdentity(),
    inputs: manifestInputs(stamps),
    configuration: present(configuration),
    outputs: written,
    commitments: committed?.commitments ?? null,
  });
  const outputs = [...written, { path: MANIFEST_NAME, text: canonicalJson(manifest) }];
  return { file, model, evidence, people, outputs, receipts: committed?.receipts ?? [] };
}

/** What the user says the audit is about. */
export function identityOf(given: ReportSettings): Identity {
  const { system = null, purpose = null, period = null, auditor = null, date = null, notes = null } = given;
  return { system, purpose, period, auditor, date, notes };
}
