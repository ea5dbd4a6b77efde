/** Order by UTF-16 code units, the same in every runtime and locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Order by the first number that differs, else the shorter list first. */
export function compareLists(a: ArrayLike<number>, b: ArrayLike<number>): number {
  for (let k = 0; k < Math.min(a.length, b.length); k++) if (a[k] !== b[k]) return a[k]! - b[k]!;
  return a.length - b.length;
}

/** 0, 1, 2 and so on, `count` of them. */
export function indices(count: number): Int32Array {
  return Int32Array.from({ length: count }, (_, i) => i);
}

/** The indices below `count`, sorted; equal ones keep their order. */
export function sortedIndices(count: number, compare: (i: number, j: number) => number): Int32Array {
  return indices(count).sort((i, j) => compare(i, j) || i - j);
}

/** The place of each index among the different ones; equal ones share a rank. */
export function denseRanks(count: number, compare: (i: number, j: number) => number): Int32Array {
  const ranks = new Int32Array(count);
  const order = sortedIndices(count, compare);
  let rank = 0;
  for (let k = 0; k < count; k++) {
    if (k > 0 && compare(order[k - 1]!, order[k]!) !== 0) rank++;
    ranks[order[k]!] = rank;
  }
  return ranks;
}

/** Where each index stands in `order`, which has every one once. */
export function placesOf(order: Int32Array): Int32Array {
  const places = new Int32Array(order.length);
  for (let to = 0; to < order.length; to++) places[order[to]!] = to;
  return places;
}
