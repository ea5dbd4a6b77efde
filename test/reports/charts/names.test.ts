import { describe, expect, it } from "vitest";
import { shortName, textWidth } from "../../../src/reports/charts/names.js";

const bare = (text: string) => text.replace(/[\u2068\u2069]/g, "");

describe("shortName", () => {
  it("keeps a name that fits, on one line, with its direction of writing", () => {
    expect(shortName("two\n  lines\t", 200, 13)).toBe("\u2068two lines\u2069");
  });

  it("cuts what is too long, and what it gives back fits", () => {
    const cut = bare(shortName("a".repeat(100), 120, 13));
    expect(cut).toMatch(/^a+…$/);
    expect(textWidth(cut, 13)).toBeLessThanOrEqual(120);
    expect(cut.length).toBeGreaterThan(10);
  });

  it("never cuts between a letter and its accents, nor within an emoji of several", () => {
    const accents = bare(shortName("e\u0301".repeat(40), 60, 13));
    expect(accents).toMatch(/^(?:e\u0301)+…$/);
    const family = bare(shortName("👩‍👩‍👧".repeat(20), 60, 13));
    expect(family).not.toMatch(/\u200D…$/);
    expect(family).not.toMatch(/\p{Cs}/u);
  });

  it("counts Chinese characters as twice as wide as letters", () => {
    expect(textWidth("永", 10)).toBe(10);
    expect(textWidth("i", 10)).toBeLessThan(textWidth("m", 10));
  });
});
