import { count } from "../document/format.js";
import { plain } from "../document/names.js";
import type { AuditFile } from "../findings/audit-file.js";
import type { EvidenceFile } from "../findings/evidence.js";
import type { FindingKind, Finding as RankedFinding } from "../findings/findings.js";
import { contradictionId } from "../findings/rank.js";
import { findingSentence } from "./finding-words.js";
import { SARIF_RULES, type SarifLevel, type SarifRule } from "./sarif-rules.js";

export interface SarifResult {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly level: SarifLevel;
  readonly message: { readonly text: string };
  readonly locations: readonly SarifLocation[];
  readonly relatedLocations?: readonly SarifLocation[];
  readonly partialFingerprints: Readonly<Record<string, string>>;
  readonly properties?: Readonly<Record<string, string | number>>;
}

/** A row of a file; row 1 is the header. */
export interface SarifLocation {
  readonly physicalLocation: {
    readonly artifactLocation: { readonly uri: string };
    readonly region: { readonly startLine: number };
  };
}

/** A log of findings in SARIF 2.1.0 (OASIS, 2020). */
export interface SarifLog {
  readonly $schema: string;
  readonly version: "2.1.0";
  readonly runs: readonly [SarifRun];
}

/** The one run of the log: the tool with its rules, the files, the findings. */
export interface SarifRun {
  readonly tool: {
    readonly driver: { readonly name: string; readonly version: string; readonly rules: readonly object[] };
  };
  readonly artifacts: readonly object[];
  readonly columnKind: "utf16CodeUnits";
  readonly results: readonly SarifResult[];
}

/** Above this share of people whose answer is open, the finding is a warning. */
const MANY_OPEN = 0.2;

type Rules = Readonly<Record<string, SarifRule>>;

/** Something found, before it is written down. */
export interface Finding<Rule extends string = keyof typeof SARIF_RULES> {
  readonly rule: Rule;
  readonly level?: SarifLevel;
  readonly text: string;
  readonly file: string;
  /** Rows; the header where there is no better place. */
  readonly rows?: readonly number[];
  readonly related?: { readonly file: string; readonly rows: readonly number[] };
  /** What tells it from other findings of its rule. */
  readonly key: readonly string[];
  readonly properties?: Readonly<Record<string, string | number>>;
}

/**
 * The findings of an audit for tools that read SARIF: indications with a place in the files, never a verdict. Files are
 * named as in the audit, without folders; a finding about a whole column or file points to the header.
 */
export function auditSarif(file: AuditFile): SarifLog {
  const findings = [
    ...file.findings.flatMap((found) => ofFinding(found, file)),
    ...balancedSample(file),
    ...dataFindings(file),
  ];
  const { decisions, letters, population } = file.files;
  return sarifLog(file.version, [decisions, letters, population], SARIF_RULES, findings);
}

export function sarifLog(
  version: string,
  files: readonly (EvidenceFile | null)[],
  rules: Rules,
  findings: readonly Finding<string>[],
): SarifLog {
  const keys = Object.keys(rules);
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "recast", version, rules: Object.entries(rules).map(ruleOf) } },
        artifacts: files.flatMap((file) => (file === null ? [] : [artifactOf(file)])),
        columnKind: "utf16CodeUnits",
        results: findings.map((finding) => ({
          ruleIndex: keys.indexOf(finding.rule),
          ...resultOf(finding, rules[finding.rule]?.level ?? "note"),
        })),
      },
    ],
  };
}

const RULE_OF: Readonly<Record<FindingKind, keyof typeof SARIF_RULES>> = {
  "group-difference": "group-difference",
  "letters-contradict": "letters-contradict",
  "immutable-change": "immutable-field",
  "letters-burden": "letters-burden",
  "reasons-protected": "reasons-protected",
  "reasons-differ": "reasons-differ",
  "reasons-against": "reasons-against",
  "rebuilt-model": "rebuilt-model",
  "error-direction": "error-direction",
  "model-difference": "model-difference",
  "open-people": "open-people",
  untested: "untested",
};

const ABOUT_LETTERS: ReadonlySet<FindingKind> = new Set(["letters-contradict", "immutable-change", "letters-burden"]);

