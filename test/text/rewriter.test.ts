import { describe, expect, it } from "vitest";
import { acceptedRewrites, deletingRewriter, type TextTarget } from "../../src/text/rewriter.js";

/** Accepts a text with at most one word of displeasure in four words; counts what it is asked. */
function countingTarget(): TextTarget & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    async scores(texts) {
      asked.push(...texts);
      return Float64Array.from(texts, (text) => {
        const words = text.split(" ");
        const bad = words.filter((word) => /^(?:silly|lazy|grumpy)/.test(word)).length / words.length;
        return 1 / (1 + 4 * bad * bad * 4);
      });
    },
  };
}

describe("deletingRewriter", () => {
  it("takes out as few of the words the target likes least as it can", async () => {
    const target = countingTarget();
    const written = await deletingRewriter().rewrite("the silly office sent a lazy grumpy man today", target);
    expect(written).toBe("the office sent a lazy grumpy man today");
    expect(target.asked.length).toBeLessThan(9 + 4);
  });

  it("puts a mask in place of them where one is asked for", async () => {
    const rewriter = deletingRewriter({ mask: "…", mostDeleted: 1 });
    expect(await rewriter.rewrite("silly lazy grumpy office", countingTarget())).toBe("… … grumpy office");
  });

  it("asks about a word once, whatever the number of texts", async () => {
    const target = countingTarget();
    const rewriter = deletingRewriter();
    await rewriter.rewrite("silly silly office", target);
    await rewriter.rewrite("office silly", target);
    expect(target.asked.filter((text) => text === "silly").length).toBe(1);
  });

  it("gives up rather than take out too much, and on a text without words", async () => {
    const rewriter = deletingRewriter({ mostDeleted: 0.2 });
    expect(await rewriter.rewrite("silly lazy grumpy silly lazy", countingTarget())).toBeNull();
    expect(await rewriter.rewrite("   ", countingTarget())).toBeNull();
  });

  it("refuses options it cannot use", () => {
    expect(() => deletingRewriter({ mostDeleted: 2 })).toThrow("mostDeleted must be");
    expect(() => deletingRewriter({ mask: "two words" })).toThrow("mask must be one word");
    expect(() => deletingRewriter({ words: 3 } as object)).toThrow("deletingRewriter has no option 'words'");
  });
});

describe("acceptedRewrites", () => {
  it("keeps what the target accepts, and only what was changed", async () => {
    const answers: Record<string, string | null> = { a: "fine", b: "silly", c: null, d: "d" };
    const rewriter = { name: "table", rewrite: async (text: string) => answers[text] ?? null };
    expect(await acceptedRewrites(rewriter, ["a", "b", "c", "d"], countingTarget())).toEqual([
      "fine",
      null,
      null,
      null,
    ]);
  });
});
