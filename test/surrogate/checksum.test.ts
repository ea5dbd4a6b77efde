import { describe, expect, it } from "vitest";
import { checksumOf, fnv1a64 } from "../../src/surrogate/checksum.js";

describe("fnv1a64", () => {
  // Test vectors published with the hash by its authors (Fowler, Noll and Vo).
  it.each([
    ["", "cbf29ce484222325"],
    ["a", "af63dc4c8601ec8c"],
    ["foobar", "85944171f73967e8"],
  ])("of %j is %s", (text, hash) => {
    expect(fnv1a64(text)).toBe(hash);
  });

  it("agrees with the definition in big integers", () => {
    const text = "Größe: 1.5e-300 € 漢字";
    let hash = 0xcbf29ce484222325n;
    for (const byte of new TextEncoder().encode(text))
      hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & (2n ** 64n - 1n);
    expect(fnv1a64(text)).toBe(hash.toString(16).padStart(16, "0"));
  });
});

describe("checksumOf", () => {
  it("does not see the order of keys, and sees every value", () => {
    expect(checksumOf({ a: [1, 2.5], b: "x" })).toBe(checksumOf({ b: "x", a: [1, 2.5] }));
    expect(checksumOf({ a: [1, 2.5] })).not.toBe(checksumOf({ a: [2.5, 1] }));
    expect(checksumOf({ a: 1 })).not.toBe(checksumOf({ a: "1" }));
    expect(checksumOf({ a: null })).not.toBe(checksumOf({}));
  });

  it("is the same after a round trip through text", () => {
    const data = { values: [0.1, -0, 1e-320, 1.5e300, null, true], nested: { z: "ü", a: [] } };
    expect(checksumOf(JSON.parse(JSON.stringify(data, null, 4)))).toBe(checksumOf(data));
  });
});
