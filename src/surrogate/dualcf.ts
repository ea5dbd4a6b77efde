import { stackRows } from "../math/matrix.js";
import { canonicalClouds, requireSecondLetters } from "./clouds.js";
import { fitColumnScaler, scaleColumns } from "./column-scaler.js";
import { netFamily } from "./families.js";
import type { SmallNetOptions } from "./small-net.js";
import type { SurrogateMethod } from "./surrogate.js";
import { isNumeric, reviveTrained, trainedRule } from "./trained.js";

/**
 * Two-sided letters (DualCF, Wang et al. 2022): a ReLU net of 20 and 10 units trained on counterfactuals as 1 and on
 * their own counterfactuals as 0, two clouds that straddle the boundary. The observations are not trained on. Real
 * evidence has no letters of letters; NO_SECOND_LETTERS then says what to use instead.
 */
export function dualcf(given: SmallNetOptions = {}): SurrogateMethod {
  const family = netFamily("dualcf", given);
  return {
    name: "dualcf",
    usesLetters: true,
    fit(given, kernels) {
      requireSecondLetters("dualcf", given);
      const clouds = canonicalClouds(given);
      const second = requireSecondLetters("dualcf", clouds);
      const x = stackRows(second.rows, clouds.counterfactual);
      const scaler = fitColumnScaler(x, (column) => isNumeric(clouds, column));
      const labels = new Uint8Array(x.rows).fill(1, second.rows.rows);
      return trainedRule("dualcf", scaler, family.classifier(x.rows, kernels).fit(scaleColumns(scaler, x), labels));
    },
    revive: (data) => reviveTrained("dualcf", family.revive, data),
  };
}
