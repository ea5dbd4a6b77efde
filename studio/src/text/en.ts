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
    isRunning: "An audit is running.",
    workerStopped: "The part of the page that computes has stopped. Reload the page.",
    dropElsewhere: "Drop files on the Files screen.",
    toFiles: "Go to Files",
    toResults: "Go to Results",
    waitsForFiles: "needs a file of decisions",
    waitsForAudit: "needs an audit, made here or opened",
    openAudit: "Open audit:",
    origin: { "made here": "made on this page", opened: "opened from files" },
    theme: { label: "Colours", system: "Colours as the system asks", light: "Light colours", dark: "Dark colours" },
    history: {
      undo: "Undo",
      redo: "Redo",
      undoStep: (label: string) => `Undo: ${label}`,
      redoStep: (label: string) => `Redo: ${label}`,
      undone: (label: string) => `Undone: ${label}`,
      redone: (label: string) => `Done again: ${label}`,
      nothingToUndo: "There is nothing to undo.",
      notUndone: (reason: string) => `This could not be undone: ${reason}`,
      notRedone: (reason: string) => `This could not be done again: ${reason}`,
      nothingToRedo: "There is nothing to redo.",
    },
    network: {
      always: "Nothing you open here leaves this computer.",
      fromDisk: "The page is one file on your disk and makes no request at all.",
      fromHere: (host: string) =>
        `The page loads the parts of its own program from this computer (${host}) and nothing else; the browser is told to refuse every other request.`,
      fromServer: (host: string) => `The page loads the parts of its own program from ${host} and nothing else.`,
    },
    version: (name: string, version: string) => `${name} ${version}`,
  },
  /** Why a screen has nothing to show. */
  without: {
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
      text: "It sees directions of an embedding, which nobody can change or draw. The results say what it can tell.",
    },
    classes: {
      title: "This audit has more than two decisions",
      text: "This screen shows one boundary with two sides. The results have all decisions.",
    },
    "one class": {
      title: "Everybody in this file got the same decision",
      text: "What is contested can only be measured with both decisions.",
    },
    "many people": {
      title: "This file has too many people for one letter at a time",
      text: "Each letter means many fits, which the page does for up to 20,000 people. Run the audit with all letters.",
    },
    failed: { title: "There is nothing to draw", text: "The clouds of this evidence give no picture." },
  },
  parts: {
    notice: { error: "Error.", warning: "Warning.", note: "Note.", done: null },
    pagesOf: (what: string) => `Pages: ${what}`,
    previousPage: "Previous page",
    nextPage: "Next page",
    rowsShown: (from: number, to: number, total: number) => `${from}–${to} of ${total}`,
    close: "Close",
    making: "The file is being made.",
    notMade: (reason: string) => `The file could not be made: ${reason}`,
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
    noDecision: "no column with two values looks like the decision, and no other file fits better",
    idsOfPeople: "its ids are ids of people in the decisions",
    likeRows: "it has columns of the decisions, but no decision",
    larger: "it has columns of the decisions, no decision, and more people",
    leftOver: "no other place was left",
    sameAs: (name: string) => `it is the same file as ${name}, so it is not used`,
    noPlace: "the places it could take are taken, so it is not used",
    unlike: "it shares no column with the decisions, so it is not used",
  },
  start: {
    title: "Audit a system that accepts or rejects people",
    lead: "Recast rebuilds the rule behind decisions from two things people can hold: the decisions, and the letters that said what would have changed them. It says how far the rebuilt rule can be trusted, and what the evidence leaves open.",
    dropTitle: "Drop the files here",
    dropMore: "Drop more files here, or a corrected one in place of the old",
    dropText:
      "A file of decisions and, where there are any, a file of letters and one of the population. CSV, Parquet or Arrow, also compressed with gzip. They are read in this browser and stay on this computer.",
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
      text: "A lender that does not exist decided about 200 people who do not exist either. The same case as recast demo.",
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
        "One row per person, one column per fact; a comma, a semicolon or a tab between columns. Names of columns are free.",
      decisions: "Decisions",
      decisionsTable: "Example of a file of decisions",
      decisionsText:
        "Everything the system could have looked at, the decision, and where it is known what group a person belongs to, an id, an outcome, a weight.",
      decisionsSave: "Save an example of decisions",
      letters: "Letters",
      lettersTable: "Example of a file of letters",
      lettersText:
        "“Had your income been 45200 and your housing owner, you would have been accepted”: one row per changed field, tied to the person by the id. Whole rows with the changed values work too.",
      lettersSave: "Save an example of letters",
    },
  },
  keep: {
    title: "Kept on this computer",
    none: "Nothing is kept. When this page is closed, everything opened in it is gone, unless an audit was kept.",
    stored: (count: number, bytes: number) =>
      `${counted(count, "audit")}, ${sizeOf(bytes)}, stored by this browser for this page. Whoever uses this browser here can open them.`,
    facts: (when: string, bytes: number, hasInputs: boolean) =>
      `kept ${when}, ${sizeOf(bytes)}, ${hasInputs ? "with the audited files" : "without the audited files"}`,
    open: "Open",
    openOne: (title: string) => `Open ${title}`,
    delete: "Delete",
    deleteOne: (title: string) => `Delete ${title}`,
    deleteAll: "Delete everything",
    deleted: (title: string) => `${title} was deleted`,
    allDeleted: "Everything that was kept is deleted",
    askOne: (title: string) => `Delete ${title}?`,
    askAll: "Delete everything that is kept?",
    askText: "It is deleted from this browser at once and cannot be brought back. Files you saved yourself stay.",
    keepIt: "Keep it",
    switch: "Keep this audit on this computer",
    switchHint: "Off: it is gone when this page is closed.",
    keptHint: (bytes: number) => `Stored by this browser, ${sizeOf(bytes)}. Turn it off to delete the copy.`,
    nowKept: "The audit is kept on this computer",
    nowForgotten: "The kept copy is deleted",
    gone: "This audit is no longer stored; it may have been deleted in another window.",
    noSpace: "The browser has no space left for it. Delete a kept audit, or save the folder as a ZIP archive instead.",
    refused: (reason: string) =>
      `This browser does not let the page store anything here (${reason}). Save the folder as a ZIP archive instead; it can be opened again.`,
  },
  check: {
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
      text: "Merge the values into two in a spreadsheet (such as 'granted' and everything else) and give the file again, or list values to leave out as missing under Settings. The command line can keep them all apart:",
      command: (file: string, column: string, values: readonly string[]) =>
        `recast audit ${shellWord(file)} --decision ${shellWord(column)} --classes ${shellWord(values.join(","))} --out audit`,
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
  },
  run: {
    title: (percent: number) => `${percent} % – Recast Studio`,
    heading: "Run audit",
    toCheck: "Back to Check",
    idleLead: "The audit is computed on this computer, in the background. You can look around meanwhile.",
    start: "Run audit",
    startAgain: "Run again",
    starting: "Preparing the files",
    opening: "Opening the results",
    tooLate: "The audit is done; its results are being opened.",
    running: "The audit is running",
    cancel: "Cancel",
    elapsed: (time: string) => `${time} so far`,
    left: (seconds: number) =>
      seconds <= 5
        ? "a few seconds left"
        : seconds < 60
          ? `about ${seconds} seconds left`
          : `about ${minutes(seconds / 60)} left`,
    noEstimate: "The time left is told once there is a pace to tell it from.",
    spoken: (percent: number, left: string | null) => `${percent} %${left === null ? "" : `, ${left}`}`,
    stays: "Cancelling keeps files, roles and settings as they are.",
    cancelled: "Stopped",
    cancelledText: "Files, roles and settings are as they were. Nothing of the audit was kept.",
    failed: "The audit could not be finished",
    failedText: "Files, roles and settings are as they were.",
    failedCode: (code: string) => `Code: ${code}`,
    done: "The audit is done",
    doneText: (time: string) => `It took ${time} on this computer.`,
    doneElsewhere: (title: string) => `The audit is done, and is the open one now: ${title}`,
    failedElsewhere: (message: string) => `The audit could not be finished: ${message}`,
    toResults: "See results",
    what: {
      decisions: "Decisions",
      letters: "Letters",
      population: "Population",
      seed: "Seed",
      noFile: "none",
      file: (name: string, rows: number) => `${name}, ${counted(rows, "row")}`,
    },
  },
  results: {
    parts: {
      overview: "Overview",
      evidence: "Evidence",
      groups: "Groups",
      letters: "Letters",
      model: "Rebuilt model",
      determined: "What is determined",
      fairness: "Groups through the model",
      sensitivity: "Sensitivity",
      caveats: "Caveats",
      reproduce: "Reproduce",
    },
    navigation: "Parts of the results",
    part: "Part",
    loading: "Opening the results …",
    drawing: "Drawing …",
    failed: "This part could not be shown",
    again: "Try again",
    origin: { "made here": "Made on this page", opened: "Opened from files" },
    madeBy: (version: string) => `Made by Recast ${version}`,
    figures: "Key findings",
    glance: "At a glance",
    caveat: "Read with",
    more: (part: string) => `More: ${part}`,
    says: "What this says",
    limits: "Limits",
    howTitle: "How these numbers were computed",
    howLabel: (reference: string, title: string) => `How this was computed: ${reference}, ${title}`,
    howHere: "In this audit",
    numbers: "Numbers as a table",
    csv: "CSV",
    csvLabel: (name: string) => `Save ${name}.csv, with all rows and columns`,
    looks: "Look closer",
    looksHint: "The same audit, one person, one picture or one letter at a time; or another audit of the same files.",
    look: {
      person: {
        title: "A person",
        text: "One row: its decision, what would change it, and whether that is determined.",
      },
      geometry: {
        title: "The geometry",
        text: "Both clouds, the letters and the prototypes, with the weights to move.",
      },
      letters: { title: "Letters one at a time", text: "How the open share shrinks with each letter." },
      again: {
        title: "Audit these files again",
        text: "With other roles or settings. This audit stays open meanwhile.",
      },
    },
    lookNeeds: {
      people: "needs surrogate.json, tables/people.csv and the audited files",
      evidence: "needs the audited files beside the audit",
    },
    downloads: "Take it with you",
    downloadsHint:
      "These are the same files, byte for byte, that the command line writes. Anybody with the whole folder can make the audit again and compare: recast verify recast-audit",
    download: {
      report: { title: "Report", text: "For reading, printing and sending: one page that needs nothing else." },
      audit: { title: "Every number", text: "For programs: all findings. This page opens it again." },
      certificate: {
        title: "Certificate",
        text: "SHA-256 of every file, setting and input: what others compare with.",
      },
      model: { title: "Rebuilt model", text: "For recast predict and recast explain." },
      folder: { title: "The whole folder", text: "Everything, with the audited files: what recast verify checks." },
      folderAlone: { title: "The whole folder", text: "Everything that was opened, without the audited files." },
    },
    notGiven: (path: string) => `${path} was not among the files that were opened.`,
    save: (title: string) => `Save: ${title}`,
    saveFailed: "The file could not be made",
    print: "Print all parts",
    certificate: "Certificate",
    checks: {
      short: { same: "Files match the certificate", changed: "A file differs", none: "No certificate" },
      same: (files: number) => `All ${files} files have the bytes the certificate names.`,
      given: (given: number, files: number) =>
        `${given} of the ${files} files that the certificate names were opened; each has the bytes it names.`,
      changed: (files: number) =>
        files === 1
          ? "One file differs from what the certificate names."
          : `${files} files differ from what the certificate names.`,
      changedHint:
        "The numbers on this page come from audit.json, which is as named. Do not rely on the files below; ask whoever sent them for the folder again.",
      none: "There is no certificate with it, so nothing could be compared.",
      notRun:
        "That every byte follows from the audited files is shown by making the audit again, which recast verify does.",
      inputs: (present: number, all: number) =>
        present === all
          ? "The audited files are there, with the bytes it names."
          : `${present} of ${all} audited files are there.`,
      digest: "Digest of the certificate",
      list: "Files and their SHA-256",
      file: "File",
      bytes: "Bytes",
      sha256: "SHA-256 in the certificate",
      state: "Compared",
      states: { same: "as named", changed: "differs", absent: "not opened" },
      found: (sha256: string) => `has ${sha256}`,
      roles: { decisions: "Decisions", letters: "Letters", population: "Population", config: "Settings" },
      inputsList: "Audited files",
    },
    missing: {
      title: "Not everything could be opened",
      certificate: "Certificate",
      model: "Rebuilt model",
      people: "Table of people",
      evidence: "Audited files",
    },
    open: {
      reading: "Reading the files",
      comparing: "Comparing them with the certificate",
      nothingOpen: "no audit is open; make one, or open a saved one",
      noAudit:
        "there is no audit among these files; give the folder that 'recast audit' or this page wrote, a ZIP archive of it, or its audit.json",
      severalAudits: (count: number) => `there are ${count} audits among these files; give one`,
      noFindings: "there is no audit.json beside the certificate; give the whole folder",
      noCertificate: "there is no manifest.json, so the bytes could not be compared with anything",
      noModel: "there is no surrogate.json among the files",
      noPeople: "there is no tables/people.csv among the files",
      changedPeople: "tables/people.csv is not the file the audit wrote, so it is not used",
      noRoles: "the roles of their columns stand in manifest.json, which is not there",
      noInputs: (names: readonly string[]) =>
        `${names.join(", ")} ${names.length === 1 ? "is" : "are"} not among the files, or ${names.length === 1 ? "has" : "have"} other bytes; open the folder together with ${names.length === 1 ? "it" : "them"}`,
      noFile: (path: string) => `there is no ${path} in the open audit`,
      changed: (path: string, named: string, found: string) =>
        `${path} is not the file the audit wrote: the certificate names SHA-256 ${named}, it has ${found}; get the folder again`,
      classes:
        "this is an audit of a decision with more than two values, which this page does not show; open its report.html, or use 'recast verify' and 'recast predict' on the command line",
      damagedZip: (name: string) => `${name} is no ZIP archive, or is damaged; unpack it and open the folder`,
      unreadable: (name: string) => `${name} cannot be read; was it moved or changed? Give it again`,
      tooLarge: (name: string) => `${name} holds more than the page can keep; use 'recast' on the command line`,
    },
  },
  person: {
    title: "A person",
    opening: "Reading the people of this audit …",
    missing: "(missing)",
    underOne: "under 1 %",
    noPeople: "no audit is open whose people could be looked at",
    noSuchRow: (file: string, row: number, first: number, last: number) =>
      `${file} has no person in row ${row}; people stand in rows ${first} to ${last}, and rows without a decision are left out`,
    tableOf: (what: string) => `Table: ${what}`,
    all: "All people",
    otherPeople: "Other people",
    previous: "The person before, in the order of the file",
    next: "The person after, in the order of the file",
    find: {
      title: "A person",
      lead: "Choose somebody from the decisions file to see what the rebuilt model says about them, how firm that is, and what would change it.",
      searchId: (column: string) => `Search by ${column} or row`,
      searchRow: "Search by row",
      order: "Sort by",
      orders: {
        row: "row of the file",
        id: "id",
        boundary: "nearness to the boundary",
        margin: "margin",
        decision: "decision",
        rebuilt: "rebuilt model's answer",
        determined: "what the evidence determines",
      },
      descending: "Reverse order",
      group: "Group",
      everybody: "everybody",
      groupChoice: (attribute: string, label: string, people: string) => `${attribute}: ${label} (${people})`,
      only: "Show only",
      contested: (count: number) => `Only contested (${count})`,
      differing: (count: number) => `Only where the rebuilt model answers differently (${count})`,
      withLetter: (count: number) => `Only with a letter (${count})`,
      found: (total: number, all: number) => (total === all ? `All ${all} people` : `${total} of ${all} people`),
      nobody: "Nobody matches. Take a filter away, or search for something else.",
      person: "Person",
      rowHead: "Row",
      row: (row: number) => `row ${row}`,
      decision: "Decision",
      rebuilt: "Rebuilt model",
      differs: "differs",
      margin: "Margin",
      determined: "Its answer is",
      settled: {
        "accepted by all": "determined",
        "rejected by all": "determined",
        contested: "contested",
      },
      unknown: "not known",
      letters: "Letters",
    },
    called: (id: string) => `Person ${id}`,
    inRow: (row: number) => `Person in row ${row}`,
    lead: (row: number, method: string) =>
      `Row ${row} of the decisions. The answers below are those of the rebuilt model (${method}), not of the system itself.`,
    explaining: "Looking for what would change the answer …",
    values: "The person's values",
    closing:
      "This page describes the rebuilt model, which is consistent with the evidence as far as the audit shows. It is not the system itself, names no causes, and promises no decision.",
    download: "Save this page",
    print: "Print",
    standing: {
      title: "Where this person stands",
      decision: "Decision they got",
      side: (isFavourable: boolean) => (isFavourable ? "the favourable one" : "not the favourable one"),
      rebuilt: "The rebuilt model says",
      same: "the same as was observed",
      differs: "not what was observed",
      differsLong:
        "The rebuilt model does not reproduce this decision. That is an indication that it errs here, or that the decision rests on something the files do not hold.",
      margin: "Margin",
      marginNote: (isAccepted: boolean) => (isAccepted ? "0 and above accepts" : "below 0 rejects"),
      determined: "Does the evidence determine this answer?",
      settled: {
        "accepted by all": "determined: accepted",
        "rejected by all": "determined: rejected",
        contested: "not determined",
      },
      noTable: "Not known here: the audit's table of people (tables/people.csv) was not opened with it.",
    },
    margin: {
      words: (margin: string, answer: string) => `Margin ${margin}: the answer is ‘${answer}’.`,
      closer: (share: string) => `The boundary is at 0; ${share} of the observed people (grey bars) lie closer to it.`,
      undecided: "This is too close to the boundary to be called decided.",
      ownMark: (margin: string) => `The ring is the person as they are (${margin}).`,
    },
    band: {
      none: "There are no letters that show how much their weight matters, so there is no band to draw.",
      ownRule:
        "The dashed or solid bar is the rebuilt model's margin over all weights the letters may have, from none to a half.",
      otherRule: (method: string) =>
        `The bar belongs to another rule than the answer above (${method}): to that of two prototypes, which weighs observed people against letters. It spans the margins of that rule over all weights the letters may have, from none to a half.`,
      short: {
        "accepted by all": "Two prototypes: accepts whatever weight the letters have.",
        "rejected by all": "Two prototypes: rejects whatever weight the letters have.",
        contested: "Two prototypes: contested, the weight of the letters decides.",
      },
      settled: {
        "accepted by all": "It accepts with every weight.",
        "rejected by all": "It rejects with every weight.",
        contested: "It accepts with some weights and rejects with others, so the evidence leaves its answer open.",
      },
      numbers: (low: string, high: string, certificate: string) =>
        `Its margin lies between ${low} and ${high}. The smallest error of the evidence that would let its answer change is ${certificate}, in units of the encoded space.`,
    },
    flip: { title: "What would change the answer", apply: "Try this change" },
    letter: { apply: "Try what the letter offers" },
    contributions: {
      label: "What each value adds to the score",
      feature: "Feature",
      value: "Value",
      against: "against",
      speaksFor: "for",
      neither: "neither",
      adds: "Adds",
    },
    others: {
      title: "Similar people with the other decision",
      intro: "The most similar first, with what differs from this person's values.",
      nobody: "Nobody in the evidence got the other decision.",
      distance: (distance: string) => `at distance ${distance}`,
      alike: "alike in everything",
      difference: (feature: string, value: string) => `${apart(feature)} ${apart(value)}`,
      more: (count: number) => (count === 1 ? "and 1 more" : `and ${count} more`),
    },
    whatIf: {
      title: "What if?",
      intro: "Move a feature and see what the rebuilt model would answer. Nothing is changed in your files.",
      undo: "Undo",
      putBackAll: "Reset",
      putBack: "Undo",
      putBackOne: (feature: string) => `Undo: ${feature}`,
      answers: "The rebuilt model answers",
      reading: "How to read this",
      margin: (margin: string) => `margin ${margin}`,
      spokenOwn: (answer: string, margin: string) => `Unchanged: ${answer}, margin ${margin}.`,
      spoken: (answer: string, margin: string, isOther: boolean) =>
        `${isOther ? "The answer changes" : "The answer stays"}: ${answer}, margin ${margin}.`,
      changes: (count: number) => (count === 1 ? "1 feature changed" : `${count} features changed`),
      sameAnswer: "The rebuilt model answers as it does to the person as they are.",
      otherAnswer: (own: string, now: string) => `The rebuilt model's answer changes from ‘${own}’ to ‘${now}’.`,
      fromHere: "What would change the answer from here",
      searching: "Searching …",
      applyFlip: "Try this change",
      features: "Features",
      order:
        "Those the rebuilt model leans on most stand first. A small line under a slider marks the person's own value.",
      search: (count: number) => `Search among ${count} features`,
      nothingFound: (search: string) => `No feature is called ‘${search}’.`,
      changed: "Changed:",
      from: "from ",
      to: "to ",
      immutable: "cannot change",
      exact: (feature: string) => `${feature}, exact number; empty for missing`,
      half: (low: string, high: string) => `Half of the people lie between ${low} and ${high}.`,
      withoutValue: (count: number) => (count === 1 ? "1 person has no value." : `${count} people have no value.`),
      missingNow: (fill: string) => `Missing: it counts as ${fill}.`,
      missingCounts: (fill: string) => `(missing; counts as ${fill})`,
      level: (level: string, people: number) => `${level} (${people === 1 ? "1 person" : `${people} people`})`,
      otherLevel: (level: string) => `${level} (the model was not fitted on it)`,
      mostLevels: (count: number) => `The ${count} most frequent values are listed.`,
      noNumber: (text: string) => `‘${text}’ is no number`,
      unfamiliar: (features: string) =>
        `The rebuilt model was not fitted on this value of ${features}; it answers as if there were none.`,
    },
    steps: {
      move: (feature: string, from: string, to: string) => `${feature} from ${from} to ${to}`,
      putBack: (feature: string | undefined) => (feature === undefined ? "reset" : `${feature} undone`),
      flip: "the change that gives the other answer",
      letter: "what the letter offers",
    },
  },
  geometry: {
    title: "Look at the geometry",
    lead: "Every person and every letter is a point. Move the weights of the letters, the blur and the place on the path, and the boundary follows.",
    measuring: "Computing the distances between the clouds …",
    notLevel: "other",
    picture: "Picture of the evidence",
    pictureKeys:
      "Left and right arrow go to the next person across, up and down to the next person upwards; Home and End to the first and last; Enter opens the person's page. A click picks the nearest person.",
    inWords: "In words",
    controls: "Move",
    plane: "Plane",
    planes: { principal: "Principal components", features: "Two features" },
    across: "Across",
    upwards: "Upwards",
    component: (k: number, names: string, share: string) =>
      `component ${k}, ${share} of the spread${names === "" ? "" : `; mostly ${names}`}`,
    feature: (name: string, share: string) => `${name}, ${share} of the spread`,
    lambda: (c: number) => (c === 0 ? "λ₀, pull on the rejected" : "λ₁, pull on the accepted"),
    formulaValues: (zero: string, one: string) => `By the formula: λ₀ = ${zero}, λ₁ = ${one}`,
    byFormula: "Use the formula",
    byFormulaDone: (zero: string, one: string) => `λ by the formula: ${zero} and ${one}`,
    blur: "Blur of the transport",
    blurValue: (value: string) => (value === "0.00" ? "0, exact" : value),
    blurHint: "0 is exact transport; the paper's fit uses 0.05, in units of the scaled features.",
    gamma: "γ, place on the path",
    gammaValue: (value: string, isMiddle: boolean) => (isMiddle ? `${value}, midpoint` : value),
    reset: "Reset",
    show: "Show",
    showLines: "Transport lines to the letters",
    showPath: "Path between the prototypes",
    showBand: "λ-band",
    showNaive: "Line if letters counted as accepted people",
    showCloseUp: "Close-up, without the farthest points",
    outside: (count: number) =>
      `${counted(count, "point")} of people and letters ${count === 1 ? "lies" : "lie"} outside this close-up; everything measured counts them.`,
    legend: "Marks",
    marks: {
      rejected: (word: string) => `rejected person (${word})`,
      accepted: (word: string) => `accepted person (${word})`,
      contested: "dot inside: contested by the band",
      letters: "letter",
      q0: "Q₀, prototype of the rejected; large: its mean",
      q1: "Q₁, prototype of the accepted; large: its mean",
      at: "Qγ, a place on the path; large: its mean",
      midpoint: "Q½, the middle of the path",
      lines: "transport line to the letters",
      path: "path from Q₀ to Q₁",
      line: "decision line",
      naive: "line if letters counted as accepted people",
      band: "contested: some λ accept, some reject",
      acceptedBeyond: "beyond: every λ accepts",
      rejectedBeyond: "beyond: every λ rejects",
    },
    onCanvas: { accepted: "every λ accepts", rejected: "every λ rejects", contested: "contested" },
    readout: "What it measures",
    toLetters: (c: number) => (c === 0 ? "Rejected to letters" : "Accepted to letters"),
    standIn: "blurred stand-in",
    exactly: "W₂",
    classes: "Rejected to accepted",
    between: "Q₀ to Q₁",
    betweenThinned: "of 240 support points each",
    betweenNote: "W₂ of what is drawn",
    agreeing: "Answered as observed",
    agreeingNote: (count: string, of: string) => `${count} of ${of} observed, by this rule`,
    contested: "Contested people",
    contestedNote: (count: string, of: string) => `${count} of ${of} observed; any λ from 0 to ½`,
    person: "The person picked",
    noPerson: "Click a circle or a square, or use the arrow keys in the picture.",
    personName: (row: string, id: string | null) => (id === null ? `Row ${row}` : `${id} (row ${row})`),
    margin: "Margin W₂(x, Q₀) − W₂(x, Q₁)",
    marginNote: (word: string) => `this rule answers: ${word}`,
    observed: "Decision observed",
    band: "Over all λ from 0 to ½",
    settled: (word: number, favourable: string, unfavourable: string) =>
      word > 0
        ? `always ${favourable}`
        : word === 0
          ? `always ${unfavourable}`
          : "contested: not determined by this rule",
    previous: "Previous person",
    next: "Next person",
    openPerson: "Open this person's page",
    personWords: (name: string, observed: string, margin: string, answer: string, settled: string) =>
      `${name}: observed ${observed}, margin ${margin}, this rule answers ${answer}; over all λ ${settled}.`,
    lens: "The lens",
    lensIntro:
      "Here each point is a whole distribution, and the distance between two of them is W₂. A hatched lens holds every distribution that lies close to the observed people of a class (small circle) and no farther from the letters than they do (large circle).",
    lensNote:
      "The triangle has the true lengths, and Q₀ and Q₁ the true distances along its sides. Between Q₀ and Q₁ the space is curved: the true distance is never shorter than it looks here.",
    lensAlt: (parts: { zero: string; one: string; classes: string; l0: string; l1: string }) =>
      `A triangle of three distributions. Rejected people lie ${parts.zero} from the letters, accepted people ${parts.one}, and ${parts.classes} from each other. Q₀ lies ${parts.l0} of the way from the rejected people to the letters, Q₁ ${parts.l1} of the way from the accepted people.`,
    lensNames: { rejected: "P₀ rejected", accepted: "P₁ accepted", letters: "letters" },
    explanation: "What you see",
    sentences: [
      "Rejected people, accepted people and letters are three clouds of points in the space of the scaled features.",
      "Each class has a prototype: its own cloud, moved a part λ of the way to the letters along the cheapest transport between the two.",
      "A letter is offered from one side only and may overshoot the boundary, so letters pull on both prototypes, and the more on the class they lie closer to. Where the line would lie if letters simply counted as accepted people can be shown beside it.",
      "A person is answered like the nearer prototype, which makes a straight boundary. A prototype whose points lie far apart counts as farther from everybody, which moves the line from Q½, the middle of the path between the prototypes, towards it, at times past it.",
      "Such letters do not fix λ: in the hatched band some λ from 0 to ½ accept and some reject, and this rule leaves open what is decided there.",
    ],
    planeNote:
      "Line and band are where the plane through the mean of all points cuts them. People far from that plane may be answered otherwise than their place in the picture suggests; the margin of a person is exact.",
    otherMethod: (method: string) =>
      `The line drawn here is not the model this audit recommends (${method}). It is that of RECAST, the rule of the paper behind this tool, which may answer people differently. How many it answers as was observed stands below; the results compare it with the other methods.`,
    ownMethod: "This audit recommends the rule that is drawn here.",
    fewLines: (most: string) =>
      `Of each transport at most ${most} lines and places on the path are drawn, taken evenly.`,
    thinned: (rejected: string, accepted: string, letters: string) =>
      `Drawn are ${rejected} rejected people, ${accepted} accepted people and ${letters} letters, taken evenly; λ, line, band and margins are those of all.`,
    words: (parts: {
      rejected: number;
      accepted: number;
      letters: number;
      across: string;
      upwards: string;
      zero: string;
      one: string;
      isFormula: boolean;
      blur: string;
      gamma: string;
      between: string;
      crosses: boolean;
      accepting: string;
      agreeing: string;
      observed: string;
      contested: string;
      share: string;
    }) =>
      [
        `${grouped(parts.rejected)} rejected people (circles), ${grouped(parts.accepted)} accepted people (squares) and ${counted(parts.letters, "letter")} (crosses).`,
        `Across: ${parts.across}. Upwards: ${parts.upwards}.`,
        `λ₀ is ${parts.zero} and λ₁ ${parts.one}, ${parts.isFormula ? "by the formula" : "set by hand"}; ${parts.blur === "0.00" ? "transport is exact" : `the blur is ${parts.blur}`}.`,
        `The prototypes lie ${parts.between} apart, and γ is ${parts.gamma}.`,
        `The decision line ${parts.crosses ? "crosses the picture" : "does not cross the picture"}; the rule accepts ${parts.accepting} of the ${parts.observed} observed people, and answers ${parts.agreeing} of them as was observed.`,
        `The band contests ${parts.contested} of the observed people (${parts.share}).`,
      ].join(" "),
  },
  letters: {
    title: "Letters, one at a time",
    lead: "Add letters as they come in and watch how many decisions the evidence still leaves open.",
    failed: "This did not work",
    counts: {
      letters: "Letters",
      lettersNote: (added: number, before: number) =>
        added === 0
          ? before === 0
            ? "none yet"
            : "all of them in the audit"
          : added > 0
            ? `${grouped(added)} more than in the audit`
            : `the audit had ${grouped(before)}`,
      contested: "Contested, by refits",
      people: (people: number, of: number) => `${grouped(people)} of ${grouped(of)} observed people`,
      notMeasured: "being measured",
      noLetters: "needs letters",
      band: "Contested, by the λ-band",
      waiting: "Without a letter",
      waitingNote: (rejected: number) => `of ${grouped(rejected)} rejected people`,
      unknown: "–",
    },
    effect: (letters: number, now: string, before: string) =>
      `After letter ${letters}: ${now} contested, before ${before}.`,
    effectBand: (now: string, before: string) => `By the λ-band ${now}, before ${before}.`,
    effectNone: (now: string) => `Without letters: ${now} contested.`,
    effectHint:
      "A single letter mostly moves the share by a few people, up or down; one that does not fit the others can move it far. The way over many letters is what counts.",
    curve: {
      title: "Contested share against number of letters",
      intro:
        "Contested are the people to whom the rebuilt rule would answer differently if other people had happened to be observed, or if the letters weighed otherwise.",
      refits: "by refits",
      band: "by the λ-band",
      refitsHint:
        "Refits: a linear rule that reads each letter as a bracket is fitted again on people drawn anew; contested is who gets less than 95 % of one answer from fits that had not seen them.",
      bandHint:
        "λ-band: RECAST's rule with every weight its letters could have. This part falls while few letters describe their cloud poorly, then settles; further letters do not lower it by themselves.",
      spreadHint:
        "Hatched: least and greatest of eight orders in which these letters could have come, each with people drawn anew for itself.",
      axisLetters: "letters",
      axisShare: "contested",
      target: (share: string) => `target ${share}`,
      range: (low: number, high: number | null) => (high === null ? `from ${low} more on` : `${low} to ${high} more`),
      alternative: (letters: number, start: string, end: string, band: string | null) =>
        `Line of the contested share by refits from ${start} without letters to ${end} with ${letters} letters.${band === null ? "" : ` Line of the share by the λ-band, ${band} at the end.`}`,
      numbers: "The numbers behind the drawing",
      columns: { letters: "Letters", refits: "By refits", spread: "In other orders", band: "By the λ-band" },
      range3: (low: string, high: string) => `${low} to ${high}`,
    },
    measuring: (done: number, total: number) => `Measuring: ${done} of ${total} points`,
    measured: "All points are measured.",
    replay: {
      label: "Letters taken",
      value: (shown: number, all: number) => `${shown} of ${all}`,
      play: "Replay the letters",
      stop: "Stop",
    },
    estimate: {
      title: "How many more letters?",
      target: "Contested share to reach",
      waits: "The estimate comes when all points are measured.",
      reached: (now: string, target: string) => `Reached: ${now} is contested now, and the target is ${target}.`,
      tooFew: (least: number) => `Too few letters to say. From ${least} letters on there is a curve to read it off.`,
      about: (more: number, low: number, high: number | null) =>
        high === null
          ? `About ${grouped(more)} more letters; at least ${grouped(low)}, and no upper end can be given.`
          : `About ${grouped(more)} more letters (between ${grouped(low)} and ${grouped(high)}).`,
      floor: (floor: string) => `Not in sight: the curve so far levels off near ${floor}.`,
      far: (letters: number) =>
        `Not in sight within ${grouped(letters)} more letters; nothing can be said beyond that.`,
      some: (low: number) => `In the most favourable of the orders looked at, ${grouped(low)} more letters would do.`,
      morePeople: (waiting: number) =>
        waiting === 0
          ? "Everybody rejected in this file has a letter. Further letters come with further people, and their decisions are evidence too."
          : `${grouped(waiting)} rejected people of this file have no letter yet; beyond that, letters come with further people, and their decisions are evidence too.`,
      twice: (letters: number, share: string, low: string, high: string) =>
        `With twice as many letters, ${grouped(letters)} in all: about ${share} contested (${low} to ${high}).`,
      limits:
        "An extrapolation of the curve, at most four times as far as the letters reach, that takes further letters to be like those that came. Held against letters kept back, its ranges were right about two times in three, and it often did not see a share that twice the letters then reached: an indication, no more.",
    },
    form: {
      title: "Add a letter",
      intro: (unfavourable: string) =>
        `Choose somebody whose decision was '${unfavourable}', and write what the letter asks them to change.`,
      person: "Person: id or row",
      personRow: "Person: row",
      personHint: (total: number) => `${grouped(total)} rejected people; those without a letter come first.`,
      notFound: "No rejected person has this id or row.",
      next: "Next without a letter",
      row: (row: number) => `Row ${row}`,
      option: (name: string, letters: number) => (letters === 0 ? name : `${name} (has a letter)`),
      hasLetter: "Has a letter already.",
      unknownPerson:
        "The file has no ids, so the letter will stand for itself: it is not known to the audit to whom it went.",
      field: "Field",
      now: "Now",
      asked: "The letter asks for",
      askedFor: (field: string) => `The letter asks for: ${field}`,
      unchanged: "unchanged",
      missing: "missing",
      immutable: "immutable",
      immutableNote: "was said not to be changeable",
      more: (count: number) => (count === 1 ? "1 more field" : `${grouped(count)} more fields`),
      notAll: "The first hundred of them. For others, paste a line or add a file.",
      add: "Add the letter",
      noChange: "Write at least one new value first.",
    },
    noChange: "The letter changes nothing: write at least one new value.",
    noId: "This person has no id, so a letter in this file cannot name them.",
    needsId:
      "Some of these letters do not say to whom they went, and this file gives one change per line with an id. Add the ids.",
    hasLetter: (ids: readonly string[]) =>
      `${ids.join(", ")} ${ids.length === 1 ? "has" : "have"} a letter already, and this file holds one letter per person (one change per line). Remove the earlier letter first, or use a file with one full row per letter.`,
    newName: "the new letter",
    pastedName: "the pasted lines",
    pastedBelow: "the pasted lines (below a header)",
    append: {
      title: "Add many at once",
      intro: "A file of letters in either form, or pasted lines with or without their header.",
      drop: "Drop a file of letters here",
      pick: "Choose a file",
      paste: "Or paste lines",
      pasteHint: (header: string) => `In the form of the file: ${header}`,
      add: "Add the lines",
    },
    done: {
      added: (count: number) => (count === 1 ? "Letter added." : `${grouped(count)} letters added.`),
      removed: "Letter removed.",
      refused: "Nothing was added.",
      odd: "Added, and worth a look:",
      contradicts: "With this, letters and decisions do not all fit together:",
    },
    steps: {
      added: (count: number) => (count === 1 ? "added a letter" : `added ${grouped(count)} letters`),
      removed: "removed a letter",
    },
    list: {
      title: "The letters",
      caption: "Letters, the newest first",
      empty: "No letters yet.",
      letter: "Letter",
      person: "Person",
      changes: "What it asks",
      nobody: "not known",
      change: (field: string, from: string, to: string) =>
        `${apart(field)}: ${apart(from === "" ? "missing" : from)} → ${apart(to === "" ? "missing" : to)}`,
      whole: (count: number) => `a row of ${count} values`,
      none: "no change",
      added: "new",
      action: "Remove",
      remove: (letter: number) => `Remove letter ${letter}`,
    },
    contradictions: {
      title: "Letters that do not fit together",
      none: "None found among these letters and decisions.",
      certain: "certain",
      indication: "indication",
    },
    take: {
      title: "Take them along",
      text: "The letters file with what was added, in its own form, and an audit made from it: what the command line gives for that file.",
      download: (name: string) => `Download ${name}`,
      again: "Audit again with these letters",
      same: "Nothing was added or removed since the audit.",
      running: "An audit is running.",
    },
  },
} as const;

/** A word as a shell reads it back: quoted where it holds anything but plain letters. */
function shellWord(text: string): string {
  return /^[\w.,/-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** Words of the file among ours: those written from right to left turn nothing around them. */
function apart(words: string): string {
  return /[\u0590-\u08ff\ufb1d-\ufefc]/.test(words) ? `\u2068${words}\u2069` : words;
}

/** 12,345: thousands apart, the same everywhere. */
function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

function megabytes(bytes: number): string {
  return `${grouped(Math.max(1, Math.round(bytes / 2 ** 20)))} MB`;
}

/** 1 row, 2 rows. */
function counted(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** Half minutes in words: 1 minute, 1 and a half minutes, 2 minutes. */
function minutes(count: number): string {
  const whole = Math.floor(count);
  if (count === whole) return counted(whole, "minute");
  return `${whole} and a half minutes`;
}

/** 980 bytes, 14 KB, 2.5 MB. */
function sizeOf(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  if (bytes < 1e6) return `${Math.round(bytes / 1e3)} KB`;
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
