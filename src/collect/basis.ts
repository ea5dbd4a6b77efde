import { canonicalJson } from "../document/canonical-json.js";
import { AuditError } from "../errors.js";
import type { FeatureSchema } from "../input/evidence.js";

export interface CollectBasis {
  readonly format: "recast-collect/1";
  readonly people: { readonly file: string; readonly sha256: string; readonly rows: number; readonly id: string };
  readonly target: {
    readonly kind: "onnx" | "http" | "answers";
    /** Address, or name of the file without its folder. */
    readonly name: string;
    /** Of the file; null for a service. */
    readonly sha256: string | null;
    /** Where letters come from: an address or a file; null where they are searched for. */
    readonly letters: string | null;
    readonly threshold: number | null;
  };
  readonly features: readonly FeatureSchema[];
  readonly favourable: string | null;
  readonly decisionName: string;
  readonly seed: number;
  readonly balanced: boolean;
  /** What may change from run to run: how much is asked for, and how fast. */
  readonly goals: Readonly<Record<"decisions" | "letters" | "budget" | "perLetter", number>>;
}

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
