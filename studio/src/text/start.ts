import { amount as counted } from "../../../src/document/format.js";
import { sizeOf } from "./count-words.js";

/** The Files screen. */
export const start = {
  title: "Audit a system that accepts or rejects people",
  lead:
    "Give it the decisions, and the letters that told people what would have changed them. Recast compares groups, " +
    "checks what the letters ask of whom, rebuilds the rule, and tells you how far to trust all of it.",
  dropTitle: "Drop the files here",
  dropMore: "Drop more files here, or a corrected version of one",
  dropText:
    "Decisions, and letters and a population if you have them: CSV, Excel (.xlsx), OpenDocument (.ods), Parquet or " +
    "Arrow. This browser reads the files; they stay on this computer.",
  pick: "Choose files",
  given: "Files of this audit",
  givenHint: "Recast guessed what each file is from its columns and name. Correct what is wrong.",
  next: "Check the columns",
  nextNeedsDecisions: "Add a file of decisions first.",
  roles: { decisions: "Decisions", letters: "Letters", population: "Population" },
  place: {
    empty: {
      decisions: "Required. One row per person, with the decision.",
      letters: "Optional. What rejected people were told would have changed the decision.",
      population: "Optional. More people of the same kind, without a decision.",
    },
    choose: "Choose a file",
    chooseFor: (role: string) => `Choose a file: ${role}`,
    size: (rows: number, columns: number, bytes: number) =>
      `${counted(rows, "row")}, ${counted(columns, "column")}, ${sizeOf(bytes)}`,
    because: (reason: string) => `Why: ${reason}.`,
    unsure: "Please check.",
    usedAs: "Used as",
    of: (name: string) => ` (${name})`,
    sheet: "Sheet",
    sheetRead: (sheet: string) => `The sheet ${sheet} is read`,
    moved: (name: string, role: string) => `${name} is now used as: ${role}`,
    replace: (name: string) => `Choose another file instead of ${name}`,
    remove: (name: string) => `Remove ${name}`,
    removed: (name: string) => `Removed: ${name}`,
  },
  taken: (names: readonly string[]) => `Added: ${names.join(", ")}`,
  unused: "Not used",
  unusedFile: (name: string, reason: string) => `${name}: ${reason}.`,
  moreUnused: (count: number) => `And ${counted(count, "more file")}.`,
  refused: (count: number) => (count === 1 ? "A file could not be added" : `${count} files could not be added`),
  notAnAudit: "This could not be opened as an audit",
  unreadable: (name: string, reason: string) => `${name} could not be read: ${reason}`,
  undo: {
    take: (names: readonly string[]) => `adding ${names.join(", ")}`,
    swap: (first: string, second: string) => `${first} and ${second} changing places`,
    sheet: (sheet: string) => `reading the sheet ${sheet}`,
    remove: (name: string) => `removing ${name}`,
    example: "opening the example",
    again: "loading the files of the open audit",
    letters: "auditing again with these letters",
  },
  example: {
    title: "Try the example",
    text: "A made-up lender decided about 200 made-up people. The same case as recast demo.",
    button: "Try the example",
    making: "Making the example",
  },
  saved: {
    title: "Open a saved audit",
    text: "A folder that recast audit or this page made, a ZIP archive of it, or its audit.json.",
    folder: "Choose a folder",
    file: "Choose a file",
  },
  looks: {
    title: "What the two files look like",
    intro:
      "One row per person, one column per fact, separated by commas, semicolons or tabs. Name the columns as you like.",
    decisions: "Decisions",
    decisionsTable: "Example of a file of decisions",
    decisionsText:
      "Everything the system could have looked at, and the decision. If known: the person's group, an id, what " +
      "happened later, a sampling weight.",
    decisionsSave: "Save an example of decisions",
    letters: "Letters",
    lettersTable: "Example of a file of letters",
    lettersText:
      "“Had your income been 45200 and your housing owner, you would have been accepted”: one row per changed " +
      "field, with the person's id. Whole rows with the changed values work too.",
    lettersSave: "Save an example of letters",
  },
} as const;
