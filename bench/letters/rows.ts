import type { Column, Table } from "recast-audit";

/** The numbers below `size` whose remainder by `n` is among `remainders`. */
export function everyNth(size: number, n: number, remainders: readonly number[]): number[] {
  return Array.from({ length: size }, (_, i) => i).filter((i) => remainders.includes(i % n));
}

/** The rows at `indices`, in that order. */
export function pickRows(table: Table, indices: readonly number[]): Table {
  const columns = table.columns.map((column): Column => {
    if (column.type === "number") return { ...column, values: Float64Array.from(indices, (i) => column.values[i]!) };
    return { ...column, codes: Int32Array.from(indices, (i) => column.codes[i]!) };
  });
  return { rows: indices.length, columns };
}

/** The labels at `indices`, in that order. */
export function pickLabels(labels: Uint8Array, indices: readonly number[]): Uint8Array {
  return Uint8Array.from(indices, (i) => labels[i]!);
}
