import { rowLoss } from "../classifiers/net.js";
import { stackRows } from "../math/matrix.js";
import { canonicalClouds, requireLetters } from "./clouds.js";
import { fitColumnScaler, scaleColumns } from "./column-scaler.js";
import { reviveNet } from "./families.js";
import { resolveSmallNet, type SmallNetOptions, trainSmallNet } from "./small-net.js";
import type { SurrogateMethod } from "./surrogate.js";
import { isNumeric, reviveTrained, trainedRule } from "./trained.js";

/**
 * The counterfactual clamping of Dissanayake & Dutta (2024): a ReLU net of 20, 10 and 5 units with cross-entropy on the
 * observations, and on a counterfactual max(0, softplus(−f) − ln 2), which is 0 once its probability reaches ½. So a
 * letter tells on which side of the boundary it lies, not how far away.
 */
export function cca(given: SmallNetOptions = {}): SurrogateMethod {
  const options = resolveSmallNet("cca", given);
  return {
    name: "cca",
    usesLetters: true,
    fit(given, kernels) {
      requireLetters("cca", given);
      const clouds = canonicalClouds(given);
      const { rejected, accepted, counterfactual } = clouds;
      const x = stackRows(rejected, accepted, counterfactual);
      const scaler = fitColumnScaler(x, (column) => isNumeric(clouds, column));
      const losses = new Uint8Array(x.rows).fill(rowLoss.zero);
      losses.fill(rowLoss.one, rejected.rows).fill(rowLoss.atLeastHalf, rejected.rows + accepted.rows);
      const fitted = trainSmallNet({ x: scaleColumns(scaler, x), losses }, [20, 10, 5], options, kernels);
      return trainedRule("cca", scaler, fitted);
    },
    revive: (data) => reviveTrained("cca", reviveNet, data),
  };
}
