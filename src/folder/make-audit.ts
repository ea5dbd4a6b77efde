import {
  type AuditOptions,
  type AuditResult,
  audit,
  auditing,
  type ClassAuditResult,
  NEED_TWO,
  type PersonResults,
} from "../audit.js";
import { commitEvidence } from "../certificate/commit.js";
import { kernelIdentity } from "../certificate/kernel-identity.js";
import { buildManifest, MANIFEST_NAME, type OutputFile, type TextOutput } from "../certificate/manifest.js";
import { canonicalJson } from "../document/canonical-json.js";
import { columnarBytes, tableColumns } from "../document/columnar.js";
import { columnsCsv, tableCsv } from "../document/csv.js";
import { AUDIT_FORMAT, type AuditFile, type AuditReport, type Provenance } from "../findings/audit-file.js";
import type { ClassAuditFile } from "../findings/class-file.js";
import type { EvidenceFile, Identity } from "../findings/evidence.js";
import { type Decisions, parseDecisions } from "../input/decisions.js";
import { type Evidence, hasClasses, hasReasons } from "../input/evidence.js";
import { joinClassEvidence, joinEvidence } from "../input/join.js";
import { type Letters, noLettersProblem, parseLetters } from "../input/letters.js";
import { type Population, parsePopulation } from "../input/population.js";
import type { Problem } from "../input/problem.js";
import type { Kernels } from "../kernels/kernels.js";
import { samplingNeedsTwo } from "../measure/sample-evidence.js";
import { countTallied, type ScannedFile } from "../measure/scanned-evidence.js";
import { type NeedsTwo, refuseForMore } from "../options.js";
import { solversNeedTwo } from "../prototypes/fit.js";
import { renderReport } from "../reports/audit/audit-document.js";
import { renderBrief } from "../reports/audit/brief.js";
import { auditTables } from "../reports/audit/tables/audit-tables.js";
import { renderClassReport } from "../reports/classes/class-document.js";
import { classTables } from "../reports/classes/class-tables.js";
import { auditSarif } from "../reports/sarif.js";
import { flagName } from "../settings/setting-words.js";
import {
  picked,
  type SettingName,
  type SettingsInForce,
  settings,
  settingsIn,
  settingsInForce,
  type TemplateName,
} from "../settings/settings.js";
import { requireSize } from "../settings/work-limits.js";
import { knownRateNeedsTwo } from "../surrogate/bracket.js";
import type { ClassModel } from "../surrogate/class-model.js";
import { type Fitters, fitHere, fitWith } from "../surrogate/fitting.js";
import { abstainingNeedsTwo, type Model, makeModel } from "../surrogate/model.js";
import type { TextCode } from "../text/text-code.js";
import { requireEmbedded, textNote, textsNeedTwo, withTextUnit } from "../text/text-column.js";
import { configurationText } from "./config-text.js";
import { type AuditConfiguration, decisionsOptions, lettersOptions, present, readingOptions } from "./configuration.js";
import { withFormats } from "./file-formats.js";
import { peopleColumns } from "./people-table.js";
import { README_NAME, readmeText } from "./readme-text.js";
import { type AuditSources, type ByRole, byRole, isScanned, manifestInputs, type SourceStamp } from "./sources.js";

export interface PackageIdentity {
  readonly name: string;
  readonly version: string;
}

/** What an audit is made from. */
export interface AuditRequest {
  readonly sources: AuditSources;
  /** How the texts of a column became the numbers that stand in the sources. @default null: there is no such column */
  readonly text?: TextCode | null;
  readonly configuration: AuditConfiguration;
  readonly package: PackageIdentity;
  /** The auditor's key; with it every row is committed to. @default none */
  readonly key?: Uint8Array;
  /** The settings of an audit that is made again: they go before today's defaults. @default none */
  readonly recorded?: SettingsInForce;
}

/** How an audit is followed while it is made. */
export interface MakeAuditOptions extends Pick<AuditOptions, "onProgress" | "signal"> {
  /**
   * Others who do the fits of an audit of two decisions; the result has the same bytes. A scanned file needs some.
   * @default this thread does
   */
  readonly fitters?: Fitters | null;
  /** Calls the computation, which holds its thread. @default at once */
  readonly compute?: <Result>(work: () => Result) => Result;
}

/** An audit with every file of its folder, not yet written. */
export type ProducedAudit = ProducedOfTwo | ProducedOfMore;

