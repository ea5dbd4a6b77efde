import { amount as counted, count as grouped, people as peopleWords } from "../../../src/document/format.js";
import { shellWord } from "./count-words.js";

/** What was read of the letters. */
interface LettersFacts {
  readonly count: number;
  readonly form: "rows" | "long" | "reasons";
  readonly reasons: number;
}

export const check = {
  title: "Check what the columns are for",
  lead: "These are guesses from names and values. Correct what is wrong.",
  looking: "Looking at the files",
  run: "Run audit",
  again: "Guess again",
  againDone: "roles guessed again",
  blockedPending: "The files are still being read.",
  blockedFailure: "The files could not be checked; the error on this screen says why.",
  blockedRunning: "An audit is running. Wait for it, or cancel it under Run.",
  blockedErrors: (count: number) => (count === 1 ? "Repair one error first." : `Repair ${count} errors first.`),
  blockedSettings: (count: number) =>
    count === 1
      ? "A setting was refused: correct it, or clear its field."
      : `${count} settings were refused: correct them, or clear their fields.`,
  facts: {
    people: (people: number, counts: readonly { readonly value: string; readonly people: number }[]) =>
      `${[peopleWords(people), counts.map((each) => `${grouped(each.people)} ${each.value}`).join(", ")]
        .filter((words) => words !== "")
        .join(": ")}.`,
    letters: ({ count, form, reasons }: LettersFacts) => {
      const told = counted(reasons, "reason");
      if (form === "reasons") return `${told} without values, no letters.`;
      const each = form === "rows" ? "one full row each" : "one changed field per row";
      return `${counted(count, "letter")}, ${each}${reasons > 0 ? `, and ${told}` : ""}.`;
    },
    noLetters: "No letters.",
    unread: "Letters not read yet.",
    population: (rows: number) => `A population of ${grouped(rows)}.`,
  },
  problemCounts: (errors: number, warnings: number, notes: number) =>
    `${counted(errors, "error")}, ${counted(warnings, "warning")}, ${counted(notes, "note")}`,
  skip: "No, or not known",
  preset: {
    title: (title: string) => `This looks like: ${title}.`,
    text: "Its columns are known. Their roles can be taken from the preset instead of guessed.",
    use: "Use preset",
    done: (name: string) => `roles taken from the preset ${name}`,
  },
  understood: {
    title: (what: string) => `${what}.`,
    text: "Check it before it is used. Take it as it is, or save it, correct it and give it as the letters.",
    textOfMany: (letters: number, shown: number) =>
      "Check it before it is used: save it, correct it and give it as the letters. " +
      `Here are the first ${grouped(shown)} of ${grouped(letters)}.`,
    letters: "Letters as they were understood",
    confirm: "Use as understood",
    confirmed: "The letters are used as understood.",
    save: (name: string) => `Save ${name}`,
  },
  answered: (setting: string, value: string) => `${setting}: ${value}`,
  roles: {
    title: "What is decided",
    decision: "Decision:",
    choose: "Choose …",
    favourable: "favourable:",
    favourableSeveral: "favourable, tick each:",
    favourableOutcome: (outcome: string) => `good outcome of ${outcome}:`,
    notSaid: "not said",
    groups: "Compare groups by:",
    noGroups: "nothing yet",
    removeGroup: (name: string) => `Stop comparing by ${name}`,
    addGroup: "Add a column to compare groups by",
    addGroupShort: "+ Add …",
  },
  tabs: { label: "Files", decisions: "Decisions", letters: "Letters", population: "Population" },
  table: {
    caption: (name: string) => `Rows of ${name}, as written`,
    row: "Row",
    columns: (name: string) => `Columns of ${name}`,
    column: "Column",
    samples: "Values",
    use: "Role",
    why: "Why",
    search: "Find a column",
    searchNone: "No column has this in its name.",
    unnamed: "no name",
    empty: "empty",
    notCut: "This row has more or fewer cells than the header.",
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
    reasons: "Reasons for refusals",
    ignored: "Not used",
  },
  roleMeaning: {
    feature: "the rebuilt model may look at it",
    "feature-group": "the model may look at it, and groups are compared by it",
    group: "groups are compared by it, but the model may not look at it",
    decision: "what the system decided",
    id: "tells people apart and pairs letters with them",
    outcome: "what later happened, where it is known",
    weight: "how many people a row stands for",
    reasons: "what refused people were told counts against them; the model does not use it",
    ignored: "left out",
  },
  letterUse: { read: "Read", id: "Person id", ignored: "Not read" },
  letterUseOf: (column: string) => `Use of ${column}`,
  type: { auto: (looks: string) => `${looks} (guessed)`, number: "Number", category: "Category" },
  confidence: { high: "sure", medium: "probable", low: "unsure" },
  chosen: "Changed by you",
  featureReason: "no sign of another role",
  problems: {
    title: "Problems",
    severity: { error: "Error", warning: "Warning", note: "Note" },
    settings: "settings",
    show: "Show",
    showOf: (message: string) => `Show: ${message}`,
    more: (count: number) => `Show ${counted(count, "more problem")}`,
  },
  repairs: {
    title: "Repairs",
    intro: "Recorded with the settings: the audit can be made again from the original files.",
    done: (label: string) => `Done: ${label}`,
    undone: (text: string) => `repair taken back: ${text}`,
    undoOf: (text: string) => `Undo: ${text}`,
    encoding: "Text that is not UTF-8 is read as Latin-1.",
    headerless: {
      decisions: "The first row of the decisions is data.",
      letters: "The first row of the letters is data.",
      population: "The first row of the population is data.",
    },
    skip: {
      broken: "Rows with too many or too few cells are left out.",
      copies: "Columns that repeat another one are dropped.",
      repeated: "Only the first row of each id is used.",
      unmatched: "Letters to ids that nobody has are left out.",
      unreadable: "Rows and letters with unreadable values are left out.",
    },
  },
  classes: {
    title: "This page merges more than two decisions into two",
    text:
      "Tick above what counts as favourable; everything else counts as unfavourable. The command line can keep the " +
      "values apart:",
    command: (file: string, column: string, values: readonly string[]) =>
      `recast audit ${shellWord(file)} --decision ${shellWord(column)} --classes ` +
      `${shellWord(values.join(","))} --out audit`,
    anyValues: ["refused", "waiting", "granted"],
    order: "Put the values in order, the least favourable first.",
  },
  settings: {
    title: "Settings",
    intro: "Everything has a default. What you leave alone is not recorded.",
    reading: "How the files are read",
    missing: "Words for a missing cell",
    missingHint: "Separated by commas; an empty cell is always missing. Default: ?, NA, N/A",
    delimiter: "Cells are separated by",
    delimiters: { auto: "detected", ",": "comma", ";": "semicolon", "\t": "tab", "|": "|" },
    reasonsHint: 'As in audit.yaml: {"1": income, "2": {field: debt, direction: lower}, "9": other}',
    method: "How the audit is computed",
    onOff: "Default: on",
    default: (value: string | number) => `Default: ${value}`,
    defaultChoice: (value: string) => `${value} (default)`,
    bins: "Where numbers are cut into groups",
    binsOf: (column: string) => `Cut points of ${column}`,
    binsHint: "Ascending, separated by commas; a cut point belongs to the group above it. Default: quartiles",
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
    favourable: (value: string, isFavourable: boolean) => `${value} ${isFavourable ? "is" : "is not"} favourable`,
    favourableOutcome: (value: string) => `favourable outcome ${value}`,
    letters: (column: string, use: string) => `letters' ${column}: ${use}`,
    setting: (name: string) => `setting: ${name}`,
  },
} as const;
