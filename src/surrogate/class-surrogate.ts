import type { Kernels } from "../kernels/kernels.js";
import { type Matrix, row, zeros } from "../math/matrix.js";
import { exp } from "../math/special.js";

/** Encoded evidence of K ≥ 2 classes in one space, numbered from 0; where ordered, the least favourable first. */
export interface ClassClouds {
  /** Observed rows of each class; every class has some. */
  readonly classes: readonly Matrix[];
  /** May have no rows: then methods that need letters refuse, and the others work. */
  readonly letters: Matrix;
  /** Class the letter's recipient has, −1 when not known. */
  readonly from: Int32Array;
  /** Class the letter says the offered row would get, −1 when not known. */
  readonly to: Int32Array;
  /** Row of `classes[from]` each letter answers, −1 when not known. */
  readonly pairOf: Int32Array;
  /** 1 for an encoded column that is a scaled number, 0 for one of a category; all numbers when left out. */
  readonly numeric?: Uint8Array;
  /** Whether later classes are better for the person; then a letter of unknown direction goes to the later one. */
  readonly ordered: boolean;
}

/** A rebuilt model of K classes on encoded rows. */
export interface ClassSurrogate {
  readonly method: string;
  /** How many classes. */
  readonly classes: number;
  /** Encoded columns it was fitted on. */
  readonly columns: number;
  /** Points (rows × K): the class with the most wins, of equals the later. Only differences within a row matter. */
  points(x: Matrix): Matrix;
  /** Plain data from which `method.revive` rebuilds the same surrogate, bit for bit. */
  toJSON(): unknown;
}

/** A way to rebuild a model of K classes: holds options only, no data. */
export interface ClassMethod {
  readonly name: string;
  readonly usesLetters: boolean;
  fit(clouds: ClassClouds, kernels: Kernels): ClassSurrogate;
  /** Rebuilds a fitted surrogate from `toJSON` data; throws MODEL_INVALID with the reason when it cannot. */
  revive(data: unknown, kernels: Kernels): ClassSurrogate;
}

/** The winning class of each row of points; of equal ones the later, as a tie accepts where there are two classes. */
export function winners(points: Matrix): Uint8Array {
  const chosen = new Uint8Array(points.rows);
  for (let i = 0; i < points.rows; i++) {
    const own = row(points, i);
    let best = 0;
    for (let c = 1; c < own.length; c++) if (own[c]! >= own[best]!) best = c;
    chosen[i] = best;
  }
  return chosen;
}

/** A share per class and row: e^points over their sum; with two classes σ of the difference. */
export function sharesOfPoints(points: Matrix): Matrix {
  const shares = zeros(points.rows, points.columns);
  for (let i = 0; i < points.rows; i++) {
    const own = row(points, i);
    const most = own.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
    const into = row(shares, i);
    let total = 0;
    for (let c = 0; c < own.length; c++) {
      into[c] = exp(own[c]! - most);
      total += into[c]!;
    }
    for (let c = 0; c < own.length; c++) into[c]! /= total;
  }
  return shares;
}
