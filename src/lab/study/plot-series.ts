import { amount, fixed } from "../../document/format.js";
import { linearAxis } from "../../document/svg/axis.js";
import { type Line, type LinePoint, linePanel, type Rule, withSpread } from "../../document/svg/line-panel.js";
import { type LegendEntry, numberedLook } from "../../document/svg/look.js";
import { placesOf } from "./cells.js";
import { DENSITY_GRID } from "./density.js";
import { type PlotInput, pageSvg, panelSize, WIDE } from "./plot-page.js";
import { SCORED, type ScoredRows, seriesName } from "./scores.js";
import { nameOf } from "./study-words.js";
import { cellsOf, type MeanSeries, meanSeries } from "./summary.js";

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
      const peaks = beyond.map(({ label, values }) => `${label} peaks at ${fixed(peakOf(values), 0)}`).join(", ");
      return linePanel({
        title: `${nameOf({ ...place, generator: undefined })}${peaks === "" ? "" : `; beyond the axis: ${peaks}`}`,
        x: linearAxis([0, 1], { label: "target's score" }),
        y: linearAxis([0, top], { label: "density", round: true }),
        lines: curves.map(({ number, values }) => densityLine(number, values, top)),
        rules: [{ axis: "x", at: 0.5 }],
        ...panelSize(WIDE),
      });
    });
  const legend: LegendEntry[] = [
    ...PEOPLE.map((rows, number) => ({ label: `${rows} people`, look: numberedLook(number) })),
    ...spec.generators.map(({ name }, k) => ({ label: `letters of ${name}`, look: numberedLook(PEOPLE.length + k) })),
  ];
  const kernels = "Gaussian kernels, Silverman's bandwidth, reflected at 0 and 1";
  const note = `${kernels}; means over ${amount(spec.seeds, "seed")}; dotted: the threshold`;
  return pageSvg(spec, { note, panels, across: 2, legend });
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

/** The end of the density axis: the highest peak, except peaks far above the rest, which would flatten the others. */
function axisTop(curves: readonly Curve[]): number {
  const peaks = curves.map(({ values }) => peakOf(values)).sort((a, b) => a - b);
  const middle = peaks[Math.floor(peaks.length / 2)] ?? 1;
  return Math.max(...peaks.filter((peak) => peak <= 2.5 * middle), 0) || 1;
}

function peakOf({ mean }: MeanSeries): number {
  return Math.max(0, ...mean.filter((value) => value !== null));
}

/** A curve with a mark now and then where it is off the ground. */
function densityLine(number: number, { mean }: MeanSeries, top: number): Line {
  const points = DENSITY_GRID.flatMap((x, k) => {
    const y = mean[k] ?? null;
    return y === null ? [] : [{ x, y }];
  });
  const marked = ({ y }: LinePoint, k: number) => y > 0.03 * top && y < top && (k + 3 * number) % 9 === 0;
  return { look: numberedLook(number), points, marked };
}

/** The loss of each epoch, one line per size with a band of a standard deviation; dotted the optimum if reachable. */
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
        const rules = runs.flatMap(({ number, optimum }): Rule[] =>
          optimum === null ? [] : [{ axis: "y", at: optimum, colour: numberedLook(number).colour }],
        );
        return linePanel({
          title: `${nameOf({ ...first, n: undefined })}, ${method.name}`,
          x: linearAxis([0, epochs], { label: "epoch", round: true }),
          y: linearAxis([Math.min(0, ...values), Math.max(0, ...values) || 1], { label: "loss", round: true }),
          lines: runs.map(({ number, losses }) => lossLine(number, losses)),
          rules,
          legend: runs.map(({ n, number, optimum }) => ({
            label: `k = ${n}${optimum === null ? "" : `, optimum ${fixed(optimum, 2)}`}`,
            look: numberedLook(number),
          })),
          ...panelSize(WIDE),
        });
      }),
    );
  const note =
    `Loss before each step: mean and standard deviation over ${amount(spec.seeds, "seed")}; ` +
    "dotted: the optimum without blur, where the points can reach it";
  return pageSvg(spec, { note, panels, across: 2 });
}

function lossLine(number: number, { mean, sd }: MeanSeries): Line {
  const points = mean.flatMap((y, x) => (y === null ? [] : [withSpread(x, y, sd[x] ?? null)]));
  const every = Math.max(1, Math.floor(points.length / 8));
  const first = Math.floor((number * every) / 6);
  return { look: numberedLook(number), points, spread: "band", marked: (_, k) => k % every === first };
}

function optimumOf(cells: Parameters<typeof meanSeries>[0]): number | null {
  const reachable = meanSeries(cells, "reachable").mean[0] ?? 0;
  return reachable === 1 ? (meanSeries(cells, "exact").mean[0] ?? null) : null;
}

function ends({ mean, sd }: MeanSeries): number[] {
  return mean.flatMap((value, k) => (value === null ? [] : [value - (sd[k] ?? 0), value + (sd[k] ?? 0)]));
}
