import { requireWidth } from "../classifiers/classifier.js";
import type { Matrix } from "../math/matrix.js";
import { sigmoid } from "../math/special.js";
import type { Surrogate } from "./surrogate.js";

const JUST_BELOW_HALF = 0.49999999999999994;

/** σ(margin), kept below ½ for a negative margin too small for σ to see: score ≥ ½ exactly where margin ≥ 0. */
export function scoreOfMargin(margin: number): number {
  return agreeingScore(margin, sigmoid(margin));
}

/** `score`, moved to the margin's side of ½ where rounding put it on the other. */
export function agreeingScore(margin: number, score: number): number {
  return margin < 0 ? Math.min(score, JUST_BELOW_HALF) : Math.max(score, 0.5);
}

/** The surrogate with these margins, on rows of the right width; its scores are σ(margin). */
export function surrogateOf<Rule extends Omit<Surrogate, "scores">>(rule: Rule): Rule & Surrogate {
  const margins = (x: Matrix) => {
    requireWidth(rule.method, x, rule.columns);
    return rule.margins(x);
  };
  const scoresOf = (own: Float64Array) => own.map(scoreOfMargin);
  return { ...rule, margins, scoresOf, scores: (x) => scoresOf(margins(x)) };
}

/** Margins and scores of the same rows, which often take no more than the margins alone. */
export function answersOf(surrogate: Omit<Surrogate, "toJSON">, x: Matrix) {
  const margins = surrogate.margins(x);
  return { margins, scores: surrogate.scoresOf?.(margins) ?? surrogate.scores(x) };
}

/** Encoded entries beyond this are read as this: squares of much larger numbers leave the range of a double. */
const LARGEST_ENTRY = 1e100;

export function boundedEntry(value: number): number {
  return Math.max(-LARGEST_ENTRY, Math.min(LARGEST_ENTRY, value));
}

export function boundedRows(x: Matrix): Matrix {
  return { ...x, values: x.values.map(boundedEntry) };
}
