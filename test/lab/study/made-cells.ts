import { cellId, expandStudy } from "../../../src/lab/study/cells.js";

import type { CellResult, Measures } from "../../../src/lab/study/result.js";
import type { StudySpec } from "../../../src/lab/study/spec.js";

/** What a made-up cell holds beside its name. */
export type MadeCell = Partial<Pick<CellResult, "measures" | "series" | "failure" | "evidence">>;

/** Results made up by a rule; null leaves a cell out. */
export function madeCells(spec: StudySpec, rule: (cell: CellResult) => MadeCell | null): Map<string, CellResult> {
  const found = new Map<string, CellResult>();
  for (const key of expandStudy(spec).flatMap(({ cells }) => cells)) {
    const empty: CellResult = { ...key, evidence: null, measures: null, series: null, failure: null };
    const made = rule(empty);
    if (made !== null) found.set(cellId(key), { ...empty, ...made });
  }
  return found;
}

/** Measures with one fidelity; everything else follows from it. */
export function madeMeasures(fidelity: number, changes: Partial<Measures> = {}): Measures {
  return {
    fidelity,
    nearFidelity: null,
    nearRows: 0,
    balancedFidelity: fidelity / 2,
    accuracy: fidelity / 4,
    targetAccuracy: 0.9,
    acceptedShare: 0.5,
    targetAcceptedShare: 0.5,
    meanMargin: 2 * fidelity,
    ...changes,
  };
}
