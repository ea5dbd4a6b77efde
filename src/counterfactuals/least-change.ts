import type { TreeNodes } from "../classifiers/tree-nodes.js";
import { cheapest } from "./cheapest.js";
import { type FlatRows, pickRows } from "./flat-rows.js";
import { leafLetters } from "./leaf-letters.js";
import { type Accepts, indices, type LetterSpace } from "./letter-space.js";
import { nearestAccepted, type OwnedRows } from "./nearest-rows.js";
import { pullBack } from "./pull-back.js";
import { singleChanges } from "./single-changes.js";
import { type Slope, steepestLetters } from "./steepest.js";

/** What a letter must reach, and what is known of the way there. */
export interface Goal {
  readonly accepts: Accepts;
  /** For targets with derivatives: `accepts` takes (nearly) every row where this is at least 0. */
  readonly slope?: Slope;
  /** For a decision tree: `accepts` takes the rows of leaves with at least this value. */
  readonly leaves?: { readonly nodes: TreeNodes; readonly least: number };
}

const STARTS = 2; // accepted pool rows each letter is drawn back from
const FINE = { halvings: 26, passes: 2 };
const COARSE = { halvings: 14, passes: 2 }; // for targets that answer in steps, and may be slow

/**
 * One row per person that the goal accepts and that asks for little. For a tree, the projection onto its accepting
 * leaves. Else the cheapest of several, each drawn back towards the person: the best change of one feature, the row climbed to
 * where there are derivatives, and the nearest accepted rows of the pool where there are none or the climb got nowhere.
 */
export function leastChange(
  space: LetterSpace,
  { accepts, slope, leaves }: Goal,
): { readonly rows: FlatRows; readonly found: Uint8Array } {
  if (leaves !== undefined) {
    return cheapest(space, [accepted(leafLetters(space, leaves.nodes, leaves.least), accepts)]);
  }
  const drawnBack = (owned: OwnedRows): OwnedRows => {
    const kept = accepted(owned, accepts);
    pullBack(space, kept, accepts, slope === undefined ? COARSE : FINE);
    return kept;
  };
  const candidates = [drawnBack(singleChanges(space, accepts))];
  if (slope !== undefined) candidates.push(drawnBack(steepestLetters(space, slope)));
  const has = new Set(slope === undefined ? [] : candidates.flatMap(({ owners }) => [...owners]));
  const open = indices(space.people.rows).filter((p) => !has.has(p));
  if (open.length > 0) candidates.push(drawnBack(nearestAccepted(space, open, accepts, STARTS)));
  return cheapest(space, candidates);
}

function accepted({ owners, rows }: OwnedRows, accepts: Accepts): OwnedRows {
  const valid = accepts(rows);
  const kept = indices(rows.rows).filter((k) => valid[k] === 1);
  return { owners: kept.map((k) => owners[k]!), rows: pickRows(rows, kept) };
}
