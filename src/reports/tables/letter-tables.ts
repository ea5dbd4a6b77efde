import type { LetterFindings } from "../../findings/letters.js";
import { ROW_LABELS } from "../text/table-labels.js";
import { byStatus, type ReportTable, reportTable, yesNo } from "./report-table.js";

/** What the letters ask and of whom, and where they cannot all be true. */
export function letterTables(letters: LetterFindings | null): ReportTable[] {
  return letters === null ? [] : [...fieldTables(letters), ...contradictionTable(letters), ...groupTables(letters)];
}

function fieldTables({ fields, fieldCounts }: LetterFindings): ReportTable[] {
  return [
    ...reportTable(
      "letter-fields",
      ({ column, measured }) => [
        column("field", "text", ({ field }) => field),
        column("type", "word", ({ type }) => type),
        column("immutable", "word", ({ immutable }) => yesNo(immutable)),
        column("changedLetters", "count", ({ changed }) => changed.successes),
        measured("changed", ({ changed }) => changed),
        column("up", "count", ({ type, up }) => (type === "number" ? up : null)),
        column("down", "count", ({ type, down }) => (type === "number" ? down : null)),
        column("least", "number", ({ size }) => size?.least ?? null),
        column("lowerQuartile", "number", ({ size }) => size?.lowerQuartile ?? null),
        column("median", "number", ({ size }) => size?.median ?? null),
        column("upperQuartile", "number", ({ size }) => size?.upperQuartile ?? null),
        column("greatest", "number", ({ size }) => size?.greatest ?? null),
      ],
      fields,
      { emphasis: ({ immutable, changed }) => (immutable && changed.successes > 0 ? "highlight" : "normal") },
    ),
    ...reportTable(
      "letter-field-counts",
      ({ column }) => [
        column("fields", "count", (entry) => entry.fields),
        column("letters", "count", ({ letters }) => letters),
      ],
      fieldCounts,
    ),
    ...reportTable(
      "letter-moves",
      ({ column }) => [
        column("field", "text", ({ field }) => field),
        column("from", "text", ({ from }) => from),
        column("to", "text", ({ to }) => to),
        column("letters", "count", ({ letters }) => letters),
      ],
      fields.flatMap(({ field, moves }) => moves.map((move) => ({ field, ...move }))),
    ),
  ];
}

function contradictionTable({ contradictions }: LetterFindings): ReportTable[] {
  return reportTable(
    "letter-contradictions",
    ({ column }) => [
      column("kind", "word", ({ kind }) => kind),
      column("strength", "word", ({ strength }) => strength),
      column("count", "count", ({ count }) => count),
      column("field", "text", ({ field }) => field),
      column("sentence", "text", ({ sentence }) => sentence),
      column("examples", "word", ({ examples }) =>
        examples
          .map(({ letterRow, personRow }) => (personRow === null ? `${letterRow}` : `${letterRow}:${personRow}`))
          .join(" "),
      ),
    ],
    contradictions,
    { emphasis: ({ strength }) => (strength === "certain" ? "highlight" : "normal") },
  );
}

function groupTables({ coverage, coverageByAttribute, burden }: LetterFindings): ReportTable[] {
  const everybody =
    coverage === null ? [] : [{ attribute: null, group: ROW_LABELS.everybody, coverage, status: "measured" }];
  const burdens = burden.flatMap(({ attribute, groups }) => groups.map((group) => ({ attribute, ...group })));
  return [
    ...reportTable(
      "letter-coverage",
      ({ column, measured }) => [
        column("attribute", "text", ({ attribute }) => attribute),
        column("group", "text", ({ group }) => group),
        column("n", "count", (row) => row.coverage?.n ?? 0),
        column("successes", "count", (row) => row.coverage?.successes ?? 0),
        measured("coverage", (row) => row.coverage),
        column("status", "word", ({ status }) => status),
      ],
      [
        ...everybody,
        ...coverageByAttribute.flatMap(({ attribute, groups }) => groups.map((group) => ({ attribute, ...group }))),
      ],
      { emphasis: byStatus },
    ),
    ...reportTable(
      "burden",
      ({ column, estimate, measured }) => [
        column("attribute", "text", ({ attribute }) => attribute),
        column("group", "text", ({ group }) => group),
        column("letters", "count", ({ letters }) => letters),
        estimate("distance", "number", ({ distance }) => distance),
        estimate("fields", "number", ({ fields }) => fields),
        measured("immutableShare", ({ immutable }) => immutable),
        column("status", "word", ({ status }) => status),
      ],
      burdens,
      { emphasis: byStatus },
    ),
    ...reportTable(
      "burden-gaps",
      ({ column, estimate }) => [
        column("attribute", "text", ({ attribute }) => attribute),
        estimate("distanceGap", "number", ({ distanceGap }) => distanceGap),
        column("highest", "text", ({ distanceGap }) => distanceGap?.highest ?? null),
        column("lowest", "text", ({ distanceGap }) => distanceGap?.lowest ?? null),
      ],
      burden,
    ),
    ...reportTable(
      "burden-changes",
      ({ column, estimate }) => [
        column("attribute", "text", ({ attribute }) => attribute),
        column("group", "text", ({ group }) => group),
        column("field", "text", ({ field }) => field),
        column("letters", "count", ({ letters }) => letters),
        estimate("medianChange", "number", ({ median }) => median),
        column("status", "word", ({ status }) => status),
      ],
      burdens.flatMap(({ attribute, group, status, changes }) =>
        changes.map((change) => ({ attribute, group, status, ...change })),
      ),
      { emphasis: byStatus },
    ),
  ];
}
