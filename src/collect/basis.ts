import * as v from "valibot";
import { canonicalJson } from "../document/canonical-json.js";
import { AuditError } from "../errors.js";
import type { DataOf } from "../findings/quantities.js";
import { count } from "./ledger.js";

const text = v.string();

export const collectBasis = v.strictObject({
  format: v.literal("recast-collect/1"),
  people: v.strictObject({ file: text, sha256: text, rows: count, id: text }),
  target: v.strictObject({
    kind: v.picklist(["onnx", "http", "answers"]),
    /** Address, or name of the file without its folder. */
    name: text,
    /** Of the file; null for a service. */
    sha256: v.nullable(text),
    /** Where letters come from: an address or a file; null where they are searched for. */
    letters: v.nullable(text),
    threshold: v.nullable(v.pipe(v.number(), v.finite())),
  }),
  features: v.array(v.strictObject({ name: text, type: v.picklist(["number", "category"]), immutable: v.boolean() })),
  favourable: v.nullable(text),
  decisionName: text,
  seed: count,
  balanced: v.boolean(),
  /** What may change from run to run: how much is asked for, and how fast. */
  goals: v.strictObject({ decisions: count, letters: count, budget: count, perLetter: count }),
});
export type CollectBasis = DataOf<typeof collectBasis>;

/** What must stay the same, with words for it; files may be moved and renamed. */
const KEPT: readonly (readonly [words: string, part: (basis: CollectBasis) => unknown])[] = [
  ["the people file", ({ people: { sha256, id } }) => ({ sha256, id })],
  ["the target", ({ target }) => ({ ...target, name: target.sha256 === null ? target.name : null })],
  ["the columns that are sent, their types or which may change", ({ features }) => features],
  ["--decision-name", ({ decisionName }) => decisionName],
  ["--seed", ({ seed }) => seed],
  ["--balanced", ({ balanced }) => balanced],
];

/** Throws COLLECT_CHANGED when answers of `before` do not answer `now`; the favourable decision may be named later. */
export function requireSameBasis(folder: string, before: CollectBasis, now: CollectBasis): void {
  const named = before.favourable !== null;
  const kept = named ? [...KEPT, ["--favourable", (basis: CollectBasis) => basis.favourable] as const] : KEPT;
  for (const [words, part] of kept) {
    if (canonicalJson(part(before)) === canonicalJson(part(now))) continue;
    const difference = `${words} differs (before: ${short(part(before))}, now: ${short(part(now))})`;
    const remedy = "Use the settings in its collect.json, or choose another folder (--out)";
    const message = `${folder} has answers collected under other settings: ${difference}. ${remedy}`;
    throw new AuditError("COLLECT_CHANGED", message, { file: folder });
  }
}

function short(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
