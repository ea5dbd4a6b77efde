import type { TreeNodes } from "../../classifiers/tree-nodes.js";
import type { FlatRows } from "./flat-rows.js";
import type { Generator } from "./generator.js";
import { leafLetters } from "./leaf-letters.js";
import { type Accepts, indices, isTrained, type LetterSpace, type OwnedRows } from "./letter-space.js";
import { nearestAccepted } from "./nearest-rows.js";
import { accepted, searching } from "./owned-rows.js";
import { pullBack } from "./pull-back.js";
import { type Slope, slopeOf, treeOf } from "./slopes.js";
import { steepestLetters } from "./steepest.js";
import { stepwiseLetters } from "./stepwise-letters.js";

/** What a letter must reach, and what is known of the way there. */
export interface Goal {
  readonly accepts: Accepts;
  /** The score from which `accepts` takes a row, where there is no slope. */
  readonly least: number;
  /** For targets with derivatives: `accepts` takes (nearly) every row where this is at least 0. */
  readonly slope?: Slope | null;
  /** The nodes of a decision tree, whose values are the scores. */
  readonly tree?: TreeNodes | null;
}

const STARTS = 3; // accepted pool rows drawn back from for a person nothing else found a letter for
const ROUNDS = 6; // features changed one after the other
const SLOPE_ROUNDS = 2; // the same where there is also a slope to climb
const FINE = { halvings: 26, passes: 2 };
const COARSE = { halvings: 14, passes: 2 }; // for targets that answer in steps, and may be slow

/**
 * The least change that is accepted: ℓ1 distance of scaled numbers plus 1 per category switched (Wachter et al. 2017,
 * with an ℓ1 term for sparse letters). Letters end just across the boundary; for a decision tree they are exact
 * projections.
 */
export function mccf(): Generator {
  return searching("mccf", (space) => {
    const { target } = space.request;
    const known = isTrained(target) ? { tree: treeOf(target.classifier), slope: slopeOf(target.classifier) } : {};
    return leastChange(space, { accepts: space.accepts, least: 0.5, ...known });
  });
}

/**
 * Rows that the goal accepts and that ask for little. For a tree, the projection onto its accepting leaves. Else
 * several, each drawn back towards the person: the best change of one feature; with derivatives, the row climbed to;
 * without, changes of several features and the nearest accepted rows of the pool.
 */
export function leastChange(space: LetterSpace, { accepts, least, slope = null, tree = null }: Goal): OwnedRows[] {
  if (tree !== null) return [accepted(leafLetters(space, tree, least), accepts)];
  const drawnBack = (owned: OwnedRows): OwnedRows => {
    const kept = accepted(owned, accepts);
    pullBack(space, kept, accepts, slope === null ? COARSE : FINE);
    return kept;
  };
  const candidates: OwnedRows[] = [];
  if (slope === null) candidates.push(drawnBack(stepwiseLetters(space, space.scores, least, ROUNDS)));
  else {
    const heights = (rows: FlatRows) => slope.values(space.encode(rows));
    candidates.push(drawnBack(stepwiseLetters(space, heights, 0, SLOPE_ROUNDS)));
    candidates.push(drawnBack(steepestLetters(space, slope)));
  }
  const has = new Set(candidates.flatMap(({ owners }) => [...owners]));
  const everyone = indices(space.people.rows);
  const open = everyone.filter((p) => !has.has(p));
  if (open.length > 0) candidates.push(drawnBack(nearestAccepted(space, open, accepts, STARTS)));
  const others = everyone.filter((p) => slope === null && has.has(p));
  if (others.length > 0) candidates.push(drawnBack(nearestAccepted(space, others, accepts, 1)));
  return candidates;
}
