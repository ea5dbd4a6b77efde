import type { Encoder } from "../../encode/encoder.js";
import type { CategoryCode, NumberCode } from "../../encode/encoder-data.js";
import { applyScale } from "../../encode/scaling.js";
import type { Table } from "../../input/table.js";
import { type Matrix, zeros } from "../../math/matrix.js";
import type { Model } from "../../surrogate/model.js";
import { pooledNumbers, stepsOf } from "./number-steps.js";
import { columnNamed } from "./observed-values.js";
import { gridOf } from "./partial-dependence.js";

/**
 * One value per feature in the encoder's order: a number in its own units, or the place of a level among the encoder's;
 * −1 for a level it does not know. Missing values are filled in as the encoder fills them.
 */
export type Cells = Float64Array;

/** A number that may change. */
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

/** A category that may change. */
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

/** Cells as encoded rows. */
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
