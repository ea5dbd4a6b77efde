import { seededRandom } from "../../math/random.js";
import { type OptionsOf, positive, type Settled, settle, whole, within, word } from "../../options.js";
import type { Generator } from "./generator.js";
import { type Goal, leastChange } from "./least-change.js";
import { isTrained, type LetterSpace } from "./letter-space.js";
import { searching } from "./owned-rows.js";
import { meanOf, noisySlopes, treeOf, worstOf } from "./slopes.js";

const OPTIONS = {
  /** Shaken copies of the target a letter must hold for, besides the target itself. */
  draws: whole(10, 1),
  /** Standard deviation of the noise on each parameter, as a share of their root mean square. */
  noise: positive(0.1),
  /** Whether every copy must accept, or their mean probability must be at least ½. */
  aggregate: word("worst", ["worst", "mean"]),
  /** For targets whose parameters cannot be shaken: how far above ½ the score must be. */
  margin: within(0.1, 0, 0.5),
};

export type RoarOptions = OptionsOf<typeof OPTIONS>;

/**
 * Least change that survives a change of the target, after ROAR (Upadhyay et al. 2021): copies of the target with noise
 * on their weights must accept the letter. Trees and black boxes, which have no weights to shake, must accept with a
 * margin.
 */
export function roar(given: RoarOptions = {}): Generator {
  const options = settle("roar", OPTIONS, given);
  return searching("roar", (space) => leastChange(space, goalOf(space, options)));
}

function goalOf(space: LetterSpace, { draws, noise, aggregate, margin }: Settled<typeof OPTIONS>): Goal {
  const { target, seed } = space.request;
  const classifier = isTrained(target) ? target.classifier : null;
  const slopes = classifier && noisySlopes(classifier, draws, noise, seededRandom(seed, "roar"));
  if (slopes === null) {
    const least = 0.5 + margin;
    const accepts: Goal["accepts"] = (rows) => Uint8Array.from(space.scores(rows), (score) => (score >= least ? 1 : 0));
    return { accepts, least, tree: classifier && treeOf(classifier) };
  }
  const slope = aggregate === "worst" ? worstOf(slopes) : meanOf(slopes);
  return {
    slope,
    least: 0.5,
    accepts(rows) {
      const decided = space.accepts(rows);
      const values = slope.values(space.encode(rows));
      return decided.map((decision, k) => (decision === 1 && values[k]! >= 0 ? 1 : 0));
    },
  };
}
