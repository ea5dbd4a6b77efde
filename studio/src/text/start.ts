import { amount as counted } from "../../../src/document/format.js";
import { sizeOf } from "./count-words.js";

/** The Files screen. */
export const start = {
  title: "Audit a system that accepts or rejects people",
  lead:
    "Give it the decisions, and the letters that told people what would have changed them. Recast compares groups, " +
    "checks what the letters ask of whom, rebuilds the rule, and tells you how far to trust all of it.",
  dropTitle: "Drop the files here",
  dropMore: "Drop more files here, or a corrected one in place of the old",
  dropText:
    "Decisions, and letters and a population where you have them. CSV, Parquet or Arrow, also gzipped. The files are " +
    "read in this browser and stay on this computer.",
  pick: "Choose files",
  given: "Files of this audit",
  givenHint:
    "What each file is was guessed from its columns and its name. Choose another place where the guess is wrong.",
  next: "Check the columns",
  nextNeedsDecisions: "A file of decisions is needed first.",
  roles: { decisions: "Decisions", letters: "Letters", population: "Population" },
  place: {
    empty: {
      decisions: "Needed. One row per person, with the decision.",
      letters: "Optional. What rejected people were told would have changed the decision.",
      population: "Optional. People the decisions are about, without a decision.",
    },
    choose: "Choose a file",
    chooseFor: (role: string) => `Choose a file: ${role}`,
    size: (rows: number, columns: number, bytes: number) =>
      `${counted(rows, "row")}, ${counted(columns, "column")}, ${sizeOf(bytes)}`,
    because: (reason: string) => `Placed here because: ${reason}.`,
    unsure: "Please check.",
    usedAs: "Used as",
    usedAsOf: (name: string) => ` (${name})`,
    moved: (name: string, role: string) => `${name} is now used as: ${role}`,
    replace: (name: string) => `Choose another file instead of ${name}`,
    remove: (name: string) => `Take ${name} out`,
    removed: (name: string) => `${name} was taken out`,
  },
  taken: (names: readonly string[]) => `Taken: ${names.join(", ")}`,
  unused: "Not used",
  unusedFile: (name: string, reason: string) => `${name}: ${reason}.`,
  moreUnused: (count: number) => `And ${counted(count, "more file")}.`,
  refused: (count: number) => (count === 1 ? "A file could not be taken" : `${count} files could not be taken`),
  notAnAudit: "This could not be opened as an audit",
  unreadable: (name: string, reason: string) => `${name} could not be read: ${reason}`,
  undo: {
    take: (names: readonly string[]) => `taking ${names.join(", ")}`,
    swap: (first: string, second: string) => `${first} and ${second} changing places`,
    remove: (name: string) => `taking ${name} out`,
    example: "taking the example",
    again: "taking the files of the open audit",
    letters: "taking the letters to another audit",
  },
  example: {
    title: "Try the example",
    text: "A made-up lender decided about 200 made-up people. The same case as recast demo.",
    button: "Try the example",
    making: "Making up the people",
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
      "One row per person, one column per fact, with commas, semicolons or tabs between. Columns may have any name.",
    decisions: "Decisions",
    decisionsTable: "Example of a file of decisions",
    decisionsText:
      "Everything the system could have looked at, the decision, and where it is known what group a person " +
      "belongs to, an id, an outcome, a weight.",
    decisionsSave: "Save an example of decisions",
    letters: "Letters",
    lettersTable: "Example of a file of letters",
    lettersText:
      "“Had your income been 45200 and your housing owner, you would have been accepted”: one row per changed " +
      "field, tied to the person by the id. Whole rows with the changed values work too.",
    lettersSave: "Save an example of letters",
  },
} as const;
