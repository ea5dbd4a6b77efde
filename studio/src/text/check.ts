import { amount as counted, count as grouped } from "../../../src/document/format.js";
import { shellWord } from "./count-words.js";

/** The Check screen. */
export const check = {
  title: "Check what the columns are for",
  lead: "Below are guesses from names and values. Correct what is wrong; nothing is computed before you say so.",
  looking: "Looking at the files",
  run: "Run audit",
  again: "Guess again",
  againDone: "roles guessed again",
  blockedPending: "The files are still being looked at.",
  blockedFailure: "The files could not be checked, for the reason that is shown.",
  blockedRunning: "An audit is running. Wait for it, or cancel it under Run.",
  blockedErrors: (count: number) =>
    count === 1 ? "One error has to be corrected first." : `${count} errors have to be corrected first.`,
  blockedSettings: (count: number) =>
    count === 1
      ? "A setting was refused: correct it, or empty its field."
      : `${count} settings were refused: correct them, or empty their fields.`,
  people: (value: string, count: number, isFavourable: boolean) =>
    `${grouped(count)} × ${value}${isFavourable ? " (favourable)" : ""}`,
  facts: { people: "People", letters: "Letters", population: "Population", problems: "Problems" },
  noLetters: "none given",
  unread: "not read yet",
  form: { rows: "one full row per letter", long: "one changed field per row" },
  problemCounts: (errors: number, warnings: number, notes: number) =>
    `${counted(errors, "error")}, ${counted(warnings, "warning")}, ${counted(notes, "note")}`,
  skip: "No, or not known",
  answered: (setting: string, value: string) => `${setting}: ${value}`,
  roles: {
    title: "What is decided",
    decision: "Column with the decision",
    choose: "Choose …",
    favourable: "Decision that is good for the person",
    favourableOutcome: "Outcome that is good for the person",
    notSaid: "not said",
    lettersId: "Column of the letters with the person's id",
    lettersIdDefault: "named as in the decisions",
    taken: (value: string) => `'${value}' is taken, because the word leaves no doubt`,
  },
  tabs: { label: "Files", decisions: "Decisions", letters: "Letters", population: "Population" },
  table: {
    caption: (name: string) => `${name}, as it is written`,
    row: "Row",
    columns: (name: string) => `Columns of ${name}`,
    rows: (name: string) => `Rows of ${name}`,
    search: "Find a column",
    searchNone: "No column has this in its name.",
    unnamed: "no name",
    empty: "empty",
    notCut: "This row could not be cut into cells; see the problems.",
    role: (column: string) => `Role of ${column}`,
    type: (column: string) => `Type of ${column}`,
    immutable: "cannot be changed",
    distinct: (distinct: number, missing: number) =>
      `${counted(distinct, "value")}${missing > 0 ? `, ${grouped(missing)} missing` : ""}`,
    showRoles: "What the roles mean",
  },
  role: {
    feature: "Feature",
    "feature-group": "Feature and group",
    group: "Group only",
    decision: "Decision",
    id: "Person id",
    outcome: "Outcome",
    weight: "Sampling weight",
    ignored: "Not used",
  },
  roleMeaning: {
    feature: "the rebuilt model may look at it",
    "feature-group": "the model may look at it, and groups are compared by it",
    group: "groups are compared by it, but the model may not look at it",
    decision: "what the audited system decided",
    id: "tells people apart and pairs letters with them",
    outcome: "what later happened, where it is known",
    weight: "how many people a row stands for",
    ignored: "left out",
  },
  letterUse: { read: "Read", id: "Person id", ignored: "Not read" },
  letterUseOf: (column: string) => `Use of ${column}`,
  type: { auto: (looks: string) => `${looks} (guessed)`, number: "Number", category: "Category" },
  confidence: { high: "sure", medium: "probable", low: "unsure" },
  chosen: "Changed by you",
  count: (count: number) => grouped(count),
  problems: {
    title: "Problems",
    none: "No problem was found.",
    severity: { error: "Error", warning: "Warning", note: "Note" },
    settings: "settings",
    show: "Show",
    showAt: (place: string) => `Show ${place}`,
    place: (column: string | null, row: number | null) =>
      [column === null ? "" : `column ${column}`, row === null ? "" : `row ${row}`]
        .filter((words) => words !== "")
        .join(", "),
    more: (count: number) => `Show ${counted(count, "more problem")}`,
    here: (severity: string, place: string, message: string) => `${severity}, ${place}: ${message}`,
  },
  classes: {
    title: "This page audits decisions with two values",
    text:
      "Merge the values into two in a spreadsheet (such as 'granted' and everything else) and give the file " +
      "again, or list values to leave out as missing under Settings. The command line can keep them all apart:",
    command: (file: string, column: string, values: readonly string[]) =>
      `recast audit ${shellWord(file)} --decision ${shellWord(column)} --classes ` +
      `${shellWord(values.join(","))} --out audit`,
    anyValues: ["refused", "waiting", "granted"],
    order: "Bring the values into order: the least favourable comes first.",
  },
  settings: {
    title: "Settings",
    intro: "Everything has a default. What you leave alone is not recorded.",
    reading: "How the files are read",
    missing: "Words for a missing cell",
    missingHint: "Separated by commas; an empty cell is always missing. Default: ?, NA, N/A",
    delimiter: "Cells are separated by",
    delimiters: { auto: "detected", ",": "comma", ";": "semicolon", "\t": "tab", "|": "|" },
    method: "How the audit is computed",
    onOff: "Default: on",
    default: (value: string | number) => `Default: ${value}`,
    defaultChoice: (value: string) => `${value} (default)`,
    bins: "Where numbers are cut into groups",
    binsOf: (column: string) => `Cut points of ${column}`,
    binsHint: "Ascending, separated by commas; a cut point belongs to the part above it. Default: quartiles",
    notNumbers: (text: string) => `'${text}' is not a list of numbers such as 25, 45`,
    report: "What the report says",
    templates: {
      general: "General",
      "nyc-ll144": "New York City, Local Law 144",
      "eu-annex-iv": "EU AI Act, Annex IV",
      "model-card": "Model card",
    },
    identityHint: "Default: nothing is printed",
    changed: (count: number) => (count === 0 ? "all at their defaults" : `${counted(count, "change")}`),
  },
  did: {
    role: (column: string, role: string) => `${column} as ${role}`,
    type: (column: string, type: string) => `type of ${column}: ${type}`,
    immutable: (column: string, isImmutable: boolean) =>
      `${column} ${isImmutable ? "cannot" : "can"} be changed by the person`,
    favourable: (value: string) => `favourable decision ${value}`,
    favourableOutcome: (value: string) => `favourable outcome ${value}`,
    letters: (column: string, use: string) => `letters' ${column}: ${use}`,
    setting: (name: string) => `setting: ${name}`,
  },
} as const;
