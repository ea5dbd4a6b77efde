import { AuditError } from "../../errors.js";
import { studentQuantile } from "../../math/student-t.js";
import { type CellKey, cellId, methodsFor, type Place, placesOf } from "./cells.js";
import type { PublishedTable, PublishedValue } from "./published.js";
import type { CellResult, Measures } from "./result.js";
import type { StudySpec } from "./spec.js";

/** Which number of each cell a table shows. */
export type MeasureName = NonNullable<StudySpec["measures"]>[number];

const PICK: Readonly<Record<MeasureName, (measures: Measures) => number | null>> = {
  fidelity: ({ fidelity }) => fidelity,
  near: ({ nearFidelity }) => nearFidelity,
  balanced: ({ balancedFidelity }) => balancedFidelity,
  accuracy: ({ accuracy }) => accuracy,
  margin: ({ meanMargin = null }) => meanMargin, // folders of an earlier day have none
};

export const MEASURE_WORDS: Readonly<Record<MeasureName, string>> = {
  fidelity: "fidelity",
  near: "fidelity near the threshold",
  balanced: "class-balanced fidelity",
  accuracy: "accuracy",
  margin: "the mean margin",
};

/** A difference of two methods on the same seeds, with its 95 % t-interval (null with fewer than two seeds). */
export interface PairedDifference {
  readonly against: string;
  readonly seeds: number;
  readonly mean: number;
  readonly low: number | null;
  readonly high: number | null;
}

export interface MethodSummary {
  readonly method: string;
  readonly seeds: number;
  readonly failed: number;
  readonly mean: number | null;
  /** Sample standard deviation; null with fewer than two seeds. */
  readonly sd: number | null;
  readonly published: number | null;
  readonly publishedSd: number | null;
  /** To the best of the others, or to the method asked for. */
  readonly difference: PairedDifference | null;
  readonly best: boolean;
  /** Whether it is best and its interval over the next best leaves out 0. */
  readonly clear: boolean;
}

/** One place of a table. */
export interface PlaceSummary extends Place {
  readonly methods: readonly MethodSummary[];
  /** The target's own accuracy, mean over the seeds, and as it was published. */
  readonly targetAccuracy: number | null;
  readonly publishedTargetAccuracy: number | null;
}

export interface OverallSummary {
  readonly method: string;
  readonly places: number;
  readonly mean: number | null;
  readonly best: number;
  readonly clear: number;
}

export interface StudySummary {
  readonly measure: MeasureName;
  readonly places: readonly PlaceSummary[];
  readonly overall: readonly OverallSummary[];
  readonly failures: readonly CellResult[];
  /** Cells of the study that were not computed yet. */
  readonly open: number;
}

export interface SummaryOptions {
  readonly measure: MeasureName;
  readonly published: PublishedTable | null;
  /** Show differences to this method. @default to the best of the others */
  readonly against?: string | null;
}

export function summariseStudy(
  spec: StudySpec,
  results: ReadonlyMap<string, CellResult>,
  { measure, published, against = null }: SummaryOptions,
): StudySummary {
  if (against !== null && !spec.methods.some(({ name }) => name === against)) {
    const names = spec.methods.map(({ name }) => name).join(", ");
    throw new AuditError("INVALID_OPTION", `the study has no method '${against}'; its methods are ${names}`);
  }
  const places: PlaceSummary[] = [];
  const failures: CellResult[] = [];
  let open = 0;
  for (const place of placesOf(spec)) {
    const columns = methodsFor(spec, place.target, place.n).map(({ name }) =>
      readColumn(spec, results, { ...place, method: name }, measure),
    );
    for (const column of columns) {
      open += column.open;
      failures.push(...column.failures);
    }
    const known = (method: string, of: MeasureName) => published?.find({ ...place, method }, of) ?? null;
    places.push({
      ...place,
      methods: compareMethods(columns, against, measure, (method) => known(method, measure)),
      targetAccuracy: meanAndSd(targetAccuracies(columns)).mean,
      publishedTargetAccuracy: known("target", "accuracy")?.mean ?? null,
    });
  }
  return { measure, places, overall: overAll(spec, places), failures, open };
}

interface SeedColumn {
  readonly method: string;
  readonly values: readonly (number | null)[];
  readonly targets: readonly (number | null)[];
  readonly failures: readonly CellResult[];
  readonly open: number;
}

function readColumn(
  spec: StudySpec,
  results: ReadonlyMap<string, CellResult>,
  place: Omit<CellKey, "seed">,
  measure: MeasureName,
): SeedColumn {
  const values: (number | null)[] = [];
  const targets: (number | null)[] = [];
  const failures: CellResult[] = [];
  let open = 0;
  for (let seed = 0; seed < spec.seeds; seed++) {
    const cell = results.get(cellId({ ...place, seed }));
    if (cell === undefined) open++;
    else if (cell.failure !== null) failures.push(cell);
    values.push(measureOf(cell, measure));
    targets.push(cell?.measures?.targetAccuracy ?? null);
  }
  return { method: place.method, values, targets, failures, open };
}

