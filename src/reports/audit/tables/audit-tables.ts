import { column, estimate, own, type Table, tableOf, yesNo } from "../../../document/table.js";
import { asPageSentence } from "../../../errors.js";
import type { AuditFile } from "../../../findings/audit-file.js";
import { factTables } from "./fact-tables.js";
import { identifyTables } from "./identify-tables.js";
import { letterTables } from "./letter-tables.js";
import { modelTables } from "./model-tables.js";
import { reasonTables } from "./reason-tables.js";
import { choiceName, marked, ROW_LABELS } from "./rows.js";

/** Every table of an audit, in the order of the report; a table that would have no row is left out. */
export function auditTables(file: AuditFile): readonly Table[] {
  return [
    ...evidenceTables(file),
    ...factTables(file.facts),
    ...letterTables(file.letters),
    ...reasonTables(file.reasons),
    ...identifyTables(file),
    ...modelTables(file.fairness),
    ...sensitivityTables(file.sensitivity),
    ...explainTables(file.attributions),
    tableOf({ id: "caveats", title: "Limits" }, file.caveats, [own({ code: "word", text: "text" })]),
  ].filter(({ rows }) => rows.length > 0);
}

function evidenceTables({ files, columns, problems, warnings }: AuditFile): Table[] {
  const given = (["decisions", "letters", "population"] as const).flatMap((role) => {
    const file = files[role];
    return file === null ? [] : [{ role, ...file }];
  });
  return [
    tableOf({ id: "evidence-files", title: "Files", how: "files" }, given, [
      column("role", "word", ({ role }) => role),
      column("file", "text", ({ name }) => name),
      own({ rows: "count", bytes: "count" }),
      column("sha256", "word", ({ sha256 }) => sha256, "SHA-256"),
    ]),
    tableOf({ id: "columns", title: "Columns of the decisions file" }, columns, [
      column("column", "text", ({ name }) => name),
      own({ role: "word", type: "word" }),
      column("sensitive", "word", ({ sensitive }) => yesNo(sensitive)),
      column("immutable", "word", ({ immutable }) => yesNo(immutable)),
      column("missing", "count", ({ missing }) => missing),
      column("distinct", "count", ({ distinct }) => distinct, "Different values"),
    ]),
    tableOf(
      {
        id: "problems",
        title: "Problems of the files",
        note: "Rows are counted as a spreadsheet does: the header is row 1.",
      },
      [...problems, ...warnings],
      [
        own({ severity: "word", code: "word" }),
        column("message", "text", ({ message }) => asPageSentence(message), "What was found"),
        column("file", "text", ({ file }) => file),
        column("column", "text", (problem) => problem.column),
        column("count", "count", ({ count }) => count),
        column("rowList", "word", ({ rows }) => rows.join(" "), "Rows named"),
      ],
    ),
  ];
}

function sensitivityTables(sensitivity: AuditFile["sensitivity"]): Table[] {
  if (sensitivity === null) return [];
  const { method, gaps, variants, conclusions } = sensitivity;
  const audit = { name: ROW_LABELS.audit, method, gaps };
  const choice = (variant: { readonly name: string; readonly method: string }) =>
    choiceName(variant.name, variant.method, method);
  return [
    tableOf(
      {
        id: "sensitivity-variants",
        title: "What changes with each choice",
        note: "One choice at a time, everything else as in the audit.",
        how: "sensitivity",
      },
      variants,
      [
        column("kind", "word", ({ kind }) => kind),
        column("variant", "text", choice, "Choice"),
        column("method", "word", (variant) => variant.method),
        column("changed", "share", ({ changed, failure }) => (failure === null ? changed : null), "Another answer"),
        column("agreement", "share", ({ agreement }) => agreement, "Right about people not seen"),
        column("failure", "text", ({ failure }) => failure, "Why not"),
      ],
    ),
    tableOf(
      { id: "sensitivity-gaps", title: "Differences of rates with each choice", how: "sensitivity" },
      [audit, ...variants].flatMap((of) => of.gaps.map((gap) => ({ name: of.name, method: of.method, ...gap }))),
      [
        column("variant", "text", choice, "Choice"),
        column("method", "word", (variant) => variant.method),
        own({ attribute: "text", difference: "points" }),
        column("highest", "text", ({ highest }) => highest, "Highest group"),
        column("lowest", "text", ({ lowest }) => lowest, "Lowest group"),
      ],
    ),
    tableOf(
      {
        id: "sensitivity-conclusions",
        title: "Which findings hold under other choices",
        how: "sensitivity",
        emphasis: ({ holds, of }) => marked(holds < of, "not everywhere"),
      },
      conclusions,
      [
        own({ code: "word", attribute: "text" }),
        column("sentence", "text", ({ sentence }) => sentence, "Finding"),
        column("holds", "count", ({ holds }) => holds, "Holds in"),
        column("of", "count", ({ of }) => of, "of"),
        column("fails", "text", ({ fails }) => fails.join("; "), "Fails with"),
      ],
    ),
  ];
}

type Attributions = AuditFile["attributions"];

function explainTables({ weights, permutation, shapley, partialDependence }: Attributions): Table[] {
  return [
    tableOf(
      {
        id: "weights",
        title: "Weights in the columns’ own units",
        note: "Numbers: margin per one unit. Categories: margin of each level against the most frequent one.",
        how: "linear-weights",
      },
      weights === null ? [] : weightRows(weights),
      [
        own({ feature: "text", type: "word", level: "text" }),
        column("base", "text", ({ base }) => base, "Compared with level"),
        own({ points: "number", unit: "number" }),
      ],
    ),
    tableOf(
      {
        id: "permutation",
        title: "Share of decisions that change when a feature is shuffled",
        how: "permutation",
      },
      permutation,
      [
        column("feature", "text", ({ feature }) => feature),
        estimate("importance", "share", ({ importance }) => importance),
      ],
    ),
    tableOf(
      { id: "shapley", title: "Mean size of a feature’s share in the score (Shapley)", how: "shapley" },
      shapley.features,
      [
        column("feature", "text", ({ feature }) => feature),
        estimate("importance", "number", ({ importance }) => importance),
      ],
    ),
    tableOf(
      {
        id: "partial-dependence",
        title: "Mean score when a feature is set to one value for everybody",
        how: "partial-dependence",
      },
      partialDependence.flatMap(({ feature, type, points }) => points.map((point) => ({ feature, type, ...point }))),
      [
        own({ feature: "text", type: "word", value: "text" }),
        column("score", "number", ({ score }) => score, "Mean score"),
        column("accepted", "share", ({ accepted }) => accepted),
      ],
    ),
  ];
}

interface WeightRow {
  readonly feature: string;
  readonly type: "number" | "category" | null;
  readonly level: string | null;
  readonly base: string | null;
  readonly points: number;
  readonly unit: number | null;
}

function weightRows({ intercept, features }: NonNullable<Attributions["weights"]>): WeightRow[] {
  const none = { type: null, level: null, base: null, unit: null };
  return [
    { ...none, feature: ROW_LABELS.intercept, points: intercept },
    ...features.flatMap((entry): WeightRow[] => {
      const { feature, type } = entry;
      if (type === "number") return [{ ...none, feature, type, points: entry.perUnit, unit: entry.unit }];
      return entry.levels.map(({ level, points }) => ({ ...none, feature, type, level, base: entry.base, points }));
    }),
  ];
}
