import type { Classifier } from "../../classifiers/classifier.js";
import { logistic } from "../../classifiers/logistic.js";
import { mlp } from "../../classifiers/net.js";
import { boosting, forest, tree } from "../../classifiers/trees.js";
import { fitEncoder } from "../../encode/encoder.js";
import type { EncoderScaling } from "../../encode/scaling.js";
import type { FeatureSchema } from "../../input/evidence.js";
import type { Table } from "../../input/table.js";
import { requireInteger, withDefaults } from "../../options.js";
import type { TargetFamily, TrainedTarget } from "./target.js";

export interface TrainTargetOptions {
  /** Random numbers of the training follow from it. @default 0 */
  readonly seed?: number;
  /** Scaling of the target's own encoder. @default "robust" */
  readonly scaling?: EncoderScaling;
}

const DEFAULTS: Required<TrainTargetOptions> = { seed: 0, scaling: "robust" };

/** Which classifier each family trains, with the settings of the paper's experiments for the first three. */
const FAMILIES: Readonly<Record<TargetFamily, (seed: number) => Classifier>> = {
  lr: () => logistic({ strength: 1, tolerance: 1e-9 }),
  mlp: (seed) =>
    mlp({ hidden: [20, 10], dropout: 0.1, learningRate: 1e-3, weightDecay: 1e-4, validation: 0.1, patience: 10, seed }),
  dt: (seed) => tree({ depth: 6, leaf: 20, seed }),
  rf: (seed) => forest({ trees: 100, leaf: 2, seed }),
  gb: (seed) => boosting({ trees: 100, depth: 3, rate: 0.1, seed }),
};

/**
 * A target trained on raw rows, with an encoder of its own fitted on the same rows: robust scaling unless another is
 * asked for, one column per category level. Labels are the true outcomes, 1 = favourable. It accepts from a score of ½.
 */
export function trainTarget(
  family: TargetFamily,
  data: { readonly features: readonly FeatureSchema[]; readonly table: Table; readonly labels: ArrayLike<number> },
  given: TrainTargetOptions = {},
): TrainedTarget {
  const { seed, scaling } = withDefaults("trainTarget", DEFAULTS, given);
  requireInteger("seed", seed, 0);
  const encoder = fitEncoder(data.features, [data.table], { scaling });
  const classifier = FAMILIES[family](seed).fit(encoder.encode(data.table), data.labels);
  const score = (rows: Table) => classifier.probabilities(encoder.encode(rows));
  const decide = (rows: Table) => Uint8Array.from(score(rows), (value) => (value >= 0.5 ? 1 : 0));
  return { name: family, family, encoder, classifier, score, decide };
}
