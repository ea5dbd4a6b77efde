// Elementary functions of our own. Engines differ in the last bits of Math.exp and Math.log; these do not, so the
// same input gives the same bytes in every runtime. Built from +, −, ×, ÷ alone, which IEEE 754 fixes exactly.

const LN2_HIGH = 0.6931471803691238; // the leading 32 bits of ln 2: k · LN2_HIGH is exact for |k| < 2^20
const LN2_LOW = 1.9082149292705877e-10;
const INVERSE_LN2 = Math.LOG2E;

const scratch = new Float64Array(1);
const scratchWords = new Uint32Array(scratch.buffer); // [low, high] on the little-endian hosts that run JavaScript

/** 2^k for −1022 ≤ k ≤ 1023. */
function powerOfTwo(k: number): number {
  scratchWords[0] = 0;
  scratchWords[1] = (k + 1023) << 20;
  return scratch[0]!;
}

/** eˣ within about one unit in the last place; 0 below −745.2, Infinity above 709.8. */
export function exp(x: number): number {
  if (x > 709.782712893384) return Number.POSITIVE_INFINITY;
  if (x < -745.1332191019412) return 0;
  if (Number.isNaN(x)) return x;
  const k = Math.round(x * INVERSE_LN2);
  const r = x - k * LN2_HIGH - k * LN2_LOW; // |r| ≤ ½ ln 2
  let p = 1 / 6227020800; // Taylor to r¹³: the rest is below 4e-18
  p = (p * r + 1 / 479001600) * r + 1 / 39916800;
  p = (p * r + 1 / 3628800) * r + 1 / 362880;
  p = (p * r + 1 / 40320) * r + 1 / 5040;
  p = (p * r + 1 / 720) * r + 1 / 120;
  p = (p * r + 1 / 24) * r + 1 / 6;
  p = p * r + 0.5;
  p = 1 + (r + p * r * r);
  if (k > 1000) return p * powerOfTwo(1000) * powerOfTwo(k - 1000);
  if (k < -1000) return p * powerOfTwo(-1000) * powerOfTwo(k + 1000);
  return p * powerOfTwo(k);
}

/** Natural logarithm within about one unit in the last place; −Infinity at 0, NaN below. */
export function log(x: number): number {
  if (!(x > 0)) return x === 0 ? Number.NEGATIVE_INFINITY : Number.NaN;
  if (x === Number.POSITIVE_INFINITY) return x;
  let exponent = 0;
  if (x < 2.2250738585072014e-308) {
    x *= 18014398509481984; // 2^54: lift a subnormal
    exponent = -54;
  }
  scratch[0] = x;
  exponent += (scratchWords[1]! >>> 20) - 1023;
  scratchWords[1] = (scratchWords[1]! & 0xfffff) | 0x3ff00000;
  let m = scratch[0]!; // [1, 2)
  if (m > Math.SQRT2) {
    m *= 0.5;
    exponent += 1;
  }
  const f = m - 1;
  const s = f / (m + 1); // log m = 2·artanh(s), |s| ≤ 0.172
  const z = s * s;
  let p = 2 / 23;
  p = p * z + 2 / 21;
  p = p * z + 2 / 19;
  p = p * z + 2 / 17;
  p = p * z + 2 / 15;
  p = p * z + 2 / 13;
  p = p * z + 2 / 11;
  p = p * z + 2 / 9;
  p = p * z + 2 / 7;
  p = p * z + 2 / 5;
  p = p * z + 2 / 3;
  // 2s + s·z·p with 2s = f − s·f: keeps the leading term exact
  const tail = s * (z * p - f);
  return exponent * LN2_HIGH + (f + (tail + exponent * LN2_LOW));
}

/** 1 / (1 + e⁻ˣ), without overflow on either side. */
export function sigmoid(x: number): number {
  if (x >= 0) return 1 / (1 + exp(-x));
  const e = exp(x);
  return e / (1 + e);
}

/** log(1 + eˣ), without overflow. */
export function softplus(x: number): number {
  return x > 0 ? x + log(1 + exp(-x)) : log(1 + exp(x));
}
