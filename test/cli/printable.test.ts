import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { counted, grouped, printable } from "../../src/cli/printable.js";
import { percent } from "../../src/math/interval.js";

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

describe("numbers in words", () => {
  it("groups thousands", () => {
    expect([0, 12, 999, 1000, 1234567].map(grouped)).toEqual(["0", "12", "999", "1,000", "1,234,567"]);
  });

  it("counts and shares", () => {
    expect(counted(1, "row")).toBe("1 row");
    expect(counted(2000, "row")).toBe("2,000 rows");
    expect(counted(0, "person", "people")).toBe("0 people");
    expect(percent(0.8234)).toBe("82.3 %");
  });
});
