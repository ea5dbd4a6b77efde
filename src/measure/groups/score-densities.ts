import type { ScoreDensities } from "../../findings/drawing.js";
import { LEAST_GROUP } from "../../math/group-size.js";
import { quantile } from "../../math/quantile.js";
import { exp, log } from "../../math/special.js";
import type { Grouping } from "./groups.js";
import { membersOf } from "./score-pool.js";

/** Points a density is given at: scores 0, 0.01, … 1. */
const POINTS = 101;

/** Cells scores are dealt into first, so that a large population costs no more than a small one. */
const CELLS_PER_POINT = 40;
const CELLS = (POINTS - 1) * CELLS_PER_POINT; // intervals between cell centres 0 … CELLS

const LEAST_BANDWIDTH = 0.01;

/**
 * Gaussian kernel densities of scores in [0, 1] for groups of at least ten people. Mass beyond an end is folded back,
 * so that every curve has an area of 1. All groups of an attribute share one bandwidth: the mean of their own by
 * Silverman's rule, 0.9 · min(s, IQR / 1.34) · n^(−1/5) (Silverman 1986, "Density Estimation", 3.31), at least 0.01.
 * Attributes without such a group are left out.
 */
export function scoreDensities(
  groupings: readonly Grouping[],
  scores: Float64Array,
  weights: Float64Array | null = null,
): ScoreDensities[] {
  return groupings.flatMap(({ attribute, labels, groupOf }) => {
    const groups = membersOf(groupOf, labels.length).flatMap((people, k) => {
      const group = labels[k] ?? "";
      if (people.length < LEAST_GROUP) return [];
      return [{ group, n: people.length, cells: dealScores(people, scores, weights), own: silverman(people, scores) }];
    });
    if (groups.length === 0) return [];
    const bandwidth = groups.reduce((sum, { own }) => sum + own, 0) / groups.length;
    const kernel = kernelTable(bandwidth);
    const drawn = groups.map(({ group, n, cells }) => ({ group, n, density: smooth(cells, kernel) }));
    return [{ attribute, bandwidth, groups: drawn }];
  });
}

function silverman(people: Int32Array, scores: Float64Array): number {
  const sorted = Float64Array.from(people, (i) => scores[i]!).sort();
  const mean = sorted.reduce((sum, score) => sum + score, 0) / sorted.length;
  const squares = sorted.reduce((sum, score) => sum + (score - mean) * (score - mean), 0);
  const deviation = Math.sqrt(squares / (sorted.length - 1));
  const quartiles = (quantile(sorted, 0.75) - quantile(sorted, 0.25)) / 1.34;
  const spread = quartiles > 0 ? Math.min(deviation, quartiles) : deviation;
  return Math.max(LEAST_BANDWIDTH, 0.9 * spread * exp(-0.2 * log(sorted.length)));
}

/** Shares of the mass by cell; a score between two centres is split between them by its distance from each. */
function dealScores(people: Int32Array, scores: Float64Array, weights: Float64Array | null): Float64Array {
  const cells = new Float64Array(CELLS + 1);
  const total = weights === null ? people.length : people.reduce((sum, i) => sum + weights[i]!, 0);
  for (const i of people) {
    const weight = weights === null || !(total > 0) ? 1 / people.length : weights[i]! / total;
    const place = scores[i]! * CELLS;
    const below = Math.min(CELLS - 1, Math.floor(place));
    cells[below + 1]! += weight * (place - below);
    cells[below]! += weight * (1 - (place - below));
  }
  return cells;
}

/** The Gaussian density at 0, 1, 2 … cells from its centre, as far as a folded one can reach. */
function kernelTable(bandwidth: number): Float64Array {
  const peak = 1 / (bandwidth * Math.sqrt(2 * Math.PI));
  return Float64Array.from({ length: 2 * CELLS + 1 }, (_, k) => {
    const distance = k / CELLS / bandwidth;
    return peak * exp(-0.5 * distance * distance);
  });
}

function smooth(cells: Float64Array, kernel: Float64Array): number[] {
  return Array.from({ length: POINTS }, (_, point) => {
    const place = point * CELLS_PER_POINT;
    let density = 0;
    for (let c = 0; c <= CELLS; c++) {
      const mass = cells[c]!;
      if (mass === 0) continue;
      density += mass * (kernel[Math.abs(place - c)]! + kernel[place + c]! + kernel[2 * CELLS - place - c]!);
    }
    return density;
  });
}
