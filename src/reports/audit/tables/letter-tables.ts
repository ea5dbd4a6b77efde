import { column, estimate, measuredShare, own, type Table, tableOf, yesNo } from "../../../document/table.js";
import type { AuditFile } from "../../../findings/audit-file.js";
import { fewPeople, marked, ROW_LABELS } from "./rows.js";

type LetterFindings = NonNullable<AuditFile["letters"]>;
type Contradiction = LetterFindings["contradictions"][number];

export function letterTables(letters: LetterFindings | null): Table[] {
  return letters === null ? [] : [...fieldTables(letters), ...contradictionTables(letters), ...groupTables(letters)];
}

function fieldTables({ fields, fieldCounts }: LetterFindings): Table[] {
  return [
    tableOf(
      {
        id: "letter-fields",
        title: "Fields that letters change",
        note: "Sizes are of the change where there is one, in the column’s own units.",
        how: "letter-changes",
        emphasis: ({ immutable, changed }) => marked(immutable && changed.successes > 0, "named immutable"),
      },
      fields,
      [
        own({ field: "text", type: "word" }),
        column("immutable", "word", ({ immutable }) => yesNo(immutable)),
        column("changedLetters", "count", ({ changed }) => changed.successes, "Letters that change it"),
        measuredShare("changed", ({ changed }) => changed),
        column("up", "count", ({ type, up }) => (type === "number" ? up : null), "Asked for more"),
        column("down", "count", ({ type, down }) => (type === "number" ? down : null), "Asked for less"),
        column("least", "number", ({ size }) => size?.least ?? null),
        column("lowerQuartile", "number", ({ size }) => size?.lowerQuartile ?? null),
        column("median", "number", ({ size }) => size?.median ?? null),
        column("upperQuartile", "number", ({ size }) => size?.upperQuartile ?? null),
        column("greatest", "number", ({ size }) => size?.greatest ?? null),
      ],
    ),
    tableOf({ id: "letter-field-counts", title: "Fields changed per letter", how: "letter-changes" }, fieldCounts, [
      column("fields", "count", (entry) => entry.fields, "Fields changed"),
      column("letters", "count", ({ letters }) => letters),
    ]),
    tableOf(
      {
        id: "letter-moves",
        title: "Changes of category",
        note: "At most the ten most frequent per field.",
        how: "letter-changes",
      },
      fields.flatMap(({ field, moves }) => moves.map((move) => ({ field, ...move }))),
      [own({ field: "text", from: "text", to: "text", letters: "count" })],
    ),
  ];
}

function contradictionTables({ contradictions }: LetterFindings): Table[] {
  const note = "Examples, at most five: the row of the letters file; after a colon, the row of the decisions file.";
  const columns = [
    own({ kind: "word", strength: "word", count: "count", field: "text" }),
    column<Contradiction>("sentence", "text", ({ sentence }) => sentence, "Statement"),
    column<Contradiction>("examples", "word", ({ examples }) =>
      examples
        .map(({ letterRow, personRow }) => (personRow === null ? `${letterRow}` : `${letterRow}:${personRow}`))
        .join(" "),
    ),
  ];
  const of = (strength: Contradiction["strength"]) => contradictions.filter((one) => one.strength === strength);
  return [
    tableOf(
      {
        id: "letter-contradictions",
        title: "Letters that the decisions contradict",
        note,
        how: "contradictions",
        emphasis: () => marked(true, "certain"),
      },
      of("certain"),
      columns,
    ),
    tableOf(
      {
        id: "letter-patterns",
        title: "Patterns in letters",
        note: `All of these can be true at once. ${note}`,
        how: "contradictions",
      },
      of("indication"),
      columns,
    ),
  ];
}

function groupTables({ coverage, coverageByAttribute, burden }: LetterFindings): Table[] {
  const everybody =
    coverage === null ? [] : [{ attribute: null, group: ROW_LABELS.everybody, coverage, status: "measured" }];
  const burdens = burden.flatMap(({ attribute, groups }) => groups.map((group) => ({ attribute, ...group })));
  return [
    tableOf(
      {
        id: "letter-coverage",
        title: "Refused people with a letter",
        how: "wilson",
        emphasis: (row) => fewPeople(row, row.coverage?.n ?? 0),
      },
      [
        ...everybody,
        ...coverageByAttribute.flatMap(({ attribute, groups }) => groups.map((group) => ({ attribute, ...group }))),
      ],
      [
        own({ attribute: "text", group: "text" }),
        column("n", "count", (row) => row.coverage?.n ?? 0),
        column("successes", "count", (row) => row.coverage?.successes ?? 0, "Count"),
        measuredShare("coverage", (row) => row.coverage, "Share with a letter"),
        column("status", "word", ({ status }) => status),
      ],
    ),
    tableOf(
      {
        id: "burden",
        title: "What letters ask by group",
        note: "Distances are in scaled units: one unit is one scale of a column.",
        how: "burden",
        emphasis: (row) => fewPeople(row, row.letters),
      },
      burdens,
      [
        own({ attribute: "text", group: "text", letters: "count" }),
        estimate("distance", "number", ({ distance }) => distance),
        estimate("fields", "number", ({ fields }) => fields, "Fields changed"),
        measuredShare("immutableShare", ({ immutable }) => immutable, "Asked to change an immutable field"),
        column("status", "word", ({ status }) => status),
      ],
    ),
    tableOf(
      {
        id: "burden-gaps",
        title: "Largest and smallest mean distance",
        note: "Over the groups with enough letters.",
      },
      burden,
      [
        column("attribute", "text", ({ attribute }) => attribute),
        estimate("distanceGap", "number", ({ distanceGap }) => distanceGap, "Largest minus smallest mean distance"),
        column("highest", "text", ({ distanceGap }) => distanceGap?.highest ?? null, "Highest group"),
        column("lowest", "text", ({ distanceGap }) => distanceGap?.lowest ?? null, "Lowest group"),
      ],
    ),
    tableOf(
      {
        id: "burden-changes",
        title: "Median change by group",
        note: "Among the letters that change the field, in the column’s own units.",
        how: "burden",
        emphasis: (row) => fewPeople(row, row.letters),
      },
      burdens.flatMap(({ attribute, group, status, changes }) =>
        changes.map((change) => ({ attribute, group, status, ...change })),
      ),
      [
        own({ attribute: "text", group: "text", field: "text", letters: "count" }),
        estimate("medianChange", "number", ({ median }) => median),
        column("status", "word", ({ status }) => status),
      ],
    ),
  ];
}
