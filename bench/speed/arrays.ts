import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Matrix, matrix } from "recast-audit/kernels";

/** A small generator of its own, so that the benchmark's data do not depend on the package's streams. */
export function normals(count: number, seed: number): Float64Array {
  let state = (seed * 2654435761) >>> 0 || 1;
  const uniform = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 4294967296;
  };
  return Float64Array.from({ length: count }, () => {
    let sum = -6; // twelve uniforms: near enough to normal for timing
    for (let k = 0; k < 12; k++) sum += uniform();
    return sum;
  });
}

/** An (n, d) cloud around `center`. */
export function cloud(n: number, d: number, center: number, seed: number): Matrix {
  return matrix(
    n,
    d,
    normals(n * d, seed).map((value) => value + center),
  );
}

/** Hands arrays to the peer as files of little-endian doubles in a folder of this run. */
export function arrayFiles(folder: string) {
  let count = 0;
  return (values: Float64Array, shape: readonly number[]) => {
    const file = join(folder, `${count++}.f64`);
    writeFileSync(file, values);
    return { file, shape };
  };
}
