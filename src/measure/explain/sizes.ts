/** How many people, shuffles and orders are used. */
export interface AttributionSizes {
  readonly shuffledPeople: number;
  readonly shuffles: number;
  /** People whose Shapley values are averaged. */
  readonly people: number;
  readonly background: number;
  /** Pairs of orders per background row; 0 when all coalitions are tried. */
  readonly rounds: number;
  /** Orders per person. */
  readonly orders: number;
  readonly partialDependencePeople: number;
}

// Rows scored by a method that takes about 10 µs for one: three budgets of together some 2.5 s. They are counts, not
// seconds, so that every machine computes the same.
const SHUFFLED_ROWS = 50_000;
const SHAPLEY_ROWS = 150_000;
const CURVE_ROWS = 40_000;

const MOST_FEATURES_EXACT = 10;
const BACKGROUND = 32;
const PEOPLE = 200;
const ENOUGH_PEOPLE = 50; // below it the mean over people says little
const LEAST_BACKGROUND = 8;
const CURVE_POINTS = 20;

/** Sizes for that many features and people, a row costing `cost` times 10 µs. */
export function planAttributions(features: number, rows: number, cost: number): AttributionSizes {
  const shuffledPeople = Math.min(rows, 400);
  const shuffles = within(Math.floor(SHUFFLED_ROWS / cost / (features * shuffledPeople)), 2, 10);
  const partialDependencePeople = Math.min(
    rows,
    within(Math.floor(CURVE_ROWS / cost / (CURVE_POINTS * features)), 20, PEOPLE),
  );
  const shapley = planShapley(features, rows, SHAPLEY_ROWS / cost);
  return { shuffledPeople, shuffles, ...shapley, partialDependencePeople };
}

function planShapley(features: number, rows: number, budget: number) {
  const all = Math.min(PEOPLE, rows);
  const background = Math.min(BACKGROUND, rows);
  if (features <= MOST_FEATURES_EXACT) {
    const people = Math.min(all, Math.floor(budget / (background * (1 << features))));
    if (people >= Math.min(all, ENOUGH_PEOPLE)) return { people, background, rounds: 0, orders: 0 };
  }
  const perRow = 2 * Math.max(1, features - 1); // an order and its reverse
  const people = within(Math.floor(budget / (background * perRow)), Math.min(all, ENOUGH_PEOPLE), all);
  const fewer = Math.min(background, Math.max(LEAST_BACKGROUND, Math.floor(budget / (people * perRow))));
  return { people, background: fewer, rounds: 1, orders: 2 * fewer };
}

function within(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
