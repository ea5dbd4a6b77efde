import type { Kernels } from "../kernels/kernels.js";
import type { Matrix } from "../math/matrix.js";
import { anything, type OptionsOf, positive, settle, within } from "../options.js";
import { pairWeights, requireEqualMass } from "./weights.js";

const table = {
  /**
   * Standard deviation of the entropic blur, in the units of the points; ε = blur². Kept between 1e-6 and 1e3 of the
   * diameter of both clouds: past these S is at its limits, ½·W₂² and half the squared distance of the means.
   * @default 0.05
   */
  blur: positive(0.05),
  /** Factor from one blur level of the annealing to the next, in (0, 1). @default 0.5 */
  scaling: within(0.5, 0.01, 0.99),
  /** Weight of each row of x; sums to one. @default uniform */
  xWeights: anything<Float64Array | undefined>(undefined),
  /** Weight of each row of y; same sum as for x. @default uniform */
  yWeights: anything<Float64Array | undefined>(undefined),
};
export type SinkhornOptions = OptionsOf<typeof table>;

export interface SinkhornResult {
  /** S(x, y), which tends to ½·W₂² as blur tends to 0. May be −1e-7 for equal clouds in single precision. */
  readonly value: number;
  /** ∂S/∂x, one row per row of x. */
  readonly gradient: Matrix;
  /** ∂S/∂y, one row per row of y. */
  readonly yGradient: Matrix;
  /** ∂S/∂(weights of x): the debiased potential F − P; and G − Q for y. */
  readonly potentials: { readonly x: Float64Array; readonly y: Float64Array };
}

/**
 * The debiased Sinkhorn divergence with ground cost ½‖x − y‖², by the same schedule of ε and the same number of
 * averaged updates as GeomLoss's `SamplesLoss("sinkhorn", p=2)`: there is no convergence test; the loop runs its
 * schedule and stops. Clouds at a single point give 0 and no gradient.
 */
export function sinkhornDivergence(
  x: Matrix,
  y: Matrix,
  kernels: Kernels,
  given: SinkhornOptions = {},
): SinkhornResult {
  const { blur, scaling, ...weights } = settle("sinkhornDivergence", table, given);
  const [xWeights, yWeights] = pairWeights("sinkhornDivergence", x, y, weights);
  requireEqualMass(xWeights, yWeights);
  const solution = kernels.sinkhorn({ x, y, xWeights, yWeights, blur, scaling });
  return {
    value: solution.value,
    gradient: { rows: x.rows, columns: x.columns, values: solution.xGradient },
    yGradient: { rows: y.rows, columns: y.columns, values: solution.yGradient },
    potentials: { x: solution.xPotential, y: solution.yPotential },
  };
}
