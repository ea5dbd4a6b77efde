import { column, estimate, measuredShare, own, type Table, tableOf, yesNo } from "../../document/table.js";
import type { ClassAuditFile } from "../../findings/class-file.js";
import type { MeasuredShare } from "../../math/interval.js";
import { fewPeople, marked } from "../audit/tables/rows.js";

/** A share and its interval, as these tables name them. */
function share<Row>(of: (row: Row) => MeasuredShare | null) {
  return measuredShare<Row>(["share", "low", "high"], of);
}

/** Every table of an audit with more than two decisions; the files and the page share them. */
export function classTables(file: ClassAuditFile): readonly Table[] {
  return [...evidenceTables(file), ...groupTables(file), ...modelTables(file), ...bandTables(file), missingTable(file)];
}

function evidenceTables({ evidence, directions }: ClassAuditFile): Table[] {
  const { classes } = evidence.decision;
  return [
    tableOf(
      { id: "classes", title: "Decisions in the file", note: "From the least to the most favourable." },
      classes.map((name, c) => ({ name, people: evidence.counts[c] ?? 0 })),
      [column("class", "text", ({ name }) => name, "Decision"), column("people", "count", ({ people }) => people)],
    ),
    tableOf(
      {
        id: "letter-directions",
        title: "Letters from one decision to another",
        note:
          "Where a letter does not say both decisions, the pair was read from the decisions whose people lie " +
          "nearest to it.",
      },
      directions,
      [
        column("from", "text", ({ from }) => classes[from] ?? ""),
        column("to", "text", ({ to }) => classes[to] ?? ""),
        column("letters", "count", ({ letters }) => letters),
        column("derived", "count", ({ derived }) => derived, "Of them with a derived pair"),
      ],
    ),
  ];
}

function groupTables({ facts, evidence }: ClassAuditFile): Table[] {
  const { classes } = evidence.decision;
  return [
    tableOf(
      {
        id: "class-rates",
        title: "How often each group gets each decision",
        note:
          "Shares of the observed people with their 95 % Wilson intervals; groups of fewer than ten people are " +
          "shown and not compared.",
        emphasis: (row) => fewPeople(row, row.n),
      },
      facts.flatMap(({ attribute, groups }) =>
        groups.flatMap(({ rates, ...group }) =>
          rates.map((rate, c) => ({ attribute, ...group, rate, name: classes[c] ?? "" })),
        ),
      ),
      [
        own({ attribute: "text", group: "text" }),
        column("people", "count", ({ n }) => n),
        column("status", "word", ({ status }) => status),
        column("class", "text", ({ name }) => name, "Decision"),
        share(({ rate }) => rate),
      ],
    ),
    tableOf(
      {
        id: "rank-distances",
        title: "How far groups lie apart over the ordered decisions",
        note:
          "The mean number of steps between decisions that people of one group would have to move to be " +
          "distributed as the other; the two measured groups furthest apart of each attribute, with a 95 % " +
          "bootstrap interval that leaves out having picked them.",
      },
      facts,
      [
        column("attribute", "text", ({ attribute }) => attribute),
        column("group", "text", ({ distance }) => distance?.a ?? null),
        column("other_group", "text", ({ distance }) => distance?.b ?? null, "Other group"),
        estimate(["distance", "low", "high"], "number", ({ distance }) => distance, "Steps apart"),
      ],
    ),
  ];
}

function modelTables({ methods, recommendation, confusion, prototypes, evidence }: ClassAuditFile): Table[] {
  const { classes } = evidence.decision;
  const parts =
    prototypes.failure !== null
      ? []
      : prototypes.classes.flatMap(({ own, anchors }, c) => [
          { name: classes[c] ?? "", part: "its own people", weight: own },
          ...anchors.map(({ from, to, weight }) => ({
            name: classes[c] ?? "",
            part: `letters ${classes[from] ?? ""} → ${classes[to] ?? ""}`,
            weight,
          })),
        ]);
  return [
    tableOf(
      {
        id: "class-methods",
        title: "How often each method is right about people it has not seen",
        note:
          "Cross-validated on the observed people. 'As offered' is the share of held-out letters that get the " +
          "decision they promise.",
        emphasis: ({ method }) => marked(method === recommendation.method, "recommended"),
      },
      methods,
      [
        column("method", "word", ({ method }) => method),
        column("recommended", "word", ({ method }) => yesNo(method === recommendation.method)),
        column("letters", "word", ({ usesLetters }) => yesNo(usesLetters), "Reads letters"),
        share(({ agreement }) => agreement),
        column("as_offered", "share", ({ lettersAsOffered }) => lettersAsOffered?.share ?? null, "Letters as offered"),
        column("failure", "word", ({ failure }) => failure && `${failure.code}: ${failure.message}`),
      ],
    ),
    tableOf(
      {
        id: "confusion",
        title: `Decisions and the answers of ${recommendation.method}`,
        note:
          "People by the decision they got (row) and the answer of the rebuilt model when they were held out " +
          "(column).",
      },
      confusion.map((answers, c) => ({ name: classes[c] ?? "", answers })),
      [
        column("decision", "text", ({ name }) => name),
        ...classes.map((name, c) =>
          column<{ answers: readonly number[] }>(
            `answer_${c}`,
            "number",
            ({ answers }) => answers[c] ?? null,
            `answer ${name}`,
          ),
        ),
      ],
    ),
    tableOf(
      {
        id: "class-prototypes",
        title: "What the prototypes of recast are made of",
        note: "Weights of each decision's own people and of the letters from or to it; they sum to 1 per decision.",
      },
      parts,
      [column("class", "text", ({ name }) => name, "Decision"), own({ part: "text", weight: "number" })],
    ),
  ];
}

function bandTables({ band, evidence }: ClassAuditFile): Table[] {
  const { classes } = evidence.decision;
  const failure = band.failure && `${band.failure.code}: ${band.failure.message}`;
  const rows: readonly (readonly [what: string, found: MeasuredShare | null])[] =
    band.failure !== null
      ? [["not computed", null]]
      : [
          ...band.settled.map((found, c) => [`always ${classes[c] ?? ""}`, found] as const),
          ["open", band.contested],
          ["right, where clear", band.agreementDetermined],
          ["right, where open", band.agreementContested],
        ];
  const byAttribute = band.failure === null ? band.byAttribute : [];
  const groups = byAttribute.flatMap(({ attribute, groups: all }) => all.map((group) => ({ attribute, ...group })));
  return [
    tableOf(
      {
        id: "class-determined",
        title: "What is clear under recast",
        note:
          "Over every weight of the letters that the formula can give: who always gets the same decision, and who " +
          "does not.",
      },
      rows,
      [
        column("what", "text", ([what]) => what),
        share(([, found]) => found),
        column("failure", "word", () => failure, "Reason"),
      ],
    ),
    tableOf(
      {
        id: "class-contested-by-group",
        title: "Open answers by group",
        note: "Share of the group whose decision depends on how much the letters weigh.",
      },
      groups,
      [own({ attribute: "text", group: "text" }), share(({ contested }) => contested)],
    ),
  ];
}

function missingTable({ notAvailable }: ClassAuditFile): Table {
  const title = "What only an audit of two decisions has";
  return tableOf({ id: "not-available", title }, notAvailable, [own({ what: "word", reason: "word" })]);
}
