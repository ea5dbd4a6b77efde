import * as v from "valibot";
import { canonicalJson } from "../document/canonical-json.js";
import { AuditError, issueWords } from "../errors.js";
import { sha256Text } from "../findings/quantities.js";
import { type Manifest, wholeNumber } from "./manifest.js";
import { hashLeaf, rootFromPath } from "./merkle.js";
import { fromHex, toHex } from "./sha256.js";

export const RECEIPT_FORMAT = "recast-receipt/1";

const value = v.nullable(v.union([v.pipe(v.number(), v.finite()), v.string()]));

/** A receipt as a schema, from which `schemas/receipt-1.schema.json` is made. */
export const receiptSchema = v.strictObject({
  format: v.literal(RECEIPT_FORMAT),
  row: v.strictObject({
    kind: v.picklist(["decision", "letter"]),
    id: v.nullable(v.string()),
    decision: v.nullable(v.string()),
    values: v.array(v.strictTuple([v.string(), value])),
  }),
  salt: sha256Text,
  index: wholeNumber,
  count: wholeNumber,
  siblings: v.pipe(v.array(sha256Text), v.maxLength(53)),
  root: sha256Text,
});

/** Lets a person prove that their row was counted: the row, its salt, and the way up to the published root. */
export type Receipt = Readonly<v.InferOutput<typeof receiptSchema>>;

/** The receipt in a text; RECEIPT_INVALID with what is wrong. `file` is the name in messages. */
export function parseReceipt(text: string, file: string): Receipt {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (cause) {
    throw invalid(
      file,
      "it is not complete JSON: it was cut short, or it is another kind of file. Ask the auditor for it again",
      cause,
    );
  }
  const { output, issues, success } = v.safeParse(receiptSchema, data);
  if (success) return output;
  throw invalid(file, issueWords(issues[0]));
}

/**
 * Proves that the audit of the manifest counted the row of a receipt, and no more: the row is one of the `count` leaves
 * under the manifest's root. Throws RECEIPT_INVALID when it is not proven.
 */
export function checkReceipt(receipt: Receipt, manifest: Manifest, file: string): void {
  const { row, salt, index, count: size, siblings, root } = receipt;
  const what = row.kind === "letter" ? "letters" : "decisions";
  if (manifest.commitments === null) {
    throw invalid(
      file,
      "the audit has no commitments to rows (recast audit --commit), so no receipt can be checked against it",
    );
  }
  const tree = row.kind === "letter" ? manifest.commitments.letters : manifest.commitments.decisions;
  if (tree === null) throw invalid(file, "the audit counted no letters");
  if (root !== tree.root || size !== tree.count) {
    const both = `it names ${size} ${what} with root ${root}, the manifest ${tree.count} with root ${tree.root}`;
    throw invalid(file, `it belongs to another audit, or was edited: ${both}`);
  }
  const leaf = hashLeaf(fromHex(salt), canonicalJson(row));
  const found = rootFromPath(leaf, index, size, siblings.map(fromHex));
  if (found === null || toHex(found) !== tree.root) {
    const kind = row.kind === "letter" ? "letter" : "row";
    const own = `its ${kind} is not among the ${tree.count} ${what} the audit counted`;
    throw invalid(file, `${own}, or a value, the salt or the path in the receipt was changed`);
  }
}

function invalid(file: string, reason: string, cause?: unknown): AuditError {
  const options = cause === undefined ? undefined : { cause };
  return new AuditError("RECEIPT_INVALID", `${file} proves nothing: ${reason}`, { file }, options);
}
