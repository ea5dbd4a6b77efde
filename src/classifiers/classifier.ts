import { AuditError } from "../errors.js";
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

type Train<Fitted> = (x: Matrix, labels: ArrayLike<number>, weights: Float64Array) => Fitted;

/** The classifier that trains so, after checking shapes and that both classes carry weight. */
export function classifier<Fitted extends FittedClassifier>(name: string, train: Train<Fitted>): Classifier<Fitted> {
  return {
    name,
    fit(x, labels, given) {
      const weights = given ?? new Float64Array(x.rows).fill(1);
      requireTrainable(name, x, labels, weights);
      return train(x, labels, weights);
    },
  };
}

function requireTrainable(name: string, x: Matrix, labels: ArrayLike<number>, weights: Float64Array): void {
  if (labels.length !== x.rows || weights.length !== x.rows) {
    throw new AuditError(
      "SHAPE_MISMATCH",
      `${name}: x has ${x.rows} rows, labels ${labels.length} and weights ${weights.length}; pass one of each per row`,
    );
  }
  const perClass = [0, 0];
  for (let i = 0; i < x.rows; i++) {
    const weight = weights[i]!;
    if (!(weight >= 0) || weight === Number.POSITIVE_INFINITY) {
      throw new AuditError("NOT_FINITE", `${name}: weight ${i} is ${weight}; weights must be finite and >= 0`);
    }
    perClass[labels[i] ? 1 : 0]! += weight;
  }
  const [w0 = 0, w1 = 0] = perClass;
  if (w0 > 0 && w1 > 0) return;
  const got = `got weight ${w0} of class 0 and ${w1} of class 1`;
  throw new AuditError("SINGLE_CLASS", `${name} needs rows of both classes, ${got}`);
}

export function requireWidth(owner: string, x: Matrix, columns: number): void {
  if (x.columns === columns) return;
  throw new AuditError(
    "SHAPE_MISMATCH",
    `${owner} was trained on ${columns} columns, got rows of ${x.columns}; encode them with the same encoder`,
  );
}
