import { join } from "node:path";
import { amount, capitalised, count, people, percent } from "../document/format.js";
import { plain } from "../document/names.js";
import { column, measuredShare, type Table, tableOf } from "../document/table.js";
import { tableBlock } from "../document/table-view.js";
import type { Page } from "../document/terminal.js";
import { asSentence } from "../errors.js";
import type { AuditFile } from "../findings/audit-file.js";
import type { ClassAuditFile } from "../findings/class-file.js";
import type { FindingKind } from "../findings/findings.js";
import { learningWords } from "../reports/audit/rebuilt-words.js";
import { fewPeople, readsLetters } from "../reports/audit/tables/rows.js";
import { classGlance, classLimits, LIMITS_TITLE } from "../reports/classes/class-document.js";
import { classTables } from "../reports/classes/class-tables.js";
import { findingSentence, firstWords } from "../reports/finding-words.js";
import { letterWorthSentence, reasonWorthSentence } from "../reports/letter-worth-words.js";
import { checkSentence, toldSentence } from "../reports/reason-words.js";

/** Groups of one attribute shown in the terminal; audit.json has them all. */
const MOST_GROUPS = 20;

type GroupRate = AuditFile["facts"]["attributes"][number]["groups"][number];

export function describeEvidence(sheet: Page, { evidence, reasons }: AuditFile): void {
  const { decision, accepted, rejected, letters, paired } = evidence;
  const answered = `${count(evidence.rejectedWithLetter)} of ${amount(rejected, "refused person", "refused people")}`;
  const whom = paired === 0 ? "it is not known whom they answer" : `${answered} have one`;
  const favoured = `${count(accepted)} '${decision.favourable}' (favourable)`;
  sheet.pairs([
    ["people", `${count(evidence.observations)}: ${favoured}, ${count(rejected)} '${decision.unfavourable}'`],
    ["letters", letters === 0 ? "none" : `${count(letters)}; ${whom}`],
    ...(reasons === null ? [] : [["reasons", `${count(reasons.given)} told to ${people(reasons.people)}`] as const]),
    ["features", evidence.features.join(", ")],
  ]);
}

/** How often each method answers like the target for people it never saw: what only a demo can know. */
export interface Fidelity {
  /** "the hidden lender". */
  readonly target: string;
  readonly shares: ReadonlyMap<string, number>;
  /** How many people they are of. */
  readonly people: number;
}

/** What the audit found, the most important first; `fidelity` adds what only a demo can know. */
export function describeFindings(sheet: Page, file: AuditFile, fidelity?: Fidelity): void {
  describeFirst(sheet, file);
  describeGroups(sheet, file);
  describeReasons(sheet, file);
  describeTrust(sheet, file, fidelity);
  describeCaveats(sheet, file);
  describeMethods(sheet, file, fidelity);
}

function describeFirst(sheet: Page, file: AuditFile): void {
  const { headline, under, more } = firstWords(file);
  sheet.blank();
  sheet.text(plain(headline), 0, "bold");
  if (under !== null) sheet.text(plain(under));
  for (const { sentence } of more) sheet.text(`- ${plain(sentence)}`, 2);
}

function describeReasons(sheet: Page, file: AuditFile): void {
  const { reasons, findings } = file;
  if (reasons === null) return;
  sheet.heading("What reasons say");
  const found = findings.filter(({ section, strength }) => section === "reasons" && strength !== "untested");
  const said = [toldSentence(reasons), checkSentence(reasons), ...found.map((one) => findingSentence(one, file))];
  for (const one of said) sheet.text(`- ${plain(one)}`, 2);
}

const TRUST: ReadonlySet<FindingKind> = new Set(["rebuilt-model", "error-direction", "open-people"]);

