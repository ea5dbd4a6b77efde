import type { Encoder } from "../../encode/encoder.js";
import type { Scaling } from "../../encode/scaling.js";
import type { Failed } from "../../findings/quantities.js";
import type { Evidence } from "../../input/evidence.js";
import { selectTableRows, type Table } from "../../input/table.js";
import { seededRandom } from "../../math/random.js";
import { type CanonicalEvidence, selectEvidence } from "../../surrogate/canonical-evidence.js";
import { encodeClouds } from "../../surrogate/clouds.js";
import { type Fit, type Fitted, type Fitting, keptSurrogate } from "../../surrogate/fitting.js";
import type { Surrogate, SurrogateMethod } from "../../surrogate/surrogate.js";
import { encoderOf } from "./stability.js";
import { dealSplits, possibleFolds } from "./validation-folds.js";

/** Evidence without some of the people, who can then be asked as people a fit has not seen. */
interface HeldOutPart {
  readonly training: Evidence;
  readonly encoder: Encoder;
  /** The people left out, and their rows in the evidence. */
  readonly people: Table;
  readonly rows: Int32Array;
}

export interface HeldOutFit extends HeldOutPart {
  readonly surrogate: Surrogate;
  /** The method with what this fit chose by its own cross-validation: for fits on variations of the training. */
  readonly kept: SurrogateMethod;
}

export interface Dealing {
  readonly folds: number;
  readonly scaling: Scaling;
  readonly seed: number;
  /** Name of the random stream: another name deals other folds. */
  readonly stream: string;
}

/** Deals people into folds, their letters with them, and fits the method once without each; one failure ends it. */
export function* fitHeldOut(
  evidence: CanonicalEvidence,
  method: SurrogateMethod,
  dealing: Dealing,
): Fitting<HeldOutFit[] | Failed> {
  const parts = [...heldOutParts(evidence, dealing)];
  const fits = yield parts.map((part) => ({ ...fitOf(method, part), keep: true }));
  const failed = fits.find((fit) => "failure" in fit);
  if (failed !== undefined) return failed;
  return parts.map((part, k) => {
    const surrogate = keptSurrogate(fits[k] as Fitted);
    return { ...part, surrogate, kept: method.keeping?.(surrogate) ?? method };
  });
}

/** What is fitted on and whom it leaves out, fold after fold. */
export function* heldOutParts(
  evidence: CanonicalEvidence,
  { folds, scaling, seed, stream }: Dealing,
): Generator<HeldOutPart> {
  const random = (stratum: number | string) => seededRandom(seed, `${stream}/${stratum}`);
  for (const { people, letters } of dealSplits(evidence, possibleFolds(evidence, folds), random)) {
    const training = selectEvidence(evidence, people.kept, letters.kept);
    const left = selectTableRows(evidence.observations, people.heldOut);
    yield { training, encoder: encoderOf(training, scaling), people: left, rows: people.heldOut };
  }
}

/** A fit on one part that is asked about the people left out. */
export function fitOf(method: SurrogateMethod, { training, encoder, people }: Omit<HeldOutPart, "rows">): Fit {
  return { method, clouds: encodeClouds(encoder, training), rows: [encoder.encode(people)] };
}

/** One answer per person, from the fit that had not seen the person. */
export function answersOfAll<Part extends Pick<HeldOutPart, "rows">>(
  fits: readonly Part[],
  decide: (fit: Part) => Uint8Array,
): Uint8Array {
  const answers = new Uint8Array(fits.reduce((sum, { rows }) => sum + rows.length, 0));
  for (const fit of fits) {
    const own = decide(fit);
    for (const [k, row] of fit.rows.entries()) answers[row] = own[k]!;
  }
  return answers;
}
