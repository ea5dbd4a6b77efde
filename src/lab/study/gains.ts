import { type CellSize, cellId, type Place, placesOf, sizesOf } from "./cells.js";
import type { CellResult } from "./result.js";
import type { StudySpec } from "./spec.js";
import { interval, type MeasureName, meanAndSd, measureOf } from "./summary.js";

/** What the letters of one generator add to a method, against the study's baseline on the same people. */
export interface Gain extends CellSize {
  readonly generator: string;
  readonly method: string;
  /** The study's baseline. */
  readonly against: string;
  /** Seeds that have every data set and target, with the baseline beside it. */
  readonly seeds: number;
  /** Mean of the seeds; each is the mean over all data sets and targets. Null without a seed. */
  readonly mean: number | null;
  /** 95 % t-interval over the seeds; null with fewer than two. */
  readonly low: number | null;
  readonly high: number | null;
  /** Means over the same seeds for each data set and each kind of target. */
  readonly by: Readonly<Record<string, number>>;
}

/** The gains of every generator, size and method of a study that names a baseline. */
export function findGains(spec: StudySpec, results: ReadonlyMap<string, CellResult>, measure: MeasureName): Gain[] {
  const { baseline, generators, methods } = spec;
  if (baseline === undefined) return [];
  const others = generators.filter(({ name }) => name !== baseline);
  return others.flatMap((generator) =>
    sizesOf(spec).flatMap((size) =>
      methods.map((method): Gain => {
        const places = placesOf(spec).filter(
          (place) => place.generator === generator.name && place.n === size.n && place.balance === size.balance,
        );
        const valueAt = (place: Place, seed: number) =>
          measureOf(results.get(cellId({ ...place, method: method.name, seed })), measure);
        const complete = Array.from({ length: spec.seeds }, (_, seed) =>
          places.flatMap((place) => {
            const own = valueAt(place, seed);
            const without = valueAt({ ...place, generator: baseline }, seed);
            return own === null || without === null ? [] : [{ place, difference: own - without }];
          }),
        ).filter((differences) => differences.length === places.length);
        const perSeed = complete.map((differences) => mean(differences));
        const among = (has: (place: Place) => boolean) => mean(complete.flat().filter(({ place }) => has(place)));
        const by = {
          ...Object.fromEntries(places.map(({ dataset }) => [dataset, among((place) => place.dataset === dataset)])),
          ...Object.fromEntries(places.map(({ target }) => [target, among((place) => place.target === target)])),
        };
        const moments = meanAndSd(perSeed);
        return {
          generator: generator.name,
          ...size,
          method: method.name,
          against: baseline,
          seeds: moments.count,
          mean: moments.mean,
          ...interval(moments),
          by: moments.count === 0 ? {} : by,
        };
      }),
    ),
  );
}

function mean(differences: readonly { readonly difference: number }[]): number {
  return differences.reduce((sum, { difference }) => sum + difference, 0) / differences.length;
}
