import type { Encoder } from "../../encode/encoder.js";
import { seededRandom } from "../../math/random.js";
import { anything, type OptionsOf, settle, whole, within } from "../../options.js";
import { type Asking, answered } from "./asking.js";
import { type FlatRows, pickRows } from "./flat-rows.js";
import type { GeneratedLetters, Generator } from "./generator.js";
import {
  type AskingRequest,
  indices,
  moveCost,
  type NumberMove,
  ownEncoder,
  type RowSpace,
  rowSpace,
} from "./letter-space.js";
import { reasonsOf } from "./reasons.js";

const GRID = 48; // values of a field that are tried on either side
const HALVINGS = 24;

const table = {
  /** Reasons each person is given as well. @default 0 */
  reasons: whole(0, 0),
  /** Share of the thresholds, and of the reasons, that are wrong. @default 0 */
  wrong: within(0, 0, 1),
  /** Whether those reasons say if a number is too low or too high. @default false */
  directed: anything(false),
};
export type ThresholdsOptions = OptionsOf<typeof table>;

/**
 * Letters of one number and the value it would have needed: "at least 30,000". Of the fields that alone can turn the
 * decision, the one that has to move the least; whole numbers stay whole. A wrong one names a value from the pool.
 */
export function thresholds(given: ThresholdsOptions = {}): Generator {
  const { reasons: most, wrong, directed } = settle("thresholds", table, given);
  return {
    name: "thresholds",
    generate(request) {
      const { target } = request;
      const search = askThresholds(request, wrong, ownEncoder(target));
      return {
        ...answered(search, (rows) => Float64Array.from(target.decide(rows))),
        ...(most > 0 && { reasons: reasonsOf(request, { most, wrong, directed }) }),
      };
    },
  };
}

/** Finds the letters; `own` is the target's encoder, where it has one. */
export function* askThresholds(request: AskingRequest, wrong: number, own: Encoder | null): Asking<GeneratedLetters> {
  const space = rowSpace(request, own);
  const best = yield* leastMoves(space);
  const random = seededRandom(request.seed, "wrong thresholds");
  for (const [p, least] of best.entries()) {
    if (least === null || random.uniform() >= wrong) continue;
    const { column } = least.move;
    const value = space.pool.values[random.integer(space.pool.rows) * space.pool.columns + column]!;
    if (!Number.isNaN(value)) best[p] = { ...least, value };
  }
  const letters = { ...space.people, values: space.people.values.slice() };
  for (const [p, least] of best.entries()) {
    if (least) letters.values[p * letters.columns + least.move.column] = least.value;
  }
  const found = Uint8Array.from(best, (least) => (least === null ? 0 : 1));
  return { rows: space.unflatten(letters), found, areThresholds: true };
}

interface Least {
  readonly move: NumberMove;
  readonly value: number;
  readonly cost: number;
}

/** For each person the number that has to change least, and its value; null where no number alone suffices. */
function* leastMoves(space: RowSpace): Asking<(Least | null)[]> {
  const best: (Least | null)[] = Array.from({ length: space.people.rows }, () => null);
  for (const move of space.moves) {
    if (move.type !== "number") continue;
    const sorted = gridOf(move, space.pool);
    for (const side of [-1, 1] as const) {
      for (const [p, value] of yield* crossings(space, move, sorted, side)) {
        const own = space.people.values[p * space.people.columns + move.column]!;
        const cost = moveCost(move, own, value);
        if (cost < (best[p]?.cost ?? Number.POSITIVE_INFINITY)) best[p] = { move, value, cost };
      }
    }
  }
  return best;
}

/** Values of the pool, ascending, evenly spread over its different ones. */
function gridOf({ column }: NumberMove, pool: FlatRows): Float64Array {
  const all = new Set<number>();
  for (let i = 0; i < pool.rows; i++) {
    const value = pool.values[i * pool.columns + column]!;
    if (!Number.isNaN(value)) all.add(value);
  }
  const sorted = Float64Array.from(all).sort();
  const size = Math.min(sorted.length, 2 * GRID);
  return Float64Array.from(
    { length: size },
    (_, k) => sorted[Math.round((k * (sorted.length - 1)) / (size - 1 || 1))]!,
  );
}

/** Where the target first accepts when one number of a person moves to one side: the least value, by halving. */
function* crossings(
  space: RowSpace,
  { column }: NumberMove,
  grid: Float64Array,
  side: -1 | 1,
): Asking<Map<number, number>> {
  const { people } = space;
  const { columns } = people;
  const isWhole = grid.every(Number.isInteger);
  const place = (p: number) => people.values[p * columns + column]!;
  const wanted: { readonly p: number; readonly value: number }[] = [];
  for (const p of indices(people.rows)) {
    const beyond = grid.filter((value) => (value - place(p)) * side > 0);
    for (const value of side > 0 ? beyond : beyond.toReversed()) wanted.push({ p, value });
  }
  const taken = yield* accepts(space, column, wanted);
  const brackets = new Map<number, { refused: number; accepted: number }>();
  const last = new Map<number, number>();
  for (const [k, { p, value }] of wanted.entries()) {
    if (brackets.has(p)) continue;
    if (taken[k] === 1) brackets.set(p, { refused: last.get(p) ?? place(p), accepted: value });
    else last.set(p, value);
  }
  for (let step = 0; step < HALVINGS; step++) {
    const open = [...brackets].flatMap(([p, { refused, accepted }]) => {
      const middle = 0.5 * (refused + accepted);
      const value = isWhole ? (side > 0 ? Math.floor(middle) : Math.ceil(middle)) : middle;
      return value === refused || value === accepted ? [] : [{ p, value }];
    });
    if (open.length === 0) break;
    const answers = yield* accepts(space, column, open);
    for (const [k, { p, value }] of open.entries()) brackets.get(p)![answers[k] === 1 ? "accepted" : "refused"] = value;
  }
  return new Map([...brackets].map(([p, { accepted }]) => [p, accepted]));
}

function* accepts(
  space: RowSpace,
  column: number,
  tried: readonly { readonly p: number; readonly value: number }[],
): Asking<Uint8Array> {
  const rows = pickRows(
    space.people,
    tried.map(({ p }) => p),
  );
  for (const [k, { value }] of tried.entries()) rows.values[k * rows.columns + column] = value;
  const scores = yield space.unflatten(rows);
  return Uint8Array.from(scores, (score) => (score >= 0.5 ? 1 : 0));
}