export interface ProducedOfTwo extends ProducedFiles {
  readonly file: AuditFile;
  readonly model: Model;
  readonly people: PersonResults;
}

export interface ProducedOfMore extends ProducedFiles {
  readonly file: ClassAuditFile;
  readonly model: ClassModel;
  readonly people?: undefined;
}

interface ProducedFiles {
  readonly evidence: Evidence;
  readonly outputs: readonly OutputFile[];
  /** Secret files to hand out, one per row, where rows were committed to. */
  readonly receipts: readonly TextOutput[];
}

type Findings = Omit<ProducedOfTwo, keyof ProducedFiles> | Omit<ProducedOfMore, keyof ProducedFiles>;

export function isOfTwo(audit: ProducedAudit): audit is ProducedOfTwo {
  return audit.file.format === AUDIT_FORMAT;
}

/** What is said while the outputs are made. */
export const WRITING_LABEL = "writing the report";

/**
 * Makes an audit and the contents of everything in its folder, in memory: what `recast audit` writes, in Node and in
 * a browser. The same request gives the same bytes. Only the code for YAML and column-wise tables is loaded later;
 * the computation blocks its thread.
 */
export async function makeAudit(
  request: AuditRequest,
  kernels: Kernels,
  { onProgress, signal, fitters = null, compute = (work) => work() }: MakeAuditOptions = {},
): Promise<ProducedAudit> {
  refuseTwoOnly(request.configuration, { population: request.sources.population, commit: request.key });
  const configuration = { ...request.recorded, ...request.configuration };
  const read = readSources(request.sources, configuration, request.text ?? null);
  const { evidence, decisions, letters, population } = read;
  requireSize(evidence, decisions.file);
  let steps = 0;
  const options: AuditOptions = {
    ...picked(configuration, "method", "bins"),
    signal,
    onProgress(done, total, label) {
      steps = total;
      onProgress?.(done, total, label);
    },
  };
  const rows = { people: decisions.rowNumbers, letters: letters?.rowNumbers ?? new Int32Array(0) };
  const result = hasClasses(evidence)
    ? compute(() => audit(evidence, kernels, options))
    : await auditByFitters(evidence, kernels, { ...options, population, rows }, scannedFile(request.sources));
  onProgress?.(steps, steps, WRITING_LABEL);
  return writeUp(read, result, request);

  function auditByFitters(...given: Parameters<typeof auditing>): AuditResult | Promise<AuditResult> {
    const work = auditing(...given);
    return fitters === null ? compute(() => fitHere(work, kernels)) : fitWith(work, fitters);
  }
}

/** What the audit asks of a scanned file; null for a file that was held whole, or that has no people to draw from. */
function scannedFile(sources: AuditSources): ScannedFile | null {
  if (!isScanned(sources)) return null;
  const { name: file, scan, rest } = sources.decisions;
  const { tally, measured, sample } = scan;
  const isEverybody = countTallied(tally).observations === sample.decisions.length;
  return isEverybody ? null : { file, tally, measured, rest };
}

const templatesNeedTwo: NeedsTwo = {
  what: "templates",
  reason: "their pages exist for two decisions only",
  settings: ["template"],
};

