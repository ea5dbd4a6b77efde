import * as v from "valibot";
import type { Classifier, FittedClassifier } from "../classifiers/classifier.js";
import { type Matrix, stackRows } from "../math/matrix.js";
import { canonicalClouds, requireBothClasses, requireLetters } from "./clouds.js";
import {
  type ColumnScaler,
  columnScalerData,
  fitColumnScaler,
  reviveColumnScaler,
  scaleColumns,
} from "./column-scaler.js";
import { readModelPart } from "./revive.js";
import { agreeingScore, requireColumns, scoreOfMargin } from "./score.js";
import type { Clouds, Surrogate, SurrogateMethod } from "./surrogate.js";

/** A kind of classifier as a surrogate uses it. */
export interface TrainedFamily {
  /** Whether numbers are brought to mean 0 and deviation 1 first; trees do not care. */
  readonly standardise: boolean;
  /** What the margin is: log-odds, or the probability less ½ where log-odds may be infinite. */
  readonly margin: "log-odds" | "probability";
  /** The classifier for this many training rows. */
  classifier(rows: number): Classifier;
  /** The fitted classifier `toJSON` wrote, for rows of `columns` columns. */
  revive(data: unknown, columns: number): FittedClassifier;
}

/** What `toJSON` of a trained surrogate gives, as a schema around that of its classifier. */
export function trainedData<Data extends v.GenericSchema>(classifier: Data) {
  return v.strictObject({ scaler: columnScalerData, classifier });
}

const trainedHead = v.strictObject({ scaler: v.unknown(), classifier: v.unknown() });

/**
 * A classifier as a surrogate: trained on rejected rows as 0, accepted rows as 1 and, with letters, each counterfactual as one more
 * accepted row. Columns that do not vary in these rows are left out, so a constant column changes nothing.
 */
export function trainedMethod(name: string, usesLetters: boolean, family: TrainedFamily): SurrogateMethod {
  return {
    name,
    usesLetters,
    fit(given) {
      (usesLetters ? requireLetters : requireBothClasses)(name, given);
      const clouds = canonicalClouds(given);
      const { rejected, accepted, counterfactual } = clouds;
      const x = usesLetters ? stackRows(rejected, accepted, counterfactual) : stackRows(rejected, accepted);
      const scaler = fitColumnScaler(x, (column) => family.standardise && isNumeric(clouds, column));
      const labels = new Uint8Array(x.rows).fill(1, rejected.rows);
      return trainedRule(name, family, scaler, family.classifier(x.rows).fit(scaleColumns(scaler, x), labels));
    },
    revive: (data) => reviveTrained(name, family, data),
  };
}

/** Whether an encoded column is a scaled number. */
export function isNumeric({ numeric }: Clouds, column: number): boolean {
  return numeric === undefined || numeric[column] === 1;
}

/** The surrogate around a scaler and a fitted classifier. */
export function trainedRule(
  method: string,
  family: Pick<TrainedFamily, "margin">,
  scaler: ColumnScaler,
  fitted: FittedClassifier,
): Surrogate {
  const scaled = (x: Matrix) => {
    requireColumns(method, x, scaler.columns);
    return scaleColumns(scaler, x);
  };
  const answers =
    family.margin === "log-odds"
      ? {
          margins: (x: Matrix) => fitted.logits(scaled(x)),
          scores: (x: Matrix) => fitted.logits(scaled(x)).map(scoreOfMargin),
        }
      : {
          margins: (x: Matrix) => fitted.probabilities(scaled(x)).map((p) => p - 0.5),
          scores: (x: Matrix) => fitted.probabilities(scaled(x)).map((p) => agreeingScore(p - 0.5, p)),
        };
  return {
    method,
    columns: scaler.columns,
    ...answers,
    toJSON: () => ({ classifier: fitted.toJSON(), scaler }),
  };
}

/** The surrogate that `toJSON` wrote. */
export function reviveTrained(
  method: string,
  family: Pick<TrainedFamily, "margin" | "revive">,
  data: unknown,
): Surrogate {
  const head = readModelPart(trainedHead, data, "surrogate");
  const scaler = reviveColumnScaler(head.scaler);
  return trainedRule(method, family, scaler, family.revive(head.classifier, scaler.kept.length));
}
