import type { Encoder } from "../../encode/encoder.js";
import type { CategoryCode, NumberCode } from "../../encode/encoder-data.js";
import { applyScale, invertScale } from "../../encode/scaling.js";
import type { Table } from "../../input/table.js";
import { type Matrix, zeros } from "../../math/matrix.js";
import type { Model } from "../../surrogate/model.js";
import { gridOf } from "./attributions.js";
import { pooledNumbers, stepsOf } from "./number-steps.js";
import { columnNamed } from "./observed-values.js";

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
  const [first = null, ...others] = candidates;
  return first && others.reduce((best, cells) => (isSmaller(space, cells, best) ? cells : best), first);
}

/** Smaller in size; of the same size, fewer changes. */
function isSmaller(space: FlipSpace, a: Cells, b: Cells): boolean {
  const [sizeA, sizeB] = [space.distance(a), space.distance(b)];
  const changed = (cells: Cells) => cells.filter((value, f) => value !== space.own[f]).length;
  return sizeA === sizeB ? changed(a) < changed(b) : sizeA < sizeB;
}

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
  const flipped = rows.filter((_, k) => flags[k] === true).slice(0, NEAREST);
  return flipped.map(({ cells }) => cells);
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

/**
 * One value per feature in the encoder's order: a number in its own units, or the place of a level among the encoder's;
 * −1 for a level it does not know. Missing values are filled in as the encoder fills them.
 */
export type Cells = Float64Array;

export interface NumberMove {
  readonly type: "number";
  readonly f: number;
  readonly code: NumberCode;
  /** Least and greatest value seen, the person's own among them. */
  readonly low: number;
  readonly high: number;
  /** Seen values to try, ascending. */
  readonly values: readonly number[];
  /** Steps to round by, the coarser first. */
  readonly steps: readonly number[];
}

export interface CategoryMove {
  readonly type: "category";
  readonly f: number;
  readonly code: CategoryCode;
}

export type Move = NumberMove | CategoryMove;

/** A person, what may change about them, and the rebuilt model's answer to any change. */
export interface FlipSpace {
  readonly encoder: Encoder;
  readonly own: Cells;
  readonly moves: readonly Move[];
  /** 1 when the rebuilt model is to accept, −1 when it is to reject. */
  readonly direction: 1 | -1;
  /** Margins, turned so that greater is nearer to the answer sought. */
  heights(rows: readonly Cells[]): Float64Array;
  /** Whether each row gets the other answer. */
  flips(rows: readonly Cells[]): boolean[];
  flipsOne(row: Cells): boolean;
  /** Σ |change of a scaled number| + 1 per changed category. */
  distance(row: Cells): number;
}

/** The space of changes of one person, the only row of `person`, within what `seen` tables hold. */
export function flipSpace(
  model: Model,
  person: Table,
  seen: readonly Table[],
  immutable: ReadonlySet<string>,
): FlipSpace {
  const { encoder, surrogate } = model;
  const own = cellsOf(encoder, person)(0);
  const moves = encoder.features.flatMap((code, f): Move[] => {
    if (immutable.has(code.name)) return [];
    return code.type === "number" ? numberMove(code, f, own[f]!, seen) : [{ type: "category", f, code }];
  });
  const margins = (rows: readonly Cells[]) => surrogate.margins(encodeCells(encoder, rows));
  const direction = margins([own])[0]! >= 0 ? -1 : 1;
  const isFlip = (margin: number) => (direction === 1 ? margin >= 0 : margin < 0);
  return {
    encoder,
    own,
    moves,
    direction,
    heights: (rows) => margins(rows).map((margin) => direction * margin),
    flips: (rows) => (rows.length === 0 ? [] : Array.from(margins(rows), isFlip)),
    flipsOne: (row) => isFlip(margins([row])[0]!),
    distance: (row) => changeSize(encoder, own, row),
  };
}

/** Σ |difference of scaled numbers| + 1 per category that differs. */
export function changeSize(encoder: Encoder, a: Cells, b: Cells): number {
  let total = 0;
  for (const [f, code] of encoder.features.entries()) {
    if (a[f] === b[f]) continue;
    total += code.type === "number" ? Math.abs(applyScale(code.scale, a[f]!) - applyScale(code.scale, b[f]!)) : 1;
  }
  return total;
}

/** A reader of the rows of a table as cells. */
export function cellsOf(encoder: Encoder, table: Table): (i: number) => Cells {
  const readers = encoder.features.map((code): ((i: number) => number) => {
    const column = columnNamed(table, code.name);
    if (code.type === "number") {
      if (column?.type !== "number") return () => code.fill;
      return (i) => (Number.isNaN(column.values[i]!) ? code.fill : column.values[i]!);
    }
    const filled = code.levels.indexOf(code.fill ?? "");
    if (column?.type !== "category") return () => filled;
    const places = column.levels.map((level) => code.levels.indexOf(level));
    return (i) => (column.codes[i]! < 0 ? filled : places[column.codes[i]!]!);
  });
  return (i) => Float64Array.from(readers, (read) => read(i));
}

function encodeCells(encoder: Encoder, rows: readonly Cells[]): Matrix {
  const x = zeros(rows.length, encoder.columns.length);
  for (const [i, cells] of rows.entries()) {
    for (const [f, code] of encoder.features.entries()) {
      const at = i * x.columns + encoder.starts[f]!;
      if (code.type === "number") x.values[at] = applyScale(code.scale, cells[f]!);
      else if (cells[f]! >= 0) x.values[at + cells[f]!] = 1;
    }
  }
  return x;
}

function numberMove(code: NumberCode, f: number, own: number, seen: readonly Table[]): NumberMove[] {
  const sorted = pooledNumbers(seen, code.name);
  if (sorted.length === 0) return [];
  const low = Math.min(own, sorted[0]!);
  const high = Math.max(own, sorted.at(-1)!);
  const { step, finest } = stepsOf(sorted, high - low);
  const steps = step === finest ? [step] : [step, finest];
  const [first] = seen;
  const values = [...new Set([low, ...(first === undefined ? [] : gridOf(first, code.name)), high])];
  return [{ type: "number", f, code, low, high, values: values.sort((a, b) => a - b), steps }];
}
