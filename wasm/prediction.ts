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
 * summed in the form (m₁ − m₀)·((x − m₀) + (x − m₁)), which does not cancel. Each sum runs in two parts, over the first and
 * over the second two of every four coordinates; two rows share what is read of the means.
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
  for (let i = 0; i < n; i += 2) {
    const xi = x + <usize>i * rowBytes;
    const xj = i + 1 < n ? xi + rowBytes : xi;
    partialSums(xi, xj, m0, m1, fours, PARTS);
    partialSums(xi + 16, xj + 16, m0 + 16, m1 + 16, fours, PARTS + 96);
    for (let own: usize = 0; own < 2 && i + <i32>own < n; own++) {
      const parts = PARTS + own * 48;
      const row = own == 0 ? xi : xj;
      let squared0 = sumPair(f64x2.add(v128.load(parts), v128.load(parts, 96))) + variance0;
      let squared1 = sumPair(f64x2.add(v128.load(parts, 16), v128.load(parts, 112))) + variance1;
      let difference = sumPair(f64x2.add(v128.load(parts, 32), v128.load(parts, 128)));
      difference += variance0 - variance1;
      difference += offset;
      for (let k = fours; k < rowBytes; k += 8) {
        const a = load<f64>(m0 + k);
        const b = load<f64>(m1 + k);
        const from0 = load<f64>(row + k) - a;
        const from1 = load<f64>(row + k) - b;
        squared0 += from0 * from0;
        squared1 += from1 * from1;
        difference += (b - a) * (from0 + from1);
      }
      const scale = sqrt(squared0) + sqrt(squared1);
      store<f64>(out + ((<usize>i + own) << 3), scale > 0 ? difference / scale : difference);
    }
  }
}

/** For each part and each of two rows: ‖x − m₀‖², ‖x − m₁‖² and their difference, in lanes. */
const PARTS: usize = memory.data(192, 16);

/** One part's sums of the rows at `x` and `y`, over two coordinates of every four. */
// @ts-ignore: decorator
@inline
function partialSums(x: usize, y: usize, m0: usize, m1: usize, bytes: usize, out: usize): void {
  let x0 = f64x2.splat(0);
  let x1 = f64x2.splat(0);
  let x2 = f64x2.splat(0);
  let y0 = f64x2.splat(0);
  let y1 = f64x2.splat(0);
  let y2 = f64x2.splat(0);
  for (let k: usize = 0; k < bytes; k += 32) {
    const a = v128.load(m0 + k);
    const b = v128.load(m1 + k);
    const gap = f64x2.sub(b, a);
    let value = v128.load(x + k);
    let from0 = f64x2.sub(value, a);
    let from1 = f64x2.sub(value, b);
    x0 = f64x2.add(x0, f64x2.mul(from0, from0));
    x1 = f64x2.add(x1, f64x2.mul(from1, from1));
    x2 = f64x2.add(x2, f64x2.mul(gap, f64x2.add(from0, from1)));
    value = v128.load(y + k);
    from0 = f64x2.sub(value, a);
    from1 = f64x2.sub(value, b);
    y0 = f64x2.add(y0, f64x2.mul(from0, from0));
    y1 = f64x2.add(y1, f64x2.mul(from1, from1));
    y2 = f64x2.add(y2, f64x2.mul(gap, f64x2.add(from0, from1)));
  }
  v128.store(out, x0);
  v128.store(out, x1, 16);
  v128.store(out, x2, 32);
  v128.store(out, y0, 48);
  v128.store(out, y1, 64);
  v128.store(out, y2, 80);
}
