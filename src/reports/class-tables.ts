import type { ClassAuditFile } from "../findings/class-file.js";
import type { MeasuredShare } from "../math/interval.js";

/** A column of a table: `text` is the user's own words, `word` ours. */
export interface ClassColumn {
  readonly key: string;
  readonly label: string;
  readonly kind: "text" | "word" | "count" | "share" | "number";
}

/** A table of the folder and the page. */
export interface ClassTable {
  readonly name: string;
  readonly title: string;
  readonly note: string;
  readonly columns: readonly ClassColumn[];
  readonly rows: readonly (readonly (string | number | null)[])[];
}

const SHARE: readonly ClassColumn[] = [
  { key: "share", label: "share", kind: "share" },
  { key: "low", label: "from", kind: "share" },
  { key: "high", label: "to", kind: "share" },
];

/** Every table of the audit; the files and the page share them. */
export function classTables(file: ClassAuditFile): readonly ClassTable[] {
  return [
    classesTable(file),
    ratesTable(file),
    distancesTable(file),
    directionsTable(file),
    methodsTable(file),
    confusionTable(file),
    prototypesTable(file),
    bandTable(file),
    bandGroupsTable(file),
    notAvailableTable(file),
  ];
}

function classesTable({ evidence }: ClassAuditFile): ClassTable {
  return {
    name: "classes",
    title: "Decisions in the file",
    note: "From the least to the most favourable.",
    columns: [text("class", "decision"), counted("people", "people")],
    rows: evidence.decision.classes.map((name, c) => [name, evidence.counts[c] ?? 0]),
  };
}

function ratesTable({ facts, evidence }: ClassAuditFile): ClassTable {
  const { classes } = evidence.decision;
  return {
    name: "class-rates",
    title: "How often each group gets each decision",
    note: "Shares of the observed people with their 95 % Wilson intervals; groups of fewer than ten people are shown and not compared.",
    columns: [
      text("attribute", "attribute"),
      text("group", "group"),
      counted("people", "people"),
      word("status", "status"),
      text("class", "decision"),
      ...SHARE,
    ],
    rows: facts.flatMap(({ attribute, groups }) =>
      groups.flatMap(({ group, n, status, rates }) =>
        rates.map((rate, c) => [attribute, group, n, status, classes[c] ?? "", ...shareCells(rate)]),
      ),
    ),
  };
}

function distancesTable({ facts }: ClassAuditFile): ClassTable {
  return {
    name: "rank-distances",
    title: "How far groups lie apart over the ordered decisions",
    note:
      "The mean number of steps between decisions that people of one group would have to move to be distributed as the other; the two measured groups " +
      "furthest apart of each attribute, with a 95 % bootstrap interval that leaves out having picked them.",
    columns: [
      text("attribute", "attribute"),
      text("group", "group"),
      text("other_group", "other group"),
      numeric("distance", "steps apart"),
      numeric("low", "from"),
      numeric("high", "to"),
    ],
    rows: facts.map(({ attribute, distance }) =>
      distance === null
        ? [attribute, null, null, null, null, null]
        : [attribute, distance.a, distance.b, distance.value, distance.low, distance.high],
    ),
  };
}

function directionsTable({ directions, evidence }: ClassAuditFile): ClassTable {
  const { classes } = evidence.decision;
  return {
    name: "letter-directions",
    title: "Letters from one decision to another",
    note: "Where a letter does not say both decisions, the pair was read from the decisions whose people lie nearest to it.",
    columns: [
      text("from", "from"),
      text("to", "to"),
      counted("letters", "letters"),
      counted("derived", "of them with a derived pair"),
    ],
    rows: directions.map(({ from, to, letters, derived }) => [
      classes[from] ?? "",
      classes[to] ?? "",
      letters,
      derived,
    ]),
  };
}

