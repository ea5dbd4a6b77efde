import type { PlacedProblem } from "../../worker/inspecting.js";
import type { FileRole } from "../../worker/session.js";

/** A cell that must come into sight: of a file, by the name of its column and its row as a spreadsheet counts. */
export interface Target {
  readonly role: FileRole;
  readonly column: string | null;
  readonly row: number | null;
}

/** Where a problem can be seen; null for one that is nowhere in particular. */
export function targetOf({ role, column, rows }: PlacedProblem): Target | null {
  if (role === "settings") return column === null ? null : { role: "decisions", column, row: null };
  const row = rows.find((each) => each > 1) ?? null;
  return column === null && row === null ? null : { role, column, row };
}

/** The problems of a file by the cell they are about. */
export interface Marks {
  /** In a cell of a row; column null for the row as a whole. */
  at(row: number, column: string | null): readonly PlacedProblem[];
  head(column: string): readonly PlacedProblem[];
}

/** Sorts the problems of one file by place. One without rows, or about the header, is in the head of its column. */
export function marksOf(problems: readonly PlacedProblem[], role: FileRole): Marks {
  const cells = new Map<string, PlacedProblem[]>();
  const add = (key: string, problem: PlacedProblem) => cells.set(key, [...(cells.get(key) ?? []), problem]);
  for (const problem of problems) {
    const target = targetOf(problem);
    if (target === null || target.role !== role || problem.severity === "note") continue;
    const { column, rows } = problem;
    const inRows = rows.filter((row) => row > 1);
    for (const row of inRows) add(cellKey(row, column), problem);
    if (inRows.length === 0 && column !== null) add(cellKey(1, column), problem);
  }
  return {
    at: (row, column) => cells.get(cellKey(row, column)) ?? [],
    head: (column) => cells.get(cellKey(1, column)) ?? [],
  };
}

function cellKey(row: number, column: string | null): string {
  return column === null ? `${row}` : `${row}:${column}`;
}

export function gravest(problems: readonly PlacedProblem[]): PlacedProblem | null {
  return problems.find(({ severity }) => severity === "error") ?? problems[0] ?? null;
}

/** Columns of a page, by their place in the file. */
export function pageOf(places: readonly number[], page: number, size: number): readonly number[] {
  return places.slice(page * size, (page + 1) * size);
}

/** Places of the columns whose name holds the words, upper and lower case alike; all for no words. */
export function foundColumns(names: readonly string[], words: string): readonly number[] {
  const wanted = words.trim().toLowerCase();
  return names.flatMap((name, k) => (name.toLowerCase().includes(wanted) ? [k] : []));
}
