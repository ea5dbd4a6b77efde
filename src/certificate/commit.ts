import { canonicalJson } from "../document/canonical-json.js";
import type { Evidence } from "../input/evidence.js";
import { compareText } from "../math/compare.js";
import type { NeedsTwo } from "../options.js";
import { type CommittedRow, decisionRows, letterRows } from "./committed-rows.js";
import { toHex } from "./hex.js";
import type { Commitments, TextOutput } from "./manifest.js";
import { hashLeaf, type MerkleTree, merklePath, merkleTree, rootOf } from "./merkle.js";
import { RECEIPT_FORMAT, type Receipt } from "./receipt.js";
import { hmacSha256 } from "./sha256.js";

/** What this stage does not do for more than two decisions. */
export const commitmentsNeedTwo: NeedsTwo = {
  what: "sampling weights and commitments to rows",
  reason: "they are read for two decisions only",
  settings: ["weight", "commit"],
};

/** Commitments to every row of the evidence, and the receipts that open them, one per row; the receipts are secret. */
export interface CommittedEvidence {
  readonly commitments: Commitments;
  /** Files to hand out, one per person's row and per letter; never part of what is published. */
  readonly receipts: readonly TextOutput[];
}

/** Salted leaves in the order of the tree. */
interface Leaf {
  readonly row: CommittedRow;
  readonly salt: Uint8Array;
  readonly hash: Uint8Array;
  readonly hex: string;
}

/**
 * Commits to every decision and every letter the audit counts: leaf = SHA-256(0 ‖ salt ‖ row), joined to a tree whose
 * root is published. Salts come from the auditor's secret key: without it nobody can guess rows and test them against
 * the leaves, with it the same tree can be made again. Leaves are sorted by hash, so row order does not matter.
 */
export function commitEvidence(evidence: Evidence, key: Uint8Array): CommittedEvidence {
  const decisions = saltedLeaves(decisionRows(evidence), key);
  const letters = saltedLeaves(letterRows(evidence), key);
  const decisionTree = merkleTree(decisions.map(({ hash }) => hash));
  const letterTree = merkleTree(letters.map(({ hash }) => hash));
  return {
    commitments: {
      decisions: { count: decisions.length, root: toHex(rootOf(decisionTree)) },
      letters: letters.length === 0 ? null : { count: letters.length, root: toHex(rootOf(letterTree)) },
    },
    receipts: [...receiptFiles(letters, letterTree), ...receiptFiles(decisions, decisionTree)],
  };
}

/** Rows that are alike get different salts: the salt also depends on how many alike came before. */
function saltedLeaves(rows: readonly CommittedRow[], key: Uint8Array): readonly Leaf[] {
  const encoder = new TextEncoder();
  const alike = new Map<string, number>();
  const leaves = rows.map((row): Leaf => {
    const text = canonicalJson(row);
    const before = alike.get(text) ?? 0;
    alike.set(text, before + 1);
    const salt = hmacSha256(key, encoder.encode(`recast-salt/1 ${before} `), encoder.encode(text));
    const hash = hashLeaf(salt, text);
    return { row, salt, hash, hex: toHex(hash) };
  });
  return leaves.sort((a, b) => compareText(a.hex, b.hex));
}

function receiptFiles(leaves: readonly Leaf[], tree: MerkleTree): readonly TextOutput[] {
  const root = toHex(rootOf(tree));
  const digits = String(leaves.length).length;
  return leaves.map(({ row, salt }, index) => {
    const receipt: Receipt = {
      format: RECEIPT_FORMAT,
      row: { ...row, values: row.values.map(([name, value]) => [name, value]) },
      salt: toHex(salt),
      index,
      count: leaves.length,
      siblings: merklePath(tree, index).map(toHex),
      root,
    };
    const number = String(index + 1).padStart(digits, "0");
    return { path: `receipts/${row.kind}-${number}${idPart(row.id)}.json`, text: canonicalJson(receipt) };
  });
}

/** As much of an id as any file system takes as a name. */
function idPart(id: string | null): string {
  const safe = (id ?? "").replace(/[^A-Za-z0-9_-]+/g, "_").slice(0, 40);
  return safe === "" ? "" : `-${safe}`;
}
