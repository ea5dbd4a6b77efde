import { seededRandom } from "../../math/random.js";
import { type OptionsOf, positive, type Settled, settle, whole } from "../../options.js";
import { pickRows } from "./flat-rows.js";
import type { Generator } from "./generator.js";
import { cellWithin, type LetterSpace, type OwnedRows, position } from "./letter-space.js";
import { cheapest, drawRounds, searching } from "./owned-rows.js";
import { pullBack } from "./pull-back.js";

const OPTIONS = {
  /** Rounds before a person is given up; steps and the number of features changed grow with each. */
  rounds: whole(40, 1),
  /** Random rows per person and round. */
  draws: whole(12, 1),
  /** Standard deviation of a number's step in the last round, in 5–95 % ranges. */
  reach: positive(2),
};

/**
 * Randomised search in the manner of DiCE (Mothilal et al. 2020): random subsets of the features that may change,
 * numbers moved by normal steps within the pool's range, categories to random levels. The first round with accepted
 * rows gives the letter: the cheapest of them, with every needless change put back.
 */
export function dice(given: OptionsOf<typeof OPTIONS> = {}): Generator {
  const options = settle("dice", OPTIONS, given);
  return searching("dice", (space) => search(space, options));
}

function search(space: LetterSpace, { rounds, draws, reach }: Settled<typeof OPTIONS>): OwnedRows[] {
  const random = seededRandom(space.request.seed, "dice");
  const candidates = drawRounds(space, { rounds, draws }, (owners, round) => {
    const progress = (round + 1) / rounds;
    const order = [...space.moves];
    const most = Math.ceil(progress * order.length);
    const deviation = reach * progress;
    const rows = pickRows(space.people, owners);
    for (let k = 0; k < rows.rows; k++) {
      const changes = 1 + random.integer(most);
      for (let c = 0; c < changes; c++) {
        const j = c + random.integer(order.length - c);
        const move = order[j]!;
        order[j] = order[c]!;
        order[c] = move;
        const at = k * rows.columns + move.column;
        rows.values[at] =
          move.type === "category"
            ? move.choices[random.integer(move.choices.length)]!
            : cellWithin(move, position(move, rows.values[at]!) + deviation * random.normal());
      }
    }
    return rows;
  });
  const best = cheapest(space, candidates);
  pullBack(space, best, space.accepts, { halvings: 0, passes: space.moves.length });
  return [best];
}
