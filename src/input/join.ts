import { compareText } from "../math/compare.js";
import type { Decisions } from "./decisions.js";
import type { Evidence } from "./evidence.js";
import type { Letters } from "./letters.js";
import type { CategoryColumn, Column } from "./table.js";

/** Decisions and letters as one body of evidence; without letters the letters' table has no rows. */
export function joinEvidence(decisions: Decisions, letters: Letters | null): Evidence {
  const observed: Column[] = [];
  const offered: Column[] = [];
  for (const [f, column] of decisions.observations.columns.entries()) {
    const [own, letter] = alignColumns(column, letters?.table.columns[f]);
    observed.push(own);
    offered.push(letter);
  }
  return {
    schema: decisions.schema,
    observations: { rows: decisions.observations.rows, columns: observed },
    decisions: decisions.decisions,
    letters: { rows: letters?.table.rows ?? 0, columns: offered },
    letterOf: letters?.letterOf ?? new Int32Array(0),
    groups: decisions.groups,
    outcomes: decisions.outcomes,
    weights: decisions.weights,
    ids: decisions.ids,
  };
}

/** Both columns over the same sorted levels; an empty column stands in for a missing second one. */
export function alignColumns(own: Column, letter: Column | undefined): [Column, Column] {
  if (own.type === "number") {
    return [own, letter?.type === "number" ? letter : { name: own.name, type: "number", values: new Float64Array(0) }];
  }
  const other: CategoryColumn =
    letter?.type === "category" ? letter : { name: own.name, type: "category", codes: new Int32Array(0), levels: [] };
  const levels = [...new Set([...own.levels, ...other.levels])].sort(compareText);
  return [recode(own, levels), recode(other, levels)];
}

function recode(column: CategoryColumn, levels: readonly string[]): CategoryColumn {
  const position = new Map(levels.map((level, code) => [level, code]));
  const codes = Int32Array.from(column.levels, (level) => position.get(level) ?? -1);
  return { ...column, codes: column.codes.map((code) => (code < 0 ? -1 : codes[code]!)), levels };
}