function describeTrust(sheet: Page, file: AuditFile, fidelity: Fidelity | undefined): void {
  sheet.heading("How far to trust the rebuilt model");
  const told = file.findings.filter(({ kind }) => TRUST.has(kind));
  for (const finding of told) sheet.text(`- ${plain(findingSentence(finding, file))}`, 2);
  for (const text of file.sample === null ? [] : learningWords(file.sample)) sheet.text(`- ${text}`, 2);
  const { letterWorth, reasonWorth, recommendation, evidence } = file;
  if (evidence.letters > 0) sheet.text(`- ${plain(letterWorthSentence(letterWorth, recommendation.method))}`, 2);
  if (file.reasons !== null) sheet.text(`- ${plain(reasonWorthSentence(reasonWorth))}`, 2);
  const reached = fidelity?.shares.get(file.recommendation.method);
  if (fidelity === undefined || reached === undefined) return;
  sheet.text(
    `- Only a demo can check this: of ${count(fidelity.people)} other people the rebuilt model answers ` +
      `${percent(reached)} as ${fidelity.target} does.`,
    2,
  );
}

function describeMethods(sheet: Page, file: AuditFile, fidelity: Fidelity | undefined): void {
  const { methods, settings, evidence } = file;
  sheet.heading("For researchers: the methods compared");
  const whom = file.sample === null ? "people" : "sampled people";
  const words = [
    `Right: share of ${whom} the model had not seen (${settings.folds} folds) whom it gave the decision they got.`,
    "Letters: share of held-out letters it confirms, refusing the person and accepting the offer.",
    `Fidelity: share of the other people it answers as ${fidelity?.target} does.`,
  ];
  const shown = [true, evidence.paired > 0, fidelity !== undefined];
  sheet.text(words.filter((_, k) => shown[k]).join(" "), 0, "dim");
  sheet.blank();
  const hide = [
    ...(methods.some(({ letterConsistency }) => letterConsistency !== null) ? [] : ["letters"]),
    ...(fidelity === undefined ? ["fidelity"] : []),
  ];
  sheet.table(tableBlock(methodTable(file, fidelity), { hide }));
  const wanting = methods.filter(({ failure }) => failure?.code === "NO_LETTERS").map(({ method }) => method);
  if (wanting.length > 0) sheet.text(`  – needs letters, and there are none: ${wanting.join(", ")}`, 4, "yellow");
  sheet.text(`▸ ${sentence(file.recommendation.sentence, file.recommendation.method)}`, 2);
  for (const { method, failure } of methods) {
    if (failure !== null && failure.code !== "NO_LETTERS") {
      sheet.text(`  – ${method} could not be measured: ${failure.message}`, 4, "yellow");
    }
  }
}

function methodTable({ methods, recommendation }: AuditFile, fidelity: Fidelity | undefined): Table {
  return tableOf(
    {
      id: "methods",
      title: "Methods",
      emphasis: ({ method }) => (method === recommendation.method ? { as: "highlight", label: "recommended" } : null),
    },
    methods,
    [
      column("method", "word", ({ method }) => method, "method"),
      column("usesLetters", "word", readsLetters, "reads letters"),
      measuredShare("agreement", ({ agreement }) => agreement?.overall, "right"),
      column("letters", "share", ({ letterConsistency }) => letterConsistency?.share ?? null, "letters"),
      column("fidelity", "share", ({ method }) => fidelity?.shares.get(method) ?? null, "fidelity"),
    ],
  );
}

/**
 * Selection rates and impact ratios of each sensitive attribute as observed, which need no model, and the rebuilt
 * model's rates beside them.
 */
