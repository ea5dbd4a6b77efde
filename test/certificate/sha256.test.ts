import { createHash, createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromHex, hmacSha256, sha256, sha256Hex, toHex } from "../../src/certificate/sha256.js";

const bytes = (text: string) => new TextEncoder().encode(text);

// NIST, "Examples with Intermediate Values" for SHA-256, and the short- and long-message vectors of FIPS 180-4.
const VECTORS: readonly (readonly [string, Uint8Array, string])[] = [
  ["nothing", bytes(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
  ["abc", bytes("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
  [
    "448 bits",
    bytes("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
    "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
  ],
  [
    "896 bits",
    bytes(
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
    ),
    "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1",
  ],
  ["one byte", Uint8Array.of(0xbd), "68325720aabd7c82f30f554b313d0570c95accbb7dc4b5aae11204c08ffe732b"],
  [
    "a million a",
    new Uint8Array(1_000_000).fill(0x61),
    "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0",
  ],
];

describe("sha256", () => {
  it.each(VECTORS)("gives the published digest of %s", (_, message, digest) => {
    expect(sha256Hex(message)).toBe(digest);
  });

  it("agrees with node:crypto at every length around the block borders", () => {
    for (let length = 0; length <= 260; length++) {
      const message = Uint8Array.from({ length }, (_, i) => (i * 37 + length) & 255);
      expect(sha256Hex(message)).toBe(createHash("sha256").update(message).digest("hex"));
    }
  });

  it("agrees with node:crypto however the bytes are cut into parts", () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 6 }), (parts) => {
        const hash = createHash("sha256");
        for (const part of parts) hash.update(part);
        expect(toHex(sha256(...parts))).toBe(hash.digest("hex"));
      }),
    );
  });

  it("agrees with node:crypto on some megabytes", () => {
    const message = new Uint8Array(3_000_000);
    for (let i = 0; i < message.length; i++) message[i] = (i * 2654435761) >>> 24;
    expect(sha256Hex(message)).toBe(createHash("sha256").update(message).digest("hex"));
  });

  it("writes the length of a message above 2³² bits in two words", () => {
    const piece = new Uint8Array(1 << 22);
    const parts = Array.from({ length: 129 }, () => piece); // 541 MB: 4.3 · 10⁹ bits
    const hash = createHash("sha256");
    for (const part of parts) hash.update(part);
    expect(toHex(sha256(...parts))).toBe(hash.digest("hex"));
  });
});

describe("hmacSha256", () => {
  it("gives the digests of RFC 4231", () => {
    expect(toHex(hmacSha256(new Uint8Array(20).fill(0x0b), bytes("Hi There")))).toBe(
      "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
    );
    expect(toHex(hmacSha256(bytes("Jefe"), bytes("what do ya want for nothing?")))).toBe(
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
    );
  });

  it("agrees with node:crypto for keys of every length", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 150 }), fc.uint8Array({ maxLength: 150 }), (key, message) => {
        expect(toHex(hmacSha256(key, message))).toBe(createHmac("sha256", key).update(message).digest("hex"));
      }),
    );
  });
});

describe("hexadecimal", () => {
  it("reads back what it wrote", () => {
    const all = Uint8Array.from({ length: 256 }, (_, i) => i);
    expect(fromHex(toHex(all))).toEqual(all);
    expect(toHex(Uint8Array.of(0, 15, 255))).toBe("000fff");
  });
});
