import { type Random, seededRandom } from "../../math/random.js";
import { requireInteger, requirePositive, withDefaults } from "../../options.js";
import { cheapest } from "./cheapest.js";
import { type FlatRows, pickRows } from "./flat-rows.js";
import type { GeneratedLetters, Generator, LetterRequest } from "./generator.js";
import { cellAt, indices, type LetterSpace, letterSpace, type Move, position } from "./letter-space.js";
import type { OwnedRows } from "./nearest-rows.js";
import { pullBack } from "./pull-back.js";

export interface DiceOptions {
  /** Rounds before a person is given up; steps and the number of features changed grow with each. @default 40 */
  readonly rounds?: number;
  /** Random rows per person and round. @default 12 */
  readonly draws?: number;
  /** Standard deviation of a number's step in the last round, in 5–95 % ranges. @default 2 */
  readonly reach?: number;
}

const DEFAULTS: Required<DiceOptions> = { rounds: 40, draws: 12, reach: 2 };

/**
 * Randomised search in the manner of DiCE (Mothilal et al. 2020): random subsets of the features that may change,
 * numbers moved by normal steps within the pool's range, categories to random levels. The first round with accepted
 * rows gives the letter: the cheapest of them, with every needless change put back.
 */
export function dice(given: DiceOptions = {}): Generator {
  const options = withDefaults("dice", DEFAULTS, given);
  requireInteger("rounds", options.rounds, 1);
  requireInteger("draws", options.draws, 1);
  requirePositive("reach", options.reach);
  return { name: "dice", generate: (request) => generate(request, options) };
}

function generate(request: LetterRequest, options: Required<DiceOptions>): GeneratedLetters {
  const space = letterSpace(request);
  const random = seededRandom(request.seed, "dice");
  const candidates: OwnedRows[] = [];
  let open = indices(space.people.rows);
  for (let round = 1; round <= options.rounds && open.length > 0 && space.moves.length > 0; round++) {
    const drawn = draw(space, open, { ...options, progress: round / options.rounds }, random);
    const valid = space.accepts(drawn.rows);
    const kept = indices(drawn.rows.rows).filter((k) => valid[k] === 1);
    const owners = kept.map((k) => drawn.owners[k]!);
    candidates.push({ owners, rows: pickRows(drawn.rows, kept) });
    const done = new Set(owners);
    open = open.filter((p) => !done.has(p));
  }
  const best = cheapest(space, candidates);
  const owners = indices(space.people.rows).filter((p) => best.found[p] === 1);
  const owned = { owners, rows: pickRows(best.rows, owners) };
  pullBack(space, owned, space.accepts, { halvings: 0, passes: space.moves.length });
  const { rows, found } = cheapest(space, [owned]);
  return space.letters(rows, found);
}

/** Random rows around the people: `progress` in (0, 1] sets how many features change and how far numbers go. */
function draw(
  space: LetterSpace,
  open: Int32Array,
  { draws, reach, progress }: Required<DiceOptions> & { readonly progress: number },
  random: Random,
): OwnedRows {
  const owners = Int32Array.from({ length: open.length * draws }, (_, k) => open[Math.floor(k / draws)]!);
  const rows = pickRows(space.people, owners);
  const order = [...space.moves];
  const most = Math.ceil(progress * order.length);
  const change = changer(rows, reach * progress, random);
  for (let k = 0; k < rows.rows; k++) {
    const changes = 1 + random.integer(most);
    for (let c = 0; c < changes; c++) {
      const j = c + random.integer(order.length - c);
      const move = order[j]!;
      order[j] = order[c]!;
      order[c] = move;
      change(k, move);
    }
  }
  return { owners, rows };
}

function changer(rows: FlatRows, deviation: number, random: Random) {
  return (k: number, move: Move): void => {
    const at = k * rows.columns + move.column;
    if (move.type === "category") {
      rows.values[at] = move.choices[random.integer(move.choices.length)]!;
      return;
    }
    const place = position(move, rows.values[at]!);
    const moved = place + deviation * random.normal();
    rows.values[at] = cellAt(move, Math.max(move.low, Math.min(move.high, moved)));
  };
}
