import { type Column, selectTableRows, type Table } from "../../../input/table.js";
import { indices } from "../../../math/compare.js";
import { sampleWithoutReplacement, seededRandom } from "../../../math/random.js";
import { nearestFlip } from "../../../measure/explain/nearest-flip.js";
import { type Judged, note, type Outcomes } from "./judged.js";

const ASKED = 10; // rejected people of an audit

/** The change that is said to turn a refusal into an approval, asked of the target. */
export function judgeFlips({ model, made, people }: Judged): Outcomes {
  const { evidence, world } = made;
  const outcomes: Outcomes = {};
  const rejected = indices(evidence.decisions.length).filter(
    (i) => evidence.decisions[i] === 0 && people.rebuilt[i] === 0,
  );
  const random = seededRandom(world.seed, "truth-flips");
  const drawn = sampleWithoutReplacement(rejected.length, Math.min(ASKED, rejected.length), random);
  for (const i of drawn.map((k) => rejected[k]!)) {
    const person = selectTableRows(evidence.observations, [i]);
    const flip = nearestFlip(model, evidence, person);
    note(outcomes, "flips/offered", flip.status === "found" ? 1 : 0);
    if (flip.status !== "found") continue;
    const accepted = world.target.decide(withChanges(person, flip.changes))[0]!;
    note(outcomes, "flips/accepted", accepted);
    note(outcomes, people.settled[i] === 0 ? "flips/accepted, clear person" : "flips/accepted, open person", accepted);
  }
  return outcomes;
}

type Changes = readonly { readonly feature: string; readonly to: string | number | null }[];

/** The one row with some cells changed. */
function withChanges(person: Table, changes: Changes): Table {
  const columns = person.columns.map((column): Column => {
    const change = changes.find(({ feature }) => feature === column.name);
    if (change === undefined) return column;
    if (column.type === "number") return { ...column, values: Float64Array.of(Number(change.to ?? Number.NaN)) };
    return { ...column, codes: Int32Array.of(change.to === null ? -1 : 0), levels: [String(change.to)] };
  });
  return { rows: 1, columns };
}
