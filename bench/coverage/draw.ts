import { applyGrouping, type Column, type Evidence, type Grouping, groupingRules, type Table } from "recast-audit";
import { pickRows } from "../letters/rows.js";
import { differentBelow, type Stream } from "./random.js";
import type { World } from "./world.js";

/**
 * How people get into a file: as they come; each kept by a chance that depends on the decision, so that both are about equally
 * frequent; or exactly half of each decision. In the last two, weights undo the picking.
 */
export type Design = "as they come" | "kept by chance" | "half of each";

/** A file of `n` people with their letters. */
export function drawEvidence(world: World, n: number, design: Design, stream: Stream): Evidence {
  const { everybody, letterOfPerson, byDecision } = world;
  const { schema, decisions, observations } = everybody;
  const chosen = choose(world, n, design, stream);
  const answered = chosen.flatMap((person, place) => (letterOfPerson[person]! >= 0 ? [{ person, place }] : []));
  const weightOf = (decision: number) => (2 * byDecision[decision as 0 | 1].length) / decisions.length;
  const weighted = design !== "as they come";
  return {
    ...everybody,
    schema: { ...schema, weight: weighted ? "weight" : null },
    observations: pickRows(observations, chosen),
    decisions: Uint8Array.from(chosen, (i) => decisions[i]!),
    letters: pickRows(
      everybody.letters,
      answered.map(({ person }) => letterOfPerson[person]!),
    ),
    letterOf: Int32Array.from(answered, ({ place }) => place),
    groups: pickColumns(everybody.groups, chosen),
    weights: weighted ? Float64Array.from(chosen, (i) => weightOf(decisions[i]!)) : null,
    ids: null,
  };
}

/** Other people, without their decisions, and the true decisions aside. */
export function drawPopulation({ everybody }: World, n: number, stream: Stream) {
  const { observations, groups, decisions } = everybody;
  const chosen = differentBelow(decisions.length, n, stream);
  return {
    people: pickRows(observations, chosen),
    groups: pickColumns(groups, chosen),
    decisions: Uint8Array.from(chosen, (i) => decisions[i]!),
  };
}

/** Sorted into groups as an audit does it. */
export function groupingsOf(columns: readonly Column[]): Grouping[] {
  return groupingRules(columns, { bins: {}, intersections: false }).map((rule) => applyGrouping(rule, columns));
}

function choose({ byDecision, everybody }: World, n: number, design: Design, stream: Stream): number[] {
  if (design === "as they come") return differentBelow(everybody.decisions.length, n, stream);
  let accepted = n / 2;
  if (design === "kept by chance") {
    accepted = 0;
    for (let k = 0; k < n; k++) if (stream.uniform() < 0.5) accepted++;
  }
  return [n - accepted, accepted].flatMap((count, decision) => {
    const own = byDecision[decision as 0 | 1];
    return differentBelow(own.length, count, stream).map((place) => own[place]!);
  });
}

function pickColumns(columns: Evidence["groups"], chosen: readonly number[]): Evidence["groups"] {
  const table: Table = pickRows({ rows: 0, columns }, chosen);
  return table.columns;
}
