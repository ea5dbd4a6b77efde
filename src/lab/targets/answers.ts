import type { Decisions } from "../../input/decisions.js";
import type { Letters } from "../../input/letters.js";
import type { Table } from "../../input/table.js";
import { type CellRow, cellOf, columnOf, type OutsideTarget, type Reply, rowCells } from "./outside.js";

/**
 * A target known by the answers it once gave: a decisions file and its letters. A row is recognised by all its features
 * together; the first of several equal rows answers. Other rows are refused.
 */
export function answersTarget(decisions: Decisions, letters: Letters | null): OutsideTarget {
  const { observations, schema } = decisions;
  const names = schema.features.map(({ name }) => name);
  const known = new Map<string, number>();
  rowKeys(observations, names).forEach((key, i) => {
    if (!known.has(key)) known.set(key, i);
  });
  const letterTo = new Map<number, number>();
  letters?.letterOf.forEach((person, k) => {
    if (person >= 0 && !letterTo.has(person)) letterTo.set(person, k);
  });

  function find<T>(rows: Table, answer: (person: number) => T): Reply<T>[] {
    return rowKeys(rows, names).map((key) => {
      const person = known.get(key);
      if (person !== undefined) return { status: "answered", answer: answer(person) };
      return { status: "refused", reason: `${decisions.file} has no answer about such a row` };
    });
  }

  const target: OutsideTarget = {
    name: decisions.file,
    partial: true,
    decide: async (rows) => {
      const { favourable, unfavourable } = schema.decision;
      return find(rows, (person) => (decisions.decisions[person] === 1 ? favourable : unfavourable));
    },
  };
  if (letters === null) return target;
  return {
    ...target,
    letter: async (person) => {
      const [reply] = find(person, (found): CellRow | null => {
        const letter = letterTo.get(found);
        return letter === undefined ? null : rowCells(letters.table, letter);
      });
      return reply ?? { status: "refused", reason: "no row was asked about" };
    },
  };
}

/** One text per row: equal where all cells of these columns are written alike. */
function rowKeys(table: Table, names: readonly string[]): string[] {
  const columns = names.map((name) => columnOf(table, name));
  return Array.from({ length: table.rows }, (_, i) =>
    JSON.stringify(columns.map((column) => (column === undefined ? null : textOf(cellOf(column, i))))),
  );
}

function textOf(cell: string | number | null): string | null {
  return cell === null ? null : String(cell);
}