/** A measure of a cell; null where the cell failed or is not there yet. */
export function measureOf(cell: CellResult | undefined, measure: MeasureName): number | null {
  return cell?.measures ? PICK[measure](cell.measures) : null;
}

/** The target's accuracy of each seed, from whichever method has it. */
function targetAccuracies(columns: readonly SeedColumn[]): number[] {
  const seeds = columns[0]?.targets.map((_, seed) => columns.find(({ targets }) => targets[seed] !== null)) ?? [];
  return seeds.flatMap((column, seed) => column?.targets[seed] ?? []);
}

function compareMethods(
  columns: readonly SeedColumn[],
  against: string | null,
  measure: MeasureName,
  publishedOf: (method: string) => PublishedValue | null,
): MethodSummary[] {
  const moments = columns.map(({ values }) => meanAndSd(values));
  const highest = Math.max(...moments.map(({ mean }) => mean ?? Number.NEGATIVE_INFINITY));
  return columns.map((column, k) => {
    const { mean, sd, count } = moments[k]!;
    const rival = against === null ? bestOther(columns, moments, k) : columns.find(({ method }) => method === against);
    // a large margin is no merit, nor is being the only one
    const best = mean !== null && mean === highest && measure !== "margin" && columns.length > 1;
    const lead = best ? paired(column, bestOther(columns, moments, k)) : null;
    const known = publishedOf(column.method);
    return {
      method: column.method,
      seeds: count,
      failed: column.failures.length,
      mean,
      sd,
      published: known?.mean ?? null,
      publishedSd: known?.sd ?? null,
      difference: paired(column, rival),
      best,
      clear: lead?.low != null && lead.low > 0,
    };
  });
}

function bestOther(columns: readonly SeedColumn[], moments: readonly Moments[], own: number): SeedColumn | undefined {
  let best: number | null = null;
  for (const [k, { mean }] of moments.entries()) {
    if (k !== own && mean !== null && (best === null || mean > moments[best]!.mean!)) best = k;
  }
  return best === null ? undefined : columns[best];
}

function paired(own: SeedColumn, other: SeedColumn | undefined): PairedDifference | null {
  if (other === undefined || other === own) return null;
  const differences: number[] = [];
  own.values.forEach((value, seed) => {
    const opposite = other.values[seed] ?? null;
    if (value !== null && opposite !== null) differences.push(value - opposite);
  });
  const moments = meanAndSd(differences);
  const { count, mean } = moments;
  return mean === null ? null : { against: other.method, seeds: count, mean, ...interval(moments) };
}

/** The 95 % t-interval of a mean; null with fewer than two values. */
export function interval({ count, mean, sd }: Moments): { readonly low: number | null; readonly high: number | null } {
  if (mean === null || sd === null) return { low: null, high: null };
  const half = (studentQuantile(0.95, count - 1) * sd) / Math.sqrt(count);
  return { low: mean - half, high: mean + half };
}

function overAll(spec: StudySpec, places: readonly PlaceSummary[]): OverallSummary[] {
  return spec.methods.map(({ name }) => {
    const own = places.flatMap(({ methods }) => methods.filter(({ method, mean }) => method === name && mean !== null));
    const { mean } = meanAndSd(own.map((summary) => summary.mean ?? 0));
    return {
      method: name,
      places: own.length,
      mean,
      best: own.filter(({ best }) => best).length,
      clear: own.filter(({ clear }) => clear).length,
    };
  });
}

/** Mean and sample standard deviation at each place of a list of numbers, over the seeds that have a number there. */
export interface MeanSeries {
  readonly mean: readonly (number | null)[];
  /** Null with fewer than two seeds. */
  readonly sd: readonly (number | null)[];
  /** Cells that have the list. */
  readonly seeds: number;
}

export function cellsOf(
  spec: StudySpec,
  results: ReadonlyMap<string, CellResult>,
  place: Omit<CellKey, "seed">,
): CellResult[] {
  const found: CellResult[] = [];
  for (let seed = 0; seed < spec.seeds; seed++) {
    const cell = results.get(cellId({ ...place, seed }));
    if (cell !== undefined && cell.failure === null) found.push(cell);
  }
  return found;
}

/** A named list of numbers over some cells, number by number. */
export function meanSeries(cells: readonly CellResult[], name: string): MeanSeries {
  const lists = cells.map(({ series }) => series?.[name] ?? []).filter((list) => list.length > 0);
  const length = Math.max(0, ...lists.map((list) => list.length));
  const moments = Array.from({ length }, (_, k) => meanAndSd(lists.map((list) => list[k] ?? null)));
  return { mean: moments.map(({ mean }) => mean), sd: moments.map(({ sd }) => sd), seeds: lists.length };
}

/** What some values come to. */
export interface Moments {
  readonly count: number;
  readonly mean: number | null;
  /** Null with fewer than two values. */
  readonly sd: number | null;
}

export function meanAndSd(given: readonly (number | null)[]): Moments {
  const values = given.filter((value) => value !== null);
  const count = values.length;
  if (count === 0) return { count, mean: null, sd: null };
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  const squares = values.reduce((sum, value) => sum + (value - mean) * (value - mean), 0);
  return { count, mean, sd: count < 2 ? null : Math.sqrt(squares / (count - 1)) };
}
