import { AuditError } from "../../errors.js";
import type { Decisions } from "../../input/decisions.js";
import type { Letters } from "../../input/letters.js";
import type { Table } from "../../input/table.js";
import { type CellRow, cellOf, columnOf, type OutsideTarget, type Reply, rowCells } from "./outside.js";
import type { Target } from "./target.js";

/**
 * A target known by its recorded answers alone. A row's score is the share of favourable answers among the recorded
 * rows equal to it in every column; a row that was never answered counts as rejected, with score 0.
 */
export function recordedTarget(table: Table, decisions: Uint8Array): Target {
  const names = table.columns.map(({ name }) => name);
  const shareOf = (rows: readonly number[]) => rows.reduce((sum, i) => sum + decisions[i]!, 0) / rows.length;
  const shares = new Map(Array.from(rowsByKey(table, names), ([key, rows]) => [key, shareOf(rows)]));
  const score = (rows: Table) => Float64Array.from(rowKeys(rows, names), (key) => shares.get(key) ?? 0);
  return { name: "recorded", score, decide: (rows) => Uint8Array.from(score(rows), (share) => (share >= 0.5 ? 1 : 0)) };
}

/**
 * Asks about every row once and keeps the answers as a target that answers at once, for studies and letter generators.
 * It knows these rows and no others. Throws TARGET_FAILED when a row gets no answer.
 */
export async function recordTarget(target: OutsideTarget, rows: Table, favourable: string): Promise<Target> {
  const replies = await target.decide(rows);
  const decisions = Uint8Array.from(replies, (reply, i) => {
    if (reply.status === "answered") return reply.answer === favourable ? 1 : 0;
    throw new AuditError("TARGET_FAILED", `${target.name} gave no answer about row ${i + 1}: ${reply.reason}`);
  });
  return { ...recordedTarget(rows, decisions), name: target.name };
}

/**
 * A target known by the answers it once gave: a decisions file and its letters. A row is recognised by all its features
 * together; the first of several equal rows answers. Other rows are refused.
 */
export function answersTarget(decisions: Decisions, letters: Letters | null): OutsideTarget {
  const { observations, schema, file } = decisions;
  const { favourable, unfavourable } = schema.decision;
  const names = schema.features.map(({ name }) => name);
  const known = rowsByKey(observations, names);

  function find<T>(rows: Table, answer: (person: number) => T): Reply<T>[] {
    return rowKeys(rows, names).map((key) => {
      const [person] = known.get(key) ?? [];
      if (person !== undefined) return { status: "answered", answer: answer(person) };
      return { status: "refused", reason: `${file} has no answer for this row` };
    });
  }

  const target: OutsideTarget = {
    name: file,
    partial: true,
    decide: async (rows) => find(rows, (i) => (decisions.decisions[i] === 1 ? favourable : unfavourable)),
  };
  if (letters === null) return target;
  const letterTo = new Map(Array.from(letters.letterOf, (person, letter) => [person, letter] as const).reverse());
  return {
    ...target,
    letter: async (person) => {
      const [reply] = find(person, (found): CellRow | null => {
        const letter = letterTo.get(found); // the first of several
        return letter === undefined ? null : rowCells(letters.table, letter);
      });
      return reply ?? { status: "refused", reason: "no row was asked about" };
    },
  };
}

/** The rows of a table by what their cells are. */
function rowsByKey(table: Table, names: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const rows = new Map<string, number[]>();
  for (const [i, key] of rowKeys(table, names).entries()) {
    const known = rows.get(key);
    if (known === undefined) rows.set(key, [i]);
    else known.push(i);
  }
  return rows;
}

/** One text per row: equal where all cells of these columns are written alike. */
function rowKeys(table: Table, names: readonly string[]): string[] {
  const columns = names.map((name) => columnOf(table, name));
  const textOf = (cell: string | number | null) => (cell === null ? null : String(cell));
  return Array.from({ length: table.rows }, (_, i) =>
    JSON.stringify(columns.map((column) => (column === undefined ? null : textOf(cellOf(column, i))))),
  );
}
