import { type EigenPairs, identity } from "./symmetric-eigen.js";

const MOST_TURNS = 60; // per eigenvalue; two or three are usual

/**
 * All eigenvalues of a symmetric n × n matrix (row by row), largest first, with a vector of length one for each.
 * Reflections bring the matrix to three diagonals, then shifted rotations clear the outer two. Only sums, products,
 * quotients and square roots, so every engine gives the same bits. The caller settles the signs.
 */
export function symmetricEigenPairs(matrix: Float64Array, n: number): EigenPairs {
  const { diagonal, beside, reflectors } = tridiagonal(matrix, n);
  const vectors = identity(n); // one eigenvector of the three diagonals per row
  rotateAway({ diagonal, beside, vectors, n });
  for (let j = 0; j < n; j++) reflectBack(vectors.subarray(j * n, (j + 1) * n), reflectors);
  const order = [...diagonal.keys()].sort((i, j) => diagonal[j]! - diagonal[i]! || i - j);
  return {
    values: Float64Array.from(order, (k) => diagonal[k]!),
    vectors: order.map((k) => vectors.slice(k * n, (k + 1) * n)),
  };
}

/** Householder's reduction: reflection k maps column k below the diagonal onto its first entry. */
function tridiagonal(matrix: Float64Array, n: number) {
  const a = matrix.slice();
  const diagonal = new Float64Array(n);
  const beside = new Float64Array(n); // entry k lies between the diagonal's k and k + 1; the last is 0
  const reflectors: (Float64Array | null)[] = []; // unit vectors over the coordinates from k + 1 on, where needed
  for (let k = 0; k < n; k++) {
    diagonal[k] = a[k * n + k]!;
    const rest = n - k - 1;
    if (rest === 0) break;
    const v = new Float64Array(rest);
    let squares = 0;
    for (let i = 0; i < rest; i++) {
      v[i] = a[(k + 1 + i) * n + k]!;
      if (i > 0) squares += v[i]! * v[i]!;
    }
    if (squares === 0) {
      beside[k] = v[0]!;
      reflectors.push(null);
      continue;
    }
    const length = Math.sqrt(squares + v[0]! * v[0]!);
    const image = v[0]! > 0 ? -length : length; // the sign that does not cancel
    v[0]! -= image;
    const scale = 1 / Math.sqrt(squares + v[0]! * v[0]!);
    for (let i = 0; i < rest; i++) v[i]! *= scale;
    beside[k] = image;
    reflectors.push(v);
    reflectBlock(a, n, k + 1, v);
  }
  return { diagonal, beside, reflectors };
}

/** A ← (I − 2vvᵀ)·A·(I − 2vvᵀ) on the block from `start` on: A − 2(v·wᵀ + w·vᵀ) with w = A·v − (v·A·v)·v. */
function reflectBlock(a: Float64Array, n: number, start: number, v: Float64Array): void {
  const size = v.length;
  const w = new Float64Array(size);
  let along = 0;
  for (let i = 0; i < size; i++) {
    const row = (start + i) * n + start;
    let sum = 0;
    for (let j = 0; j < size; j++) sum += a[row + j]! * v[j]!;
    w[i] = sum;
    along += sum * v[i]!;
  }
  for (let i = 0; i < size; i++) w[i]! -= along * v[i]!;
  for (let i = 0; i < size; i++) {
    const row = (start + i) * n + start;
    const [vi, wi] = [2 * v[i]!, 2 * w[i]!];
    for (let j = 0; j < size; j++) a[row + j]! -= vi * w[j]! + wi * v[j]!;
  }
}

/** The reflections applied to one vector, the last one first. */
function reflectBack(vector: Float64Array, reflectors: readonly (Float64Array | null)[]): void {
  for (let k = reflectors.length - 1; k >= 0; k--) {
    const v = reflectors[k];
    if (v === null || v === undefined) continue;
    let along = 0;
    for (let i = 0; i < v.length; i++) along += v[i]! * vector[k + 1 + i]!;
    for (let i = 0; i < v.length; i++) vector[k + 1 + i]! -= 2 * along * v[i]!;
  }
}

interface Rotated {
  readonly diagonal: Float64Array;
  readonly beside: Float64Array;
  readonly vectors: Float64Array;
  readonly n: number;
}

/** The QL iteration with implicit shifts: `diagonal` becomes the eigenvalues, the rows of `vectors` their vectors. */
function rotateAway(matrix: Rotated): void {
  for (let low = 0; low < matrix.n; low++) {
    for (let turn = 0; turn < MOST_TURNS; turn++) {
      const high = blockEnd(matrix, low);
      if (high === low) break;
      chase(matrix, low, high);
    }
  }
}

/** The last coordinate that is still tied to `low`: beyond it the entry beside the diagonal is below rounding. */
function blockEnd({ diagonal, beside, n }: Rotated, low: number): number {
  let high = low;
  while (high < n - 1) {
    const around = Math.abs(diagonal[high]!) + Math.abs(diagonal[high + 1]!);
    if (Math.abs(beside[high]!) <= Number.EPSILON * around) break;
    high++;
  }
  return high;
}

/** One sweep of rotations from `high` down to `low`, shifted by Wilkinson's eigenvalue of the first 2 × 2 block. */
function chase({ diagonal, beside, vectors, n }: Rotated, low: number, high: number): void {
  const ratio = (diagonal[low + 1]! - diagonal[low]!) / (2 * beside[low]!);
  const root = Math.sqrt(ratio * ratio + 1);
  const shift = beside[low]! / (ratio + (ratio < 0 ? -root : root));
  let bulge = diagonal[high]! - diagonal[low]! + shift;
  let sine = 1;
  let cosine = 1;
  let moved = 0;
  for (let i = high - 1; i >= low; i--) {
    const pushed = sine * beside[i]!;
    const kept = cosine * beside[i]!;
    const length = Math.sqrt(pushed * pushed + bulge * bulge);
    beside[i + 1] = length;
    if (length === 0) {
      diagonal[i + 1]! -= moved; // the block falls apart here
      beside[high] = 0;
      return;
    }
    sine = pushed / length;
    cosine = bulge / length;
    const base = diagonal[i + 1]! - moved;
    const slope = (diagonal[i]! - base) * sine + 2 * cosine * kept;
    moved = sine * slope;
    diagonal[i + 1] = base + moved;
    bulge = cosine * slope - kept;
    for (let k = 0; k < n; k++) {
      const left = vectors[i * n + k]!;
      const right = vectors[(i + 1) * n + k]!;
      vectors[(i + 1) * n + k] = sine * left + cosine * right;
      vectors[i * n + k] = cosine * left - sine * right;
    }
  }
  diagonal[low]! -= moved;
  beside[low] = bulge;
  beside[high] = 0;
}
