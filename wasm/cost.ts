// The single-precision cost matrix ½‖xᵢ − yⱼ‖² = ½‖xᵢ‖² + ½‖yⱼ‖² − ⟨xᵢ, yⱼ⟩ as one blocked product. Points are packed so
// that the inner loop reads straight ahead: x in blocks of 4 rows (block, coordinate, row), y in panels of 8.

/** Rows of a packed cloud, rounded up. */
// @ts-ignore: decorator
@inline
export function paddedTo(count: i32, step: i32): i32 {
  return ((count + step - 1) / step) * step;
}

/** Copies (n, d) single-precision rows into blocks of 4; the last row fills what is left of the last block. */
export function packBlocks(x: usize, n: i32, d: i32, out: usize): void {
  const rowBytes = <usize>d << 2;
  const lanes = <usize>(d & ~3) << 2;
  for (let i = 0; i < n; i += 4) {
    const r0 = x + <usize>i * rowBytes;
    const r1 = x + <usize>min(i + 1, n - 1) * rowBytes;
    const r2 = x + <usize>min(i + 2, n - 1) * rowBytes;
    const r3 = x + <usize>min(i + 3, n - 1) * rowBytes;
    let to = out + <usize>i * rowBytes;
    let at: usize = 0;
    for (; at < lanes; at += 16) {
      // four rows of four coordinates, turned into four coordinates of four rows
      const a = v128.load(r0 + at);
      const b = v128.load(r1 + at);
      const c = v128.load(r2 + at);
      const e = v128.load(r3 + at);
      const ab = v128.shuffle<f32>(a, b, 0, 4, 1, 5);
      const ce = v128.shuffle<f32>(c, e, 0, 4, 1, 5);
      const abHigh = v128.shuffle<f32>(a, b, 2, 6, 3, 7);
      const ceHigh = v128.shuffle<f32>(c, e, 2, 6, 3, 7);
      v128.store(to, v128.shuffle<f64>(ab, ce, 0, 2));
      v128.store(to, v128.shuffle<f64>(ab, ce, 1, 3), 16);
      v128.store(to, v128.shuffle<f64>(abHigh, ceHigh, 0, 2), 32);
      v128.store(to, v128.shuffle<f64>(abHigh, ceHigh, 1, 3), 48);
      to += 64;
    }
    for (; at < rowBytes; at += 4) {
      store<f32>(to, load<f32>(r0 + at));
      store<f32>(to, load<f32>(r1 + at), 4);
      store<f32>(to, load<f32>(r2 + at), 8);
      store<f32>(to, load<f32>(r3 + at), 12);
      to += 16;
    }
  }
}

/** Panels of 8 from blocks of 4: two neighbouring blocks side by side, the last block twice when it has no neighbour. */
export function packPanels(blocks: usize, n: i32, d: i32, out: usize): void {
  const blockBytes = <usize>d << 4;
  const last = (n - 1) >> 2;
  for (let block = 0; block <= last; block += 2) {
    const left = blocks + <usize>block * blockBytes;
    const right = blocks + <usize>min(block + 1, last) * blockBytes;
    let to = out + <usize>block * blockBytes;
    for (let at: usize = 0; at < blockBytes; at += 16) {
      v128.store(to, v128.load(left + at));
      v128.store(to, v128.load(right + at), 16);
      to += 32;
    }
  }
}

/** ½‖row‖² in double precision, from packed blocks: four rows at a time. `out` holds whole panels of 8. */
export function halfNorms(blocks: usize, n: i32, d: i32, out: usize): void {
  const blockBytes = <usize>d << 4;
  const last = (n - 1) >> 2;
  const count = paddedTo(n, 8) >> 2;
  for (let block = 0; block < count; block++) {
    const from = blocks + <usize>min(block, last) * blockBytes;
    let low = f64x2.splat(0);
    let high = f64x2.splat(0);
    for (let at: usize = 0; at < blockBytes; at += 16) {
      const values = v128.load(from + at);
      const first = f64x2.promote_low_f32x4(values);
      const second = f64x2.promote_low_f32x4(v128.shuffle<f64>(values, values, 1, 0));
      low = f64x2.add(low, f64x2.mul(first, first));
      high = f64x2.add(high, f64x2.mul(second, second));
    }
    const half = f64x2.splat(0.5);
    const place = out + (<usize>block << 4);
    v128.store(
      place,
      v128.shuffle<f64>(
        f32x4.demote_f64x2_zero(f64x2.mul(low, half)),
        f32x4.demote_f64x2_zero(f64x2.mul(high, half)),
        0,
        2,
      ),
    );
  }
}

/**
 * Writes the cost matrix, `xBlocks`·4 rows by `yPanels`·8 columns, row by row. Panels are the outer loop, so y is read
 * from memory once and a panel stays in the nearest cache while all of x passes by. With `symmetric` (x is y) the blocks
 * below the diagonal are copied from those above it.
 */
export function costMatrix(
  x: usize,
  xNorms: usize,
  xBlocks: i32,
  y: usize,
  yNorms: usize,
  yPanels: i32,
  d: i32,
  symmetric: bool,
  out: usize,
): void {
  const stride = <usize>yPanels << 5; // bytes in a row
  const blockBytes = <usize>d << 4;
  const panelBytes = <usize>d << 5;
  for (let panel = 0; panel < yPanels; panel++) {
    const yPanel = y + <usize>panel * panelBytes;
    const blocks = symmetric ? min(xBlocks, 2 * panel + 2) : xBlocks;
    for (let block = 0; block < blocks; block++) {
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
      // norms are read here and not before, so that the loop above has all registers for its sums
      const norms = yNorms + (<usize>panel << 5);
      const normLow = v128.load(norms);
      const normHigh = v128.load(norms, 16);
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
  if (symmetric) mirror(out, xBlocks << 2, yPanels << 3);
}

/** cost[i, j] = cost[j, i] below the diagonal of panels. */
function mirror(cost: usize, rows: i32, columns: i32): void {
  for (let i = 8; i < rows; i++) {
    const line = cost + (<usize>(i * columns) << 2);
    for (let j = 0; j < (i & ~7); j++) {
      store<f32>(line + (<usize>j << 2), load<f32>(cost + (<usize>(j * columns + i) << 2)));
    }
  }
}
