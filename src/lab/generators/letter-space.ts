import { type Encoder, fitEncoder } from "../../encode/encoder.js";
import type { CategoryCode, NumberCode } from "../../encode/encoder-data.js";
import { applyScale, invertScale } from "../../encode/scaling.js";
import { AuditError } from "../../errors.js";
import type { Table } from "../../input/table.js";
import { type Matrix, zeros } from "../../math/matrix.js";
import type { TrainedTarget } from "../targets/target.js";
import { type FlatColumn, type FlatRows, flatLayout, flatten, sameCell, setRow, unflatten } from "./flat-rows.js";
import type { GeneratedLetters, LetterRequest } from "./generator.js";

/** A number a letter may change. Positions are of the scaled value. */
export interface NumberMove {
  readonly type: "number";
  /** Column of the flat rows, and of the encoded ones. */
  readonly column: number;
  readonly encoded: number;
  readonly code: NumberCode;
  /** Least and greatest position in the pool: a letter asks for nothing outside. */
  readonly low: number;
  readonly high: number;
}

/** A category a letter may change. Positions are codes of the flat rows. */
export interface CategoryMove {
  readonly type: "category";
  readonly column: number;
  /** First encoded column. */
  readonly encoded: number;
  readonly code: CategoryCode;
  /** Flat code of each level the encoder knows, in its order. */
  readonly choices: Int32Array;
  /** Flat code that stands in for a missing value, −1 when there is none. */
  readonly fill: number;
}

export type Move = NumberMove | CategoryMove;

/** Rows written for people: row k is for person `owners[k]`. */
export interface OwnedRows {
  readonly owners: Int32Array;
  readonly rows: FlatRows;
}

/** Says for each row whether it will do as a letter. */
export type Accepts = (rows: FlatRows) => Uint8Array;

/** A request without the target that answers. */
export type AskingRequest = Omit<LetterRequest, "target">;

/** People and pool as flat rows, and what may be changed. */
export interface RowSpace {
  /** The target's own encoder, or for a black box one fitted on the pool. */
  readonly encoder: Encoder;
  readonly people: FlatRows;
  readonly pool: FlatRows;
  readonly moves: readonly Move[];
  encode(rows: FlatRows): Matrix;
  /** Raw rows in flat form. */
  flatten(table: Table): FlatRows;
  unflatten(rows: FlatRows): Table;
}

/** A letter request made ready for searching. */
export interface LetterSpace extends RowSpace {
  readonly request: LetterRequest;
  readonly accepts: Accepts;
  scores(rows: FlatRows): Float64Array;
  /** Letters from at most one row per person. The target is asked once more. */
  letters(written: OwnedRows): GeneratedLetters;
}

export function isTrained(target: LetterRequest["target"]): target is TrainedTarget {
  return "encoder" in target && "classifier" in target;
}

/** Makes people and pool ready for searching, by the target's own encoder where it has one. */
export function rowSpace({ rejected, pool: poolTable, immutable }: AskingRequest, own: Encoder | null): RowSpace {
  const schema = rejected.columns.map(({ name, type }) => ({ name, type, immutable: immutable.includes(name) }));
  const encoder = own ?? fitEncoder(schema, [poolTable]);
  const layout = flatLayout(rejected, [poolTable, encoder.decode(zeros(0, encoder.columns.length))]);
  const pool = flatten(layout, poolTable);
  const people = flatten(layout, rejected);
  for (const column of immutable) {
    if (layout.some(({ name }) => name === column)) continue;
    const known = layout.map(({ name }) => `'${name}'`).join(", ");
    const message = `immutable names '${column}', which is no column. The columns are ${known}`;
    throw new AuditError("COLUMN_UNKNOWN", message, { column });
  }
  return {
    encoder,
    people,
    pool,
    moves: findMoves(encoder, layout, pool, new Set(immutable)),
    encode: (rows) => encoder.encode(unflatten(layout, rows)),
    flatten: (table) => flatten(layout, table),
    unflatten: (rows) => unflatten(layout, rows),
  };
}

