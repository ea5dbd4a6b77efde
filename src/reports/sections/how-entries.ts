import { HOW_KEYS, type HowKey, howReference } from "../text/statement.js";
import type { Context } from "./context.js";

/** How one kind of number was computed. */
export interface ComputedBy {
  readonly key: HowKey;
  /** "A.3". */
  readonly reference: string;
  readonly title: string;
  readonly text: string;
  /** What this audit used, where that differs between audits. */
  readonly here: string | null;
  /** Pages of the documentation. */
  readonly docs: readonly string[];
}

/** The appendix: how each number was computed, in its order. */
export function howEntries({ file, text }: Pick<Context, "file" | "text">): ComputedBy[] {
  return HOW_KEYS.map((key) => {
    const { title, text: words, here, docs } = text.how.entries[key];
    return { key, reference: howReference(key), title, text: words, here: here === null ? null : here(file), docs };
  });
}
