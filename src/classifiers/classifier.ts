import type { Matrix } from "../math/matrix.js";

/** A trained classifier on encoded rows. */
export interface FittedClassifier {
  readonly name: string;
  /** Log-odds of class 1 per row. */
  logits(x: Matrix): Float64Array;
  /** Probability of class 1 per row. */
  probabilities(x: Matrix): Float64Array;
  /** Whether training reached its tolerance; a run that stopped early still predicts. */
  readonly converged: boolean;
  readonly iterations: number;
  /** Plain data: names and numbers only. */
  toJSON(): unknown;
}

/** A trained classifier whose log-odds can be differentiated: what gradient-based letters need. */
export interface DifferentiableClassifier extends FittedClassifier {
  /** ∂(log-odds)/∂x, one row per row of x. */
  gradients(x: Matrix): Matrix;
}

/** Hyperparameters only: holds no data, so one value can be fitted many times. */
export interface Classifier<Fitted extends FittedClassifier = FittedClassifier> {
  readonly name: string;
  /** Trains on rows `x` with labels 0 or 1; `weights` are ≥ 0, one per row, all 1 when left out. */
  fit(x: Matrix, labels: ArrayLike<number>, weights?: Float64Array): Fitted;
}
