/**
 * Replaces the lower triangle of the symmetric n × n matrix `a` (row by row) by its factor L with L·Lᵀ = a.
 * False when `a` is not positive definite to working precision; the upper triangle is never read.
 */
export function factorInPlace(a: Float64Array, n: number): boolean {
  for (let i = 0; i < n; i++) {
    const rowI = i * n;
    for (let j = 0; j <= i; j++) {
      const rowJ = j * n;
      let sum = a[rowI + j]!;
      for (let k = 0; k < j; k++) sum -= a[rowI + k]! * a[rowJ + k]!;
      if (i !== j) {
        a[rowI + j] = sum / a[rowJ + j]!;
      } else {
        if (!(sum > 0) || sum === Number.POSITIVE_INFINITY) return false;
        a[rowI + i] = Math.sqrt(sum);
      }
    }
  }
  return true;
}

/** Replaces `b` by the solution x of L·Lᵀ·x = b, with L from `factorInPlace`. */
export function solveInPlace(factor: Float64Array, n: number, b: Float64Array): void {
  for (let i = 0; i < n; i++) {
    let sum = b[i]!;
    for (let k = 0; k < i; k++) sum -= factor[i * n + k]! * b[k]!;
    b[i] = sum / factor[i * n + i]!;
  }
  for (let i = n - 1; i >= 0; i--) {
    const value = b[i]! / factor[i * n + i]!;
    b[i] = value;
    for (let k = 0; k < i; k++) b[k]! -= factor[i * n + k]! * value;
  }
}
