/** A seeded stream of its own, so that what is simulated does not depend on the package's streams. */
export interface Stream {
  /** Uniform on [0, 1). */
  uniform(): number;
  /** Standard normal. */
  normal(): number;
  /** A whole number in [0, bound). */
  below(bound: number): number;
}

/** Stream `number` of `seed`. Three words are mixed and a counter is added, after Doty-Humphrey's small fast counting generator. */
export function streamOf(seed: number, number: number): Stream {
  const state = Int32Array.of(seed, number, 0x9e3779b9, 1);
  const next = () => {
    const sum = (state[0]! + state[1]! + state[3]!) | 0;
    state[3] = (state[3]! + 1) | 0;
    state[0] = state[1]! ^ (state[1]! >>> 9);
    state[1] = (state[2]! + (state[2]! << 3)) | 0;
    state[2] = (((state[2]! << 21) | (state[2]! >>> 11)) + sum) | 0;
    return sum >>> 0;
  };
  for (let k = 0; k < 15; k++) next(); // until seed and number are spread over all words
  const uniform = () => (next() * 2097152 + (next() >>> 11)) / 9007199254740992;
  const normal = (): number => {
    const u = 2 * uniform() - 1;
    const v = 2 * uniform() - 1;
    const s = u * u + v * v;
    return s > 0 && s < 1 ? u * Math.sqrt((-2 * Math.log(s)) / s) : normal();
  };
  return { uniform, normal, below: (bound) => Math.floor(uniform() * bound) };
}

/** `count` different numbers below `size`, for sizes far above the count. */
export function differentBelow(size: number, count: number, stream: Stream): number[] {
  const chosen = new Set<number>();
  while (chosen.size < count) chosen.add(stream.below(size));
  return [...chosen];
}
