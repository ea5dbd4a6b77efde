import { amount as counted, count as grouped } from "../../../src/document/format.js";

export const geometry = {
  title: "For researchers: the geometry and λ",
  lead: "Every person and every letter is a point. Move a slider, and the boundary follows.",
  measuring: "Computing the distances between the clouds …",
  picture: "Picture of the evidence",
  pictureKeys:
    "Left and right arrow go to the next person across, up and down to the next person upwards; Home and End " +
    "to the first and last; Enter opens the person's page. A click selects the nearest person.",
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
  showing: {
    lines: "Transport lines to the letters",
    path: "Path between the prototypes",
    band: "λ-band",
    naive: "Line if letters counted as accepted people",
  },
  showCloseUp: "Close-up, without the farthest points",
  outside: (count: number) =>
    `${counted(count, "point")} ${count === 1 ? "lies" : "lie"} outside this close-up; all measures count them.`,
  legend: "Marks",
  marks: {
    rejected: (word: string) => `rejected person (${word})`,
    accepted: (word: string) => `accepted person (${word})`,
    contested: "dot inside: the answer depends on λ",
    letters: "letter",
    q0: "Q₀, prototype of the rejected; large: its mean",
    q1: "Q₁, prototype of the accepted; large: its mean",
    at: "Qγ, a place on the path; large: its mean",
    midpoint: "Q½, the middle of the path",
    lines: "transport line to the letters",
    path: "path from Q₀ to Q₁",
    line: "decision line",
    naive: "line if letters counted as accepted people",
    band: "λ-band: some λ accept, some reject",
    acceptedBeyond: "beyond: every λ accepts",
    rejectedBeyond: "beyond: every λ rejects",
  },
  onCanvas: { accepted: "every λ accepts", rejected: "every λ rejects", contested: "depends on λ" },
  readout: "What it measures",
  toLetters: (c: number) => (c === 0 ? "Rejected to letters" : "Accepted to letters"),
  standIn: "blurred stand-in",
  exactly: "W₂",
  classes: "Rejected to accepted",
  between: "Q₀ to Q₁",
  betweenThinned: "of 240 support points each",
  betweenNote: "W₂ of what is drawn",
  agreeing: "Same answer as the decision",
  agreeingNote: (count: string, of: string) => `${count} of ${of} observed, by this rule`,
  contested: "Depends on λ",
  contestedNote: (count: string, of: string) => `${count} of ${of} observed; any λ from 0 to ½`,
  person: "Selected person",
  noPerson: "Click a circle or a square, or use the arrow keys in the picture.",
  personName: (row: string, id: string | null) => (id === null ? `Row ${row}` : `${id} (row ${row})`),
  personLabel: (name: string, observed: string, answer: string) => `${name}: ${observed}, this rule says ${answer}`,
  margin: "Margin W₂(x, Q₀) − W₂(x, Q₁)",
  marginNote: (word: string) => `this rule answers: ${word}`,
  observed: "Decision observed",
  band: "Over all λ from 0 to ½",
  settled: (word: number, favourable: string, unfavourable: string) =>
    word > 0 ? `always ${favourable}` : word === 0 ? `always ${unfavourable}` : "depends on λ",
  previous: "Previous person",
  next: "Next person",
  openPerson: "Open this person's page",
  personWords: (facts: Readonly<Record<"name" | "observed" | "margin" | "answer" | "settled", string>>) =>
    `${facts.name}: observed ${facts.observed}, margin ${facts.margin}, ` +
    `this rule answers ${facts.answer}; over all λ ${facts.settled}.`,
  lens: "The lens",
  lensIntro:
    "Here each point is a whole distribution, and the distance between two of them is W₂. A hatched lens " +
    "contains every distribution that is close to the observed people of a class (small circle) and no farther " +
    "from the letters than they are (large circle).",
  lensNote:
    "The triangle has the true lengths, and Q₀ and Q₁ the true distances along its sides. Between Q₀ and Q₁ " +
    "the space is curved: the true distance is never shorter than it looks here.",
  lensAlt: (parts: { zero: string; one: string; classes: string; l0: string; l1: string }) =>
    `A triangle of three distributions. Rejected people lie ${parts.zero} from the letters, accepted people ` +
    `${parts.one}, and ${parts.classes} from each other. Q₀ lies ${parts.l0} of the way from the rejected ` +
    `people to the letters, Q₁ ${parts.l1} of the way from the accepted people.`,
  lensNames: { rejected: "P₀ rejected", accepted: "P₁ accepted", letters: "letters" },
  explanation: "What you see",
  sentences: [
    "Rejected people, accepted people and letters are three clouds of points in the space of the scaled features.",
    "Each class has a prototype: its cloud, moved a part λ of the way to the letters by the cheapest transport.",
    "A letter is offered from one side only and may overshoot the boundary, so letters pull on both " +
      "prototypes, more on the class they are closer to. Under Show you can add the line that would result if " +
      "letters simply counted as accepted people.",
    "A person gets the answer of the nearer prototype, which makes a straight boundary. A prototype whose " +
      "points are spread out counts as farther from everybody. That moves the line from Q½, the middle of the " +
      "path between the prototypes, towards the spread-out one, at times past it.",
    "Letters do not fix λ: in the hatched band some λ from 0 to ½ accept and some reject.",
  ],
  planeNote:
    "The picture is a plane through the mean of all points; line and band are cut there. People far from it " +
    "may get another answer than their place in the picture suggests; the margin of a person is exact.",
  otherMethod: (method: string) =>
    `The line drawn here is not the rebuilt model of this audit (${method}). It is RECAST, the rule of the paper ` +
    "behind this tool, and may answer people differently. The results compare it with the other methods.",
  ownMethod: "The rule drawn here is the rebuilt model of this audit.",
  fewLines: (most: string) =>
    `At most ${most} lines and places on the path are drawn for each transport, evenly spaced.`,
  thinned: (rejected: string, accepted: string, letters: string) =>
    `The picture shows ${rejected} rejected and ${accepted} accepted people and ${letters} letters; all are measured.`,
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
      `${grouped(parts.rejected)} rejected people (circles), ${grouped(parts.accepted)} accepted people ` +
        `(squares) and ${counted(parts.letters, "letter")} (crosses).`,
      `Across: ${parts.across}. Upwards: ${parts.upwards}.`,
      `λ₀ is ${parts.zero} and λ₁ ${parts.one}, ${parts.isFormula ? "by the formula" : "set by hand"}; ` +
        `${parts.blur === "0.00" ? "transport is exact" : `the blur is ${parts.blur}`}.`,
      `The prototypes lie ${parts.between} apart, and γ is ${parts.gamma}.`,
      `The decision line ${parts.crosses ? "crosses the picture" : "does not cross the picture"}; the rule ` +
        `accepts ${parts.accepting} of the ${parts.observed} observed people, and gives ${parts.agreeing} of ` +
        "them the decision they got.",
      `For ${parts.contested} of the observed people (${parts.share}) the answer depends on λ.`,
    ].join(" "),
} as const;
