import { type Crossing, findCrossings } from "./crossing.js";
import { type ExtraTable, extraTables } from "./extra-tables.js";
import type { PublishedTable } from "./published.js";
import type { CellResult } from "./result.js";
import type { StudySpec } from "./spec.js";
import { type MeasureName, type StudySummary, summariseStudy } from "./summary.js";

/** Everything the table of a study shows. */
export interface StudyTables {
  /** One per measure, the first in full. */
  readonly summaries: readonly [StudySummary, ...StudySummary[]];
  readonly extras: readonly ExtraTable[];
  readonly crossings: readonly Crossing[];
}

export interface TableOptions {
  /** Null for the measures the study names. */
  readonly measure: MeasureName | null;
  readonly published: PublishedTable | null;
  readonly against: string | null;
}

/** Puts the results of a study into tables. */
export function studyTables(
  spec: StudySpec,
  results: ReadonlyMap<string, CellResult>,
  { measure, published, against }: TableOptions,
): StudyTables {
  const [main = "fidelity", ...further] = measure === null ? (spec.measures ?? []) : [measure];
  const of = (name: MeasureName) => summariseStudy(spec, results, { measure: name, published, against });
  const summary = of(main);
  return {
    summaries: [summary, ...further.map(of)],
    extras: extraTables(spec, results),
    crossings: findCrossings(spec, summary),
  };
}
