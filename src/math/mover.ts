import type { Estimate } from "./interval.js";

/**
 * 95 % interval of a difference a − b of independent estimates from the intervals of both: the distances from estimate to limit are
 * added as squares. With Wilson limits this is Newcombe's interval. Newcombe (1998), method 10; Zou & Donner (2008).
 */
export function differenceOf(a: Estimate, b: Estimate): Estimate {
  return {
    value: a.value - b.value,
    low: a.value - b.value - root(a.value - a.low, b.high - b.value),
    high: a.value - b.value + root(a.high - a.value, b.value - b.low),
  };
}

/** 95 % interval of a sum of independent estimates, in the same way. */
export function sumOf(a: Estimate, b: Estimate): Estimate {
  return {
    value: a.value + b.value,
    low: a.value + b.value - root(a.value - a.low, b.value - b.low),
    high: a.value + b.value + root(a.high - a.value, b.high - b.value),
  };
}

/**
 * 95 % interval of a ratio a / b of independent estimates ≥ 0, in the same way: the ratios R for which a − R·b can be 0. Null when b can
 * be 0, so that nothing bounds the ratio from above. Donner & Zou (2012), "Closed-form confidence intervals for functions of the normal
 * mean and standard deviation".
 */
export function ratioOf(a: Estimate, b: Estimate): Estimate | null {
  if (!(b.value > 0 && b.low > 0)) return null;
  const product = a.value * b.value;
  const lowA = a.low * (2 * a.value - a.low);
  const highB = b.high * (2 * b.value - b.high);
  const highA = a.high * (2 * a.value - a.high);
  const lowB = b.low * (2 * b.value - b.low);
  const low = lowA <= 0 ? 0 : lowA / (product + Math.sqrt(Math.max(0, product * product - lowA * highB)));
  const high = (product + Math.sqrt(Math.max(0, product * product - highA * lowB))) / lowB;
  return { value: a.value / b.value, low, high };
}

function root(x: number, y: number): number {
  return Math.sqrt(x * x + y * y);
}
