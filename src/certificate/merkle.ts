import { sha256 } from "./sha256.js";

// The tree of RFC 6962 (Certificate Transparency), section 2.1. Leaves and inner nodes are hashed with different first
// bytes, so that no node can pass for a leaf. Built from below: neighbours are joined two by two, and a last node
// without a neighbour goes up as it is.
//
//          root
//         /    \
//      (0,1)    2        3 leaves: the path of leaf 1 is [leaf 0, leaf 2], of leaf 2 it is [(0,1)]
//      /   \
//     0     1

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

/** A tree of hashes: its levels, from the leaves up to the root alone. */
export type MerkleTree = readonly (readonly Uint8Array[])[];

/** The leaf that commits to a text: only who knows the salt can tell which text it is. */
export function hashLeaf(salt: Uint8Array, text: string): Uint8Array {
  return sha256(LEAF, salt, new TextEncoder().encode(text));
}

/** The tree over the leaves; without any, a root that is the SHA-256 of nothing. */
export function merkleTree(leaves: readonly Uint8Array[]): MerkleTree {
  const levels: (readonly Uint8Array[])[] = [leaves.length === 0 ? [sha256()] : leaves];
  for (let below = levels[0]!; below.length > 1; ) {
    const level: Uint8Array[] = [];
    for (let i = 0; i < below.length; i += 2) {
      const right = below[i + 1];
      level.push(right === undefined ? below[i]! : sha256(NODE, below[i]!, right));
    }
    levels.push(level);
    below = level;
  }
  return levels;
}

export function rootOf(tree: MerkleTree): Uint8Array {
  return tree.at(-1)![0]!;
}

/** The siblings met on the way from leaf `index` up to the root, lowest first. */
export function merklePath(tree: MerkleTree, index: number): readonly Uint8Array[] {
  const path: Uint8Array[] = [];
  for (let level = 0, i = index; level < tree.length - 1; level++, i >>>= 1) {
    const sibling = tree[level]![i ^ 1];
    if (sibling !== undefined) path.push(sibling);
  }
  return path;
}

/** The root that a leaf at `index` of `count` and its path lead to; null for a path of the wrong length. */
export function rootFromPath(
  leaf: Uint8Array,
  index: number,
  count: number,
  path: readonly Uint8Array[],
): Uint8Array | null {
  if (index >= count) return null;
  let hash = leaf;
  let used = 0;
  for (let i = index, size = count; size > 1; i = Math.floor(i / 2), size = Math.ceil(size / 2)) {
    const isRight = i % 2 === 1;
    if (!isRight && i + 1 === size) continue; // no neighbour: goes up as it is
    const sibling = path[used++];
    if (sibling === undefined) return null;
    hash = isRight ? sha256(NODE, sibling, hash) : sha256(NODE, hash, sibling);
  }
  return used === path.length ? hash : null;
}
