import { applyScale, invertScale } from "../../encode/scaling.js";
import type { Table } from "../../input/table.js";
import { type Cells, cellsOf, type FlipSpace, type Move } from "./flip-space.js";

const ROUNDS = 6; // features changed one after the other
const NEAREST = 64; // seen rows looked at
const DRAWN_BACK = 8; // candidates drawn back towards the person
const HALVINGS = 24;

/**
 * The smallest change found for a rule of any kind: the best change of one feature, changes added one after the other
 * by what they gain for their size, and the nearest seen rows with the answer sought; the smallest of these are drawn
 * back towards the person. Null when nothing flips the answer.
 */
export function searchFlip(space: FlipSpace, seen: readonly Table[]): Cells | null {
  const candidates = [...oneChange(space), ...addedChanges(space), ...nearestSeen(space, seen)]
    .map((cells) => ({ cells, size: space.distance(cells) }))
    .sort((a, b) => a.size - b.size)
    .slice(0, DRAWN_BACK)
    .map(({ cells }) => drawBack(space, cells));
  let best: Cells | null = null;
  for (const cells of candidates) if (best === null || isSmaller(space, cells, best)) best = cells;
  return best;
}

/** Smaller in size; of the same size, fewer changes. */
function isSmaller(space: FlipSpace, a: Cells, b: Cells): boolean {
  const [sizeA, sizeB] = [space.distance(a), space.distance(b)];
  if (sizeA !== sizeB) return sizeA < sizeB;
  return changedCount(space, a) < changedCount(space, b);
}

function changedCount({ own }: FlipSpace, cells: Cells): number {
  return cells.reduce((count, value, f) => count + (value === own[f] ? 0 : 1), 0);
}

/** Every single change tried on top of `base`. */
function changesOf({ moves }: FlipSpace, base: Cells): Cells[] {
  const valuesOf = (move: Move) => (move.type === "number" ? move.values : move.code.levels.keys());
  return moves.flatMap((move) =>
    [...valuesOf(move)].flatMap((value) => (value === base[move.f] ? [] : [base.with(move.f, value)])),
  );
}

/** For each feature the smallest change that flips: a number down and up, a category by its first such level. */
function oneChange(space: FlipSpace): Cells[] {
  const tried = changesOf(space, space.own);
  const flags = space.flips(tried);
  const kept = new Map<string, Cells>();
  for (const [k, cells] of tried.entries()) {
    if (flags[k] !== true) continue;
    const f = cells.findIndex((value, place) => value !== space.own[place]);
    const side = space.encoder.features[f]?.type === "number" && cells[f]! < space.own[f]! ? "down" : "up";
    const before = kept.get(`${f} ${side}`);
    if (before === undefined || space.distance(cells) < space.distance(before)) kept.set(`${f} ${side}`, cells);
  }
  return [...kept.values()];
}

function keepTrue(flags: readonly boolean[]): (value: unknown, k: number) => boolean {
  return (_, k) => flags[k] === true;
}

/** One change after the other, each time the one that gains most for its size, until the answer flips. */
function addedChanges(space: FlipSpace): Cells[] {
  let current = space.own;
  let height = space.heights([current])[0]!;
  for (let round = 0; round < ROUNDS; round++) {
    const size = space.distance(current);
    const tried = changesOf(space, current).filter((cells) => space.distance(cells) > size);
    if (tried.length === 0) return [];
    const heights = space.heights(tried);
    let best = -1;
    let mostPerSize = 0;
    for (const [k, cells] of tried.entries()) {
      const perSize = (heights[k]! - height) / (space.distance(cells) - size);
      if (perSize > mostPerSize) [best, mostPerSize] = [k, perSize];
    }
    if (best < 0) return [];
    current = tried[best]!;
    height = heights[best]!;
    if (space.flipsOne(current)) return [current];
  }
  return [];
}

/** The nearest seen rows, with the person's unchangeable features in them, that get the answer sought. */
function nearestSeen(space: FlipSpace, seen: readonly Table[]): Cells[] {
  const rows = seen.flatMap((table) => {
    const read = cellsOf(space.encoder, table);
    return Array.from({ length: table.rows }, (_, i) => {
      const other = read(i);
      const cells = space.own.slice();
      for (const { type, f } of space.moves) if (type === "number" || other[f]! >= 0) cells[f] = other[f]!;
      return { cells, size: space.distance(cells) };
    });
  });
  rows.sort((a, b) => a.size - b.size);
  const flags = space.flips(rows.map(({ cells }) => cells));
  return rows
    .filter(keepTrue(flags))
    .slice(0, NEAREST)
    .map(({ cells }) => cells);
}

/** Puts features back, the costliest first, where the answer stays flipped; then halves the way of each number. */
function drawBack(space: FlipSpace, start: Cells): Cells {
  const { own, moves } = space;
  let cells = start;
  const costOf = ({ f }: Move) => space.distance(own.with(f, cells[f]!));
  const changed = moves.filter(({ f }) => cells[f] !== own[f]).sort((a, b) => costOf(b) - costOf(a) || a.f - b.f);
  for (const { f } of changed) {
    const without = cells.with(f, own[f]!);
    if (space.flipsOne(without)) cells = without;
  }
  for (const { type, f, code } of changed) {
    if (type !== "number" || cells[f] === own[f]) continue;
    let near = applyScale(code.scale, own[f]!);
    let far = applyScale(code.scale, cells[f]!);
    for (let h = 0; h < HALVINGS; h++) {
      const middle = near + (far - near) / 2;
      const trial = cells.with(f, invertScale(code.scale, middle));
      if (space.flipsOne(trial)) {
        cells = trial;
        far = middle;
      } else near = middle;
    }
  }
  return cells;
}
