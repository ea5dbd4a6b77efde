import { amount, fixed } from "../../document/format.js";
import { linearAxis, shareAxis, valueAxis } from "../../document/svg/axis.js";
import { FILE } from "../../document/svg/colours.js";
import { type Line, linePanel, withSpread } from "../../document/svg/line-panel.js";
import { type LegendEntry, type Look, numberedLook } from "../../document/svg/look.js";
import { placesOf } from "./cells.js";
import { PANEL, type PlotInput, pageSvg, panelSize, WIDE } from "./plot-page.js";
import type { StudySpec } from "./spec.js";
import { nameOf } from "./study-words.js";
import { type ExtraRow, type ExtraTable, extraTables } from "./tables.js";

/** Dashes of a second quantity drawn in the colour of the first. */
const DASHED = "5 3";

/** Whom a panel of agreement is about, by the name of the table it is drawn from. */
const WHOM: Readonly<Record<string, string>> = {
  fidelity: "everybody",
  near: "near the threshold",
  nearNoised: "near it with their noise",
};

/** Fidelity against noise, for everybody and for people near the threshold; Δ is the drop from first to last level. */
export function plotNoise({ spec, results }: PlotInput): string {
  const tables = extraTables(spec, results);
  const noise = spec.noise ?? [0];
  const values = tables.flatMap(({ rows }) => rows.flatMap((row) => row.values.slice(0, noise.length)));
  const y = shareAxis(
    values.flatMap(({ mean, sd }) => (mean === null ? [] : [mean - (sd ?? 0)])),
    { label: "fidelity" },
  );
  const panels = placesOf(spec).flatMap((place) =>
    tables.map((table) => {
      const rows = rowsAt(spec, table, nameOf(place));
      return linePanel({
        title: `${nameOf(place)}: ${WHOM[table.name] ?? table.name}`,
        x: valueAxis("noise τ", noise, "even"),
        y,
        lines: rows.map(({ row, number }) => lineOf(numberedLook(number), noise, row)),
        legend: rows.map(({ row, number }) => ({
          label: `${row.method}, Δ ${dropWords(row.values.at(-1)?.mean ?? null)}`,
          look: numberedLook(number),
        })),
        ...panelSize(PANEL.width),
      });
    }),
  );
  const drop = `Δ is the drop from τ = ${noise[0]} to τ = ${noise.at(-1)}`;
  const note = `Mean and standard deviation over ${amount(spec.seeds, "seed")}; ${drop}`;
  return pageSvg(spec, { note, panels, across: 3 });
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
      x: valueAxis("noise τ", noise, "even"),
      y: linearAxis([0, highest || 1], { label: "error of the distance", round: true }),
      lines: tables.flatMap((table) => {
        const dash = table.name === "dtidpError" ? "" : DASHED;
        return rowsAt(spec, table, nameOf(place)).map(({ row, number }) =>
          lineOf({ ...numberedLook(number), dash }, noise, row, false),
        );
      }),
      ...panelSize(WIDE),
    }),
  );
  const legend = spec.methods.map(({ name }, number): LegendEntry => {
    return { label: name, look: { ...numberedLook(number), dash: "" } };
  });
  legend.push({ label: "solid: DTIDP", look: { colour: FILE.muted, dash: "" } });
  legend.push({ label: "dashed: DTIEO", look: { colour: FILE.muted, dash: DASHED } });
  const note =
    `How far the surrogate's score distance between groups of ${spec.sensitive} is from the target's; ` +
    `means over ${amount(spec.seeds, "seed")}`;
  return pageSvg(spec, { note, panels, across: 2, legend });
}

/** The rows of one place that belong to methods, each with the number of its method. */
function rowsAt({ methods }: StudySpec, { rows }: ExtraTable, place: string): { row: ExtraRow; number: number }[] {
  return rows
    .filter((row) => nameOf(row.place) === place)
    .map((row) => ({ row, number: methods.findIndex(({ name }) => name === row.method) }))
    .filter(({ number }) => number >= 0);
}

function lineOf(look: Look, noise: readonly number[], { values }: ExtraRow, spread = true): Line {
  return {
    look,
    points: noise.flatMap((x, k) => {
      const { mean = null, sd = null } = values[k] ?? {};
      return mean === null ? [] : [withSpread(x, mean, spread ? sd : null)];
    }),
  };
}

function heights({ values }: ExtraRow, noise: readonly number[]): number[] {
  return values.slice(0, noise.length).flatMap(({ mean }) => mean ?? []);
}

/** The opposite of a change: what was lost. */
function dropWords(change: number | null): string {
  return change === null ? "–" : fixed(-change, 3);
}
