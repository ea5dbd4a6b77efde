import type { Classifier } from "../classifiers/classifier.js";
import { initialParameters, layersOf } from "../classifiers/layers.js";
import { type FittedMlp, reviveMlp } from "../classifiers/mlp.js";
import { netData } from "../classifiers/net.js";
import type { Kernels } from "../kernels/kernels.js";
import type { Matrix } from "../math/matrix.js";
import { seededRandom } from "../math/random.js";
import { requireInteger, requireNonNegative, requirePositive, withDefaults } from "../options.js";

/** All rows are used in every step, without dropout, so that neither order nor repetition of rows matters. */
export interface SmallNetOptions {
  /** Adam steps. @default 200 */
  readonly epochs?: number;
  /** Adam's step size. @default 0.01 */
  readonly learningRate?: number;
  /** L2 penalty as torch.optim.Adam takes it. @default 0.001 */
  readonly weightDecay?: number;
  /** Seed of the first weights. @default 0 */
  readonly seed?: number;
}

/** Defaults filled in, every value checked. */
export function resolveSmallNet(method: string, given: SmallNetOptions): Required<SmallNetOptions> {
  const defaults: Required<SmallNetOptions> = { epochs: 200, learningRate: 0.01, weightDecay: 1e-3, seed: 0 };
  const options = withDefaults(method, defaults, given);
  requireInteger("epochs", options.epochs, 1);
  requirePositive("learningRate", options.learningRate);
  requireNonNegative("weightDecay", options.weightDecay);
  requireInteger("seed", options.seed, 0);
  return options;
}

/** A net trained in the kernels on the mean loss of rows that each ask for one of `rowLoss`. */
export function trainSmallNet(
  { x, losses }: { readonly x: Matrix; readonly losses: Uint8Array },
  hidden: readonly number[],
  { epochs, learningRate, weightDecay, seed }: Required<SmallNetOptions>,
  kernels: Kernels,
): FittedMlp {
  const sizes = [...hidden, 1];
  const { parameters } = kernels.trainNet({
    x,
    sizes,
    kinds: losses,
    weights: new Float64Array(x.rows).fill(1 / x.rows),
    initial: initialParameters(layersOf([x.columns, ...sizes]), seededRandom(seed, "net start")),
    steps: epochs,
    learningRate,
    decay: weightDecay,
  });
  const net = netData({ inputs: x.columns, hidden, parameters });
  return reviveMlp({ net, converged: true, iterations: epochs });
}

/** The net as a classifier: labels are the losses `zero` and `one`. */
export function smallNet(
  hidden: readonly number[],
  options: Required<SmallNetOptions>,
  kernels: Kernels,
): Classifier<FittedMlp> {
  const fit = (x: Matrix, labels: ArrayLike<number>) =>
    trainSmallNet({ x, losses: Uint8Array.from(labels) }, hidden, options, kernels);
  return { name: "mlp", fit };
}
