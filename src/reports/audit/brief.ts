import { type Body, type Chapter, chapter, type Document, shown } from "../../document/document.js";
import { amount, count, list, percent } from "../../document/format.js";
import { documentHtml } from "../../document/html.js";
import { named } from "../../document/names.js";
import type { AuditFile } from "../../findings/audit-file.js";
import type { FindingKind } from "../../findings/findings.js";
import { findingSentence } from "../finding-words.js";
import { letterWorthSentence, reasonWorthSentence } from "../letter-worth-words.js";
import { checkSentence, toldSentence } from "../reason-words.js";
import { type Context, contextOf } from "./context.js";
import { firstPage } from "./first-page.js";
import { reportTitle, statedFacts } from "./identity.js";
import { REASONS_TITLE } from "./reasons.js";
import { heldSentence } from "./sensitivity-words.js";

/** Sentences about one subject that two pages have room for. */
const MOST_SENTENCES = 3;
const MOST_FIELDS = 5;
/** Where the pages hold letters and reasons. */
const FEW_FIELDS = 2;

const METHOD =
  "The audit first compares how often each group got the decision, against everybody else, and corrects for every " +
  "comparison made. This needs no model. Then it rebuilds a rule: several methods learn from the decisions and, " +
  "where there are letters, from what they say a refused person would have needed. Each method answers for " +
  "people it was not shown; the one that does best, or as well as the best, is the rebuilt model. It is fitted again " +
  "and again on people drawn at random from the file. Where these fits disagree about somebody, the answer is open. " +
  "Intervals cover 95 %. Equal files and settings give equal numbers on any machine.";

/** The findings on two sheets of paper: the first page, and what an editor or a board asks next. */
export function renderBrief(file: AuditFile): string {
  return documentHtml(briefDocument(file));
}

export function briefDocument(file: AuditFile): Document {
  const context = contextOf(file, []);
  const parts = [lettersPart(context), reasonsPart(context), openPart(file), methodPart(), checkPart(context)];
  const chapters = shown(...parts);
  return {
    title: reportTitle(file),
    kicker: "Findings on two pages",
    facts: statedFacts(file),
    first: firstPage(file),
    glance: [],
    sections: chapters.map((one) => ({ ...one, number: "" })),
    appendix: null,
    footer: `Written by Recast ${file.version}. The whole report is report.html in the same folder.`,
  };
}

function sentencesOf(file: AuditFile, ...kinds: readonly FindingKind[]): string[] {
  return file.findings.filter(({ kind }) => kinds.includes(kind)).map((finding) => findingSentence(finding, file));
}

function lettersPart(context: Context): Chapter | null {
  const { file } = context;
  const { letters, letterWorth, recommendation } = file;
  const title = "What letters ask";
  if (letters === null && file.reasons !== null) return null;
  if (letters === null) {
    return chapter("letters", title, { body: ["There are no letters, so what refused people are told is not known."] });
  }
  const { coverage } = letters;
  const asked = sentencesOf(file, "letters-contradict", "immutable-change", "letters-burden");
  const body: Body = [
    coverage === null
      ? `${amount(letters.letters, "letter was", "letters were")} given; whom they answer is not known.`
      : `${count(coverage.successes)} of ${amount(coverage.n, "refused person has", "refused people have")} a letter ` +
        `(${percent(coverage.share)}). ${asked.slice(0, MOST_SENTENCES).join(" ")} ` +
        letterWorthSentence(letterWorth, recommendation.method),
    context.table("letter-fields", {
      columns: ["field", "changedLetters", "changed", "up", "down"],
      title: "What letters change",
      limit: file.reasons === null ? MOST_FIELDS : FEW_FIELDS,
      note: null,
    }),
  ];
  return chapter("letters", title, { body });
}

function reasonsPart(context: Context): Chapter | null {
  const { file } = context;
  const { reasons, reasonWorth } = file;
  if (reasons === null) return null;
  const said = sentencesOf(file, "reasons-protected", "reasons-differ", "reasons-against");
  const most = file.letters === null ? MOST_SENTENCES : 1;
  return chapter("reasons", REASONS_TITLE, {
    body: [
      [toldSentence(reasons), checkSentence(reasons), ...said.slice(0, most), reasonWorthSentence(reasonWorth)].join(
        " ",
      ),
      // two pages have no room for what letters change and for this
      file.letters === null
        ? context.table("reasons", {
            columns: ["reason", "people", "told", "against"],
            title: "What people were told, and whether their values agree",
            limit: MOST_FIELDS,
            note: "Own value speaks against it: it is at least as good as the median of the accepted people.",
            blank: ["against"],
          })
        : null,
    ],
  });
}

function openPart(file: AuditFile): Chapter {
  const { sensitivity } = file;
  const unclear = file.findings.filter(
    ({ kind, strength }) => kind === "group-difference" && (strength === "none" || strength === "possible"),
  );
  const told = unclear.slice(0, 2).map((finding) => findingSentence(finding, file));
  const rest = unclear.slice(2).map(({ attribute }) => named(attribute ?? ""));
  const also = rest.length === 0 ? [] : [`Also no clear difference by ${list(rest)}.`];
  const untested = sentencesOf(file, "untested");
  const followed = sensitivity === null || sensitivity.folds === null ? [] : sensitivity.conclusions;
  const held = followed.length === 0 ? [] : [heldSentence(followed)];
  const said = [...sentencesOf(file, "open-people"), ...told, ...also, ...untested.slice(0, 2), ...held];
  return chapter("open", "What stays open", { body: [{ kind: "list", items: said }] });
}

function methodPart(): Chapter {
  return chapter("method", "The method", { body: [METHOD] });
}

function checkPart(context: Context): Chapter {
  return chapter("check", "How to check", {
    body: [
      {
        kind: "commands",
        commands: [
          {
            text: "This makes the audit again from the same files and names the first difference, if there is one:",
            command: "recast verify .",
          },
        ],
      },
      context.table("evidence-files"),
    ],
  });
}
