import { sameCell } from "./flat-rows.js";
import type { GeneratedLetters, LetterRequest } from "./generator.js";
import { letterCost, letterSpace } from "./letter-space.js";

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
  const immutable = new Set(request.immutable);
  const frozen = request.rejected.columns.map(({ name }) => immutable.has(name));
  let valid = 0;
  let written = 0;
  let distance = 0;
  let changes = 0;
  let violations = 0;
  let overshoot = 0;
  for (let i = 0; i < people.rows; i++) {
    if (found[i] !== 1) continue;
    written++;
    if (decided[i] === 1) valid++;
    distance += letterCost(space, letters, i, i);
    overshoot += scores[i]! - 0.5;
    let violated = false;
    for (let j = 0; j < people.columns; j++) {
      if (sameCell(letters.values[i * people.columns + j]!, people.values[i * people.columns + j]!)) continue;
      changes++;
      if (frozen[j]) violated = true;
    }
    if (violated) violations++;
  }
  const mean = (sum: number) => (written === 0 ? null : sum / written);
  return {
    asked: people.rows,
    validity: people.rows === 0 ? null : valid / people.rows,
    distance: mean(distance),
    sparsity: mean(changes),
    immutableViolated: mean(violations),
    overshoot: mean(overshoot),
  };
}
