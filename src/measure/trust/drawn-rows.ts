/** Points of a cloud that are drawn; of larger clouds this many are taken. */
export const MOST_DRAWN = 300;

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
