/** What a rewriter may ask the audited system: its score of texts, ≥ ½ where it accepts. */
export interface TextTarget {
  scores(texts: readonly string[], signal?: AbortSignal): Promise<Float64Array>;
}

/** Writes letters to rejected texts: the text changed as little as it can so that the target may accept it. */
export interface Rewriter {
  readonly name: string;
  /** The changed text, or null where it found none. Whether the target accepts it is checked by `acceptedRewrites`. */
  rewrite(text: string, target: TextTarget, signal?: AbortSignal): Promise<string | null>;
}

/**
 * One rewritten text per given one that the target accepts; null where there is none, or where the text came back
 * unchanged.
 */
export async function acceptedRewrites(
  rewriter: Rewriter,
  texts: readonly string[],
  target: TextTarget,
  signal?: AbortSignal,
): Promise<readonly (string | null)[]> {
  const accepted: (string | null)[] = [];
  for (const text of texts) {
    const rewritten = await rewriter.rewrite(text, target, signal);
    if (rewritten === null || rewritten === text) accepted.push(null);
    else {
      const [score = 0] = await target.scores([rewritten], signal);
      accepted.push(score >= 0.5 ? rewritten : null);
    }
  }
  return accepted;
}
