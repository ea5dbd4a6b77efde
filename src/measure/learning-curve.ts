import type { Sample } from "../findings/sample.js";
import type { Evidence } from "../input/evidence.js";
import { type Estimate, measureShare, Z_95 } from "../math/interval.js";
import { sampleWithoutReplacement, seededRandom } from "../math/random.js";
import type { AuditSettings } from "../settings/settings.js";
import { selectEvidence } from "../surrogate/canonical-evidence.js";
import { encodeClouds } from "../surrogate/clouds.js";
import { type Fit, type Fitting, orFailure } from "../surrogate/fitting.js";
import type { Surrogate, SurrogateMethod } from "../surrogate/surrogate.js";
import { collectResiduals, meanResidual } from "./groups/model-rates.js";
import type { AnsweredOthers } from "./others.js";
import { decisionsOf, encoderOf } from "./trust/stability.js";

/** Parts of the sample, before the whole. */
const PARTS = [1 / 8, 1 / 4, 1 / 2];

export interface LearningParts {
  /** The sample, and its rows so that every beginning of the list is a sample too. */
  readonly evidence: Evidence;
  readonly nested: Int32Array;
  /** The method, and what it became on the whole sample. */
  readonly method: SurrogateMethod;
  readonly surrogate: Surrogate;
  readonly answered: Pick<AnsweredOthers, "asked">;
  readonly settings: Pick<AuditSettings, "scaling" | "seed">;
}

/**
 * How much better the model gets with more people: its method on an eighth, a quarter and half of the sample, with what
 * it chose on the whole, each asked about the same people outside. A part on which it cannot be fitted is left out.
 */
export function* learningCurve(parts: LearningParts): Fitting<Pick<Sample, "learning" | "gain">> {
  const { evidence, nested, method, surrogate, answered, settings } = parts;
  const { decisions, answers, tables } = answered.asked;
  const kept = method.keeping?.(surrogate) ?? method;
  const isRight = (given: ArrayLike<number>) => decisions.map((decision, k) => (given[k] === decision ? 1 : 0));
  const sizes = PARTS.map((share) => Math.round(share * nested.length));
  const fits = yield (function* () {
    for (const people of sizes) {
      yield orFailure((): Fit => {
        const part = partOf(evidence, nested.subarray(0, people), settings.seed);
        const encoder = encoderOf(part, settings.scaling);
        return {
          method: kept,
          clouds: encodeClouds(encoder, part),
          rows: tables.map((table) => encoder.encode(table)),
        };
      });
    }
  })();
  const smaller = sizes.flatMap((people, k) => {
    const fit = fits[k]!;
    if ("failure" in fit) return [];
    return { people, right: isRight(fit.margins.flatMap((margins) => [...decisionsOf(margins)])) };
  });
  const whole = { people: nested.length, right: isRight(answers) };
  const last = smaller.at(-1);
  return {
    learning: [...smaller, whole].map(({ people, right }) => ({
      people,
      right: measureShare(
        right.reduce((sum, one) => sum + one, 0),
        right.length,
      )!,
    })),
    gain:
      last === undefined ? null : { from: last.people, to: whole.people, difference: paired(whole.right, last.right) },
  };
}

/** The difference of two shares of the same people: only those count whom one answers rightly and the other not. */
export function paired(right: Uint8Array, other: Uint8Array): Estimate {
  const people = { decisions: right, outOfFold: Float64Array.from(other), weights: null };
  const [residuals] = collectResiduals(1, new Int32Array(right.length), people);
  const { value, low, high } = meanResidual(residuals!, Z_95);
  return { value, low: Math.max(-1, low), high: Math.min(1, high) };
}

/** The people at `rows` with their letters, and of letters to unknown people as large a share. */
function partOf(evidence: Evidence, rows: Int32Array, seed: number): Evidence {
  const { letterOf, decisions } = evidence;
  const isIn = new Uint8Array(decisions.length);
  for (const row of rows) isIn[row] = 1;
  const unknown = Int32Array.from(letterOf.keys()).filter((k) => letterOf[k]! < 0);
  // a beginning of one random order, so that parts are nested
  const turns = sampleWithoutReplacement(unknown.length, unknown.length, seededRandom(seed, "learning/letters"));
  const count = Math.round((unknown.length * rows.length) / decisions.length);
  const kept = new Set(Array.from(turns.subarray(0, count), (place) => unknown[place]!));
  const letters = Int32Array.from(letterOf.keys()).filter((k) =>
    letterOf[k]! < 0 ? kept.has(k) : isIn[letterOf[k]!] === 1,
  );
  return selectEvidence(evidence, rows.toSorted(), letters);
}
