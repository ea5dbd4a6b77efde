/** The Results screen. */
export const results = {
  parts: {
    overview: "Overview",
    evidence: "Evidence",
    groups: "Groups",
    letters: "Letters",
    model: "Rebuilt model",
    determined: "Clear and open answers",
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
  others: "Other findings",
  glance: "At a glance",
  chart: {
    save: (title: string, format: string) => `Download chart as ${format}: ${title}`,
    notDrawn: "the browser could not draw the picture",
  },
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
    "These are the same files, byte for byte, that the command line writes. Anybody with the whole folder can " +
    "make the audit again and compare: recast verify recast-audit",
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
      "The numbers on this page come from audit.json, which is as named. Do not rely on the files below; ask " +
      "whoever sent them for the folder again.",
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
} as const;
