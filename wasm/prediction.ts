// What a rebuilt model computes per row, in double precision: products with weights, and distances to two prototypes.

// @ts-ignore: decorator
@inline
function sumPair(v: v128): f64 {
  return f64x2.extract_lane(v, 0) + f64x2.extract_lane(v, 1);
}

/** out[i, o] = ⟨xᵢ, weights_o⟩ + bias_o: x is (n, d), weights is (outputs, d). Eight coordinates a step, four sums. */
export function weightedSums(x: usize, weights: usize, bias: usize, n: i32, d: i32, outputs: i32, out: usize): void {
  const rowBytes = <usize>d << 3;
  const eights = <usize>(d & ~7) << 3;
  for (let i = 0; i < n; i++) {
    const xi = x + <usize>i * rowBytes;
    for (let o = 0; o < outputs; o++) {
      const w = weights + <usize>o * rowBytes;
      let s0 = f64x2.splat(0);
      let s1 = f64x2.splat(0);
      let s2 = f64x2.splat(0);
      let s3 = f64x2.splat(0);
      let k: usize = 0;
      for (; k < eights; k += 64) {
        s0 = f64x2.add(s0, f64x2.mul(v128.load(xi + k), v128.load(w + k)));
        s1 = f64x2.add(s1, f64x2.mul(v128.load(xi + k, 16), v128.load(w + k, 16)));
        s2 = f64x2.add(s2, f64x2.mul(v128.load(xi + k, 32), v128.load(w + k, 32)));
        s3 = f64x2.add(s3, f64x2.mul(v128.load(xi + k, 48), v128.load(w + k, 48)));
      }
      let total = sumPair(f64x2.add(f64x2.add(s0, s1), f64x2.add(s2, s3)));
      for (; k < rowBytes; k += 8) total += load<f64>(xi + k) * load<f64>(w + k);
      store<f64>(out + ((<usize>i * <usize>outputs + <usize>o) << 3), total + load<f64>(bias + (<usize>o << 3)));
    }
  }
}

/**
 * out[i] = (D₀² − D₁² + offset) / (D₀ + D₁) with D_c² = ‖xᵢ − mean_c‖² + variance_c; `means` is (2, d). The difference is
 * summed in the form (m₁ − m₀)·((x − m₀) + (x − m₁)), which does not cancel.
 */
export function prototypeMargins(
  x: usize,
  means: usize,
  n: i32,
  d: i32,
  variance0: f64,
  variance1: f64,
  offset: f64,
  out: usize,
): void {
  const rowBytes = <usize>d << 3;
  const fours = <usize>(d & ~3) << 3;
  const m0 = means;
  const m1 = means + rowBytes;
  for (let i = 0; i < n; i++) {
    const xi = x + <usize>i * rowBytes;
    let near0 = f64x2.splat(0);
    let near1 = f64x2.splat(0);
    let near2 = f64x2.splat(0);
    let far0 = f64x2.splat(0);
    let far1 = f64x2.splat(0);
    let far2 = f64x2.splat(0);
    let k: usize = 0;
    for (; k < fours; k += 32) {
      let value = v128.load(xi + k);
      let a = v128.load(m0 + k);
      let b = v128.load(m1 + k);
      let from0 = f64x2.sub(value, a);
      let from1 = f64x2.sub(value, b);
      near0 = f64x2.add(near0, f64x2.mul(from0, from0));
      near1 = f64x2.add(near1, f64x2.mul(from1, from1));
      near2 = f64x2.add(near2, f64x2.mul(f64x2.sub(b, a), f64x2.add(from0, from1)));
      value = v128.load(xi + k, 16);
      a = v128.load(m0 + k, 16);
      b = v128.load(m1 + k, 16);
      from0 = f64x2.sub(value, a);
      from1 = f64x2.sub(value, b);
      far0 = f64x2.add(far0, f64x2.mul(from0, from0));
      far1 = f64x2.add(far1, f64x2.mul(from1, from1));
      far2 = f64x2.add(far2, f64x2.mul(f64x2.sub(b, a), f64x2.add(from0, from1)));
    }
    let squared0 = sumPair(f64x2.add(near0, far0)) + variance0;
    let squared1 = sumPair(f64x2.add(near1, far1)) + variance1;
    let difference = sumPair(f64x2.add(near2, far2)) + (variance0 - variance1) + offset;
    for (; k < rowBytes; k += 8) {
      const a = load<f64>(m0 + k);
      const b = load<f64>(m1 + k);
      const from0 = load<f64>(xi + k) - a;
      const from1 = load<f64>(xi + k) - b;
      squared0 += from0 * from0;
      squared1 += from1 * from1;
      difference += (b - a) * (from0 + from1);
    }
    const scale = sqrt(squared0) + sqrt(squared1);
    store<f64>(out + (<usize>i << 3), scale > 0 ? difference / scale : difference);
  }
}
