import { dot } from "./matrix.js";
import { seededRandom } from "./random.js";

/** Eigenvalues, largest first, and for each a vector of length one. */
export interface EigenPairs {
  readonly values: Float64Array;
  readonly vectors: readonly Float64Array[];
}

const SWEEPS = 60;
const BLOCK = 12;
const ROUNDS = 300;

/**
 * The `count` largest eigenvalues of a symmetric d × d matrix (row by row) with their vectors. Jacobi's rotations make
 * small matrices diagonal; repeated multiplication first narrows larger ones to a dozen directions. Signs are fixed:
 * the largest entry of every vector, the first of equal ones, is positive.
 */
export function leadingEigenPairs(matrix: Float64Array, d: number, count: number): EigenPairs {
  const basis = d <= BLOCK ? unitVectors(d) : narrowed(matrix, d);
  const width = basis.length;
  const small = new Float64Array(width * width);
  basis.forEach((vector, j) => {
    const image = times(matrix, d, vector);
    for (let i = 0; i < width; i++) small[i * width + j] = dot(basis[i]!, image);
  });
  const { values, vectors } = jacobi(small, width);
  const order = [...values.keys()].sort((i, j) => values[j]! - values[i]! || i - j).slice(0, count);
  return {
    values: Float64Array.from(order, (k) => values[k]!),
    vectors: order.map((k) => {
      const vector = new Float64Array(d);
      basis.forEach((direction, i) => {
        const weight = vectors[i * width + k]!;
        for (let c = 0; c < d; c++) vector[c]! += weight * direction[c]!;
      });
      return oriented(vector);
    }),
  };
}

/** Directions that repeated multiplication turns towards the largest eigenvalues, at right angles to each other. */
function narrowed(matrix: Float64Array, d: number): Float64Array[] {
  const random = seededRandom(0, "leading-eigen-pairs");
  let basis = orthonormal(Array.from({ length: BLOCK }, () => Float64Array.from({ length: d }, () => random.normal())));
  for (let round = 0; round < ROUNDS; round++) {
    const next = orthonormal(basis.map((vector) => times(matrix, d, vector)));
    if (next.length === 0) return basis; // the matrix is zero
    basis = next;
  }
  return basis;
}

/** Gram–Schmidt, twice for accuracy; directions with nothing left are dropped. */
export function orthonormal(vectors: readonly Float64Array[]): Float64Array[] {
  const kept: Float64Array[] = [];
  for (const given of vectors) {
    const before = Math.sqrt(dot(given, given));
    const vector = given.slice();
    for (let pass = 0; pass < 2; pass++) {
      for (const direction of kept) {
        const along = dot(direction, vector);
        for (let c = 0; c < vector.length; c++) vector[c]! -= along * direction[c]!;
      }
    }
    const length = Math.sqrt(dot(vector, vector));
    if (length > 1e-12 * before) kept.push(vector.map((value) => value / length));
  }
  return kept;
}

/** Rotates away one entry beside the diagonal after the other until none is left. */
function jacobi(given: Float64Array, n: number): { values: Float64Array; vectors: Float64Array } {
  const a = given.slice();
  const vectors = identity(n);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    let rotated = false;
    for (let p = 0; p < n; p++) {
      for (let q = p + 1; q < n; q++) {
        const beside = (a[p * n + q]! + a[q * n + p]!) / 2;
        const scale = Math.abs(a[p * n + p]!) + Math.abs(a[q * n + q]!);
        if (beside === 0 || Math.abs(beside) <= 1e-17 * scale) continue;
        rotated = true;
        const ratio = (a[q * n + q]! - a[p * n + p]!) / (2 * beside);
        const tangent = (ratio >= 0 ? 1 : -1) / (Math.abs(ratio) + Math.sqrt(ratio * ratio + 1));
        const cosine = 1 / Math.sqrt(tangent * tangent + 1);
        const turn = rotation(cosine, tangent * cosine);
        for (let k = 0; k < n; k++) turn(a, k * n + p, k * n + q);
        for (let k = 0; k < n; k++) turn(a, p * n + k, q * n + k);
        for (let k = 0; k < n; k++) turn(vectors, k * n + p, k * n + q);
        a[p * n + q] = 0;
        a[q * n + p] = 0;
      }
    }
    if (!rotated) break;
  }
  return { values: Float64Array.from({ length: n }, (_, i) => a[i * n + i]!), vectors };
}

function rotation(cosine: number, sine: number) {
  return (a: Float64Array, p: number, q: number): void => {
    const [left, right] = [a[p]!, a[q]!];
    a[p] = cosine * left - sine * right;
    a[q] = sine * left + cosine * right;
  };
}

export function identity(n: number): Float64Array {
  const values = new Float64Array(n * n);
  for (let i = 0; i < n; i++) values[i * n + i] = 1;
  return values;
}

function unitVectors(d: number): Float64Array[] {
  return Array.from({ length: d }, (_, i) => new Float64Array(d).fill(1, i, i + 1));
}

function times(matrix: Float64Array, d: number, vector: Float64Array): Float64Array {
  return Float64Array.from({ length: d }, (_, i) => dot(matrix.subarray(i * d, (i + 1) * d), vector));
}

/** The vector or its negative: the first of the entries of largest size (to rounding) is positive. */
export function oriented(vector: Float64Array): Float64Array {
  const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const leader = vector.find((value) => Math.abs(value) >= (1 - 1e-9) * largest) ?? 0;
  return leader < 0 ? vector.map((value) => -value) : vector;
}
