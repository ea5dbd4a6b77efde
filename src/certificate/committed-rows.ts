import type { Evidence } from "../input/evidence.js";
import type { Column } from "../input/table.js";

/** A value of a row: a number, a category, or null where it is missing. */
export type CommittedValue = number | string | null;

/** A row of the evidence as it is committed to: all that the audit counted of it. */
export interface CommittedRow {
  readonly kind: "decision" | "letter";
  /** The id of the person, null where it is not known. */
  readonly id: string | null;
  /** The decision as written in the file; null for a letter. */
  readonly decision: string | null;
  /** A person's features, groups, outcome and weight, or the row a letter says would have been accepted. */
  readonly values: readonly (readonly [name: string, value: CommittedValue])[];
}

/** Every observed person, in the order of the evidence. */
export function decisionRows(evidence: Evidence): readonly CommittedRow[] {
  const { schema, observations, decisions, groups, outcomes, weights, ids } = evidence;
  const { favourable, unfavourable } = schema.decision;
  const columns: Column[] = [...observations.columns];
  const known = new Set(columns.map(({ name }) => name));
  for (const column of [...groups, ...(outcomes === null ? [] : [outcomes])]) {
    if (known.has(column.name)) continue; // a sensitive attribute is often a feature too
    known.add(column.name);
    columns.push(column);
  }
  if (weights !== null && schema.weight !== null && !known.has(schema.weight)) {
    columns.push({ name: schema.weight, type: "number", values: weights });
  }
  return Array.from({ length: observations.rows }, (_, i) => ({
    kind: "decision" as const,
    id: ids?.[i] ?? null,
    decision: decisions[i] === 1 ? favourable : unfavourable,
    values: columns.map((column) => [column.name, valueAt(column, i)] as const),
  }));
}

/** Every letter, completed to a full row, in the order of the evidence. */
export function letterRows({ letters, letterOf, ids }: Evidence): readonly CommittedRow[] {
  return Array.from({ length: letters.rows }, (_, k) => ({
    kind: "letter" as const,
    id: ids?.[letterOf[k]!] ?? null,
    decision: null,
    values: letters.columns.map((column) => [column.name, valueAt(column, k)] as const),
  }));
}

function valueAt(column: Column, row: number): CommittedValue {
  if (column.type === "category") return column.levels[column.codes[row]!] ?? null;
  const value = column.values[row]!;
  return Number.isNaN(value) ? null : value;
}
