import { type FittedLogistic, logistic, logisticData, logisticOf, logisticRule } from "../classifiers/logistic.js";
import { readModelPart } from "../classifiers/model-data.js";
import type { Kernels } from "../kernels/kernels.js";
import { row } from "../math/matrix.js";
import { type OptionsOf, positive, settle } from "../options.js";
import { type CanonicalClouds, labelledRows, surrogateMethod } from "./clouds.js";
import { boundedEntry, surrogateOf } from "./score.js";
import type { Clouds, Surrogate, SurrogateMethod } from "./surrogate.js";

const ridgeTable = {
  /** λ of the penalty ½·λ·‖w‖² on the coefficients of the encoded columns. @default 0.03 */
  strength: positive(0.03),
};

const lettersTable = {
  ...ridgeTable,
  /** What a letter counts next to an accepted observation when the direction is sought. @default 0.5 */
  letterWeight: positive(0.5),
};

/** Logistic regression on the observed decisions alone; margin = log-odds of acceptance. */
export function ridge(given: OptionsOf<typeof ridgeTable> = {}): SurrogateMethod {
  const options = settle("ridge", ridgeTable, given);
  return ridgeMethod("ridge", ({ rejected, accepted }) => {
    const { x, labels } = labelledRows([rejected, 0], [accepted, 1]);
    return logistic(options).fit(x, labels);
  });
}

/**
 * Logistic regression with each counterfactual as one more accepted row, in two steps: letters and observations
 * together give the direction, then the observations alone give the position and the scale along it. Letters lie near
 * the boundary by design, so they say much about its direction; counted as ordinary accepted rows they would also push
 * it towards the rejected side, the more so the more letters a platform writes.
 */
export function ridgeLetters(given: OptionsOf<typeof lettersTable> = {}): SurrogateMethod {
  const { strength, letterWeight } = settle("ridge-letters", lettersTable, given);
  const classifier = logistic({ strength });
  const train = (clouds: CanonicalClouds) => {
    const { rejected, accepted, counterfactual } = clouds;
    const observed = labelledRows([rejected, 0], [accepted, 1]);
    const all = labelledRows([rejected, 0], [accepted, 1], [counterfactual, 1]);
    const direction = classifier.fit(all.x, all.labels, weightsOf(clouds, letterWeight));
    const along = { rows: observed.x.rows, columns: 1, values: direction.logits(observed.x) };
    return composed(direction, classifier.fit(along, observed.labels));
  };
  return ridgeMethod("ridge-letters", train, () => ridge({ strength }));
}

function ridgeMethod(
  name: string,
  train: (clouds: CanonicalClouds) => FittedLogistic,
  withoutLetters?: () => SurrogateMethod,
): SurrogateMethod {
  return surrogateMethod({
    name,
    usesLetters: withoutLetters !== undefined,
    ...(withoutLetters && { withoutLetters }),
    fit: (clouds, kernels) => ridgeRule(name, train(clouds), kernels),
    revive: (data, kernels) => ridgeRule(name, logisticOf(readModelPart(logisticData, data, "surrogate")), kernels),
  });
}

/** outer(inner(x)) as one linear rule; `outer` has a single column. */
function composed(inner: FittedLogistic, outer: FittedLogistic): FittedLogistic {
  const [slope = 0] = outer.coefficients;
  const coefficients = inner.coefficients.map((value) => slope * value);
  const [converged, iterations] = [inner.converged && outer.converged, inner.iterations + outer.iterations];
  return logisticRule(coefficients, slope * inner.intercept + outer.intercept, { converged, iterations });
}

/** 1 per rejected row; accepted rows and letters share the weight of the accepted rows. */
function weightsOf({ rejected, accepted, counterfactual }: Clouds, letterWeight: number): Float64Array {
  const each = accepted.rows / (accepted.rows + letterWeight * counterfactual.rows);
  const weights = new Float64Array(rejected.rows + accepted.rows + counterfactual.rows).fill(1);
  weights.fill(each, rejected.rows);
  return weights.fill(each * letterWeight, rejected.rows + accepted.rows);
}

function ridgeRule(method: string, fitted: FittedLogistic, kernels: Kernels): Surrogate {
  const columns = fitted.coefficients.length;
  const weights = { rows: 1, columns, values: fitted.coefficients };
  const bias = Float64Array.of(fitted.intercept);
  return surrogateOf({
    method,
    columns,
    margins(x) {
      const bounded = (i: number) => ({ rows: 1, columns, values: row(x, i).map(boundedEntry) });
      const { values } = kernels.weightedSums(x, weights, bias);
      return values.map((value, i) => (Number.isFinite(value) ? value : fitted.logits(bounded(i))[0]!));
    },
    toJSON: () => fitted.toJSON(),
  });
}
