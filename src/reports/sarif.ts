import type { AuditFile } from "../findings/audit-file.js";
import type { EvidenceFile } from "../findings/evidence.js";
import type { AttributeFacts } from "../findings/facts.js";
import type { LetterFindings } from "../findings/letters.js";
import { CELL_WORDS } from "./audit/tables/words.js";
import { SARIF_RULES, SARIF_MESSAGES as SAY, type SarifLevel, type SarifRule } from "./sarif-rules.js";

/** A finding: which rule, how loud, what, and where. */
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

/** Below this, an adjusted p-value makes a finding. */
const LEVEL_OF_TESTS = 0.05;
const FOUR_FIFTHS = 0.8;
/** Above this share of people without a determined answer there is a finding. */
const MANY_CONTESTED = 0.2;

/** What a kind of finding is about, by its key. */
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
 * named
 * as in the audit, without folders; a finding about a whole column or file points to the header.
 */
export function auditSarif(file: AuditFile): SarifLog {
  const findings = [
    ...file.facts.attributes.flatMap((facts) => groupFindings(facts, file)),
    ...letterFindings(file.letters, file),
    ...modelFindings(file),
    ...dataFindings(file),
  ];
  const { decisions, letters, population } = file.files;
  return sarifLog(file.version, [decisions, letters, population], SARIF_RULES, findings);
}

/** A log of findings about these files; each finding names one of the rules. */
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

function groupFindings({ attribute, groups }: AttributeFacts, { files, evidence }: AuditFile): Finding[] {
  const findings: Finding[] = [];
  const at = files.decisions.name;
  const name = safe(attribute);
  for (const { group, n, status, impactRatio, weightedImpactRatio, differenceFromRest, test } of groups) {
    const key = [attribute, group];
    const ratio = evidence.weighted ? weightedImpactRatio : impactRatio;
    if (status === "insufficient") {
      findings.push({
        rule: "insufficient-group",
        text: SAY.insufficient(safe(group), name, n),
        file: at,
        key,
        properties: { n },
      });
    }
    if (ratio !== null && ratio.value < FOUR_FIFTHS) {
      const text = SAY.impactRatio(safe(group), name, ratio.value, ratio.low, ratio.high, evidence.weighted);
      const level = ratio.high < FOUR_FIFTHS ? "warning" : "note";
      findings.push({ rule: "impact-ratio", level, text, file: at, key, properties: { impactRatio: ratio.value, n } });
    }
    if (test !== null && differenceFromRest !== null && test.adjusted < LEVEL_OF_TESTS) {
      const text = SAY.groupDifference(
        safe(group),
        name,
        differenceFromRest.value,
        test.adjusted,
        CELL_WORDS[test.name] ?? test.name,
      );
      findings.push({ rule: "group-difference", text, file: at, key, properties: { adjusted: test.adjusted, n } });
    }
  }
  return findings;
}

function letterFindings(letters: LetterFindings | null, { files }: AuditFile): Finding[] {
  if (letters === null || files.letters === null) return [];
  const at = files.letters.name;
  const contradictions = letters.contradictions.map(({ kind, strength, count, field, sentence, examples }): Finding => {
    const people = examples.flatMap(({ personRow }) => (personRow === null ? [] : [personRow]));
    return {
      rule: "letters-contradict",
      level: strength === "certain" ? "warning" : "note",
      text: safe(sentence),
      file: at,
      rows: examples.map(({ letterRow }) => letterRow),
      ...(people.length > 0 ? { related: { file: files.decisions.name, rows: people } } : {}),
      key: [kind, field ?? ""],
      properties: { kind, count },
    };
  });
  const immutable = letters.fields
    .filter((entry) => entry.immutable && entry.changed.successes > 0)
    .map(({ field, changed }): Finding => {
      const text = SAY.immutable(safe(field), changed.successes, changed.n);
      return { rule: "immutable-field", text, file: at, key: [field], properties: { letters: changed.successes } };
    });
  return [...contradictions, ...immutable];
}

function modelFindings({ files, identification, caveats, facts, evidence }: AuditFile): Finding[] {
  const at = files.decisions.name;
  const findings: Finding[] = [];
  const { contested } = identification.determined;
  if (contested.share > MANY_CONTESTED) {
    const text = SAY.contested(contested.share, contested.n);
    findings.push({ rule: "contested-share", text, file: at, key: [], properties: { share: contested.share } });
  }
  if (caveats.some(({ code }) => code === "NOT_ABOVE_MAJORITY")) {
    findings.push({ rule: "agreement-not-above-majority", text: SAY.majority, file: at, key: [] });
  }
  if (facts.balancedByDesign && !evidence.weighted) {
    findings.push({
      rule: "balanced-sample",
      text: SAY.balanced(evidence.accepted, evidence.rejected),
      file: at,
      key: [],
    });
  }
  return findings;
}

function dataFindings({ files, problems, warnings }: AuditFile): Finding[] {
  return [...problems, ...warnings].map(({ severity, code, message, file, column, count, rows }) => ({
    rule: "data-problem",
    level: severity,
    text: safe(message),
    file: baseName(file ?? files.decisions.name),
    rows,
    key: [code, baseName(file ?? ""), column ?? ""],
    properties: { code, count, ...(column === null ? {} : { column }) },
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

/** Places in a file; row 1 is the header. */
function locationsOf(file: string, rows: readonly number[]): SarifLocation[] {
  return rows.map((row) => ({
    physicalLocation: { artifactLocation: { uri: uriOf(file) }, region: { startLine: Math.max(1, row) } },
  }));
}

/** The last part of a path: nobody's folders. */
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
