import { backwardRow, forwardRow, layerPass, layersOf } from "../../src/classifiers/layers.js";
import type { Net, NetRows } from "../../src/classifiers/net.js";
import { sparseRows } from "../../src/classifiers/sparse-rows.js";
import { lossAt, slopeAt } from "../../src/kernels/kernels.js";

/** Rows whose weights may be left out: all are 1 then. */
export type UnweightedRows = Omit<NetRows, "weights"> & Partial<Pick<NetRows, "weights">>;

/** Σ weights · loss / rows over all rows, and its slope in each parameter: what one step of the full batch follows. */
export function netLoss(net: Net, { x, losses, weights }: UnweightedRows): { loss: number; gradient: Float64Array } {
  const gradient = new Float64Array(net.parameters.length);
  const pass = layerPass(layersOf([net.inputs, ...net.hidden, 1]), net.parameters, sparseRows(x));
  const output = pass.deltas.length - 1;
  let loss = 0;
  for (let i = 0; i < x.rows; i++) {
    const share = (weights?.[i] ?? 1) / x.rows;
    forwardRow(pass, i, null);
    const f = pass.units[output]!;
    loss += share * lossAt(losses[i]!, f);
    pass.deltas[output] = share * slopeAt(losses[i]!, f);
    backwardRow(pass, i, gradient, 1);
  }
  return { loss, gradient };
}
