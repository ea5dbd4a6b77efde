import { count as grouped } from "../../../src/document/format.js";
import { megabytes } from "./count-words.js";

/** What the worker says, apart from the rest, so that it carries no words of the screens. */
export const jobWords = {
  /** Reading files and guessing what they are. */
  files: {
    reading: (name: string) => `Reading ${name}`,
    cutting: (name: string) => `Looking at the rows of ${name}`,
    guessing: "Guessing what the columns are for",
    checking: (name: string) => `Checking ${name}`,
    tooManyBytes: (name: string, bytes: number, limit: number) =>
      `${name} has ${megabytes(bytes)} of data; the page takes up to ${megabytes(limit)}, because it keeps a ` +
      "file in the browser's memory. Take a random sample of the rows, or keep only the columns that matter; " +
      `\`recast audit\` on the command line reads larger files.`,
    tooManyColumns: (name: string, columns: number, limit: number) =>
      `${name} has ${grouped(columns)} columns; the page takes up to ${grouped(limit)}. Choose the columns ` +
      `that a decision could depend on and save the file with those; \`recast audit\` on the command line ` +
      "reads wider files.",
    tooManyRows: (name: string, rows: number, limit: number) =>
      `${name} has ${grouped(rows)} rows; the page takes up to ${grouped(limit)}. Take a random sample of the ` +
      `rows; \`recast audit\` on the command line reads longer files.`,
    asGiven: "as you gave it",
    longForm: "one change per row: a column with field names and one with new values",
    fromLibrary: (library: string) => `counterfactuals written by ${library}`,
    onlyFile: "the only file",
    hasDecision: (column: string) => `'${column}' looks like the decision`,
    namedLike: (role: string) => `its name says ${role}`,
    noDecision: "no column with two values looks like the decision, and no other file fits better",
    idsOfPeople: "its ids are ids of people in the decisions",
    likeRows: "it has columns of the decisions, but no decision",
    larger: "it has columns of the decisions, no decision, and more people",
    leftOver: "no other place was left",
    sameAs: (name: string) => `it is the same file as ${name}, so it is not used`,
    noPlace: "other files are used in every place it fits, so it is not used",
    unlike: "it shares no column with the decisions, so it is not used",
  },
  /** Opening a saved audit. */
  open: {
    reading: "Reading the files",
    comparing: "Comparing them with the certificate",
    nothingOpen: "no audit is open; make one, or open a saved one",
    noAudit:
      "there is no audit among these files; give the folder that 'recast audit' or this page wrote, a ZIP " +
      "archive of it, or its audit.json",
    severalAudits: (count: number) => `there are ${count} audits among these files; give one`,
    noFindings: "there is no audit.json beside the certificate; give the whole folder",
    noCertificate: "there is no manifest.json, so the bytes could not be compared with anything",
    noModel: "there is no surrogate.json among the files",
    noPeople: "there is no tables/people.csv among the files",
    changedPeople: "tables/people.csv is not the file the audit wrote, so it is not used",
    noRoles: "the roles of their columns are in manifest.json, which is missing",
    noInputs: (names: readonly string[]) =>
      `${names.join(", ")} ${names.length === 1 ? "is" : "are"} not among the files, or ` +
      `${names.length === 1 ? "has" : "have"} changed; open the folder together with ` +
      `${names.length === 1 ? "it" : "them"}`,
    noFile: (path: string) => `there is no ${path} in the open audit`,
    changed: (path: string, named: string, found: string) =>
      `${path} is not the file the audit wrote: the certificate names SHA-256 ${named}, it has ${found}; get ` +
      "the folder again",
    classes:
      "the decision has more than two values, so this page shows the report alone; use 'recast predict' on the " +
      "command line",
    damagedZip: (name: string) => `${name} is no ZIP archive, or is damaged; unpack it and open the folder`,
    unreadable: (name: string) => `${name} cannot be read; was it moved or changed? Give it again`,
    tooLarge: (name: string) => `${name} is too large for the page; use 'recast' on the command line`,
  },
  /** Writing letters. */
  letters: {
    noChange: "The letter changes nothing: write at least one new value.",
    noId: "This person has no id, so a letter in this file cannot name them.",
    needsId: "Some of these letters name nobody, and this file gives one change per line with an id. Add the ids.",
    hasLetter: (ids: readonly string[]) =>
      `${ids.join(", ")} ${ids.length === 1 ? "has" : "have"} a letter already, and this file has one ` +
      "letter per person (one change per line). Remove the earlier letter first, or use a file with one full " +
      "row per letter.",
    newName: "the new letter",
    pastedName: "the pasted lines",
    pastedBelow: "the pasted lines (below a header)",
  },
  person: {
    noPeople: "no audit is open whose people could be looked at",
    noSuchRow: (file: string, row: number, first: number, last: number) =>
      `${file} has no person in row ${row}; people are in rows ${first} to ${last}, and rows without a ` +
      "decision are left out",
  },
  keep: {
    noSpace: "The browser has no space left for it. Delete a kept audit, or save the folder as a ZIP archive instead.",
    refused: (reason: string) =>
      `This browser does not let the page store anything here (${reason}). Save the folder as a ZIP archive ` +
      "instead; it can be opened again.",
  },
  notLevel: "other",
  cancelled: "Stopped",
} as const;

/** Why a screen has nothing to show. */
export const without = {
  "no decisions": {
    title: "No decisions yet",
    text: "Drop a file of decisions on the Files screen: one row per person, with the decision in a column.",
  },
  "no audit": { title: "No audit is open", text: "Run an audit, try the example, or open a saved audit." },
  "no model": {
    title: "The rebuilt model is not here",
    text: "Open the whole folder of the audit, with surrogate.json and the audited files.",
  },
  "no evidence": {
    title: "The audited files are not here",
    text: "Open the folder together with its decisions and letters, or run the audit here.",
  },
  "no letters": {
    title: "This audit has no letters",
    text: "The prototypes, the band and the path all start from what letters offered. Add a file of letters.",
  },
  text: {
    title: "This audit reads a column of texts",
    text: "The rebuilt model turns the texts into numbers that nobody can change or draw. See the results.",
  },
  classes: {
    title: "This audit has more than two decisions",
    text: "This screen shows one boundary with two sides. The results have all decisions.",
  },
  "one class": {
    title: "Everybody in this file got the same decision",
    text: "Measuring what letters change needs people with each decision.",
  },
  "many people": {
    title: "This file has too many people for one letter at a time",
    text: "Each letter means many fits, which the page does for up to 20,000 people. Run the audit with all letters.",
  },
  failed: { title: "There is nothing to draw", text: "This evidence cannot be drawn as clouds of points." },
} as const;
