import { count, number, people, percent, pValue, ratio } from "../document/format.js";
import type { AuditFile } from "../findings/audit-file.js";
import type { EvidenceFile } from "../findings/evidence.js";
import type { AttributeFacts } from "../findings/facts.js";
import type { LetterFindings } from "../findings/letters.js";
import { CELL_WORDS } from "./audit/tables/words.js";
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

/** Below this, an adjusted p-value makes a finding. */
const LEVEL_OF_TESTS = 0.05;
const FOUR_FIFTHS = 0.8;
/** Above this share of people without a determined answer there is a finding. */
const MANY_CONTESTED = 0.2;

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
    ...file.facts.attributes.flatMap((facts) => groupFindings(facts, file)),
    ...letterFindings(file.letters, file),
    ...modelFindings(file),
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

function groupFindings({ attribute, groups }: AttributeFacts, { files, evidence }: AuditFile): Finding[] {
  return groups.flatMap((entry) => {
    const { group, n, status, differenceFromRest, test } = entry;
    const found = evidence.weighted ? entry.weightedImpactRatio : entry.impactRatio;
    const name = `${safe(group)} (${safe(attribute)})`;
    const at = { file: files.decisions.name, key: [attribute, group] };
    const findings: Finding[] = [];
    if (status === "insufficient") {
      const text = `Group ${name} has ${people(n)}: insufficient to carry a number.`;
      findings.push({ rule: "insufficient-group", text, ...at, properties: { n } });
    }
    if (found !== null && found.value < FOUR_FIFTHS) {
      const text =
        `${evidence.weighted ? "Weighted impact" : "Impact"} ratio of ${name}: ${ratio(found.value)}, 95 % interval ` +
        `${ratio(found.low)} to ${ratio(found.high)}; an indication of a rate below four fifths of the highest.`;
      const level = found.high < FOUR_FIFTHS ? "warning" : "note";
      findings.push({ rule: "impact-ratio", level, text, ...at, properties: { impactRatio: found.value, n } });
    }
    if (test !== null && differenceFromRest !== null && test.adjusted < LEVEL_OF_TESTS) {
      const text =
        `Rate of ${name} differs from that of everybody else by ` +
        `${number(Math.round(differenceFromRest.value * 1000) / 10)} percentage points ` +
        `(${CELL_WORDS[test.name] ?? test.name}, p adjusted for all tests ${pValue(test.adjusted)}).`;
      findings.push({ rule: "group-difference", text, ...at, properties: { adjusted: test.adjusted, n } });
    }
    return findings;
  });
}

function letterFindings(letters: LetterFindings | null, { files }: AuditFile): Finding[] {
  if (letters === null || files.letters === null) return [];
  const at = files.letters.name;
  const certain = letters.contradictions.filter(({ strength }) => strength === "certain");
  const contradictions = certain.map(({ kind, count: times, field, sentence, examples }): Finding => {
    const persons = examples.flatMap(({ personRow }) => (personRow === null ? [] : [personRow]));
    return {
      rule: "letters-contradict",
      text: safe(sentence),
      file: at,
      rows: examples.map(({ letterRow }) => letterRow),
      ...(persons.length > 0 ? { related: { file: files.decisions.name, rows: persons } } : {}),
      key: [kind, field ?? ""],
      properties: { kind, count: times },
    };
  });
  const immutable = letters.fields
    .filter((entry) => entry.immutable && entry.changed.successes > 0)
    .map(({ field, changed }): Finding => {
      const letters = `${count(changed.successes)} of ${count(changed.n)} letters`;
      const text = `${letters} ask to change ${safe(field)}, which is marked as immutable.`;
      return { rule: "immutable-field", text, file: at, key: [field], properties: { letters: changed.successes } };
    });
  return [...contradictions, ...immutable];
}

function modelFindings({ files, identification, caveats, facts, evidence }: AuditFile): Finding[] {
  const at = files.decisions.name;
  const findings: Finding[] = [];
  const { contested } = identification.determined;
  if (contested.share > MANY_CONTESTED) {
    const whom = `${percent(contested.share)} of ${count(contested.n)} observed people`;
    const text = `For ${whom} the answer is not determined by the evidence.`;
    findings.push({ rule: "contested-share", text, file: at, key: [], properties: { share: contested.share } });
  }
  if (caveats.some(({ code }) => code === "NOT_ABOVE_MAJORITY")) {
    const text =
      "The rebuilt model's agreement is not clearly above that of giving everybody the more frequent decision.";
    findings.push({ rule: "agreement-not-above-majority", text, file: at, key: [] });
  }
  if (facts.balancedByDesign && !evidence.weighted) {
    const both = `(${count(evidence.accepted)} and ${count(evidence.rejected)})`;
    const text =
      `Favourable and unfavourable decisions are equally frequent ${both} and there are no weights: rates mean ` +
      "nothing for everybody who was decided on if the sample was drawn that way.";
    findings.push({ rule: "balanced-sample", text, file: at, key: [] });
  }
  return findings;
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
