/**
 * How many of `total` each cell gets, in proportion to its size: first `least` of each (all of a smaller cell), the
 * largest cells first while there is room, then the rest by the largest remainder of what its share lacks.
 */
export function allocate(sizes: ArrayLike<number>, total: number, least: (cell: number) => number): Int32Array {
  const cells = Array.from(sizes, (_, cell) => cell);
  const everybody = cells.reduce((sum, cell) => sum + sizes[cell]!, 0);
  const given = new Int32Array(cells.length);
  if (total >= everybody) return given.map((_, cell) => sizes[cell]!);
  let room = total;
  for (const cell of cells.toSorted((a, b) => sizes[b]! - sizes[a]! || a - b)) {
    given[cell] = Math.min(room, least(cell), sizes[cell]!);
    room -= given[cell]!;
  }
  const lacks = cells.map((cell) => Math.max(0, (total * sizes[cell]!) / everybody - given[cell]!));
  const lacking = lacks.reduce((sum, lack) => sum + lack, 0);
  const wanted = lacks.map((lack) => (lacking > 0 ? (room * lack) / lacking : 0));
  for (const cell of cells) {
    const whole = Math.min(Math.floor(wanted[cell]!), sizes[cell]! - given[cell]!);
    given[cell]! += whole;
    room -= whole;
  }
  const remainder = (cell: number) => wanted[cell]! - Math.floor(wanted[cell]!);
  for (const cell of cells.toSorted((a, b) => remainder(b) - remainder(a) || sizes[b]! - sizes[a]! || a - b)) {
    if (room > 0 && given[cell]! < sizes[cell]!) {
      given[cell]! += 1;
      room -= 1;
    }
  }
  return given;
}
