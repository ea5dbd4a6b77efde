import type { Kernels } from "../kernels/kernels.js";
import type { Matrix } from "../math/matrix.js";
import type { RowReasons } from "./row-reasons.js";

/** Encoded evidence: three clouds in one space, and who got which letter. */
export interface Clouds {
  readonly rejected: Matrix;
  readonly accepted: Matrix;
  /** May have no rows: then methods that need letters refuse, and the others work. */
  readonly counterfactual: Matrix;
  /** Row of `rejected` each counterfactual answers, −1 when not known. */
  readonly pairOf: Int32Array;
  /** 1 for an encoded column that is a scaled number, 0 for one of a category; all numbers when left out. */
  readonly numeric?: Uint8Array;
  /** 1 for a counterfactual that is a threshold: just short of it the row is rejected. @default none is */
  readonly isThreshold?: Uint8Array;
  /** What the rejected people were told counts against them. @default nothing */
  readonly reasons?: RowReasons;
  /** Only `dualcf` reads them, and it cannot do without. */
  readonly secondLetters?: SecondLetters;
}

/** Letters of letters: what would have to change for an offered row to be rejected again. Only studies have them. */
export interface SecondLetters {
  readonly rows: Matrix;
  /** Row of `counterfactual` each of them answers. */
  readonly pairOf: Int32Array;
}

export interface Surrogate {
  readonly method: string;
  readonly columns: number;
  /** Signed confidence per row: ≥ 0 accepts, in units of the method. */
  margins(x: Matrix): Float64Array;
  /** Score in [0, 1] per row; ≥ ½ exactly where the margin is ≥ 0. */
  scores(x: Matrix): Float64Array;
  /** The scores of rows with these margins; absent where a score takes more than its row's margin. */
  readonly scoresOf?: (margins: Float64Array) => Float64Array;
  /** Plain data from which `method.revive` rebuilds the same surrogate, bit for bit. */
  toJSON(): unknown;
}

/** How a method is made again elsewhere: plain data but for the surrogate whose choices it keeps. */
export interface MethodRecipe {
  readonly name: string;
  readonly options: object;
  /** Whether it is what the method becomes without letters. */
  readonly isSilent: boolean;
  readonly keeping: Surrogate | null;
}

/** A way to rebuild: options only, no data, so one value can be fitted many times. */
export interface SurrogateMethod<Fitted extends Surrogate = Surrogate> {
  readonly name: string;
  /** Whether fitting reads the counterfactuals. */
  readonly usesLetters: boolean;
  fit(clouds: Clouds, kernels: Kernels): Fitted;
  /** Rebuilds a fitted surrogate from `toJSON` data; throws MODEL_INVALID with the reason when it cannot. */
  revive(data: unknown, kernels: Kernels): Fitted;
  /**
   * The same method with what it chose by its own cross-validation taken over from `fitted`: for many cheap refits on
   * variations of the evidence. Absent when the method makes no such choice.
   */
  readonly keeping?: (fitted: Surrogate) => SurrogateMethod;
  /**
   * The same method where it may read no letters: what it becomes is what letters are compared with. Absent for a
   * method that reads none, or is nothing without them.
   */
  readonly withoutLetters?: () => SurrogateMethod;
  /** How another thread makes the same method; absent for one that only this thread has. */
  readonly recipe?: MethodRecipe;
}