export function ownEncoder(target: LetterRequest["target"]): Encoder | null {
  return isTrained(target) ? target.encoder : null;
}

/** Makes a request ready for searching. Columns the target's encoder does not know stay as they are. */
export function letterSpace(request: LetterRequest): LetterSpace {
  const { target } = request;
  const space = rowSpace(request, ownEncoder(target));
  const { people } = space;
  const accepts = (rows: FlatRows) => target.decide(space.unflatten(rows));
  return {
    ...space,
    request,
    accepts,
    scores: (rows) => target.score(space.unflatten(rows)),
    letters({ owners, rows }) {
      const decided = accepts(rows);
      const written = { ...people, values: people.values.slice() };
      const found = new Uint8Array(people.rows);
      for (const [k, p] of owners.entries()) {
        if (decided[k] !== 1) continue;
        found[p] = 1;
        setRow(written, p, rows, k);
      }
      return { rows: space.unflatten(written), found };
    },
  };
}

/** Where a cell lies: the scaled number or the category's code, missing values filled in. */
export function position(move: Move, cell: number): number {
  if (move.type === "category") return cell < 0 ? move.fill : cell;
  return applyScale(move.code.scale, Number.isNaN(cell) ? move.code.fill : cell);
}

export function cellAt(move: NumberMove, place: number): number {
  return invertScale(move.code.scale, place);
}

/** The cell at the position within the pool's range that is nearest to a place. */
export function cellWithin(move: NumberMove, place: number): number {
  return cellAt(move, Math.max(move.low, Math.min(move.high, place)));
}

/** ℓ1 distance of scaled numbers, and 1 for a category that differs. */
export function moveCost(move: Move, a: number, b: number): number {
  if (sameCell(a, b)) return 0;
  const from = position(move, a);
  const to = position(move, b);
  if (move.type === "category") return from === to ? 0 : 1;
  return Math.abs(from - to);
}

/** What row `i` of `rows` asks of person `p`: the sum over its features. */
export function letterCost(space: LetterSpace, rows: FlatRows, i: number, p: number): number {
  const { people, moves } = space;
  let cost = 0;
  for (const move of moves) {
    const own = people.values[p * people.columns + move.column]!;
    cost += moveCost(move, rows.values[i * rows.columns + move.column]!, own);
  }
  return cost;
}

/** 0, 1, … size − 1. */
export function indices(size: number): Int32Array {
  return Int32Array.from({ length: size }, (_, i) => i);
}

/** What a letter may change under an encoder: features that vary in the pool and are not immutable. */
export function findMoves(
  encoder: Encoder,
  layout: readonly FlatColumn[],
  pool: FlatRows,
  immutable: ReadonlySet<string>,
): readonly Move[] {
  return encoder.features.flatMap((code, f): Move[] => {
    const column = layout.findIndex(({ name }) => name === code.name);
    const levels = layout[column]?.levels;
    if (column < 0 || immutable.has(code.name)) return [];
    const encoded = encoder.starts[f]!;
    if (code.type === "number") {
      let low = Number.POSITIVE_INFINITY;
      let high = Number.NEGATIVE_INFINITY;
      for (let i = 0; i < pool.rows; i++) {
        const value = pool.values[i * pool.columns + column]!;
        if (value < low) low = value;
        if (value > high) high = value;
      }
      const [from, to] = [applyScale(code.scale, low), applyScale(code.scale, high)];
      return low < high ? [{ type: "number", column, encoded, code, low: from, high: to }] : [];
    }
    const choices = Int32Array.from(code.levels, (level) => levels?.indexOf(level) ?? -1);
    if (choices.length < 2) return [];
    const fill = code.fill === null ? -1 : (levels?.indexOf(code.fill) ?? -1);
    return [{ type: "category", column, encoded, code, choices, fill }];
  });
}
