import { type FlatRows, pickRows, setRow } from "./flat-rows.js";
import { cellAt, indices, type LetterSpace, type Move, moveCost, type OwnedRows, position } from "./letter-space.js";

const STOPS = 8; // places tried between a number and each end of the pool's range
const LEAST_COST = 1e-3; // a step is not counted as cheaper than this

/**
 * Letters built up feature by feature, from answers alone, so that any target will do. Each round tries every change of
 * one feature: all levels of a category, and for a number places on both sides, closer together near its own. The
 * cheapest row that scores at least `least` is kept; the search goes on, up to `rounds` changes, from the row whose
 * score rises most per cost.
 */
export function stepwiseLetters(
  space: LetterSpace,
  scoresOf: (rows: FlatRows) => Float64Array,
  least: number,
  rounds: number,
): OwnedRows {
  const { people } = space;
  const rows: FlatRows = { ...people, values: people.values.slice() };
  const best: FlatRows = { ...people, values: people.values.slice() };
  const bestCosts = new Float64Array(people.rows).fill(Number.POSITIVE_INFINITY);
  const costs = new Float64Array(people.rows); // of `rows`
  let scores = scoresOf(rows);
  let active = indices(people.rows);
  for (let round = 0; round < rounds && active.length > 0 && space.moves.length > 0; round++) {
    const tried = changes(space, { rows, costs }, active, bestCosts);
    const triedScores = scoresOf(tried.rows);
    const rates = new Float64Array(people.rows);
    const steps = new Int32Array(people.rows).fill(-1);
    for (let k = 0; k < tried.owners.length; k++) {
      const p = tried.owners[k]!;
      const cost = tried.costs[k]!;
      if (triedScores[k]! >= least) {
        if (!(cost < bestCosts[p]!)) continue;
        bestCosts[p] = cost;
        setRow(best, p, tried.rows, k);
        continue;
      }
      const rate = (triedScores[k]! - scores[p]!) / Math.max(LEAST_COST, cost - costs[p]!);
      if (rate > rates[p]!) {
        rates[p] = rate;
        steps[p] = k;
      }
    }
    active = active.filter((p) => steps[p]! >= 0 && tried.costs[steps[p]!]! < bestCosts[p]!);
    const next = scores.slice();
    for (const p of active) {
      const k = steps[p]!;
      setRow(rows, p, tried.rows, k);
      costs[p] = tried.costs[k]!;
      next[p] = triedScores[k]!;
    }
    scores = next;
  }
  const owners = indices(people.rows).filter((p) => bestCosts[p]! < Number.POSITIVE_INFINITY);
  return { owners, rows: pickRows(best, owners) };
}

/**
 * All rows that differ from the current ones in one feature and ask for less than the person's best so far; `costs` has
 * what each asks in all.
 */
function changes(
  { people, moves }: LetterSpace,
  { rows, costs }: { readonly rows: FlatRows; readonly costs: Float64Array },
  active: Int32Array,
  limits: Float64Array,
): OwnedRows & { readonly costs: Float64Array } {
  const found: { p: number; column: number; cell: number; cost: number }[] = [];
  for (const p of active) {
    for (const move of moves) {
      const at = p * people.columns + move.column;
      const own = people.values[at]!;
      const rest = costs[p]! - moveCost(move, rows.values[at]!, own);
      for (const cell of choices(move, rows.values[at]!)) {
        const cost = rest + moveCost(move, cell, own);
        if (cost < limits[p]!) found.push({ p, column: move.column, cell, cost });
      }
    }
  }
  const owners = Int32Array.from(found, ({ p }) => p);
  const tried = pickRows(rows, owners);
  for (const [k, { column, cell }] of found.entries()) tried.values[k * people.columns + column] = cell;
  return { owners, rows: tried, costs: Float64Array.from(found, ({ cost }) => cost) };
}

/** Other cells a feature may take. */
function choices(move: Move, cell: number): number[] {
  const place = position(move, cell);
  if (move.type === "category") return Array.from(move.choices).filter((choice) => choice !== place);
  return [move.low, move.high].flatMap((end) => {
    if (end === place) return [];
    return Array.from({ length: STOPS }, (_, s) => {
      const share = (s + 1) / STOPS;
      return cellAt(move, place + share * share * (end - place));
    });
  });
}
