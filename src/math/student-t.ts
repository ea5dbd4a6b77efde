import { AuditError } from "../errors.js";

/** Arc tangent: three halvings bring the argument below 0.13, where the series needs few terms. */
function arcTangent(x: number): number {
  let reduced = x;
  for (let k = 0; k < 3; k++) reduced /= 1 + Math.sqrt(1 + reduced * reduced);
  const square = reduced * reduced;
  let sum = 0;
  for (let k = 12; k >= 0; k--) sum = 1 / (2 * k + 1) - square * sum;
  return 8 * reduced * sum;
}

/**
 * Probability that |T| ≤ t for Student's distribution with a whole number of degrees of freedom: a finite sum of
 * powers of the cosine of θ = arctan(t/√ν). Abramowitz & Stegun (1964), 26.7.3 and 26.7.4.
 */
function centralProbability(t: number, freedom: number): number {
  const cosineSquared = freedom / (freedom + t * t);
  const sine = t / Math.sqrt(freedom + t * t);
  const odd = freedom % 2 === 1;
  let term = odd ? Math.sqrt(cosineSquared) : 1;
  let sum = freedom === 1 ? 0 : term;
  for (let k = odd ? 3 : 2; k < freedom; k += 2) {
    term *= (cosineSquared * (k - 1)) / k;
    sum += term;
  }
  return odd ? (2 / Math.PI) * (arcTangent(t / Math.sqrt(freedom)) + sine * sum) : sine * sum;
}

/** The t for which |T| ≤ t has the given probability, with `freedom` ≥ 1 degrees of freedom; found by bisection. */
export function studentQuantile(probability: number, freedom: number): number {
  if (!(probability > 0 && probability < 1) || !Number.isSafeInteger(freedom) || freedom < 1) {
    const message = `studentQuantile needs 0 < probability < 1 and freedom >= 1, got ${probability} and ${freedom}`;
    throw new AuditError("INVALID_OPTION", message);
  }
  let low = 0;
  let high = 1;
  while (centralProbability(high, freedom) < probability) high *= 2;
  for (let k = 0; k < 200 && low < high; k++) {
    const middle = low + (high - low) / 2;
    if (middle === low || middle === high) break;
    if (centralProbability(middle, freedom) < probability) low = middle;
    else high = middle;
  }
  return high;
}
