// The single-precision cost matrix ½‖xᵢ − yⱼ‖² = ½‖xᵢ‖² + ½‖yⱼ‖² − ⟨xᵢ, yⱼ⟩ as one blocked product. Points are packed so
// that the inner loop reads straight ahead: x in blocks of 4 rows (block, coordinate, row), y in panels of 8.

/** Rows of a packed cloud, rounded up. */
// @ts-ignore: decorator
@inline
export function paddedTo(count: i32, step: i32): i32 {
  return ((count + step - 1) / step) * step;
}

/** Copies (n, d) single-precision rows into blocks of `width`; the last row fills what is left of the last block. */
export function packRows(x: usize, n: i32, d: i32, width: i32, out: usize): void {
  const padded = paddedTo(n, width);
  for (let i = 0; i < padded; i++) {
    const from = x + (<usize>(min(i, n - 1) * d) << 2);
    let to = out + (<usize>((i / width) * width * d + (i % width)) << 2);
    for (let k = 0; k < d; k++) {
      store<f32>(to, load<f32>(from + (<usize>k << 2)));
      to += <usize>width << 2;
    }
  }
}

/** ½‖row‖² of each of `padded` rows; rows past n repeat the last. */
export function halfNorms(x: usize, n: i32, padded: i32, d: i32, out: usize): void {
  for (let i = 0; i < padded; i++) {
    const from = x + (<usize>(min(i, n - 1) * d) << 2);
    let sum: f64 = 0;
    for (let k = 0; k < d; k++) {
      const value = <f64>load<f32>(from + (<usize>k << 2));
      sum += value * value;
    }
    store<f32>(out + (<usize>i << 2), <f32>(0.5 * sum));
  }
}

/**
 * Writes the cost matrix, `xBlocks`·4 rows by `yPanels`·8 columns, row by row. Panels are the outer loop, so y is read
 * from memory once and a panel stays in the nearest cache while all of x passes by.
 */
export function costMatrix(
  x: usize,
  xNorms: usize,
  xBlocks: i32,
  y: usize,
  yNorms: usize,
  yPanels: i32,
  d: i32,
  out: usize,
): void {
  const stride = <usize>yPanels << 5; // bytes in a row
  const blockBytes = <usize>d << 4;
  const panelBytes = <usize>d << 5;
  for (let panel = 0; panel < yPanels; panel++) {
    const yPanel = y + <usize>panel * panelBytes;
    const norms = yNorms + (<usize>panel << 5);
    const normLow = v128.load(norms);
    const normHigh = v128.load(norms, 16);
    for (let block = 0; block < xBlocks; block++) {
      let px = x + <usize>block * blockBytes;
      let py = yPanel;
      const end = py + panelBytes;
      let a0 = f32x4.splat(0);
      let a1 = f32x4.splat(0);
      let b0 = f32x4.splat(0);
      let b1 = f32x4.splat(0);
      let c0 = f32x4.splat(0);
      let c1 = f32x4.splat(0);
      let e0 = f32x4.splat(0);
      let e1 = f32x4.splat(0);
      while (py < end) {
        const low = v128.load(py);
        const high = v128.load(py, 16);
        let value = v128.load32_splat(px);
        a0 = f32x4.add(a0, f32x4.mul(value, low));
        a1 = f32x4.add(a1, f32x4.mul(value, high));
        value = v128.load32_splat(px, 4);
        b0 = f32x4.add(b0, f32x4.mul(value, low));
        b1 = f32x4.add(b1, f32x4.mul(value, high));
        value = v128.load32_splat(px, 8);
        c0 = f32x4.add(c0, f32x4.mul(value, low));
        c1 = f32x4.add(c1, f32x4.mul(value, high));
        value = v128.load32_splat(px, 12);
        e0 = f32x4.add(e0, f32x4.mul(value, low));
        e1 = f32x4.add(e1, f32x4.mul(value, high));
        px += 16;
        py += 32;
      }
      let place = out + (<usize>block << 2) * stride + (<usize>panel << 5);
      const pn = xNorms + (<usize>block << 4);
      let norm = v128.load32_splat(pn);
      v128.store(place, f32x4.sub(f32x4.add(norm, normLow), a0));
      v128.store(place, f32x4.sub(f32x4.add(norm, normHigh), a1), 16);
      place += stride;
      norm = v128.load32_splat(pn, 4);
      v128.store(place, f32x4.sub(f32x4.add(norm, normLow), b0));
      v128.store(place, f32x4.sub(f32x4.add(norm, normHigh), b1), 16);
      place += stride;
      norm = v128.load32_splat(pn, 8);
      v128.store(place, f32x4.sub(f32x4.add(norm, normLow), c0));
      v128.store(place, f32x4.sub(f32x4.add(norm, normHigh), c1), 16);
      place += stride;
      norm = v128.load32_splat(pn, 12);
      v128.store(place, f32x4.sub(f32x4.add(norm, normLow), e0));
      v128.store(place, f32x4.sub(f32x4.add(norm, normHigh), e1), 16);
    }
  }
}
