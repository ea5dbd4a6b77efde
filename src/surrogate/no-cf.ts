import {
  forestFamily,
  type LinearOptions,
  linearFamily,
  netFamily,
  type SmallForestOptions,
  type SmallTreeOptions,
  treeFamily,
} from "./families.js";
import type { SmallNetOptions } from "./small-net.js";
import type { SurrogateMethod } from "./surrogate.js";
import { trainedMethod } from "./trained.js";

/** Logistic regression on the observations alone. */
export function noCfLr(given: LinearOptions = {}): SurrogateMethod {
  return trainedMethod("no-cf-lr", false, linearFamily("no-cf-lr", given));
}

/** A ReLU net of 20 and 10 units on the observations alone. */
export function noCfMlp(given: SmallNetOptions = {}): SurrogateMethod {
  return trainedMethod("no-cf-mlp", false, netFamily("no-cf-mlp", given));
}

/** A decision tree on the observations alone. */
export function noCfDt(given: SmallTreeOptions = {}): SurrogateMethod {
  return trainedMethod("no-cf-dt", false, treeFamily("no-cf-dt", given));
}

/** A random forest on the observations alone. */
export function noCfRf(given: SmallForestOptions = {}): SurrogateMethod {
  return trainedMethod("no-cf-rf", false, forestFamily("no-cf-rf", given));
}
