// exp and log of our own: four single-precision lanes for the hot loops, and double-precision scalars that take the same
// steps as src/math/special.ts, so that both kernel sets anneal through the same temperatures.

const LN2_HIGH: f64 = 0.6931471803691238;
const LN2_LOW: f64 = 1.9082149292705877e-10;

/**
 * Constants of `expLanes` and `logLanes`, read from memory: an engine builds a constant lane by three instructions at each
 * use, and reads one by a single one.
 */
const EXP_LANES = memory.data<f32>([
  -87.0, 1.4426950408889634, 0.693359375, 2.12194440054690583e-4,
  // least-maximum fit of (e^r − 1 − r)/r² on |r| ≤ ½ ln 2: relative error 1e-8
  0.0013933652080595493, 0.008363181725144386, 0.04166646674275398, 0.16666576266288757, 0.5, 1,
  8388735, // 2²³ + 127: added to k, it leaves the exponent of 2ᵏ in the lowest bits
]);
const LOG_LANES = memory.data<f32>([1, 2.0 / 9.0, 2.0 / 7.0, 2.0 / 5.0, 2.0 / 3.0, 0.6931471805599453]);
const LOG_BITS = memory.data<i32>([0x3f3504f3, 0x007fffff]);

/** e^t in each lane, within about 1e-7 of its value, for t ≤ 80; below −87 it stays at e^−87, about 1e-38. */
// @ts-ignore: decorator
@inline
export function expLanes(t: v128): v128 {
  const x = f32x4.pmax(t, v128.load32_splat(EXP_LANES));
  const k = f32x4.nearest(f32x4.mul(x, v128.load32_splat(EXP_LANES, 4)));
  let r = f32x4.sub(x, f32x4.mul(k, v128.load32_splat(EXP_LANES, 8)));
  r = f32x4.add(r, f32x4.mul(k, v128.load32_splat(EXP_LANES, 12)));
  let p = v128.load32_splat(EXP_LANES, 16);
  p = f32x4.add(f32x4.mul(p, r), v128.load32_splat(EXP_LANES, 20));
  p = f32x4.add(f32x4.mul(p, r), v128.load32_splat(EXP_LANES, 24));
  p = f32x4.add(f32x4.mul(p, r), v128.load32_splat(EXP_LANES, 28));
  p = f32x4.add(f32x4.mul(p, r), v128.load32_splat(EXP_LANES, 32));
  p = f32x4.add(f32x4.mul(f32x4.mul(p, r), r), r);
  p = f32x4.add(p, v128.load32_splat(EXP_LANES, 36));
  return f32x4.mul(p, i32x4.shl(f32x4.add(k, v128.load32_splat(EXP_LANES, 40)), 23));
}

/** Natural logarithm in each lane, for normal positive numbers. */
// @ts-ignore: decorator
@inline
export function logLanes(x: v128): v128 {
  // split x = 2^e · m with m in [√½, √2): subtracting the bits of √½ first rounds the exponent the right way
  const root = v128.load32_splat(LOG_BITS);
  const one = v128.load32_splat(LOG_LANES);
  const shifted = i32x4.sub(x, root);
  const e = f32x4.convert_i32x4_s(i32x4.shr_s(shifted, 23));
  const m = i32x4.add(v128.and(shifted, v128.load32_splat(LOG_BITS, 4)), root);
  const s = f32x4.div(f32x4.sub(m, one), f32x4.add(m, one));
  const z = f32x4.mul(s, s);
  let p = v128.load32_splat(LOG_LANES, 4);
  p = f32x4.add(f32x4.mul(p, z), v128.load32_splat(LOG_LANES, 8));
  p = f32x4.add(f32x4.mul(p, z), v128.load32_splat(LOG_LANES, 12));
  p = f32x4.add(f32x4.mul(p, z), v128.load32_splat(LOG_LANES, 16));
  p = f32x4.add(f32x4.mul(f32x4.mul(p, z), s), f32x4.add(s, s));
  return f32x4.add(f32x4.mul(e, v128.load32_splat(LOG_LANES, 20)), p);
}

// @ts-ignore: decorator
@inline
function powerOfTwo(k: i32): f64 {
  return reinterpret<f64>((<i64>(k + 1023)) << 52);
}

