import { seededRandom } from "../../math/random.js";
import { requireInteger, requireOneOf, requirePositive, requireWithin, withDefaults } from "../../options.js";
import type { Generator } from "./generator.js";
import { type Goal, leastChange } from "./least-change.js";
import { isTrained, type LetterSpace } from "./letter-space.js";
import { searching } from "./owned-rows.js";
import { meanOf, noisySlopes, treeOf, worstOf } from "./slopes.js";

export interface RoarOptions {
  /** Shaken copies of the target a letter must hold for, besides the target itself. @default 10 */
  readonly draws?: number;
  /** Standard deviation of the noise on each parameter, as a share of their root mean square. @default 0.1 */
  readonly noise?: number;
  /** Whether every copy must accept, or their mean probability must be at least ½. @default "worst" */
  readonly aggregate?: "worst" | "mean";
  /** For targets whose parameters cannot be shaken: how far above ½ the score must be. @default 0.1 */
  readonly margin?: number;
}

const DEFAULTS: Required<RoarOptions> = { draws: 10, noise: 0.1, aggregate: "worst", margin: 0.1 };

/**
 * Least change that survives a change of the target, after ROAR (Upadhyay et al. 2021): copies of the target with noise
 * on their weights must accept the letter. Trees and black boxes, which have no weights to shake, must accept with a
 * margin.
 */
export function roar(given: RoarOptions = {}): Generator {
  const options = withDefaults("roar", DEFAULTS, given);
  requireInteger("draws", options.draws, 1);
  requirePositive("noise", options.noise);
  requireOneOf("aggregate", options.aggregate, ["worst", "mean"]);
  requireWithin("margin", options.margin, 0, 0.5);
  return searching("roar", (space) => leastChange(space, goalOf(space, options)));
}

function goalOf(space: LetterSpace, { draws, noise, aggregate, margin }: Required<RoarOptions>): Goal {
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
