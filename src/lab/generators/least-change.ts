import type { TreeNodes } from "../../classifiers/tree-nodes.js";
import { cheapest } from "./cheapest.js";
import { type FlatRows, pickRows } from "./flat-rows.js";
import { leafLetters } from "./leaf-letters.js";
import { type Accepts, indices, type LetterSpace } from "./letter-space.js";
import { nearestAccepted, type OwnedRows } from "./nearest-rows.js";
import { pullBack } from "./pull-back.js";
import { type Slope, steepestLetters } from "./steepest.js";
import { stepwiseLetters } from "./stepwise-letters.js";

/** What a letter must reach, and what is known of the way there. */
export interface Goal {
  readonly accepts: Accepts;
  /** The score from which `accepts` takes a row, where there is no slope. */
  readonly least: number;
  /** For targets with derivatives: `accepts` takes (nearly) every row where this is at least 0. */
  readonly slope?: Slope;
  /** The nodes of a decision tree, whose values are the scores. */
  readonly tree?: TreeNodes;
}

const STARTS = 3; // accepted pool rows drawn back from for a person nothing else found a letter for
const ROUNDS = 6; // features changed one after the other
const SLOPE_ROUNDS = 2; // the same where there is also a slope to climb
const FINE = { halvings: 26, passes: 2 };
const COARSE = { halvings: 14, passes: 2 }; // for targets that answer in steps, and may be slow

/**
 * One row per person that the goal accepts and that asks for little. For a tree, the projection onto its accepting
 * leaves. Else the cheapest of several, each drawn back towards the person: the best change of one feature; with
 * derivatives, the row climbed to; without, changes of several features and the nearest accepted rows of the pool.
 */
export function leastChange(
  space: LetterSpace,
  { accepts, least, slope, tree }: Goal,
): { readonly rows: FlatRows; readonly found: Uint8Array } {
  if (tree !== undefined) return cheapest(space, [accepted(leafLetters(space, tree, least), accepts)]);
  const drawnBack = (owned: OwnedRows): OwnedRows => {
    const kept = accepted(owned, accepts);
    pullBack(space, kept, accepts, slope === undefined ? COARSE : FINE);
    return kept;
  };
  const candidates: OwnedRows[] = [];
  if (slope === undefined) candidates.push(drawnBack(stepwiseLetters(space, space.scores, least, ROUNDS)));
  else {
    const heights = (rows: FlatRows) => slope.values(space.encode(rows));
    candidates.push(drawnBack(stepwiseLetters(space, heights, 0, SLOPE_ROUNDS)));
    candidates.push(drawnBack(steepestLetters(space, slope)));
  }
  const has = new Set(candidates.flatMap(({ owners }) => [...owners]));
  const everyone = indices(space.people.rows);
  const open = everyone.filter((p) => !has.has(p));
  if (open.length > 0) candidates.push(drawnBack(nearestAccepted(space, open, accepts, STARTS)));
  const others = everyone.filter((p) => slope === undefined && has.has(p));
  if (others.length > 0) candidates.push(drawnBack(nearestAccepted(space, others, accepts, 1)));
  return cheapest(space, candidates);
}

function accepted({ owners, rows }: OwnedRows, accepts: Accepts): OwnedRows {
  const valid = accepts(rows);
  const kept = indices(rows.rows).filter((k) => valid[k] === 1);
  return { owners: kept.map((k) => owners[k]!), rows: pickRows(rows, kept) };
}
