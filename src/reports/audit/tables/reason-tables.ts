import { column, estimate, measuredShare, own, type Table, tableOf, yesNo } from "../../../document/table.js";
import type { AuditFile } from "../../../findings/audit-file.js";
import { fewPeople, marked, ROW_LABELS } from "./rows.js";

type Reasons = NonNullable<AuditFile["reasons"]>;

export function reasonTables(reasons: Reasons | null): Table[] {
  return reasons === null ? [] : [...toldTables(reasons), ...groupTables(reasons)];
}

function toldTables({ reasons, reasonCounts, indications }: Reasons): Table[] {
  return [
    tableOf(
      {
        id: "reasons",
        title: "Reasons that people were told",
        note: "Speaks against it: the person’s value is at least as good as the median of the accepted people.",
        how: "reasons",
        emphasis: ({ immutable, sensitive }) =>
          marked(immutable || sensitive, immutable ? "named immutable" : "sensitive"),
      },
      reasons,
      [
        column("reason", "text", ({ reason }) => reason),
        column("fieldNames", "text", ({ fields }) => fields.join(", "), "Fields"),
        column("immutable", "word", ({ immutable }) => yesNo(immutable)),
        column("sensitive", "word", ({ sensitive }) => yesNo(sensitive)),
        column("people", "count", ({ told }) => told?.successes ?? 0),
        measuredShare("told", ({ told }) => told, "Share told it"),
        column("direction", "word", ({ check }) => check?.direction ?? null, "Would have helped"),
        column("acceptedMedian", "number", ({ check }) => check?.median ?? null, "Median of the accepted"),
        column("checked", "count", ({ check }) => check?.against.n ?? null, "People checked"),
        measuredShare("against", ({ check }) => check?.against, "Own value speaks against it"),
        column("unchecked", "word", ({ unchecked }) => unchecked, "Not checked"),
      ],
    ),
    tableOf({ id: "reason-counts", title: "Reasons per person", how: "reasons" }, reasonCounts, [
      own({ reasons: "count", people: "count" }),
    ]),
    tableOf(
      {
        id: "reason-indications",
        title: "Reasons worth a question",
        note: "All of these can be true. Examples, at most five: rows of the decisions file.",
        how: "reason-check",
      },
      indications,
      [
        own({ kind: "word", reason: "text", field: "text", count: "count" }),
        column("sentence", "text", ({ sentence }) => sentence, "Statement"),
        column("examples", "word", ({ examples }) => examples.map(({ personRow }) => personRow).join(" ")),
      ],
    ),
  ];
}

function groupTables({ coverage, against, byAttribute }: Reasons): Table[] {
  const everybody = { attribute: null, group: ROW_LABELS.everybody, status: "measured", comparison: null };
  return [
    tableOf(
      {
        id: "reason-coverage",
        title: "Refused people who were told a reason",
        how: "wilson",
        emphasis: (row) => fewPeople(row, row.coverage?.successes ?? 0),
      },
      [
        ...(coverage === null ? [] : [{ ...everybody, coverage }]),
        ...byAttribute.flatMap(({ attribute, coverage: groups }) => groups.map((group) => ({ attribute, ...group }))),
      ],
      [
        own({ attribute: "text", group: "text" }),
        column("n", "count", (row) => row.coverage?.n ?? 0),
        column("people", "count", (row) => row.coverage?.successes ?? 0, "People told a reason"),
        measuredShare("coverage", (row) => row.coverage, "Share told a reason"),
        column("status", "word", ({ status }) => status),
      ],
    ),
    tableOf(
      {
        id: "reasons-by-group",
        title: "Which reasons are told to whom",
        note:
          "Compared with everybody else of the attribute who was told any reason; intervals of differences are " +
          "corrected.",
        how: "reasons",
        emphasis: (row) => fewPeople(row, row.told?.n ?? 0),
      },
      byAttribute.flatMap(({ attribute, reasons }) =>
        reasons.flatMap(({ reason, groups }) => groups.map((group) => ({ attribute, reason, ...group }))),
      ),
      [
        own({ attribute: "text", reason: "text", group: "text" }),
        column("n", "count", ({ told }) => told?.n ?? 0, "People told any reason"),
        column("people", "count", ({ told }) => told?.successes ?? 0, "People told this one"),
        measuredShare("told", ({ told }) => told, "Share told it"),
        ...fromRest(),
        column("checked", "count", (row) => row.against?.n ?? null, "People checked"),
        measuredShare("against", (row) => row.against, "Own value speaks against it"),
        column("status", "word", ({ status }) => status),
      ],
    ),
    tableOf(
      {
        id: "reasons-against",
        title: "Whose own value speaks against a reason",
        note: "Of people with a reason that can be checked; compared with everybody else of the attribute.",
        how: "reason-check",
        emphasis: (row) => fewPeople(row, row.against?.n ?? 0),
      },
      [
        ...(against === null ? [] : [{ ...everybody, against }]),
        ...byAttribute.flatMap(({ attribute, against: groups }) => groups.map((group) => ({ attribute, ...group }))),
      ],
      [
        own({ attribute: "text", group: "text" }),
        column("n", "count", (row) => row.against?.n ?? 0, "People checked"),
        column("people", "count", (row) => row.against?.successes ?? 0, "Value speaks against it"),
        measuredShare("against", (row) => row.against, "Share"),
        ...fromRest(),
        column("status", "word", ({ status }) => status),
      ],
    ),
  ];
}

type Comparison = Reasons["byAttribute"][number]["against"][number]["comparison"];

/** The difference from everybody else, corrected. */
function fromRest() {
  type Row = { readonly comparison: Comparison };
  return [
    estimate<Row>(
      "correctedDifference",
      "points",
      ({ comparison }) => comparison?.difference,
      "Difference from others",
    ),
    column<Row>("p", "p", ({ comparison }) => comparison?.p ?? null),
    column<Row>("adjusted", "p", ({ comparison }) => comparison?.adjusted ?? null, "p, corrected"),
  ];
}
