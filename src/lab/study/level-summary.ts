import { type Place, placesOf } from "./plot-input.js";
import type { CellResult } from "./result.js";
import { cellsOf, type MeanSeries, type Moments, meanAndSd, meanSeries } from "./series-summary.js";
import type { StudySpec } from "./spec.js";

/** A measure that is taken at each level of noise. */
export type LevelMeasure = "fidelity" | "near" | "nearNoised" | "dtidpError" | "dtieoError";

/** One method at every level, over the seeds. */
export interface LevelRow {
  readonly method: string;
  readonly values: MeanSeries;
  /** Value at the last level minus that at the first, paired by seed. */
  readonly change: Moments;
}

/** A measure of one place at every level. */
export interface LevelTable {
  readonly measure: LevelMeasure;
  readonly place: Place;
  readonly noise: readonly number[];
  readonly rows: readonly LevelRow[];
  /** The target's own score distance; null for a measure that is no error of one. */
  readonly target: LevelRow | null;
}

const AGREEMENT: readonly LevelMeasure[] = ["fidelity", "near", "nearNoised"];
const ERRORS: readonly LevelMeasure[] = ["dtidpError", "dtieoError"];

const TARGET_SERIES: Readonly<Partial<Record<LevelMeasure, string>>> = {
  dtidpError: "dtidpTarget",
  dtieoError: "dtieoTarget",
};

/** Agreement or errors of score distances at each level of noise; empty for a study without levels. */
export function summariseLevels(spec: StudySpec, results: ReadonlyMap<string, CellResult>): LevelTable[] {
  if (spec.noise === undefined && spec.sensitive === undefined) return [];
  const measures = spec.sensitive === undefined ? AGREEMENT : ERRORS;
  return placesOf(spec).flatMap((place) => {
    const cells = spec.methods.map(({ name }) => ({ name, own: cellsOf(spec, results, { ...place, method: name }) }));
    const most = cells.reduce<CellResult[]>((best, { own }) => (own.length > best.length ? own : best), []);
    return measures.map((measure): LevelTable => {
      const series = TARGET_SERIES[measure];
      return {
        measure,
        place,
        noise: spec.noise ?? [0],
        rows: cells.map(({ name, own }) => levelRow(name, own, measure)),
        target: series === undefined ? null : levelRow("the target's own distance", most, series),
      };
    });
  });
}

function levelRow(method: string, cells: readonly CellResult[], series: string): LevelRow {
  const changes = cells.map((cell) => {
    const first = cell.series?.[series]?.[0] ?? null;
    const last = cell.series?.[series]?.at(-1) ?? null;
    return first === null || last === null ? null : last - first;
  });
  return { method, values: meanSeries(cells, series), change: meanAndSd(changes) };
}
