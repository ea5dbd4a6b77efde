import {
  bullets,
  type Chapter,
  chapter,
  type Document,
  definitions,
  headed,
  numbered,
  statement,
} from "../../document/document.js";
import { amount, count, percent } from "../../document/format.js";
import { documentHtml } from "../../document/html.js";
import { named, plain } from "../../document/names.js";
import type { Page } from "../../document/terminal.js";
import type { LeakFile } from "../../findings/leak-file.js";
import { aloneChapter, type DrawFigure, letterChapters, NOTICE_WORDS, noticeChapter } from "./leak-chapters.js";
import { drawLeak, type LeakDrawings } from "./leak-charts.js";
import { leakBlocks } from "./leak-tables.js";
import { conditionWords, leakGlance, validityWords } from "./leak-words.js";

export function renderLeak(file: LeakFile): string {
  return documentHtml(leakDocument(file, drawLeak(file)));
}

export function leakDocument(file: LeakFile, drawings: LeakDrawings): Document {
  const { settings, reference, files } = file;
  const told = files.letters === null ? "notices" : "letters";
  const compared = reference.kind === "file" ? "reference rows" : "held-out decisions";
  return {
    title: `What the decisions and ${told} of ${named(files.decisions.name)} give away`,
    kicker: "Leakage report",
    facts: [
      ["Rebuilt by", settings.method],
      ["Compared on", `${count(reference.rows)} ${compared}`],
      ["Repeats", count(settings.repeats)],
      ["Seed", String(settings.seed)],
    ],
    glance: leakGlance(file).map(({ lead, text }) => ({ lead, statements: [statement(text)], section: null })),
    sections: numbered(chaptersOf(file, drawings)),
    appendix: null,
    footer: `Written by recast ${file.version}. Same files, settings and seed give the same bytes.`,
  };
}

function chaptersOf(file: LeakFile, drawings: LeakDrawings): Chapter[] {
  const table = leakBlocks(file);
  const glance = leakGlance(file);
  const figure: DrawFigure = (title, svg, ...leads) => {
    const words = glance.filter(({ lead }) => leads.includes(lead)).map(({ text }) => text);
    const label = plain(`${title}. ${words.join(" ")}`);
    return svg === null ? null : { kind: "figure" as const, title, label, reads: null, svg, table: null };
  };
  const { conditions, notes } = file;
  return [
    ...(file.evidence.letters > 0 ? letterChapters(file, drawings, figure) : [aloneChapter(file, drawings, figure)]),
    ...(file.notices.length === 0 ? [] : [noticeChapter(file, drawings, figure)]),
    ...(conditions.length === 0
      ? []
      : [
          chapter("conditions", "Conditions", {
            says: ["When the run should fail, and whether it did."],
            body: [bullets(conditions.map(conditionWords)), table("conditions")],
          }),
        ]),
    chapter("method", "How this was measured", {
      says: [methodWords(file)],
      body: [
        definitions(settingsOf(file)),
        headed("Notes", notes.length === 0 ? null : bullets(notes.map(({ text }) => text))),
      ],
    }),
  ];
}

function methodWords({ settings, reference, fits }: LeakFile): string {
  const rows =
    reference.kind === "file"
      ? `Every repeat is compared with the same ${count(reference.rows)} reference rows; the interval joins the ` +
        "spread of the repeats and the spread of the rows. If a size takes nearly all people there are, repeats " +
        "differ little, and the interval does not show what other people would have given."
      : `Every repeat holds out another ${percent(settings.holdOut ?? 0)} of the decisions, of each kind of people, ` +
        "with their letters, to compare with; the interval allows for the overlap of the repeats (Nadeau and " +
        "Bengio, 2003).";
  return (
    `${amount(settings.repeats, "repeat")}, ${amount(fits, "fit")}. The seed draws other people in each repeat; ` +
    "smaller numbers are part of larger ones, and rejected people with a letter come first. " +
    `${rows}`
  );
}

function settingsOf(file: LeakFile): readonly (readonly [string, string])[] {
  const { settings, evidence, reference, files } = file;
  const { decisions, letters, reference: own } = files;
  const { alsoObserved } = reference;
  const leftOut = alsoObserved === 0 ? "" : `; ${count(alsoObserved)} left out because they are among the decisions`;
  const sizes = (list: readonly number[]) => list.map(count).join(", ");
  return [
    [
      "Decisions",
      `${named(decisions.name)}: ${count(evidence.rejected)} rejected, ${count(evidence.accepted)} accepted, ` +
        `${amount(evidence.features, "feature")}`,
    ],
    ...lettersLine(file),
    [
      "Reference rows",
      `${own === null ? "held out" : named(own.name)}: ${count(reference.rejected)} rejected, ` +
        `${count(reference.accepted)} accepted${leftOut}`,
    ],
    ["Method", `${settings.method}; without letters ${settings.withoutLetters}; ${settings.scaling} scaling`],
    [
      "People per class",
      `${sizes(settings.sizes)}; without letters ${sizes(settings.sizesWithoutLetters)}; fields and mitigations ` +
        `at ${count(settings.at)}`,
    ],
    ["SHA-256 of decisions", decisions.sha256],
    ...(letters === null ? [] : ([["SHA-256 of letters", letters.sha256]] as const)),
    ...(own === null ? [] : ([["SHA-256 of reference rows", own.sha256]] as const)),
  ];
}

function lettersLine({ files, evidence }: LeakFile): (readonly [string, string])[] {
  const { letters } = files;
  const { toldReasons } = evidence;
  const reasons = toldReasons === 0 ? [] : ([["Reasons", `to ${count(toldReasons)} rejected people`]] as const);
  if (letters === null) return [...reasons];
  const told = `${named(letters.name)}: ${count(evidence.letters)}, to ${count(evidence.answered)} rejected people`;
  return [["Letters", told], ...reasons];
}

export function describeLeak(sheet: Page, file: LeakFile): void {
  const table = leakBlocks(file);
  const { at } = file.settings;
  for (const { lead, text } of leakGlance(file)) sheet.text(`${lead}: ${plain(text)}`, 2);

  sheet.heading("Fidelity by people per class");
  sheet.table(table("curves"));
  if (file.evidence.letters > 0) {
    sheet.heading("What letters add, and how many decisions they are worth");
    sheet.table(table("worth"));
  }
  if (file.fields.length > 0) {
    sheet.heading(`Which fields leak, at ${at} people per class`);
    sheet.table(table("fields"));
  }
  if (file.evidence.letters > 0) {
    sheet.heading(`Mitigations, at ${at} people per class`);
    sheet.table(table("mitigations", ["change"]));
    sheet.text(plain(validityWords(file)), 0, "dim");
  }
  if (file.notices.length > 0) {
    sheet.heading("What reasons and thresholds give away");
    sheet.table(table("notices", ["told"]));
    sheet.text(NOTICE_WORDS, 0, "dim");
  }
  for (const { text } of file.notes) sheet.text(text, 2, "yellow");

  if (file.conditions.length > 0) {
    sheet.heading("Conditions");
    for (const condition of file.conditions) {
      const words = `${condition.failed ? "FAILED" : "passed"}  ${conditionWords(condition)}`;
      if (condition.failed) sheet.text(words, 8, "red");
      else sheet.text(words, 8);
    }
  }
}
