import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hashLeaf, merklePath, merkleTree, rootFromPath, rootOf } from "../../src/certificate/merkle.js";
import { toHex } from "../../src/certificate/sha256.js";

const sha = (...parts: readonly Uint8Array[]) => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return new Uint8Array(hash.digest());
};

/** The definition of RFC 6962, section 2.1, word for word: split at the largest power of two below n. */
function definedRoot(leaves: readonly Uint8Array[]): Uint8Array {
  if (leaves.length === 0) return sha();
  if (leaves.length === 1) return leaves[0]!;
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  return sha(Uint8Array.of(1), definedRoot(leaves.slice(0, split)), definedRoot(leaves.slice(split)));
}

const leavesOf = (count: number) =>
  Array.from({ length: count }, (_, i) => hashLeaf(new Uint8Array(32).fill(i), `row ${i}`));

const sizes = Array.from({ length: 33 }, (_, k) => k + 1);

describe.each(sizes)("a tree of %i", (size) => {
  const leaves = leavesOf(size);
  const tree = merkleTree(leaves);
  const root = toHex(rootOf(tree));

  it("has the root RFC 6962 defines", () => {
    expect(root).toBe(toHex(definedRoot(leaves)));
  });

  it("is reached from every leaf by its path, and from no other place, count or leaf", () => {
    for (const [index, leaf] of leaves.entries()) {
      const path = merklePath(tree, index);
      const reached = (l: Uint8Array, i: number, n: number, p: readonly Uint8Array[]) => {
        const found = rootFromPath(l, i, n, p);
        return found === null ? null : toHex(found);
      };
      expect(reached(leaf, index, size, path)).toBe(root);
      for (let other = 0; other < size; other++) {
        if (other === index) continue;
        expect(reached(leaf, other, size, path)).not.toBe(root);
        expect(reached(leaves[other]!, index, size, path)).not.toBe(root);
      }
      expect(reached(leaf, size, size, path)).toBeNull();
      expect(reached(leaf, index, size, [...path, leaf])).toBeNull();
      if (path.length > 0) expect(reached(leaf, index, size, path.slice(1))).not.toBe(root);
    }
  });

  it("changes with any single bit of any leaf", () => {
    fc.assert(
      fc.property(fc.nat(size - 1), fc.nat(255), (index, bit) => {
        const changed = leaves.map((leaf) => leaf.slice());
        changed[index]![bit >> 3]! ^= 1 << (bit & 7);
        expect(toHex(rootOf(merkleTree(changed)))).not.toBe(root);
      }),
      { numRuns: 10 },
    );
  });
});

describe("the tree", () => {
  it("of nothing is the SHA-256 of nothing", () => {
    expect(toHex(rootOf(merkleTree([])))).toBe(toHex(sha()));
  });

  it("hashes leaves with a first byte of their own, the salt before the text", () => {
    const salt = new Uint8Array(32).fill(7);
    expect(toHex(hashLeaf(salt, "é"))).toBe(toHex(sha(Uint8Array.of(0), salt, Uint8Array.of(0xc3, 0xa9))));
  });

  it("does not take an inner node for a leaf", () => {
    const leaves = leavesOf(4);
    const tree = merkleTree(leaves);
    expect(rootFromPath(tree[1]![0]!, 0, 2, [tree[1]![1]!])).toEqual(rootOf(tree)); // the hash alone cannot tell …
    const made = hashLeaf(leaves[0]!, toHex(leaves[1]!)); // … but no salt and text have a node's hash: the prefixes differ
    expect(made).not.toEqual(tree[1]![0]);
  });
});