function methodsTable({ methods, recommendation }: ClassAuditFile): ClassTable {
  return {
    name: "class-methods",
    title: "Agreement with decisions the rebuilt model was not fitted on",
    note: "Cross-validated on the observed people. 'As offered' is the share of held-out letters that get the decision they promise.",
    columns: [
      word("method", "method"),
      word("recommended", "recommended"),
      word("letters", "reads letters"),
      ...SHARE,
      { key: "as_offered", label: "letters as offered", kind: "share" },
      word("failure", "failure"),
    ],
    rows: methods.map(({ method, usesLetters, agreement, lettersAsOffered, failure }) => [
      method,
      method === recommendation.method ? "yes" : "no",
      usesLetters ? "yes" : "no",
      ...shareCells(agreement),
      lettersAsOffered?.share ?? null,
      failure === null ? null : `${failure.code}: ${failure.message}`,
    ]),
  };
}

function confusionTable({ confusion, evidence, recommendation }: ClassAuditFile): ClassTable {
  const { classes } = evidence.decision;
  return {
    name: "confusion",
    title: `Decisions and the answers of ${recommendation.method}`,
    note: "People by the decision they got (row) and the answer of the rebuilt model when they were held out (column).",
    columns: [text("decision", "decision"), ...classes.map((name, c) => numeric(`answer_${c}`, `answer ${name}`))],
    rows: confusion.map((row, c) => [classes[c] ?? "", ...row]),
  };
}

function prototypesTable({ prototypes, evidence }: ClassAuditFile): ClassTable {
  const { classes } = evidence.decision;
  const rows =
    prototypes.failure !== null
      ? []
      : prototypes.classes.flatMap(({ own, anchors }, c) => [
          [classes[c] ?? "", "its own people", own],
          ...anchors.map(({ from, to, weight }) => [
            classes[c] ?? "",
            `letters ${classes[from] ?? ""} → ${classes[to] ?? ""}`,
            weight,
          ]),
        ]);
  return {
    name: "class-prototypes",
    title: "What the prototypes of recast are made of",
    note: "Weights of each decision's own people and of the letters from or to it; they sum to 1 per decision.",
    columns: [text("class", "decision"), text("part", "part"), numeric("weight", "weight")],
    rows,
  };
}

function bandTable({ band, evidence }: ClassAuditFile): ClassTable {
  const { classes } = evidence.decision;
  const rows: (string | number | null)[][] =
    band.failure !== null
      ? [["not computed", null, null, null, `${band.failure.code}: ${band.failure.message}`]]
      : [
          ...band.settled.map((one, c) => [`always ${classes[c] ?? ""}`, ...shareCells(one), null]),
          ["contested", ...shareCells(band.contested), null],
          ["agreement among the determined", ...shareCells(band.agreementDetermined), null],
          ["agreement among the contested", ...shareCells(band.agreementContested), null],
        ];
  return {
    name: "class-determined",
    title: "What the evidence determines under recast",
    note: "Over every weight of the letters that the formula can give: who always gets the same decision, and who does not.",
    columns: [text("what", "what"), ...SHARE, word("failure", "reason")],
    rows,
  };
}

function bandGroupsTable({ band }: ClassAuditFile): ClassTable {
  return {
    name: "class-contested-by-group",
    title: "Contested people by group",
    note: "Share of the group whose decision depends on how much the letters weigh.",
    columns: [text("attribute", "attribute"), text("group", "group"), ...SHARE],
    rows:
      band.failure !== null
        ? []
        : band.byAttribute.flatMap(({ attribute, groups }) =>
            groups.map(({ group, contested }) => [attribute, group, ...shareCells(contested)]),
          ),
  };
}

function notAvailableTable({ notAvailable }: ClassAuditFile): ClassTable {
  return {
    name: "not-available",
    title: "What an audit of two decisions has and this one has not",
    note: "",
    columns: [word("what", "what"), word("reason", "reason")],
    rows: notAvailable.map(({ what, reason }) => [what, reason]),
  };
}

function shareCells(share: MeasuredShare | null): (number | null)[] {
  return share === null ? [null, null, null] : [share.share, share.low, share.high];
}

function text(key: string, label: string): ClassColumn {
  return { key, label, kind: "text" };
}

function word(key: string, label: string): ClassColumn {
  return { key, label, kind: "word" };
}

function counted(key: string, label: string): ClassColumn {
  return { key, label, kind: "count" };
}

function numeric(key: string, label: string): ClassColumn {
  return { key, label, kind: "number" };
}
