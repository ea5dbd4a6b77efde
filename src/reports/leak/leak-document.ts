import {
  bullets,
  type Chapter,
  chapter,
  type Document,
  definitions,
  headed,
  note,
  numbered,
  sideBySide,
  statement,
} from "../../document/document.js";
import { amount, count, percent } from "../../document/format.js";
import { documentHtml } from "../../document/html.js";
import { named, plain } from "../../document/names.js";
import { tableBlock } from "../../document/table-view.js";
import type { Page } from "../../document/terminal.js";
import type { LeakFile } from "../../findings/leak-file.js";
import { drawLeak, type LeakDrawings } from "./leak-charts.js";
import { leakTables } from "./leak-tables.js";
import { conditionWords, leakGlance, validityWords, worthSentence } from "./leak-words.js";

const SHOWN = {
  curves: ["curve", "n", "letters", "fidelity"],
  "letter-curve": ["letters", "fidelity"],
  worth: ["n", "letters", "gain", "equivalentWords", "rangeWords", "perLetterWords"],
  fields: ["field", "changed", "drop", "reveals"],
  mitigations: ["mitigation", "fidelity", "change", "sent", "addedDistance", "addedFields", "validity"],
  conditions: ["condition", "failed"],
} as const;

/** Tables as pages show them, or with fewer columns; null where there are no rows. */
function tablesOf(file: LeakFile) {
  const tables = leakTables(file);
  return (id: keyof typeof SHOWN, hide: readonly string[] = []) => {
    const columns = SHOWN[id].filter((key) => !hide.includes(key));
    const words = { cells: {}, unknown: "not known", because: null };
    return tableBlock(
      tables.find((table) => table.id === id),
      { columns },
      words,
    );
  };
}

export function renderLeak(file: LeakFile): string {
  return documentHtml(leakDocument(file, drawLeak(file)));
}

export function leakDocument(file: LeakFile, drawings: LeakDrawings): Document {
  const { settings, reference, files } = file;
  const compared = reference.kind === "file" ? "reference rows" : "held-out decisions";
  return {
    title: `What the decisions and letters of ${named(files.decisions.name)} give away`,
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
  const table = tablesOf(file);
  const glance = leakGlance(file);
  const figure = (title: string, svg: string | null, ...leads: readonly string[]) => {
    const words = glance.filter(({ lead }) => leads.includes(lead)).map(({ text }) => text);
    const label = plain(`${title}. ${words.join(" ")}`);
    return svg === null ? null : { kind: "figure" as const, title, label, reads: null, svg, table: null };
  };
  const { letterCurve, fieldsLeftOut, conditions, notes } = file;
  const byLetters = `Fidelity against letters, with ${count(letterCurve.n)} people per class`;
  return [
    chapter("curves", "How much is given away", {
      says: [
        "The more people an outsider knows about, the closer the rebuilt model comes to the platform's own " +
          "decisions. The distance between the two curves of the same method is what the letters add; the other " +
          "curves show other methods.",
      ],
      body: [
        sideBySide(
          figure("Fidelity against people per class", drawings.curves, "Fidelity", "What letters add"),
          figure(byLetters, drawings.letters, "Fidelity", "What letters add"),
        ),
        table("curves"),
        table("letter-curve"),
      ],
      limits: [
        "Fidelity is the share of reference rows answered like the platform, in the proportions they come in. It " +
          "says nothing about whether the decisions are right.",
        "An outsider may know a better method than the ones tried here; then more is given away than shown.",
      ],
    }),
    chapter("worth", "What a letter is worth", {
      says: [
        "How many decisions without letters give the same fidelity, read off the curve without letters. Neighbours " +
          "that fall are pooled so that the curve rises, and straight lines join the sizes.",
      ],
      body: [bullets(file.worth.map(worthSentence)), table("worth")],
      limits: [
        "If the curve without letters does not reach as high, only a bound is known: more than the number of " +
          "decisions there are.",
        "The range over the repeats is the least and the most of them, not a 95 % interval.",
      ],
    }),
    ...(file.fields.length === 0
      ? []
      : [
          chapter("fields", "Which fields leak", {
            says: [
              "One field at a time is set back to the person's own value in every letter; the loss of fidelity is " +
                "what that field adds to the others. The other way round, a field alone is what its changes reveal " +
                "when all other fields are set back.",
            ],
            body: [
              figure("Loss of fidelity when a field is not told", drawings.fields, "Fields"),
              table("fields"),
              fieldsLeftOut === 0 ? null : leftOutSentence(fieldsLeftOut),
            ],
            limits: [
              "A letter with a field set back asks for less than the platform would accept, so part of a loss is " +
                "that the letter misleads. The numbers rank fields; they are no shares of a whole.",
              "Fields that always change together share what they reveal, and may each show little loss.",
              "A fit with a field set back keeps what the method chose by its own cross-validation with all " +
                "letters; an outsider who chooses again may lose less.",
            ],
          }),
        ]),
    chapter("mitigations", "Mitigations and what they cost recipients", {
      says: [
        "Each mitigation changes the letters that were sent, and the model is rebuilt from what remains. " +
          "Distances are in ranges: a field's 5–95 % range is one, another category √2.",
      ],
      body: [
        note("Validity", validityWords(file)),
        figure("Fidelity after each mitigation", drawings.mitigations, "Mitigations"),
        table("mitigations"),
      ],
      limits: [
        "The letters are changed after the fact; a service built with a mitigation could choose other changes, " +
          "and would ask other things of people.",
        "A mitigation makes letters less useful. These numbers do not say whether that is acceptable or lawful.",
      ],
    }),
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

export function leftOutSentence(fields: number): string {
  return (
    `${amount(fields, "further field that letters change was", "further fields that letters change were")} not ` +
    "measured; --fields raises the number."
  );
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
    ["Letters", `${named(letters.name)}: ${count(evidence.letters)}, to ${count(evidence.answered)} rejected people`],
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
    ["SHA-256 of letters", letters.sha256],
    ...(own === null ? [] : ([["SHA-256 of reference rows", own.sha256]] as const)),
  ];
}

export function describeLeak(sheet: Page, file: LeakFile): void {
  const table = tablesOf(file);
  const { at } = file.settings;
  for (const { lead, text } of leakGlance(file)) sheet.text(`${lead}: ${plain(text)}`, 2);

  sheet.heading("Fidelity by people per class");
  sheet.table(table("curves"));
  sheet.heading("What letters add, and how many decisions they are worth");
  sheet.table(table("worth"));
  if (file.fields.length > 0) {
    sheet.heading(`Which fields leak, at ${at} people per class`);
    sheet.table(table("fields"));
  }
  sheet.heading(`Mitigations, at ${at} people per class`);
  sheet.table(table("mitigations", ["change"]));
  sheet.text(plain(validityWords(file)), 0, "dim");
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
