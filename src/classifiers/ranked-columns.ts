import type { Matrix } from "../math/matrix.js";

/**
 * The columns of a matrix as ranks among their distinct values: computed once, read by every split of every tree.
 * Entry i of column j is values[starts[j] + ranks[j * rows + i]].
 */
export interface RankedColumns {
  readonly rows: number;
  readonly columns: number;
  /** Column by column. */
  readonly ranks: Int32Array;
  /** The distinct values of all columns, increasing within each. */
  readonly values: Float64Array;
  /** Where each column's values start; one entry more than columns. */
  readonly starts: Int32Array;
  /** The most distinct values any column has. */
  readonly most: number;
  readonly pairs: PairEntries;
}

/**
 * The columns with two values, as encoded categories are, row by row: row i holds the rarer value of the columns
 * columns[starts[i]] … columns[starts[i + 1] − 1]. Sums over rows need to visit these entries only.
 */
export interface PairEntries {
  readonly starts: Int32Array;
  readonly columns: Int32Array;
  /** Rank of the rarer value, 0 or 1, per column; −1 for a column that has not two values. */
  readonly rarer: Int8Array;
}

export function rankedColumns(x: Matrix): RankedColumns {
  const { rows, columns } = x;
  const ranks = new Int32Array(rows * columns);
  const starts = new Int32Array(columns + 1);
  const parts: Float64Array[] = [];
  const column = new Float64Array(rows);
  let most = 0;
  for (let j = 0; j < columns; j++) {
    for (let i = 0; i < rows; i++) column[i] = x.values[i * columns + j]!;
    const distinct = fewValues(column) ?? distinctValues(column);
    writeRanks(column, distinct, ranks, j * rows);
    parts.push(distinct);
    starts[j + 1] = starts[j]! + distinct.length;
    most = Math.max(most, distinct.length);
  }
  const values = new Float64Array(starts[columns]!);
  for (const [j, part] of parts.entries()) values.set(part, starts[j]!);
  return { rows, columns, ranks, values, starts, most, pairs: pairEntries(ranks, starts, rows) };
}

function pairEntries(ranks: Int32Array, valueStarts: Int32Array, rows: number): PairEntries {
  const rarer = new Int8Array(valueStarts.length - 1).fill(-1);
  const starts = new Int32Array(rows + 1);
  for (let j = 0; j < rarer.length; j++) {
    if (valueStarts[j + 1]! - valueStarts[j]! !== 2) continue;
    let ones = 0;
    for (let i = 0; i < rows; i++) ones += ranks[j * rows + i]!;
    const rank = 2 * ones <= rows ? 1 : 0;
    rarer[j] = rank;
    for (let i = 0; i < rows; i++) if (ranks[j * rows + i] === rank) starts[i + 1]!++;
  }
  for (let i = 0; i < rows; i++) starts[i + 1]! += starts[i]!;
  const columns = new Int32Array(starts[rows]!);
  const next = starts.slice();
  for (let j = 0; j < rarer.length; j++) {
    if (rarer[j]! < 0) continue;
    for (let i = 0; i < rows; i++) if (ranks[j * rows + i] === rarer[j]) columns[next[i]!++] = j;
  }
  return { starts, columns, rarer };
}

/** The one or two values of a column that has no more, as encoded categories do; else null. */
function fewValues(column: Float64Array): Float64Array | null {
  if (column.length === 0) return new Float64Array(0);
  const first = column[0]!;
  let other = first;
  for (let i = 1; i < column.length; i++) {
    const value = column[i]!;
    if (value === first || value === other) continue;
    if (other !== first) return null;
    other = value;
  }
  if (other === first) return Float64Array.of(first);
  return Float64Array.of(Math.min(first, other), Math.max(first, other));
}

function distinctValues(column: Float64Array): Float64Array {
  const sorted = column.slice().sort();
  let count = 0;
  for (let i = 0; i < sorted.length; i++) if (i === 0 || sorted[i] !== sorted[i - 1]) sorted[count++] = sorted[i]!;
  return sorted.slice(0, count);
}

function writeRanks(column: Float64Array, distinct: Float64Array, ranks: Int32Array, at: number): void {
  for (let i = 0; i < column.length; i++) {
    const value = column[i]!;
    let low = 0;
    let high = distinct.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (distinct[middle]! < value) low = middle + 1;
      else high = middle;
    }
    ranks[at + i] = low;
  }
}
