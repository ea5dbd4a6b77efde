import type { RawColumn } from "./csv.js";
import { EXAMPLE_ROWS, type Occurrences } from "./problem.js";

/** The columns reduced to the rows with keep = 1, levels to those still in use. */
export function keepRows(columns: readonly RawColumn[], keep: Uint8Array): readonly RawColumn[] {
  if (!keep.includes(0)) return columns;
  return columns.map(({ name, codes, levels }) => {
    const recode = new Int32Array(levels.length).fill(-1);
    const used: string[] = [];
    const kept = codes.filter((_, i) => keep[i] === 1);
    for (let i = 0; i < kept.length; i++) {
      const code = kept[i]!;
      if (recode[code] === -1) recode[code] = used.push(levels[code]!) - 1;
      kept[i] = recode[code]!;
    }
    return { name, codes: kept, levels: used };
  });
}

/** The rows whose code satisfies the condition: how many, and the first few. */
export function rowsWhere(
  { codes }: RawColumn,
  rowNumbers: Int32Array,
  condition: (code: number) => boolean,
): Occurrences {
  const rows: number[] = [];
  let count = 0;
  for (let i = 0; i < codes.length; i++) {
    if (!condition(codes[i]!)) continue;
    if (++count <= EXAMPLE_ROWS) rows.push(rowNumbers[i]!);
  }
  return { count, rows };
}
