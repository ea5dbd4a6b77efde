import { canonicalJson } from "../document/canonical-json.js";
import type { Evidence } from "../input/evidence.js";
import type { Column, Table } from "../input/table.js";
import { compareText } from "../math/compare.js";
import type { NeedsTwo } from "../options.js";
import type { Commitments, TextOutput } from "./manifest.js";
import { hashLeaf, type MerkleTree, merklePath, merkleTree, rootOf } from "./merkle.js";
import { RECEIPT_FORMAT, type Receipt } from "./receipt.js";
import { hmacSha256, toHex } from "./sha256.js";

export const commitmentsNeedTwo: NeedsTwo = {
  what: "sampling weights and commitments to rows",
  reason: "Recast reads them for two decisions only",
  settings: ["weight", "commit"],
};

/** Commitments to every row of the evidence, and the receipts that open them, one per row; the receipts are secret. */
export interface CommittedEvidence {
  readonly commitments: Commitments;
  /** Files to hand out, one per person's row and per letter; never part of what is published. */
  readonly receipts: readonly TextOutput[];
}

type CommittedRow = Receipt["row"];

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
function saltedLeaves(rows: readonly CommittedRow[], key: Uint8Array) {
  const encoder = new TextEncoder();
  const alike = new Map<string, number>();
  const leaves = rows.map((row) => {
    const text = canonicalJson(row);
    const before = alike.get(text) ?? 0;
    alike.set(text, before + 1);
    const salt = hmacSha256(key, encoder.encode(`recast-salt/1 ${before} `), encoder.encode(text));
    const hash = hashLeaf(salt, text);
    return { row, salt, hash, hex: toHex(hash) };
  });
  return leaves.sort((a, b) => compareText(a.hex, b.hex));
}

function receiptFiles(leaves: ReturnType<typeof saltedLeaves>, tree: MerkleTree): readonly TextOutput[] {
  const root = toHex(rootOf(tree));
  const digits = String(leaves.length).length;
  return leaves.map(({ row, salt }, index) => {
    const receipt: Receipt = {
      format: RECEIPT_FORMAT,
      row,
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

export function decisionRows(evidence: Evidence): CommittedRow[] {
  const { schema, observations, decisions, groups, outcomes, weights, ids } = evidence;
  const { favourable, unfavourable } = schema.decision;
  const columns: Column[] = [...observations.columns];
  const known = new Set(columns.map(({ name }) => name));
  for (const column of [...groups, ...(outcomes === null ? [] : [outcomes])]) {
    if (known.has(column.name)) continue; // a sensitive attribute is often a feature too
    known.add(column.name);
    columns.push(column);
  }
  if (weights !== null && schema.weight !== null && !known.has(schema.weight)) {
    columns.push({ name: schema.weight, type: "number", values: weights });
  }
  return Array.from({ length: observations.rows }, (_, i) => ({
    kind: "decision" as const,
    id: ids?.[i] ?? null,
    decision: decisions[i] === 1 ? favourable : unfavourable,
    values: valuesAt(columns, i),
  }));
}

export function letterRows({ letters, letterOf, ids }: Evidence): CommittedRow[] {
  return Array.from({ length: letters.rows }, (_, k) => ({
    kind: "letter" as const,
    id: ids?.[letterOf[k]!] ?? null,
    decision: null,
    values: valuesAt(letters.columns, k),
  }));
}

function valuesAt(columns: Table["columns"], row: number): CommittedRow["values"] {
  return columns.map((column) => {
    if (column.type === "category") return [column.name, column.levels[column.codes[row]!] ?? null];
    const value = column.values[row]!;
    return [column.name, Number.isNaN(value) ? null : value];
  });
}
