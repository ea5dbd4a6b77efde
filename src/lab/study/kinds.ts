import { computeConvergence } from "./convergence.js";
import { computeGroup } from "./group.js";
import { computeMulticlass } from "./multiclass.js";
import type { TimedCell } from "./result.js";
import { computeScores } from "./scores.js";
import type { StudyKind, StudySpec } from "./spec.js";
import { computeTexts } from "./texts.js";
import type { GroupWork } from "./work.js";

/** Computes the cells of a group and yields each when done. */
type ComputeGroup = (work: GroupWork) => Iterable<TimedCell> | AsyncIterable<TimedCell>;

/** What each kind of study computes in a cell. */
const studyKinds: Readonly<Record<StudyKind, ComputeGroup>> = {
  fidelity: computeGroup,
  scores: computeScores,
  convergence: computeConvergence,
  texts: computeTexts,
  multiclass: computeMulticlass,
};

/** How the groups of a study are computed. */
export function computeOfKind({ kind = "fidelity" }: StudySpec): ComputeGroup {
  return studyKinds[kind];
}
