import { createHash, createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { commitEvidence, decisionRows, letterRows } from "../../src/certificate/commit.js";
import type { Manifest } from "../../src/certificate/manifest.js";
import { checkReceipt, parseReceipt, type Receipt } from "../../src/certificate/receipt.js";
import { canonicalJson } from "../../src/document/canonical-json.js";
import { AuditError } from "../../src/errors.js";
import type { Evidence } from "../../src/input/evidence.js";
import { selectEvidence } from "../../src/surrogate/canonical-evidence.js";
import { madeUpEvidence } from "../checks/made-up-evidence.js";
import { madeUpManifest } from "./made-up-audit.js";

const key = Uint8Array.from({ length: 32 }, (_, i) => i);
const evidence = madeUpEvidence({ people: 40, missing: 4 });
const committed = commitEvidence(evidence, key);
const manifest = madeUpManifest({ commitments: committed.commitments });
const letterFiles = committed.receipts.filter(({ path }) => path.startsWith("receipts/letter-"));

function refusal(receipt: unknown, against: Manifest = manifest): string {
  try {
    checkReceipt(parseReceipt(JSON.stringify(receipt), "receipt.json"), against, "receipt.json");
  } catch (error) {
    expect((error as AuditError).code).toBe("RECEIPT_INVALID");
    return (error as AuditError).message;
  }
  throw new Error("the receipt was taken");
}

const receiptAt = (index: number): Receipt => JSON.parse(letterFiles[index]?.text ?? "") as Receipt;

describe("commitEvidence", () => {
  it("writes one receipt per letter and per person, each of which is proven", () => {
    expect(committed.commitments.letters?.count).toBe(evidence.letters.rows);
    expect(committed.commitments.decisions.count).toBe(evidence.observations.rows);
    expect(committed.receipts.length).toBe(evidence.letters.rows + evidence.observations.rows);
    expect(new Set(committed.receipts.map(({ path }) => path)).size).toBe(committed.receipts.length);
    for (const { path, text } of committed.receipts) checkReceipt(parseReceipt(text, path), manifest, path);
  });

  it("holds every row of the evidence once", () => {
    const texts = (rows: readonly unknown[]) => rows.map((row) => canonicalJson(row)).sort();
    const rows = committed.receipts.map(({ text }) => (JSON.parse(text) as Receipt).row);
    expect(texts(rows.filter(({ kind }) => kind === "letter"))).toEqual(texts(letterRows(evidence)));
    expect(texts(rows.filter(({ kind }) => kind === "decision"))).toEqual(texts(decisionRows(evidence)));
  });

  it("computes leaves and salts as docs/certificate.md says, by node:crypto", () => {
    const single = commitEvidence(selectEvidence(evidence, [0], []), key);
    const { row, salt, root } = JSON.parse(single.receipts[0]?.text ?? "") as Receipt;
    const text = canonicalJson(row);
    expect(salt).toBe(createHmac("sha256", key).update(`recast-salt/1 0 ${text}`).digest("hex"));
    const leaf = createHash("sha256").update(Uint8Array.of(0)).update(Buffer.from(salt, "hex")).update(text);
    expect(root).toBe(leaf.digest("hex"));
    expect(single.commitments).toEqual({ decisions: { count: 1, root }, letters: null });
  });

  it("gives the same roots whatever the order of rows, and others with another key", () => {
    const reversed = selectEvidence(
      evidence,
      [...evidence.decisions.keys()].reverse(),
      [...evidence.letterOf.keys()].reverse(),
    );
    expect(commitEvidence(reversed, key).commitments).toEqual(committed.commitments);
    const other = commitEvidence(evidence, new Uint8Array(32)).commitments;
    expect(other.letters?.root).not.toBe(committed.commitments.letters?.root);
    expect(other.decisions.root).not.toBe(committed.commitments.decisions.root);
  });

  it("gives rows that are alike receipts of their own", () => {
    const twice: Evidence = { ...selectEvidence(evidence, [3, 3, 3], []), ids: null };
    const { receipts, commitments } = commitEvidence(twice, key);
    expect(new Set(receipts.map(({ text }) => (JSON.parse(text) as Receipt).salt)).size).toBe(3);
    for (const { path, text } of receipts)
      checkReceipt(parseReceipt(text, path), madeUpManifest({ commitments }), path);
  });

  it("names files by number and as much of the id as any file system takes", () => {
    const named: Evidence = { ...selectEvidence(evidence, [0, 1], []), ids: ["../../etc/x", "ß"] };
    const paths = commitEvidence(named, key).receipts.map(({ path }) => path.replace(/-\d+/, "-N"));
    expect(paths.sort()).toEqual(["receipts/decision-N-_.json", "receipts/decision-N-_etc_x.json"]);
  });

  it("names each column once, weights and outcomes among them", () => {
    const full: Evidence = {
      ...selectEvidence(evidence, [0, 1], []),
      weights: Float64Array.of(2, 3),
      schema: { ...evidence.schema, weight: "w", outcome: "paid" },
      outcomes: { name: "paid", type: "category", codes: Int32Array.of(0, -1), levels: ["yes"] },
    };
    const [first, second] = decisionRows(full);
    const names = first?.values.map(([name]) => name) ?? [];
    expect(new Set(names).size).toBe(names.length);
    expect(new Map(first?.values).get("w")).toBe(2);
    expect(new Map(second?.values).get("paid")).toBeNull();
  });

  it("proves every letter of every number of letters from 1 to 33", () => {
    for (let size = 1; size <= 33; size++) {
      const some = selectEvidence(
        evidence,
        [0],
        Array.from({ length: size }, (_, k) => k % evidence.letters.rows),
      );
      const { receipts, commitments } = commitEvidence(some, key);
      const against = madeUpManifest({ commitments });
      for (const { path, text } of receipts) checkReceipt(parseReceipt(text, path), against, path);
    }
  });
});

describe("checkReceipt", () => {
  it("refuses a changed value, id, kind, salt, place or path", () => {
    const good = receiptAt(2);
    const [[name, value] = ["", null], ...rest] = good.row.values;
    expect(refusal({ ...good, row: { ...good.row, values: [[name, Number(value) + 1], ...rest] } })).toContain(
      "not among",
    );
    expect(refusal({ ...good, row: { ...good.row, id: "somebody else" } })).toContain("not among");
    expect(refusal({ ...good, row: { ...good.row, kind: "decision" } })).toContain("another audit");
    expect(refusal({ ...good, salt: "0".repeat(64) })).toContain("not among");
    expect(refusal({ ...good, index: good.index + 1 })).toContain("not among");
    expect(refusal({ ...good, index: good.count })).toContain("not among");
    expect(refusal({ ...good, siblings: good.siblings.slice(1) })).toContain("not among");
    expect(refusal({ ...good, siblings: [...good.siblings].reverse() })).toContain("not among");
  });

  it("refuses any changed digit of a sibling, the salt or the root", () => {
    fc.assert(
      fc.property(fc.nat(letterFiles.length - 1), fc.nat(10_000), (file, at) => {
        const text = letterFiles[file]?.text ?? "";
        const digits = [...text.matchAll(/[0-9a-f]{64}/g)].flatMap(({ index }) =>
          Array.from({ length: 64 }, (_, k) => index + k),
        );
        const place = digits[at % digits.length] ?? 0;
        const digit = text[place] === "0" ? "1" : "0";
        refusal(JSON.parse(text.slice(0, place) + digit + text.slice(place + 1)));
      }),
      { numRuns: 50 },
    );
  });

  it("refuses the receipt of one row with the path of another", () => {
    const { row, salt } = receiptAt(1);
    expect(refusal({ ...receiptAt(0), row })).toContain("not among");
    expect(refusal({ ...receiptAt(0), row, salt })).toContain("not among");
  });

  it("refuses a receipt of another audit, and one for an audit without commitments or letters", () => {
    const other = commitEvidence(madeUpEvidence({ people: 40, seed: 2 }), key).commitments;
    expect(refusal(receiptAt(0), madeUpManifest({ commitments: other }))).toContain("belongs to another audit");
    expect(refusal(receiptAt(0), madeUpManifest())).toContain("has no commitments");
    const none = madeUpManifest({ commitments: { ...other, letters: null } });
    expect(refusal(receiptAt(0), none)).toContain("counted no letters");
  });

  it("says what is wrong with a file that is no receipt", () => {
    expect(refusal({})).toContain("format");
    expect(refusal([])).toContain("receipt.json proves nothing");
    expect(refusal({ ...receiptAt(0), salt: "xyz" })).toContain("salt");
    expect(refusal({ ...receiptAt(0), index: -1 })).toContain("index");
    expect(() => parseReceipt("{", "receipt.json")).toThrow(AuditError);
  });
});
