import { listValues } from "./problem.js";

/** What to write instead of a column that a file does not have: the name it is nearest to, and all there are. */
export function columnHint(written: string, names: readonly string[]): string {
  const near = nearestName(written.trim(), names);
  const all = `Its columns are ${listValues(names, 30)}`;
  return near === null ? all : `Did you mean '${near}'? ${all}`;
}

/** The name closest to what was written, when few enough letters differ for it to be a slip; else null. */
export function nearestName(written: string, names: readonly string[]): string | null {
  const limit = Math.max(1, Math.floor(Math.min(written.length, 30) / 3));
  let best: string | null = null;
  let least = limit + 1;
  for (const name of names) {
    if (Math.abs(name.length - written.length) > limit) continue;
    const edits = editDistance(written.toLowerCase(), name.toLowerCase());
    if (edits < least) {
      least = edits;
      best = name;
    }
  }
  return best;
}

/** Letters to insert, delete, replace, or swap with their neighbour. */
export function editDistance(a: string, b: string): number {
  let before = new Uint32Array(b.length + 1);
  let last = Uint32Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = new Uint32Array(b.length + 1);
    row[0] = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      row[j] = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + same);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) row[j] = Math.min(row[j]!, before[j - 2]! + 1);
    }
    before = last;
    last = row;
  }
  return last[b.length]!;
}
