import { expect, it } from "vitest";
import { looksBalanced } from "../../src/math/balanced.js";

it("calls halves to one in a hundred balanced, from forty decisions on", () => {
  expect(looksBalanced(20, 40)).toBe(true);
  expect(looksBalanced(19, 38)).toBe(false);
  expect(looksBalanced(19, 40)).toBe(false);
  expect(looksBalanced(101, 200)).toBe(true);
  expect(looksBalanced(98, 200)).toBe(false);
});
