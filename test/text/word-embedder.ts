import type { Embedder } from "../../src/text/embedder.js";
import { embeddingRows } from "../../src/text/embedder.js";

const GOOD = ["thanks", "kind", "please", "lovely", "happy", "polite", "good"];
const BAD = ["silly", "lazy", "grumpy", "awful", "boring", "rude", "slow"];
const OTHER = ["parcel", "bridge", "river", "market", "letter", "monday", "number", "box"];
const WORDS = [...GOOD, ...BAD, ...OTHER];

/** An embedding anybody can work out by hand: how often each of 22 words occurs, divided by the number of words. */
export function wordCounts(text: string): number[] {
  const words = text.toLowerCase().split(/\s+/);
  return WORDS.map((word) => words.filter((one) => one === word).length / words.length);
}

/** The embedder of these counts, which keeps what it was asked. */
export function wordEmbedder(): Embedder & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    name: "word counts",
    dimensions: WORDS.length,
    asked,
    async embed(texts) {
      asked.push(...texts);
      return embeddingRows("word counts", texts.map(wordCounts));
    },
  };
}

/** Short made-up messages, half of them friendly: `label` 1 means more friendly words than others. */
export function messages(count: number): { readonly texts: string[]; readonly labels: Uint8Array } {
  const texts: string[] = [];
  for (let i = 0; i < count; i++) {
    const [liked, disliked] = i % 2 === 0 ? [GOOD, BAD] : [BAD, GOOD];
    const pick = (list: readonly string[], k: number) => list[(i * (k + 3) + k * k) % list.length]!;
    const words = [pick(OTHER, 1), pick(liked, 2), pick(OTHER, 3), pick(liked, 4), pick(OTHER, 5)];
    if (i % 3 === 0) words.push(pick(disliked, 6));
    texts.push(words.join(" "));
  }
  return { texts, labels: Uint8Array.from(texts, (_, i) => (i % 2 === 0 ? 1 : 0)) };
}