export const TWO_ONLY: readonly NeedsTwo[] = [
  ...NEED_TWO,
  abstainingNeedsTwo,
  knownRateNeedsTwo,
  solversNeedTwo,
  samplingNeedsTwo,
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

interface SourcesRead {
  readonly decisions: Decisions;
  readonly letters: Letters | null;
  readonly population: Population | null;
  readonly evidence: Evidence;
  readonly stamps: ByRole<SourceStamp>;
  /** How texts became the numbers in the files; null without a column of texts. */
  readonly text: TextCode | null;
}

export function readSources(
  sources: AuditSources,
  configuration: AuditConfiguration,
  text: TextCode | null = null,
): SourcesRead {
  const stamps = byRole<SourceStamp, SourceStamp>(sources, ({ name, recorded, sha256, bytes }) => {
    return { name, recorded, sha256, bytes };
  });
  if (isScanned(sources)) {
    const { sample: decisions } = sources.decisions.scan;
    return { decisions, letters: null, population: null, evidence: joinEvidence(decisions, null), stamps, text };
  }
  requireEmbedded(configuration.text, text);
  const { classes, lettersTo: to, lettersFrom: from } = configuration;
  const own = parseDecisions(sources.decisions.rows, decisionsOptions(configuration, sources.decisions.name));
  const decisions = text === null ? own : withTextUnit(own, text);
  const { letters: told } = sources;
  const letters = told && parseLetters(told.rows, decisions, lettersOptions(configuration, told.name));
  const { population: people } = sources;
  const reading = readingOptions(configuration, "population");
  const population = people && parsePopulation(people.rows, decisions, { ...reading, file: people.name });
  const evidence =
    classes === undefined ? joinEvidence(decisions, letters) : joinClassEvidence(decisions, letters, { to, from });
  return { decisions, letters, population, evidence, stamps, text };
}

function sourceProblems({ decisions, letters, population, evidence, stamps, text }: SourcesRead): readonly Problem[] {
  return [
    ...decisions.problems,
    ...(text === null ? [] : [textNote(text, stamps.decisions.name)]),
    ...(letters === null ? [noLettersProblem(null, hasReasons(evidence))] : letters.problems),
    ...(population?.problems ?? []),
  ];
}

async function writeUp(
  read: SourcesRead,
  result: AuditResult | ClassAuditResult,
  { configuration, package: identity, key, recorded }: AuditRequest,
): Promise<ProducedAudit> {
  const { stamps, evidence } = read;
  const findings = findingsOf(read, result, provenanceOf(read, configuration, identity.version));
  const inForce = settingsInForce(configuration, recorded);
  const yaml = { path: "audit.yaml", text: await configurationText(stamps, configuration) };
  const tables = await tableFiles(findings, read, configuration.tables);
  const made = [...reportFiles(findings, inForce.template), yaml, ...tables];
  const written = withFormats([...made, ...readmeFile(findings, [...made.map(({ path }) => path), MANIFEST_NAME])]);
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

function provenanceOf(read: SourcesRead, configuration: AuditConfiguration, version: string) {
  const { decisions, letters, population, stamps } = read;
  const file = ({ name, bytes, sha256 }: SourceStamp, { rows }: { rows: number }): EvidenceFile => {
    return { name, bytes, sha256, rows };
  };
  const identity = settingsIn("identity").map(([name]) => [name, configuration[name] ?? null]);
  return {
    version,
    files: {
      decisions: file(stamps.decisions, decisions),
      letters: stamps.letters && letters && file(stamps.letters, letters),
      population: stamps.population && population && file(stamps.population, population),
    },
    identity: Object.fromEntries(identity) as Identity,
    columns: decisions.columns,
    problems: sourceProblems(read),
  };
}

/** The contents of `audit.json`. */
export function auditFile(report: AuditReport, provenance: Provenance): AuditFile {
  return { ...report, ...provenance };
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

function reportFiles({ people, file, model }: Findings, template: TemplateName = "general"): readonly OutputFile[] {
  const data = [
    { path: "audit.json", text: canonicalJson(file) },
    { path: "surrogate.json", text: canonicalJson(model) },
  ];
  if (people === undefined) return [...data, { path: "report.html", text: renderClassReport(file) }];
  return [
    ...data,
    { path: "brief.html", text: renderBrief(file) },
    { path: "report.html", text: renderReport(file, { template }) },
    { path: "findings.sarif", text: canonicalJson(auditSarif(file)) },
  ];
}

function readmeFile({ people, file }: Findings, paths: readonly string[]): readonly OutputFile[] {
  return people === undefined ? [] : [{ path: README_NAME, text: readmeText(file, paths) }];
}

/**
 * The tables as CSV, and column by column where that was asked for; unlike in the CSV files, nothing is put there
 * before text that looks like a formula.
 */
async function tableFiles(
  { people, file }: Findings,
  { decisions }: SourcesRead,
  format: AuditConfiguration["tables"],
): Promise<readonly OutputFile[]> {
  const tables = people === undefined ? classTables(file) : auditTables(file);
  const everybody = people && peopleColumns(people, decisions.rowNumbers, file.evidence.decision);
  const csv = [
    ...tables.map((table) => ({ path: `tables/${table.name}.csv`, text: tableCsv(table) })),
    ...(everybody === undefined ? [] : [{ path: "tables/people.csv", text: columnsCsv(everybody) }]),
  ];
  if (format === undefined) return csv;
  const all = [
    ...tables.map((table) => ({ name: table.name, columns: tableColumns(table) })),
    ...(everybody === undefined ? [] : [{ name: "people", columns: everybody }]),
  ];
  const columnar = all.map(async ({ name, columns }) => ({
    path: `tables/${name}.${format}`,
    text: await columnarBytes(format, columns),
  }));
  return [...csv, ...(await Promise.all(columnar))];
}
