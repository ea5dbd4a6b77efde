import type { GeneratedLetters, Generator, LetterRequest } from "./generator.js";
import { type Goal, leastChange } from "./least-change.js";
import { isTrained, type LetterSpace, letterSpace } from "./letter-space.js";
import { slopeOf, treeOf } from "./readable-classifiers.js";

/**
 * The least change that is accepted: ℓ1 distance of scaled numbers plus 1 per category switched (Wachter et al. 2017,
 * with an ℓ1 term for sparse letters). Letters end just across the boundary; for a decision tree they are exact
 * projections.
 */
export function mccf(): Generator {
  return { name: "mccf", generate };
}

function generate(request: LetterRequest): GeneratedLetters {
  const space = letterSpace(request);
  const { rows, found } = leastChange(space, goalOf(space));
  return space.letters(rows, found);
}

function goalOf({ request: { target }, accepts }: LetterSpace): Goal {
  const goal = { accepts, least: 0.5 };
  if (!isTrained(target)) return goal;
  const tree = treeOf(target.classifier);
  if (tree !== null) return { ...goal, tree };
  const slope = slopeOf(target.classifier);
  return slope === null ? goal : { ...goal, slope };
}
