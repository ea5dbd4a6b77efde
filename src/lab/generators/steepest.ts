import type { Matrix } from "../../math/matrix.js";
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
import type { Slope } from "./slopes.js";

const STEPS = 300;
const STRIDE = 0.1; // longest first step, in scaled units; grows by a twentieth of itself per step

/**
 * Walks from every person up the slope until it reaches 0, by steepest ascent in the cost of a letter: each step moves
 * the one number with the largest derivative, no further than the linearised slope asks, or switches a category where
 * the linearised gain is worth more than its cost of 1. The gain of a switch is the derivative in the one-hot columns
 * at the hard row, the straight-through estimate; a switch that lowers the slope is taken back and not tried again.
 * Gives back the rows that arrive.
 */
export function steepestLetters(space: LetterSpace, slope: Slope): OwnedRows {
  const { people } = space;
  const { columns } = people;
  const rows: FlatRows = { ...people, values: people.values.slice() };
  const tried = new Uint8Array(people.rows * space.encoder.columns.length); // category columns a row must not switch to
  const bestMoves = moveFinder(space, rows, tried);
  // the switch each person just made, to be taken back when the slope is below `value` after it
  const last: ({ column: number; cell: number; value: number } | undefined)[] = new Array(people.rows);
  const arrived: number[] = [];
  let active = indices(people.rows);
  for (let step = 0; step < STEPS && active.length > 0; step++) {
    const x = space.encode(pickRows(rows, active));
    const values = slope.values(x);
    const gradients = slope.gradients(x);
    const stride = STRIDE * (1 + step / 20);
    active = active.filter((p, t) => {
      const value = values[t]!;
      const previous = last[p];
      last[p] = undefined;
      if (previous !== undefined && value < previous.value) {
        rows.values[p * columns + previous.column] = previous.cell;
        return true;
      }
      if (value >= 0) {
        arrived.push(p);
        return false;
      }
      const { number, gain } = bestMoves(p, gradients, t);
      if (gain !== null && (gain.cost <= 0 || Math.min(gain.size, -value) > (number?.rate ?? 0) * gain.cost)) {
        const { column } = gain.move;
        last[p] = { column, cell: rows.values[p * columns + column]!, value };
        rows.values[p * columns + column] = gain.cell;
        tried[p * x.columns + gain.encoded] = 1;
        return true;
      }
      if (number === null) return false;
      const { move, rate, room, place, sign } = number;
      const length = Math.min(room, stride, (-value / rate) * (1 + 1e-9) + 1e-12);
      const end = length === room ? (sign > 0 ? move.high : move.low) : place + sign * length;
      rows.values[p * columns + move.column] = cellAt(move, end);
      return true;
    });
  }
  const owners = Int32Array.from(arrived).sort();
  return { owners, rows: pickRows(rows, owners) };
}

interface NumberStep {
  readonly move: NumberMove;
  /** Rise of the slope per scaled unit. */
  readonly rate: number;
  readonly sign: number;
  readonly place: number;
  /** Distance to the end of the pool's range. */
  readonly room: number;
}

interface CategoryStep {
  readonly move: CategoryMove;
  readonly encoded: number;
  readonly cell: number;
  /** Linearised rise of the slope. */
  readonly size: number;
  /** Change of the letter's cost: −1, 0 or 1. */
  readonly cost: number;
}

/**
 * Finds the number with the steepest rise and the switch with the largest linearised gain for person `p`, whose
 * derivatives are row `t` of the gradients; null when there is none.
 */
function moveFinder({ moves, people }: LetterSpace, rows: FlatRows, tried: Uint8Array) {
  return (p: number, gradients: Matrix, t: number): { number: NumberStep | null; gain: CategoryStep | null } => {
    const d = gradients.columns;
    let number: NumberStep | null = null;
    let gain: CategoryStep | null = null;
    for (const move of moves) {
      const cell = rows.values[p * rows.columns + move.column]!;
      const place = position(move, cell);
      if (move.type === "number") {
        const derivative = gradients.values[t * d + move.encoded]!;
        const rate = Math.abs(derivative);
        const room = derivative > 0 ? move.high - place : place - move.low;
        if (rate > (number?.rate ?? 0) && room > 1e-12)
          number = { move, rate, room, place, sign: Math.sign(derivative) };
        continue;
      }
      const own = position(move, people.values[p * rows.columns + move.column]!);
      const here = move.choices.indexOf(place);
      const base = here < 0 ? 0 : gradients.values[t * d + move.encoded + here]!;
      for (let c = 0; c < move.choices.length; c++) {
        const encoded = move.encoded + c;
        if (c === here || tried[p * d + encoded] === 1) continue;
        const size = gradients.values[t * d + encoded]! - base;
        if (size > (gain?.size ?? 0)) {
          const choice = move.choices[c]!;
          gain = { move, encoded, cell: choice, size, cost: (choice === own ? 0 : 1) - (place === own ? 0 : 1) };
        }
      }
    }
    return { number, gain };
  };
}
