import { modelFairness } from "recast-audit";
import { wasserstein1 } from "recast-audit/kernels";
import { type Draw, groupingOf, inputOf, startDraw } from "./draw.js";

/** One line: what was drawn, how many people, and the share of intervals that held the truth. */
export interface Covered {
  readonly drawn: string;
  readonly people: string;
  readonly runs: number;
  /** Cells of the table, by column. */
  readonly cells: readonly string[];
}

const logistic = (x: number) => 1 / (1 + Math.exp(-x));

const SCORES: Readonly<Record<string, readonly [(draw: Draw) => number, (draw: Draw) => number]>> = {
  alike: [(draw) => logistic(1.5 * draw.normal()), (draw) => logistic(1.5 * draw.normal())],
  "a little apart": [(draw) => logistic(1.5 * draw.normal()), (draw) => logistic(0.3 + 1.5 * draw.normal())],
  apart: [(draw) => logistic(1.5 * draw.normal()), (draw) => logistic(1 + 1.5 * draw.normal())],
  "far apart": [(draw) => logistic(1.5 * draw.normal()), (draw) => logistic(3 + 1.5 * draw.normal())],
  "one wider": [(draw) => logistic(0.5 * draw.normal()), (draw) => logistic(2.5 * draw.normal())],
  "two values": [(draw) => (draw.uniform() < 0.6 ? 0.1 : 0.8), (draw) => (draw.uniform() < 0.4 ? 0.1 : 0.8)],
};
const SCORE_SIZES = [
  [10, 30],
  [30, 30],
  [50, 150],
  [200, 200],
  [1000, 3000],
] as const;
const LARGE = 400_000;

/** How often intervals of W₁ between two groups hold the W₁ of 400,000 people each, by kind of scores and size of groups. */
export function coverDistances(runs: number): Covered[] {
  return Object.entries(SCORES).flatMap(([drawn, [first, second]], kind) => {
    const large = startDraw(1e6 + kind);
    const many = (score: (draw: Draw) => number) => Float64Array.from({ length: LARGE }, () => score(large));
    const truth = drawn === "alike" ? 0 : wasserstein1(many(first), many(second));
    return SCORE_SIZES.map((sizes): Covered => {
      const used = sizes[0] >= 1000 ? Math.ceil(runs / 5) : runs;
      const grouping = groupingOf(sizes);
      let [held, mean, width] = [0, 0, 0];
      for (let run = 0; run < used; run++) {
        const draw = startDraw(1000 * run + 10 * kind + sizes[0]);
        const scores = Float64Array.from(grouping.groupOf, (group) => (group === 0 ? first : second)(draw));
        const input = inputOf(grouping, scores, new Uint8Array(scores.length));
        const worst = modelFairness({ ...input, resamples: 300, seed: run }).attributes[0]?.dtidp?.worst;
        if (worst === undefined) throw new Error("two groups of ten and no distance");
        if (worst.low <= truth && truth <= worst.high) held++;
        mean += worst.value / used;
        width += (worst.high - worst.low) / used;
      }
      const cells = [truth.toFixed(3), mean.toFixed(3), width.toFixed(3), percent(held / used)];
      return { drawn, people: sizes.join(" and "), runs: used, cells };
    });
  });
}

/** A population of two groups: the rate of each, and how often the surrogate accepts those accepted and those rejected. */
interface World {
  readonly rates: readonly [number, number];
  readonly accepts: readonly [number, number];
}

const WORLDS: Readonly<Record<string, World>> = {
  "right 95 %": { rates: [0.6, 0.4], accepts: [0.95, 0.05] },
  "right 90 %": { rates: [0.4, 0.2], accepts: [0.9, 0.1] },
  "right 75 %": { rates: [0.5, 0.3], accepts: [0.75, 0.25] },
  "wrong one way": { rates: [0.6, 0.3], accepts: [0.95, 0.4] },
  "few accepted": { rates: [0.15, 0.08], accepts: [0.7, 0.03] },
};
const PEOPLE_SIZES = [15, 30, 60, 150] as const;
const POPULATION = 1000;

/**
 * How often intervals of corrected rates, and of their ratio, hold the truth: observed people drawn as they come, and drawn half from each
 * decision with weights.
 */
export function coverCorrected(runs: number): Covered[] {
  return Object.entries(WORLDS).flatMap(([drawn, { rates, accepts }], kind) =>
    PEOPLE_SIZES.flatMap((size) =>
      [false, true].map((weighted): Covered => {
        let [held, counted, ratios, ratiosHeld, width] = [0, 0, 0, 0, 0];
        for (let run = 0; run < runs; run++) {
          const draw = startDraw(1000 * run + 10 * kind + size + (weighted ? 500 : 0));
          const answer = (decision: number) => (draw.uniform() < accepts[1 - decision]! ? 1 : 0);
          const population = groupingOf([POPULATION, POPULATION]);
          const scored = Uint8Array.from(population.groupOf, (group) => answer(draw.uniform() < rates[group]! ? 1 : 0));
          const seen = groupingOf([size, size]);
          const decisions = Uint8Array.from(seen.groupOf, (group) =>
            draw.uniform() < (weighted ? 0.5 : rates[group]!) ? 1 : 0,
          );
          const outOfFold = Float64Array.from(decisions, answer);
          const weights = Float64Array.from(decisions, (decision, i) => {
            const rate = rates[seen.groupOf[i]!]!;
            return decision === 1 ? rate : 1 - rate;
          });
          const input = inputOf(population, Float64Array.from(scored), scored);
          const observed = { groupings: [seen], decisions, outOfFold, weights: weighted ? weights : null };
          const groups = modelFairness({ ...input, scored: "population", observed }).attributes[0]?.groups ?? [];
          groups.forEach(({ correctedRate, correctedRatio }, group) => {
            const rate = rates[group]!;
            if (correctedRate === null) throw new Error("a corrected rate is missing");
            counted++;
            width += correctedRate.high - correctedRate.low;
            if (correctedRate.low <= rate && rate <= correctedRate.high) held++;
            if (correctedRatio === null || correctedRatio.high === correctedRatio.low) return;
            const ratio = rate / rates[1 - group]!;
            ratios++;
            if (correctedRatio.low <= ratio && ratio <= correctedRatio.high) ratiosHeld++;
          });
        }
        const cells = [
          weighted ? "half from each decision, weighted" : "as they come",
          (width / counted).toFixed(3),
          percent(held / counted),
          percent(ratiosHeld / ratios),
          percent(1 - ratios / runs),
        ];
        return { drawn, people: String(size), runs, cells };
      }),
    ),
  );
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