/** eˣ in double precision, for |x| ≤ 700. */
export function expScalar(x: f64): f64 {
  const k = nearest(x * 1.4426950408889634);
  const r = x - k * LN2_HIGH - k * LN2_LOW;
  let p: f64 = 1.0 / 6227020800.0;
  p = p * r + 1.0 / 479001600.0;
  p = p * r + 1.0 / 39916800.0;
  p = p * r + 1.0 / 3628800.0;
  p = p * r + 1.0 / 362880.0;
  p = p * r + 1.0 / 40320.0;
  p = p * r + 1.0 / 5040.0;
  p = p * r + 1.0 / 720.0;
  p = p * r + 1.0 / 120.0;
  p = p * r + 1.0 / 24.0;
  p = p * r + 1.0 / 6.0;
  p = p * r + 0.5;
  p = 1.0 + (r + p * r * r);
  return p * powerOfTwo(<i32>k);
}

/** What `expLanesDouble` multiplies and adds, in memory: an engine would build each constant anew in its loop. */
const EXP_TERMS = memory.data<f64>([
  1.4426950408889634, LN2_HIGH, LN2_LOW, 1.0 / 6227020800.0, 1.0 / 479001600.0, 1.0 / 39916800.0, 1.0 / 3628800.0,
  1.0 / 362880.0, 1.0 / 40320.0, 1.0 / 5040.0, 1.0 / 720.0, 1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1,
  4503599627371519, // 2⁵² + 1023: added to k, it leaves the exponent of 2ᵏ in the lowest bits
]);

/** `expScalar` of both lanes. */
// @ts-ignore: decorator
@inline
export function expLanesDouble(x: v128): v128 {
  const k = f64x2.nearest(f64x2.mul(x, v128.load64_splat(EXP_TERMS)));
  const high = f64x2.sub(x, f64x2.mul(k, v128.load64_splat(EXP_TERMS, 8)));
  const r = f64x2.sub(high, f64x2.mul(k, v128.load64_splat(EXP_TERMS, 16)));
  let p = v128.load64_splat(EXP_TERMS, 24);
  p = f64x2.add(f64x2.mul(p, r), v128.load64_splat(EXP_TERMS, 32));
  p = f64x2.add(f64x2.mul(p, r), v128.load64_splat(EXP_TERMS, 40));
  p = f64x2.add(f64x2.mul(p, r), v128.load64_splat(EXP_TERMS, 48));
  p = f64x2.add(f64x2.mul(p, r), v128.load64_splat(EXP_TERMS, 56));
  p = f64x2.add(f64x2.mul(p, r), v128.load64_splat(EXP_TERMS, 64));
  p = f64x2.add(f64x2.mul(p, r), v128.load64_splat(EXP_TERMS, 72));
  p = f64x2.add(f64x2.mul(p, r), v128.load64_splat(EXP_TERMS, 80));
  p = f64x2.add(f64x2.mul(p, r), v128.load64_splat(EXP_TERMS, 88));
  p = f64x2.add(f64x2.mul(p, r), v128.load64_splat(EXP_TERMS, 96));
  p = f64x2.add(f64x2.mul(p, r), v128.load64_splat(EXP_TERMS, 104));
  p = f64x2.add(f64x2.mul(p, r), v128.load64_splat(EXP_TERMS, 112));
  p = f64x2.add(v128.load64_splat(EXP_TERMS, 120), f64x2.add(r, f64x2.mul(f64x2.mul(p, r), r)));
  return f64x2.mul(p, i64x2.shl(f64x2.add(k, v128.load64_splat(EXP_TERMS, 128)), 52));
}

/** Natural logarithm in double precision, for normal positive numbers. */
export function logScalar(x: f64): f64 {
  const bits = reinterpret<u64>(x);
  let exponent = <i32>(bits >> 52) - 1023;
  let m = reinterpret<f64>((bits & 0x000fffffffffffff) | 0x3ff0000000000000);
  if (m > 1.4142135623730951) {
    m *= 0.5;
    exponent += 1;
  }
  const f = m - 1.0;
  const s = f / (m + 1.0);
  const z = s * s;
  let p: f64 = 2.0 / 23.0;
  p = p * z + 2.0 / 21.0;
  p = p * z + 2.0 / 19.0;
  p = p * z + 2.0 / 17.0;
  p = p * z + 2.0 / 15.0;
  p = p * z + 2.0 / 13.0;
  p = p * z + 2.0 / 11.0;
  p = p * z + 2.0 / 9.0;
  p = p * z + 2.0 / 7.0;
  p = p * z + 2.0 / 5.0;
  p = p * z + 2.0 / 3.0;
  const tail = s * (z * p - f);
  return <f64>exponent * LN2_HIGH + (f + (tail + <f64>exponent * LN2_LOW));
}
