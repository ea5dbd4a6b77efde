// The cheapest perfect matching of a dense square cost matrix in double precision: Jonker and Volgenant's shortest
// augmenting paths. Column reduction and two rounds of row auctions place most rows; Dijkstra over reduced costs places
// the rest. R. Jonker, A. Volgenant (1987), "A shortest augmenting path algorithm for dense and sparse linear assignment
// problems".
import { isExhausted, reserve } from "./arena";
import { int, num, setInt, setNum } from "./flat";

const NONE: i32 = -1;

/** Writes the column matched to each row; returns 0, or 1 when memory is short. */
export function assignment(cost: usize, n: i32, columnOf: usize): i32 {
  const ints = <f64>n * 4;
  const rowOf = reserve(ints);
  const free = reserve(ints);
  const queue = reserve(ints);
  const previous = reserve(ints);
  const price = reserve(<f64>n * 8); // of columns
  const distance = reserve(<f64>n * 8);
  if (isExhausted()) return 1;
  reduceColumns(cost, n, columnOf, rowOf, price);
  let unplaced = transferReduction(cost, n, columnOf, rowOf, price, free);
  for (let round = 0; round < 2 && unplaced > 0; round++) {
    unplaced = auctionRows(cost, n, columnOf, rowOf, price, free, unplaced);
  }
  for (let k = 0; k < unplaced; k++) {
    augment(cost, n, int(free, k), columnOf, rowOf, price, queue, previous, distance);
  }
  return 0;
}

/** Prices each column at its least entry, and gives it to that row if the row is free. Last columns first. */
function reduceColumns(cost: usize, n: i32, columnOf: usize, rowOf: usize, price: usize): void {
  // row by row through memory: price holds the minimum so far, rowOf the row that has it
  for (let j = 0; j < n; j++) {
    setNum(price, j, num(cost, j));
    setInt(rowOf, j, 0);
  }
  for (let i = 1; i < n; i++) {
    const line = cost + (<usize>i * <usize>n << 3);
    for (let j = 0; j < n; j++) {
      const value = num(line, j);
      if (value < num(price, j)) {
        setNum(price, j, value);
        setInt(rowOf, j, i);
      }
    }
  }
  for (let i = 0; i < n; i++) setInt(columnOf, i, NONE);
  for (let j = n - 1; j >= 0; j--) {
    const i = int(rowOf, j);
    if (int(columnOf, i) == NONE) setInt(columnOf, i, j);
    else setInt(rowOf, j, NONE);
  }
}

/**
 * A row whose column no other row wants could pay more for it: lower the column's price to the row's second choice.
 * Collects the rows without a column.
 */
function transferReduction(cost: usize, n: i32, columnOf: usize, rowOf: usize, price: usize, free: usize): i32 {
  let unplaced = 0;
  for (let i = 0; i < n; i++) {
    const own = int(columnOf, i);
    if (own == NONE) {
      setInt(free, unplaced++, i);
      continue;
    }
    const line = cost + (<usize>i * <usize>n << 3);
    let second: f64 = f64.MAX_VALUE;
    for (let j = 0; j < n; j++) {
      if (j == own) continue;
      second = min(second, num(line, j) - num(price, j));
    }
    if (n > 1) setNum(price, own, num(price, own) - (second - (num(line, own) - num(price, own))));
  }
  return unplaced;
}

/** Each free row takes its cheapest column and lowers its price to its second choice; the row put out queues up. */
function auctionRows(
  cost: usize,
  n: i32,
  columnOf: usize,
  rowOf: usize,
  price: usize,
  free: usize,
  unplaced: i32,
): i32 {
  let left = 0;
  let k = 0;
  let budget = n * 8; // ties could otherwise pass a column round for ever
  while (k < unplaced) {
    const i = int(free, k++);
    const line = cost + (<usize>i * <usize>n << 3);
    let best = num(line, 0) - num(price, 0);
    let bestColumn = 0;
    let second: f64 = f64.MAX_VALUE;
    let secondColumn = 0;
    for (let j = 1; j < n; j++) {
      const value = num(line, j) - num(price, j);
      if (value >= second) continue;
      if (value >= best) {
        second = value;
        secondColumn = j;
      } else {
        second = best;
        secondColumn = bestColumn;
        best = value;
        bestColumn = j;
      }
    }
    let column = bestColumn;
    let evicted = int(rowOf, column);
    const lowered = n > 1 ? num(price, column) - (second - best) : num(price, column);
    const strict = lowered < num(price, column);
    if (strict) setNum(price, column, lowered);
    else if (evicted != NONE) {
      column = secondColumn;
      evicted = int(rowOf, column);
    }
    setInt(columnOf, i, column);
    setInt(rowOf, column, i);
    if (evicted == NONE) continue;
    setInt(columnOf, evicted, NONE);
    if (strict && budget-- > 0) setInt(free, --k, evicted);
    else setInt(free, left++, evicted);
  }
  return left;
}

/**
 * Shortest augmenting path from a free row. `queue` holds columns in three stretches: settled [0, low), at the least
 * distance [low, up), and the rest [up, n).
 */
function augment(
  cost: usize,
  n: i32,
  start: i32,
  columnOf: usize,
  rowOf: usize,
  price: usize,
  queue: usize,
  previous: usize,
  distance: usize,
): void {
  const first = cost + (<usize>start * <usize>n << 3);
  for (let j = 0; j < n; j++) {
    setNum(distance, j, num(first, j) - num(price, j));
    setInt(previous, j, start);
    setInt(queue, j, j);
  }
  let low = 0;
  let up = 0;
  let settled = 0;
  let least: f64 = 0;
  let end = NONE;
  while (end == NONE) {
    if (low == up) {
      settled = low;
      least = num(distance, int(queue, up));
      up++;
      for (let k = up; k < n; k++) {
        const j = int(queue, k);
        const value = num(distance, j);
        if (value > least) continue;
        if (value < least) {
          up = low;
          least = value;
        }
        setInt(queue, k, int(queue, up));
        setInt(queue, up++, j);
      }
      for (let k = low; k < up; k++) {
        if (int(rowOf, int(queue, k)) == NONE) {
          end = int(queue, k);
          break;
        }
      }
      if (end != NONE) break;
    }
    const column = int(queue, low++);
    const i = int(rowOf, column);
    const line = cost + (<usize>i * <usize>n << 3);
    const offset = num(line, column) - num(price, column) - least;
    for (let k = up; k < n; k++) {
      const j = int(queue, k);
      const value = num(line, j) - num(price, j) - offset;
      if (value < num(distance, j)) {
        setNum(distance, j, value);
        setInt(previous, j, i);
        if (value <= least) {
          if (int(rowOf, j) == NONE) {
            end = j;
            break;
          }
          setInt(queue, k, int(queue, up));
          setInt(queue, up++, j);
        }
      }
    }
  }
  for (let k = 0; k < settled; k++) {
    const j = int(queue, k);
    setNum(price, j, num(price, j) + num(distance, j) - least);
  }
  for (;;) {
    const i = int(previous, end);
    setInt(rowOf, end, i);
    const next = int(columnOf, i);
    setInt(columnOf, i, end);
    if (i == start) return;
    end = next;
  }
}
