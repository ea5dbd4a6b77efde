const bytes = new DataView(new ArrayBuffer(8));

/** The least double above `x`; −∞ gives the most negative finite number, +∞ stays. */
export function nextUp(x: number): number {
  if (x === Number.POSITIVE_INFINITY || Number.isNaN(x)) return x;
  if (x === 0) return Number.MIN_VALUE;
  bytes.setFloat64(0, x);
  const high = bytes.getInt32(0);
  const low = bytes.getUint32(4);
  // The bits of a positive number count up with it, a negative number's down.
  if (x > 0) {
    bytes.setUint32(4, low + 1);
    if (low === 0xffffffff) bytes.setInt32(0, high + 1);
  } else {
    bytes.setUint32(4, low - 1);
    if (low === 0) bytes.setInt32(0, high - 1);
  }
  return bytes.getFloat64(0);
}

/** The greatest double below `x`; +∞ gives the largest finite number, −∞ stays. */
export function nextDown(x: number): number {
  return -nextUp(-x);
}
