import { describe, expect, it } from "vitest";
import { shortened, textWidth, wrapped } from "../../../src/document/svg/text-width.js";

describe("shortened", () => {
  it("keeps a text that fits, on one line", () => {
    expect(shortened("two\n  lines\t", 200, 13)).toBe("two lines");
  });

  it("cuts what is too long, and what it gives back fits", () => {
    const cut = shortened("a".repeat(100), 120, 13);
    expect(cut).toMatch(/^a+…$/);
    expect(textWidth(cut, 13)).toBeLessThanOrEqual(120);
    expect(cut.length).toBeGreaterThan(10);
  });

  it("never cuts between a letter and its accents, nor within an emoji of several", () => {
    expect(shortened("e\u0301".repeat(40), 60, 13)).toMatch(/^(?:e\u0301)+…$/);
    const family = shortened("👩‍👩‍👧".repeat(20), 60, 13);
    expect(family).not.toMatch(/\u200D…$/);
    expect(family).not.toMatch(/\p{Cs}/u);
  });
});

describe("textWidth", () => {
  it("counts Chinese characters as wide as they are high, and marks of direction as nothing", () => {
    expect(textWidth("永", 10)).toBe(10);
    expect(textWidth("i", 10)).toBeLessThan(textWidth("m", 10));
    expect(textWidth("\u2068永\u2069", 10)).toBe(10);
  });
});

describe("wrapped", () => {
  it("breaks between words, and keeps every word", () => {
    const text = "one two three four five six seven";
    const lines = wrapped(text, 80, 11);
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.join(" ")).toBe(text);
    for (const line of lines) expect(textWidth(line, 11)).toBeLessThanOrEqual(80);
    expect(wrapped("unbreakable", 5, 11)).toEqual(["unbreakable"]);
  });
});
