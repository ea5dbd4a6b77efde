import {
  type AuditOptions,
  type AuditResult,
  audit,
  type ClassAuditResult,
  NEED_TWO,
  type PersonResults,
} from "../audit.js";
import { commitEvidence } from "../certificate/commit.js";
import { kernelIdentity } from "../certificate/kernel-identity.js";
import { buildManifest, MANIFEST_NAME, type OutputFile, type TextOutput } from "../certificate/manifest.js";
import { canonicalJson } from "../document/canonical-json.js";
import { AUDIT_FORMAT, type AuditFile, auditFile } from "../findings/audit-file.js";
import type { ClassAuditFile } from "../findings/class-file.js";
import type { Identity } from "../findings/evidence.js";
import { type Evidence, hasClasses } from "../input/evidence.js";
import type { Kernels } from "../kernels/kernels.js";
import { type NeedsTwo, refuseForMore } from "../options.js";
import { solversNeedTwo } from "../prototypes/fit.js";
import { flagName } from "../settings/setting-words.js";
import {
  picked,
  type SettingName,
  type SettingsInForce,
  settings,
  settingsIn,
  settingsInForce,
} from "../settings/settings.js";
import type { ClassModel } from "../surrogate/class-model.js";
import { abstainingNeedsTwo, type Model, makeModel } from "../surrogate/model.js";
import type { TextCode } from "../text/text-code.js";
import { textsNeedTwo } from "../text/text-column.js";
import { auditOutputs, type Findings, templatesNeedTwo } from "./audit-outputs.js";
import { type AuditConfiguration, present, type ReportSettings } from "./configuration.js";
import { withFormats } from "./file-formats.js";
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
  /** The settings of an audit that is made again: they go before today's defaults. @default none */
  readonly recorded?: SettingsInForce;
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
export type ProducedAudit = ProducedOfTwo | ProducedOfMore;

/** An audit of two decisions. */
export interface ProducedOfTwo extends ProducedFiles {
  readonly file: AuditFile;
  readonly model: Model;
  readonly people: PersonResults;
}

/** An audit of decisions with more values. */
export interface ProducedOfMore extends ProducedFiles {
  readonly file: ClassAuditFile;
  readonly model: ClassModel;
}

interface ProducedFiles {
  readonly evidence: Evidence;
  /** Every file of the folder, the manifest last. */
  readonly outputs: readonly OutputFile[];
  /** Secret files to hand out, one per row, where rows were committed to. */
  readonly receipts: readonly TextOutput[];
}

/** Whether an audit is one of two decisions. */
export function isOfTwo(audit: ProducedAudit): audit is ProducedOfTwo {
  return audit.file.format === AUDIT_FORMAT;
}

/** What is said while the outputs are made. */
export const WRITING_LABEL = "writing the report";

/**
 * Makes an audit and the contents of everything in its folder, in memory: what `recast audit` writes, in Node and in
 * a browser. The same request gives the same bytes. Only loading the charts and the like is asynchronous; the
 * computation holds its thread.
 */
export async function makeAudit(
  request: AuditRequest,
  kernels: Kernels,
  { onProgress }: MakeAuditOptions = {},
): Promise<ProducedAudit> {
  refuseTwoOnly(request.configuration, { population: request.sources.population, commit: request.key });
  const configuration = { ...request.recorded, ...request.configuration };
  const read = readSources(request.sources, configuration, request.text ?? null);
  let steps = 0;
  const result = computeAudit(read, configuration, kernels, (done, total, label) => {
    steps = total;
    onProgress?.(done, total, label);
  });
  onProgress?.(steps, steps, WRITING_LABEL);
  return writeUp(read, result, request);
}

/** What folders of two decisions have and others do not, in the words of the stages. */
export const TWO_ONLY: readonly NeedsTwo[] = [
  ...NEED_TWO,
  abstainingNeedsTwo,
  solversNeedTwo,
  templatesNeedTwo,
  textsNeedTwo,
];

/** Refuses what only an audit of two decisions can use where more are named, before any file is read. */
export function refuseTwoOnly(
  configuration: AuditConfiguration,
  others: { readonly population: unknown; readonly commit: unknown },
): void {
  if (configuration.classes === undefined) return;
  const named = (name: string) => (name in settings ? flagName(settings[name as SettingName].flag) : `--${name}`);
  refuseForMore({ ...configuration, ...others }, TWO_ONLY, named);
}

/** The computation of an audit on the files that were read. */
export function computeAudit(
  { evidence, decisions, letters, population }: SourcesRead,
  configuration: AuditConfiguration,
  kernels: Kernels,
  onProgress?: AuditOptions["onProgress"],
): AuditResult | ClassAuditResult {
  const options = { ...picked(configuration, "method", "bins"), onProgress };
  if (hasClasses(evidence)) return audit(evidence, kernels, options);
  const rows = { people: decisions.rowNumbers, letters: letters?.rowNumbers ?? new Int32Array(0) };
  return audit(evidence, kernels, { ...options, population, rows });
}

/** What was computed as the files of a folder, with their manifest. */
export async function writeUp(
  read: SourcesRead,
  result: AuditResult | ClassAuditResult,
  { configuration, package: identity, key, recorded }: WriteUp,
): Promise<ProducedAudit> {
  const { decisions, stamps, evidence } = read;
  const findings = findingsOf(read, result, provenanceOf(read, configuration, identity.version));
  const inForce = settingsInForce(configuration, recorded);
  const parts = { rows: decisions.rowNumbers, inputs: stamps, configuration, template: inForce.template };
  const written = withFormats(await auditOutputs({ ...findings, ...parts }));
  const committed = key === undefined ? null : commitEvidence(evidence, key);
  const manifest = buildManifest({
    package: identity,
    kernel: kernelIdentity(),
    inputs: manifestInputs(stamps),
    configuration: present(configuration),
    // without letters an audit of more than two decisions leaves some default methods out
    settings: { ...inForce, methods: findings.file.methods.map(({ method }) => method) },
    outputs: written,
    commitments: committed?.commitments ?? null,
  });
  const outputs = [...written, { path: MANIFEST_NAME, text: canonicalJson(manifest) }];
  return { ...findings, evidence, outputs, receipts: committed?.receipts ?? [] };
}

/** What the audit rests on: files, columns, problems, and who made it. */
function provenanceOf(read: SourcesRead, configuration: AuditConfiguration, version: string) {
  const { decisions, letters, population, stamps } = read;
  return {
    version,
    files: {
      decisions: evidenceFile(stamps.decisions, decisions),
      letters: stamps.letters && letters && evidenceFile(stamps.letters, letters),
      population: stamps.population && population && evidenceFile(stamps.population, population),
    },
    identity: identityOf(configuration),
    columns: decisions.columns,
    problems: sourceProblems(read),
  };
}

function findingsOf(
  { text }: SourcesRead,
  result: AuditResult | ClassAuditResult,
  provenance: ReturnType<typeof provenanceOf>,
): Findings {
  if (!("people" in result)) return { file: { ...result.report, ...provenance }, model: result.model };
  const { report, model, people } = result;
  return { file: auditFile(report, provenance), model: text === null ? model : makeModel({ ...model, text }), people };
}

/** What the user says the audit is about. */
export function identityOf(given: ReportSettings): Identity {
  return Object.fromEntries(settingsIn("identity").map(([name]) => [name, given[name] ?? null])) as Identity;
}
