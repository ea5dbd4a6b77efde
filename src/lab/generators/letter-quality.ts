import { sameCell } from "./flat-rows.js";
import type { GeneratedLetters, LetterRequest } from "./generator.js";
import { indices, letterCost, letterSpace } from "./letter-space.js";

/** How good a batch of letters is; means are over the letters found, null without any. */
export interface LetterQuality {
  /** People who asked. */
  readonly asked: number;
  /** Share of them who got a letter that the target accepts. */
  readonly validity: number | null;
  /** Mean ℓ1 distance of scaled numbers plus 1 per category changed, in the target's own scale. */
  readonly distance: number | null;
  /** Mean number of features changed. */
  readonly sparsity: number | null;
  /** Share of letters that change a feature they must leave alone. */
  readonly immutableViolated: number | null;
  /** Mean of the target's score above ½. */
  readonly overshoot: number | null;
}

/** Measures letters against the request they answer; the target is asked again. */
export function letterQuality(request: LetterRequest, { rows, found }: GeneratedLetters): LetterQuality {
  const space = letterSpace(request);
  const { people } = space;
  const letters = space.flatten(rows);
  const decided = request.target.decide(rows);
  const scores = request.target.score(rows);
  const written = indices(people.rows).filter((i) => found[i] === 1);
  const changed = (i: number) =>
    request.rejected.columns.filter((_, j) => {
      const at = i * people.columns + j;
      return !sameCell(letters.values[at]!, people.values[at]!);
    });
  const violates = (i: number) => changed(i).some(({ name }) => request.immutable.includes(name));
  const mean = (of: (i: number) => number) =>
    written.length === 0 ? null : written.reduce((sum, i) => sum + of(i), 0) / written.length;
  const valid = written.filter((i) => decided[i] === 1).length;
  return {
    asked: people.rows,
    validity: people.rows === 0 ? null : valid / people.rows,
    distance: mean((i) => letterCost(space, letters, i, i)),
    sparsity: mean((i) => changed(i).length),
    immutableViolated: mean((i) => (violates(i) ? 1 : 0)),
    overshoot: mean((i) => scores[i]! - 0.5),
  };
}
