import { type Place, placesOf } from "./cells.js";
import { type Crossing, findCrossings } from "./crossing.js";
import { findGains, type Gain } from "./gains.js";
import type { PublishedTable } from "./published.js";
import type { CellResult } from "./result.js";
import { BEYOND, SCORED, SCORED_ROWS, seriesName } from "./scores.js";
import type { StudySpec } from "./spec.js";
import {
  cellsOf,
  type MeasureName,
  type Moments,
  meanAndSd,
  meanSeries,
  type StudySummary,
  summariseStudy,
} from "./summary.js";

export interface ExtraRow {
  readonly place: Place;
  readonly method: string;
  /** One per column, over the seeds. */
  readonly values: readonly Moments[];
}

/** What a study shows besides its measures: numbers by level of noise, scores of letters, losses. */
export interface ExtraTable {
  /** In CSV files. */
  readonly name: string;
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly ExtraRow[];
}

type Results = ReadonlyMap<string, CellResult>;

export function extraTables(spec: StudySpec, results: Results): ExtraTable[] {
  if (spec.kind === "scores") return [scoreTable(spec, results)];
  if (spec.kind === "convergence") return [lossTable(spec, results)];
  if (spec.noise === undefined && spec.sensitive === undefined) return [];
  return Object.keys(spec.sensitive === undefined ? AGREEMENT : ERRORS).map((name) => levelTable(spec, results, name));
}

/** Measures that are taken at each level of noise. */
const AGREEMENT: Readonly<Record<string, string>> = {
  fidelity: "Fidelity by noise level τ",
  near: "Fidelity by noise level τ, people near the threshold before noise",
  nearNoised: "Fidelity by noise level τ, people near the threshold with their noise",
};

/** The same where groups are compared: how far score distances are from the target's. */
const ERRORS: Readonly<Record<string, string>> = {
  dtidpError: "Error of the score distance between groups (DTIDP) by noise level τ",
  dtieoError: "Error of the score distance within true outcomes (DTIEO, mean of the two) by noise level τ",
};

/** A measure at each level of noise, and its change over them; with errors, the target's own distance. */
function levelTable(spec: StudySpec, results: Results, name: string): ExtraTable {
  const noise = spec.noise ?? [0];
  const row = (place: Place, method: string, cells: readonly CellResult[], series: string): ExtraRow => {
    const { mean, sd, seeds } = meanSeries(cells, series);
    const levels = noise.map((_, k): Moments => ({ count: seeds, mean: mean[k] ?? null, sd: sd[k] ?? null }));
    return { place, method, values: [...levels, meanAndSd(cells.map((cell) => changeOf(cell, series)))] };
  };
  const rows = placesOf(spec).flatMap((place) => {
    const known = spec.methods.map((entry) => ({
      method: entry.name,
      cells: cellsOf(spec, results, { ...place, method: entry.name }),
    }));
    const most = known.reduce<CellResult[]>((best, { cells }) => (cells.length > best.length ? cells : best), []);
    const own = name in ERRORS ? [row(place, "the target's own distance", most, name.replace("Error", "Target"))] : [];
    return [...known.map(({ method, cells }) => row(place, method, cells, name)), ...own];
  });
  const columns = [...noise.map((level) => `τ = ${level}`), `change from ${noise[0]} to ${noise.at(-1)}`];
  return { name, title: AGREEMENT[name] ?? ERRORS[name] ?? "", columns, rows };
}

/** Value at the last level minus that at the first. */
function changeOf({ series }: CellResult, name: string): number | null {
  const first = series?.[name]?.[0] ?? null;
  const last = series?.[name]?.at(-1) ?? null;
  return first === null || last === null ? null : last - first;
}

/** Where the target's scores of people and letters lie. */
function scoreTable(spec: StudySpec, results: Results): ExtraTable {
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
  return { name: "scores", title: "The target's scores of people and of letters", columns, rows };
}

/** How the loss went down. */
function lossTable(spec: StudySpec, results: Results): ExtraTable {
  const rows = placesOf(spec).flatMap((place) =>
    spec.methods.map(({ name: method }): ExtraRow => {
      const cells = cellsOf(spec, results, { ...place, method });
      const last = meanAndSd(cells.map(({ series }) => series?.["losses"]?.at(-1) ?? null));
      return { place, method, values: [first(cells, "losses"), last, first(cells, "exact"), first(cells, "settled")] };
    }),
  );
  const columns = ["first loss", "last loss", "optimum without blur", "epochs until within 1 % of the last loss"];
  return { name: "losses", title: "Loss of the fit", columns, rows };
}

function first(cells: readonly CellResult[], name: string, k = 0): Moments {
  return meanAndSd(cells.map(({ series }) => series?.[name]?.[k] ?? null));
}

export interface StudyTables {
  readonly summaries: readonly [StudySummary, ...StudySummary[]];
  readonly extras: readonly ExtraTable[];
  readonly crossings: readonly Crossing[];
  readonly gains: readonly Gain[];
}

interface TableOptions {
  /** Null for the measures the study names. */
  readonly measure: MeasureName | null;
  readonly published: PublishedTable | null;
  readonly against: string | null;
}

export function studyTables(
  spec: StudySpec,
  results: Results,
  { measure, published, against }: TableOptions,
): StudyTables {
  const [main = "fidelity", ...further] = measure === null ? (spec.measures ?? []) : [measure];
  const of = (name: MeasureName) => summariseStudy(spec, results, { measure: name, published, against });
  const summary = of(main);
  return {
    summaries: [summary, ...further.map(of)],
    extras: extraTables(spec, results),
    crossings: findCrossings(spec, summary),
    gains: findGains(spec, results, main),
  };
}
