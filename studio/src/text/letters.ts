import { count as grouped } from "../../../src/document/format.js";
import { apart } from "./count-words.js";

export const letters = {
  title: "Letters, one at a time",
  lead: "Add letters as they come in and watch how many answers of a quick rule still waver.",
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
    open: "Open in the audit",
    openNote: (open: number, of: number) => `${grouped(open)} of ${grouped(of)} people, by the rebuilt model`,
    contested: "Wavering, by the quick rule",
    people: (people: number, of: number) => `${grouped(people)} of ${grouped(of)} observed people`,
    notMeasured: "being measured",
    noLetters: "needs letters",
    band: "Depends on λ",
    waiting: "Without a letter",
    waitingNote: (rejected: number) => `of ${grouped(rejected)} rejected people`,
    unknown: "–",
  },
  effect: (letters: number, now: string, before: string) => `After letter ${letters}: ${now} waver, before ${before}.`,
  effectBand: (now: string, before: string) => `Depends on λ: ${now}, before ${before}.`,
  effectNone: (now: string) => `Without letters: ${now} waver.`,
  effectHint:
    "A single letter mostly moves the share by a few people, up or down; one that does not fit the others can " +
    "move it far. Look at the trend over many letters.",
  curve: {
    title: "Wavering answers against number of letters",
    intro:
      "An answer wavers if the quick rule gives another one when fitted on other people. This is not the audit's " +
      "share of open answers: that comes from the rebuilt model. Audit again to measure it with these letters.",
    refits: "answers that waver",
    band: "answers that depend on λ",
    refitsHint:
      "Wavering: a linear rule that reads each letter as a bracket is fitted again on other draws of people; an " +
      "answer wavers where fewer than 95 % of the fits that had not seen the person agree.",
    bandHint:
      "Depends on λ: RECAST's rule with every weight its letters could have. This falls while few letters " +
      "describe their cloud poorly, then settles; further letters do not lower it by themselves.",
    spreadHint: "Hatched: the range over eight other orders of these letters, each with other draws of people.",
    axisLetters: "letters",
    axisShare: "share of",
    target: (share: string) => `target ${share}`,
    range: (low: number, high: number | null) => (high === null ? `from ${low} more on` : `${low} to ${high} more`),
    alternative: (letters: number, start: string, end: string, band: string | null) =>
      `Line of the share of answers that waver, from ${start} without letters to ${end} with ${letters} ` +
      `letters.${band === null ? "" : ` Line of the share that depends on λ, ${band} at the end.`}`,
    numbers: "The numbers behind the drawing",
    columns: { letters: "Letters", refits: "Wavering", spread: "In other orders", band: "Depends on λ" },
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
    target: "Wavering share to reach",
    waits: "The estimate comes when all points are measured.",
    reached: (now: string, target: string) => `Reached: ${now} waver now, and the target is ${target}.`,
    tooFew: (least: number) => `Too few letters to say. From ${least} letters on there is a curve to read it off.`,
    about: (more: number, low: number, high: number | null) =>
      high === null
        ? `About ${grouped(more)} more letters; at least ${grouped(low)}, and no upper end can be given.`
        : `About ${grouped(more)} more letters (between ${grouped(low)} and ${grouped(high)}).`,
    floor: (floor: string) => `Not in sight: the curve so far levels off near ${floor}.`,
    far: (letters: number) => `Not in sight within ${grouped(letters)} more letters; nothing can be said beyond that.`,
    some: (low: number) => `In the best of the orders tried, ${grouped(low)} more letters would do.`,
    morePeople: (waiting: number) =>
      waiting === 0
        ? "Everybody rejected here has a letter. Further letters come with further people, whose decisions count too."
        : `${grouped(waiting)} rejected people have no letter yet; further letters come with further people.`,
    twice: (letters: number, share: string, low: string, high: string) =>
      `With twice as many letters, ${grouped(letters)} in all: about ${share} waver (${low} to ${high}).`,
    limits:
      "An extrapolation of the curve, at most four times as far as the letters reach, that takes further " +
      "letters to be like these. Tested on letters held back, its ranges were right about two times in three, and " +
      "it often missed a share that twice the letters then reached. Treat it as a hint.",
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
    unknownPerson: "The file has no ids, so the audit will not know who got this letter.",
    field: "Field",
    now: "Now",
    asked: "The letter asks for",
    askedFor: (field: string) => `The letter asks for: ${field}`,
    unchanged: "unchanged",
    missing: "missing",
    immutable: "cannot change",
    immutableNote: "was marked as unchangeable",
    more: (count: number) => (count === 1 ? "1 more field" : `${grouped(count)} more fields`),
    notAll: "Only the first hundred are listed. For others, paste a line or add a file.",
    add: "Add the letter",
    noChange: "Write at least one new value first.",
  },
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
    odd: "Check these:",
    contradicts: "The decisions contradict this letter:",
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
    title: "Letters that the decisions contradict",
    none: "No letter contradicts the decisions.",
    patterns: "Patterns worth a look, no contradictions",
  },
  take: {
    title: "Use these letters",
    text: "Download the letters file with your changes, or make a new audit from it.",
    download: (name: string) => `Download ${name}`,
    again: "Audit again with these letters",
    same: "No letter was added or removed since the audit.",
    running: "An audit is running.",
  },
} as const;
