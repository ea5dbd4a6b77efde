import { bullets, type Chapter, chapter, type FigureBlock, note, sideBySide } from "../../document/document.js";
import { amount, count } from "../../document/format.js";
import type { LeakFile } from "../../findings/leak-file.js";
import type { LeakDrawings } from "./leak-charts.js";
import { leakBlocks } from "./leak-tables.js";
import { NOTICES, noticeSentences, validityWords, worthSentence } from "./leak-words.js";

/** A figure with the lines of the glance that `leads` name as its words; null without a drawing. */
export type DrawFigure = (title: string, svg: string | null, ...leads: readonly string[]) => FigureBlock | null;

const FIDELITY_LIMITS = [
  "Fidelity is the share of reference rows answered like the platform, in the proportions they come in. It says " +
    "nothing about whether the decisions are right.",
  "An outsider may know a better method than the ones tried here; then more is given away than shown.",
];

/** What letters give away: curves, worth, fields, mitigations. */
export function letterChapters(file: LeakFile, drawings: LeakDrawings, figure: DrawFigure): Chapter[] {
  const table = leakBlocks(file);
  const { letterCurve, fieldsLeftOut } = file;
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
      limits: FIDELITY_LIMITS,
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
  ];
}

/** What decisions give away where there are no letters. */
export function aloneChapter(file: LeakFile, drawings: LeakDrawings, figure: DrawFigure): Chapter {
  return chapter("curves", "How much decisions give away", {
    says: [
      "The more people an outsider knows about, the closer the rebuilt model comes to the platform's own decisions. " +
        "There are no letters: the curves are for decisions alone.",
    ],
    body: [figure("Fidelity against people per class", drawings.curves, "Decisions alone"), leakBlocks(file)("curves")],
    limits: FIDELITY_LIMITS,
  });
}

/** What is compared with what, wherever notices are shown. */
export const NOTICE_WORDS =
  "A reason says what counts against a person, without a value; a threshold names one field and the value it would " +
  "have needed. Each row is the same method on the same people, with the notice and without.";

/** What reasons and thresholds give away. */
export function noticeChapter(file: LeakFile, drawings: LeakDrawings, figure: DrawFigure): Chapter {
  const readsReasons = file.notices.some(({ mostReasons }) => mostReasons !== 0);
  const drawn = file.notices.some(({ reasonsFrom, mostReasons }) => reasonsFrom === "files" && mostReasons !== null);
  return chapter("notices", "What reasons and thresholds give away", {
    says: [NOTICE_WORDS],
    body: [
      bullets(noticeSentences(file)),
      figure("Fidelity with each notice", drawings.notices, NOTICES),
      leakBlocks(file)("notices"),
    ],
    limits: [
      ...(readsReasons
        ? [
            "Where people are told reasons, members that explain them join the ensemble. Part of what is added may " +
              "come from these members as such; an outsider who knows them gains that part from decisions alone.",
            "The method reads reasons only where held-out decisions do not speak against it. In a repeat in which " +
              "they do, reasons add exactly nothing.",
          ]
        : []),
      ...(drawn
        ? ["Files do not keep the order of reasons. Where fewer are told than they give, the seed draws which."]
        : []),
      "An outsider may know a better way to read reasons; then more is given away than shown.",
    ],
  });
}

export function leftOutSentence(fields: number): string {
  return (
    `${amount(fields, "further field that letters change was", "further fields that letters change were")} not ` +
    "measured; --fields raises the number."
  );
}