/** A finding of the list; what was looked for and not seen is no result, unless the rebuilt model is of no use. */
function ofFinding(found: RankedFinding, file: AuditFile): Finding[] {
  const { id, kind, strength, adjusted, n, share } = found;
  if (strength === "none" && kind !== "rebuilt-model") return [];
  const { decisions, letters } = file.files;
  const known = { adjusted, n, share };
  const properties = Object.entries(known).flatMap(([name, value]) => (value === null ? [] : [[name, value]]));
  return [
    {
      rule: RULE_OF[kind],
      level: levelOf(found),
      text: safe(plain(findingSentence(found, file))),
      file: (ABOUT_LETTERS.has(kind) ? letters?.name : null) ?? decisions.name,
      ...placeOf(found, file),
      key: [id],
      properties: { strength, ...Object.fromEntries(properties) },
    },
  ];
}

function levelOf({ kind, strength, share }: RankedFinding): SarifLevel {
  if (kind === "rebuilt-model") return strength === "none" ? "warning" : "note";
  if (kind === "open-people") return (share ?? 0) > MANY_OPEN ? "warning" : "note";
  return strength === "clear" ? "warning" : "note";
}

/** The rows of both files that contradict each other. */
function placeOf({ kind, id }: RankedFinding, { letters, files }: AuditFile): Pick<Finding, "rows" | "related"> {
  if (kind !== "letters-contradict") return {};
  const found = letters?.contradictions.find((one) => id === contradictionId(one));
  const persons = found?.examples.flatMap(({ personRow }) => personRow ?? []) ?? [];
  return {
    rows: found?.examples.map(({ letterRow }) => letterRow) ?? [],
    ...(persons.length > 0 ? { related: { file: files.decisions.name, rows: persons } } : {}),
  };
}

function balancedSample({ files, facts, evidence }: AuditFile): Finding[] {
  if (!facts.balancedByDesign || evidence.weighted) return [];
  const both = `(${count(evidence.accepted)} and ${count(evidence.rejected)})`;
  const text =
    `Both decisions are equally frequent ${both} and there are no weights: if the file was drawn that way, its rates ` +
    "describe the file and nobody else.";
  return [{ rule: "balanced-sample", text, file: files.decisions.name, key: [] }];
}

function dataFindings({ files, problems, warnings }: AuditFile): Finding[] {
  return [...problems, ...warnings].map(({ severity, code, message, file, column, count: times, rows }) => ({
    rule: "data-problem",
    level: severity,
    text: safe(message),
    file: baseName(file ?? files.decisions.name),
    rows,
    key: [code, baseName(file ?? ""), column ?? ""],
    properties: { code, count: times, ...(column === null ? {} : { column }) },
  }));
}

function ruleOf([key, { name, level, short, help }]: readonly [string, SarifRule]): object {
  return {
    id: `recast/${key}`,
    name,
    shortDescription: { text: short },
    fullDescription: { text: help },
    help: { text: help },
    defaultConfiguration: { level },
  };
}

function artifactOf({ name, bytes, sha256 }: EvidenceFile): object {
  return { location: { uri: uriOf(name) }, length: bytes, hashes: { "sha-256": sha256 }, roles: ["analysisTarget"] };
}

function resultOf(
  { rule, level, text, file, rows = [], related, key, properties }: Finding<string>,
  usual: SarifLevel,
): Omit<SarifResult, "ruleIndex"> {
  return {
    ruleId: `recast/${rule}`,
    level: level ?? usual,
    message: { text },
    locations: locationsOf(file, rows.length > 0 ? rows : [1]),
    ...(related === undefined ? {} : { relatedLocations: locationsOf(related.file, related.rows) }),
    partialFingerprints: { "finding/v1": JSON.stringify([rule, ...key]) },
    ...(properties === undefined ? {} : { properties }),
  };
}

function locationsOf(file: string, rows: readonly number[]): SarifLocation[] {
  return rows.map((row) => ({
    physicalLocation: { artifactLocation: { uri: uriOf(file) }, region: { startLine: Math.max(1, row) } },
  }));
}

function baseName(path: string): string {
  return path.replace(/^.*[/\\]/s, "");
}

/** A file name as a relative reference; a colon is encoded, so that none can be taken for a scheme. */
function uriOf(name: string): string {
  return encodeURIComponent(name.replace(/\p{Cs}/gu, "\uFFFD"));
}

/** Text of the user's within a message: braces and brackets of its own are no placeholders and no links. */
export function safe(text: string): string {
  return text
    .replace(/[\\[\]]/g, "\\$&")
    .replaceAll("{", "{{")
    .replaceAll("}", "}}");
}
