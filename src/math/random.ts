import { log } from "./special.js";

export interface Random {
  /** The next 32 random bits, as a whole number in [0, 2³²). */
  nextBits(): number;
  /** Uniform on [0, 1) with 53 random bits. */
  uniform(): number;
  /** A whole number in [0, bound), without bias. */
  integer(bound: number): number;
  /** Standard normal. */
  normal(): number;
}

/**
 * xoshiro128** seeded by `seed` and a stream name. Streams of different names are unrelated, so a stage that draws
 * more numbers does not shift what another stage draws. Blackman & Vigna (2021), "Scrambled linear pseudorandom
 * number generators".
 */
export function seededRandom(seed: number, stream = ""): Random {
  const state = seedState(seed, stream);
  let spare: number | undefined;

  function nextBits(): number {
    const result = Math.imul(rotateLeft(Math.imul(state[1]!, 5), 7), 9) >>> 0;
    const t = state[1]! << 9;
    state[2]! ^= state[0]!;
    state[3]! ^= state[1]!;
    state[1]! ^= state[2]!;
    state[0]! ^= state[3]!;
    state[2]! ^= t;
    state[3] = rotateLeft(state[3]!, 11);
    return result;
  }

  function uniform(): number {
    const high = nextBits() >>> 5; // 27 bits
    const low = nextBits() >>> 6; // 26 bits
    return (high * 67108864 + low) / 9007199254740992;
  }

  function integer(bound: number): number {
    const limit = 4294967296 - (4294967296 % bound); // reject the uneven end
    let bits = nextBits();
    while (bits >= limit) bits = nextBits();
    return bits % bound;
  }

  function normal(): number {
    if (spare !== undefined) {
      const value = spare;
      spare = undefined;
      return value;
    }
    for (;;) {
      const u = 2 * uniform() - 1;
      const v = 2 * uniform() - 1;
      const s = u * u + v * v;
      if (s > 0 && s < 1) {
        const scale = Math.sqrt((-2 * log(s)) / s); // Marsaglia's polar method
        spare = v * scale;
        return u * scale;
      }
    }
  }

  return { nextBits, uniform, integer, normal };
}

/** Fisher–Yates on a copy: the caller's array is left as it was. */
export function shuffled<T>(items: readonly T[], random: Random): T[] {
  const copy = [...items];
  for (let i = copy.length - 1; i > 0; i--) {
    const j = random.integer(i + 1);
    const held = copy[i]!;
    copy[i] = copy[j]!;
    copy[j] = held;
  }
  return copy;
}

/** `count` different whole numbers from [0, size), in random order. */
export function sampleWithoutReplacement(size: number, count: number, random: Random): Int32Array {
  const items = new Int32Array(size);
  for (let i = 0; i < size; i++) items[i] = i;
  for (let i = 0; i < count; i++) {
    const j = i + random.integer(size - i);
    const held = items[i]!;
    items[i] = items[j]!;
    items[j] = held;
  }
  return items.slice(0, count);
}

function rotateLeft(x: number, k: number): number {
  return (x << k) | (x >>> (32 - k));
}

/** Four state words from the seed's 53 bits and the name, through the splitmix-style finaliser of MurmurHash3. */
function seedState(seed: number, stream: string): Int32Array {
  let hash = 0x9e3779b9 ^ (seed | 0);
  hash = mix(hash ^ mix(Math.floor(seed / 4294967296) | 0));
  for (let k = 0; k < stream.length; k++) hash = mix(hash ^ (stream.charCodeAt(k) + 0x85ebca6b));
  const state = new Int32Array(4);
  for (let k = 0; k < 4; k++) {
    hash = (hash + 0x9e3779b9) | 0;
    state[k] = mix(hash);
  }
  if (state.every((word) => word === 0)) state[0] = 1;
  return state;
}

function mix(word: number): number {
  let h = word | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}
