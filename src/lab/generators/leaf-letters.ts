import type { TreeNodes } from "../../classifiers/tree-nodes.js";
import { type Box, splitBox, wholeSpace } from "../../math/box.js";
import { nextDown, nextUp } from "../../math/next-double.js";
import { type FlatRows, pickRows } from "./flat-rows.js";
import {
  type CategoryMove,
  cellAt,
  indices,
  type LetterSpace,
  type NumberMove,
  type OwnedRows,
  position,
} from "./letter-space.js";

/**
 * The cheapest row for each person in a leaf whose value is at least `least`: the exact projection onto the union of
 * these leaves, in ℓ1 distance of scaled numbers plus 1 per category switched. A number that must rise above a
 * threshold ends at the next double above it; a category that must change takes the allowed level most frequent in the
 * pool.
 */
export function leafLetters(space: LetterSpace, nodes: TreeNodes, least: number): OwnedRows {
  const { people, moves } = space;
  const x = space.encode(people);
  const boxes = leaves(nodes, x.columns, least);
  const movable = new Uint8Array(x.columns);
  const plans = moves.map((move) => {
    movable.fill(1, move.encoded, move.encoded + (move.type === "number" ? 1 : move.choices.length));
    return move.type === "number" ? { move } : { move, order: byFrequency(space, move) };
  });
  const fixed = indices(x.columns).filter((j) => movable[j] === 0);
  const rows: FlatRows = { ...people, values: people.values.slice() };
  const cells = new Float64Array(moves.length);
  const owners: number[] = [];
  for (let p = 0; p < people.rows; p++) {
    let best = Number.POSITIVE_INFINITY;
    for (const box of boxes) {
      if (!fixed.every((j) => inside(box, j, x.values[p * x.columns + j]!))) continue;
      let cost = 0;
      for (let m = 0; m < plans.length && cost < best; m++) {
        const { move, order } = plans[m]!;
        const own = people.values[p * people.columns + move.column]!;
        const step =
          order === undefined
            ? toInterval(move as NumberMove, box, own)
            : toLevel(move as CategoryMove, order, box, own);
        cells[m] = step.cell;
        cost += step.cost;
      }
      if (!(cost < best)) continue;
      best = cost;
      for (const [m, { column }] of moves.entries()) rows.values[p * people.columns + column] = cells[m]!;
    }
    if (best < Number.POSITIVE_INFINITY) owners.push(p);
  }
  return { owners: Int32Array.from(owners), rows: pickRows(rows, owners) };
}

/** The boxes of the leaves whose value is at least `least`, left to right; leaves no row can reach are left out. */
function leaves(nodes: TreeNodes, columns: number, least: number): Box[] {
  const found: Box[] = [];
  const visit = (node: number, box: Box): void => {
    const column = nodes.feature[node]!;
    if (column < 0) {
      if (nodes.value[node]! >= least && box.low.every((low, j) => low < box.high[j]!)) found.push(box);
      return;
    }
    const { below, above } = splitBox(box, column, nodes.threshold[node]!);
    visit(nodes.left[node]!, below);
    visit(nodes.right[node]!, above);
  };
  visit(0, wholeSpace(columns));
  return found;
}

interface Step {
  readonly cell: number;
  readonly cost: number;
}

const NO_WAY: Step = { cell: Number.NaN, cost: Number.POSITIVE_INFINITY };

/** The nearest number within the box. */
function toInterval(move: NumberMove, box: Box, own: number): Step {
  const place = position(move, own);
  const low = box.low[move.encoded]!;
  const high = box.high[move.encoded]!;
  if (low < place && place <= high) return { cell: own, cost: 0 };
  const up = place <= low;
  const edge = up ? low : high;
  // Scaling back and forth rounds, so the step beyond the threshold doubles until the raw number lands inside.
  let gap = up ? nextUp(edge) - edge : 0;
  for (let attempt = 0; attempt < 40; attempt++) {
    const cell = cellAt(move, up ? edge + gap : edge - gap);
    if (inside(box, move.encoded, position(move, cell))) return { cell, cost: Math.abs(position(move, cell) - place) };
    gap = gap === 0 ? edge - nextDown(edge) : 2 * gap;
  }
  return NO_WAY;
}

/** The person's own level when the box allows it, else the first allowed one in the given order. */
function toLevel(move: CategoryMove, order: Int32Array, box: Box, own: number): Step {
  const here = move.choices.indexOf(position(move, own));
  if (allowed(move, box, here)) return { cell: own, cost: 0 };
  const choice = order.find((c) => allowed(move, box, c));
  return choice === undefined ? NO_WAY : { cell: move.choices[choice]!, cost: 1 };
}

/** Whether the one-hot columns of level `c` lie in the box; −1 stands for no level. */
function allowed(move: CategoryMove, box: Box, c: number): boolean {
  for (let k = 0; k < move.choices.length; k++) if (!inside(box, move.encoded + k, k === c ? 1 : 0)) return false;
  return true;
}

function inside(box: Box, column: number, value: number): boolean {
  return box.low[column]! < value && value <= box.high[column]!;
}

/** The levels of a category, those most frequent in the pool first. */
function byFrequency({ pool }: LetterSpace, move: CategoryMove): Int32Array {
  const counts = new Float64Array(move.choices.length);
  for (let i = 0; i < pool.rows; i++) {
    const choice = move.choices.indexOf(pool.values[i * pool.columns + move.column]!);
    if (choice >= 0) counts[choice]! += 1;
  }
  return indices(counts.length).sort((a, b) => counts[b]! - counts[a]! || a - b);
}
