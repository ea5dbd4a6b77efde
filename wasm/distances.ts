// Distances between flat row-major clouds in double precision.

/** out[i, j] = ‖xᵢ − yⱼ‖²: x is (n, d), y is (m, d), out is (n, m). Two rows of y at a time, two coordinates a step. */
export function squaredDistances(x: usize, y: usize, n: i32, m: i32, d: i32, out: usize): void {
  const rowBytes = <usize>d << 3;
  const paired = <usize>(d & ~1) << 3;
  for (let i = 0; i < n; i++) {
    const xi = x + <usize>i * rowBytes;
    let j = 0;
    for (; j + 1 < m; j += 2) {
      const y0 = y + <usize>j * rowBytes;
      const y1 = y0 + rowBytes;
      let sum0 = f64x2.splat(0);
      let sum1 = f64x2.splat(0);
      for (let k: usize = 0; k < paired; k += 16) {
        const value = v128.load(xi + k);
        const d0 = f64x2.sub(value, v128.load(y0 + k));
        const d1 = f64x2.sub(value, v128.load(y1 + k));
        sum0 = f64x2.add(sum0, f64x2.mul(d0, d0));
        sum1 = f64x2.add(sum1, f64x2.mul(d1, d1));
      }
      let total0 = f64x2.extract_lane(sum0, 0) + f64x2.extract_lane(sum0, 1);
      let total1 = f64x2.extract_lane(sum1, 0) + f64x2.extract_lane(sum1, 1);
      if (paired < rowBytes) {
        const value = load<f64>(xi + paired);
        const d0 = value - load<f64>(y0 + paired);
        const d1 = value - load<f64>(y1 + paired);
        total0 += d0 * d0;
        total1 += d1 * d1;
      }
      const place = out + ((<usize>i * <usize>m + <usize>j) << 3);
      store<f64>(place, total0);
      store<f64>(place, total1, 8);
    }
    for (; j < m; j++) {
      store<f64>(out + ((<usize>i * <usize>m + <usize>j) << 3), squaredDistance(xi, y + <usize>j * rowBytes, d));
    }
  }
}

/** One pair, summed in the order of the pairwise loop, so that a distance does not depend on its place. */
function squaredDistance(a: usize, b: usize, d: i32): f64 {
  const rowBytes = <usize>d << 3;
  const paired = <usize>(d & ~1) << 3;
  let sum = f64x2.splat(0);
  for (let k: usize = 0; k < paired; k += 16) {
    const difference = f64x2.sub(v128.load(a + k), v128.load(b + k));
    sum = f64x2.add(sum, f64x2.mul(difference, difference));
  }
  let total = f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1);
  if (paired < rowBytes) {
    const difference = load<f64>(a + paired) - load<f64>(b + paired);
    total += difference * difference;
  }
  return total;
}
