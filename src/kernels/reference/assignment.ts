import type { Matrix } from "../../math/matrix.js";

/**
 * The column matched to each row in a cheapest perfect matching: the Hungarian method with row and column prices,
 * one shortest augmenting path per row, O(n³). Kuhn (1955); Jonker & Volgenant (1987).
 */
export function assignment(cost: Matrix): Int32Array {
  const n = cost.rows;
  const rowPrice = new Float64Array(n + 1);
  const columnPrice = new Float64Array(n + 1);
  const rowOf = new Int32Array(n + 1); // row matched to each column, 1-based; column 0 holds the row being placed
  const previous = new Int32Array(n + 1);
  for (let i = 1; i <= n; i++) {
    rowOf[0] = i;
    let column = 0;
    const slack = new Float64Array(n + 1).fill(Number.POSITIVE_INFINITY);
    const used = new Uint8Array(n + 1);
    do {
      used[column] = 1;
      const row = rowOf[column]!;
      let least = Number.POSITIVE_INFINITY;
      let next = 0;
      for (let j = 1; j <= n; j++) {
        if (used[j]) continue;
        const reduced = cost.values[(row - 1) * n + j - 1]! - rowPrice[row]! - columnPrice[j]!;
        if (reduced < slack[j]!) {
          slack[j] = reduced;
          previous[j] = column;
        }
        if (slack[j]! < least) {
          least = slack[j]!;
          next = j;
        }
      }
      for (let j = 0; j <= n; j++) {
        if (used[j]) {
          rowPrice[rowOf[j]!]! += least;
          columnPrice[j]! -= least;
        } else slack[j]! -= least;
      }
      column = next;
    } while (rowOf[column] !== 0);
    while (column !== 0) {
      const before = previous[column]!;
      rowOf[column] = rowOf[before]!;
      column = before;
    }
  }
  const columnOf = new Int32Array(n);
  for (let j = 1; j <= n; j++) columnOf[rowOf[j]! - 1] = j - 1;
  return columnOf;
}
