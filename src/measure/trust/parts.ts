import { selectTableRows, type Table } from "../../input/table.js";

/** Rows encoded at a time: a large file is never encoded whole. */
const PART = 8192;

/** Points of a cloud that are drawn; of larger clouds this many are taken. */
export const MOST_DRAWN = 300;

/** Calls `use` with the table's rows, some thousands at a time, and the place of the first of them. */
export function eachPart(table: Table, use: (part: Table, start: number) => void): void {
  if (table.rows <= PART) {
    use(table, 0);
    return;
  }
  for (let start = 0; start < table.rows; start += PART) {
    const length = Math.min(PART, table.rows - start);
    use(
      selectTableRows(
        table,
        Int32Array.from({ length }, (_, k) => start + k),
      ),
      start,
    );
  }
}

/** At most `most` of the items, evenly spaced, first and last among them. */
export function evenly<T>(items: ArrayLike<T>, most: number): T[] {
  const count = Math.min(items.length, most);
  return Array.from({ length: count }, (_, k) => {
    const place = count === items.length ? k : Math.round((k * (items.length - 1)) / (count - 1));
    return items[place] as T;
  });
}

/** Places of the rows of a cloud that are drawn: all, or 300 evenly spaced. */
export function drawnRows(rows: number): Int32Array {
  return Int32Array.from(
    evenly(
      Int32Array.from({ length: rows }, (_, i) => i),
      MOST_DRAWN,
    ),
  );
}
