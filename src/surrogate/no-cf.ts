import { type LinearOptions, linearFamily, netFamily, type SmallNetOptions } from "./families.js";
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
