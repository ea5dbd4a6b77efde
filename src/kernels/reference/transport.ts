import type { Matrix } from "../../math/matrix.js";
import type { TransportPlan } from "../kernels.js";

/**
 * A cheapest plan by successive shortest paths: from a source with mass left, Dijkstra over reduced costs to the
 * nearest target with room, then push what fits. A different algorithm from the WebAssembly kernel's network simplex,
 * so the two check each other.
 */
export function transport(cost: Matrix, a: Float64Array, b: Float64Array): TransportPlan {
  const n = cost.rows;
  const m = cost.columns;
  const left = a.slice();
  const room = b.slice();
  const flow = new Float64Array(n * m);
  const price = new Float64Array(n + m);
  const distance = new Float64Array(n + m);
  const previous = new Int32Array(n + m);
  const settled = new Uint8Array(n + m);
  const negligible = 1e-15 * Math.max(sum(a), sum(b));

  for (let origin = 0; origin < n; origin++) {
    while (left[origin]! > negligible) {
      const end = shortestPath(origin);
      if (end < 0) break; // only rounding is left on the other side
      push(origin, end);
    }
  }
  return sparse(flow, n, m, negligible);

  /** Settles nodes in order of distance until a target with room is reached; updates prices; −1 when there is none. */
  function shortestPath(origin: number): number {
    distance.fill(Number.POSITIVE_INFINITY);
    settled.fill(0);
    distance[origin] = 0;
    previous[origin] = -1;
    for (;;) {
      let node = -1;
      for (let v = 0; v < n + m; v++) {
        if (!settled[v] && distance[v]! < Number.POSITIVE_INFINITY && (node < 0 || distance[v]! < distance[node]!)) {
          node = v;
        }
      }
      if (node < 0) return -1;
      settled[node] = 1;
      if (node >= n && room[node - n]! > negligible) {
        for (let v = 0; v < n + m; v++) if (settled[v]) price[v]! += distance[v]! - distance[node]!;
        return node - n;
      }
      if (node < n) relaxForward(node);
      else relaxBackward(node);
    }
  }

  function relaxForward(i: number): void {
    for (let j = 0; j < m; j++) relax(i, n + j, cost.values[i * m + j]!);
  }

  function relaxBackward(node: number): void {
    const j = node - n;
    for (let i = 0; i < n; i++) if (flow[i * m + j]! > negligible) relax(node, i, -cost.values[i * m + j]!);
  }

  function relax(from: number, to: number, length: number): void {
    const reached = distance[from]! + Math.max(0, length + price[from]! - price[to]!);
    if (!settled[to] && reached < distance[to]!) {
      distance[to] = reached;
      previous[to] = from;
    }
  }

  function push(origin: number, end: number): void {
    let amount = Math.min(left[origin]!, room[end]!);
    for (let v = n + end; v !== origin; v = previous[v]!) {
      const before = previous[v]!;
      if (v < n) amount = Math.min(amount, flow[v * m + before - n]!);
    }
    for (let v = n + end; v !== origin; v = previous[v]!) {
      const before = previous[v]!;
      if (v < n) flow[v * m + before - n]! -= amount;
      else flow[before * m + v - n]! += amount;
    }
    left[origin]! -= amount;
    room[end]! -= amount;
  }
}

function sparse(flow: Float64Array, n: number, m: number, negligible: number): TransportPlan {
  const entries: number[] = [];
  for (let k = 0; k < n * m; k++) if (flow[k]! > negligible) entries.push(k);
  return {
    source: Int32Array.from(entries, (k) => Math.floor(k / m)),
    target: Int32Array.from(entries, (k) => k % m),
    mass: Float64Array.from(entries, (k) => flow[k]!),
  };
}

function sum(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0);
}

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
