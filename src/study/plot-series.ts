import { DENSITY_GRID } from "./density.js";
import { linearAxis } from "./plot-axis.js";
import { nameOf, type PlotInput, placesOf } from "./plot-input.js";
import { type Line, linePanel, type Rule } from "./plot-lines.js";
import { type LegendEntry, pageSvg } from "./plot-page.js";
import { SCORED, type ScoredRows, seriesName } from "./scores.js";
import { cellsOf, type MeanSeries, meanSeries } from "./series-summary.js";

/** A density to draw. */
interface Curve {
  readonly label: string;
  readonly number: number;
  readonly values: MeanSeries;
}

/** Kernel densities of the target's scores: rejected and accepted people, and the letters of each generator. */
export function plotScores(input: PlotInput): string {
  const { spec } = input;
  const places = placesOf(spec);
  const [firstGenerator] = spec.generators;
  const panels = places
    .filter(({ generator }) => generator === firstGenerator?.name)
    .map((place) => {
      const curves = curvesOf(input, place);
      const top = axisTop(curves);
      const beyond = curves.filter(({ values }) => peakOf(values) > top);
      return linePanel({
        title: nameOf({ ...place, generator: undefined }),
        x: linearAxis("target's score", 0, 1, 5),
        y: linearAxis("density", 0, top),
        lines: curves.map(({ number, values }) => densityLine(number, values)),
        rules: [{ axis: "x", at: 0.5, label: "" }, ...beyond.map(({ label, values }, k) => peakNote(label, values, k))],
      });
    });
  const legend: LegendEntry[] = [
    ...PEOPLE.map((rows, number) => ({ label: `${rows} people`, stroke: { number } })),
    ...spec.generators.map(({ name }, k) => ({ label: `letters of ${name}`, stroke: { number: PEOPLE.length + k } })),
  ];
  const note = `Gaussian kernels, Silverman's bandwidth, reflected at 0 and 1; means over ${spec.seeds} seeds; dotted: the threshold`;
  return pageSvg({ title: spec.title, note, panels, across: 2, legend });
}

const PEOPLE = ["rejected", "accepted"] as const satisfies readonly ScoredRows[];

function curvesOf({ spec, results }: PlotInput, place: ReturnType<typeof placesOf>[number]): Curve[] {
  const ofGenerator = (generator: string) => cellsOf(spec, results, { ...place, generator, method: SCORED });
  const people = ofGenerator(place.generator); // the same people whoever writes to them
  return [
    ...PEOPLE.map((rows, number) => ({ label: rows, number, values: meanSeries(people, seriesName("density", rows)) })),
    ...spec.generators.map(({ name }, k) => ({
      label: name,
      number: PEOPLE.length + k,
      values: meanSeries(ofGenerator(name), seriesName("density", "letters")),
    })),
  ];
}

/** The end of the density axis: the highest peak, but for peaks far above the rest, which would flatten everything else. */
function axisTop(curves: readonly Curve[]): number {
  const peaks = curves.map(({ values }) => peakOf(values)).sort((a, b) => a - b);
  const middle = peaks[Math.floor(peaks.length / 2)] ?? 1;
  return Math.max(...peaks.filter((peak) => peak <= 2.5 * middle), 0) || 1;
}

function peakOf({ mean }: MeanSeries): number {
  return Math.max(0, ...mean.filter((value) => value !== null));
}

function peakNote(label: string, values: MeanSeries, k: number): Rule {
  const peak = peakOf(values);
  const at = DENSITY_GRID[values.mean.indexOf(peak)] ?? 0.5;
  return { axis: "x", at, label: `${label} peaks at ${peak.toFixed(0)}`, row: k };
}

function densityLine(number: number, { mean }: MeanSeries): Line {
  const points = DENSITY_GRID.flatMap((x, k) => {
    const y = mean[k] ?? null;
    return y === null ? [] : [{ x, y }];
  });
  return { stroke: { number }, points, markEvery: 14, markFrom: 2 * number };
}

/** The loss of each epoch, one line for each size with a band of a standard deviation; dotted the optimum where it can be reached. */
export function plotConvergence(input: PlotInput): string {
  const { spec, results } = input;
  const places = placesOf(spec);
  const [firstSize] = spec.sizes;
  const panels = places
    .filter(({ n }) => n === firstSize)
    .flatMap((first) =>
      spec.methods.map((method) => {
        const runs = spec.sizes.map((n, number) => {
          const cells = cellsOf(spec, results, { ...first, n, method: method.name });
          return { n, number, cells, losses: meanSeries(cells, "losses"), optimum: optimumOf(cells) };
        });
        const values = runs.flatMap(({ losses, optimum }) => [...ends(losses), ...(optimum === null ? [] : [optimum])]);
        const epochs = Math.max(1, ...runs.map(({ losses }) => losses.mean.length));
        const rules = runs.flatMap(({ n, number, optimum }): Rule[] =>
          optimum === null ? [] : [{ axis: "y", at: optimum, label: `exact, k = ${n}`, stroke: { number } }],
        );
        return linePanel({
          title: `${nameOf({ ...first, n: undefined })}, ${method.name}`,
          x: linearAxis("epoch", 0, epochs),
          y: linearAxis("loss", Math.min(0, ...values), Math.max(0, ...values)),
          lines: runs.map(({ number, losses }) => lossLine(number, losses)),
          rules,
        });
      }),
    );
  const legend = spec.sizes.map((n, number) => ({ label: `k = ${n}`, stroke: { number } }));
  const note = `Loss before each step: mean and standard deviation over ${spec.seeds} seeds; dotted: the exact optimum, where the points can reach it`;
  return pageSvg({ title: spec.title, note, panels, across: 2, legend });
}

function lossLine(number: number, { mean, sd }: MeanSeries): Line {
  const points = mean.flatMap((y, x) => (y === null ? [] : [{ x, y, sd: sd[x] ?? null }]));
  const every = Math.max(1, Math.floor(points.length / 8));
  return { stroke: { number }, points, spread: "band", markEvery: every, markFrom: Math.floor((number * every) / 6) };
}

function optimumOf(cells: Parameters<typeof meanSeries>[0]): number | null {
  const reachable = meanSeries(cells, "reachable").mean[0] ?? 0;
  return reachable === 1 ? (meanSeries(cells, "exact").mean[0] ?? null) : null;
}

function ends({ mean, sd }: MeanSeries): number[] {
  return mean.flatMap((value, k) => (value === null ? [] : [value - (sd[k] ?? 0), value + (sd[k] ?? 0)]));
}
