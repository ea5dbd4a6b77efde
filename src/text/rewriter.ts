import { refuseOption, requireWithin, withDefaults } from "../options.js";

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

/** How words are taken out of a text. */
export interface DeletingOptions {
  /** Give up when more than this share of the words would have to go. @default 0.6 */
  readonly mostDeleted?: number;
  /** Put in place of each word that is taken out; empty leaves it out. @default "" */
  readonly mask?: string;
}

const DEFAULTS: Required<DeletingOptions> = { mostDeleted: 0.6, mask: "" };

/**
 * Rewrites without a language model: each word is scored by the target as a text of its own, and the words it likes
 * least are taken out, one, two, four … until the text is accepted; then the smallest number that is still accepted is
 * looked for between the last two. A handful of questions per text, and one for each word not seen before.
 */
export function deletingRewriter(given: DeletingOptions = {}): Rewriter {
  const { mostDeleted, mask } = withDefaults("deletingRewriter", DEFAULTS, given);
  requireWithin("mostDeleted", mostDeleted, 0, 1);
  if (/\s/.test(mask)) refuseOption("mask", "one word, or nothing", mask);
  const known = new WeakMap<TextTarget, Map<string, number>>();
  return {
    name: "rewriter",
    async rewrite(text, target, signal) {
      const words = text.split(/\s+/).filter((word) => word !== "");
      const scores = known.get(target) ?? new Map<string, number>();
      known.set(target, scores);
      const fresh = [...new Set(words)].filter((word) => !scores.has(word));
      const answers = fresh.length === 0 ? [] : await target.scores(fresh, signal);
      for (const [k, word] of fresh.entries()) scores.set(word, answers[k]!);
      const order = words.map((_, k) => k).sort((i, j) => scores.get(words[i]!)! - scores.get(words[j]!)! || i - j);
      const without = (count: number) => {
        const gone = new Set(order.slice(0, count));
        return words.flatMap((word, k) => (gone.has(k) ? (mask === "" ? [] : [mask]) : [word])).join(" ");
      };
      const isAccepted = async (count: number) => {
        const [score = 0] = await target.scores([without(count)], signal);
        return score >= 0.5;
      };
      const most = Math.min(Math.floor(mostDeleted * words.length), words.length - (mask === "" ? 1 : 0));
      const least = await leastAccepted(most, isAccepted);
      return least === null ? null : without(least);
    },
  };
}

/** The first accepted of 1, 2, 4 … `most`, narrowed down by halving; null when none of them is. */
async function leastAccepted(most: number, isAccepted: (count: number) => Promise<boolean>): Promise<number | null> {
  let rejected = 0;
  for (let count = 1; rejected < most; count *= 2) {
    const tried = Math.min(count, most);
    if (!(await isAccepted(tried))) {
      rejected = tried;
      continue;
    }
    let accepted = tried;
    while (accepted - rejected > 1) {
      const middle = (accepted + rejected) >> 1;
      if (await isAccepted(middle)) accepted = middle;
      else rejected = middle;
    }
    return accepted;
  }
  return null;
}
