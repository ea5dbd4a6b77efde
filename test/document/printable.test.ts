import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { printable } from "../../src/document/printable.js";

describe("printable", () => {
  it("shows control characters instead of obeying them", () => {
    expect(printable("a\u001b[2Jb\r\nc\u0007\u009bd\u202e\u2066")).toBe("a�[2Jb��c��d��");
  });

  it("leaves letters of every script alone", () => {
    expect(printable("Łódź · 東京 · العربية · 👩‍🔬")).toBe("Łódź · 東京 · العربية · 👩‍🔬");
  });

  it("leaves no control character in any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(/\p{Cc}/u.test(printable(text))).toBe(false);
      }),
    );
  });
});
