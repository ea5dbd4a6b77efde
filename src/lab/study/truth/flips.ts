import { type Column, selectTableRows, type Table } from "../../../input/table.js";
import { indices } from "../../../math/compare.js";
import { sampleWithoutReplacement, seededRandom } from "../../../math/random.js";
import { likelyFlip, mostChance } from "../../../measure/explain/likely-flip.js";
import { type Judged, note, type Outcomes } from "./judged.js";

const ASKED = [10, 4]; // refused and approved people of an audit

/** The change that would probably bring the other decision, asked of the target. */
export function judgeFlips({ model, made, people, refits, report }: Judged): Outcomes {
  const { evidence, world } = made;
  const outcomes: Outcomes = {};
  const random = seededRandom(world.seed, "truth-flips");
  for (const [answer, from] of ["refused", "approved"].entries()) {
    const agreed = indices(evidence.decisions.length).filter(
      (i) => evidence.decisions[i] === answer && people.rebuilt[i] === answer,
    );
    const drawn = sampleWithoutReplacement(agreed.length, Math.min(ASKED[answer]!, agreed.length), random);
    for (const i of drawn.map((k) => agreed[k]!)) {
      const person = selectTableRows(evidence.observations, [i]);
      const { chance, changes } = likelyFlip(model, evidence, person, { refits, mostChance: mostChance(report) });
      note(outcomes, `flips/offered, ${from}`, chance === null ? 0 : 1);
      if (chance === null) continue;
      const isOther = world.target.decide(withChanges(person, changes))[0] !== answer ? 1 : 0;
      note(outcomes, "flips/chance", chance);
      note(outcomes, "flips/came true", isOther);
      note(outcomes, `flips/came true, ${from}`, isOther);
      note(outcomes, `flips/came true, ${people.settled[i] === answer ? "clear" : "open"} person`, isOther);
    }
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
