import { netData, rowLoss, trainNet } from "../classifiers/net.js";
import { stackRows } from "../math/matrix.js";
import { canonicalClouds, requireLetters } from "./clouds.js";
import { fitColumnScaler, scaleColumns } from "./column-scaler.js";
import { resolveSmallNet, reviveNet, type SmallNetOptions } from "./families.js";
import type { SurrogateMethod } from "./surrogate.js";
import { isNumeric, reviveTrained, trainedRule } from "./trained.js";

/**
 * The counterfactual clamping of Dissanayake & Dutta (2024): a ReLU net of 20, 10 and 5 units with cross-entropy on the observations, and on
 * a counterfactual max(0, softplus(−f) − ln 2), which is nothing once its probability reaches ½. A letter so says which side of the boundary
 * it lies on, not how far from it.
 */
export function cca(given: SmallNetOptions = {}): SurrogateMethod {
  const options = resolveSmallNet("cca", given);
  return {
    name: "cca",
    usesLetters: true,
    fit(given) {
      requireLetters("cca", given);
      const clouds = canonicalClouds(given);
      const { rejected, accepted, counterfactual } = clouds;
      const x = stackRows(rejected, accepted, counterfactual);
      const scaler = fitColumnScaler(x, (column) => isNumeric(clouds, column));
      const losses = new Uint8Array(x.rows).fill(rowLoss.zero);
      losses.fill(rowLoss.one, rejected.rows).fill(rowLoss.atLeastHalf, rejected.rows + accepted.rows);
      const { net, epochs, converged } = trainNet(
        { x: scaleColumns(scaler, x), losses },
        { ...options, hidden: [20, 10, 5], batchSize: null, dropout: 0, validation: 0, patience: 1 },
      );
      const fitted = reviveNet({ net: netData(net), converged, iterations: epochs }, scaler.kept.length);
      return trainedRule("cca", scaler, fitted);
    },
    revive: (data) => reviveTrained("cca", reviveNet, data),
  };
}
