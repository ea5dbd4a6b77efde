import { plotMeasures } from "./plot-measures.js";
import { plotFairness, plotNoise } from "./plot-noise.js";
import type { PlotInput } from "./plot-page.js";
import { plotConvergence, plotScores } from "./plot-series.js";
import { plotSweep, sweepOf } from "./plot-sweep.js";

/**
 * The results of a study as an SVG drawing, in the form that fits what it varies: densities of scores, losses by epoch,
 * measures against noise, against an option or against the size of the evidence, else dots.
 */
export function plotStudy(input: PlotInput): string {
  const { spec } = input;
  if (spec.kind === "scores") return plotScores(input);
  if (spec.kind === "convergence") return plotConvergence(input);
  if (spec.sensitive !== undefined) return plotFairness(input);
  if (spec.noise !== undefined) return plotNoise(input);
  const sweep = sweepOf(spec);
  return sweep === null ? plotMeasures(input) : plotSweep(input, sweep);
}
