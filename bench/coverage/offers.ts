import type { Row } from "./people.js";

/** Size and direction of a step, and the effort it costs, in the order of the numbers. */
const STEPS = [100, -100, 1, 100];
const EFFORTS = [0.12, 0.1, 2, 0.05];

/** The offer of least effort that changes one number, or two where one is not enough; null where two are not. */
export function offerTo(row: Row, points: (row: Row) => number): Row | null {
  const most = [Math.floor(row[0] / 250), Math.floor(row[1] / 100), 5, 200];
  const moved = (steps: readonly number[]): Row => [
    row[0] + (steps[0] ?? 0) * STEPS[0]!,
    row[1] + (steps[1] ?? 0) * STEPS[1]!,
    row[2] + (steps[2] ?? 0) * STEPS[2]!,
    row[3] + (steps[3] ?? 0) * STEPS[3]!,
    row[4],
  ];
  let best: { readonly steps: readonly number[]; readonly effort: number } | null = null;
  const consider = (field: number, before: readonly number[]) => {
    const steps = fewest(most[field]!, (count) => points(moved(replaced(before, field, count))) >= 0);
    if (steps === null) return;
    const all = replaced(before, field, steps);
    const effort = all.reduce((sum, count, k) => sum + count * EFFORTS[k]!, 0);
    if (best === null || effort < best.effort) best = { steps: all, effort };
  };
  for (let field = 0; field < 4; field++) consider(field, [0, 0, 0, 0]);
  for (let full = 0; full < 4 && best === null; full++) {
    for (let field = 0; field < 4; field++) {
      if (field !== full) consider(field, replaced([0, 0, 0, 0], full, most[full]!));
    }
  }
  const found = best as { readonly steps: readonly number[] } | null; // set in a closure, which TypeScript does not follow
  return found === null ? null : moved(found.steps);
}

function replaced(values: readonly number[], place: number, value: number): number[] {
  return values.map((old, k) => (k === place ? value : old));
}

/** The least count in [1, most] that is enough, where more never harms; null where none is. */
function fewest(most: number, enough: (count: number) => boolean): number | null {
  if (most < 1 || !enough(most)) return null;
  let low = 0;
  let high = most;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (enough(middle)) high = middle;
    else low = middle;
  }
  return high;
}
