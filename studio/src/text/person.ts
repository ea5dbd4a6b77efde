import { apart } from "./count-words.js";

/** The screen of a person. */
export const person = {
  title: "A person",
  opening: "Reading the people of this audit …",
  missing: "(missing)",
  underOne: "under 1 %",
  tableOf: (what: string) => `Table: ${what}`,
  all: "All people",
  otherPeople: "Other people",
  previous: "The person before, in the order of the file",
  next: "The person after, in the order of the file",
  find: {
    title: "A person",
    lead:
      "Choose somebody from the decisions file to see what the rebuilt model says about them, how firm that is, " +
      "and what would change it.",
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
    `Row ${row} of the decisions. The answers below are those of the rebuilt model (${method}), not of the ` +
    "system itself.",
  explaining: "Looking for what would change the answer …",
  values: "The person's values",
  closing:
    "This page describes the rebuilt model, which is consistent with the evidence as far as the audit shows. " +
    "It is not the system itself, names no causes, and promises no decision.",
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
      "The rebuilt model does not reproduce this decision. That is an indication that it errs here, or that " +
      "the decision rests on something the files do not hold.",
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
      "The dashed or solid bar is the rebuilt model's margin over all weights the letters may have, from none " +
      "to a half.",
    otherRule: (method: string) =>
      `The bar belongs to another rule than the answer above (${method}): to that of two prototypes, which ` +
      "weighs observed people against letters. It spans the margins of that rule over all weights the letters " +
      "may have, from none to a half.",
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
      `Its margin lies between ${low} and ${high}. The smallest error of the evidence that would let its ` +
      `answer change is ${certificate}, in units of the encoded space.`,
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
} as const;
