import type { Column, Table } from "../../input/table.js";
import type { Target } from "./target.js";

/**
 * A target known by its recorded answers alone. A row's score is the share of favourable answers among the recorded
 * rows equal to it in every column; a row that was never answered counts as rejected, with score 0.
 */
export function recordedTarget(table: Table, decisions: Uint8Array): Target {
  const answers = new Map<string, { favourable: number; all: number }>();
  const names = table.columns.map(({ name }) => name);
  const keys = rowKeys(table, names);
  keys.forEach((key, i) => {
    const answer = answers.get(key) ?? { favourable: 0, all: 0 };
    answer.favourable += decisions[i]!;
    answer.all += 1;
    answers.set(key, answer);
  });
  const score = (rows: Table) =>
    Float64Array.from(rowKeys(rows, names), (key) => {
      const answer = answers.get(key);
      return answer === undefined ? 0 : answer.favourable / answer.all;
    });
  return { name: "recorded", score, decide: (rows) => Uint8Array.from(score(rows), (share) => (share >= 0.5 ? 1 : 0)) };
}

/** One text per row: equal exactly where all cells are. */
function rowKeys(table: Table, names: readonly string[]): string[] {
  const columns = names.map((name) => table.columns.find((column) => column.name === name));
  return Array.from({ length: table.rows }, (_, i) => JSON.stringify(columns.map((column) => cellOf(column, i))));
}

function cellOf(column: Column | undefined, i: number): string | number | null {
  if (column?.type === "category") return column.levels[column.codes[i]!] ?? null;
  return column === undefined || Number.isNaN(column.values[i]!) ? null : column.values[i]! + 0;
}
