import { exp } from "./special.js";

/** From here on the continued fraction of the tail converges quickly; below, the series. */
const FAR = 2;
const TERMS = 80;

/** Complement of the error function at x ≥ 0, to about 1e-14 of its value. */
function complementaryError(x: number): number {
  const bell = exp(-x * x) / Math.sqrt(Math.PI);
  if (x < FAR) {
    // erf x = 2/√π · e^(−x²) · Σ 2ᵏ x^(2k+1) / (1·3·…·(2k+1)): no term is negative
    let term = x;
    let sum = x;
    for (let k = 1; k < TERMS; k++) {
      term *= (2 * x * x) / (2 * k + 1);
      sum += term;
    }
    return 1 - 2 * bell * sum;
  }
  // erfc x = e^(−x²)/√π · 1/(x + (1/2)/(x + 1/(x + (3/2)/(x + …))))
  let fraction = x;
  for (let k = TERMS; k >= 1; k--) fraction = x + k / 2 / fraction;
  return bell / fraction;
}

/** Probability that a standard normal variable exceeds z. Abramowitz & Stegun (1964), 7.1.6 and 7.1.14. */
export function normalTail(z: number): number {
  const tail = complementaryError(Math.abs(z) * Math.SQRT1_2) / 2;
  return z < 0 ? 1 - tail : tail;
}

const MOST_DEVIATIONS = 40;

/** The z that a standard normal variable exceeds with this probability, 0 < `tail` ≤ ½. */
export function normalQuantile(tail: number): number {
  let below = 0;
  let above = MOST_DEVIATIONS;
  for (let k = 0; k < 60; k++) {
    const middle = (below + above) / 2;
    if (normalTail(middle) > tail) below = middle;
    else above = middle;
  }
  return (below + above) / 2;
}
