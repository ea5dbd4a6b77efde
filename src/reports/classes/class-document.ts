import { bullets, chapter, type Document, numbered, shown, statement } from "../../document/document.js";
import { capitalised, count, measured, number, percent } from "../../document/format.js";
import { documentHtml } from "../../document/html.js";
import { named } from "../../document/names.js";
import { tableBlock } from "../../document/table-view.js";
import { asPageSentence } from "../../errors.js";
import type { ClassAuditFile } from "../../findings/class-file.js";
import { GENERAL_CAVEATS } from "../../measure/trust/caveats.js";
import { letterWorthSentence } from "../letter-worth-words.js";
import { classTables } from "./class-tables.js";

export const LIMITS_TITLE = "What this evidence cannot tell";
const FEW_IN_CLASS = 30;

/** Chapters: their anchor, title and tables. */
const PARTS: readonly (readonly [id: string, title: string, ...tables: string[]])[] = [
  ["evidence", "The evidence", "classes", "letter-directions"],
  ["groups", "Groups in the decisions", "class-rates", "rank-distances"],
  ["rebuilt", "The rebuilt model", "class-methods", "confusion", "class-prototypes"],
  ["determined", "What is clear and what is open", "class-determined", "class-contested-by-group"],
  ["missing", "What is not here", "not-available"],
];

/** The report of an audit with more than two decisions as one HTML page. The same file gives the same bytes. */
export function renderClassReport(file: ClassAuditFile): string {
  return documentHtml(classDocument(file));
}

export function classDocument(file: ClassAuditFile): Document {
  const tables = new Map(classTables(file).map((table) => [table.id, table]));
  const system = (file.identity.system ?? "").trim();
  const problems = file.problems.map(({ severity, message }) => `${capitalised(severity)}: ${asPageSentence(message)}`);
  const chapters = [
    ...PARTS.map(([id, title, ...ids]) =>
      chapter(id, title, { body: ids.map((each) => tableBlock(tables.get(each))) }),
    ),
    ...(problems.length === 0 ? [] : [chapter("problems", "Notes about the files", { body: [bullets(problems)] })]),
    chapter("limits", LIMITS_TITLE, { body: [bullets(classLimits(file))] }),
  ];
  return {
    title: system === "" ? "Audit of decisions with more than two values" : `Audit of ${named(system)}`,
    kicker: `Made with recast ${file.version}`,
    facts: facts(file),
    glance: classGlance(file).map(([lead, text]) => ({ lead, statements: [statement(text)], section: null })),
    sections: numbered(chapters),
    appendix: null,
    footer:
      "Every number of this page is in audit.json and tables/. manifest.json has the hashes of all files; recast " +
      "verify makes the audit again.",
  };
}

function facts({ identity, evidence, files }: ClassAuditFile): Document["facts"] {
  const stated = [
    ["Purpose", identity.purpose],
    ["Period", identity.period],
    ["Auditor", identity.auditor],
    ["Date", identity.date],
    ["Notes", identity.notes],
    ["Decision", `${evidence.decision.column}: ${evidence.decision.classes.join(" < ")}`],
    ["Files", [files.decisions.name, ...(files.letters === null ? [] : [files.letters.name])].join(", ")],
  ] as const;
  return stated.flatMap(([name, text]) => (text === null ? [] : [[name, { text, as: "given" }] as const]));
}

/** What the evidence cannot tell: the limits of every audit, then this one's. */
export function classLimits({ evidence, directions }: ClassAuditFile): string[] {
  const { counts, decision } = evidence;
  const rarest = Math.min(...counts);
  const derived = directions.reduce((sum, direction) => sum + direction.derived, 0);
  return shown(
    ...Object.values(GENERAL_CAVEATS).map(({ text }) => text),
    rarest < FEW_IN_CLASS
      ? `Only ${count(rarest)} people got '${decision.classes[counts.indexOf(rarest)]}': what is said about ` +
          "this decision is at most an indication."
      : null,
    evidence.letters === 0 ? "There are no letters: methods built on them could not be used." : null,
    derived > 0
      ? `${count(derived)} of ${count(evidence.letters)} letters do not say both of their decisions. They were ` +
          "read from the nearest people, which may be wrong."
      : null,
  );
}

/** The findings in one sentence each, as far as a page can without a verdict. */
export function classGlance(file: ClassAuditFile): (readonly [lead: string, text: string])[] {
  const { evidence, methods, recommendation, letterWorth, band } = file;
  const promised = methods.find(({ method }) => method === recommendation.method)?.lettersAsOffered ?? null;
  return [
    [
      "Evidence",
      `${count(evidence.people)} people with ${evidence.decision.classes.length} possible decisions, and ` +
        `${count(evidence.letters)} letters.`,
    ],
    ["Rebuilt model", recommendation.sentence],
    [
      "Letters",
      evidence.letters === 0 ? "There are no letters." : letterWorthSentence(letterWorth, recommendation.method),
    ],
    ...(promised === null
      ? []
      : [
          [
            "Promises",
            `${measured(promised)} of held-out letters get the decision they promise from the rebuilt model.`,
          ] as const,
        ]),
    ["Groups", furthestGroups(file)],
    [
      "Clear or open",
      band.failure === null
        ? `${percent(1 - band.contested.share)} of the people get the same decision from recast whatever the ` +
          "letters weigh; for the others it is open."
        : `Not computed: ${band.failure.message}`,
    ],
  ];
}

function furthestGroups({ facts: all }: ClassAuditFile): string {
  const [first, ...others] = all.flatMap(({ attribute, distance }) =>
    distance === null ? [] : [{ attribute, ...distance }],
  );
  if (first === undefined) return "No two groups with at least ten people each can be compared.";
  const { value, a, b, attribute, low, high } = others.reduce((far, one) => (one.value > far.value ? one : far), first);
  return (
    `The largest distance over the ordered decisions is ${number(value)} steps, between ${a} and ${b} ` +
    `(${attribute}; 95 % interval ${number(low)} to ${number(high)}). It is an indication, not a finding of cause.`
  );
}