export function describeGroups(sheet: Page, { facts, fairness, evidence, recommendation }: AuditFile): void {
  const hide = [
    ...(evidence.weighted ? [] : ["weighted"]),
    ...(recommendation.method === "majority" ? ["rebuilt"] : []),
  ];
  for (const { attribute, groups, kind } of facts.attributes) {
    if (kind === "intersection") continue;
    const rebuilt = fairness[0]?.attributes.find((entry) => entry.attribute === attribute)?.groups ?? [];
    sheet.heading(`Share with '${evidence.decision.favourable}' by ${attribute}`);
    const rebuiltRate = (name: string) => rebuilt.find((entry) => entry.group === name)?.rate.share ?? null;
    const about = { id: "groups", title: attribute, emphasis: (row: GroupRate) => fewPeople(row, row.n) };
    const table = tableOf(about, largest(groups), [
      column("group", "text", ({ group }) => group, "group"),
      column("n", "count", ({ n }) => n, "people"),
      measuredShare("rate", ({ rate }) => rate, "observed"),
      column("impactRatio", "ratio", ({ impactRatio }) => impactRatio?.value ?? null, "impact ratio"),
      column("weighted", "share", ({ weightedRate }) => weightedRate?.value ?? null, "weighted"),
      column("rebuilt", "share", ({ group }) => rebuiltRate(group), "rebuilt model"),
    ]);
    sheet.table(tableBlock(table, { hide }));
    const rest = groups.length - MOST_GROUPS;
    if (rest > 0) sheet.text(`and ${count(rest)} more in audit.json; the ${MOST_GROUPS} largest are shown`, 0, "dim");
  }
}

function largest(groups: readonly GroupRate[]): readonly GroupRate[] {
  if (groups.length <= MOST_GROUPS) return groups;
  const order = [...groups.keys()].sort((a, b) => groups[b]!.n - groups[a]!.n || a - b);
  return order
    .slice(0, MOST_GROUPS)
    .sort((a, b) => a - b)
    .map((k) => groups[k]!);
}

function describeCaveats(sheet: Page, { problems, warnings, caveats }: AuditFile): void {
  const serious = [...problems, ...warnings].filter(
    ({ severity, code }) => severity === "warning" && code !== "NO_LETTERS",
  );
  if (serious.length > 0) {
    sheet.heading("About the files");
    for (const { message } of serious) sheet.text(`- ${asSentence(message)}`, 2, "yellow");
  }
  sheet.heading("What this cannot show");
  for (const { text } of caveats) sheet.text(`- ${text}`, 2);
}

/** Ends with a full stop, and begins with a capital unless it begins with the name of the method. */
function sentence(text: string, method = ""): string {
  const named = method !== "" && text.startsWith(method);
  const begun = named ? text : capitalised(text);
  return begun.endsWith(".") ? begun : `${begun}.`;
}

export function describeClasses(sheet: Page, file: ClassAuditFile): void {
  const methods = classTables(file).find(({ id }) => id === "class-methods");
  for (const [name, words] of classGlance(file)) sheet.text(`${name}: ${words}`, 2);
  sheet.heading("Agreement out of fold");
  const failed = file.methods.some(({ failure }) => failure !== null);
  sheet.table(tableBlock(methods, { columns: ["method", "share", "as_offered", ...(failed ? ["failure"] : [])] }));
  for (const { attribute, groups } of file.facts) {
    sheet.heading(`Decisions by ${attribute}`);
    const table = tableOf({ id: "groups", title: attribute, emphasis: (row) => fewPeople(row, row.n) }, groups, [
      column("group", "text", ({ group }) => group),
      column("people", "count", ({ n }) => n),
      ...file.evidence.decision.classes.map((name, c) =>
        column<(typeof groups)[number]>(`class${c}`, "share", ({ rates }) => rates[c]?.share ?? null, name),
      ),
    ]);
    sheet.table(tableBlock(table));
  }
  sheet.heading(LIMITS_TITLE);
  for (const limit of classLimits(file)) sheet.text(`- ${limit}`, 2);
}

/** Where the files of an audit are, with the `inputs` that were written too, and what can be done `next` with them. */
export function describeFolder(sheet: Page, folder: string, next: readonly string[], inputs = ""): void {
  const at = (name: string) => join(folder, name);
  sheet.heading("Files");
  sheet.pairs([
    ["findings on two pages", at("brief.html")],
    ["report", at("report.html")],
    ["every number", `${at("audit.json")}, ${at("tables")}`],
    ["rebuilt model", at("surrogate.json")],
    ["certificate", at("manifest.json")],
    ...(inputs === "" ? [] : [["evidence", inputs] as const]),
  ]);
  sheet.heading("Try next");
  for (const line of next) sheet.line(line);
}
