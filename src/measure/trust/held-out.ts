import { type Encoder, fitEncoder } from "../../encode/encoder.js";
import type { Scaling } from "../../encode/scaling.js";
import type { Evidence } from "../../input/evidence.js";
import { selectTableRows, type Table } from "../../input/table.js";
import type { Kernels } from "../../kernels/kernels.js";
import { seededRandom } from "../../math/random.js";
import { type CanonicalEvidence, selectEvidence } from "../../surrogate/canonical-evidence.js";
import { encodeClouds } from "../../surrogate/clouds.js";
import type { Surrogate, SurrogateMethod } from "../../surrogate/surrogate.js";
import { dealSplits, possibleFolds } from "./cross-validate.js";

/** A method fitted without some of the people, who can then be asked as people it has not seen. */
export interface HeldOutFit {
  readonly training: Evidence;
  readonly encoder: Encoder;
  readonly surrogate: Surrogate;
  /** The method with what this fit chose by its own cross-validation: for fits on variations of the training. */
  readonly kept: SurrogateMethod;
  /** The people left out, and their rows in the evidence. */
  readonly people: Table;
  readonly rows: Int32Array;
}

interface Dealing {
  readonly folds: number;
  readonly scaling: Scaling;
  readonly seed: number;
  /** Name of the random stream: another name deals other folds. */
  readonly stream: string;
}

/** Deals people into folds, their letters with them, and fits the method once without each fold. */
export function fitHeldOut(
  evidence: CanonicalEvidence,
  method: SurrogateMethod,
  kernels: Kernels,
  { folds, scaling, seed, stream }: Dealing,
): HeldOutFit[] {
  const random = (stratum: number | string) => seededRandom(seed, `${stream}/${stratum}`);
  return dealSplits(evidence, possibleFolds(evidence, folds), random).map(({ people, letters }) => {
    const training = selectEvidence(evidence, people.kept, letters.kept);
    const encoder = fitEncoder(training.schema.features, [training.observations, training.letters], { scaling });
    const surrogate = method.fit(encodeClouds(encoder, training), kernels);
    return {
      training,
      encoder,
      surrogate,
      kept: method.keeping?.(surrogate) ?? method,
      people: selectTableRows(evidence.observations, people.heldOut),
      rows: people.heldOut,
    };
  });
}

/** One answer per person, from the fit that had not seen the person. */
export function answersOfAll(fits: readonly HeldOutFit[], decide: (fit: HeldOutFit) => Uint8Array): Uint8Array {
  const answers = new Uint8Array(fits.reduce((sum, { rows }) => sum + rows.length, 0));
  for (const fit of fits) {
    const own = decide(fit);
    for (const [k, row] of fit.rows.entries()) answers[row] = own[k]!;
  }
  return answers;
}
