import { type LevelMeasure, summariseLevels } from "./level-summary.js";
import { type Place, placesOf } from "./plot-input.js";
import type { CellResult } from "./result.js";
import { BEYOND, SCORED, SCORED_ROWS, seriesName } from "./scores.js";
import { cellsOf, type Moments, meanAndSd } from "./series-summary.js";
import type { StudySpec } from "./spec.js";

/** One line of a further table. */
export interface ExtraRow {
  readonly place: Place;
  readonly method: string;
  /** One per column, over the seeds. */
  readonly values: readonly Moments[];
}

/** What a study shows beside its measures: numbers by level of noise, scores of letters, losses. */
export interface ExtraTable {
  /** In CSV files. */
  readonly name: string;
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly ExtraRow[];
}

type Results = ReadonlyMap<string, CellResult>;

/** The further tables of a study, from the lists of numbers in its cells. */
export function extraTables(spec: StudySpec, results: Results): ExtraTable[] {
  if (spec.kind === "scores") return scoreTables(spec, results);
  if (spec.kind === "convergence") return lossTables(spec, results);
  return levelTables(spec, results);
}

const LEVEL_TITLES: Readonly<Record<LevelMeasure, string>> = {
  fidelity: "Fidelity by noise level τ",
  near: "Fidelity by noise level τ, people near the threshold before noise",
  nearNoised: "Fidelity by noise level τ, people near the threshold with their noise",
  dtidpError: "Error of the score distance between groups (DTIDP) by noise level τ",
  dtieoError: "Error of the score distance within true outcomes (DTIEO, mean of the two) by noise level τ",
};

/** Agreement at each level of noise; where groups are compared, score distances: their errors and the target's. */
function levelTables(spec: StudySpec, results: Results): ExtraTable[] {
  const tables = new Map<LevelMeasure, ExtraTable>();
  for (const { measure, place, noise, rows, target } of summariseLevels(spec, results)) {
    const added = [...rows, ...(target === null ? [] : [target])].map(({ method, values, change }): ExtraRow => {
      const { mean, sd, seeds } = values;
      const levels = noise.map((_, k): Moments => ({ count: seeds, mean: mean[k] ?? null, sd: sd[k] ?? null }));
      return { place, method, values: [...levels, change] };
    });
    const columns = [...noise.map((level) => `τ = ${level}`), `change from ${noise[0]} to ${noise.at(-1)}`];
    const before = tables.get(measure)?.rows ?? [];
    tables.set(measure, { name: measure, title: LEVEL_TITLES[measure], columns, rows: [...before, ...added] });
  }
  return [...tables.values()];
}

/** Where the target's scores of people and letters lie. */
function scoreTables(spec: StudySpec, results: Results): ExtraTable[] {
  const rows = placesOf(spec).map((place): ExtraRow => {
    const cells = cellsOf(spec, results, { ...place, method: SCORED });
    const means = SCORED_ROWS.map((group) => first(cells, seriesName("mean", group)));
    const beyond = BEYOND.map((_, k) => first(cells, seriesName("beyond", "letters"), k));
    return { place, method: SCORED, values: [...means, ...beyond] };
  });
  const columns = [
    ...SCORED_ROWS.map((group) => `mean score, ${group}`),
    ...BEYOND.map((limit) => `letters above ${limit}`),
  ];
  return [{ name: "scores", title: "The target's scores of people and of letters", columns, rows }];
}

/** How the loss went down. */
function lossTables(spec: StudySpec, results: Results): ExtraTable[] {
  const rows = placesOf(spec).flatMap((place) =>
    spec.methods.map(({ name: method }): ExtraRow => {
      const cells = cellsOf(spec, results, { ...place, method });
      const last = meanAndSd(cells.map(({ series }) => series?.["losses"]?.at(-1) ?? null));
      return { place, method, values: [first(cells, "losses"), last, first(cells, "exact"), first(cells, "settled")] };
    }),
  );
  const columns = ["first loss", "last loss", "optimum without blur", "epochs until within 1 % of the last loss"];
  return [{ name: "losses", title: "Loss of the fit", columns, rows }];
}

function first(cells: readonly CellResult[], name: string, k = 0): Moments {
  return meanAndSd(cells.map(({ series }) => series?.[name]?.[k] ?? null));
}
