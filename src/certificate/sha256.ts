export const DIGEST_BYTES = 32;

const BLOCK_BYTES = 64;

// Round constants: the first 32 bits of the fractions of the cube roots of the first 64 primes (FIPS 180-4, 4.2.2).
const K = Int32Array.from([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98,
  0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
  0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8,
  0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
  0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
  0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
  0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
  0xc67178f2,
]);

/**
 * SHA-256 of the given byte strings laid end to end (FIPS 180-4): synchronous, and the same in Node and in a browser.
 * It hashes about as fast as the files of an audit are written; very large files are better left to the system's own.
 */
export function sha256(...parts: readonly Uint8Array[]): Uint8Array {
  const state = Int32Array.from([
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
  ]);
  const schedule = new Int32Array(64);
  const block = new Uint8Array(BLOCK_BYTES);
  let held = 0; // bytes waiting in `block`
  let length = 0;
  for (const part of parts) {
    length += part.length;
    let at = 0;
    if (held > 0) {
      at = Math.min(BLOCK_BYTES - held, part.length);
      block.set(part.subarray(0, at), held);
      held += at;
      if (held < BLOCK_BYTES) continue;
      compress(state, schedule, block, 0);
    }
    for (; at + BLOCK_BYTES <= part.length; at += BLOCK_BYTES) compress(state, schedule, part, at);
    block.set(part.subarray(at), 0);
    held = part.length - at;
  }
  // The last one or two blocks: a single 1 bit, zeros, and the length in bits.
  block.fill(0, held);
  block[held] = 0x80;
  if (held >= BLOCK_BYTES - 8) {
    compress(state, schedule, block, 0);
    block.fill(0);
  }
  const ending = new DataView(block.buffer);
  ending.setUint32(56, Math.floor(length / 2 ** 29)); // bits beyond 2³²
  ending.setUint32(60, length << 3);
  compress(state, schedule, block, 0);
  const digest = new Uint8Array(DIGEST_BYTES);
  const view = new DataView(digest.buffer);
  for (let i = 0; i < 8; i++) view.setInt32(4 * i, state[i]!);
  return digest;
}

export function sha256Hex(data: Uint8Array | string): string {
  return toHex(sha256(typeof data === "string" ? new TextEncoder().encode(data) : data));
}

/** HMAC-SHA-256 of the byte strings laid end to end (FIPS 198-1): random to everybody who does not hold the key. */
export function hmacSha256(key: Uint8Array, ...parts: readonly Uint8Array[]): Uint8Array {
  const short = key.length > BLOCK_BYTES ? sha256(key) : key;
  const inner = new Uint8Array(BLOCK_BYTES).fill(0x36);
  const outer = new Uint8Array(BLOCK_BYTES).fill(0x5c);
  for (let i = 0; i < short.length; i++) {
    inner[i] = 0x36 ^ short[i]!;
    outer[i] = 0x5c ^ short[i]!;
  }
  return sha256(outer, sha256(inner, ...parts));
}

/** One block of 64 bytes from `bytes` at `at` (FIPS 180-4, 6.2.2). */
function compress(state: Int32Array, w: Int32Array, bytes: Uint8Array, at: number): void {
  for (let t = 0, i = at; t < 16; t++, i += 4) {
    w[t] = (bytes[i]! << 24) | (bytes[i + 1]! << 16) | (bytes[i + 2]! << 8) | bytes[i + 3]!;
  }
  for (let t = 16; t < 64; t++) {
    const x = w[t - 15]!;
    const y = w[t - 2]!;
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    w[t] = (s1 + w[t - 7]! + s0 + w[t - 16]!) | 0;
  }
  let a = state[0]!;
  let b = state[1]!;
  let c = state[2]!;
  let d = state[3]!;
  let e = state[4]!;
  let f = state[5]!;
  let g = state[6]!;
  let h = state[7]!;
  for (let t = 0; t < 64; t++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const first = (h + s1 + ((e & f) ^ (~e & g)) + K[t]! + w[t]!) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const second = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  state[0] = (state[0]! + a) | 0;
  state[1] = (state[1]! + b) | 0;
  state[2] = (state[2]! + c) | 0;
  state[3] = (state[3]! + d) | 0;
  state[4] = (state[4]! + e) | 0;
  state[5] = (state[5]! + f) | 0;
  state[6] = (state[6]! + g) | 0;
  state[7] = (state[7]! + h) | 0;
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

export function toHex(bytes: Uint8Array): string {
  let text = "";
  for (let i = 0; i < bytes.length; i++) text += HEX[bytes[i]!];
  return text;
}

/** The bytes that `toHex` wrote; the caller has checked that there is an even number of hexadecimal digits. */
export function fromHex(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length / 2);
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(text.slice(2 * i, 2 * i + 2), 16);
  return bytes;
}
