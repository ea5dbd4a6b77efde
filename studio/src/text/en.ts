/** Every English word of the page that is not the library's, by screen. */
export const en = {
  app: {
    name: "Recast Studio",
    skip: "Skip to the content",
    loading: "Loading …",
    failed: "This part of the page could not be loaded. Reload the page; what you opened has to be opened again.",
    broken: "Something went wrong on this screen",
    brokenHint: "What you opened is still there: go to another screen, or try this one again.",
    again: "Try again",
    promise: "Nothing you open here leaves this computer.",
    navigation: "Steps of an audit",
    looks: "Ways to look at an audit",
    waitsForFiles: "needs a file of decisions",
    waitsForAudit: "needs an audit, made here or opened",
    theme: { label: "Colours", system: "Colours as the system asks", light: "Light colours", dark: "Dark colours" },
    history: {
      undo: "Undo",
      redo: "Redo",
      undoStep: (label: string) => `Undo: ${label}`,
      redoStep: (label: string) => `Redo: ${label}`,
      undone: (label: string) => `Undone: ${label}`,
      redone: (label: string) => `Done again: ${label}`,
      nothingToUndo: "There is nothing to undo.",
      nothingToRedo: "There is nothing to redo.",
    },
    network: {
      always: "Nothing you open here leaves this computer.",
      fromDisk: "The page is one file on your disk and makes no request at all.",
      fromServer: (host: string) =>
        `The page asks ${host} for the parts of its own program and for nothing else, and tells the browser to refuse every other request.`,
    },
    version: (name: string, version: string) => `${name} ${version}`,
  },
  parts: {
    notice: { error: "Error.", warning: "Warning.", note: "Note.", done: "Done." },
    pagesOf: (what: string) => `Pages: ${what}`,
    previousPage: "Previous page",
    nextPage: "Next page",
    rowsShown: (from: number, to: number, total: number) => `${from}–${to} of ${total}`,
    close: "Close",
    making: "The file is being made.",
  },
  screens: {
    start: "Files",
    check: "Check",
    run: "Run",
    results: "Results",
    person: "A person",
    geometry: "Geometry",
    letters: "Letters",
  },
  files: {
    reading: (name: string) => `Reading ${name}`,
    cutting: (name: string) => `Looking at the rows of ${name}`,
    guessing: "Guessing what the columns are for",
    checking: (name: string) => `Checking ${name}`,
    tooManyBytes: (name: string, bytes: number, limit: number) =>
      `${name} has ${megabytes(bytes)} of data; the page takes up to ${megabytes(limit)}, because it keeps a file in the browser's memory. Take a random sample of the rows, or keep only the columns that matter; \`recast audit\` on the command line reads larger files.`,
    tooManyColumns: (name: string, columns: number, limit: number) =>
      `${name} has ${grouped(columns)} columns; the page takes up to ${grouped(limit)}. Choose the columns that a decision could depend on and save the file with those; \`recast audit\` on the command line reads wider files.`,
    tooManyRows: (name: string, rows: number, limit: number) =>
      `${name} has ${grouped(rows)} rows; the page takes up to ${grouped(limit)}. Take a random sample of the rows; \`recast audit\` on the command line reads longer files.`,
    asGiven: "as you gave it",
    longForm: "one change per row: a column with field names and one with new values",
    onlyFile: "the only file",
    hasDecision: (column: string) => `'${column}' looks like the decision`,
    namedLike: (role: string) => `its name says ${role}`,
    noDecision: "no column with two values looks like the decision, and no other file fits better: please check",
    idsOfPeople: "its ids are ids of people in the decisions",
    likeRows: "it has columns of the decisions, but no decision",
    larger: "it has columns of the decisions, no decision, and more people",
    leftOver: "no other place was left, please check",
    noPlace: "the places it could take are taken, so it is not used",
    unlike: "it shares no column with the decisions, so it is not used",
  },
  start: {},
  check: {},
  run: {},
  results: {},
  person: {},
  geometry: {},
  letters: {},
} as const;

/** 12,345: thousands apart, the same everywhere. */
function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

function megabytes(bytes: number): string {
  return `${grouped(Math.max(1, Math.round(bytes / 2 ** 20)))} MB`;
}
