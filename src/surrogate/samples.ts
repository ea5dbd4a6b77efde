import { type LinearOptions, linearFamily, netFamily, type SmallTreeOptions, treeFamily } from "./families.js";
import type { SmallNetOptions } from "./small-net.js";
import type { SurrogateMethod } from "./surrogate.js";
import { trainedMethod } from "./trained.js";

/** Counterfactuals as accepted rows (SAMPLES, Aïvodji et al. 2020), learnt by logistic regression. */
export function samplesLr(given: LinearOptions = {}): SurrogateMethod {
  return trainedMethod("samples-lr", true, linearFamily("samples-lr", given));
}

/** Counterfactuals as accepted rows, learnt by a ReLU net of 20 and 10 units. */
export function samplesMlp(given: SmallNetOptions = {}): SurrogateMethod {
  return trainedMethod("samples-mlp", true, netFamily("samples-mlp", given));
}

/** Counterfactuals as accepted rows, learnt by a decision tree. */
export function samplesDt(given: SmallTreeOptions = {}): SurrogateMethod {
  return trainedMethod("samples-dt", true, treeFamily("samples-dt", given));
}
