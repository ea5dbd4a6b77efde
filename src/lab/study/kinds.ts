import { AuditError } from "../../errors.js";
import { computeConvergence } from "./convergence.js";
import { computeGroup } from "./group.js";
import { computeMulticlass } from "./multiclass.js";
import type { TimedCell } from "./result.js";
import { computeScores } from "./scores.js";
import type { StudyKind, StudySpec } from "./spec.js";
import { computeTexts } from "./texts.js";
import type { GroupWork } from "./work.js";

/** Computes the cells of a group and yields each when done. */
export type ComputeGroup = (work: GroupWork) => Iterable<TimedCell> | AsyncIterable<TimedCell>;

/** What each kind of study computes in a cell. */
const studyKinds: Readonly<Partial<Record<StudyKind, ComputeGroup>>> = {
  fidelity: computeGroup,
  scores: computeScores,
  convergence: computeConvergence,
  texts: computeTexts,
  multiclass: computeMulticlass,
};

/** How the groups of a study are computed. */
export function computeOfKind({ kind = "fidelity" }: StudySpec): ComputeGroup {
  const compute = studyKinds[kind];
  if (compute === undefined)
    throw new AuditError("STUDY_INVALID", `there is no way to compute a study of kind '${kind}'`);
  return compute;
}
