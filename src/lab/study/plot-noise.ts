import { type ExtraRow, type ExtraTable, extraTables } from "./extra-tables.js";
import { linearAxis, shareAxis, stepAxis } from "./plot-axis.js";
import { nameOf, type PlotInput, placesOf } from "./plot-input.js";
import { type Line, linePanel } from "./plot-lines.js";
import { type LegendEntry, pageSvg, seedWords, WIDE } from "./plot-page.js";
import { DASHED, GREY, type Stroke } from "./plot-svg.js";
import type { StudySpec } from "./spec.js";

/** Whom a panel of agreement is about, by the name of the table it is drawn from. */
const WHOM: Readonly<Record<string, string>> = {
  fidelity: "everybody",
  near: "near the threshold",
  nearNoised: "near it with their noise",
};

/** Fidelity against noise, for everybody and for people near the threshold; Δ is the drop from the first level to the last. */
export function plotNoise({ spec, results }: PlotInput): string {
  const tables = extraTables(spec, results);
  const noise = spec.noise ?? [0];
  const values = tables.flatMap(({ rows }) => rows.flatMap((row) => row.values.slice(0, noise.length)));
  const least = Math.min(1, ...values.flatMap(({ mean, sd }) => (mean === null ? [] : [mean - (sd ?? 0)])));
  const panels = placesOf(spec).flatMap((place) =>
    tables.map((table) => {
      const rows = rowsAt(spec, table, nameOf(place));
      return linePanel({
        title: `${nameOf(place)}: ${WHOM[table.name] ?? table.name}`,
        x: stepAxis("noise τ", noise),
        y: shareAxis("fidelity", least),
        lines: rows.map(({ row, number }) => lineOf({ number }, noise, row)),
        legend: rows.map(({ row, number }) => ({
          label: `${row.method}, Δ ${dropWords(row.values.at(-1)?.mean ?? null)}`,
          stroke: { number },
        })),
      });
    }),
  );
  const note = `Mean and standard deviation over ${seedWords(spec)}; Δ is the drop from τ = ${noise[0]} to τ = ${noise.at(-1)}`;
  return pageSvg({ title: spec.title, note, panels, across: 3, legend: [] });
}

/** Errors of the score distances between groups against noise: DTIDP solid, DTIEO dashed. */
export function plotFairness({ spec, results }: PlotInput): string {
  const tables = extraTables(spec, results);
  const noise = spec.noise ?? [0];
  const highest = Math.max(
    0,
    ...placesOf(spec).flatMap((place) =>
      tables.flatMap((table) => rowsAt(spec, table, nameOf(place)).flatMap(({ row }) => heights(row, noise))),
    ),
  );
  const panels = placesOf(spec).map((place) =>
    linePanel({
      title: nameOf(place),
      x: stepAxis("noise τ", noise),
      y: linearAxis("error of the distance", 0, highest),
      lines: tables.flatMap((table) => {
        const dash = table.name === "dtidpError" ? "" : DASHED;
        return rowsAt(spec, table, nameOf(place)).map(({ row, number }) => lineOf({ number, dash }, noise, row, false));
      }),
      width: WIDE,
    }),
  );
  const legend: LegendEntry[] = spec.methods.map(({ name }, number) => ({ label: name, stroke: { number, dash: "" } }));
  legend.push({ label: "solid: DTIDP", stroke: { number: GREY, dash: "" }, mark: false });
  legend.push({ label: "dashed: DTIEO", stroke: { number: GREY, dash: DASHED }, mark: false });
  const note = `How far the surrogate's score distance between groups of ${spec.sensitive} is from the target's; means over ${seedWords(spec)}`;
  return pageSvg({ title: spec.title, note, panels, across: 2, legend });
}

/** The rows of one place that belong to methods, each with the number of its method. */
function rowsAt({ methods }: StudySpec, { rows }: ExtraTable, place: string): { row: ExtraRow; number: number }[] {
  return rows
    .filter((row) => nameOf(row.place) === place)
    .map((row) => ({ row, number: methods.findIndex(({ name }) => name === row.method) }))
    .filter(({ number }) => number >= 0);
}

function lineOf(stroke: Stroke, noise: readonly number[], { values }: ExtraRow, spread = true): Line {
  return {
    stroke,
    points: noise.flatMap((x, k) => {
      const { mean = null, sd = null } = values[k] ?? {};
      return mean === null ? [] : [{ x, y: mean, sd: spread ? sd : null }];
    }),
  };
}

function heights({ values }: ExtraRow, noise: readonly number[]): number[] {
  return values.slice(0, noise.length).flatMap(({ mean }) => mean ?? []);
}

/** The opposite of a change: what was lost. */
function dropWords(change: number | null): string {
  return change === null ? "–" : `${change > 0 ? "−" : ""}${Math.abs(change).toFixed(3)}`;
}
