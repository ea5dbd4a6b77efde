import { expect } from "vitest";
import type { Predictions } from "../../src/surrogate/model.js";

/** What an export says about each row. */
export interface Answers {
  readonly margin: ArrayLike<number>;
  readonly score: ArrayLike<number>;
}

/**
 * Asks for the same decision wherever our own margin is farther than `undecided` from 0, and for margins and scores that differ by no more
 * than rounding, `unit` in proportion. Gives back how many rows were compared.
 */
export function expectAgreement(
  ours: Predictions,
  accepts: (i: number) => boolean,
  answers: Answers,
  { undecided, unit }: { readonly undecided: number; readonly unit: number },
): number {
  let compared = 0;
  let different = 0;
  let worstMargin = 0;
  let worstScore = 0;
  ours.margins.forEach((margin, i) => {
    const size = Math.max(1, Math.abs(margin));
    worstMargin = Math.max(worstMargin, Math.abs(answers.margin[i]! - margin) / size);
    worstScore = Math.max(worstScore, Math.abs(answers.score[i]! - ours.scores[i]!));
    if (Math.abs(margin) <= undecided) return;
    compared++;
    if (accepts(i) !== (ours.decisions[i] === 1)) different++;
  });
  expect(different).toBe(0);
  expect(worstMargin).toBeLessThan(unit);
  expect(worstScore).toBeLessThan(unit);
  return compared;
}
