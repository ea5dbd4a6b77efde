import * as v from "valibot";
import type { Classifier, FittedClassifier } from "../classifiers/classifier.js";
import type { Kernels } from "../kernels/kernels.js";
import { compareRows, type Matrix, selectRows, stackRows } from "../math/matrix.js";
import { canonicalClouds, requireBothClasses, requireLetters } from "./clouds.js";
import {
  type ColumnScaler,
  columnScalerData,
  fitColumnScaler,
  reviveColumnScaler,
  scaleColumns,
} from "./column-scaler.js";
import { readModelPart } from "./revive.js";
import { requireColumns, scoreOfMargin } from "./score.js";
import type { Clouds, Surrogate, SurrogateMethod } from "./surrogate.js";

/** A kind of classifier as a surrogate uses it. */
export interface TrainedFamily {
  /** Whether numbers are brought to mean 0 and deviation 1 first; trees do not care. */
  readonly standardise: boolean;
  /** Whether it draws rows; it then gets equal rows once, weighted, so that repeating every row changes nothing. */
  readonly drawsRows: boolean;
  /** The classifier for this many training rows. */
  classifier(rows: number, kernels: Kernels): Classifier;
  /** The fitted classifier `toJSON` wrote, for rows of `columns` columns. */
  revive(data: unknown, columns: number): FittedClassifier;
}

/** What `toJSON` of a trained surrogate gives, as a schema around its classifier's. */
export function trainedData<Data extends v.GenericSchema>(classifier: Data) {
  return v.strictObject({ scaler: columnScalerData, classifier });
}

const trainedHead = v.strictObject({ scaler: v.unknown(), classifier: v.unknown() });

/**
 * A classifier as a surrogate: trained on rejected rows as 0, accepted rows as 1 and, with letters, each counterfactual
 * as one more accepted row. Columns that do not vary in these rows are left out.
 */
export function trainedMethod(name: string, usesLetters: boolean, family: TrainedFamily): SurrogateMethod {
  return {
    name,
    usesLetters,
    fit(given, kernels) {
      (usesLetters ? requireLetters : requireBothClasses)(name, given);
      const clouds = canonicalClouds(given);
      const { rejected, accepted, counterfactual } = clouds;
      const x = usesLetters ? stackRows(rejected, accepted, counterfactual) : stackRows(rejected, accepted);
      const scaler = fitColumnScaler(x, (column) => family.standardise && isNumeric(clouds, column));
      const labels = new Uint8Array(x.rows).fill(1, rejected.rows);
      const training: TrainingRows = family.drawsRows ? countEqualRows(x, labels) : { x, labels };
      const { weights } = training;
      const classifier = family.classifier(training.x.rows, kernels);
      return trainedRule(name, scaler, classifier.fit(scaleColumns(scaler, training.x), training.labels, weights));
    },
    revive: (data) => reviveTrained(name, family.revive, data),
  };
}

interface TrainingRows {
  readonly x: Matrix;
  readonly labels: Uint8Array;
  readonly weights?: Float64Array;
}

/** One row in place of each run of equal rows with one label, weighing as much as they. */
function countEqualRows(x: Matrix, labels: Uint8Array): TrainingRows {
  const kept: number[] = [];
  const counts: number[] = [];
  for (let i = 0; i < x.rows; i++) {
    const last = kept.at(-1);
    if (last !== undefined && labels[last] === labels[i] && compareRows(x, last, x, i) === 0) {
      counts[counts.length - 1]! += 1;
    } else {
      kept.push(i);
      counts.push(1);
    }
  }
  return {
    x: selectRows(x, kept),
    labels: Uint8Array.from(kept, (i) => labels[i]!),
    weights: Float64Array.from(counts),
  };
}

/** Whether an encoded column is a scaled number. */
export function isNumeric({ numeric }: Clouds, column: number): boolean {
  return numeric === undefined || numeric[column] === 1;
}

/** The surrogate around a scaler and a fitted classifier. */
export function trainedRule(method: string, scaler: ColumnScaler, fitted: FittedClassifier): Surrogate {
  const margins = (x: Matrix) => {
    requireColumns(method, x, scaler.columns);
    return fitted.logits(scaleColumns(scaler, x));
  };
  return {
    method,
    columns: scaler.columns,
    margins,
    scores: (x) => margins(x).map(scoreOfMargin),
    toJSON: () => ({ classifier: fitted.toJSON(), scaler }),
  };
}

/** The surrogate that `toJSON` wrote. */
export function reviveTrained(method: string, revive: TrainedFamily["revive"], data: unknown): Surrogate {
  const head = readModelPart(trainedHead, data, "surrogate");
  const scaler = reviveColumnScaler(head.scaler);
  return trainedRule(method, scaler, revive(head.classifier, scaler.kept.length));
}
